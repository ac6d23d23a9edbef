/* mitaines/view.h - the functions of Mitaines that only read a table */
#ifndef ENGINE_MITAINES_VIEW_H
#define ENGINE_MITAINES_VIEW_H

#include "engine/mitaines/state.h"

/* Members of struct game; game.h documents them. */
void mitaines_view(const struct state *state, unsigned seat, struct view *view);
struct move mitaines_canonical(const struct view *view, struct move move);
enum refusal mitaines_check(const struct view *view, struct move move);
unsigned mitaines_hand(const struct view *view, card hand[HAND_MAX]);
void mitaines_describe(const struct view *view, struct events *events);
struct move mitaines_greedy(const struct view *view);
void mitaines_determinize(const struct view *view, struct chance *chance, struct state *state);

#endif
