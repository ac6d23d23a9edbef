/*
 * seats.h - seats and invitations that the bot offers to browsers: their newest views, and
 * questions to the bot. Has no socket: seats_receiver.h moves the lines. Used only in bot/web.
 *
 * A seat is known by the hash of its key. Views stay JSON text, as the bot sent it.
 */
#ifndef BOT_WEB_SEATS_H
#define BOT_WEB_SEATS_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/base/string.h"
#include "bot/people/seat_key.h"

enum {
	SEATS_ASKS = 64,      /* most questions that wait for the bot */
	SEATS_LINES = 12,     /* lines of talk that a view keeps */
	SEATS_WAIT_MS = 10000 /* ms until a question without a reply is answered 503 */
};

/* A seat of a person, or an invitation to take one. */
enum seats_kind { SEATS_SEAT, SEATS_JOIN, SEATS_KINDS };

/* The bot's reply to a question. */
struct seats_reply {
	unsigned status;    /* HTTP status */
	const char *say;    /* sentence for the person; may be empty */
	char key[SEAT_KEY]; /* key of a new seat with status 303, else empty */
};

/* The functions that are called for news from the bot. */
struct seats_events {
	/* A seat's view has changed. json: the view; NULL: the seat has ended. */
	void (*changed)(void *context, const char *hash, const char *json);
	/* The bot has disconnected, or has connected and sent all seats. */
	void (*linked)(void *context, bool here);
	/* A question of `asker` has its reply. */
	void (*replied)(void *context, void *asker, const struct seats_reply *reply);
};

struct seats_view;

/*
 * The seats and the questions. Before the first use, all members are zeros, except `events`,
 * `context` and the strings.
 */
struct seats {
	const struct seats_events *events;
	void *context;
	struct seats_list {
		struct seats_view **view; /* sorted by hash */
		size_t count, size;
	} list[SEATS_KINDS];
	struct seats_ask {
		int64_t id;     /* number of the question; 0: this entry is free */
		uint64_t since; /* ms of the caller's clock: when the question was asked */
		void *asker;
	} ask[SEATS_ASKS];
	int64_t last_id;
	bool here;         /* the bot is connected and has sent all seats */
	struct string out; /* lines for the bot */
	/* the bot's metrics, in the text format of Prometheus; empty: unknown or too old */
	struct string metrics;
};

void seats_free(struct seats *seats);
/*
 * Returns a view as JSON text, valid until the next seats_read_line. Returns NULL for an unknown
 * hash.
 */
const char *seats_find(const struct seats *seats, enum seats_kind kind, const char *hash);
/*
 * Steps through the offered seats: returns their views as JSON text one after another, and NULL
 * after the last. *n: 0 before the first call.
 */
const char *seats_next_offer(const struct seats *seats, size_t *n);
/* Notes that the bot is not connected any more. All questions are answered 503. */
void seats_disconnect(struct seats *seats);
/* Handles a line of the bot. Returns false if it is malformed; then close the connection. */
bool seats_read_line(struct seats *seats, const char *line, size_t length);
/*
 * Adds a question to `out`. question: a JSON object without "ask". now: ms of the caller's clock.
 * Returns 0, or 429 or 503 if the bot cannot be asked; then no reply follows.
 */
unsigned seats_ask(struct seats *seats, const char *question, void *asker, uint64_t now);
/*
 * Answers questions that have waited too long with 503. now: ms of the caller's clock. Returns how
 * many questions still wait.
 */
unsigned seats_expire(struct seats *seats, uint64_t now);

#endif
