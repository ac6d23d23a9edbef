/*
 * conn.h - one connection to a server, TCP or TLS: lines come in, bytes go out, nothing blocks.
 *
 * Its owner hears of the end through `closed`, always, once, and never from within a call they
 * made; then they close the connection. They may close it earlier, but not from within another of
 * its callbacks.
 */
#ifndef BOT_NET_CONN_H
#define BOT_NET_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/loop.h"
#include "bot/net/binding.h"

/* Bytes that may wait to be sent. */
enum { CONN_ROOM = 32 * 1024 };

struct conn;

/* The strings are needed during conn_open only; those that may be NULL say so. */
struct conn_settings {
	const char *host; /* a name or an address, IPv4 or IPv6 */
	unsigned port;
	bool tls;            /* the certificate and its host name are verified … */
	const char *ca_file; /* … by the authorities in this PEM file; NULL: by the system's … */
	/*
	 * … or the server must have the key of this SHA-256 in base64, or the certificate of this
	 * SHA-256 in hexadecimal; with ca_file NULL that alone counts, else both. NULL: any.
	 */
	const char *fingerprint;
	const char *certificate; /* the bot's own, PEM; NULL: none */
	const char *key;         /* its key, PEM; NULL: in the same file */
	const char *source;      /* an address of this machine to connect from; NULL: any */
	const char *proxy;       /* scheme://[user:password@]host:port; NULL: none */
};

struct conn_events {
	void (*opened)(void *context);
	/* A whole line without its end, NUL-terminated; the callee may change its bytes. */
	void (*line)(void *context, char *line, size_t length);
	/* All lines that were there have been given. */
	void (*lull)(void *context);
	/*
	 * While the connection is held: a line that has to wait, not NUL-terminated. True when it
	 * was dealt with and is not to be given again.
	 */
	bool (*urgent)(void *context, const char *line, size_t length);
	/* All bytes have gone, after some had to wait for the server. */
	void (*drained)(void *context);
	/* Why, in words, not ended by a newline; lives as long as the call. */
	void (*closed)(void *context, const char *reason);
};

/*
 * Before the first connection, and after the last; tls: whether any connection will use it. SIGPIPE
 * is ignored from then on. False when libcurl cannot be used.
 */
bool conn_start(bool tls);
void conn_stop(void);

/*
 * Begins to connect; events must live as long as the connection. Returns NULL if libcurl cannot be
 * used.
 */
struct conn *conn_open(struct loop *loop, const struct conn_settings *settings,
	const struct conn_events *events, void *context);
void conn_close(struct conn *conn);

/* Puts bytes in line for conn_flush; false, and nothing is put, when they don't fit. */
bool conn_send(struct conn *conn, const char *bytes, size_t length);
size_t conn_room(const struct conn *conn);
/* Sends what can be sent now; the rest goes by itself. */
void conn_flush(struct conn *conn);

/*
 * No more `line` until conn_release: what comes goes to `urgent`; but what that leaves is given
 * where nothing more could be read otherwise.
 */
void conn_hold(struct conn *conn);
void conn_release(struct conn *conn);

/* True if the server did not take all that conn_flush had for it. */
bool conn_stuck(const struct conn *conn);

/* The owner gives up: `closed` follows with this reason. */
void conn_drop(struct conn *conn, const char *reason);
/* While the connection is held: true if half of what can be read is there; if all of it is. */
bool conn_crowded(const struct conn *conn);
bool conn_full(const struct conn *conn);
/* loop_now when the end of a line last came from the server, or when the connection was opened. */
uint64_t conn_heard(const struct conn *conn);
/* What tells the connection from others, once something was sent over it. */
struct binding conn_binding(const struct conn *conn);
/* Lines left out as malformed or too long. */
unsigned long conn_dropped(const struct conn *conn);

#endif
