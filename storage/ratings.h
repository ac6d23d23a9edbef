/* ratings.h - how good people are, their order, their figures and what they played. */
#ifndef STORAGE_RATINGS_H
#define STORAGE_RATINGS_H

#include "storage/matches.h"

struct store_rating {
	double mu;
	double sigma;
	int32_t shown; /* the whole number people see and are ordered by; equal ones share a place
			*/
	unsigned matches;
	unsigned wins;
};

/* One rated match of one person: the rating before and after it. */
struct store_change {
	int64_t match;
	int64_t person; /* at most once for a match */
	const char *game;
	const char *preset;
	double mu_before;
	double sigma_before;
	double mu;
	double sigma;
	int32_t shown_before;
	int32_t shown;
	bool won;
	int64_t at;
};

struct store_rank {
	struct store_rating rating;
	unsigned place;  /* from 1; 0: too few matches for one */
	unsigned ranked; /* people who have a place; of an AI player: AI players, likewise */
};

struct store_place {
	unsigned place; /* from 1; 0: none */
	int64_t person;
	char name[STORE_NAME];
	bool robot;
	bool provisional; /* has no place in store_top yet */
	int32_t shown;    /* or, in store_tally, the change of it */
	unsigned matches;
	unsigned wins;
};

/* Since when results count: ever, since Monday, since the first of the month, of January; in UTC.
 */
enum store_period { STORE_EVER, STORE_WEEK, STORE_MONTH, STORE_YEAR, STORE_PERIODS };

/* Of finished matches. An AI player with several seats in one counts by the first of them. */
struct store_stats {
	unsigned matches;
	unsigned wins;
	int64_t points;
	int64_t hands;
	int32_t best;     /* most points in one hand */
	unsigned streak;  /* matches won in a row until now, */
	unsigned longest; /* and at most */
};

/* Finished matches of two people with each other, as partners too. */
struct store_versus {
	unsigned matches;
	unsigned wins[2];
	int64_t points[2];
};

/* Somebody whom somebody met. */
struct store_rival {
	struct store_person person;
	struct store_versus versus;
};

struct store_opponent {
	char name[STORE_NAME];
	bool robot;
	int32_t points;
	bool won;
};

struct store_past {
	int64_t match;
	char game[STORE_WORD];
	char preset[STORE_WORD];
	enum store_state state; /* FINISHED or STOPPED */
	int64_t ended;
	bool hidden; /* no page shows it */
	int32_t points;
	bool won;
	unsigned count; /* of the other seats, in order */
	struct store_opponent others[STORE_SEATS];
};

/*
 * Sets how many rated matches it takes to have a place in store_top and store_rank. Kept in the
 * database (0 at first); a change reorders everybody, once.
 */
enum store_error store_minimum(struct store *store, unsigned matches);
/* STORE_NONE: the person has not played a rated match of that game. */
enum store_error store_rating(
	struct store *store, int64_t person, const char *game, struct store_rating *rating);
enum store_error store_rank(
	struct store *store, int64_t person, const char *game, struct store_rank *rank);
/*
 * How many rated matches of a game two people played with each other that ended at or after that
 * time: among the first one's last 500, whatever their games.
 */
enum store_error store_met(struct store *store, int64_t one, int64_t other, const char *game,
	int64_t since, unsigned *count);
/*
 * Tells whether a person has finished so many rated matches of a game, and no one other person took
 * part in all of them: of their last 500.
 */
enum store_error store_established(
	struct store *store, int64_t person, const char *game, unsigned matches, bool *established);
/* Stores a rating after a match, counts the match and adds it to the rating's history. */
enum store_error store_rate(struct store *store, const struct store_change *change);
/* The best of a game, people or AI players, at most limit rows. */
enum store_error store_top(struct store *store, const char *game, bool robots,
	struct store_place *rows, unsigned limit, unsigned *count);
/*
 * People rated in the year that now lies in who have too few matches for a place, those first who
 * gained most in it.
 */
enum store_error store_newcomers(struct store *store, const char *game, int64_t now,
	struct store_place *rows, unsigned limit, unsigned *count);
/* All zero for somebody who never finished a match of that game. */
enum store_error store_stats(
	struct store *store, int64_t person, const char *game, struct store_stats *stats);
/* How often they did in those what the names (NULL-terminated; NULL: none) say, in that order. */
enum store_error store_counts(struct store *store, int64_t person, const char *game,
	const char *const *names, unsigned count[STORE_COUNTS]);
/*
 * Who won most rating in a period, of all presets of a game or (preset not empty) of one; for
 * STORE_EVER a preset must be named. Periods are those that now lies in. Who lost some is left out.
 */
struct store_span {
	const char *game;
	const char *preset;
	enum store_period period;
	int64_t now;
};
enum store_error store_tally(struct store *store, const struct store_span *span, bool robots,
	struct store_place *rows, unsigned limit, unsigned *count);
enum store_error store_versus(
	struct store *store, int64_t one, int64_t other, struct store_versus *versus);
/* Whom somebody has finished most matches with, of equals the lower id; at most limit rows. */
enum store_error store_rivals(struct store *store, int64_t person, struct store_rival *rows,
	unsigned limit, unsigned *count);
/*
 * The ratings after the last rated matches of a game, the last first; of each only mu and sigma.
 * Among somebody's last 500 rated matches, whatever their games.
 */
enum store_error store_curve(struct store *store, int64_t person, const char *game,
	struct store_rating *rows, unsigned limit, unsigned *count);
/* The last matches that ended after they had started, the last first, at most limit rows. */
enum store_error store_history(struct store *store, int64_t person, struct store_past *rows,
	unsigned limit, unsigned *count);
/*
 * Finds out if a person was in a match that pages show, with another person unless that is 0:
 * among their last 500.
 */
enum store_error store_listed(struct store *store, int64_t person, int64_t other, bool *listed);

#endif
