/*
 * exposition.h - figures of the bot, as OpenMetrics text, for whoever connects to a socket of their
 * own: nothing is read from there, so that who may look at them can do nothing else.
 */
#ifndef BOT_APP_EXPOSITION_H
#define BOT_APP_EXPOSITION_H

#include <limits.h>

#include "bot/app/app.h"

/* Lies where it is until it is closed. */
struct exposition {
	struct app *app;
	const char *backup;       /* the newest copy of the database, whose age is told */
	struct loop_watch *watch; /* NULL: there is none */
	int fd;
	char path[PATH_MAX];
};

/* All there is to tell, up to the line that ends it; manual mitaines(1) lists the names. */
void exposition_write(struct app *app, const char *backup, struct string *out);
/*
 * Listens there, see local.h; backup lives as long. False after a line in the log: there is none.
 */
bool exposition_open(
	struct exposition *exposition, struct app *app, const char *path, const char *backup);
/* Removes it; one that was never opened is zeros. */
void exposition_close(struct exposition *exposition);

#endif
