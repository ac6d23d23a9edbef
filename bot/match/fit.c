#include "bot/match/fit.h"

#include <math.h>

#include "bot/match/deck.h"
#include "engine/playout.h"

/*
 * Strengths are on a logistic scale: a player with a lead of x wins 1 / (1 + exp(-x)) of the
 * matches for two. LOWEST: the lowest strength considered, in quarters. POINTS: number of strengths
 * considered, a quarter apart.
 */
enum { LOWEST = -8, POINTS = 33 };

/*
 * The strengths of the levels: measured in matches of Mitaines for two to 500 points, in which each
 * level meets each other one (tests/lab).
 */
static const double strengths[LEVEL_COUNT] = { 0, 1.1, 2.2, 3.1 };

/* A person's strength before their first match: mean and standard deviation. */
static const double usual_strength = 1.2, usual_spread = 2.5;

/*
 * This number is added to the share of the weakest and the strongest level. No level lies beyond
 * them, so an error of the estimate can only move the choice away from them.
 */
static const double more_at_ends = 0.2;

static double strength_at(unsigned point)
{
	return (LOWEST + (int)point) / 4.0;
}

/*
 * Returns the chance, from 0 to 1, that a person of this strength wins a match against AI players
 * like the ones in `match`.
 */
static double chance_to_win(double strength, const struct store_robot_match *match)
{
	unsigned others = match->seats - 1;
	unsigned level = match->levels / others;
	double above = (double)(match->levels % others) / others;
	double next = level + 1 < LEVEL_COUNT ? strengths[level + 1] : strengths[level];
	double theirs = strengths[level] + above * (next - strengths[level]);
	/* Among equal players, the odds to win are the number of winners for each loser. */
	double even = log((double)match->winners / (match->seats - match->winners));
	return 1 / (1 + exp(theirs - strength - even));
}

enum level fit_choose(const struct store_robot_match *matches, unsigned count, double chance)
{
	double wins[LEVEL_COUNT] = { 0 }, sum = 0;
	unsigned most = 0, level = 0;
	for (unsigned point = 0; point < POINTS; point++) {
		double off = (strength_at(point) - usual_strength) / usual_spread;
		double weight = exp(-off * off / 2);
		for (unsigned i = 0; i < count && i < FIT_MATCHES; i++) {
			double win = chance_to_win(strength_at(point), &matches[i]);
			weight *= matches[i].won ? win : 1 - win;
		}
		sum += weight;
		for (unsigned k = 0; k < LEVEL_COUNT; k++)
			wins[k] += weight / (1 + exp(strengths[k] - strength_at(point)));
	}
	/* A person meets a level only after they have met the one below. */
	for (unsigned i = 0; i < count && i < FIT_MATCHES; i++) {
		unsigned met = matches[i].levels / (matches[i].seats - 1) + 1;
		most = met > most ? met : most;
	}
	most = most < LEVEL_COUNT ? most : LEVEL_COUNT - 1;
	while (level < most && wins[level + 1] > sum / 2)
		level++;
	if (level == most || wins[level] <= sum / 2)
		return level;
	/*
	 * Mix two levels: `lower` is the share of the lower one with which the person wins half of
	 * all matches.
	 */
	double lower = (sum / 2 - wins[level + 1]) / (wins[level] - wins[level + 1]);
	lower += level == 0 ? more_at_ends : level + 2 == LEVEL_COUNT ? -more_at_ends : 0;
	return chance < lower ? level : level + 1;
}

enum level fit_level(struct lobby *lobby, const struct table *table, const struct person *person)
{
	struct store_robot_match matches[FIT_MATCHES];
	unsigned count = 0;
	_Static_assert((int)LEVEL_COUNT == (int)STORE_LEVELS, "levels of the database");
	if (person->id != 0)
		lobby_check_write(lobby,
			store_list_robot_matches(lobby->batch.store, person->id, table->game->name,
				lobby->robots.id, matches, FIT_MATCHES, &count));
	uint64_t chance = chance_part(deck_chance(lobby, table), table->seats_taken);
	return fit_choose(matches, count, (double)(chance >> 11) / (double)(UINT64_C(1) << 53));
}
