/* mitaines/think.c - the strong AI players: expert.c for two players, search.c for more */
#include "engine/mitaines/view.h"

#include <assert.h>

#include "engine/mitaines/expert.h"
#include "engine/mitaines/past.h"
#include "engine/search.h"

static_assert(sizeof(struct expert) <= MITAINES_THINK_MEMORY, "an expert fits its memory");
static_assert((size_t)SEARCH_MEMORY <= MITAINES_THINK_MEMORY, "a search fits it");

static bool deal_over(const struct state *from, const struct state *state)
{
	return state->phase != PHASE_PLAY ||
		((const struct mitaines *)state)->open.deals !=
		((const struct mitaines *)from)->open.deals;
}

/*
 * Returns the same kind for all suits of a rank, except for the ten of diamonds. Returns 0 for
 * exchanges of the other seats: they get no place in the tree.
 */
static uint32_t kind(const struct search *search, const struct state *state, struct move move)
{
	const struct mitaines_view *known = (const struct mitaines_view *)search->view;
	bool ten = move.card == TEN_OF_DIAMONDS;
	if (move.act != ACT_GIVE)
		return 1 + card_rank(move.card) + 16u * ten + 32u * move.call;
	if (((const struct mitaines *)state)->open.exchange != known->open.exchange)
		return 0;
	return search_every_kind(search, state, move);
}

static uint64_t weigh(const struct search *search, const struct state *state)
{
	return mitaines_past_fits(search->past, (const struct mitaines *)state);
}

void mitaines_think(const struct game *game, const struct view *view, unsigned level, uint64_t seed,
	void *memory, struct opinions *opinions)
{
	struct mitaines_past past;
	const struct search search = {
		.game = game,
		.view = view,
		.over = deal_over,
		.rate = mitaines_rate,
		.kind = kind,
		.weigh = level == LEVEL_EXPERT ? weigh : NULL,
		.past = &past,
		.follow = 7,
		.playouts = level == LEVEL_EXPERT ? 4000 : 52,
	};
	if (expert_plays(view)) {
		expert_think(view, level == LEVEL_EXPERT ? &effort_expert : &effort_hard, seed,
			memory, opinions);
		return;
	}
	mitaines_recall(game, &past, (const struct mitaines_view *)view);
	search_think(&search, seed, memory, opinions);
}
