/* cheat.h - people who want what is not theirs to have or to decide: steps (step.h). */
#ifndef TESTS_SIMULATE_CHEAT_H
#define TESTS_SIMULATE_CHEAT_H

struct chance;

void cheat_meddle(struct chance *chance);
void cheat_covet(struct chance *chance);
void cheat_reclaim(struct chance *chance);

#endif
