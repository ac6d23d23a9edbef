/*
 * store.h - what the bot remembers: people, matches, the journal of moves, ratings.
 *
 * The store keeps ids, seeds and move text and knows no rules. The first write of a turn of the
 * bot's loop begins a transaction; store_commit makes all writes of the turn durable together, or
 * none. A write that fails, or finds nothing to change, spoils the turn: later writes of it are
 * refused with the same error and store_commit drops them all; the turn after begins afresh.
 *
 * Unless stated otherwise: ids are above 0; times are unix seconds; strings are UTF-8 and copied;
 * a string that does not fit its STORE_… size (NUL included) is refused with STORE_REFUSED; a verb
 * returns STORE_OK or an error, and an error leaves what its pointers point to unspecified.
 */
#ifndef STORAGE_STORE_H
#define STORAGE_STORE_H

#include <stdbool.h>
#include <stdint.h>

enum {
	STORE_NAME = 256,
	STORE_KEY = 272,
	STORE_CLAIM = 128,   /* what a word is kept as */
	STORE_ADDRESS = 400, /* user@host */
	STORE_CHANNEL = 256,
	STORE_WORD = 32,     /* a game, preset, level or preference */
	STORE_OPTIONS = 256, /* all options of a table */
	STORE_MOVE = 64,
	STORE_MASK = 208,
	STORE_SEED = 32,
	STORE_NONCE = 65,
	STORE_SEATS = 16 /* most seats of a match, numbered from 0 */
};

#define STORE_ERRORS(X) \
	X(OK, "done") \
	X(NONE, "nothing of that kind is stored") \
	X(FULL, "the disk is full") \
	X(READ_ONLY, "the database or its folder may not be written to") \
	X(LOCKED, "the database is locked by another program") \
	X(OWNED, "another mitaines is running on this database") \
	X(IN_USE, "a copy can replace only a file that no program uses, and not within a turn") \
	X(MOVED, "the database file was moved or deleted: nothing is kept until it is back") \
	X(UNLOGGED, \
		"somebody took away or replaced the -wal file beside the database: what was in " \
		"it " \
		"is saved once nothing stands in its place") \
	X(DAMAGED, "the database is damaged") \
	X(OLDER, "the database is of an older mitaines: start the bot once, it upgrades it") \
	X(UNCOPIED, \
		"no copy can be kept beside the database before its upgrade: make room for one") \
	X(NEWER, "the database was written by a newer mitaines") \
	X(FOREIGN, "the file is not a mitaines database, or its head is damaged") \
	X(UNOPENED, "the file cannot be opened or created") \
	X(MEMORY, "out of memory") \
	X(REFUSED, "the database refuses what contradicts the rest of it") \
	X(IO, "the disk fails")
enum store_error {
#define X(name, text) STORE_##name,
	STORE_ERRORS(X)
#undef X
		STORE_ERROR_COUNT
};

/* One clause in English, lower case, no full stop; a constant. */
const char *store_error_text(enum store_error error);

/* Opening, turns, copies. */

struct store;

/*
 * Opens the database file at path as its owner: creates it (readable by its owner only) when absent
 * and claims it until store_close; STORE_OWNED when another store has claimed it. Only then an
 * older schema is upgraded, in one transaction, after a copy of the database was kept beside it, as
 * PATH.schema-8; STORE_UNCOPIED if that is not possible. Path NULL: a database in memory, gone when
 * closed. On STORE_OK *store is owned by the caller until store_close, else it is NULL and the file
 * unchanged. Whoever owns a database has no second store on the same file in the process. Quick
 * whatever the size, unless it upgrades: only the head is checked here, damage further in shows
 * when it is read.
 */
enum store_error store_open(const char *path, struct store **store);
/*
 * Opens a database that is there only to be read, whoever owns it meanwhile: it is neither created
 * nor upgraded, and verbs that write are refused. STORE_OLDER when its schema is an older one,
 * unless older: then it may be so, and the store serves store_backup alone.
 */
enum store_error store_read(const char *path, bool older, struct store **store);
/* Whether others than their owner may use the files of a database. */
enum store_privacy {
	STORE_PRIVATE,
	STORE_MADE_PRIVATE, /* they might, until it was opened */
	STORE_EXPOSED       /* they still may, as it cannot be changed */
};

