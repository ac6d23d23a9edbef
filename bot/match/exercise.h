/*
 * exercise.h - exercises. An exercise is a table that one person plays outside matches, in private
 * or on a page, against a seat whose moves the exercise makes. The person plays first. It has no
 * number and no clock, and changes no rating. Its kind (struct exercise_kind) tells how it differs
 * from others: whether it is stored, and whether its answers come at once or later, from a job. A
 * rollback restores it.
 */
#ifndef BOT_MATCH_EXERCISE_H
#define BOT_MATCH_EXERCISE_H

#include "bot/match/guest.h"

/*
 * EXERCISE_SEAT: the person's seat. EXERCISES_OF_ADDRESS: maximum number of exercises of one kind
 * from one address.
 */
enum { EXERCISE_SEAT = 0, EXERCISES_OF_ADDRESS = 2 };

/* The request of a browser for an exercise on a page. */
struct exercise_visit {
	const struct guest_client *client;
	const char *browser; /* a random word that identifies the browser; "": unknown */
	const char *about; /* the day or the link that the browser names; "": today or a new link */
};

/* A kind of exercise. Kinds are listed in exercises.c. */
struct exercise_kind {
	const char *name; /* name of the kind on pages and in the keys of its texts */
	enum level level; /* level of the AI player in the other seat */
	size_t data_size; /* bytes of the member `data` of exercises of this kind */
	/*
	 * messages: the person has stopped; too many people play; the person's address plays too
	 * much
	 */
	enum message stopped, full, enough;
	/*
	 * Puts the deck of a hand in order. The cards come in the order in which the game lists
	 * them. hand: from 1.
	 */
	void (*shuffle)(const struct exercise *exercise, unsigned hand, card *deck, unsigned count);
	/* Explains the turn to the person: before each of their moves, and as an answer to `hint`.
	 */
	void (*explain)(struct lobby *lobby, struct exercise *exercise, bool asked);
	/* True if the person may make this legal move. If not, tells them which move to make. */
	bool (*accept)(struct lobby *lobby, struct exercise *exercise, struct move move);
	/*
	 * Returns the move that the exercise asks of the person at their turn. NULL: any move will
	 * do.
	 */
	struct move (*asked)(const struct exercise *exercise);
	/* Called after a move of either seat. NULL: not needed. */
	void (*moved)(struct lobby *lobby, struct exercise *exercise, struct move move);
	/*
	 * Finds the move of the other seat, which has the turn. Returns false if a job must find
	 * the move first: then sets `awaited`, and exercise_answer makes the move later. Called
	 * again after a rollback.
	 */
	bool (*answer)(struct lobby *lobby, struct exercise *exercise, struct move *move);
	/* True if the exercise is over. Called after each move. */
	bool (*is_over)(const struct exercise *exercise);
	/*
	 * Tells the person the result once the exercise is over. Returns false if a job must end
	 * first; exercise_continue or exercise_retry then calls it again.
	 */
	bool (*finish)(struct lobby *lobby, struct exercise *exercise);
	/* Adds members to the JSON view of the exercise's page. NULL: adds none. */
	void (*add_view)(struct lobby *lobby, const struct exercise *exercise, struct locale locale,
		struct string *out);
};

/* The members of an exercise before the batch that changes it. */
struct exercise_saved {
	struct person *person;
	struct store_seat_key key;
	bool has_page, ended;
	unsigned times;
	struct string said;
	struct events untold;
	void *data;
};

/*
 * An exercise that a guest plays on a page, or a person in chat with or without a page. On a page
 * its table is closed after the end, but still shown.
 */
struct exercise {
	const struct exercise_kind *kind;
	struct person *person;
	struct table *table;
	void *data;          /* flat data of the exercise's kind; NULL: none */
	int64_t since;       /* ms: when the person last gave a command */
	bool has_page;       /* a page shows the exercise */
	struct seat_key key; /* key of the exercise's page; without a page only key.ended counts */
	/* an earlier key of the page, which has ended; lost.sent: the pages must be told so */
	struct seat_key lost;
	struct string said; /* on a page: the text last told to the person */
	unsigned times;     /* number of times that `said` was set */
	/* in chat: the person's move, kept to be told in one line with the answer */
	struct events untold;
	uint64_t awaited; /* serial number of the job that finds the awaited answer, or 0 */
	uint64_t judging; /* serial number of the job that judges a move, or 0 */
	bool begun_now;   /* the exercise was begun in this batch */
	/* copy for a rollback; NULL: this batch has not changed the exercise */
	struct exercise_saved *saved;
};

