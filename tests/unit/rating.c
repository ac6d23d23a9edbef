/* Ratings: published values, and properties of every match. */
#include "engine/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/at.h"
#include "tests/cases.h"

enum { SEATS = 16 };

#define assert_near(...) assert_near_at(HERE, __VA_ARGS__)
static void assert_near_at(AT, double found, double wanted)
{
	if (fabs(found - wanted) > 1e-12 * fabs(wanted))
		fail_at("%.17g is not %.17g", found, wanted);
}

/* Computes all ratings after a match by the published rule. */
static void update(const struct rating *before, const struct rated_seat *seats, unsigned count,
	struct rating *after)
{
	struct rating moved[SEATS] = { 0 };
	for (unsigned i = 0; i < count; i++)
		moved[i] = rating_after(before, seats, count, i, INFINITY);
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

CASE(ratings_match_published_values)
{
	static const struct {
		unsigned count;
		double mu[4];
		double sigma;
	} cases[] = {
		{ 2, { 27.63523138347365, 22.36476861652635, 0 }, 8.065506316323548 },
		{ 3, { 30.2704627669473, 25, 19.7295372330527 }, 7.788474807872566 },
		{ 4, { 32.90569415042095, 27.63523138347365, 22.36476861652635, 17.09430584957905 },
			7.5012190693964005 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct rating after[SEATS];
		play_newcomers(cases[i].count, after);
		for (unsigned seat = 0; seat < cases[i].count; seat++) {
			assert_near(after[seat].mu, cases[i].mu[seat]);
			assert_near(after[seat].sigma, cases[i].sigma);
		}
	}
}

CASE(a_tie_brings_unequal_means_closer_together)
{
	const struct rating before[2] = { { 30, 4, 0 }, { 20, 4, 0 } };
	const struct rated_seat seats[2] = { { 0, 0, 0, 0 }, { 1, 0, 0, 0 } };
	struct rating after[2];
	update(before, seats, 2, after);
	/* mu is 30 + 16 / c * (0.5 - 1 / (1 + exp(-10 / c))), where c = sqrt(32 + 2 beta beta) */
	assert_near(after[0].mu, 29.465630385810304);
	assert_near(30 - after[0].mu, after[1].mu - 20);
}

/* Partners with equal deviations gain alike; the one with the higher deviation gains more. */
CASE(partners_with_larger_deviations_change_more)
{
	const struct rating before[4] = { RATING_NEW, RATING_NEW, RATING_NEW, { 25, 2, 0 } };
	const struct rated_seat seats[4] = { { 0, 0, 0, 0 }, { 1, 1, 0, 0 }, { 0, 0, 0, 0 },
		{ 1, 1, 0, 0 } };
	struct rating after[4];
	update(before, seats, 4, after);
	assert_near(after[0].mu, after[2].mu);
	assert_near(after[0].sigma, after[2].sigma);
	assert_true(after[0].mu > 25 && after[1].mu < 25 && after[3].mu < 25);
	assert_true(25 - after[1].mu > 25 - after[3].mu);
}

/* A side is rated by the sum of its players' mu. */
CASE(a_team_is_as_strong_as_the_sum_of_its_players)
{
	const double each = 25.0 / 3;
	const struct rating before[4] = { { 20, each, 0 }, { 30, each, 0 }, { 30, each, 0 },
		{ 20, each, 0 } };
	const struct rated_seat seats[4] = { { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 0, 0, 0 },
		{ 1, 0, 0, 0 } };
	struct rating after[4];
	update(before, seats, 4, after);
	for (unsigned i = 0; i < 4; i++)
		assert_near(after[i].mu, before[i].mu);
}

CASE(a_match_never_raises_a_deviation)
{
	struct rating before[SEATS], after[SEATS];
	struct rated_seat seats[SEATS];
	for (unsigned count = 2; count <= SEATS; count++)
		for (unsigned sides = 2; sides <= count; sides++) {
			for (unsigned i = 0; i < count; i++) {
				before[i] = (struct rating){ 10 + 3.0 * i, 0.1 + i, 0 };
				seats[i] = (struct rated_seat){ i % sides, i % sides / 2, 0, 0 };
			}
			update(before, seats, count, after);
			for (unsigned i = 0; i < count; i++) {
				assert_true(isfinite(after[i].mu));
				assert_true(after[i].sigma > 0 && after[i].sigma < before[i].sigma);
			}
		}
}

/* Ratings stay finite after many matches with a certain result. */
CASE(ratings_stay_finite_for_extreme_values)
{
	struct rating pair[2] = { { 1000, 0.01, 0 }, { -1000, 0.01, 0 } };
	const struct rated_seat upset[2] = { { 0, 1, 0, 0 }, { 1, 0, 0, 0 } };
	for (unsigned i = 0; i < 100000; i++)
		update(pair, upset, 2, pair);
	for (unsigned i = 0; i < 2; i++)
		assert_true(isfinite(pair[i].mu) && pair[i].sigma > 0);
}

/* ---- the number that is shown ---- */

/*
 * Seat 0 wins against seat 1 many times; each can give the other `limit` points. won: the points of
 * each from the other.
 */
static void beat(struct rating pair[2], double won[2], unsigned times, double limit)
{
	for (unsigned n = 0; n < times; n++) {
		struct rating after[2];
		for (unsigned own = 0; own < 2; own++) {
			const struct rated_seat seats[2] = { { 0, 0, limit, won[own] },
				{ 1, 1, limit, won[own] } };
			int32_t before = rating_shown(pair[own]);
			double moved[2];
			after[own] = rating_move(pair, seats, 2, own, moved);
			won[own] += moved[!own];
			assert_true(moved[own] == 0);
			assert_true(abs(rating_shown(after[own]) - before) <= RATING_MOST);
		}
		pair[0] = after[0];
		pair[1] = after[1];
	}
}

CASE(a_person_gives_two_points_for_each_person_they_know_beyond_six)
{
	assert_near(rating_limit(0), 0);
	assert_near(rating_limit(6), 0);
	assert_near(rating_limit(7), 2);
	assert_near(rating_limit(30), 48);
}

CASE(one_opponent_gives_no_more_than_their_limit_and_the_lift)
{
	static const double limits[] = { 0, 1, 20, 400 };
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		struct rating pair[2] = { RATING_NEW, RATING_NEW };
		double won[2] = { 0 };
		beat(pair, won, 1, limits[i]);
		assert_in_range(rating_shown(pair[0]), 1008, 1000 + RATING_MOST);
		beat(pair, won, 300, limits[i]);
		assert_true(
			pair[0].points < limits[i] + 1e-9 && pair[1].points > -limits[i] - 1e-9);
		assert_true(rating_shown(pair[0]) <= 1000 + limits[i] + RATING_LIFT);
		assert_true(rating_shown(pair[1]) >= 1000 - limits[i] - RATING_SINK);
	}
}

/* A loss takes points back, and then a win gives them again. */
CASE(points_won_and_lost_within_a_pair_cancel)
{
	const struct rating before[2] = { { 25, 3, 20 }, { 25, 3, 0 } };
	const struct rated_seat won[2] = { { 0, 0, 0, 0 }, { 1, 1, 20, 20 } };
	const struct rated_seat lost[2] = { { 0, 1, 0, 0 }, { 1, 0, 20, 20 } };
	double moved[2];
	rating_move(before, won, 2, 0, moved);
	assert_near(moved[1], 0);
	rating_move(before, lost, 2, 0, moved);
	assert_true(moved[1] < -10);
}

/* The first player beats three opponents; each gives a third of what a single one gives. */
CASE(the_first_of_four_moves_as_far_as_the_first_of_two)
{
	const struct rating before[4] = { RATING_NEW, RATING_NEW, RATING_NEW, RATING_NEW };
	const struct rated_seat seats[4] = { { 0, 0, 90, 0 }, { 1, 1, 90, 0 }, { 2, 2, 90, 0 },
		{ 3, 3, 90, 0 } };
	double two[2], four[4];
	int32_t most = rating_shown(rating_move(before, seats, 2, 0, two));
	assert_int_equal(rating_shown(rating_move(before, seats, 4, 0, four)), most);
	assert_near(3 * four[1], two[1]);
	assert_true(rating_shown(rating_move(before, seats, 4, 1, four)) < most);
}

CASE(the_number_shown_for_a_rating_is_rounded)
{
	assert_int_equal(rating_shown(RATING_NEW), 1000);
	assert_int_equal(rating_shown((struct rating){ 25, 2, 0 }), 1000);
	assert_int_equal(rating_shown((struct rating){ 35, 2, 400 }), 1400);
	assert_int_equal(rating_shown((struct rating){ 1000, 2, 400 }), 1445);
	assert_int_equal(rating_shown((struct rating){ -1000, 2, 400 }), 1310);
	assert_int_equal(rating_shown((struct rating){ 25.6, 8, 0 }), 1012);
}
