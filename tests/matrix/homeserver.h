/* homeserver.h - a homeserver scripted by a test, on a free port of 127.0.0.1. It runs in the
 * test's process, only while the test waits. The bot is @m:test there; the room !r:test with the
 * alias #t:test also has @a:test. */
#ifndef TESTS_MATRIX_HOMESERVER_H
#define TESTS_MATRIX_HOMESERVER_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/ssl.h>

#include "bot/base/string.h"
#include "tests/irc/bot.h"

enum { HOMESERVER_LINES = 16, HOMESERVER_PLANS = 8 };

struct homeserver_line {
	int fd; /* -1 if unused */
	SSL *tls;
	struct string heard;
	bool hears; /* a /sync waits for its answer */
};

/* An answer planned for the next request with `part` in its first line. */
struct homeserver_plan {
	const char *part; /* NULL if unused */
	long status;
	const char *headers;
	const char *body;
};

struct homeserver {
	int port;
	int listener;
	SSL_CTX *tls; /* NULL without TLS */
	struct homeserver_line line[HOMESERVER_LINES];
	struct homeserver_plan plan[HOMESERVER_PLANS];
	/* All requests so far, "METHOD path (token) body", each ended by LF. */
	struct string log;
	size_t seen; /* offset in `log` up to which homeserver_wait has searched */
	unsigned long number;
};

void homeserver_open(struct homeserver *homeserver);
/* Opens a homeserver with TLS, with this certificate and key. */
void homeserver_secure(struct homeserver *homeserver, const char *certificate, const char *key);
void homeserver_close(struct homeserver *homeserver);

/* Plans one answer, with this status and body, to the next request with `part` in its method or
 * path. The strings must stay valid. */
void homeserver_plan(
	struct homeserver *homeserver, const char *part, long status, const char *body);
/* Plans an answer like homeserver_plan, with header lines that each end with CR LF. */
void homeserver_plan_with(struct homeserver *homeserver, const char *part, long status,
	const char *headers, const char *body);

/* Waits for /sync and answers it with this status and body. */
void homeserver_answer(struct homeserver *homeserver, long status, const char *body, size_t length);
/* Waits for /sync and writes raw bytes of an answer; more may follow. Returns false if the bot has
 * closed the connection. */
bool homeserver_write(struct homeserver *homeserver, const char *bytes, size_t length);
/* Ends an answer written with homeserver_write. */
void homeserver_written(struct homeserver *homeserver);
void homeserver_rooms(struct homeserver *homeserver, const char *rooms);
/* Answers /sync with these events in the room. */
void homeserver_events(struct homeserver *homeserver, const char *events);
void homeserver_says(struct homeserver *homeserver, const char *text);

/* Returns the next logged request that contains `part`, in its path or body, valid until the next
 * call. Fails the test after a minute. */
const char *homeserver_wait(struct homeserver *homeserver, const char *part);
/* Counts occurrences of `part` in the logged requests. */
unsigned homeserver_count(const struct homeserver *homeserver, const char *part);
/* Serves requests for so many milliseconds. */
void homeserver_work(struct homeserver *homeserver, int milliseconds);
/* Closes all connections. */
void homeserver_drop(struct homeserver *homeserver);
/* Serves requests until the bot's log has `part`. Returns false after a minute. */
bool homeserver_logs(struct homeserver *homeserver, const struct bot *bot, const char *part);
/* Returns true if a /sync waits for its answer. */
bool homeserver_is_asked(const struct homeserver *homeserver);

#endif
