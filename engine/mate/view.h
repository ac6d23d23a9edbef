/* mate/view.h - the functions of Mate that look at a table and change nothing. */
#ifndef ENGINE_MATE_VIEW_H
#define ENGINE_MATE_VIEW_H

#include "engine/mate.h"

/* Members of struct game under the same names; game.h holds their contracts. */
void mate_legal(const struct state *state, struct moves *moves);
void mate_view(const struct state *state, unsigned seat, struct view *view);
enum refusal mate_check(const struct view *view, struct move move);
/* By suit and in the order of the game; out of cards, the one that serves again. */
unsigned mate_hand(const struct view *view, card hand[HAND_MAX]);
void mate_describe(const struct view *view, struct events *events);
struct move mate_greedy(const struct view *view);
void mate_determinize(const struct view *view, struct chance *chance, struct state *state);
void mate_think(const struct game *game, const struct view *view, unsigned level, uint64_t seed,
	void *memory, struct opinions *opinions);
const char *mate_fault(const struct state *state);

/*
 * The cards of which one is foreplaced by the opponent, as far as the view's seat can tell; empty
 * when they foreplaced none.
 */
cards mate_foreplaced(const struct mate_view *view);
/* The state a view shows when the opponent has foreplaced that one card, or none: 0. */
void mate_lay_out(const struct mate_view *sight, cards fore, struct mate *mate);

#endif
