#include "engine/mitaines/policy.h"

static unsigned later(const struct duel *duel)
{
	return (duel->left - 1u) / 2;
}

/* Numbers of cards of a rank: in the hand, and unseen by its player. */
struct rank_count {
	unsigned own, unseen;
};

static struct rank_count count_rank(const struct duel *duel, uint64_t hidden, unsigned rank)
{
	uint64_t hand = duel->hand[duel->turn];
	unsigned own = duel_count(hand, rank), all = (unsigned)(hidden >> rank * 4 & 7);
	if (rank == RANK_T) {
		own += duel_count(hand, DUEL_TEN);
		all += (unsigned)(hidden >> DUEL_TEN * 4 & 1);
	}
	return (struct rank_count){ own, all - own };
}

/*
 * Returns the class of a card, 0…15. It depends on how many cards of its rank are in the hand, and
 * how many the opponent may hold.
 */
static unsigned sort_of_card(const struct duel *duel, uint64_t hidden, unsigned action)
{
	unsigned rank = duel_rank(action);
	struct rank_count count = count_rank(duel, hidden, rank);
	unsigned stay = count.own < 3 ? count.own - 1 : 2;
	if (duel_lane(action) == DUEL_TEN)
		return 15;
	return rank == RANK_J ? 12 + stay : stay * 4 + count.unseen;
}

static unsigned case_of_call(const struct duel *duel, uint64_t hidden, unsigned action)
{
	static const uint8_t by_kind[] = { 0, 3, 5 };
	const struct duel_pile *pile = &duel->pile;
	unsigned rank = duel_rank(action), kind = (unsigned)duel_kind(action), sort;
	unsigned place = pile->count == 0 ? 0 : pile->stake == 0 ? 1 : 2;
	unsigned height = rank == RANK_J ? 3 : rank < RANK_7 ? 0 : rank <= RANK_T ? 1 : 2;
	if (pile->caller != DUEL_NOBODY)
		place = 3;
	if (duel_lane(action) == DUEL_TEN)
		sort = 24 + kind;
	else
		sort = height * 6 + by_kind[kind] + count_rank(duel, hidden, rank).unseen;
	return POLICY_CALL + (place * 6 + later(duel)) * 32 + sort;
}

static unsigned case_of_capture(const struct duel *duel, unsigned rank, bool ten, int points)
{
	const struct duel_pile *pile = &duel->pile;
	unsigned how = rank == RANK_J ? 4 : 0;
	if (pile->caller != DUEL_NOBODY)
		how = 12;
	else if (rank != pile->top)
		how = 8;
	return POLICY_CAPTURE + later(duel) * 16 + how +
		(ten                           ? 3
				: points == 0  ? 0
				: points <= 20 ? 1
					       : 2);
}

unsigned policy_case(
	const struct duel_rules *rules, const struct duel *duel, uint64_t hidden, unsigned action)
{
	const struct duel_pile *pile = &duel->pile;
	unsigned rank = duel_rank(action), place;
	bool ten = duel_lane(action) == DUEL_TEN;
	if (duel_kind(action) >= 0)
		return case_of_call(duel, hidden, action);
	int capture = duel_capture(rules, duel, rank);
	if (capture >= 0)
		return case_of_capture(duel, rank, ten, capture + pile->stake);
	if (pile->caller != DUEL_NOBODY)
		return POLICY_FROZEN + later(duel) * 32 +
			(rank == pile->rank ? 16 + (unsigned)ten
					    : sort_of_card(duel, hidden, action));
	place = pile->stake > 0 ? 3 : pile->count;
	return POLICY_LIE + (later(duel) * 4 + place) * 16 + sort_of_card(duel, hidden, action);
}

unsigned policy_choose(const struct playout_policy *policy, const struct duel_rules *rules,
	const struct duel *duel, uint64_t hidden, struct chance *chance)
{
	uint64_t actions = duel_legal(rules, duel), left = actions;
	uint32_t reach[DUEL_ACTIONS], sum = 0, point;
	unsigned at = 0;
	if ((actions & (actions - 1)) == 0)
		return (unsigned)__builtin_ctzll(actions);
	do {
		sum += policy->weight[policy_case(
			rules, duel, hidden, (unsigned)__builtin_ctzll(left))];
		reach[at++] = sum;
		left &= left - 1;
	} while (left != 0);
	point = (uint32_t)((uint32_t)chance_next(chance) * (uint64_t)sum >> 32);
	/* GCOVR_EXCL_BR_START: point is below the last sum. */
	for (unsigned i = 0; i < at && reach[i] <= point; i++)
		/* GCOVR_EXCL_BR_STOP */
		actions &= actions - 1;
	return (unsigned)__builtin_ctzll(actions);
}

uint32_t policy_share(const struct playout_policy *policy, const struct duel_rules *rules,
	const struct duel *duel, uint64_t hidden, unsigned action)
{
	uint32_t own = policy->weight[policy_case(rules, duel, hidden, action)], sum = own;
	uint64_t others = duel_legal(rules, duel) & ~(UINT64_C(1) << action);
	for (uint64_t left = others; left != 0; left &= left - 1)
		sum += policy->weight[policy_case(
			rules, duel, hidden, (unsigned)__builtin_ctzll(left))];
	return (uint32_t)((uint64_t)own * POLICY_SURE / sum);
}

/*
 * Returns the action that scores most, or DUEL_ACTIONS if no action scores. Among equals, returns
 * the lowest.
 */
static unsigned most_points(const struct duel_rules *rules, const struct duel *duel, uint64_t plain)
{
	const struct duel_pile *pile = &duel->pile;
	unsigned found = DUEL_ACTIONS;
	int best = 0;
	if (pile->count == 0)
		return found;
	plain &= pile->caller != DUEL_NOBODY ? rules->own[pile->rank]
					     : rules->own[pile->top] | rules->own[RANK_J];
	for (; plain != 0; plain &= plain - 1) {
		unsigned action = (unsigned)__builtin_ctzll(plain);
		int capture = duel_capture(rules, duel, duel_rank(action));
		int points =
			capture + pile->stake + (duel_lane(action) == DUEL_TEN ? rules->ten : 0);
		if (capture >= 0 && points > best) {
			best = points;
			found = action;
		}
	}
	return found;
}

static unsigned keep_value(const struct duel_rules *rules, uint64_t hand, unsigned action)
{
	unsigned rank = duel_rank(action);
	unsigned own = duel_count(hand, rank) + (rank == RANK_T ? duel_count(hand, DUEL_TEN) : 0);
	return (rank == RANK_J || duel_lane(action) == DUEL_TEN ? 512u : 0) + (own > 1 ? 256u : 0) +
		rules->height[rank];
}

unsigned policy_greedy(const struct duel_rules *rules, const struct duel *duel)
{
	uint64_t actions = duel_legal(rules, duel), plain = actions & DUEL_PLAIN;
	unsigned found = most_points(rules, duel, plain), most = 0, least = 1024;
	if (found != DUEL_ACTIONS)
		return found;
	for (uint64_t calls = actions ^ plain; calls != 0; calls &= calls - 1) {
		unsigned action = (unsigned)__builtin_ctzll(calls);
		unsigned height =
			(unsigned)duel_kind(action) * 64 + rules->height[duel_rank(action)] + 1u;
		if (height > most) {
			most = height;
			found = action;
		}
	}
	for (; most == 0 && plain != 0; plain &= plain - 1) {
		unsigned action = (unsigned)__builtin_ctzll(plain);
		unsigned value = keep_value(rules, duel->hand[duel->turn], action);
		if (value < least) {
			least = value;
			found = action;
		}
	}
	return found;
}
