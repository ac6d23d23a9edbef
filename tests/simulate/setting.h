/* setting.h - what a run follows from beside its steps: its seed, how long it is, and how busy. */
#ifndef TESTS_SIMULATE_SETTING_H
#define TESTS_SIMULATE_SETTING_H

#include <stdbool.h>
#include <stdint.h>

/*
 * ms: in each cycle of a run things go wrong for SETTING_STORM, and in what is left, SETTING_LULL
 * at least, nothing does.
 */
enum { SETTING_STORM = 8 * 60000, SETTING_LULL = 12 * 60000 };

/* How long a run is, and how busy. */
struct rhythm {
	const char *letter;     /* behind a seed; empty: none */
	uint64_t run, cycle;    /* ms */
	unsigned busy;          /* of so many storms one is busy, the others quiet */
	unsigned hectic, quiet; /* steps of a busy storm and of a quiet one, at most */
	uint64_t asks; /* ms: who asks if the bot is there does so less often, down to that */
};

/* All that a run follows from but its steps. */
struct setting {
	uint64_t seed;
	bool matrix;  /* there is a homeserver */
	bool console; /* there is somebody at a terminal, and nobody else */
	const struct rhythm *rhythm;
};

/* When things go wrong in a cycle, and with how many steps at least and at most. */
struct storm {
	uint64_t at; /* ms */
	unsigned least, most;
};

/*
 * A seed, behind it the letter of its rhythm, if it has one, and an m if there is a homeserver or a
 * c for a terminal; returns what follows.
 */
const char *setting_read(struct setting *setting, const char *text);
/* The storm of the cycle that begins then. */
struct storm setting_storm(const struct setting *setting, uint64_t cycle);
/* The date of the calendar, in seconds, on which the run begins. */
int64_t setting_date(const struct setting *setting);

#endif
