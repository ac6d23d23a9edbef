/* ratings.h - ratings, rankings, statistics and match history of people. */
#ifndef STORAGE_RATINGS_H
#define STORAGE_RATINGS_H

#include "storage/matches.h"

/* The two sets of ratings, see recount.h. */
enum store_edition {
	STORE_SHOWN, /* the ratings that people see */
	STORE_DRAFT  /* the ratings that a recount writes */
};

/* The number of established opponents (store_set_peers) that a person needs for a place. */
enum { STORE_PEERS = 3 };

struct store_rating {
	double mu;
	double sigma;
	double points; /* points won from opponents, see engine/rating.h */
	int32_t shown; /* rating that players see, an integer; the ranking uses it, and equal
			  ratings share a place */
	unsigned matches;
	unsigned wins;
	unsigned peers; /* established opponents met, at most STORE_PEERS */
	unsigned met;   /* number of other people in this person's finished rated matches */
	unsigned known; /* number of `met` that count for rating_limit; a day of play adds two */
	int64_t day;    /* day of the last finished rated match, in days since 1970-01-01 */
};

/* The rated matches of a person with another in a game. */
struct store_meeting {
	unsigned matches; /* number of finished matches */
	double won;       /* points won from the other person, minus points lost to them */
};

/* A person's rating before and after one rated match. */
struct store_change {
	int64_t match;
	int64_t person; /* a match changes a person's rating at most once */
	const char *game;
	const char *preset;
	struct store_rating after; /* its matches, wins and peers are ignored */
	int32_t shown_before;
	bool won;
	int64_t at;
};

struct store_rank {
	struct store_rating rating;
	unsigned place;  /* place in the ranking, from 1; 0: too few matches or opponents */
	unsigned ranked; /* number of people with a place, or of AI players for an AI player */
};

struct store_place {
	unsigned place; /* place in the ranking, from 1; 0: no place */
	int64_t person;
	char name[STORE_NAME];
	bool robot;
	bool provisional; /* has too few matches or opponents for a place in store_list_top */
	int32_t shown;    /* the shown rating; in store_list_gains the gain in the period */
	unsigned matches;
	unsigned wins;
};

/* Calendar periods in UTC; weeks begin on Monday. */
enum store_period { STORE_EVER, STORE_WEEK, STORE_MONTH, STORE_YEAR, STORE_PERIODS };

/* Sums over finished matches. An AI player with several seats counts only with its first. */
struct store_stats {
	unsigned matches;
	unsigned wins;
	int64_t points;
	int64_t hands;
	int32_t best;     /* highest points of one hand */
	unsigned streak;  /* current run of matches won */
	unsigned longest; /* longest run of matches won */
};

/* Sums over the finished matches in which two people both had seats, as opponents or partners. */
struct store_versus {
	unsigned matches;
	unsigned wins[2];
	int64_t points[2];
};

struct store_rival {
	struct store_person person;
	struct store_versus versus;
};

struct store_opponent {
	char name[STORE_FULL_NAME]; /* as in store_seat.shown */
	char level[STORE_WORD];     /* level of an AI player; "": a person */
	int32_t points;
	bool won;
};

struct store_past {
	int64_t match;
	char game[STORE_WORD];
	char preset[STORE_WORD];
	enum store_state state; /* STORE_FINISHED or STORE_STOPPED */
	int64_t ended;
	bool hidden; /* not shown on pages */
	int32_t points;
	bool won;
	unsigned count; /* number of entries in `others`, which are in the order of seats */
	struct store_opponent others[STORE_SEATS];
};

/*
 * Stores the number of rated matches needed, besides STORE_PEERS established opponents, for a place
 * in store_list_top and store_rank. A new database has 0. A change of the number updates all
 * ratings, which is slow.
 */
enum store_error store_set_rank_minimum(struct store *store, unsigned matches);
/* Reads a rating. Returns STORE_NONE if the person has played no rated match of that game. */
enum store_error store_get_rating(struct store *store, enum store_edition edition, int64_t person,
	const char *game, struct store_rating *rating);
enum store_error store_get_rank(
	struct store *store, int64_t person, const char *game, struct store_rank *rank);
/* Reads what a person has played and won against another; zeros if they have not met. */
enum store_error store_get_meeting(struct store *store, enum store_edition edition, int64_t person,
	int64_t other, const char *game, struct store_meeting *meeting);
enum store_error store_set_meeting(struct store *store, enum store_edition edition, int64_t person,
	int64_t other, const char *game, const struct store_meeting *meeting);
/*
 * Stores a rating after a match, counts the match and adds it to the rating history. Then, when all
 * ratings and meetings of the match are stored, call store_set_peers.
 */
enum store_error store_set_rating(
	struct store *store, enum store_edition edition, const struct store_change *change);
/*
 * Counts a person's established opponents again, and gives the person a place in the ranking or
 * removes it. A person is established after five rated matches with at least three other people.
 */
enum store_error store_set_peers(
	struct store *store, enum store_edition edition, int64_t person, const char *game);
/* Reads the ranking of a game, of people or of AI players, best first, at most limit rows. */
enum store_error store_list_top(struct store *store, const char *game, bool robots,
	struct store_place *rows, unsigned limit, unsigned *count);
/*
 * Like store_list_top for people, but while few have a place, people without one follow in the
 * order of store_list_newcomers, with place 0. So a small group has a ladder too.
 */
enum store_error store_list_ladder(struct store *store, const char *game, int64_t now,
	struct store_place *rows, unsigned limit, unsigned *count);
/* Reads people without a place, sorted by their gain in the year of `now`. */
enum store_error store_list_newcomers(struct store *store, const char *game, int64_t now,
	struct store_place *rows, unsigned limit, unsigned *count);
/* Reads statistics; all are zero if the person has not finished a match of that game. */
enum store_error store_get_stats(
	struct store *store, int64_t person, const char *game, struct store_stats *stats);
/* Reads a person's counts of achievements, in the order of names (NULL-terminated; NULL: none). */
enum store_error store_get_counts(struct store *store, int64_t person, const char *game,
	const char *const *names, unsigned count[STORE_COUNTS]);
struct store_span {
	const char *game;
	const char *preset; /* empty: all presets; STORE_EVER needs one preset */
	enum store_period period;
	int64_t now; /* a time within the period */
};
/* Reads the largest gains of rating in a period, best first; losses are left out. */
enum store_error store_list_gains(struct store *store, const struct store_span *span, bool robots,
	struct store_place *rows, unsigned limit, unsigned *count);
enum store_error store_get_versus(
	struct store *store, int64_t one, int64_t other, struct store_versus *versus);
/*
 * Reads a person's most frequent opponents and partners in finished matches, at most limit rows.
 * Among equals the lower id comes first.
 */
enum store_error store_list_rivals(struct store *store, int64_t person, struct store_rival *rows,
	unsigned limit, unsigned *count);
/*
 * Reads the shown rating after each rated match of a game, newest first, at most limit numbers,
 * among the person's last 500 rated matches of any game.
 */
enum store_error store_list_rating_history(struct store *store, int64_t person, const char *game,
	int32_t *shown, unsigned limit, unsigned *count);
/* Reads a person's last matches with a result, newest first, at most limit rows. */
enum store_error store_list_history(struct store *store, int64_t person, struct store_past *rows,
	unsigned limit, unsigned *count);
/*
 * Sets *listed if one of the person's last 500 matches is not hidden and had the other person in
 * it. With other 0, any match that is not hidden counts.
 */
enum store_error store_has_public_match(
	struct store *store, int64_t person, int64_t other, bool *listed);

#endif
