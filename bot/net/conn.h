/*
 * conn.h - one non-blocking TCP or TLS connection to a server: received as lines, sent as bytes.
 *
 * A connection calls `closed` exactly once when it ends, never from within a call of its owner;
 * the owner then calls conn_close. The owner may close it earlier, but not from within another
 * callback of it.
 */
#ifndef BOT_NET_CONN_H
#define BOT_NET_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/loop.h"
#include "bot/net/binding.h"

/* CONN_SEND_BUFFER: size of the send buffer, in bytes. */
enum { CONN_SEND_BUFFER = 32 * 1024 };

struct conn;

/* The settings of a connection. The strings are only used during conn_open. */
struct conn_settings {
	const char *host; /* a name or an address, IPv4 or IPv6 */
	unsigned port;
	bool tls;            /* use TLS, and verify the certificate and its host name */
	const char *ca_file; /* authorities to trust, PEM; NULL: the system's */
	/*
	 * SHA-256 of the server's key in base64, or of its certificate in hexadecimal. It replaces
	 * the check by authorities, unless ca_file is set too: then both must pass. NULL: no
	 * fingerprint.
	 */
	const char *fingerprint;
	const char *certificate; /* the bot's own certificate, PEM; NULL: none */
	const char *key;    /* the key of that certificate, PEM; NULL: it is in the same file */
	const char *source; /* local address to connect from; NULL: any */
	const char *proxy;  /* scheme://[user:password@]host:port; NULL: none */
};

struct conn_events {
	void (*opened)(void *context);
	/* Handles a line without its end, ended by a NUL; the callee may change its bytes. */
	void (*line)(void *context, char *line, size_t length);
	/* All lines received so far have been handled. */
	void (*lines_done)(void *context);
	/*
	 * While input is paused (conn_pause_input): handles a waiting line, not ended by a NUL.
	 * Returns true if the line is done and is not to be given to `line` later.
	 */
	bool (*urgent)(void *context, const char *line, size_t length);
	/* The send buffer is empty, after a time when the server did not take everything. */
	void (*drained)(void *context);
	/* The connection has ended; reason is a phrase for the log, valid during the call. */
	void (*closed)(void *context, const char *reason);
};

/*
 * conn_start_library initializes libcurl before the first connection, and ignores SIGPIPE from then
 * on; conn_stop_library cleans up after the last. tls: some connection will use TLS. Returns false
 * if libcurl cannot be used.
 */
bool conn_start_library(bool tls);
void conn_stop_library(void);

/*
 * Starts to connect; events must live as long as the connection. Returns NULL if libcurl cannot be
 * used.
 */
struct conn *conn_open(struct loop *loop, const struct conn_settings *settings,
	const struct conn_events *events, void *context);
void conn_close(struct conn *conn);

/* Appends bytes to the send buffer. Returns false, and appends none, if they do not fit. */
bool conn_send(struct conn *conn, const char *bytes, size_t length);
size_t conn_send_room(const struct conn *conn);
/* Sends as much of the buffer as the server takes; the rest follows as soon as it can. */
void conn_flush(struct conn *conn);

/*
 * Pauses input: until conn_resume_input lines go to `urgent` instead of `line`. If the input buffer
 * is full of other lines, they go to `line` all the same, unless the server takes no data.
 */
void conn_pause_input(struct conn *conn);
void conn_resume_input(struct conn *conn);

/* True if the last conn_flush could not send everything. */
bool conn_is_send_blocked(const struct conn *conn);

/* Ends the connection; `closed` follows with this reason. */
void conn_drop(struct conn *conn, const char *reason);
/* conn_is_input_half_full is true if the input buffer is half full, conn_is_input_full if it is
 * full. */
bool conn_is_input_half_full(const struct conn *conn);
bool conn_is_input_full(const struct conn *conn);
/* Returns loop_now when a line last arrived, or when the connection opened. */
uint64_t conn_last_line_time(const struct conn *conn);
/* Returns the TLS channel binding; valid once something was sent. */
struct binding conn_binding(const struct conn *conn);
/* Returns the number of lines dropped as malformed or too long. */
unsigned long conn_count_bad_lines(const struct conn *conn);

#endif
