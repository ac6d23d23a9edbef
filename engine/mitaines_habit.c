/* mitaines_habit.c - rules of thumb. */
#include "engine/mitaines_habit.h"

static unsigned first_of(uint64_t actions)
{
	return (unsigned)__builtin_ctzll(actions);
}

/* The dearest lane and the highest kind: the ten of diamonds scores when it captures. */
static unsigned last_of(uint64_t actions)
{
	return 63u - (unsigned)__builtin_clzll(actions);
}

static unsigned any_of(uint64_t actions, struct chance *chance)
{
	unsigned skip = chance_below(chance, (unsigned)__builtin_popcountll(actions));

	while (skip-- > 0)
		actions &= actions - 1;
	return first_of(actions);
}

/* A card that captures something on a pile that is not frozen, or no action. */
static unsigned sweep(const struct duel_rules *rules, const struct duel *duel, uint64_t plain)
{
	const struct duel_pile *pile = &duel->pile;
	uint64_t equal = plain & rules->own[pile->top];

	if (pile->count == 0)
		return DUEL_ACTIONS;
	if (equal != 0)
		return duel_capture(rules, duel, pile->top) + pile->stake > 0 ||
				duel_lane(last_of(equal)) == DUEL_TEN
			? last_of(equal)
			: DUEL_ACTIONS;
	return (plain & DUEL_LANE(RANK_J)) != 0 && pile->stake > 0 ? RANK_J * 4 : DUEL_ACTIONS;
}

static unsigned discard(uint64_t plain, struct chance *chance)
{
	uint64_t cheap = plain & ~(DUEL_LANE(RANK_J) | DUEL_LANE(DUEL_TEN));

	return any_of(cheap != 0 ? cheap : plain, chance);
}

/* What strong players did in 256 times they could call, by the cards in hand. */
static bool calls_now(const struct duel *duel, struct chance *chance)
{
	static const uint8_t odds[] = { 0, 255, 240, 130, 75, 30, 36 };

	return (chance_next(chance) & 255) < odds[(duel->left + 1) / 2];
}

unsigned habit_choose(
	const struct duel_rules *rules, const struct duel *duel, struct chance *chance)
{
	uint64_t actions = duel_legal(rules, duel);
	uint64_t plain = actions & DUEL_PLAIN, calls = actions ^ plain;
	const struct duel_pile *pile = &duel->pile;

	if ((actions & (actions - 1)) == 0)
		return first_of(actions);
	if (pile->caller == DUEL_NOBODY) {
		unsigned action = sweep(rules, duel, plain);

		if (action != DUEL_ACTIONS)
			return action;
		if (calls != 0 && calls_now(duel, chance))
			return last_of(calls);
	} else if (pile->caller != duel->turn) {
		uint64_t equal = plain & rules->own[pile->rank];

		if (equal != 0 && duel_capture(rules, duel, pile->rank) >= 0)
			return last_of(equal);
		if (calls != 0)
			return last_of(calls);
	}
	return discard(plain, chance);
}
