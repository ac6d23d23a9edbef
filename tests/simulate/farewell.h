/* farewell.h - people who ask to be forgotten: a step (step.h). */
#ifndef TESTS_SIMULATE_FAREWELL_H
#define TESTS_SIMULATE_FAREWELL_H

struct chance;

void farewell_say(struct chance *chance);

#endif
