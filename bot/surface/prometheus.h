/*
 * prometheus.h - metrics of the bot as OpenMetrics text. The bot pushes them to a socket of the web
 * process, so that this process, open to strangers, need not connect to anything.
 */
#ifndef BOT_SURFACE_PROMETHEUS_H
#define BOT_SURFACE_PROMETHEUS_H

#include "bot/base/loop.h"
#include "bot/command/command.h"

/* Must not move while it is open. */
struct prometheus {
	const struct commands *commands;
	const char *path;         /* the socket of the web process */
	const char *backup;       /* the newest copy of the database, for its age */
	struct loop_timer *timer; /* NULL: closed */
};

/* Adds all metrics and the final line; the manual mitaines(1) lists their names. */
void prometheus_write(const struct commands *commands, const char *backup, struct string *out);
/* Pushes the metrics every few seconds; commands, loop and paths must outlive it. */
void prometheus_open(struct prometheus *prometheus, const struct commands *commands,
	struct loop *loop, const char *path, const char *backup);
/* Stops pushing. Zeros are allowed. */
void prometheus_close(struct prometheus *prometheus);

#endif
