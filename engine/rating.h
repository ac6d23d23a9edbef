/* rating.h - ratings by Weng and Lin: Bradley-Terry with full pairing, teams and ties */
#ifndef ENGINE_RATING_H
#define ENGINE_RATING_H

#include <stdbool.h>
#include <stdint.h>

struct rating {
	double mu;    /* mean of the estimated skill */
	double sigma; /* standard deviation of the estimated skill */
};

/* The rating of a person before their first match. */
#define RATING_NEW ((struct rating){ .mu = 25.0, .sigma = 25.0 / 3 })

/* The result of one seat in a match; all seats of a side are one team. */
struct rated_seat {
	unsigned side; /* number of the seat's side, from 0 */
	unsigned rank; /* rank of the seat's side: 0 is best, equal ranks are a tie */
	double weight; /* weight of a result against this seat, 0 to 1 */
};

enum {
	RATING_MOST = 24,      /* maximum change of the shown number by one match */
	RATING_STRANGER = 20,  /* a result against a stranger counts 1 / RATING_STRANGER */
	RATING_ESTABLISHED = 5 /* finished rated matches that make a person established */
};

/*
 * Returns the weight of a result against a person. A person is established after RATING_ESTABLISHED
 * finished rated matches, unless one other person took part in all of them; otherwise they are a
 * stranger. met is the number of earlier rated matches between the two: in the last 24 hours if the
 * opponent is established, in all time if they are a stranger. Against an established person each
 * match counts half as much as the one before; against a stranger only the first match counts.
 */
double rating_weight(bool established, unsigned met);
/*
 * Returns the rating of seat `own` after a match of 2 to 16 seats on at least two sides. A tie with
 * a weight below 1 moves only the mean: otherwise two strangers could raise each other's shown
 * number by ties.
 */
struct rating rating_after(
	const struct rating *before, const struct rated_seat *seats, unsigned count, unsigned own);
/* Like rating_after, but moves the shown number by at most RATING_MOST times the highest weight. */
struct rating rating_capped(
	const struct rating *before, const struct rated_seat *seats, unsigned count, unsigned own);
/*
 * Returns the number that is shown and used for ranking: (mu - 3 sigma) * 40 + 1000, rounded. It is
 * 1000 for RATING_NEW.
 */
int32_t rating_shown(struct rating rating);

#endif
