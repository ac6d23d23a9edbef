/* mitch/view.h - the functions of Mitch that only read a table */
#ifndef ENGINE_MITCH_VIEW_H
#define ENGINE_MITCH_VIEW_H

#include "engine/mitch.h"

/* Members of struct game; game.h documents them. */
void mitch_legal(const struct state *state, struct moves *moves);
void mitch_view(const struct state *state, unsigned seat, struct view *view);
enum refusal mitch_check(const struct view *view, struct move move);
/* Lists the hand sorted by suit, like the columns. */
unsigned mitch_hand(const struct view *view, card hand[HAND_MAX]);
void mitch_describe(const struct view *view, struct events *events);
struct move mitch_greedy(const struct view *view);
void mitch_determinize(const struct view *view, struct chance *chance, struct state *state);
void mitch_think(const struct game *game, const struct view *view, unsigned level, uint64_t seed,
	void *memory, struct opinions *opinions);
/* Returns true if mitch_think knows all options. Else `greedy` moves in its play-outs. */
bool mitch_think_knows(const struct mitch_open *open);

#endif
