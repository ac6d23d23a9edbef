/* mitaines/guess.c - Bayes' rule on worlds and on two kinds of player. */
#include "engine/mitaines/guess.h"

/*
 * Before he has played: how likely the other plays as `greedy` does. How often either kind does
 * something else than expected, anything.
 */
#define GREEDY_AT_FIRST 0.3f
#define HABIT_SLIPS     0.2f
#define GREEDY_SLIPS    0.04f

/* How likely something is for either kind of player. */
struct likely {
	float habit, greedy;
};

/* How likely the other made a play, holding that hand then. */
static void weigh_play(const struct worlds *worlds, const struct habit *habit,
	const struct world_play *play, const struct duel *duel, struct likely *likely)
{
	uint64_t actions = duel_legal(worlds->rules, duel);
	float number = (float)__builtin_popcountll(actions);
	float share = habit_share(habit, worlds->rules, duel, play->hidden, play->action);
	unsigned greedy = habit_greedy(worlds->rules, duel);
	bool same = duel_rank(greedy) == duel_rank(play->action) &&
		duel_kind(greedy) == duel_kind(play->action);

	likely->habit *= share * (1 - HABIT_SLIPS) + HABIT_SLIPS / number;
	likely->greedy *= (same ? 1 - GREEDY_SLIPS : 0) + GREEDY_SLIPS / number;
}

/* How likely he made his plays from the first of a deal to before `end`, then keeping that hand. */
static struct likely weigh_deal(const struct worlds *worlds, const struct habit *habit,
	unsigned first, unsigned end, uint64_t hand)
{
	struct likely likely = { 1, 1 };
	unsigned held = worlds->dealt - (end - first);

	for (unsigned i = end; i-- > first;) {
		const struct world_play *play = &worlds->play[i];
		struct duel duel = { .turn = worlds->other, .pile = play->pile };

		hand = duel_more(hand, duel_lane(play->action));
		duel.hand[worlds->other] = hand;
		duel.left = (uint8_t)(2 * ++held);
		weigh_play(worlds, habit, play, &duel, &likely);
	}
	return likely;
}

/* How likely he is to play as `greedy` does, by the deals of this hand that are over. */
static float greedy_so_far(const struct worlds *worlds, const struct habit *habit)
{
	float greedy = GREEDY_AT_FIRST;

	for (unsigned first = 0; first < worlds->past; first += worlds->dealt) {
		struct likely likely = weigh_deal(worlds, habit, first, first + worlds->dealt, 0);

		greedy = greedy * likely.greedy /
			(greedy * likely.greedy + (1 - greedy) * likely.habit);
	}
	return greedy;
}

void guess_open(struct guess *guess, struct worlds *worlds, const struct habit *habit,
	struct chance *chance)
{
	float greedy = habit != NULL ? greedy_so_far(worlds, habit) : GREEDY_AT_FIRST, sum = 0;

	for (unsigned i = 0; i < GUESSES; i++) {
		uint64_t hand = worlds_draw(worlds, chance);
		struct likely likely = { 1, 1 };

		if (habit != NULL)
			likely = weigh_deal(worlds, habit, worlds->past, worlds->plays, hand);
		guess->hand[i] = hand;
		guess->reach[i][0] = sum += likely.habit * (1 - greedy);
		guess->reach[i][1] = sum += likely.greedy * greedy;
	}
}

uint64_t guess_draw(const struct guess *guess, struct chance *chance, bool *greedy)
{
	float sum = guess->reach[GUESSES - 1][1];
	float mark = (float)(chance_next(chance) >> 40) / (1 << 24) * sum;
	unsigned low = 0, high = GUESSES - 1;

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (guess->reach[middle][1] > mark)
			high = middle;
		else
			low = middle + 1;
	}
	*greedy = guess->reach[low][0] <= mark;
	return guess->hand[low];
}
