/* Ratings: published values, and properties of every match. */
#include "engine/rating.h"

#include <math.h>
#include <string.h>

#include "tests/at.h"

enum { SEATS = 16 };

#define assert_near(...) assert_near_at(HERE, __VA_ARGS__)
static void assert_near_at(AT, double found, double wanted)
{
	if (fabs(found - wanted) > 1e-12 * fabs(wanted))
		fail_at("%.17g is not %.17g", found, wanted);
}

/* Computes all ratings after a match of full weight. */
static void update(const struct rating *before, const struct rated_seat *seats, unsigned count,
	struct rating *after)
{
	struct rated_seat full[SEATS];
	struct rating moved[SEATS] = { 0 };
	for (unsigned i = 0; i < count; i++)
		full[i] = (struct rated_seat){ seats[i].side, seats[i].rank, 1 };
	for (unsigned i = 0; i < count; i++)
		moved[i] = rating_after(before, full, count, i);
	memcpy(after, moved, count * sizeof *after);
}

/* Plays a match of newcomers without teams: seat 0 first, seat 1 second and so on. */
static void play_newcomers(unsigned count, struct rating after[SEATS])
{
	struct rating before[SEATS];
	struct rated_seat seats[SEATS];
	for (unsigned i = 0; i < count; i++) {
		before[i] = RATING_NEW;
		seats[i] = (struct rated_seat){ .side = i, .rank = i };
	}
	update(before, seats, count, after);
}

