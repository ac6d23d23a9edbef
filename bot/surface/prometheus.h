/*
 * prometheus.h - metrics of the bot, as OpenMetrics text. The bot pushes them to a socket where the
 * pages listen: so a process that strangers reach need not be able to connect to anything.
 */
#ifndef BOT_SURFACE_PROMETHEUS_H
#define BOT_SURFACE_PROMETHEUS_H

#include "bot/base/loop.h"
#include "bot/command/command.h"

/* Lies where it is until it is closed. */
struct prometheus {
	const struct commands *commands;
	const char *path;         /* the socket of the pages, if they run */
	const char *backup;       /* the newest copy of the database, whose age is told */
	struct loop_timer *timer; /* NULL: the metrics go nowhere */
};

/* Adds all metrics, up to the line that ends them; the manual mitaines(1) lists the names. */
void prometheus_write(const struct commands *commands, const char *backup, struct string *out);
/* Pushes the metrics every few seconds from now on; commands, loop and paths outlive it. */
void prometheus_open(struct prometheus *prometheus, const struct commands *commands,
	struct loop *loop, const char *path, const char *backup);
/* One that was never opened is zeros. */
void prometheus_close(struct prometheus *prometheus);

#endif
