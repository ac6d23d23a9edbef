/*
 * step.h - what a run consists of: things that people do, and that go wrong, each drawn from the
 * run's seed before it begins, and each decided by a seed of its own: so any part of the list can
 * be lived through without the rest.
 */
#ifndef TESTS_SIMULATE_STEP_H
#define TESTS_SIMULATE_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * ms: in each cycle of a run things go wrong for STEP_STORM, and in what is left, STEP_LULL at
 * least, nothing does.
 */
enum { STEP_STORM = 8 * 60000, STEP_LULL = 12 * 60000 };
enum { STEP_MOST = 2400, STEP_NONE = 1000 };

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
	bool matrix; /* there is a homeserver */
	const struct rhythm *rhythm;
};

struct step {
	uint64_t at; /* ms */
	unsigned kind;
	uint64_t seed;
};

/* What a kind is called in stories that are kept, and the kind of that name, STEP_NONE: none. */
const char *step_name(unsigned kind);
unsigned step_named(const char *name, size_t length);
/*
 * A seed, behind it the letter of its rhythm, if it has one, and an m if there is a homeserver;
 * returns what follows.
 */
const char *step_setting(struct setting *setting, const char *text);
/* Draws the list of a setting, in the order of time; returns its length. */
size_t step_draw(const struct setting *setting, struct step steps[STEP_MOST]);
/* It will happen. */
void step_plan(const struct step *step);
/* So will each storm's beginning and end. */
void step_plan_storms(const struct setting *setting);

#endif
