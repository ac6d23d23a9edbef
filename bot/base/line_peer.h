/*
 * line_peer.h - exchanges lines over a Unix socket with another process on this machine, as a
 * client (line_peer_connect) or as a server (line_server_open).
 *
 * Only the event loop calls the functions of struct line_peer_type. No function below calls them.
 */
#ifndef BOT_BASE_LINE_PEER_H
#define BOT_BASE_LINE_PEER_H

#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/base/string.h"

struct line_peer;

/* The limits and handlers of a program's connections. */
struct line_peer_type {
	size_t longest; /* most bytes of a received line, without its end */
	size_t unread;  /* most bytes that may wait until the peer reads them */
	/*
	 * Handles a line, which ends with a NUL and has no other one. The line is valid until the
	 * function returns or closes the peer. Returns false if the line is malformed.
	 */
	bool (*line)(struct line_peer *peer, char *line);
	/*
	 * Called after the connection has ended. line_peer_connect may be called again. fault: the
	 * peer's mistake, as the end of a sentence, or NULL. Not called after line_peer_end and
	 * line_peer_close. May be NULL.
	 */
	void (*ended)(struct line_peer *peer, const char *fault);
};

/*
 * A connection. A client sets type and context and zeroes the rest; a server's connections are set
 * up by line_server_open. A connection must not move in memory while open.
 */
struct line_peer {
	const struct line_peer_type *type;
	void *context;            /* the caller's data, for the functions of `type` */
	struct loop_watch *watch; /* NULL: not connected */
	int fd;
	struct string in;  /* the received part of an incomplete line */
	struct string out; /* lines to send */
	size_t sent;       /* bytes of `out` that are sent already */
	unsigned number;   /* number of a server's connection, in the order of arrival */
	bool ending;       /* close the connection when everything is sent */
	const char *fault; /* the peer's mistake, until the loop ends the connection */
};

/*
 * Connects to the socket at a path. Returns false with errno set on an error: ENOENT or
 * ECONNREFUSED if no process listens there.
 */
bool line_peer_connect(struct line_peer *peer, struct loop *loop, const char *path);
bool line_peer_is_open(const struct line_peer *peer);
/* Returns the number of bytes that the socket has not taken yet. */
size_t line_peer_count_unsent(const struct line_peer *peer);
/* Sends whole lines. Does nothing if the connection has ended. */
void line_peer_send(struct line_peer *peer, const struct string *lines);
/* Closes the connection once everything is sent. Ignores what the peer still sends. */
void line_peer_end(struct line_peer *peer);
/* Closes the connection, if it is open, at once. */
void line_peer_close(struct line_peer *peer);

/* A server. It must not move in memory while open. A closed one is all zeros. */
struct line_server {
	const struct log *log;
	const char *part; /* the part of the bot that log lines name */
	struct loop *loop;
	struct loop_watch *watch; /* NULL: closed */
	struct loop_timer *pause; /* resumes accepting after descriptors ran out */
	int fd;
	bool full_logged;       /* the lack of descriptors was logged already */
	struct line_peer *peer; /* the connections */
	unsigned most;          /* number of elements of `peer` */
	unsigned next;          /* number of the next connection */
};

/*
 * Listens at a path that only the owner and the group may use (see unix_socket_listen). A new
 * connection gets one of `peers`. If all are in use, the server first ends the oldest connection.
 * The caller owns the peers and has set the server's log and part. Returns false with errno set on
 * an error.
 */
bool line_server_open(struct line_server *server, struct loop *loop, const char *path,
	struct line_peer *peers, unsigned most, const struct line_peer_type *type, void *context);
/* Closes all connections and stops listening. The socket file stays. */
void line_server_close(struct line_server *server);

#endif
