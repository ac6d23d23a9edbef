/*
 * rating.h - ratings of persons: Weng and Lin's Bayesian approximation, Bradley-Terry model with
 * full pairing. Teams and ties are part of it. Pure arithmetic.
 */
#ifndef ENGINE_RATING_H
#define ENGINE_RATING_H

#include <stdbool.h>
#include <stdint.h>

struct rating {
	double mu;    /* mean of the estimated skill */
	double sigma; /* its standard deviation */
};

/* The rating of a person before their first match. */
#define RATING_NEW ((struct rating){ .mu = 25.0, .sigma = 25.0 / 3 })

/* How a seat ended a match; seats of one side are a team. */
struct rated_seat {
	unsigned side; /* 0 to seats - 1 */
	unsigned rank; /* of its side: 0 is best, equal ranks are a tie */
	double weight; /* share of a result against this seat that counts, 0 to 1 */
};

enum {
	RATING_MOST = 24,      /* points of the shown number that one match can move */
	RATING_STRANGER = 20,  /* a result against a stranger counts 1 / RATING_STRANGER */
	RATING_ESTABLISHED = 5 /* finished rated matches that establish a person */
};

/*
 * Returns the weight of a result against a person. A person is established after RATING_ESTABLISHED
 * finished matches, unless one other person took part in all of them. met: how many rated matches
 * the two had before: within 24 hours, or, where the person is not established, ever. Each match
 * with an established person counts half of the one before; with a stranger only the first counts.
 */
double rating_weight(bool established, unsigned met);
/*
 * Returns the rating of one seat after a match of 2 to 16 seats on at least two sides. A tie that
 * does not count in full moves the mean alone: or two strangers could raise each other by ties.
 */
struct rating rating_after(
	const struct rating *before, const struct rated_seat *seats, unsigned count, unsigned own);
/* Returns the same, where the shown number moves by at most RATING_MOST times the best weight. */
struct rating rating_capped(
	const struct rating *before, const struct rated_seat *seats, unsigned count, unsigned own);
/* The number people see and are ordered by: (mu - 3 sigma) * 40 + 1000, rounded; new: 1000. */
int32_t rating_shown(struct rating rating);

#endif
