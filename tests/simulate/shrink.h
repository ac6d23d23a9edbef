/* shrink.h - stories: a seed and those of its steps that are lived through, as few as still fail.
 */
#ifndef TESTS_SIMULATE_SHRINK_H
#define TESTS_SIMULATE_SHRINK_H

#include "tests/simulate/world.h"

struct story {
	uint64_t seed;
	bool matrix; /* there is a homeserver, too */
	struct step step[STEP_MOST];
	size_t count;
	char fault[WORLD_FAULT]; /* of the last play; empty: none */
	const char *kind;        /* what all faults of that kind have in common */
	uint64_t ended;          /* when it showed, in ms */
};

/* The whole list of a seed. */
void story_draw(struct story *story, uint64_t seed, bool matrix);
/* A seed, with an m behind it if there is a homeserver; returns what follows. */
const char *story_seed(const char *text, uint64_t *seed, bool *matrix);
/* Another list: steps parted by commas, as in "44843/table/9f3a", of which story_write writes such.
 */
void story_read(struct story *story, const char *steps);
void story_write(const struct story *story, FILE *out);
/* Lives through it and tells it, unless out is NULL; true: nothing was wrong. */
bool story_play(struct story *story, FILE *out, bool wordy);
/* Leaves out what it fails without, in the same way. */
void story_shrink(struct story *story);
/* What the last play has left. */
const struct world *story_world(void);

#endif
