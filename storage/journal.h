/*
 * journal.h - the journal of a match: seeds, dealers, nonces and moves, from which the match can be
 * replayed. A hand's row is added before it is dealt, so that nonces can refer to it.
 */
#ifndef STORAGE_JOURNAL_H
#define STORAGE_JOURNAL_H

#include "storage/store.h"

/*
 * The last announcement that is confirmed as delivered to the channel. The numbers are stored in
 * the database: append only.
 */
enum store_announced { STORE_UNANNOUNCED, STORE_COMMITMENT_ANNOUNCED, STORE_ROOT_ANNOUNCED };

/* The secret from which the seeds of a match's hands are computed, and its commitment. */
struct store_root {
	uint8_t root[STORE_SEED];
	uint8_t commitment[STORE_SEED];
	enum store_announced told;
};

struct store_hand {
	unsigned hand;   /* number of the hand; 0: the draw for the first dealer */
	unsigned dealer; /* seat of the dealer; valid once the hand is dealt */
	uint8_t seed[STORE_SEED];
	uint8_t commitment[STORE_SEED]; /* commitment of the match; only set by store_list_hands */
	bool dealt;
};

/* A seat's contribution to a shuffle. */
struct store_nonce {
	unsigned seat;
	char text[STORE_NONCE];
};

struct store_move {
	unsigned n; /* number of the move, from 1, without gaps in a match */
	unsigned hand;
	unsigned seat;
	int64_t player; /* the person or AI player that made the move, not the seat's owner */
	int64_t at;
	char text[STORE_MOVE];
};

/*
 * Adds the root of a match as STORE_UNANNOUNCED. Returns STORE_REFUSED if the match has a root
 * already.
 */
enum store_error store_add_root(struct store *store, int64_t match, const struct store_root *row);
/* Reads the root of a match. Returns STORE_NONE if the match has no root. */
enum store_error store_get_root(struct store *store, int64_t match, struct store_root *row);
/* Sets *busy if another match with the same commitment is live. */
enum store_error store_is_root_shared(struct store *store, int64_t match, bool *busy);
enum store_error store_set_root_announced(
	struct store *store, int64_t match, enum store_announced told);
/*
 * Steps to the next match with an announcement due, by ascending id. Sets *next to this
 * announcement: the commitment while the match is live, the root afterwards. Begin with *match = 0.
 * Returns STORE_NONE after the last match. Rows may change between two steps.
 */
enum store_error store_next_unannounced_root(
	struct store *store, int64_t *match, enum store_announced *next);
/* Adds a hand. Returns STORE_REFUSED if the match has a hand with this number already. */
enum store_error store_add_hand(struct store *store, int64_t match, const struct store_hand *row);
/*
 * Marks a stored hand as dealt and advances the generation (copy.h). Returns STORE_NONE if the hand
 * is absent or dealt already.
 */
enum store_error store_deal_hand(
	struct store *store, int64_t match, unsigned hand, unsigned dealer);
/* Finds the last dealt hand of a match; *hand is 0 if no hand was dealt. */
enum store_error store_get_hand_in_play(struct store *store, int64_t match, unsigned *hand);
/* Stores a person's nonce for a stored hand, or replaces their earlier one. */
enum store_error store_set_nonce(
	struct store *store, int64_t match, unsigned hand, int64_t person, const char *text);
/* Reads a person's nonce for a hand. Returns STORE_NONE if they gave none. */
enum store_error store_get_nonce(
	struct store *store, int64_t match, unsigned hand, int64_t person, char text[STORE_NONCE]);
/* Marks a person's nonce as used in the shuffle, as the nonce of that seat. */
enum store_error store_mark_nonce_used(
	struct store *store, int64_t match, unsigned hand, int64_t person, unsigned seat);
/* Reads the nonces used in a hand's shuffle, in any order. */
enum store_error store_list_nonces(struct store *store, int64_t match, unsigned hand,
	struct store_nonce rows[STORE_SEATS], unsigned *count);
/*
 * Adds a move of a stored hand and seat. Returns STORE_REFUSED if the match has a move with this
 * number already.
 */
enum store_error store_add_move(struct store *store, int64_t match, const struct store_move *row);
/*
 * Read the hands or the moves whose numbers are at least `from`, in ascending order, at most limit
 * rows.
 */
enum store_error store_list_hands(struct store *store, int64_t match, unsigned from,
	struct store_hand *rows, unsigned limit, unsigned *count);
enum store_error store_list_moves(struct store *store, int64_t match, unsigned from,
	struct store_move *rows, unsigned limit, unsigned *count);
/*
 * Sets *moved if the journal has a move by a player for a seat. player: the id of a person or an AI
 * player.
 */
enum store_error store_has_moved(
	struct store *store, int64_t match, unsigned seat, int64_t player, bool *moved);
/* Sets *moved if the journal has a move for a seat by a player other than this one. */
enum store_error store_has_other_moved(
	struct store *store, int64_t match, unsigned seat, int64_t player, bool *moved);
/* Sets *played if the journal has a move by a person; AI players do not count. */
enum store_error store_has_human_move(struct store *store, int64_t match, bool *played);

#endif
