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

#include "tests/simulate/setting.h"

enum { STEP_MOST = 2400, STEP_NONE = 1000 };

struct step {
	uint64_t at; /* ms */
	unsigned kind;
	uint64_t seed;
};

/* What a kind is called in stories that are kept, and the kind of that name, STEP_NONE: none. */
const char *step_name(unsigned kind);
unsigned step_named(const char *name, size_t length);
/* Draws the list of a setting, in the order of time; returns its length. */
size_t step_draw(const struct setting *setting, struct step steps[STEP_MOST]);
/* It will happen. */
void step_plan(const struct step *step);
/* So will each storm's beginning and end. */
void step_plan_storms(const struct setting *setting);

#endif
