/*
 * conn.h - one non-blocking TCP or TLS connection to a server: receives lines, sends bytes.
 *
 * When a connection ends, the callback `closed` is called exactly once, always from the event loop.
 * The owner then calls conn_close. The owner may also call conn_close earlier, but never from
 * within another callback of the connection.
 */
#ifndef BOT_NET_CONN_H
#define BOT_NET_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/loop.h"
#include "bot/net/binding.h"

/* Size of the send buffer, in bytes. */
enum { CONN_SEND_BUFFER = 32 * 1024 };

struct conn;

/* The settings of a connection. The strings are only used during conn_open, and not changed. */
struct conn_settings {
	char *host; /* a name or an address, IPv4 or IPv6 */
	unsigned port;
	bool tls; /* use TLS, and verify the certificate and its host name */
	/* PEM file of the authorities to trust; NULL: the system's authorities */
	char *ca_file;
	/*
	 * SHA-256 fingerprint of the server's key (base64) or of its certificate (hexadecimal). A
	 * fingerprint replaces the check by authorities, but if ca_file is set too, both checks
	 * must pass. NULL: no fingerprint.
	 */
	char *fingerprint;
	char *certificate; /* PEM file of the bot's own certificate; NULL: no certificate */
	/* PEM file of the certificate's private key; NULL: the key is in the certificate's file */
	char *key;
	char *source; /* local address to connect from; NULL: any address */
	char *proxy;  /* scheme://[user:password@]host:port; NULL: no proxy */
};

struct conn_events {
	/* The connection is open. */
	void (*opened)(void *context);
	/*
	 * Handles a received line, ended by a NUL instead of CR LF. The callee may change the
	 * bytes.
	 */
	void (*line)(void *context, char *line, size_t length);
	/* All lines received so far have been handled. */
	void (*lines_done)(void *context);
	/*
	 * Handles a waiting line while input is paused (conn_pause_input). The line is not ended by
	 * a NUL. Returns true if the line is handled; otherwise `line` gets it later.
	 */
	bool (*urgent)(void *context, const char *line, size_t length);
	/* The send buffer is empty again, after the server had stopped taking data. */
	void (*drained)(void *context);
	/* The connection has ended; reason is a phrase for the log, valid during the call. */
	void (*closed)(void *context, const char *reason);
};

/*
 * Initializes libcurl; must be called before the first connection. Ignores SIGPIPE from then on.
 * Returns false if libcurl cannot be used.
 */
bool conn_start_library(void);
/* Cleans up libcurl after the last connection is closed. */
void conn_stop_library(void);

/*
 * Starts to connect. `events` must live as long as the connection. Returns NULL if libcurl cannot
 * be used.
 */
struct conn *conn_open(struct loop *loop, const struct conn_settings *settings,
	const struct conn_events *events, void *context);
/* Frees the connection without calling `closed`. Bytes not sent yet are lost. */
void conn_close(struct conn *conn);

/* Appends bytes to the send buffer. If they do not all fit, returns false and appends nothing. */
bool conn_send(struct conn *conn, const char *bytes, size_t length);
/* Returns how many bytes fit in the send buffer now. */
size_t conn_send_room(const struct conn *conn);
/*
 * Sends as much of the send buffer as the server takes. The rest is sent when the socket becomes
 * writable.
 */
void conn_flush(struct conn *conn);

/*
 * Pauses input: lines go to `urgent` instead of `line` until conn_resume_input. If waiting lines
 * fill the input buffer, `line` gets them nevertheless, unless conn_is_send_blocked is true.
 */
void conn_pause_input(struct conn *conn);
/* Ends the pause; waiting lines go to `line` from the event loop. */
void conn_resume_input(struct conn *conn);

/* True if the last conn_flush could not send everything. */
bool conn_is_send_blocked(const struct conn *conn);

/* Ends the connection; `closed` follows with this reason. */
void conn_drop(struct conn *conn, const char *reason);
/* True if more than half of the input buffer is used. */
bool conn_is_input_half_full(const struct conn *conn);
/* True if the input buffer is full and whole lines wait in it. */
bool conn_is_input_full(const struct conn *conn);
/* Returns the time (loop_now) at which the last line arrived, or at which the connection opened. */
uint64_t conn_last_line_time(const struct conn *conn);
/*
 * Returns the TLS channel binding; its kind is NULL without TLS. Call this only after bytes were
 * sent.
 */
struct binding conn_binding(const struct conn *conn);
/* Returns the number of lines dropped as malformed or too long. */
unsigned long conn_count_bad_lines(const struct conn *conn);

#endif