/* What the owner of a database is to be told of its opening. */
struct store_findings {
	int upgraded;       /* the schema it had, kept as PATH.schema-N; 0: it is not a new one */
	unsigned set_aside; /* live matches, as the database is a copy */
	enum store_privacy privacy;
};
struct store_findings store_findings(const struct store *store);
/* Drops what was not committed; NULL is allowed. */
void store_close(struct store *store);
/*
 * Ends the turn: everything written in it is on disk when this returns STORE_OK, else nothing.
 * STORE_UNLOGGED: the log of the database was taken away from under it; what earlier turns wrote is
 * brought to safety and the next turn goes on, unless another log stands in its place.
 */
enum store_error store_commit(struct store *store);
/* How much is stored, in bytes, and how many turns wrote something since it was opened. */
struct store_status {
	int64_t bytes;
	int64_t commits;
};
enum store_error store_status(struct store *store, struct store_status *status);
/* Drops everything written since the last commit, and the error that spoiled the turn. */
void store_rollback(struct store *store);
/*
 * Between turns: writes a consistent copy to the file at path, which is replaced only once the copy
 * is whole; a database in use as target is STORE_IN_USE. Blocks for as long as copying takes.
 */
enum store_error store_backup(struct store *store, const char *path);

/* People. AI players are people without a network. */

struct store_person {
	int64_t id;
	int64_t network; /* 0: an AI player, whose key is its level */
	char key[STORE_KEY];
	char name[STORE_NAME];
};

/* How somebody wants to be spoken to, and how he can be known; empty: not set. */
struct store_preferences {
	char lang[STORE_WORD];
	char cards[STORE_WORD];
	char via[STORE_WORD];
	char address[STORE_ADDRESS]; /* as in store_proof */
	bool claimed;                /* store_proof has a claim */
};

enum store_preference { STORE_LANG, STORE_CARDS, STORE_VIA };

/* The network of that name, created when new. */
enum store_error store_network(struct store *store, const char *name, int64_t *id);
/* The person a network knows by key, created when new; name is what others are shown from now. */
enum store_error store_person(struct store *store, int64_t network, const char *key,
	const char *name, int64_t now, int64_t *id);
/* The same without writing anything; STORE_NONE: not stored yet. */
enum store_error store_person_known(
	struct store *store, int64_t network, const char *key, int64_t *id);
/* The AI player of that level, created when new; its key and name are the level. */
enum store_error store_robot(struct store *store, const char *level, int64_t now, int64_t *id);
/* Who took that name last on a network, ASCII letters in any case; STORE_NONE: nobody. */
enum store_error store_person_named(
	struct store *store, int64_t network, const char *name, int64_t *id);
enum store_error store_person_name(struct store *store, int64_t person, char name[STORE_NAME]);
enum store_error store_preferences(
	struct store *store, int64_t person, struct store_preferences *preferences);
/* value NULL: no longer set. */
enum store_error store_prefer(
	struct store *store, int64_t person, enum store_preference preference, const char *value);

/*
 * Removes what tells who somebody was: his name, his key, what he prefers, what he gave for
 * shuffles and never counted; from the file too, its log and nearly all of its free space, once
 * the turn and whoever reads meanwhile are done (what SQLite may have copied while it moved rows
 * stays until that place is used again, or all of it is vacuumed). His results stay, under a
 * made-up name, and what counted in shuffles, as the decks follow from it; whoever comes by that
 * key is somebody new.
 */
enum store_error store_forget(struct store *store, int64_t person);
/*
 * Somebody was heard of. Of whom nothing is kept but who they are, is removed a month after that,
 * or a year if they set how they want to be spoken to. Who ever had a seat in a match that started,
 * has a claim or wants to be told of tables, stays.
 */
enum store_error store_heard(struct store *store, int64_t person, int64_t now);

enum { STORE_EXPIRED = 16 };

/* Who was removed; their ids are nobody's any more. */
struct store_expired {
	int64_t person[STORE_EXPIRED];
	unsigned count;
	bool more; /* to be looked at */
};

/* Between turns: removes some of those whose time has come, in a turn of its own. */
enum store_error store_expire(struct store *store, int64_t now, struct store_expired *expired);

