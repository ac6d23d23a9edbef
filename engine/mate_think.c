/* mate_think.c - the strong players of Mate. */
#include "engine/mate_view.h"
#include "engine/search.h"

/* A hand sways the match by so many points, in the sense of odds_share. */
enum { SWAY = 20 };

static bool hand_over(const struct state *from, const struct state *state)
{
	return state->phase != PHASE_PLAY ||
		((const struct mate *)state)->open.second !=
		((const struct mate *)from)->open.second;
}

static void rate(const struct state *state, int32_t odds[SEATS_MAX])
{
	unsigned hands = 2u * (MATE_ROUNDS - state->hand) + (state->phase == PHASE_PLAY);
	int32_t score[MATE_SEATS] = { state_score(state, 0), state_score(state, 1) };

	odds_share(score, MATE_SEATS, (int32_t)(SWAY * odds_root(16 * hands) / 4), odds);
}

void mate_think(const struct view *view, unsigned level, uint64_t seed, void *memory,
	struct opinions *opinions)
{
	const struct search search = {
		.game = &mate_game,
		.view = view,
		.over = hand_over,
		.rate = rate,
		.playouts = level == LEVEL_EXPERT ? 4000 : 64,
	};

	search_think(&search, seed, memory, opinions);
}
