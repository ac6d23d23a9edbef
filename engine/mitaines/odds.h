/* mitaines/odds.h - the probability that each side wins a match of Mitaines */
#ifndef ENGINE_MITAINES_ODDS_H
#define ENGINE_MITAINES_ODDS_H

#include "engine/mitaines/state.h"

/* Estimates each seat's odds to win the match, in parts of ODDS_SURE, from points alone. */
void mitaines_rate(const struct state *state, int32_t odds[SEATS_MAX]);

#endif
