/* unix_server.h - listens on a Unix socket and hands each connection to the caller. */
#ifndef BOT_BASE_UNIX_SERVER_H
#define BOT_BASE_UNIX_SERVER_H

#include <stdbool.h>

#include "bot/base/log.h"
#include "bot/base/loop.h"

/* A server. It must not move in memory while open. A closed one is all zeros. */
struct unix_server {
	const struct log *log;
	const char *part;         /* the part of the bot that log lines name */
	struct loop_watch *watch; /* NULL: closed */
	struct loop_timer *pause; /* timer that resumes accepting after descriptors ran out */
	int fd;
	bool full_logged; /* the lack of descriptors was logged already */
	/* Gets the descriptor of a new connection, and owns it from then on. */
	void (*on_connection)(void *context, int fd);
	void *context;
};

/*
 * Listens at a path (see unix_socket_listen) and calls on_connection for each connection. The
 * caller has set log, part, on_connection and context. Returns false on failure, with errno set.
 */
bool unix_server_open(struct unix_server *server, struct loop *loop, const char *path, int waiting);
/* Stops listening. The socket file stays in the file system. */
void unix_server_close(struct unix_server *server);

#endif
