/* mitaines/odds.h - how likely each side wins a match of Mitaines. */
#ifndef ENGINE_MITAINES_ODDS_H
#define ENGINE_MITAINES_ODDS_H

#include "engine/mitaines/state.h"

/*
 * How likely each seat's side is to win the match, in parts of ODDS_SURE (engine/odds.h), judged by
 * points alone.
 */
void mitaines_rate(const struct state *state, int32_t odds[SEATS_MAX]);

#endif
