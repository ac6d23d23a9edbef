/* cheat.h - steps (step.h) in which people try to take others' seats or to decide for others. */
#ifndef TESTS_SIMULATE_CHEAT_H
#define TESTS_SIMULATE_CHEAT_H

struct chance;

void cheat_meddle(struct chance *chance);
void cheat_covet(struct chance *chance);
void cheat_reclaim(struct chance *chance);

#endif
