/*
 * rating.h - ratings of persons: Weng and Lin's Bayesian approximation, Bradley-Terry model with
 * full pairing. Teams and ties are part of it. Pure arithmetic.
 */
#ifndef ENGINE_RATING_H
#define ENGINE_RATING_H

#include <stdbool.h>
#include <stdint.h>

struct rating {
	double mu;    /* the skill believed in */
	double sigma; /* how unsure that is */
};

/* Of who has never played. */
#define RATING_NEW ((struct rating){ .mu = 25.0, .sigma = 25.0 / 3 })

/* How a seat ended a match; seats of one side are a team. */
struct rated_seat {
	unsigned side; /* 0 to seats - 1 */
	unsigned rank; /* of its side: 0 is best, equal ranks are a tie */
};

/* The ratings after a match of 2 to 16 seats on at least two sides. */
void rating_update(const struct rating *before, const struct rated_seat *seats, unsigned count,
	struct rating *after);
/*
 * What of a match's change counts after so many others that the same people played within a day:
 * half as much each time, and of the first no more than moves the shown number by RATING_MOST. So
 * by playing one person nobody gains twice that in a day.
 */
enum { RATING_MOST = 24 };
struct rating rating_damped(struct rating before, struct rating after, unsigned met);
/* The number people see and are ordered by: (mu - 3 sigma) * 40 + 1000, rounded; new: 1000. */
int32_t rating_shown(struct rating rating);

#endif
