/* shrink.h - stories. A story is a run with some of the steps of its seed. A story that fails is
 * cut to a few steps that still fail. */
#ifndef TESTS_SIMULATE_SHRINK_H
#define TESTS_SIMULATE_SHRINK_H

#include "tests/simulate/world.h"

enum { STORY_NAME = 32 };

struct story {
	struct setting setting;
	struct step step[STEP_MOST];
	size_t count;
	char fault[WORLD_FAULT]; /* text of the last run's fault; empty: none */
	const char *kind;        /* format string of the fault: the same for faults of one kind */
	uint64_t ended;          /* time at which the last run ended, in ms */
};

/* Makes the story with all steps of a setting. */
void story_draw(struct story *story, const struct setting *setting);
/*
 * Reads a line of a file of stories: a setting and, after a blank, its steps. Without steps the
 * story has all steps of the setting. Returns false if the line does not begin with a seed.
 */
bool story_open(struct story *story, const char *line);
/* story_read replaces the steps by a list like "44843/table/9f3a,…": time, kind and seed of each.
 * story_write writes such a list. */
void story_read(struct story *story, const char *steps);
void story_write(const struct story *story, FILE *out);
/* Writes the setting in the form that setting_read reads, and returns `name`. */
const char *story_name(const struct story *story, char name[STORY_NAME]);
/* Plays the story and returns the digest of its events. */
uint64_t story_digest(struct story *story);
/* Plays the story and writes it to `out`, unless NULL, with every line said if `wordy`. Returns
 * true if no check failed. */
bool story_play(struct story *story, FILE *out, bool wordy);
/* Removes steps as long as the story still fails in the same way. */
void story_shrink(struct story *story);
/* Returns the world after the last run. */
const struct world *story_world(void);

#endif
