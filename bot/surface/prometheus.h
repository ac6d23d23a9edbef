/* prometheus.h - writes the bot's metrics in the text format of Prometheus. */
#ifndef BOT_SURFACE_PROMETHEUS_H
#define BOT_SURFACE_PROMETHEUS_H

#include "bot/command/command.h"

/*
 * Adds all metrics; the manual page mitaines(1) lists them. backup: path of the newest copy of the
 * database, whose age is a metric.
 */
void prometheus_write(const struct commands *commands, const char *backup, struct string *out);

#endif