/* Whether somebody wants to be told when a table wants players; not, unless he said so. */
enum store_error store_notify(struct store *store, int64_t person, bool wants);
/* Steps to the one of row->network who wants to with the next higher id: row->id = 0 begins. */
enum store_error store_notified(struct store *store, struct store_person *row);

/* Who is not heard, as operators said to the running bot. */

struct store_ignore {
	char mask[STORE_MASK];
	char author[STORE_NAME];
	int64_t at;
};

/* Adds a mask to a network's; one that is there in whatever case is refused. */
enum store_error store_ignore(struct store *store, int64_t network, const struct store_ignore *row);
/* Removes a mask, in whatever case. */
enum store_error store_unignore(struct store *store, int64_t network, const char *mask);
/* Reads a network's masks in order, at most limit rows. */
enum store_error store_ignores(struct store *store, int64_t network, struct store_ignore *rows,
	unsigned limit, unsigned *count);

/* How somebody shows that it is him; empty: not known. */
struct store_proof {
	char claim[STORE_CLAIM];     /* a salted hash of a word */
	char address[STORE_ADDRESS]; /* user@host; "@" too: not known */
	char home[STORE_ADDRESS];    /* the first of them, or the last before it that settled */
	int64_t addressed;           /* when the address came to be theirs */
	bool played;                 /* they have a history */
};

enum store_error store_proof(struct store *store, int64_t person, struct store_proof *proof);
/* NULL: no longer. */
enum store_error store_claim(struct store *store, int64_t person, const char *claim);
/* An operator drops it: the address is as good as new. */
enum store_error store_unclaim(struct store *store, int64_t person, int64_t now);
/*
 * Somebody was heard from there. Their home is the first address, then the last before it that was
 * theirs for so many seconds; while they have a claim it stays.
 */
enum store_error store_address(
	struct store *store, int64_t person, const char *address, int64_t now, int64_t settled);

struct store_leaver {
	unsigned leaves;  /* matches he left and that are not forgotten yet */
	int64_t deserted; /* when they last left one and did not come back to it; 0: never */
};

/* Somebody left a match at that time: it counts. */
enum store_error store_leave(struct store *store, int64_t person, int64_t now);
/* Somebody played a match to its end; so many of them and one he left is forgotten. */
enum store_error store_stay(struct store *store, int64_t person, unsigned forgiven);
enum store_error store_leaver(struct store *store, int64_t person, struct store_leaver *leaver);

/* Matches and their seats. The numbers of states are stored: append only. */

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
};

struct store_seat {
	struct store_person person; /* whose seat it is: his are its points and rating */
	struct store_person player; /* who plays it now */
	bool away;                  /* an AI player moves until the player speaks again */
	unsigned misses;            /* turns in a row the player let pass */
	int64_t left;               /* when its person left the running match; 0: he did not */
	int32_t points;             /* both once the match has ended */
	bool won;
};

/* What somebody did in a match beside scoring. */
enum store_feat {
	FEAT_MITTENS, /* made; then gloves and socks */
	FEAT_GLOVES,
	FEAT_SOCKS,
	FEAT_STOLEN_MITTENS,
	FEAT_STOLEN_GLOVES,
	FEAT_STOLEN_SOCKS,
	FEAT_TENS,  /* tens of diamonds taken */
	FEAT_MATES, /* hands won by mate */
	FEAT_COUNT
};

struct store_feats {
	uint16_t count[FEAT_COUNT];
	int32_t best; /* most points in one hand */
};

struct store_result {
	int32_t points;
	bool won;
	struct store_feats feats;
};

/*
 * Opens a match in STORE_OPEN: network, channel, number, game, preset, options and opened of *match
 * are stored. Ids ascend and are never used again.
 */
enum store_error store_match_open(
	struct store *store, const struct store_match *match, int64_t *id);
enum store_error store_match_start(struct store *store, int64_t match, bool rated, int64_t now);
/* A live match moves no ratings any more. */
enum store_error store_match_unrate(struct store *store, int64_t match);
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
 * among his last 200, wherever they were. */
enum store_error store_match_last(struct store *store, int64_t person, int64_t network,
	const char *channel, struct store_match *match);
/*
 * Steps to the open or running match with the next higher id: match->id = 0 begins, STORE_NONE
 * ends. Other matches may be ended or opened between two steps.
 */
