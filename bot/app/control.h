/*
 * control.h - orders of operators by a socket of this machine: what `admin` can, and the same code.
 *
 * Who connects says one line, "text ORDER" or "json ORDER", and is answered, once what was ordered
 * is kept, a line "done" or "refused" and behind it lines or an array of objects. "text metrics" is
 * no order: figures of the bot, see exposition.h.
 */
#ifndef BOT_APP_CONTROL_H
#define BOT_APP_CONTROL_H

#include <limits.h>

#include "bot/app/app.h"
#include "bot/base/door.h"

enum { CONTROL_GUESTS = 8, CONTROL_LINE = 1024 };

/* Somebody who has connected and whose line is not whole. */
struct control_guest {
	struct control_socket *socket;
	struct loop_watch *watch; /* NULL: nobody */
	int fd;
	size_t length;
	char line[CONTROL_LINE];
};

/* Lies where it is until it is closed. */
struct control_socket {
	struct app *app;
	struct door door;
	char path[PATH_MAX];
	const char *backup; /* see exposition.h */
	unsigned next;      /* guest, in whose place another one comes when there are too many */
	struct control_guest guest[CONTROL_GUESTS];
};

/*
 * Listens there, for its owner and group alone; a socket that nobody listens to any more is
 * replaced. False after a line in the log: there is none.
 */
bool control_open(
	struct control_socket *control, struct app *app, const char *path, const char *backup);
/* Removes it; one that was never opened is zeros. */
void control_close(struct control_socket *control);

#endif
