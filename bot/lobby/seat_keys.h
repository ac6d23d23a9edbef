/*
 * seat_keys.h - the keys of links to seats on pages. A key belongs to one person at one match. The
 * key ends an hour after the match, or earlier when the person no longer plays the seat.
 */
#ifndef BOT_LOBBY_SEAT_KEYS_H
#define BOT_LOBBY_SEAT_KEYS_H

#include "bot/base/string.h"
#include "bot/people/seat_key.h"
#include "bot/table/tables.h"

/* Seconds that a key outlives its match. */
enum { SEAT_KEYS_AFTER = 60 * 60 };

/* A key. `row` is stored; the other members are for the surface that shows the seat (player.h). */
struct seat_key {
	struct store_seat_key row;
	bool ended;         /* deleted in this batch; the commit removes the entry */
	bool sent;          /* the pages have a view of the seat */
	uint64_t shown;     /* checksum of the view that was sent, see seat_view_sum */
	int64_t deadline;   /* unix seconds: the turn's deadline in that view */
	struct string last; /* view of the seat at the end of the match; empty: not written yet */
	bool can_open;      /* once the match has ended: the person may begin a rematch */
	/* once the match has ended: the person may sit down if another player begins a rematch */
	bool can_sit;
	/* enum rematch_offer: the offer of a rematch in the view that was sent */
	uint8_t again;
};

/* All keys, sorted by match. Starts as zeros, except batch and env. */
struct seat_keys {
	struct participant participant; /* must be the first member */
	struct batch *batch;
	const struct env *env;
	struct seat_key *key;
	size_t count;
	bool outdated; /* the keys could not be read again after a rollback */
};

/* Reads the stored keys. Returns false if the database fails. */
bool seat_keys_open(struct seat_keys *keys);
void seat_keys_close(struct seat_keys *keys);
/* Finds a key by its hash. Returns NULL if it is unknown or has ended. */
struct seat_key *seat_keys_find(struct seat_keys *keys, const uint8_t hash[STORE_KEY_HASH]);
/*
 * Finds the keys of a match, which follow one another in the list, and sets *count to their number.
 * Returns the first key, or NULL without any.
 */
struct seat_key *seat_keys_of_match(const struct seat_keys *keys, int64_t match, size_t *count);
/* True if the person with this id has a key of a match. */
bool seat_keys_has(const struct seat_keys *keys, int64_t person, int64_t match);
/* Makes a key for a stored person with a seat at a match. Replaces an earlier key of that seat. */
void seat_keys_make(struct seat_keys *keys, int64_t person, int64_t match, char key[SEAT_KEY]);
/* Adds a sentence about a person's costliest move to the last view of their seat, if it is kept. */
void seat_keys_add_advice(
	struct seat_keys *keys, int64_t person, int64_t match, const char *advice);
/* Ends the keys of a person at a match; match 0: at all matches. Returns how many keys it ended. */
unsigned seat_keys_end(struct seat_keys *keys, int64_t person, int64_t match);
/*
 * Looks at the tables that this batch has changed. Ends the keys of people who lost their seat, and
 * if a match has ended, sets the time at which its keys end. Call it before the commit.
 */
void seat_keys_update(struct seat_keys *keys, const struct tables *tables);
/* Ends the keys whose time has passed. Call it once a minute. */
void seat_keys_lapse(struct seat_keys *keys);
/* Returns the seat that a key's person plays at the table of its match, or SEAT_NONE. */
unsigned seat_keys_seat(const struct table *table, const struct seat_key *key);

#endif
