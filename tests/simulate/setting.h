/* setting.h - the parameters of a run besides its steps: seed, length, and how busy it is. */
#ifndef TESTS_SIMULATE_SETTING_H
#define TESTS_SIMULATE_SETTING_H

#include <stdbool.h>
#include <stdint.h>

/* ms. Each cycle of a run has a storm of faults, then a calm of at least SETTING_LULL. */
enum { SETTING_STORM = 8 * 60000, SETTING_LULL = 12 * 60000 };

/* The length of a run and the number of its steps. */
struct rhythm {
	const char *letter;     /* follows the seed; empty: none */
	uint64_t run, cycle;    /* ms */
	unsigned busy;          /* one of so many storms is busy */
	unsigned hectic, quiet; /* most steps of a busy storm, and of a quiet one */
	uint64_t asks;          /* ms; longest pause between two pings of a human in a calm */
};

/* All parameters of a run except its steps. */
struct setting {
	uint64_t seed;
	bool matrix;  /* it has a homeserver */
	bool pages;   /* people also move on the pages of their seats */
	bool console; /* it has a terminal and no servers */
	const struct rhythm *rhythm;
};

/* The faults of one cycle: their start, and the range of their number. */
struct storm {
	uint64_t at; /* ms */
	unsigned least, most;
};

/*
 * Reads a seed, the letter of its rhythm, and m for a homeserver, p for pages, or c for a terminal.
 * Returns the rest of the text.
 */
const char *setting_read(struct setting *setting, const char *text);
/* Returns the storm of the cycle that begins at that time, in ms. */
struct storm setting_storm(const struct setting *setting, uint64_t cycle);
/* Returns the Unix time at which the run begins. */
int64_t setting_date(const struct setting *setting);

#endif
