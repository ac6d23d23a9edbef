/* setting.h - the parameters of a run besides its steps: seed, length, and how busy it is. */
#ifndef TESTS_SIMULATE_SETTING_H
#define TESTS_SIMULATE_SETTING_H

#include <stdbool.h>
#include <stdint.h>

/* ms. Each cycle of a run has a storm of faults, SETTING_STORM long, and then a calm without
 * faults, which lasts SETTING_LULL or longer. */
enum { SETTING_STORM = 8 * 60000, SETTING_LULL = 12 * 60000 };

/* The length of a run and of its cycles, and the number of its steps. */
struct rhythm {
	const char *letter;     /* letter behind the seed that selects this rhythm, or "" */
	uint64_t run, cycle;    /* length of the run and of a cycle, in ms */
	unsigned busy;          /* one storm in `busy` is a busy one */
	unsigned hectic, quiet; /* most steps of a busy storm, and of any other one */
	uint64_t asks;          /* longest pause between two pings of a human in a calm, in ms */
};

/* All parameters of a run except its steps. */
struct setting {
	uint64_t seed;
	bool matrix;  /* the run has a homeserver */
	bool pages;   /* the run has `mitaines web`: people also move on pages */
	bool console; /* the run has a terminal and no servers */
	const struct rhythm *rhythm;
};

/* The storm of one cycle: its start, and the fewest and most steps in it. */
struct storm {
	uint64_t at; /* ms */
	unsigned least, most;
};

/*
 * Reads a setting like "17dmp": a seed, the letter of a rhythm if any, then m for a homeserver, p
 * for pages, or c for a terminal. Returns the rest of the text.
 */
const char *setting_read(struct setting *setting, const char *text);
/* Returns the storm of the cycle that begins at the time `cycle`, in ms. */
struct storm setting_storm(const struct setting *setting, uint64_t cycle);
/* Returns the Unix time at which the run begins, in seconds. */
int64_t setting_date(const struct setting *setting);

#endif
