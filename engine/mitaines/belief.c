/* mitaines/belief.c - Bayes' rule over hands and two kinds of opponent */
#include "engine/mitaines/belief.h"

/*
 * GREEDY_AT_FIRST: prior probability of a greedy opponent. SLIPS: probability that an opponent of
 * either kind plays a random action.
 */
#define GREEDY_AT_FIRST 0.3f
#define POLICY_SLIPS    0.2f
#define GREEDY_SLIPS    0.04f

/* The likelihood of some plays for each kind of opponent. */
struct likely {
	float policy, greedy;
};

/* Multiplies the likelihood by the probability of one play with that hand. */
static void weigh_play(const struct samples *samples, const struct playout_policy *policy,
	const struct sample_play *play, const struct duel *duel, struct likely *likely)
{
	uint64_t actions = duel_legal(samples->rules, duel);
	float number = (float)__builtin_popcountll(actions);
	float share = policy_share(policy, samples->rules, duel, play->hidden, play->action);
	unsigned greedy = policy_greedy(samples->rules, duel);
	bool same = duel_rank(greedy) == duel_rank(play->action) &&
		duel_kind(greedy) == duel_kind(play->action);
	likely->policy *= share * (1 - POLICY_SLIPS) + POLICY_SLIPS / number;
	likely->greedy *= (same ? 1 - GREEDY_SLIPS : 0) + GREEDY_SLIPS / number;
}

/*
 * Returns the likelihood of the plays from `first` to `end` - 1, all of one deal, if the opponent
 * held `hand` after them.
 */
static struct likely weigh_deal(const struct samples *samples, const struct playout_policy *policy,
	unsigned first, unsigned end, uint64_t hand)
{
	struct likely likely = { 1, 1 };
	unsigned held = samples->dealt - (end - first);
	for (unsigned i = end; i-- > first;) {
		const struct sample_play *play = &samples->play[i];
		struct duel duel = { .turn = samples->other, .pile = play->pile };
		hand = duel_more(hand, duel_lane(play->action));
		duel.hand[samples->other] = hand;
		duel.left = (uint8_t)(2 * ++held);
		weigh_play(samples, policy, play, &duel, &likely);
	}
	return likely;
}

/* Returns the probability of a greedy opponent after the finished deals of this hand. */
static float greedy_so_far(const struct samples *samples, const struct playout_policy *policy)
{
	float greedy = GREEDY_AT_FIRST;
	for (unsigned first = 0; first < samples->past; first += samples->dealt) {
		struct likely likely =
			weigh_deal(samples, policy, first, first + samples->dealt, 0);
		greedy = greedy * likely.greedy /
			(greedy * likely.greedy + (1 - greedy) * likely.policy);
	}
	return greedy;
}

void belief_open(struct belief *belief, struct samples *samples,
	const struct playout_policy *policy, struct chance *chance)
{
	float greedy = policy != NULL ? greedy_so_far(samples, policy) : GREEDY_AT_FIRST, sum = 0;
	for (unsigned i = 0; i < BELIEF_HANDS; i++) {
		uint64_t hand = samples_draw(samples, chance);
		struct likely likely = { 1, 1 };
		if (policy != NULL)
			likely = weigh_deal(samples, policy, samples->past, samples->plays, hand);
		belief->hand[i] = hand;
		belief->reach[i][0] = sum += likely.policy * (1 - greedy);
		belief->reach[i][1] = sum += likely.greedy * greedy;
	}
}

uint64_t belief_draw(const struct belief *belief, struct chance *chance, bool *greedy)
{
	float sum = belief->reach[BELIEF_HANDS - 1][1];
	float mark = (float)(chance_next(chance) >> 40) / (1 << 24) * sum;
	unsigned low = 0, high = BELIEF_HANDS - 1;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		if (belief->reach[middle][1] > mark)
			high = middle;
		else
			low = middle + 1;
	}
	*greedy = belief->reach[low][0] <= mark;
	return belief->hand[low];
}
