/*
 * trials.h - trials: hands that several people play, each alone against the AI player `expert`.
 *
 * A trial is a deal of a day, or a challenge between two people. Each day has an open deal, for
 * everyone, and a ladder deal, for people with rated matches. Everybody gets the same cards. A try
 * is what one person has played of a trial. The seed of a trial and the moves of its tries are
 * sealed (seal.h) until the trial is revealed; a reader without the key sees zeros and "". A person
 * has one try of a trial, guests on pages have as many as they like.
 */
#ifndef STORAGE_TRIALS_H
#define STORAGE_TRIALS_H

#include "storage/people.h"
#include "storage/seat_keys.h"

/*
 * STORE_DAY: bytes of a date, "2026-12-01" and NUL. STORE_TRY_MOVES: bytes of the moves of a try,
 * with NUL.
 */
enum { STORE_DAY = 11, STORE_HASH = 32, STORE_TRY_MOVES = 4096 };

enum store_trial_kind { STORE_OPEN_DEAL, STORE_LADDER_DEAL, STORE_CHALLENGE };

struct store_trial {
	int64_t id;
	enum store_trial_kind kind;
	char day[STORE_DAY];   /* the date on which it begins */
	char game[STORE_WORD]; /* name of a game, and of its preset */
	char preset[STORE_WORD];
	unsigned hands;
	int64_t version; /* REPLY_VERSION of the AI player's replies; 0: results get no places */
	int64_t starts, ends;
	uint8_t seed[STORE_SEED];
	uint8_t commitment[STORE_SEED];
	int64_t par;      /* sum of the points that `expert` made from the person's seat */
	unsigned pars;    /* number of hands in the sum */
	int64_t revealed; /* when the seed was published; 0: it is secret */
};

struct store_try {
	int64_t id;
	int64_t trial;
	int64_t person;               /* 0: a guest on a page, or a forgotten person */
	char name[STORE_NAME];        /* name of the person, or as a guest signed; may be "" */
	uint8_t seat[STORE_KEY_HASH]; /* hash of the key of its page; zeros: played in chat */
	char lang[STORE_WORD];        /* code of a guest's language */
	int64_t begun;                /* 0: not begun, in a challenge */
	int64_t touched;              /* when the last move was made */
	int64_t ended;                /* 0: not ended */
	char moves[STORE_TRY_MOVES];  /* moves of both seats: "9D;4C mitten" */
	int32_t own, other;           /* points of the person and of the AI player */
	bool counted;                 /* it has a place among the tries of its trial */
	bool tells;                   /* the preview of its result tells the points */
	bool hidden;                  /* an operator hides its name and moves */
	int64_t version;              /* REPLY_VERSION when it began */
};

/* A new try. The hashes may be NULL. */
struct store_new_try {
	int64_t trial;
	int64_t person;         /* 0: a guest on a page */
	const uint8_t *account; /* these three: STORE_HASH bytes from store_hash_secretly */
	const uint8_t *browser;
	const uint8_t *address;
	const uint8_t *seat; /* STORE_KEY_HASH bytes: hash of the key of its page */
	const char *lang;
	int64_t version; /* REPLY_VERSION (engine/mitaines/reply.h) */
	int64_t begun;   /* 0: not begun, in a challenge */
};

/* The standing of points among the counted tries of a trial. */
struct store_standing {
	unsigned better, equal, all; /* tries with more points, with equal points, and in all */
};

/* A person's sum of thirty ladder days. */
struct store_sum {
	struct store_person person;
	int64_t points;
	unsigned days; /* ladder days in the sum */
};

/*
 * Computes a keyed hash of a text, with the secret key of the database: without the key, guesses of
 * the text cannot be checked. Defined in seal.c.
 */
void store_hash_secretly(struct store *store, const char *text, uint8_t hash[STORE_HASH]);

/* ---- trials ---- */

/*
 * Adds a trial and sets row->id. The commitment is set later, by store_set_commitment, because it
 * depends on the id.
 */
enum store_error store_add_trial(struct store *store, struct store_trial *row);
enum store_error store_set_commitment(
	struct store *store, int64_t trial, const uint8_t commitment[STORE_SEED]);
enum store_error store_get_trial(struct store *store, int64_t trial, struct store_trial *row);
enum store_error store_find_trial_of_day(
	struct store *store, enum store_trial_kind kind, const char *day, struct store_trial *row);
enum store_error store_find_trial_by_link(
	struct store *store, const uint8_t link[STORE_KEY_HASH], struct store_trial *row);
/* Finds the last deal of a kind on a day or before. day: "9999-12-31" finds the newest. */
enum store_error store_find_last_trial(
	struct store *store, enum store_trial_kind kind, const char *day, struct store_trial *row);
/* Steps to the next trial that ended by `now` and is not revealed. Begin with a row of zeros. */
enum store_error store_next_trial_over(struct store *store, int64_t now, struct store_trial *row);
/* Finds a challenge that both people have played, and that is not revealed. */
enum store_error store_find_played_challenge(struct store *store, struct store_trial *row);
/* Adds the points of a hand that `expert` played from the person's seat to a trial's par. */
enum store_error store_add_par(struct store *store, int64_t trial, int32_t points);
/* Sets the hash of the link of a challenge, which admits one person. */
enum store_error store_set_trial_link(
	struct store *store, int64_t trial, const uint8_t link[STORE_KEY_HASH]);
