/* unix_server.h - listens on a Unix socket and hands on every connection. */
#ifndef BOT_BASE_UNIX_SERVER_H
#define BOT_BASE_UNIX_SERVER_H

#include <stdbool.h>

#include "bot/base/log.h"
#include "bot/base/loop.h"

/* Must not move while it is open. Starts as zeros. */
struct unix_server {
	const struct log *log;
	const char *part;         /* the part of the bot that log lines name */
	struct loop_watch *watch; /* NULL: closed */
	struct loop_timer *pause; /* ends the pause after descriptors ran out */
	int fd;
	bool full_logged; /* a log line about missing descriptors was written */
	/* Takes over the descriptor of a connection. */
	void (*on_connection)(void *context, int fd);
	void *context;
};

/*
 * Listens at a path (see unix_socket_listen) and calls came for each connection. The caller has set
 * log, part, came and context. Returns false on failure, with errno.
 */
bool unix_server_open(struct unix_server *door, struct loop *loop, const char *path, int waiting);
/* Stops listening. The socket stays in the file system. */
void unix_server_close(struct unix_server *door);

#endif
