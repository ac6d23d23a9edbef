/* farewell.h - a step (step.h) in which a person asks to be forgotten. */
#ifndef TESTS_SIMULATE_FAREWELL_H
#define TESTS_SIMULATE_FAREWELL_H

struct chance;

void farewell_say(struct chance *chance);

#endif
