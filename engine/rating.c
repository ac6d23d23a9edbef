#include "engine/rating.h"

#include <math.h>

enum { SEATS_MOST = 16 };

static const double beta = 25.0 / 6;
static const double kappa = 1e-4;

/* The strength of a side is the sum of its players'. */
struct side {
	double mu;
	double variance;
	unsigned rank;
	bool taken;
};

static void add_up(const struct rating *before, const struct rated_seat *seats, unsigned count,
	struct side sides[SEATS_MOST])
{
	for (unsigned i = 0; i < SEATS_MOST; i++)
		sides[i] = (struct side){ .taken = false };
	for (unsigned i = 0; i < count; i++) {
		struct side *side = &sides[seats[i].side];
		side->mu += before[i].mu;
		side->variance += before[i].sigma * before[i].sigma;
		side->rank = seats[i].rank;
		side->taken = true;
	}
}

/* How far a match against every other side moves a side: omega its mu, delta its sigma. */
static void compare(const struct side sides[SEATS_MOST], unsigned own, double *omega, double *delta)
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
		double share = side->variance / c;
		*omega += share * (score - expected);
		*delta += sqrt(side->variance) / c * (share / c) * expected * (1 - expected);
	}
}

void rating_update(const struct rating *before, const struct rated_seat *seats, unsigned count,
	struct rating *after)
{
	struct side sides[SEATS_MOST];
	add_up(before, seats, count, sides);
	for (unsigned i = 0; i < count; i++) {
		double omega;
		double delta;
		double variance = before[i].sigma * before[i].sigma;
		compare(sides, seats[i].side, &omega, &delta);
		double share = variance / sides[seats[i].side].variance;
		after[i].mu = before[i].mu + share * omega;
		after[i].sigma = before[i].sigma * sqrt(fmax(1 - share * delta, kappa));
	}
}

static double scale(struct rating rating)
{
	return (rating.mu - 3 * rating.sigma) * 40 + 1000;
}

struct rating rating_damped(struct rating before, struct rating after, unsigned met)
{
	double step = fabs(scale(after) - scale(before));
	double share = exp2(-(double)met) * (step > RATING_MOST ? RATING_MOST / step : 1);
	return (struct rating){
		.mu = before.mu + share * (after.mu - before.mu),
		.sigma = before.sigma + share * (after.sigma - before.sigma),
	};
}

int32_t rating_shown(struct rating rating)
{
	return (int32_t)lround(scale(rating));
}