/* Forgets the link of a challenge. */
enum store_error store_delete_trial_link(struct store *store, int64_t trial);
/*
 * Publishes the seed of a trial, and forgets the accounts of its tries. The caller reveals its
 * tries by store_reveal_try, which may take several batches.
 */
enum store_error store_reveal_trial(
	struct store *store, const struct store_trial *row, int64_t now);
/* Publishes the moves of one more ended try. Returns STORE_NONE if all are public. */
enum store_error store_reveal_try(struct store *store, int64_t trial);

/* ---- tries ---- */

/* Adds a try without moves. Returns STORE_REFUSED if the person or the account has one already. */
enum store_error store_add_try(
	struct store *store, const struct store_new_try *row, int64_t now, int64_t *id);
/* Sets *entered if the account of this hash has a try, even if its person was forgotten. */
enum store_error store_has_entered(
	struct store *store, int64_t trial, const uint8_t account[STORE_HASH], bool *entered);
enum store_error store_get_try(struct store *store, int64_t id, struct store_try *row);
enum store_error store_find_try(
	struct store *store, int64_t trial, int64_t person, struct store_try *row);
/* Finds the newest try in play of a browser, by its hash as in struct store_new_try. */
enum store_error store_find_try_of_browser(struct store *store, int64_t trial,
	const uint8_t browser[STORE_HASH], struct store_try *row);
/* Finds a guest's try by the hash of the key of its page. */
enum store_error store_find_try_by_seat(
	struct store *store, const uint8_t seat[STORE_KEY_HASH], struct store_try *row);
/* Finds a try by the hash of the key in the address of its result. */
enum store_error store_find_try_by_result(
	struct store *store, const uint8_t result[STORE_KEY_HASH], struct store_try *row);
/*
 * Steps to the next try in play, in the order of the last moves. Begin with row->id 0 and the time
 * of the oldest move in row->touched.
 */
enum store_error store_next_try_in_play(struct store *store, struct store_try *row);
/* Sets *played to true if a try in play of a trial has a move after a time. */
enum store_error store_is_played(struct store *store, int64_t trial, int64_t since, bool *played);
/* Steps to the next try of a trial. Begin with row->id 0. */
enum store_error store_next_try(struct store *store, int64_t trial, struct store_try *row);
/* Finds the try of the other person in a challenge. Sets other->id to 0 if it is missing. */
void store_find_other_try(
	struct store *store, const struct store_try *row, struct store_try *other);
/* Steps to the next try of a person in a challenge that is not over. Begin with row->id 0. */
enum store_error store_next_challenge(struct store *store, int64_t person, struct store_try *row);
/*
 * Sets *found to true if a person has tries that are not over: in play, or of a challenge whose end
 * they were not told.
 */
enum store_error store_has_open_tries(struct store *store, int64_t person, bool *found);
/*
 * Gives the tries of `from` that are not over to `to`, except where `to` has a try of the same
 * trial.
 */
enum store_error store_move_tries(struct store *store, int64_t from, int64_t to);
/* Notes that the people of a challenge must be told how it ended. */
enum store_error store_owe_result(struct store *store, int64_t trial);
/* Steps to the next try whose person must be told how a challenge ended. Begin with row->id 0. */
enum store_error store_next_untold(struct store *store, struct store_try *row);
/* Notes that the person of a try was told. */
enum store_error store_mark_told(struct store *store, int64_t id);
/* Begins the try of a person in a challenge, in the row's language and version. */
enum store_error store_begin_try(struct store *store, const struct store_try *row, int64_t now);
/* Replaces the key of the page of a try in play. */
enum store_error store_set_try_seat(
	struct store *store, int64_t id, const uint8_t seat[STORE_KEY_HASH]);
/* Replaces the moves of a try in play. */
enum store_error store_set_try_moves(
	struct store *store, int64_t id, const char *moves, int64_t now);
/*
 * Ends a try with its points. Sets row->counted if the try gets a place: if may_count is true, no
 * other try of its browser has a place, and fewer than `most` tries of its address do. result: hash
 * of the key in the address of its result.
 */
enum store_error store_end_try(struct store *store, struct store_try *row, bool may_count,
	unsigned most, const uint8_t result[STORE_KEY_HASH], int64_t now);
enum store_error store_get_standing(struct store *store, int64_t trial, int32_t own, int32_t other,
	struct store_standing *place);
/* Lists counted tries, best first, without their moves. rows: room for `most`. */
enum store_error store_list_places(
	struct store *store, int64_t trial, struct store_try *rows, unsigned most, unsigned *count);
/* Sets the name of a guest's result, and whether the preview of the result tells the points. */
enum store_error store_sign_try(struct store *store, int64_t id, const char *name, bool tells);
enum store_error store_hide_try(struct store *store, int64_t id, bool hidden);
enum store_error store_delete_try(struct store *store, int64_t id);
/*
 * Deletes up to 100 tries that have no person and whose last move was before a time, and the
 * challenges that have no try after that. Counts the tries in *deleted.
 */
enum store_error store_delete_old_tries(struct store *store, int64_t before, unsigned *deleted);

/* ---- sums of the ladder ---- */

/* Computes the sums of the ladder again, from all revealed ladder deals after a day. */
enum store_error store_count_sums(struct store *store, const char *after);
enum store_error store_list_sums(
	struct store *store, struct store_sum *rows, unsigned most, unsigned *count);

#endif
