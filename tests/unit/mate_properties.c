/* Mate: the score follows the rules in random hands. */
#include "tests/mate.h"

/* Returns the points of a mate by seed 003; fore: seats that foreplaced. */
static int32_t points_by_seed(const struct event *mated, const bool fore[MATE_SEATS])
{
	static const uint8_t values[RANK_COUNT] = {
		[RANK_7] = 7, [RANK_Q] = 3, [RANK_K] = 4, [RANK_T] = 10, [RANK_A] = 11
	};
	bool over = fore[mated->seat] && !fore[mated->other] && mated->number == 10;
	int32_t length = mated->number + fore[mated->seat];
	return values[card_rank(mated->cards[0])] * length * (over ? 2 : 1);
}

/* Makes a random move. Returns true, and adds its points, if it mated. */
static bool mates(struct rig *rig, struct chance *chance, int32_t points[MATE_SEATS])
{
	const struct mate *mate = (const struct mate *)&rig->head;
	const bool fore[MATE_SEATS] = { mate->open.laid[0] > 0, mate->open.laid[1] > 0 };
	const struct event *mated;
	rig_play_any(rig, chance);
	if (rig_told(rig, EVENT_MATED) == 0)
		return false;
	mated = rig_event(rig, EVENT_MATED);
	assert_int_equal(mated->points, points_by_seed(mated, fore));
	points[mated->seat] += mated->points;
	return true;
}

RIG_CASE(the_points_of_all_mates_add_up_to_the_score)
{
	enum { ROUNDS = 2500 };
	struct chance chance = { 7 };
	unsigned count = 0;
	for (unsigned round = 0; round < ROUNDS; round++) {
		int32_t points[MATE_SEATS] = { 0 };
		if (round % MATE_ROUNDS == 0)
			rig_open(rig, &mate_game, "", MATE_SEATS, 0);
		rig_deal_any(rig, &chance);
		while (rig->head.phase == PHASE_PLAY)
			count += mates(rig, &chance, points);
		assert_memory_equal(rig->head.points, points, sizeof points);
	}
	assert_true(count > ROUNDS);
}
