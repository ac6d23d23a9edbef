/*
 * homeserver.h - a homeserver that answers what a test makes it answer, on a free port of 127.0.0.1
 * and in the test's own process: it works while the test waits for something.
 *
 * The bot is @m:test there, and !r:test, #t:test by its alias, a room where @a:test is.
 */
#ifndef TESTS_MATRIX_HOMESERVER_H
#define TESTS_MATRIX_HOMESERVER_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/ssl.h>

#include "bot/base/string.h"
#include "tests/irc/bot.h"

enum { HOMESERVER_LINES = 16, HOMESERVER_PLANS = 8 };

struct homeserver_line {
	int fd; /* -1: nobody is connected */
	SSL *tls;
	struct string heard;
	bool hears; /* it waits for an answer to /sync */
};

/* What is answered once to a request whose first line holds part. */
struct homeserver_plan {
	const char *part; /* NULL: none */
	long status;
	const char *headers;
	const char *body;
};

struct homeserver {
	int port;
	int listener;
	SSL_CTX *tls; /* NULL: plain */
	struct homeserver_line line[HOMESERVER_LINES];
	struct homeserver_plan plan[HOMESERVER_PLANS];
	/* All requests so far: "METHOD path (token) body", each ended by LF. */
	struct string log;
	size_t seen; /* of that homeserver_wait has looked at so much */
	unsigned long number;
};

void homeserver_open(struct homeserver *homeserver);
/* The same by TLS, with this certificate and key. */
void homeserver_secure(struct homeserver *homeserver, const char *certificate, const char *key);
void homeserver_close(struct homeserver *homeserver);

/* The next request whose method and path hold part is answered so, once; the strings stay. */
void homeserver_plan(
	struct homeserver *homeserver, const char *part, long status, const char *body);
/* The same with header lines, each ended by CR LF. */
void homeserver_plan_with(struct homeserver *homeserver, const char *part, long status,
	const char *headers, const char *body);

/* Answers to /sync, which it waits for: anything; or one with these members of `rooms`. */
void homeserver_answer(struct homeserver *homeserver, long status, const char *body, size_t length);
/* These bytes of one, as they are: it may go on with more. False: the bot has hung up. */
bool homeserver_write(struct homeserver *homeserver, const char *bytes, size_t length);
/* That was all of it. */
void homeserver_written(struct homeserver *homeserver);
void homeserver_rooms(struct homeserver *homeserver, const char *rooms);
/* … with these events in the room; or with one where @a:test says something. */
void homeserver_events(struct homeserver *homeserver, const char *events);
void homeserver_says(struct homeserver *homeserver, const char *text);

/*
 * The first request, behind the one this gave last, that holds part, in its path or body; lives
 * until the next call. Fails the test when none comes in a minute.
 */
const char *homeserver_wait(struct homeserver *homeserver, const char *part);
/* How many requests so far hold part. */
unsigned homeserver_count(const struct homeserver *homeserver, const char *part);
/* Works for so many milliseconds. */
void homeserver_work(struct homeserver *homeserver, int milliseconds);
/* Hangs up on everybody. */
void homeserver_drop(struct homeserver *homeserver);
/* Works until the bot's log has part; false: it does not get it in a minute. */
bool homeserver_logs(struct homeserver *homeserver, const struct bot *bot, const char *part);
/* True once the bot waits to hear something. */
bool homeserver_is_asked(const struct homeserver *homeserver);

#endif
