/* log.h - what the operator reads: one line per event on a descriptor, usually standard error. */
#ifndef BOT_BASE_LOG_H
#define BOT_BASE_LOG_H

#include <stdbool.h>

/* As syslog numbers them: the lower, the more urgent. */
enum log_level { LOG_ERROR = 3, LOG_WARN = 4, LOG_NOTE = 5, LOG_INFO = 6, LOG_DEBUG = 7 };

/* Owned by who opened it and handed down; its owner may change the level at any time. */
struct log {
	int fd;
	enum log_level level; /* the least urgent level that is written */
	/* fd leads to the journal: lines begin with their level, as <6>; else with the local time,
	 * as 2026-11-22 07:12:49. */
	bool journal;
};

/* The level of that name, as in the configuration: error, warn, note, info, debug; false: none. */
bool log_level_named(const char *name, enum log_level *level);

/* A log on fd; asks the environment whether that is the journal. */
struct log log_open(int fd, enum log_level level);

/*
 * Writes one line, `where: text` behind what the log begins lines with, when level is urgent
 * enough. Control characters become '?', a line of more than about 1,000 bytes is cut. Never pass
 * hands, seeds or passwords.
 */
void log_line(const struct log *log, enum log_level level, const char *where, const char *format,
	...) __attribute__((format(printf, 4, 5)));

#endif