static void ratings_match_published_values(void **state)
{
	static const struct {
		unsigned count;
		double mu[4];
		double sigma;
	} cases[] = {
		{ 2, { 27.63523138347365, 22.36476861652635 }, 8.065506316323548 },
		{ 3, { 30.2704627669473, 25, 19.7295372330527 }, 7.788474807872566 },
		{ 4, { 32.90569415042095, 27.63523138347365, 22.36476861652635, 17.09430584957905 },
			7.5012190693964005 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct rating after[SEATS];
		play_newcomers(cases[i].count, after);
		for (unsigned seat = 0; seat < cases[i].count; seat++) {
			assert_near(after[seat].mu, cases[i].mu[seat]);
			assert_near(after[seat].sigma, cases[i].sigma);
		}
	}
}

static void the_order_of_seats_does_not_matter(void **state)
{
	const struct rating before[3] = { { 31, 4 }, { 22, 8 }, { 27, 2 } };
	const struct rating turned[3] = { { 27, 2 }, { 31, 4 }, { 22, 8 } };
	const struct rated_seat seats[3] = { { 0, 1, 1 }, { 1, 0, 1 }, { 2, 1, 1 } };
	const struct rated_seat other[3] = { { 2, 1, 1 }, { 0, 1, 1 }, { 1, 0, 1 } };
	struct rating a[3], b[3];
	(void)state;
	update(before, seats, 3, a);
	update(turned, other, 3, b);
	for (unsigned i = 0; i < 3; i++) {
		assert_near(a[i].mu, b[(i + 1) % 3].mu);
		assert_near(a[i].sigma, b[(i + 1) % 3].sigma);
	}
}

static void a_tie_of_equal_players_changes_no_mean(void **state)
{
	const struct rating before[4] = { { 25, 5 }, { 25, 5 }, { 25, 5 }, { 25, 5 } };
	const struct rated_seat seats[4] = { { 0, 0, 1 }, { 1, 0, 1 }, { 2, 0, 1 }, { 3, 0, 1 } };
	struct rating after[4];
	(void)state;
	update(before, seats, 4, after);
	for (unsigned i = 0; i < 4; i++) {
		assert_near(after[i].mu, 25);
		assert_true(after[i].sigma < 5);
	}
}

static void a_tie_brings_unequal_means_closer_together(void **state)
{
	const struct rating before[2] = { { 30, 4 }, { 20, 4 } };
	const struct rated_seat seats[2] = { { 0, 0, 1 }, { 1, 0, 1 } };
	struct rating after[2];
	(void)state;
	update(before, seats, 2, after);
	assert_true(after[0].mu < 30 && after[1].mu > 20);
	assert_near(30 - after[0].mu, after[1].mu - 20);
}

static void an_unexpected_win_changes_ratings_more(void **state)
{
	const struct rating before[2] = { { 30, 4 }, { 20, 4 } };
	const struct rated_seat expected[2] = { { 0, 0, 1 }, { 1, 1, 1 } };
	const struct rated_seat upset[2] = { { 0, 1, 1 }, { 1, 0, 1 } };
	struct rating calm[2], shock[2];
	(void)state;
	update(before, expected, 2, calm);
	update(before, upset, 2, shock);
	assert_true(calm[0].mu > 30 && calm[1].mu < 20);
	assert_true(shock[0].mu < 30 && shock[1].mu > 20);
	assert_true(30 - shock[0].mu > calm[0].mu - 30);
}

/* Partners with equal deviations gain alike; the one with the higher deviation gains more. */
static void partners_with_larger_deviations_change_more(void **state)
{
	const struct rating before[4] = { RATING_NEW, RATING_NEW, RATING_NEW, { 25, 2 } };
	const struct rated_seat seats[4] = { { 0, 0, 1 }, { 1, 1, 1 }, { 0, 0, 1 }, { 1, 1, 1 } };
	struct rating after[4];
	(void)state;
	update(before, seats, 4, after);
	assert_near(after[0].mu, after[2].mu);
	assert_near(after[0].sigma, after[2].sigma);
	assert_true(after[0].mu > 25 && after[1].mu < 25 && after[3].mu < 25);
	assert_true(25 - after[1].mu > 25 - after[3].mu);
}

/* A side is rated by the sum of its mu: a single seat may stand for it. */
static void a_team_is_as_strong_as_the_sum_of_its_players(void **state)
{
	const double each = 25.0 / 3;
	const struct rating before[4] = { { 20, each }, { 30, each }, { 30, each }, { 20, each } };
	const struct rated_seat seats[4] = { { 0, 0, 1 }, { 1, 0, 1 }, { 0, 0, 1 }, { 1, 0, 1 } };
	struct rating after[4];
	(void)state;
	update(before, seats, 4, after);
	for (unsigned i = 0; i < 4; i++)
		assert_near(after[i].mu, before[i].mu);
}

static void a_match_never_raises_a_deviation(void **state)
{
	struct rating before[SEATS], after[SEATS];
	struct rated_seat seats[SEATS];
	(void)state;
	for (unsigned count = 2; count <= SEATS; count++)
		for (unsigned sides = 2; sides <= count; sides++) {
			for (unsigned i = 0; i < count; i++) {
				before[i] = (struct rating){ 10 + 3.0 * i, 0.1 + i };
				seats[i] = (struct rated_seat){ i % sides, i % sides / 2, 1 };
			}
			update(before, seats, count, after);
			for (unsigned i = 0; i < count; i++) {
				assert_true(isfinite(after[i].mu));
				assert_true(after[i].sigma > 0 && after[i].sigma < before[i].sigma);
			}
		}
}

/* Ratings stay finite after many matches with a certain result. */
static void ratings_stay_finite_for_extreme_values(void **state)
{
	struct rating pair[2] = { { 1000, 0.01 }, { -1000, 0.01 } };
	const struct rated_seat upset[2] = { { 0, 1, 1 }, { 1, 0, 1 } };
	(void)state;
	for (unsigned i = 0; i < 100000; i++)
		update(pair, upset, 2, pair);
	for (unsigned i = 0; i < 2; i++)
		assert_true(isfinite(pair[i].mu) && pair[i].sigma > 0);
}

/* The second match of a day against a person counts half, the third a quarter. */
static void further_matches_against_the_same_person_count_less(void **state)
{
	(void)state;
	for (unsigned met = 0; met < 8; met++)
		assert_near(rating_weight(true, met), 1.0 / (1u << met));
	assert_near(rating_weight(false, 0), 0.05);
	assert_near(rating_weight(false, 1), 0);
	assert_near(rating_weight(false, 9), 0);
}

/* One of two newcomers wins 200 matches on one day. */
static void wins_against_one_opponent_in_one_day_gain_little(void **state)
{
	static const int gains[] = { 2 * RATING_MOST, RATING_MOST / RATING_STRANGER };
	(void)state;
	for (unsigned stranger = 0; stranger < 2; stranger++) {
		struct rating pair[2] = { RATING_NEW, RATING_NEW };
		for (unsigned met = 0; met < 200; met++) {
			double weight = rating_weight(!stranger, met);
			const struct rated_seat seats[2] = { { 0, 0, weight }, { 1, 1, weight } };
			const struct rating won = rating_capped(pair, seats, 2, 0);
			pair[1] = rating_capped(pair, seats, 2, 1);
			pair[0] = won;
		}
		assert_int_equal(rating_shown(pair[0]), 1000 + gains[stranger]);
		assert_int_equal(rating_shown(pair[1]), 1000 - gains[stranger]);
	}
}

/* A tie with a stranger moves means and keeps deviations. */
static void a_tie_of_two_equal_strangers_raises_neither_rating(void **state)
{
	const struct rating equal[2] = { RATING_NEW, RATING_NEW };
	const struct rating unequal[2] = { { 30, 4 }, { 20, 4 } };
	const struct rated_seat seats[2] = { { 0, 0, 0.05 }, { 1, 0, 0.05 } };
	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct rating after = rating_capped(equal, seats, 2, i);
		assert_near(after.mu, equal[i].mu);
		assert_near(after.sigma, equal[i].sigma);
		after = rating_capped(unequal, seats, 2, i);
		assert_true(i == 0 ? after.mu < 30 : after.mu > 20);
		assert_near(after.sigma, 4);
	}
}

