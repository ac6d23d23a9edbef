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

/* Pairs all people at random for one match each. The next round is a day later. */
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

/* Opens a town: people with ten rounds of matches, a farmer that collects points from weak
 * opponents, and throwaway names for the farmer to beat. */
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
		/* The second farmer has played ten rounds. Their rating may be shown up to
		 * RATING_SINK (90) below their points, and can rise by that much more. */
		assert_in_range(town_shown(&crowd->town, farmers[farmer]) - before, 1,
			farmer == 0 ? 45 : 45 + 90);
	}
}

/* The throwaway names play each other first, all on one day. */
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
