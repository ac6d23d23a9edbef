/*
 * search.h - Monte Carlo tree search with random deals (information set MCTS), for every game and
 * any number of sides
 *
 * All deals share one tree of moves. In the tree each side chooses the move that has served it best
 * so far, and partners are one side. Below the tree a simple player moves for all seats until the
 * play-out ends.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include "engine/odds.h"
#include "engine/player.h"

struct search {
	const struct game *game;
	const struct view *view;
	/*
	 * Returns true if a play-out that began at `from` stops at `state`. It must stop at the end
	 * of the hand at the latest.
	 */
	bool (*over)(const struct state *from, const struct state *state);
	/* Estimates each seat's odds to win the match, in parts of ODDS_SURE. */
	void (*rate)(const struct state *state, int32_t odds[SEATS_MAX]);
	/*
	 * Returns a number that is the same for moves of equal value. Returns 0 for all moves of a
	 * turn that gets no place in the tree, but never for the view's seat at the root.
	 */
	uint32_t (*kind)(const struct search *search, const struct state *state, struct move move);
	/* The simple player, with the knowledge of the seat to act. NULL: greedy. */
	struct move (*play)(const struct state *state);
	/*
	 * Returns how well a random deal explains the earlier moves of the other seats, 1…10^15.
	 * The search chooses deals with this weight. NULL: all deals have the same weight.
	 */
	uint64_t (*weigh)(const struct search *search, const struct state *state);
	const void *past;  /* context of weigh */
	unsigned playouts; /* number of play-outs, 1…SEARCH_PLAYOUTS */
	unsigned follow;   /* number of eighths of the other seats' moves that `play` chooses */
};

/* Maximum number of play-outs of a search, and the bytes of memory that they need. */
enum { SEARCH_PLAYOUTS = 12000, SEARCH_MEMORY = 1 << 20 };

/*
 * Computes the opinions about all legal moves; the best move is the one with the most play-outs.
 * memory: SEARCH_MEMORY bytes, aligned for every type.
 */
void search_think(
	const struct search *search, uint64_t seed, void *memory, struct opinions *opinions);
/* A `kind` that gives every move a number of its own. */
uint32_t search_every_kind(
	const struct search *search, const struct state *state, struct move move);

#endif
