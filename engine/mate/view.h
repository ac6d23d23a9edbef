/* mate/view.h - the functions of Mate that only read a table */
#ifndef ENGINE_MATE_VIEW_H
#define ENGINE_MATE_VIEW_H

#include "engine/mate.h"

/* Members of struct game; game.h documents them. */
void mate_legal(const struct state *state, struct moves *moves);
void mate_view(const struct state *state, unsigned seat, struct view *view);
enum refusal mate_check(const struct view *view, struct move move);
/*
 * Lists the cards by suit and the game's order of ranks. A player without cards has the last card
 * played.
 */
unsigned mate_hand(const struct view *view, card hand[HAND_MAX]);
void mate_describe(const struct view *view, struct events *events);
struct move mate_greedy(const struct view *view);
void mate_determinize(const struct view *view, struct chance *chance, struct state *state);
void mate_think(const struct game *game, const struct view *view, unsigned level, uint64_t seed,
	void *memory, struct opinions *opinions);

/* Returns the possible foreplaced cards of the opponent; empty if none was foreplaced. */
cards mate_foreplaced(const struct mate_view *view);
/*
 * Fills the state that agrees with a view and with `fore`: the opponent's foreplaced card, as a set
 * of one card, or 0.
 */
void mate_lay_out(const struct mate_view *known, cards fore, struct mate *mate);

#endif
