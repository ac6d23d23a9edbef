/*
 * mitaines/peer.h - a player to measure the expert by: plain perfect-information Monte Carlo. It
 * solves the current deal exactly in worlds that are all equally likely, and makes the move that
 * is best on average; the last deal it plays as the expert does. Only tools play with it.
 */
#ifndef ENGINE_MITAINES_PEER_H
#define ENGINE_MITAINES_PEER_H

#include "engine/mitaines/exact.h"
#include "engine/mitaines/world.h"

enum { PEER_WORLDS = 100 };

/* The memory it thinks in. */
struct peer {
	struct duel_rules rules;
	struct worlds worlds;
	struct exact exact;
};

/* Whether it can play at a table: Mitaines between two. */
bool peer_plays(const struct game *game, const struct state *state);
/* The move of the view's seat, whose turn it is; always the same for a view and seed. */
struct move peer_move(const struct view *view, uint64_t seed, struct peer *peer);

#endif
