/* odds.h - how likely sides are to win, from their scores; whole numbers, so the same everywhere.
 */
#ifndef ENGINE_ODDS_H
#define ENGINE_ODDS_H

#include <stdint.h>

enum { ODDS_SURE = 1 << 16 };

/*
 * Fills odds[i] with the chance, in parts of ODDS_SURE, that side i of count comes out best. A side
 * that is `spread` points (0…2^20) behind another has half its chance: the more is still to be
 * played, the larger; 0: all is played. The chances add up to ODDS_SURE, nearly.
 */
void odds_share(const int32_t *score, unsigned count, int32_t spread, int32_t *odds);
/* The square root, rounded down. */
uint32_t odds_root(uint32_t number);

#endif
