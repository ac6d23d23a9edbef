/* ladder.c - farmers among 200 honest people gain little */
#include "bot/match/ladder.h"

#include "engine/playout.h"
#include "storage/ratings.h"
#include "tests/world.h"

enum { HONEST = 200, THROWAWAYS = 40, DAY = 24 * 3600, TARGET = 500 };

struct crowd {
	struct store *store;
	int64_t network, now;
	struct chance chance;
	int64_t id[HONEST];
};

static int64_t person(struct crowd *crowd, const char *kind, unsigned n)
{
	char name[32];
	int64_t id;
	snprintf(name, sizeof name, "%s%u", kind, n);
	done(store_find_or_add_person(crowd->store, crowd->network, name, name, 1, &id));
	return id;
}

static void crowd_close(struct crowd *crowd)
{
	store_close(crowd->store);
	free(crowd);
}

static int shown(struct crowd *crowd, int64_t id)
{
	struct store_rating rating;
	return store_get_rating(crowd->store, id, "mitaines", &rating) == STORE_OK ? rating.shown
										   : 1000;
}

/* Stores and rates a match with these points. The owners in the bit set `left` quit it. */
static void rate_match(struct crowd *crowd, const int64_t *people, const int32_t *points,
	unsigned count, unsigned left)
{
	const struct store_match row = { .network = crowd->network,
		.game = "mitaines",
		.preset = "classic",
		.options = "target=500" };
	struct store_seat seats[STORE_SEATS];
	struct store_result results[STORE_SEATS] = { { .points = 0 } };
	struct rate_changes changes = { .count = 0 };
	union any_state state;
	int64_t match;
	const struct game *game = game_named("mitaines");
	game_open(game, &state.state, 0);
	assert_int_equal(game_start(game, &state.state, count, 0), REFUSE_NONE);
	for (unsigned i = 0; i < count; i++)
		state.state.total[i] = points[i];
	for (unsigned i = 0; i < count; i++) {
		seats[i] = (struct store_seat){ .person.id = people[i], .player.id = people[i] };
		seats[i].left = left >> i & 1;
		results[i] = (struct store_result){ .points = points[i],
			.won = game_won(game, &state.state, i) };
	}
	bool broken = !game_half(game, &state.state);
	done(store_add_match(crowd->store, &row, &match));
	done(store_set_seats(crowd->store, match, seats, count));
	done(store_start_match(crowd->store, match, true, crowd->now));
	done(store_end_match(crowd->store, match, broken ? STORE_STOPPED : STORE_FINISHED, 3,
		results, count, crowd->now));
	done(store_list_seats(crowd->store, match, seats, &count));
	done(ladder_store_ratings(crowd->store,
		&(struct ladder_match){ .id = match,
			.ended = crowd->now,
			.game = game,
			.preset = "classic",
			.state = &state.state,
			.seat = seats,
			.rated_seats = 0xffff,
			.played_to_end = !broken,
			.broken_off = broken,
			.pruned = true },
		&changes));
	crowd->now += 60;
}

static void beat(struct crowd *crowd, int64_t winner, int64_t loser)
{
	rate_match(
		crowd, (const int64_t[]){ winner, loser }, (const int32_t[]){ TARGET, 90 }, 2, 0);
}

/* Each person plays once. */
static void play_round(struct crowd *crowd)
{
	unsigned order[HONEST] = { 0 };
	for (unsigned i = 0; i < HONEST; i++) {
		unsigned other = chance_below(&crowd->chance, i + 1);
		order[i] = order[other];
		order[other] = i;
	}
	for (unsigned i = 0; i < HONEST; i += 2)
		beat(crowd, crowd->id[order[i]], crowd->id[order[i + 1]]);
	crowd->now += DAY;
}

static void throw_away(struct crowd *crowd, const char *kind, int64_t throwaway[THROWAWAYS])
{
	for (unsigned i = 0; i < THROWAWAYS; i++)
		throwaway[i] = person(crowd, kind, i);
}

/* Returns a crowd of established people, with throwaway names. */
static struct crowd *crowd_open(int64_t throwaway[THROWAWAYS])
{
	struct crowd *crowd = calloc(1, sizeof *crowd);
	assert_non_null(crowd);
	crowd->chance.seed = 7;
	crowd->now = 1794787200;
	done(store_open(NULL, &crowd->store));
	done(store_find_or_add_network(crowd->store, "local", &crowd->network));
	for (unsigned i = 0; i < HONEST; i++)
		crowd->id[i] = person(crowd, "honest", i);
	for (unsigned i = 0; i < 8; i++)
		play_round(crowd);
	throw_away(crowd, "throwaway", throwaway);
	return crowd;
}

static void wins_against_forty_throwaway_names_gain_less_than_50_points(void **state)
{
	int64_t throwaway[THROWAWAYS];
	struct crowd *crowd = crowd_open(throwaway);
	const int64_t farmers[2] = { person(crowd, "farmer", 0), crowd->id[0] };
	const int before[2] = { 1000, shown(crowd, crowd->id[0]) };
	(void)state;
	for (unsigned farmer = 0; farmer < 2; farmer++) {
		throw_away(crowd, farmer == 0 ? "first" : "second", throwaway);
		for (unsigned i = 0; i < THROWAWAYS; i++)
			for (unsigned times = 0; times < 3; times++) {
				beat(crowd, farmers[farmer], throwaway[i]);
				crowd->now += DAY;
			}
		assert_in_range(shown(crowd, farmers[farmer]) - before[farmer], 1, 49);
	}
	crowd_close(crowd);
}

static void ties_and_broken_off_matches_gain_no_points(void **state)
{
	int64_t throwaway[THROWAWAYS];
	struct crowd *crowd = crowd_open(throwaway);
	int64_t farmer = person(crowd, "farmer", 0);
	(void)state;
	for (unsigned i = 0; i < THROWAWAYS; i++) {
		const int64_t pair[2] = { farmer, throwaway[i] };
		rate_match(crowd, pair, (const int32_t[]){ 300, 300 }, 2, 0);
		rate_match(crowd, pair, (const int32_t[]){ 0, 0 }, 2, 2);
		rate_match(crowd, pair, (const int32_t[]){ 240, 10 }, 2, 2);
		assert_true(shown(crowd, throwaway[i]) <= 1000);
	}
	assert_int_equal(shown(crowd, farmer), 1000);
	crowd_close(crowd);
}

/* Two throwaway names at each table met two others, but played no match without the farmer. */
static void wins_against_throwaway_names_at_tables_of_three_gain_little(void **state)
{
	int64_t throwaway[THROWAWAYS];
	struct crowd *crowd = crowd_open(throwaway);
	int64_t farmer = person(crowd, "farmer", 0);
	(void)state;
	for (unsigned times = 0; times < 8; times++)
		for (unsigned i = 0; i < THROWAWAYS; i += 2)
			rate_match(crowd,
				(const int64_t[]){ farmer, throwaway[i], throwaway[i + 1] },
				(const int32_t[]){ TARGET, 20, 10 }, 3, 0);
	assert_in_range(shown(crowd, farmer) - 1000, 1, 49);
	crowd_close(crowd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wins_against_forty_throwaway_names_gain_less_than_50_points),
		cmocka_unit_test(ties_and_broken_off_matches_gain_no_points),
		cmocka_unit_test(wins_against_throwaway_names_at_tables_of_three_gain_little),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
