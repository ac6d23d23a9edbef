/* mitaines/view.h - the functions of Mitaines that only read a table */
#ifndef ENGINE_MITAINES_VIEW_H
#define ENGINE_MITAINES_VIEW_H

#include "engine/mitaines.h"

/* Members of struct game; game.h documents them. */
void mitaines_view(const struct state *state, unsigned seat, struct view *view);
struct move mitaines_canonical(const struct view *view, struct move move);
enum refusal mitaines_check(const struct view *view, struct move move);
unsigned mitaines_hand(const struct view *view, card hand[HAND_MAX]);
void mitaines_describe(const struct view *view, struct events *events);
struct move mitaines_greedy(const struct view *view);
void mitaines_determinize(const struct view *view, struct chance *chance, struct state *state);
bool mitaines_captured(const struct game *game, const struct view *view, struct captured *captured);
void mitaines_think(const struct game *game, const struct view *view, unsigned level, uint64_t seed,
	void *memory, struct opinions *opinions);
enum { MITAINES_THINK_MEMORY = 1 << 21 };

/* Estimates each seat's odds to win the match, in parts of ODDS_SURE, from points alone. */
void mitaines_rate(const struct state *state, int32_t odds[SEATS_MAX]);

#endif
