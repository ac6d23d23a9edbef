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

#include "bot/base/line_peer.h"
#include "bot/command/command.h"

/*
 * OPERATOR_CLIENTS: most clients at a time; a new one then replaces the oldest. OPERATOR_LINE: most
 * bytes of an order.
 */
enum { OPERATOR_CLIENTS = 8, OPERATOR_LINE = 1023 };

/* The control socket. It must not move in memory while open. A closed one is all zeros. */
struct operator_socket {
	struct commands *commands;
	const char *backup; /* path of the newest copy of the database, for the metrics */
	char path[PATH_MAX];
	struct line_server server;
	struct line_peer client[OPERATOR_CLIENTS];
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
