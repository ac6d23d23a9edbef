/*
 * operator.h - the control socket, on which operators on this machine give `admin` orders.
 *
 * A client sends one line, "text ORDER" or "json ORDER". After the commit the bot answers with the
 * line "done" or "refused", and then with lines or a JSON array. The line "text metrics" gets the
 * metrics of prometheus.h.
 */
#ifndef BOT_SURFACE_OPERATOR_H
#define BOT_SURFACE_OPERATOR_H

#include <limits.h>

#include "bot/base/unix_server.h"
#include "bot/command/command.h"

enum { OPERATOR_CLIENTS = 8, OPERATOR_LINE = 1024 };

/* A connected client that has not sent a whole line yet. */
struct operator_client {
	struct operator_socket *socket;
	struct loop_watch *watch; /* NULL: the slot is free */
	int fd;
	size_t length;
	char line[OPERATOR_LINE];
};

/* The control socket. It must not move in memory while open. A closed one is all zeros. */
struct operator_socket {
	struct commands *commands;
	struct loop *loop;
	struct unix_server door;
	char path[PATH_MAX];
	const char *backup; /* path of the newest copy of the database, for the metrics */
	unsigned next; /* index of the next client's slot; a client that has this slot is closed */
	struct operator_client client[OPERATOR_CLIENTS];
};

/*
 * Listens at a path, for the bot's user and group only. Replaces a socket file on which no process
 * listens. Returns false after a log line. commands, loop and backup must outlive the socket.
 */
bool operator_open(struct operator_socket *operator, struct commands * commands, struct loop *loop,
	const char *path, const char *backup);
/* Closes the socket and removes its file. Does nothing if it was never opened. */
void operator_close(struct operator_socket *operator);

#endif
