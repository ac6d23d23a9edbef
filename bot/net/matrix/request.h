/* matrix/request.h - the connection to the homeserver: requests, answers, the next deadline. */
#ifndef BOT_NET_MATRIX_REQUEST_H
#define BOT_NET_MATRIX_REQUEST_H

#include <jansson.h>

#include "bot/base/loop.h"
#include "bot/net/http.h"

struct matrix;

/* Bytes of a Matrix id, NUL included. */
enum { MATRIX_ID = 256 };
/* Milliseconds: the deadline of a request; the delay before a request that could not begin. */
enum { MATRIX_REQUEST_TIMEOUT = 60000, MATRIX_RETRY_MS = 1000 };
/* Most bytes of an answer of /sync, and of any other. */
enum { MATRIX_SYNC_BYTES = 32 * 1024 * 1024, MATRIX_ANSWER_BYTES = 1024 * 1024 };
/*
 * Most bytes of memory of a parsed answer. An honest answer takes about seven times its length, a
 * malicious one up to a hundred times.
 */
enum { MATRIX_JSON_MEMORY = 128 * 1024 * 1024 };

enum matrix_phase {
	MATRIX_WAITING,    /* until the next attempt to log in */
	MATRIX_LOGGING_IN, /* logging in */
	MATRIX_CONNECTED,
	MATRIX_EXPIRED, /* the server refused the token */
	MATRIX_GONE
};

struct matrix_link {
	struct http *http;
	struct http_request *request; /* a login, a sync, or a page of a limited timeline */
	struct loop_timer *clock;
	bool armed; /* the clock will fire at once */
	enum matrix_phase phase;
	uint64_t again;       /* time of the next attempt to log in or to sync */
	unsigned tries;       /* failed attempts in a row */
	uint64_t connects;    /* logins, and syncs after a failure */
	char user[MATRIX_ID]; /* the bot's id */
};

uint64_t matrix_now(const struct matrix *matrix);
void matrix_schedule_now(struct matrix *matrix);
/* Returns a random delay in ms that grows with the number of failed tries, at most 7.5 minutes. */
uint64_t matrix_retry_delay(unsigned tries);
/* Counts a failed login or sync, and returns a delay of at most 48 s, as people wait for it. */
uint64_t matrix_sync_retry_delay(struct matrix *matrix);
/* Begins a request with the token. Returns NULL if it cannot, and schedules matrix_run_due_tasks.
 */
struct http_request *matrix_begin_request(struct matrix *matrix, const struct http_call *order,
	void (*done)(void *context, const struct http_answer *answer));
/* Parses JSON, repaired if needed. The caller frees the value. Returns NULL if that fails too. */
json_t *matrix_parse(const char *text, size_t length);
/* Parses an answer. The caller frees the value. Returns NULL if it is not JSON, or too large. */
json_t *matrix_parse_answer(const struct http_answer *answer);
/* True for a status of 4xx. */
bool matrix_is_refusal(const struct http_answer *answer);
/* True if an answer is too long, or would take too much memory. */
bool matrix_is_too_large(const struct http_answer *answer);
/* Logs a failed request with the server's error. */
void matrix_log_failure(
	const struct matrix *matrix, const char *what, const struct http_answer *answer);
/* Returns the string under a key, or NULL. The object owns it. */
const char *matrix_get_string(const json_t *object, const char *key);
/* Pauses requests after a 401 until there is a new token. */
void matrix_handle_expired(struct matrix *matrix, const struct http_answer *answer);

#endif