/* Finds the exercise that a person plays. Returns NULL if not found. */
struct exercise *exercise_find(const struct lobby *lobby, const struct person *person);
/* Finds an exercise on a page by the hash of its key. Returns NULL if not found. */
struct exercise *exercise_find_key(const struct lobby *lobby, const uint8_t hash[STORE_KEY_HASH]);
/* True if a person plays at a table, and must finish there before beginning an exercise. */
bool exercise_must_wait(const struct lobby *lobby, const struct person *person);
/*
 * Returns MSG_OK if one more exercise may begin, else the message that says why not. If the address
 * of a page has too many of the kind, ends one that its person has finished. If there are too many
 * in all, ends a finished one, or else the one idle longest if it was idle for ten minutes.
 * address: the address of the browser; "" in chat.
 */
enum message exercise_make_room(
	struct lobby *lobby, const struct exercise_kind *kind, const char *address);
/*
 * Opens an exercise for a person without one, and deals the first hand, but does not show it. Call
 * exercise_make_room first. data: copied; NULL if the kind has none.
 */
struct exercise *exercise_open(struct lobby *lobby, const struct exercise_kind *kind,
	const struct game *game, struct person *person, const void *data);
/* Opens an exercise like exercise_open, for a guest on a page. hash: hash of the page's key. */
struct exercise *exercise_open_page(struct lobby *lobby, const struct exercise_kind *kind,
	const struct game *game, struct person *guest, const void *data,
	const uint8_t hash[STORE_KEY_HASH]);
/*
 * Begins an exercise without data for a new guest on a page, and shows it. key: receives the page's
 * key. Returns MSG_OK, or the message that says why not.
 */
enum message exercise_begin_on_page(struct lobby *lobby, const struct exercise_kind *kind,
	const struct game *game, const struct guest_client *client, char key[SEAT_KEY]);
/* Makes a key to the page of a person's exercise. Ends an earlier key. */
void exercise_make_key(struct lobby *lobby, struct exercise *exercise, char key[SEAT_KEY]);
/* Ends the key to the page of a person's exercise. */
void exercise_end_key(struct lobby *lobby, struct exercise *exercise);
/*
 * Gives an exercise to `to`, because its player turned out to be that person. Ends any other
 * exercise of `to`.
 */
void exercise_follow(struct lobby *lobby, struct exercise *exercise, struct person *to);
/*
 * Makes a move again without telling it, to restore a stored exercise. Call it for each move from
 * the beginning. Returns false if the move is illegal.
 */
bool exercise_replay(struct exercise *exercise, struct move move);
/* Shows the person their hand, and explains the turn. */
void exercise_show(struct lobby *lobby, struct exercise *exercise);
/*
 * Makes a move of the person, if the exercise accepts it, and the answers of the other seat that
 * come at once. Ends the exercise if it is over. Returns REFUSE_NONE, or a refusal if the move
 * breaks the rules or an answer is awaited.
 */
enum refusal exercise_move(struct lobby *lobby, struct exercise *exercise, struct move move);
/* Makes the awaited move of the other seat, and goes on. */
void exercise_answer(struct lobby *lobby, struct exercise *exercise, struct move move);
/* Continues an exercise after its job has ended: asks for an answer, or finishes. */
void exercise_continue(struct lobby *lobby, struct exercise *exercise);
/* Continues the exercises that lost their job in a rollback. Call it once a second. */
void exercise_retry(struct lobby *lobby);
/* Saves an exercise and its table for a rollback. Call it before its first change in a batch. */
void exercise_change(struct lobby *lobby, struct exercise *exercise);
/* Tells the person a message: in chat unless they are a guest, and on the page if there is one. */
void exercise_tell(struct lobby *lobby, struct exercise *exercise, enum message message,
	const struct arg *args);
/* Shows the person a message on the page only. Does nothing if the exercise has no page. */
void exercise_tell_page(struct lobby *lobby, struct exercise *exercise, enum message message,
	const struct arg *args);
/* Stops an exercise: closes its table on a page; in chat ends it, and shows the match that waits.
 */
void exercise_stop(struct lobby *lobby, struct exercise *exercise);
/* Ends an exercise. It is freed at the end of the batch, after the pages were told. */
void exercise_end(struct lobby *lobby, struct exercise *exercise);
/*
 * Ends exercises that were idle for an hour, if a guest plays them or only a page still shows them.
 * Call it about once a minute.
 */
void exercise_end_idle(struct lobby *lobby);
/* Frees all exercises, before the lobby closes. */
void exercise_close_all(struct lobby *lobby);

#endif
