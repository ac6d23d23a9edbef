/* shrink.h - stories: a seed and those of its steps that are lived through, as few as still fail.
 */
#ifndef TESTS_SIMULATE_SHRINK_H
#define TESTS_SIMULATE_SHRINK_H

#include "tests/simulate/world.h"

enum { STORY_NAME = 32 };

struct story {
	struct setting setting;
	struct step step[STEP_MOST];
	size_t count;
	char fault[WORLD_FAULT]; /* of the last play; empty: none */
	const char *kind;        /* what all faults of that kind have in common */
	uint64_t ended;          /* when it showed, in ms */
};

/* The whole list of a setting. */
void story_draw(struct story *story, const struct setting *setting);
/*
 * A line of a file of stories: a seed as setting_read takes it and, behind a blank, what is left of
 * its steps, if not all of them. False: it holds none.
 */
bool story_open(struct story *story, const char *line);
/* Another list: steps parted by commas, as in "44843/table/9f3a", of which story_write writes such.
 */
void story_read(struct story *story, const char *steps);
void story_write(const struct story *story, FILE *out);
/* Its seed, as setting_read takes it. */
const char *story_name(const struct story *story, char name[STORY_NAME]);
/* The digest of all that happens when it is lived through. */
uint64_t story_digest(struct story *story);
/* Lives through it and tells it, unless out is NULL; true: nothing was wrong. */
bool story_play(struct story *story, FILE *out, bool wordy);
/* Leaves out what it fails without, in the same way. */
void story_shrink(struct story *story);
/* What the last play has left. */
const struct world *story_world(void);

#endif
