#include "engine/rating.h"

#include <math.h>

enum { SEATS_MOST = 16 };

static const double beta = 25.0 / 6;
static const double kappa = 1e-4;

/* A side; its strength is the sum of the strengths of its players. */
struct side {
	double mu;
	double variance;
	double weight; /* lowest weight of the seats of this side */
	unsigned rank;
	bool taken;
};

static void sum_sides(const struct rating *before, const struct rated_seat *seats, unsigned count,
	struct side sides[SEATS_MOST])
{
	for (unsigned i = 0; i < SEATS_MOST; i++)
		sides[i] = (struct side){ .weight = 1 };
	for (unsigned i = 0; i < count; i++) {
		struct side *side = &sides[seats[i].side];
		side->mu += before[i].mu;
		side->variance += before[i].sigma * before[i].sigma;
		side->weight = fmin(side->weight, seats[i].weight);
		side->rank = seats[i].rank;
		side->taken = true;
	}
}

/* Computes a side's change against every other: omega for mu, delta for sigma. */
static void compare_sides(
	const struct side sides[SEATS_MOST], unsigned own, double *omega, double *delta)
{
	const struct side *side = &sides[own];
	*omega = *delta = 0;
	for (unsigned i = 0; i < SEATS_MOST; i++) {
		const struct side *other = &sides[i];
		if (i == own || !other->taken)
			continue;
		double c = sqrt(side->variance + other->variance + 2 * beta * beta);
		double expected = 1 / (1 + exp((other->mu - side->mu) / c));
		double score = side->rank < other->rank ? 1 : side->rank == other->rank ? 0.5 : 0;
		double share = other->weight * side->variance / c;
		*omega += share * (score - expected);
		if (side->rank != other->rank || other->weight >= 1)
			*delta +=
				sqrt(side->variance) / c * (share / c) * expected * (1 - expected);
	}
}

static double shown_value(struct rating rating)
{
	return (rating.mu - 3 * rating.sigma) * 40 + 1000;
}

double rating_weight(bool established, unsigned met)
{
	if (established)
		return exp2(-(double)met);
	return met == 0 ? 1.0 / RATING_STRANGER : 0;
}

struct rating rating_after(
	const struct rating *before, const struct rated_seat *seats, unsigned count, unsigned own)
{
	struct side sides[SEATS_MOST];
	double omega;
	double delta;
	double variance = before[own].sigma * before[own].sigma;
	sum_sides(before, seats, count, sides);
	compare_sides(sides, seats[own].side, &omega, &delta);
	double share = variance / sides[seats[own].side].variance;
	return (struct rating){
		.mu = before[own].mu + share * omega,
		.sigma = before[own].sigma * sqrt(fmax(1 - share * delta, kappa)),
	};
}

struct rating rating_capped(
	const struct rating *before, const struct rated_seat *seats, unsigned count, unsigned own)
{
	struct rating from = before[own];
	struct rating to = rating_after(before, seats, count, own);
	double step = fabs(shown_value(to) - shown_value(from));
	double most = 0;
	for (unsigned i = 0; i < count; i++)
		if (seats[i].side != seats[own].side)
			most = fmax(most, RATING_MOST * seats[i].weight);
	double share = step > most ? most / step : 1;
	return (struct rating){
		.mu = from.mu + share * (to.mu - from.mu),
		.sigma = from.sigma + share * (to.sigma - from.sigma),
	};
}

int32_t rating_shown(struct rating rating)
{
	return (int32_t)lround(shown_value(rating));
}
