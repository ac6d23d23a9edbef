/* ladder.c - farmers among 200 honest people, and the recount of ratings */
#include "bot/match/ladder.h"

#include <math.h>
#include <string.h>

#include "bot/match/recount.h"
#include "engine/playout.h"
#include "engine/rating.h"
#include "storage/ratings.h"
#include "storage/recount.h"
#include "tests/world.h"

enum { HONEST = 200, THROWAWAYS = 40, DAY = 24 * 3600, TARGET = 500 };

/* People, and their ratings by the former rule, where every result counts in full. */
struct crowd {
	struct store *store;
	int64_t network, now;
	struct chance chance;
	int64_t id[HONEST];
	double skill[HONEST];
	struct rating old[HONEST];
	unsigned told; /* progress reports of recounts */
};

static int64_t person(struct crowd *crowd, const char *kind, unsigned n)
{
	char name[32];
	int64_t id;
	snprintf(name, sizeof name, "%s%u", kind, n);
	done(store_find_or_add_person(crowd->store, crowd->network, name, name, 1, &id));
	return id;
}

static double between_0_and_1(struct chance *chance)
{
	return (chance_below(chance, 1 << 30) + 0.5) / (1 << 30);
}

static struct crowd *crowd_open(uint64_t seed)
{
	struct crowd *crowd = calloc(1, sizeof *crowd);
	assert_non_null(crowd);
	crowd->chance.seed = seed;
	crowd->now = 1794787200;
	done(store_open(NULL, &crowd->store));
	done(store_find_or_add_network(crowd->store, "local", &crowd->network));
	for (unsigned i = 0; i < HONEST; i++) {
		double size = sqrt(-2 * log(between_0_and_1(&crowd->chance)));
		double angle = 6.283185307 * between_0_and_1(&crowd->chance);
		crowd->id[i] = person(crowd, "honest", i);
		crowd->skill[i] = 25 + 25 / 3.0 * size * cos(angle);
		crowd->old[i] = RATING_NEW;
	}
	return crowd;
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
	for (unsigned i = 0; i < HONEST; i += 2) {
		unsigned a = order[i], b = order[i + 1];
		double ahead = (crowd->skill[a] - crowd->skill[b]) / (sqrt(2) * 25 / 6);
		bool wins = between_0_and_1(&crowd->chance) < 1 / (1 + exp(-ahead));
		unsigned pair[2] = { wins ? a : b, wins ? b : a };
		const struct rating before[2] = { crowd->old[pair[0]], crowd->old[pair[1]] };
		const struct rated_seat seats[2] = { { 0, 0, 1 }, { 1, 1, 1 } };
		for (unsigned k = 0; k < 2; k++)
			crowd->old[pair[k]] = rating_capped(before, seats, 2, k);
		beat(crowd, crowd->id[pair[0]], crowd->id[pair[1]]);
	}
	crowd->now += DAY;
}

/* Returns Spearman's rank correlation of numbers and skills. */
static double correlation(const struct crowd *crowd, const double shown[HONEST])
{
	double sum = 0;
	for (unsigned i = 0; i < HONEST; i++) {
		double apart = 0;
		for (unsigned j = 0; j < HONEST; j++)
			apart += (shown[j] < shown[i]) - (crowd->skill[j] < crowd->skill[i]);
		sum += apart * apart;
	}
	return 1 - 6 * sum / (HONEST * ((double)HONEST * HONEST - 1));
}

/* ---- honest people ---- */

/* Counts matches per person until ratings are ordered by skill, by the former rule and this one. */
static void count_rounds(uint64_t seed, unsigned rounds[2])
{
	struct crowd *crowd = crowd_open(seed);
	bool reached[2] = { false, false };
	while (!reached[0] || !reached[1]) {
		double number[2][HONEST];
		play_round(crowd);
		for (unsigned i = 0; i < HONEST; i++) {
			number[0][i] = rating_shown(crowd->old[i]);
			number[1][i] = shown(crowd, crowd->id[i]);
		}
		for (unsigned rule = 0; rule < 2; rule++) {
			rounds[rule] += !reached[rule];
			reached[rule] = reached[rule] || correlation(crowd, number[rule]) >= 0.9;
		}
	}
	crowd_close(crowd);
}

