/*
 * rating.h - ratings by Weng and Lin (Bradley-Terry with full pairing, teams and ties), and the
 * shown number.
 *
 * A rating has two parts. The estimate (mu and sigma) learns from every result, so it is soon
 * right, but a closed group can give it any value. The points come from opponents: one opponent can
 * give a person at most rating_limit more than the person has lost to them. An opponent can give
 * none before meeting several people. The shown number is 1000 and the points, and leans towards
 * the estimate, but by a bounded amount.
 */
#ifndef ENGINE_RATING_H
#define ENGINE_RATING_H

#include <stdint.h>

struct rating {
	double mu;     /* mean of the estimated skill */
	double sigma;  /* standard deviation of the estimated skill */
	double points; /* points won from opponents, see above */
};

/* The rating of a person before their first match. */
#define RATING_NEW ((struct rating){ .mu = 25.0, .sigma = 25.0 / 3 })

/* The result of one seat in a match; all seats of a side are one team. */
struct rated_seat {
	unsigned side; /* number of the seat's side, from 0 */
	unsigned rank; /* rank of the seat's side: 0 is best, equal ranks are a tie */
	double limit;  /* rating_limit of the seat's owner, 0 or more */
	double won; /* points won by the rated person from this owner, minus those lost to them */
};

enum {
	RATING_MOST = 24,  /* maximum change of the shown number by one match */
	RATING_LIFT = 45,  /* the shown number is at most this much above 1000 + points */
	RATING_SINK = 90,  /* the shown number is at most this much below 1000 + points */
	RATING_FAMILY = 6, /* a person can give no points before meeting more people than this */
	RATING_EACH = 2    /* points that a person can give for each further person met */
};

/*
 * Returns the points that a person can give to one opponent. known: number of people met that
 * count, see `known` in storage/ratings.h.
 */
double rating_limit(unsigned known);
/*
 * Returns the rating of seat `own` after a match of 2 to 16 seats on at least two sides, by Weng
 * and Lin. The points stay. share: the most that one result moves mu, INFINITY for the published
 * rule.
 */
struct rating rating_after(const struct rating *before, const struct rated_seat *seats,
	unsigned count, unsigned own, double share);
/*
 * Like rating_after, but returns the rating with its points changed too. Sets moved[i] to the
 * points won from the owner of seat i, below 0 if lost; it is 0 for the own side. The shown number
 * moves by at most RATING_MOST.
 */
struct rating rating_move(const struct rating *before, const struct rated_seat *seats,
	unsigned count, unsigned own, double *moved);
/* Returns the number that is shown and used for ranking, rounded. It is 1000 for RATING_NEW. */
int32_t rating_shown(struct rating rating);

#endif
