/* matrix/request.h - the connection to the homeserver: requests, answers, the next deadline. */
#ifndef BOT_NET_MATRIX_REQUEST_H
#define BOT_NET_MATRIX_REQUEST_H

#include <jansson.h>

#include "bot/base/loop.h"
#include "bot/net/http.h"

struct matrix;

/* Bytes of an id, NUL included. */
enum { MATRIX_ID = 256 };
/* Milliseconds until a request is given up; until one that could not be made is tried again. */
enum { MATRIX_PATIENCE = 60000, MATRIX_AGAIN = 1000 };
/* Bytes of an answer at most, of /sync and of any other. */
enum { MATRIX_SYNC = 32 * 1024 * 1024, MATRIX_ANSWER = 1024 * 1024 };
/*
 * Bytes of memory for a parsed answer at most. An honest one takes about seven times its length, a
 * malicious one a hundred times.
 */
enum { MATRIX_WEIGHT = 128 * 1024 * 1024 };

enum matrix_phase {
	MATRIX_WAITING,  /* for the time to try again */
	MATRIX_ENTERING, /* logging in */
	MATRIX_ON,
	MATRIX_EXPIRED, /* the server no longer knows the token */
	MATRIX_GONE
};

struct matrix_link {
	struct http *http;
	struct http_request *request; /* a login, a sync, or the messages that a sync left out */
	struct loop_timer *clock;
	bool armed; /* the clock is due at once */
	enum matrix_phase phase;
	uint64_t again;       /* when to try to log in or to sync again */
	unsigned tries;       /* attempts of that without success */
	uint64_t connects;    /* logins, and syncs after a failure */
	char user[MATRIX_ID]; /* the bot's id */
};

uint64_t matrix_now(const struct matrix *matrix);
/* Runs matrix_due as soon as possible. */
void matrix_arm(struct matrix *matrix);
/* Returns the delay before another attempt: longer each time, up to some minutes. */
uint64_t matrix_patience(unsigned tries);
/* Counts a failed login or sync, and returns the delay: a minute or so at most, as people wait. */
uint64_t matrix_impatience(struct matrix *matrix);
/* Begins a request with the token. Returns NULL if it is too long. */
struct http_request *matrix_ask(struct matrix *matrix, const struct http_order *order,
	void (*done)(void *context, const struct http_answer *answer));
/* Parses JSON, and repairs it if a parser refuses it. The caller frees the value; NULL: it failed.
 */
json_t *matrix_parse(const char *text, size_t length);
/* Parses an answer. The caller frees the value; NULL: it is no JSON, or too large. */
json_t *matrix_json(const struct http_answer *answer);
/* True if the server refuses a request: 4xx. */
bool matrix_refuses(const struct http_answer *answer);
/* True if an answer is too long, or takes too much memory. */
bool matrix_is_much(const struct http_answer *answer);
/* Logs a failed request. */
void matrix_complain(
	const struct matrix *matrix, const char *what, const struct http_answer *answer);
/* Returns the string of an object's key, or NULL. */
const char *matrix_text(const json_t *object, const char *key);
/* Stops all requests after a 401 until there is a new token. */
void matrix_expired(struct matrix *matrix, const struct http_answer *answer);

#endif
