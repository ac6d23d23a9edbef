/*
 * search.h - thinking about a move by playing on in imagined tables: for every game, and for any
 * number of sides.
 *
 * A tree is grown over the moves that follow, one tree for all imagined tables: each side chooses
 * what has served it best so far, and partners are one side. Beyond the tree a simple player goes
 * on for everybody until the play-out is over.
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
	/*
	 * A number, the same for moves that are as good as the same; 0 for all moves of a seat that
	 * are not worth a place in the tree, never for those of the view's seat at the root.
	 */
	uint32_t (*kind)(const struct search *search, const struct state *state, struct move move);
	/* The simple player: it looks at what the seat to act knows. NULL: the game's greedy. */
	struct move (*play)(const struct state *state);
	/*
	 * How well what others did before fits an imagined table, 1…10^15: such tables are taken
	 * the more often. NULL: all fit alike.
	 */
	uint64_t (*weigh)(const struct search *search, const struct state *state);
	const void *past;  /* what weigh looks at */
	unsigned playouts; /* so many in all, 1…SEARCH_PLAYOUTS */
	unsigned follow;   /* of eight moves that others make in the tree, so many are play's */
};

/* Bytes of scratch memory, aligned for every type, and what they suffice for. */
enum { SEARCH_PLAYOUTS = 12000, SEARCH_MEMORY = 1 << 20 };

/* Fills in what is thought of all legal moves, and the one that held out best. */
void search_think(
	const struct search *search, uint64_t seed, void *memory, struct opinions *opinions);
/* The kind of a move where every move is of its own. */
uint32_t search_every_kind(
	const struct search *search, const struct state *state, struct move move);

#endif
