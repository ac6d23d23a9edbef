/*
 * operator.h - the control socket: operators of this machine give the orders of `admin`.
 *
 * A program connects and says one line, "text ORDER" or "json ORDER". Once the order is
 * committed, the bot answers a line "done" or "refused", and behind it lines or an array of
 * objects. "text metrics" asks for the metrics of prometheus.h instead.
 */
#ifndef BOT_SURFACE_OPERATOR_H
#define BOT_SURFACE_OPERATOR_H

#include <limits.h>

#include "bot/base/door.h"
#include "bot/command/command.h"

enum { OPERATOR_GUESTS = 8, OPERATOR_LINE = 1024 };

/* A program that has connected and whose line is not whole. */
struct operator_guest {
	struct operator_socket *socket;
	struct loop_watch *watch; /* NULL: the place is free */
	int fd;
	size_t length;
	char line[OPERATOR_LINE];
};

/* Lies where it is until it is closed. */
struct operator_socket {
	struct commands *commands;
	struct loop *loop;
	struct door door;
	char path[PATH_MAX];
	const char *backup; /* see prometheus.h */
	unsigned next;      /* guest, whose place another one takes when there are too many */
	struct operator_guest guest[OPERATOR_GUESTS];
};

/*
 * Listens at path, for its owner and group alone; replaces a socket that no program listens to any
 * more. Returns false after a line in the log. The commands, the loop and backup outlive it.
 */
bool operator_open(struct operator_socket *operator, struct commands * commands, struct loop *loop,
	const char *path, const char *backup);
/* Removes it; one that was never opened is zeros. */
void operator_close(struct operator_socket *operator);

#endif
