/* pending_log.h - log lines that wait for the commit of their batch. A rollback drops them. */
#ifndef BOT_LOBBY_PENDING_LOG_H
#define BOT_LOBBY_PENDING_LOG_H

#include <stddef.h>

#include "bot/base/log.h"
#include "storage/batch.h"

struct pending_line {
	enum log_level level;
	struct log_about about;
	char *channel; /* owned copy of about.channel, or NULL */
	char *text;
};

/* The log lines of this batch. Starts as zeros, except batch and log. */
struct pending_log {
	struct participant participant; /* must be first */
	struct batch *batch;
	const struct log *log;
	struct pending_line *line;
	size_t count;
};

/*
 * Adds a line with the fields in `about`, as log_about does. The network's name in `about` must
 * outlive the batch.
 */
void pending_log_add(struct pending_log *pending, enum log_level level, struct log_about about,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
void pending_log_close(struct pending_log *pending);

#endif
