/* mitch_think.c - the strong players of Mitch. */
#include "engine/mitch_view.h"
#include "engine/search.h"

/* A hand sways the match by so many points, in the sense of odds_share. */
enum { SWAY = 4 };

static bool hand_over(const struct state *from, const struct state *state)
{
	(void)from;
	return state->phase != PHASE_PLAY;
}

static void rate(const struct state *state, int32_t odds[SEATS_MAX])
{
	unsigned left = ((const struct mitch *)state)->open.option[MITCH_HANDS] - state->hand;

	odds_share(state->total, state->players, (int32_t)(SWAY * odds_root(16 * left) / 4), odds);
}

void mitch_think(const struct view *view, unsigned level, uint64_t seed, void *memory,
	struct opinions *opinions)
{
	const struct search search = {
		.game = &mitch_game,
		.view = view,
		.over = hand_over,
		.rate = rate,
		.playouts = level == LEVEL_EXPERT ? 4000 : 64,
	};

	search_think(&search, seed, memory, opinions);
}
