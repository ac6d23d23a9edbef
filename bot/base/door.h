/* door.h - a socket of this machine that listens, and hands on every connection to it. */
#ifndef BOT_BASE_DOOR_H
#define BOT_BASE_DOOR_H

#include <stdbool.h>

#include "bot/base/log.h"
#include "bot/base/loop.h"

/* Stays where it is until it is closed. One that was never opened is zeros. */
struct door {
	const struct log *log;
	const char *part;         /* of the bot, in the log */
	struct loop_watch *watch; /* NULL: closed */
	struct loop_timer *pause; /* ends a pause after descriptors ran out */
	int fd;
	bool full; /* the log has said that descriptors ran out */
	/* Gets the descriptor of a connection, and closes it later. */
	void (*came)(void *context, int fd);
	void *context;
};

/*
 * Listens at a path, see local_listen, and calls came for each connection. log, part, came and
 * context of *door are set. Returns false if that is impossible; errno says why.
 */
bool door_open(struct door *door, struct loop *loop, const char *path, int waiting);
/* Stops listening; the file stays. */
void door_close(struct door *door);

#endif
