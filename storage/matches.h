/* matches.h - matches from the opening of their table to their end, and their seats. */
#ifndef STORAGE_MATCHES_H
#define STORAGE_MATCHES_H

#include "storage/people.h"

/* The states of a match. The database stores these numbers: append only. */
enum store_state {
	STORE_OPEN, /* not started: players may take and leave seats */
	STORE_RUNNING,
	STORE_FINISHED,
	STORE_STOPPED,  /* ended early, before or after the start */
	STORE_SET_ASIDE /* cannot be resumed: broken journal, or a copied database */
};

struct store_match {
	int64_t id;
	int64_t network;
	char channel[STORE_CHANNEL];
	unsigned number; /* number of the table in its channel */
	char game[STORE_WORD];
	char preset[STORE_WORD];
	char options[STORE_OPTIONS];
	enum store_state state;
	bool rated;
	int64_t opened;
	int64_t started; /* 0: the match was never started */
	int64_t ended;   /* 0: the match has not ended */
	unsigned hands;  /* number of hands played; set at the end */
	int64_t pruned;  /* when the journal was deleted; 0: it was not deleted */
	bool hidden;     /* not shown on pages */
};

struct store_seat {
	struct store_person person; /* the owner, who gets points and rating */
	/* the owner's name; "luc (matrix)" for a person of another network than the match's */
	char shown[STORE_FULL_NAME];
	struct store_person player; /* the person or AI player that plays the seat now */
	/* name of the seat's AI player; `name` of owner or player has it too; "": no AI player */
	char robot[STORE_WORD];
	bool away;       /* an AI player moves until the player's next line */
	unsigned misses; /* consecutive turns that ran out of time */
	int64_t left;    /* when the owner left the running match; 0: never */
	int32_t points;  /* points in the match; valid once it has ended */
	bool won;        /* the seat has won; valid once the match has ended */
};

/* Counts of a player's achievements in a match. The game gives their names, in the same order. */
enum { STORE_COUNTS = 16 };
struct store_counts {
	uint16_t count[STORE_COUNTS];
	int32_t best; /* highest points of one hand */
};

struct store_result {
	int32_t points;
	bool won;
	const char *const *names; /* names of the counts in stats.count, NULL-terminated; NULL: the
				     game has none */
	struct store_counts stats;
};

/*
 * Adds a match in STORE_OPEN with network, channel, number, game, preset, options, opened and
 * hidden of *match. Ids ascend and are never reused.
 */
enum store_error store_add_match(struct store *store, const struct store_match *match, int64_t *id);
enum store_error store_start_match(struct store *store, int64_t match, bool rated, int64_t now);
/* Makes a live match unrated. */
enum store_error store_unrate_match(struct store *store, int64_t match);
/* Hides a match from the pages, or shows it there. */
enum store_error store_hide_match(struct store *store, int64_t match, bool hidden);
/*
 * Ends a live match as STORE_FINISHED, STORE_STOPPED or STORE_SET_ASIDE. Takes one result per seat,
 * or count 0 if the match was never started or is set aside. A match with results appears in the
 * history of its owners; a STORE_FINISHED match also counts in their statistics.
 */
enum store_error store_end_match(struct store *store, int64_t match, enum store_state state,
	unsigned hands, const struct store_result *results, unsigned count, int64_t now);
enum store_error store_get_match(struct store *store, int64_t id, struct store_match *match);
/* Reads the highest match id; 0: the table is empty. */
enum store_error store_get_newest_match(struct store *store, int64_t *id);
/* Finds a person's last match with a result in a channel, among their last 200 in all channels. */
enum store_error store_find_last_match(struct store *store, int64_t person, int64_t network,
	const char *channel, struct store_match *match);
/*
 * Steps to the open or running match with the next higher id. Begin with match->id = 0. Returns
 * STORE_NONE after the last match. Matches may end or be opened between two steps.
 */
enum store_error store_next_live_match(struct store *store, struct store_match *match);
/* Like store_next_live_match, but steps through all matches that were ever started. */
enum store_error store_next_started_match(struct store *store, struct store_match *match);
/* Like store_next_live_match, but steps through the finished matches of a person and a game. */
enum store_error store_next_finished_match(
	struct store *store, int64_t person, const char *game, struct store_match *match);
/*
 * Steps to the next rated match in the order of the times of their ends, then of ids. Begin with
 * match->ended and match->id 0. Returns STORE_NONE after the last match. See recount.h.
 */
enum store_error store_next_recount_match(struct store *store, struct store_match *match);
/*
 * Steps to the recent match with the next lower id. Begin with match->id = INT64_MAX. Returns
 * STORE_NONE after the last match. A recent match is among the newest 5000 of the database, was
 * started, has ended, was played in a channel and is not hidden.
 */
enum store_error store_next_recent_match(struct store *store, struct store_match *match);
/* A finished match that a person played against AI players alone. */
enum { STORE_LEVELS = 4 };
struct store_robot_match {
	bool won;
	unsigned seats, winners; /* numbers of seats; winners < seats */
	unsigned levels;         /* sum of the levels of the other seats */
};

/*
 * Lists a person's last matches of a game against AI players alone, newest first, among their last
 * 200 matches of all kinds. robots: the id of the AI player of each level.
 */
enum store_error store_list_robot_matches(struct store *store, int64_t person, const char *game,
	const int64_t robots[STORE_LEVELS], struct store_robot_match *rows, unsigned most,
	unsigned *count);
/*
 * Adds or updates one seat. Of person and player it writes only the ids; it ignores points and won.
 */
enum store_error store_set_seat(
	struct store *store, int64_t match, unsigned seat, const struct store_seat *row);
/* Writes seats 0 to count - 1 and deletes all higher seats. Only before the first move. */
enum store_error store_set_seats(
	struct store *store, int64_t match, const struct store_seat *rows, unsigned count);
/* Reads all seats in ascending order. */
enum store_error store_list_seats(
	struct store *store, int64_t match, struct store_seat rows[STORE_SEATS], unsigned *count);

#endif
