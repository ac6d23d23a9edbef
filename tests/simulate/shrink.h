/* shrink.h - stories: a seed with some of its steps, cut to the fewest that still fail. */
#ifndef TESTS_SIMULATE_SHRINK_H
#define TESTS_SIMULATE_SHRINK_H

#include "tests/simulate/world.h"

enum { STORY_NAME = 32 };

struct story {
	struct setting setting;
	struct step step[STEP_MOST];
	size_t count;
	char fault[WORLD_FAULT]; /* of the last run; empty: none */
	const char *kind;        /* format of the fault: equal for faults of one kind */
	uint64_t ended;          /* ms; when the last run ended */
};

/* Draws all steps of a setting. */
void story_draw(struct story *story, const struct setting *setting);
/*
 * Reads a line of a file of stories: a seed and, after a blank, its steps; without them all are
 * drawn. Returns false if the line has no seed.
 */
bool story_open(struct story *story, const char *line);
/* Replaces the steps by a list like "44843/table/9f3a,…", or writes such a list. */
void story_read(struct story *story, const char *steps);
void story_write(const struct story *story, FILE *out);
/* Writes the seed as setting_read takes it, and returns `name`. */
const char *story_name(const struct story *story, char name[STORY_NAME]);
/* Runs the story and returns the digest of its events. */
uint64_t story_digest(struct story *story);
/* Runs the story and tells it to `out`, unless NULL. Returns true if all is well. */
bool story_play(struct story *story, FILE *out, bool wordy);
/* Leaves out all steps without which the story still fails in the same way. */
void story_shrink(struct story *story);
/* Returns the world after the last run. */
const struct world *story_world(void);

#endif
