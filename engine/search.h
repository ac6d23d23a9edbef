/*
 * search.h - thinking about a move by playing it out in imagined tables: for every game, and for
 * any number of sides.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include "engine/odds.h"
#include "engine/player.h"

/* How a game is searched. */
struct search {
	const struct game *game;
	const struct view *view;
	/* Where play-outs from a state stop; not later than the end of the hand. */
	bool (*over)(const struct state *from, const struct state *state);
	/* How likely each seat's side is to win the match, in parts of ODDS_SURE, at such an end.
	 */
	void (*rate)(const struct state *state, int32_t odds[SEATS_MAX]);
	unsigned playouts; /* about so many in all */
	unsigned slips;    /* of so many moves of a play-out one is any legal one; 0: none */
};

/* Bytes of scratch memory, aligned for every type. */
enum { SEARCH_MEMORY = 1 << 13 };

/* Fills in what is thought of all legal moves, and the best of them. */
void search_think(
	const struct search *search, uint64_t seed, void *memory, struct opinions *opinions);
/* What a seat's side has more than the best other side. */
int32_t search_lead(const struct game *game, const struct state *state, unsigned seat);

#endif
