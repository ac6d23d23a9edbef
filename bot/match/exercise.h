/*
 * exercise.h - exercises. An exercise is a table that one person plays outside matches, in private
 * or on a page, against a seat that the exercise answers for. The person plays first. It has no
 * number and no clock, changes no rating, is not stored, and is lost in a restart. Its kind tells
 * what differs from others.
 */
#ifndef BOT_MATCH_EXERCISE_H
#define BOT_MATCH_EXERCISE_H

#include "bot/match/guest.h"

/* EXERCISE_SEAT: the person's seat. EXERCISES_OF_ADDRESS: most of one kind that an address has. */
enum { EXERCISE_SEAT = 0, EXERCISES_OF_ADDRESS = 2 };

/* A kind of exercise. Kinds are listed in exercises.c. */
struct exercise_kind {
	const char *name; /* its name for pages and in the keys of its texts */
	const struct game *game;
	struct table_deck deck; /* the source of its cards */
	/* answers: the person stops; too many people play; the person's address plays enough */
	enum message stopped, full, enough;
	/* Explains the turn to the person. Called before each of their moves. */
	void (*explain)(struct lobby *lobby, struct exercise *exercise);
	/* True if the person may make a legal move. If not, tells them which one to make. */
	bool (*accept)(struct lobby *lobby, struct exercise *exercise, struct move move);
	/* Returns the move that the exercise wants from the person at their turn. */
	struct move (*asked)(const struct exercise *exercise);
	/* Returns the move of another seat, which has the turn. */
	struct move (*answer)(const struct exercise *exercise);
	/* True if the exercise is over. Asked after each move. */
	bool (*is_over)(const struct exercise *exercise);
	/* Tells the person the result, once it is over. */
	void (*finish)(struct lobby *lobby, struct exercise *exercise);
};

/* An exercise that a person plays. On a page its table is closed after the end, but still shown. */
struct exercise {
	const struct exercise_kind *kind;
	struct person *person;
	struct table *table;
	int64_t since;       /* ms: when the person last gave a command */
	struct seat_key key; /* on a page: the key, which is not stored; `ended` also in chat */
	struct string said;  /* on a page: what the person was told last */
	unsigned times;      /* number of times that `said` was set */
};

/* Returns the kind with this name, or NULL. */
const struct exercise_kind *exercise_kind_named(const char *name);
/* Finds the exercise of a person. Returns NULL if not found. */
struct exercise *exercise_find(const struct lobby *lobby, const struct person *person);
/* Finds an exercise on a page by the hash of its key. Returns NULL if not found. */
struct exercise *exercise_find_key(const struct lobby *lobby, const uint8_t hash[STORE_KEY_HASH]);
/* True if a person plays at a table, and must finish there before they begin an exercise. */
bool exercise_must_wait(const struct lobby *lobby, const struct person *person);
/*
 * Begins an exercise in private, for a person without one. Does not show it yet. If there are too
 * many, ends the exercise that was idle longest, or returns NULL if that is less than ten minutes.
 */
struct exercise *exercise_begin(
	struct lobby *lobby, const struct exercise_kind *kind, struct person *person);
/*
 * Begins an exercise of a new guest on a page, and shows it. key: gets its key. Returns MSG_OK, or
 * the message that says why there are too many. If the address has too many, ends a finished one.
 */
enum message exercise_begin_on_page(struct lobby *lobby, const struct exercise_kind *kind,
	const struct guest_client *client, char key[SEAT_KEY]);
/* Shows the person their hand, and explains the turn. */
void exercise_show(struct lobby *lobby, struct exercise *exercise);
/*
 * Makes a move of the person, if the exercise accepts it, and the answers of the other seat. Ends
 * the exercise if it is over. Returns a refusal if the move breaks the rules.
 */
enum refusal exercise_move(struct lobby *lobby, struct exercise *exercise, struct move move);
/* Tells the person a message: in private, or on their page. */
void exercise_tell(struct lobby *lobby, struct exercise *exercise, enum message message,
	const struct arg *args);
/* Stops an exercise: closes its table on a page; in chat ends it, and shows the match that waits.
 */
void exercise_stop(struct lobby *lobby, struct exercise *exercise);
/* Ends an exercise. The end of the batch frees it, after the pages were told. */
void exercise_end(struct lobby *lobby, struct exercise *exercise);
/* Ends exercises on pages that were idle for an hour. Call it about once a minute. */
void exercise_end_idle(struct lobby *lobby);
/* Frees all exercises, before the lobby closes. */
void exercise_close_all(struct lobby *lobby);

#endif
