/*
 * operator.h - the control socket: operators on this machine give `admin` orders.
 *
 * A client sends one line, "text ORDER" or "json ORDER". After the commit the bot answers with a
 * line "done" or "refused", then lines or a JSON array. "text metrics" gets the metrics of
 * prometheus.h.
 */
#ifndef BOT_SURFACE_OPERATOR_H
#define BOT_SURFACE_OPERATOR_H

#include <limits.h>

#include "bot/base/unix_server.h"
#include "bot/command/command.h"

enum { OPERATOR_CLIENTS = 8, OPERATOR_LINE = 1024 };

/* A connected client whose line is incomplete. */
struct operator_client {
	struct operator_socket *socket;
	struct loop_watch *watch; /* NULL: the slot is free */
	int fd;
	size_t length;
	char line[OPERATOR_LINE];
};

/* Must not move while it is open. */
struct operator_socket {
	struct commands *commands;
	struct loop *loop;
	struct unix_server door;
	char path[PATH_MAX];
	const char *backup; /* see prometheus.h */
	unsigned next;      /* slot of the next client; if taken, its client is closed */
	struct operator_client client[OPERATOR_CLIENTS];
};

/*
 * Listens at path, for the bot's user and group only; replaces a stale socket. Returns false after
 * a log line. commands, loop and backup must outlive it.
 */
bool operator_open(struct operator_socket *operator, struct commands * commands, struct loop *loop,
	const char *path, const char *backup);
/* Closes and removes the socket. Zeros are allowed. */
void operator_close(struct operator_socket *operator);

#endif
