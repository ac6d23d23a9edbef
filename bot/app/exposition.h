/*
 * exposition.h - figures of the bot, as OpenMetrics text. The pages get them pushed, to a socket
 * where they listen: so that a process which strangers meet need not be able to connect to
 * anything.
 */
#ifndef BOT_APP_EXPOSITION_H
#define BOT_APP_EXPOSITION_H

#include "bot/app/app.h"

/* Lies where it is until it is closed. */
struct exposition {
	struct app *app;
	const char *path;         /* where the pages listen, if they do */
	const char *backup;       /* the newest copy of the database, whose age is told */
	struct loop_timer *timer; /* NULL: nobody is told */
};

/* All there is to tell, up to the line that ends it; the manual mitaines(1) lists the names. */
void exposition_write(struct app *app, const char *backup, struct string *out);
/* Tells the pages every few seconds from now on; the paths live as long. */
void exposition_open(
	struct exposition *exposition, struct app *app, const char *path, const char *backup);
/* One that was never opened is zeros. */
void exposition_close(struct exposition *exposition);

#endif