enum store_error store_live(struct store *store, struct store_match *match);
/* Steps likewise to the match with the next higher id that was ever started, ended or not. */
enum store_error store_started(struct store *store, struct store_match *match);
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

/*
 * The journal: each hand's dealer, seed and nonces, and all moves in the order they were made. A
 * hand is there from the day its commitment is published, long before it is dealt, if it ever is.
 */

struct store_hand {
	unsigned hand;   /* 0: the shuffle for the draw of the first dealer */
	unsigned dealer; /* once dealt */
	uint8_t seed[STORE_SEED];
	uint8_t commitment[STORE_SEED]; /* zeros when read: none was published */
	bool dealt;
	bool told; /* its seed was said in the channel */
};

/* What a seat gave for a shuffle. */
struct store_nonce {
	unsigned seat;
	char text[STORE_NONCE];
};

struct store_move {
	unsigned n; /* from 1, without gaps in a match */
	unsigned hand;
	unsigned seat;
	int64_t player; /* who really made it: an AI player that stands in has an id of its own */
	int64_t at;
	char text[STORE_MOVE];
};

/* Adds a hand; one that is there already is refused. */
enum store_error store_hand(struct store *store, int64_t match, const struct store_hand *row);
/* A hand that was not yet is dealt; its seed is said. */
enum store_error store_hand_dealt(
	struct store *store, int64_t match, unsigned hand, unsigned dealer);
enum store_error store_hand_told(struct store *store, int64_t match, unsigned hand);
/*
 * Steps to the next hand that nobody will play on and whose seed was not said, by match and hand: 0
 * and 0 begin, STORE_NONE ends. Hands may be told between two steps.
 */
enum store_error store_hand_untold(struct store *store, int64_t *match, unsigned *hand);
/* What a person gives for the shuffle of a stored hand, instead of what he gave before. */
enum store_error store_nonce(
	struct store *store, int64_t match, unsigned hand, int64_t person, const char *text);
/* What he gave; STORE_NONE: nothing. */
enum store_error store_nonce_of(
	struct store *store, int64_t match, unsigned hand, int64_t person, char text[STORE_NONCE]);
/* It counted, and for that seat. */
enum store_error store_nonce_used(
	struct store *store, int64_t match, unsigned hand, int64_t person, unsigned seat);
/* Reads what counted, in any order. */
enum store_error store_nonces_of(struct store *store, int64_t match, unsigned hand,
	struct store_nonce rows[STORE_SEATS], unsigned *count);
/* Adds a move of a stored hand and seat; a second move of that number is refused. */
enum store_error store_move(struct store *store, int64_t match, const struct store_move *row);
/* Read in order what begins at number from, at most limit rows. */
enum store_error store_hands_of(struct store *store, int64_t match, unsigned from,
	struct store_hand *rows, unsigned limit, unsigned *count);
enum store_error store_moves_of(struct store *store, int64_t match, unsigned from,
	struct store_move *rows, unsigned limit, unsigned *count);

/* Ratings, figures and history. */

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
	unsigned ranked; /* people who have a place */
};

struct store_place {
	unsigned place;
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
	unsigned feats[FEAT_COUNT];
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
/* Stores a rating after a match, counts the match and adds it to the rating's history. */
enum store_error store_rate(struct store *store, const struct store_change *change);
/* The best of a game, at most limit rows. */
enum store_error store_top(struct store *store, const char *game, struct store_place *rows,
	unsigned limit, unsigned *count);
/* All zero for somebody who never finished a match of that game. */
enum store_error store_stats(
	struct store *store, int64_t person, const char *game, struct store_stats *stats);
/*
 * Who won most rating in a period, of all presets of a game or (preset not empty) of one; for
 * STORE_EVER a preset must be named. Periods are those that now lies in.
 */
enum store_error store_tally(struct store *store, const char *game, const char *preset,
	enum store_period period, int64_t now, struct store_place *rows, unsigned limit,
	unsigned *count);
enum store_error store_versus(
	struct store *store, int64_t one, int64_t other, struct store_versus *versus);
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
 * For measurements: fills a new database with made-up people of one network (people: even) who have
 * finished so many rated matches of `game` and `preset` with each other. Commits. Takes minutes for
 * millions, and about 250 bytes a match.
 */
enum store_error store_crowd(struct store *store, const char *game, const char *preset,
	unsigned people, unsigned matches);

#endif
