/*
 * step.h - the steps of a run: acts of people, and faults. They are drawn from the run's seed
 * before the run begins, and each has a seed of its own. So a run can leave out any step without a
 * change of the others.
 */
#ifndef TESTS_SIMULATE_STEP_H
#define TESTS_SIMULATE_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/simulate/setting.h"

enum { STEP_MOST = 2400, STEP_NONE = 1000 };

struct step {
	uint64_t at; /* ms after the start of the run */
	unsigned kind;
	uint64_t seed;
};

/* step_name returns the name of a kind of step in stories. step_named returns the kind of that
 * name, or STEP_NONE if it is unknown. */
const char *step_name(unsigned kind);
unsigned step_named(const char *name, size_t length);
/* Draws all steps of a setting, in the order of their times. Returns their number. */
size_t step_draw(const struct setting *setting, struct step steps[STEP_MOST]);
/* Schedules a step in the world. */
void step_plan(const struct step *step);
/* Schedules the beginning and end of each storm of a run. */
void step_plan_storms(const struct setting *setting);

#endif
