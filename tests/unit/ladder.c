/* ladder.c - the rule of ratings on stored matches: newcomers, families, farmers among 200 people
 */
#include "bot/match/ladder.h"

#include "engine/playout.h"
#include "tests/town.h"
#include "tests/world.h"

enum { HONEST = 200, THROWAWAYS = 40, NICKS = 3 };

struct crowd {
	struct town town;
	struct chance chance;
	int64_t id[HONEST];
	int64_t farmer;
	int64_t throwaway[THROWAWAYS];
};

/* Each person plays once, on a day of its own. */
static void play_round(struct crowd *crowd)
{
	unsigned order[HONEST] = { 0 };
	for (unsigned i = 0; i < HONEST; i++) {
		unsigned other = chance_below(&crowd->chance, i + 1);
		order[i] = order[other];
		order[other] = i;
	}
	for (unsigned i = 0; i < HONEST; i += 2)
		town_beat(&crowd->town, crowd->id[order[i]], crowd->id[order[i + 1]]);
	crowd->town.now += TOWN_DAY;
}

/* A crowd of known people, with a farmer and throwaway names. */
static int crowd_open(void **state)
{
	struct crowd *crowd = calloc(1, sizeof *crowd);
	assert_non_null(crowd);
	crowd->chance.seed = 7;
	crowd->town = town_open(NULL);
	for (unsigned i = 0; i < HONEST; i++)
		crowd->id[i] = town_person(&crowd->town, "honest", i);
	for (unsigned i = 0; i < 10; i++)
		play_round(crowd);
	crowd->farmer = town_person(&crowd->town, "farmer", 0);
	for (unsigned i = 0; i < THROWAWAYS; i++)
		crowd->throwaway[i] = town_person(&crowd->town, "throwaway", i);
	*state = crowd;
	return 0;
}

static int crowd_close(void **state)
{
	struct crowd *crowd = *state;
	store_close(crowd->town.store);
	free(crowd);
	return 0;
}

#define CROWD_CASE(name) CASE_WITH(name, struct crowd *crowd, crowd_open, crowd_close)

CROWD_CASE(two_new_people_have_a_ladder_of_their_own)
{
	int64_t one = crowd->throwaway[0], two = crowd->throwaway[1];
	town_beat(&crowd->town, one, two);
	assert_int_equal(town_shown(&crowd->town, one), 1012);
	assert_int_equal(town_shown(&crowd->town, two), 988);
	for (unsigned i = 1; i < 10; i++)
		town_beat(&crowd->town, i % 3 == 0 ? two : one, i % 3 == 0 ? one : two);
	assert_true(town_shown(&crowd->town, one) - town_shown(&crowd->town, two) >= 60);
	assert_false(town_has_place(&crowd->town, one));
}

CROWD_CASE(a_place_needs_three_established_opponents)
{
	const int64_t *four = crowd->throwaway;
	for (unsigned i = 0; i < 5; i++) {
		assert_false(town_has_place(&crowd->town, four[0]));
		town_play(&crowd->town, four, (const int32_t[]){ TOWN_TARGET, 90, 80, 70 }, 4, 0);
	}
	for (unsigned i = 0; i < 4; i++)
		assert_true(town_has_place(&crowd->town, four[i]));
	for (unsigned i = 0; i < 3; i++) {
		assert_false(town_has_place(&crowd->town, crowd->farmer));
		town_beat(&crowd->town, crowd->farmer, crowd->id[i]);
	}
	assert_true(town_has_place(&crowd->town, crowd->farmer));
}

