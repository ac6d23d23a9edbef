/* mitaines/peer.c - plain perfect-information Monte Carlo. */
#include "engine/mitaines/peer.h"

#include <assert.h>

#include "engine/mitaines/think.h"

static_assert(sizeof(struct peer) <= MITAINES_THINK_MEMORY, "it fits a player's memory");

/* Adds what every action brings in one world. */
static void solve_world(struct peer *peer, const struct duel *duel, int sum[DUEL_ACTIONS])
{
	uint64_t actions = duel_legal(&peer->rules, duel);

	for (; actions != 0; actions &= actions - 1) {
		unsigned action = (unsigned)__builtin_ctzll(actions);

		sum[action] += exact_action(&peer->exact, duel, action);
	}
}

static unsigned best_of(uint64_t actions, const int sum[DUEL_ACTIONS])
{
	unsigned best = (unsigned)__builtin_ctzll(actions);

	for (; actions != 0; actions &= actions - 1)
		if (sum[__builtin_ctzll(actions)] > sum[best])
			best = (unsigned)__builtin_ctzll(actions);
	return best;
}

bool peer_plays(const struct game *game, const struct state *state)
{
	return game == &mitaines_game &&
		duel_covers(&((const struct mitaines *)state)->open, state->players);
}

struct move peer_move(const struct view *view, uint64_t seed, struct peer *peer)
{
	const struct mitaines_view *sight = (const struct mitaines_view *)view;
	struct chance chance = { seed };
	int sum[DUEL_ACTIONS] = { 0 };
	struct duel duel;
	uint64_t actions;
	/* In the last deal there is one world only. */
	unsigned worlds = sight->open.undealt > 0 ? PEER_WORLDS : 1;

	duel_set_rules(&peer->rules, &sight->open.rules);
	duel_set(&duel, &sight->open, view->seat);
	duel.hand[view->seat] = duel_pack(sight->hand);
	actions = duel_legal(&peer->rules, &duel);
	if ((actions & (actions - 1)) == 0)
		worlds = 0;
	worlds_open(&peer->worlds, &peer->rules, sight);
	exact_open(&peer->exact, &peer->rules, duel.left);
	for (; worlds > 0; worlds--) {
		duel.hand[view->seat ^ 1] = worlds_draw(&peer->worlds, &chance);
		exact_turn(&peer->exact, 0);
		solve_world(peer, &duel, sum);
	}
	return duel_move(sight->hand, best_of(actions, sum));
}
