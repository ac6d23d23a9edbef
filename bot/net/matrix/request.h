/* matrix/request.h - the connection to the homeserver: requests, answers and the timer. */
#ifndef BOT_NET_MATRIX_REQUEST_H
#define BOT_NET_MATRIX_REQUEST_H

#include <jansson.h>

#include "bot/base/loop.h"
#include "bot/net/http.h"

struct matrix;

/* Bytes of a Matrix id, NUL included. */
enum { MATRIX_ID = 256 };
/*
 * All are in milliseconds. MATRIX_REQUEST_TIMEOUT: timeout of a request. MATRIX_RETRY_MS: delay
 * after a request that could not begin. MATRIX_SILENCE_MS: an answer that takes longer is reported
 * in the log.
 */
enum { MATRIX_REQUEST_TIMEOUT = 60000, MATRIX_RETRY_MS = 1000, MATRIX_SILENCE_MS = 10000 };
/* Maximum number of bytes of an answer: to /sync, and to other requests. */
enum { MATRIX_SYNC_BYTES = 32 * 1024 * 1024, MATRIX_ANSWER_BYTES = 1024 * 1024 };
/*
 * Maximum number of bytes of memory for a parsed answer. A normal answer takes about seven times
 * its length, a malicious one up to a hundred times.
 */
enum { MATRIX_JSON_MEMORY = 128 * 1024 * 1024 };

enum matrix_phase {
	MATRIX_WAITING,    /* waits for the next attempt to log in */
	MATRIX_LOGGING_IN, /* logging in */
	MATRIX_CONNECTED,
	MATRIX_EXPIRED, /* the server refused the token */
	MATRIX_GONE
};

struct matrix_link {
	struct http *http;
	/* request under way: a login, a sync, or a page of missed messages */
	struct http_request *request;
	struct loop_timer *clock;
	bool armed; /* the timer is set to fire at once */
	enum matrix_phase phase;
	uint64_t again; /* when to try again to log in or to sync */
	/*
	 * when the bot began the login or message that still waits for its answer; 0: nothing waits
	 */
	uint64_t asked;
	bool silence_told; /* the log already reports that this answer takes long */
	unsigned tries;    /* failed attempts in a row */
	/* successful connections: the first login, and each sync that ended an outage */
	uint64_t connects;
	char user[MATRIX_ID]; /* the bot's id */
};

/* Returns loop_now of the event loop, in milliseconds. */
uint64_t matrix_now(const struct matrix *matrix);
/* Returns the number of days since 1970. */
int64_t matrix_today(void);
/* Schedules the tasks of the network, see driver.c, for the next loop turn. */
void matrix_schedule_now(struct matrix *matrix);
/*
 * Returns a random delay in ms that doubles with each failed try: about a second for 0, 8 seconds
 * for 3, a minute for 6; at most 7.5 minutes. A caller that does not count tries passes a constant.
 */
uint64_t matrix_retry_delay(unsigned tries);
/*
 * Counts a failed login or sync, and returns the delay before the next. The delay is at most 48 s,
 * because people wait for the bot.
 */
uint64_t matrix_sync_retry_delay(struct matrix *matrix);
/*
 * An array with the parts of a path below /_matrix/: the first, third, … part is used as it is, the
 * second, fourth, … part is percent-encoded as one segment.
 */
#define MATRIX_PATH(...) ((const char *const[]){ __VA_ARGS__, NULL })
/*
 * Begins a request with the access token. path: see MATRIX_PATH; call->path is ignored. If the
 * request cannot begin, schedules the next loop turn of the network and returns NULL.
 */
struct http_request *matrix_begin_request(struct matrix *matrix, const struct http_call *call,
	const char *const *path, void (*done)(void *context, const struct http_answer *answer));
/*
 * Parses JSON; if that fails, repairs it and parses it again. Returns NULL if both fail. The caller
 * frees the value.
 */
json_t *matrix_parse(const char *text, size_t length);
/*
 * Parses the body of an answer. Returns NULL if it is not JSON or too large. The caller frees the
 * value.
 */
json_t *matrix_parse_answer(const struct http_answer *answer);
/* True if the server refused a request: the status is 4xx. */
bool matrix_is_refusal(const struct http_answer *answer);
/* True if an answer is too long, or would take too much memory. */
bool matrix_is_too_large(const struct http_answer *answer);
/* Logs `what`, a phrase about the failure, and the error from the answer. */
void matrix_log_failure(
	const struct matrix *matrix, const char *what, const struct http_answer *answer);
/* Returns the string under a key of a JSON object, or NULL. The string belongs to the object. */
const char *matrix_get_string(const json_t *object, const char *key);
/*
 * Handles a 401: the token is no longer valid, so the bot gets a new one. Returns false for any
 * other answer.
 */
bool matrix_handle_expired(struct matrix *matrix, const struct http_answer *answer);

#endif