CROWD_CASE(wins_against_forty_throwaway_names_gain_less_than_50_points)
{
	const int64_t farmers[2] = { crowd->farmer, crowd->id[0] };
	for (unsigned farmer = 0; farmer < 2; farmer++) {
		int before = town_shown(&crowd->town, farmers[farmer]);
		for (unsigned i = 0; i < THROWAWAYS; i++)
			for (unsigned times = 0; times < 3; times++) {
				town_beat(&crowd->town, farmers[farmer], crowd->throwaway[i]);
				crowd->town.now += TOWN_DAY;
			}
		/* Below their points, a person can rise further. */
		assert_in_range(town_shown(&crowd->town, farmers[farmer]) - before, 1,
			farmer == 0 ? 45 : 45 + 90);
	}
}

/* They all play each other before, on the same day. */
CROWD_CASE(throwaway_names_that_know_each_other_give_no_more)
{
	crowd->town.now = (crowd->town.now / TOWN_DAY + 1) * TOWN_DAY;
	for (unsigned i = 0; i < THROWAWAYS; i++)
		for (unsigned j = 0; j < i; j++) {
			town_beat(&crowd->town, crowd->throwaway[i], crowd->throwaway[j]);
			crowd->town.now -= 59;
		}
	for (unsigned i = 0; i < THROWAWAYS; i++)
		town_beat(&crowd->town, crowd->farmer, crowd->throwaway[i]);
	assert_in_range(town_shown(&crowd->town, crowd->farmer), 1001, 1045);
}

CROWD_CASE(a_known_opponent_gives_points_up_to_their_limit)
{
	struct store_meeting meeting;
	for (unsigned i = 0; i < 40; i++)
		town_beat(&crowd->town, crowd->farmer, crowd->id[0]);
	done(store_get_meeting(
		crowd->town.store, STORE_SHOWN, crowd->farmer, crowd->id[0], "mitaines", &meeting));
	assert_int_equal(meeting.matches, 40);
	/* ten others in ten days, and the farmer only from tomorrow */
	assert_true(meeting.won > 0 && meeting.won <= rating_limit(10));
	crowd->town.now += TOWN_DAY;
	town_beat(&crowd->town, crowd->farmer, crowd->id[0]);
	done(store_get_meeting(
		crowd->town.store, STORE_SHOWN, crowd->farmer, crowd->id[0], "mitaines", &meeting));
	assert_true(meeting.won > rating_limit(9) && meeting.won <= rating_limit(11));
}

CROWD_CASE(ties_and_broken_off_matches_gain_no_points)
{
	for (unsigned i = 0; i < THROWAWAYS; i++) {
		const int64_t pair[2] = { crowd->farmer, crowd->throwaway[i] };
		town_play(&crowd->town, pair, (const int32_t[]){ 300, 300 }, 2, 0);
		town_play(&crowd->town, pair, (const int32_t[]){ 0, 0 }, 2, 2);
		town_play(&crowd->town, pair, (const int32_t[]){ 240, 10 }, 2, 2);
		assert_true(town_shown(&crowd->town, crowd->throwaway[i]) < 1000);
	}
	assert_true(town_shown(&crowd->town, crowd->farmer) <= 1000);
}

CROWD_CASE(a_broken_off_match_never_moves_the_winner)
{
	const int64_t pair[2] = { crowd->id[0], crowd->id[1] };
	int before[2] = { town_shown(&crowd->town, pair[0]), town_shown(&crowd->town, pair[1]) };
	town_play(&crowd->town, pair, (const int32_t[]){ 240, 10 }, 2, 2);
	assert_int_equal(town_shown(&crowd->town, pair[0]), before[0]);
	assert_true(town_shown(&crowd->town, pair[1]) < before[1]);
}

CROWD_CASE(three_nicks_give_less_than_60_points)
{
	for (unsigned times = 0; times < 20; times++)
		for (unsigned i = 0; i < NICKS; i++) {
			town_beat(&crowd->town, crowd->throwaway[i],
				crowd->throwaway[(i + 1) % NICKS]);
			town_beat(&crowd->town, crowd->farmer, crowd->throwaway[i]);
		}
	assert_in_range(town_shown(&crowd->town, crowd->farmer), 1001, 1060);
}
