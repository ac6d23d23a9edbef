#include "engine/rating.h"

#include <math.h>
#include <stdbool.h>

enum { SEATS_MOST = 16 };

static const double beta = 25.0 / 6;
static const double kappa = 1e-4;
/* Points for one unit of mu. */
static const double scale = 40;

/* A side; its strength is the sum of the strengths of its players. */
struct side {
	double mu;
	double points;
	double variance;
	unsigned rank;
	unsigned seats; /* number of seats; 0: no such side */
};

/* The comparison of a side with another one. */
struct pair {
	double c;     /* standard deviation of the difference in the sides' performances */
	double score; /* score of the first side: 1 win, 0.5 tie, 0 loss */
};

static void sum_sides(const struct rating *before, const struct rated_seat *seats, unsigned count,
	struct side sides[SEATS_MOST])
{
	for (unsigned i = 0; i < SEATS_MOST; i++)
		sides[i] = (struct side){ .seats = 0 };
	for (unsigned i = 0; i < count; i++) {
		struct side *side = &sides[seats[i].side];
		side->mu += before[i].mu;
		side->points += RATING_NEW.mu + before[i].points / scale;
		side->variance += before[i].sigma * before[i].sigma;
		side->rank = seats[i].rank;
		side->seats++;
	}
}

static struct pair pair_of(const struct side *side, const struct side *other)
{
	return (struct pair){
		.c = sqrt(side->variance + other->variance + 2 * beta * beta),
		.score = side->rank < other->rank   ? 1
			: side->rank == other->rank ? 0.5
						    : 0,
	};
}

static double expected_score(double difference, double c)
{
	return 1 / (1 + exp(-difference / c));
}

static double clamp(double number, double least, double most)
{
	return fmin(fmax(number, least), most);
}

double rating_limit(unsigned known)
{
	return known > RATING_FAMILY ? RATING_EACH * (double)(known - RATING_FAMILY) : 0;
}

struct rating rating_after(const struct rating *before, const struct rated_seat *seats,
	unsigned count, unsigned own, double share)
{
	struct side sides[SEATS_MOST];
	struct rating rating = before[own];
	double variance = rating.sigma * rating.sigma;
	double delta = 0;
	sum_sides(before, seats, count, sides);
	const struct side *side = &sides[seats[own].side];
	for (unsigned i = 0; i < SEATS_MOST; i++) {
		if (&sides[i] == side || sides[i].seats == 0)
			continue;
		struct pair pair = pair_of(side, &sides[i]);
		double expected = expected_score(side->mu - sides[i].mu, pair.c);
		double part = fmin(variance / pair.c, share);
		rating.mu += part * (pair.score - expected);
		delta +=
			sqrt(side->variance) / pair.c * (part / pair.c) * expected * (1 - expected);
	}
	rating.sigma *= sqrt(fmax(1 - delta, kappa));
	return rating;
}

/* Sets moved[i] to the points that seat i gives to `own`, within seat i's limit (rating_limit). */
static void move_points(const struct rating *before, const struct rated_seat *seats, unsigned count,
	unsigned own, double share, double *moved)
{
	struct side sides[SEATS_MOST];
	double variance = before[own].sigma * before[own].sigma;
	sum_sides(before, seats, count, sides);
	const struct side *side = &sides[seats[own].side];
	for (unsigned i = 0; i < count; i++) {
		const struct side *other = &sides[seats[i].side];
		moved[i] = 0;
		if (other == side)
			continue;
		struct pair pair = pair_of(side, other);
		double expected = expected_score(side->points - other->points, pair.c);
		double part = fmin(variance / pair.c, share) * scale / other->seats;
		moved[i] = clamp(part * (pair.score - expected),
			fmin(-seats[i].limit - seats[i].won, 0),
			fmax(seats[i].limit - seats[i].won, 0));
	}
}

static unsigned count_sides(const struct rated_seat *seats, unsigned count)
{
	bool taken[SEATS_MOST] = { false };
	unsigned sides = 0;
	for (unsigned i = 0; i < count; i++) {
		sides += !taken[seats[i].side];
		taken[seats[i].side] = true;
	}
	return sides;
}

struct rating rating_move(const struct rating *before, const struct rated_seat *seats,
	unsigned count, unsigned own, double *moved)
{
	/* against an equal opponent a result moves half of the share */
	double share = 2 * RATING_MOST / scale / (count_sides(seats, count) - 1);
	struct rating after = rating_after(before, seats, count, own, share);
	double most = RATING_MOST / scale;
	double sum = 0;
	after.mu = clamp(after.mu, before[own].mu - most, before[own].mu + most);
	move_points(before, seats, count, own, share, moved);
	for (unsigned i = 0; i < count; i++)
		sum += moved[i];
	double shrink = fabs(sum) > RATING_MOST ? RATING_MOST / fabs(sum) : 1;
	for (unsigned i = 0; i < count; i++)
		moved[i] *= shrink;
	after.points += shrink * sum;
	return after;
}

int32_t rating_shown(struct rating rating)
{
	double above = (rating.mu - RATING_NEW.mu) * scale - rating.points;
	double bound = above > 0 ? RATING_LIFT : RATING_SINK;
	/* the slope of at most a half keeps the step below RATING_MOST */
	return (int32_t)lround(1000 + rating.points + bound * tanh(above / (2 * bound)));
}