/*
 * A stranger hardly counts beside an established opponent; a side has the lowest weight of its
 * seats.
 */
static void the_result_against_each_opponent_counts_by_its_own_weight(void **state)
{
	const struct rating before[3] = { { 25, 4 }, { 25, 4 }, { 25, 4 } };
	const struct rated_seat both[3] = { { 0, 0, 1 }, { 1, 1, 1 }, { 2, 1, 0 } };
	const struct rated_seat pair[2] = { { 0, 0, 1 }, { 1, 1, 1 } };
	const struct rated_seat team[3] = { { 0, 0, 1 }, { 1, 1, 1 }, { 1, 1, 0 } };
	(void)state;
	assert_near(rating_after(before, both, 3, 0).mu, rating_after(before, pair, 2, 0).mu);
	assert_near(rating_after(before, team, 3, 0).mu, 25);
	/* The opponent with the highest weight sets the limit. */
	assert_int_equal(rating_shown(rating_capped(
				 (const struct rating[3]){ RATING_NEW, RATING_NEW, RATING_NEW },
				 both, 3, 0)),
		1000 + RATING_MOST);
}

static void the_number_shown_for_a_rating_is_rounded(void **state)
{
	(void)state;
	assert_int_equal(rating_shown(RATING_NEW), 1000);
	assert_int_equal(rating_shown((struct rating){ 30, 2 }), 1960);
	assert_int_equal(rating_shown((struct rating){ 10, 8 }), 440);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ratings_match_published_values),
		cmocka_unit_test(the_order_of_seats_does_not_matter),
		cmocka_unit_test(a_tie_of_equal_players_changes_no_mean),
		cmocka_unit_test(a_tie_brings_unequal_means_closer_together),
		cmocka_unit_test(an_unexpected_win_changes_ratings_more),
		cmocka_unit_test(partners_with_larger_deviations_change_more),
		cmocka_unit_test(a_team_is_as_strong_as_the_sum_of_its_players),
		cmocka_unit_test(a_match_never_raises_a_deviation),
		cmocka_unit_test(ratings_stay_finite_for_extreme_values),
		cmocka_unit_test(further_matches_against_the_same_person_count_less),
		cmocka_unit_test(wins_against_one_opponent_in_one_day_gain_little),
		cmocka_unit_test(a_tie_of_two_equal_strangers_raises_neither_rating),
		cmocka_unit_test(the_result_against_each_opponent_counts_by_its_own_weight),
		cmocka_unit_test(the_number_shown_for_a_rating_is_rounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
