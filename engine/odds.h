/* odds.h - the odds of each side, from its points; integers, so equal on every machine */
#ifndef ENGINE_ODDS_H
#define ENGINE_ODDS_H

#include <stdint.h>

enum { ODDS_SURE = 1 << 16 };

/*
 * Sets odds[i] to the probability, in parts of ODDS_SURE, that side i of `count` finishes best. A
 * side that is `spread` points behind another has half its probability. spread (0…2^20) grows with
 * the points still to be played; 0 means that nothing is left to play. The sum is nearly ODDS_SURE.
 */
void odds_share(const int32_t *score, unsigned count, int32_t spread, int32_t *odds);
/* Returns the square root, rounded down. */
uint32_t odds_root(uint32_t number);

#endif
