/* deals.h - a step (step.h) in which people type the commands of deals and challenges. */
#ifndef TESTS_SIMULATE_DEALS_H
#define TESTS_SIMULATE_DEALS_H

struct chance;

void deals_type(struct chance *chance);

#endif
