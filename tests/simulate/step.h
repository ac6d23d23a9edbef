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
 * ms: STEP_RUN is a run, of STEP_RUN / STEP_CYCLE cycles. In each things go wrong for STEP_STORM,
 * and in what is left nothing does.
 */
enum { STEP_STORM = 8 * 60000, STEP_CYCLE = 20 * 60000, STEP_RUN = 3 * STEP_CYCLE };
enum { STEP_MOST = 400, STEP_NONE = 1000 };

struct step {
	uint64_t at; /* ms */
	unsigned kind;
	uint64_t seed;
};

/* What a kind is called in stories that are kept, and the kind of that name, STEP_NONE: none. */
const char *step_name(unsigned kind);
unsigned step_named(const char *name, size_t length);
/* Draws the list of a seed, in the order of time; returns its length. matrix: there is a
 * homeserver. */
size_t step_draw(uint64_t seed, bool matrix, struct step steps[STEP_MOST]);
/* It will happen. */
void step_plan(const struct step *step);
/* So will the end of each storm. */
void step_plan_calm(void);

#endif