static void honest_ratings_settle_nearly_as_soon(void **state)
{
	unsigned rounds[2] = { 0, 0 };
	(void)state;
	for (uint64_t seed = 1; seed <= 3; seed++)
		count_rounds(seed, rounds);
	print_message("matches until ratings follow skill: %.1f before, %.1f now\n",
		rounds[0] / 3.0, rounds[1] / 3.0);
	assert_true(rounds[1] * 10 <= rounds[0] * 11);
}

/* ---- farmers ---- */

static void throw_away(struct crowd *crowd, const char *kind, int64_t throwaway[THROWAWAYS])
{
	for (unsigned i = 0; i < THROWAWAYS; i++)
		throwaway[i] = person(crowd, kind, i);
}

/* Returns a crowd of established people, with throwaway names. */
static struct crowd *crowd_known(int64_t throwaway[THROWAWAYS])
{
	struct crowd *crowd = crowd_open(7);
	for (unsigned i = 0; i < 8; i++)
		play_round(crowd);
	throw_away(crowd, "throwaway", throwaway);
	return crowd;
}

static void forty_throwaway_opponents_yield_less_than_50_points(void **state)
{
	int64_t throwaway[THROWAWAYS];
	struct crowd *crowd = crowd_known(throwaway);
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

static void ties_and_matches_broken_off_yield_nothing(void **state)
{
	int64_t throwaway[THROWAWAYS];
	struct crowd *crowd = crowd_known(throwaway);
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
static void throwaway_names_at_tables_of_three_stay_strangers(void **state)
{
	int64_t throwaway[THROWAWAYS];
	struct crowd *crowd = crowd_known(throwaway);
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

/* ---- counted anew ---- */

static void count_progress(void *context)
{
	struct crowd *crowd = context;
	crowd->told++;
}

static bool recount(struct crowd *crowd)
{
	const struct log log = { .fd = -1 };
	const struct recount_progress progress = { count_progress, crowd };
	return recount_ratings(crowd->store, &log, &progress);
}

#define question(crowd, sql) sql_number(handle((crowd)->store), sql)

/* Returns a checksum of everything that a recount writes. */
static int64_t sum(struct crowd *crowd)
{
	return question(crowd,
		"SELECT (SELECT sum(person * (shown + 3 * matches + 7 * wins)) FROM"
		" ratings) + (SELECT sum(match * person * mu) FROM rating_history)"
		" + (SELECT sum(people * shown) FROM standings)"
		" + (SELECT sum(person * (gained + 3 * matches + 7 * wins)) FROM"
		" tallies)");
}

static void a_recount_repeats_the_ratings_of_matches(void **state)
{
	struct crowd *crowd = crowd_open(3);
	(void)state;
	assert_true(recount(crowd));
	assert_int_equal(crowd->told, 0);
	for (unsigned i = 0; i < 12; i++)
		play_round(crowd);
	rate_match(crowd, crowd->id, (const int32_t[]){ 100, 0 }, 2, 2);
	rate_match(crowd, crowd->id, (const int32_t[]){ 200, 300 }, 2, 2);
	done(store_commit(crowd->store));
	int64_t before = sum(crowd);
	question(crowd, "UPDATE matches SET pruned = 1 RETURNING 1");
	assert_true(recount(crowd));
	assert_int_equal(crowd->told, 0);
	sqlite3_exec(handle(crowd->store),
		"UPDATE matches SET pruned = 1; UPDATE settings SET rule = 0;"
		"UPDATE ratings SET shown = shown + 100, mu = 1; DELETE FROM tallies;",
		NULL, NULL, NULL);
	assert_true(recount(crowd));
	assert_true(crowd->told > 0);
	assert_int_equal(sum(crowd), before);
	assert_int_equal(question(crowd, "SELECT count(*) FROM recount"), 0);
	crowd_close(crowd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(honest_ratings_settle_nearly_as_soon),
		cmocka_unit_test(forty_throwaway_opponents_yield_less_than_50_points),
		cmocka_unit_test(ties_and_matches_broken_off_yield_nothing),
		cmocka_unit_test(throwaway_names_at_tables_of_three_stay_strangers),
		cmocka_unit_test(a_recount_repeats_the_ratings_of_matches),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
