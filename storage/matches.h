/* matches.h - matches from the opening of their table to their end, and their seats. */
#ifndef STORAGE_MATCHES_H
#define STORAGE_MATCHES_H

#include "storage/people.h"

/* The numbers are stored: append only. */
enum store_state {
	STORE_OPEN, /* seats come and go */
	STORE_RUNNING,
	STORE_FINISHED,
	STORE_STOPPED,  /* given up, before or after the start */
	STORE_SET_ASIDE /* its journal does not replay */
};

struct store_match {
	int64_t id;
	int64_t network;
	char channel[STORE_CHANNEL];
	unsigned number; /* of the table in its channel */
	char game[STORE_WORD];
	char preset[STORE_WORD];
	char options[STORE_OPTIONS];
	enum store_state state;
	bool rated;
	int64_t opened;
	int64_t started; /* 0: never */
	int64_t ended;   /* 0: not yet */
	unsigned hands;  /* played, once it has ended */
	int64_t pruned;  /* when its journal was removed; 0: it is there */
	bool hidden;     /* no page shows it */
};

struct store_seat {
	struct store_person person; /* whose seat it is: theirs are its points and rating */
	struct store_person player; /* who plays it now */
	bool away;                  /* an AI player moves until the player speaks again */
	unsigned misses;            /* turns in a row the player let pass */
	int64_t left;               /* when its person left the running match; 0: they did not */
	int32_t points;             /* both once the match has ended */
	bool won;
};

/* What somebody did in a match beside scoring, in the order in which the game names it. */
enum { STORE_COUNTS = 16 };
struct store_counts {
	uint16_t count[STORE_COUNTS];
	int32_t best; /* most points in one hand */
};

struct store_result {
	int32_t points;
	bool won;
	const char *const *names; /* of counts.count, NULL-terminated; NULL: none */
	struct store_counts stats;
};

/*
 * Opens a match in STORE_OPEN: network, channel, number, game, preset, options, opened and hidden
 * of *match are stored. Ids ascend and are never used again.
 */
enum store_error store_match_open(
	struct store *store, const struct store_match *match, int64_t *id);
enum store_error store_match_start(struct store *store, int64_t match, bool rated, int64_t now);
/* A live match moves no ratings any more. */
enum store_error store_match_unrate(struct store *store, int64_t match);
/* Hides a match from the pages for good. */
enum store_error store_match_hide(struct store *store, int64_t match);
/*
 * Ends a live match as FINISHED, STOPPED or SET_ASIDE. results: one for each of its seats, or none
 * (count 0) when it was never started or is set aside; with results it is part of its people's
 * history, and FINISHED counts in their figures as well.
 */
enum store_error store_match_end(struct store *store, int64_t match, enum store_state state,
	unsigned hands, const struct store_result *results, unsigned count, int64_t now);
enum store_error store_match(struct store *store, int64_t id, struct store_match *match);
/* The highest id of all matches; 0: none was opened yet. */
enum store_error store_match_newest(struct store *store, int64_t *id);
/* The last match of a channel that ended after it had started, and in which the person had a seat:
 * among their last 200, wherever they were. */
enum store_error store_match_last(struct store *store, int64_t person, int64_t network,
	const char *channel, struct store_match *match);
/*
 * Steps to the open or running match with the next higher id: match->id = 0 begins, STORE_NONE
 * ends. Other matches may be ended or opened between two steps.
 */
enum store_error store_live(struct store *store, struct store_match *match);
/* Steps likewise to the match with the next higher id that was ever started, ended or not. */
enum store_error store_started(struct store *store, struct store_match *match);
/* Steps likewise to the match with the next higher id that a recount is to rate, see recount.h. */
enum store_error store_recount_match(struct store *store, struct store_match *match);
/*
 * Steps likewise down to the one with the next lower id that has ended after it had started, in a
 * channel and not hidden: match->id = INT64_MAX begins. Skips those long ago.
 */
enum store_error store_recent(struct store *store, struct store_match *match);
/* Writes one seat, new or not; of person and player only the ids. points and won are not written.
 */
enum store_error store_seat(
	struct store *store, int64_t match, unsigned seat, const struct store_seat *row);
/* Writes seats 0 to count - 1 likewise and removes any above, before the first move. */
enum store_error store_seats(
	struct store *store, int64_t match, const struct store_seat *rows, unsigned count);
/* Reads all seats in order. */
enum store_error store_seats_of(
	struct store *store, int64_t match, struct store_seat rows[STORE_SEATS], unsigned *count);

#endif
