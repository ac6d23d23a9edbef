/* mitaines/belief.c - Bayes' rule over hands and two kinds of opponent */
#include "engine/mitaines/belief.h"

/*
 * GREEDY_AT_FIRST: prior probability of a greedy opponent, in parts of POLICY_SURE. POLICY_SLIPS,
 * GREEDY_SLIPS: an opponent of that kind plays at random once in this many plays.
 */
enum { GREEDY_AT_FIRST = POLICY_SURE * 3 / 10, POLICY_SLIPS = 5, GREEDY_SLIPS = 25 };

/* The likelihood of plays that are certain. SURE * POLICY_SURE fits 64 bits. */
#define SURE (UINT64_C(1) << 47)

/* The likelihood of some plays for each kind of opponent, in parts of SURE. */
struct likely {
	uint64_t policy, greedy;
};

static const struct likely at_first = { SURE, SURE };

/* Multiplies the likelihood by the probability of one play with that hand. */
static void weigh_play(const struct samples *samples, const struct playout_policy *policy,
	const struct sample_play *play, const struct duel *duel, struct likely *likely)
{
	uint64_t actions = duel_legal(samples->rules, duel);
	uint32_t slip = POLICY_SURE / (uint32_t)__builtin_popcountll(actions);
	uint32_t share = policy_share(policy, samples->rules, duel, play->hidden, play->action);
	unsigned greedy = policy_greedy(samples->rules, duel);
	bool same = duel_rank(greedy) == duel_rank(play->action) &&
		duel_kind(greedy) == duel_kind(play->action);
	uint32_t follows = same ? POLICY_SURE : 0;
	share = (share * (POLICY_SLIPS - 1) + slip) / POLICY_SLIPS;
	follows = (follows * (GREEDY_SLIPS - 1) + slip) / GREEDY_SLIPS;
	likely->policy = likely->policy * share / POLICY_SURE;
	likely->greedy = likely->greedy * follows / POLICY_SURE;
}

/*
 * Returns the likelihood of the plays from `first` to `end` - 1, all of one deal, if the opponent
 * held `hand` after them.
 */
static struct likely weigh_deal(const struct samples *samples, const struct playout_policy *policy,
	unsigned first, unsigned end, uint64_t hand)
{
	struct likely likely = at_first;
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

/*
 * Estimates from the finished deals of this hand how probable a greedy opponent is, in parts of
 * POLICY_SURE. Never returns 0 or POLICY_SURE, so later plays can change the estimate.
 */
static uint32_t greedy_so_far(const struct samples *samples, const struct playout_policy *policy)
{
	uint64_t greedy = GREEDY_AT_FIRST;
	for (unsigned first = 0; first < samples->past; first += samples->dealt) {
		struct likely likely =
			weigh_deal(samples, policy, first, first + samples->dealt, 0);
		uint64_t with = likely.greedy * greedy / 2;
		uint64_t all = with + likely.policy * (POLICY_SURE - greedy) / 2;
		greedy = with / (all / POLICY_SURE + 1);
		greedy = greedy < 1 ? 1 : greedy < POLICY_SURE ? greedy : POLICY_SURE - 1;
	}
	return (uint32_t)greedy;
}

void belief_open(struct belief *belief, struct samples *samples,
	const struct playout_policy *policy, struct chance *chance)
{
	uint32_t greedy = policy != NULL ? greedy_so_far(samples, policy) : GREEDY_AT_FIRST;
	uint64_t reach[BELIEF_HANDS][2], sum = 0;
	for (unsigned i = 0; i < BELIEF_HANDS; i++) {
		struct likely likely = at_first;
		belief->hand[i] = samples_draw(samples, chance);
		if (policy != NULL)
			likely = weigh_deal(
				samples, policy, samples->past, samples->plays, belief->hand[i]);
		reach[i][0] = sum += likely.policy * (POLICY_SURE - greedy) / POLICY_SURE;
		reach[i][1] = sum += likely.greedy * greedy / POLICY_SURE;
	}
	unsigned shift = 0;
	while (sum >> shift > UINT32_MAX)
		shift++;
	uint64_t squares = 1, before = 0;
	for (unsigned i = 0; i < BELIEF_HANDS; i++) {
		belief->reach[i][0] = (uint32_t)(reach[i][0] >> shift);
		belief->reach[i][1] = (uint32_t)(reach[i][1] >> shift);
		uint64_t weight = (reach[i][1] >> shift) - before;
		squares += weight * weight / BELIEF_HANDS;
		before = belief->reach[i][1];
	}
	belief->effective = 1 + (uint32_t)(before * before / BELIEF_HANDS / squares);
}

uint64_t belief_draw(const struct belief *belief, struct chance *chance, bool *greedy)
{
	uint32_t mark = chance_below(chance, belief->reach[BELIEF_HANDS - 1][1]);
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
