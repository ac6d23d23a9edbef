/* mitaines/think.c - the strong players of Mitaines. */
#include "engine/mitaines/think.h"

#include <assert.h>

#include "engine/mitaines/deal.h"
#include "engine/mitaines/expert.h"
#include "engine/mitaines/past.h"
#include "engine/search.h"

/*
 * The best side gets about PACE points a hand; each hand sways the match by SWAY points, in the
 * sense of odds_share.
 */
enum { PACE = 90, SWAY = 35 };

static bool deal_over(const struct state *from, const struct state *state)
{
	return state->phase != PHASE_PLAY ||
		((const struct mitaines *)state)->open.deals !=
		((const struct mitaines *)from)->open.deals;
}

/* Hands still to be played, in parts of 64, when the best side has so many points. */
static uint32_t hands_left(const struct mitaines *table, int32_t best)
{
	uint32_t hands = 0;
	if (best < table->open.rules.target)
		hands = (uint32_t)(table->open.rules.target - best) * 64 / PACE + 32;
	if (table->head.phase == PHASE_PLAY)
		hands += 64u * table->open.undealt / CARD_COUNT;
	return hands;
}

void mitaines_rate(const struct state *state, int32_t odds[SEATS_MAX])
{
	const struct mitaines *table = (const struct mitaines *)state;
	int32_t score[SEATS_MAX] = { 0 }, share[SEATS_MAX], best = 0;
	unsigned sides = 0;
	for (unsigned i = 0; i < state->players; i++) {
		unsigned side = mitaines_side(state, i);
		sides = side >= sides ? side + 1 : sides;
		score[side] += state_score(state, i);
		best = score[side] > best ? score[side] : best;
	}
	odds_share(score, sides, (int32_t)(SWAY * odds_root(hands_left(table, best)) / 8), share);
	for (unsigned i = 0; i < state->players; i++)
		odds[i] = share[mitaines_side(state, i)];
}

static_assert(sizeof(struct expert) <= MITAINES_THINK_MEMORY, "an expert fits its memory");
static_assert((size_t)SEARCH_MEMORY <= MITAINES_THINK_MEMORY, "a search fits it");

/* Suits matter for the ten of diamonds only. An exchange is thought about by who is to give. */
static uint32_t kind(const struct search *search, const struct state *state, struct move move)
{
	const struct mitaines_view *sight = (const struct mitaines_view *)search->view;
	bool ten = move.card == TEN_OF_DIAMONDS;
	if (move.act != ACT_GIVE)
		return 1 + card_rank(move.card) + 16u * ten + 32u * move.call;
	if (((const struct mitaines *)state)->open.exchange != sight->open.exchange)
		return 0;
	return search_every_kind(search, state, move);
}

static uint64_t weigh(const struct search *search, const struct state *state)
{
	return mitaines_past_fits(search->past, (const struct mitaines *)state);
}

void mitaines_think(const struct view *view, unsigned level, uint64_t seed, void *memory,
	struct opinions *opinions)
{
	struct mitaines_past past;
	const struct search search = {
		.game = &mitaines_game,
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
	mitaines_recall(&past, (const struct mitaines_view *)view);
	search_think(&search, seed, memory, opinions);
}
