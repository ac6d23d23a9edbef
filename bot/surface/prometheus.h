/*
 * prometheus.h - writes the bot's metrics as OpenMetrics text. The bot sends them to a socket of
 * the web process, so that the web process, which strangers can reach, needs no connection of its
 * own.
 */
#ifndef BOT_SURFACE_PROMETHEUS_H
#define BOT_SURFACE_PROMETHEUS_H

#include "bot/base/loop.h"
#include "bot/command/command.h"

/* The sender of metrics. It must not move in memory while open. A closed one is all zeros. */
struct prometheus {
	const struct commands *commands;
	const char *path;   /* path of the web process's socket */
	const char *backup; /* path of the newest copy of the database, whose age is a metric */
	struct loop_timer *timer; /* NULL: closed */
};

/*
 * Adds all metrics, and the line that ends the text. The manual page mitaines(1) lists their names.
 */
void prometheus_write(const struct commands *commands, const char *backup, struct string *out);
/* Sends the metrics every few seconds. commands, loop, path and backup must outlive this. */
void prometheus_open(struct prometheus *prometheus, const struct commands *commands,
	struct loop *loop, const char *path, const char *backup);
/* Stops sending. Does nothing if it was never opened. */
void prometheus_close(struct prometheus *prometheus);

#endif
