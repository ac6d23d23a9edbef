/* log.h - what the operator reads: one line per event on a descriptor, usually standard error. */
#ifndef BOT_BASE_LOG_H
#define BOT_BASE_LOG_H

#include <stdbool.h>
#include <stdint.h>

/* As syslog numbers them: the lower, the more urgent. */
enum log_level { LOG_ERROR = 3, LOG_WARN = 4, LOG_NOTE = 5, LOG_INFO = 6, LOG_DEBUG = 7 };

/* Where systemd's journal takes lines with fields. */
#define LOG_JOURNAL "/run/systemd/journal/socket"

/* Owned by who opened it and handed down; its owner may change the level at any time. */
struct log {
	int fd;
	enum log_level level; /* the least urgent level that is written */
	/* fd leads to the journal: lines begin with their level, as <6>; else with the local time,
	 * as 2026-11-22 07:12:49. */
	bool journal;
	int fields; /* the journal's socket, which then takes lines instead; -1: there is none */
};

/*
 * What a line is about, each a field of its own in the journal: a part of the bot, by which the
 * line begins, or else a network; a channel there, a table in it, a match. NULL, 0: not about any.
 */
struct log_about {
	const char *part, *network, *channel;
	unsigned table;
	int64_t match;
};

/* The level of that name, as in the configuration: error, warn, note, info, debug; false: none. */
bool log_level_named(const char *name, enum log_level *level);

/* A log on fd; asks the environment whether that is the journal. */
struct log log_open(int fd, enum log_level level);
/*
 * If fd leads to the journal, lines go with fields to its socket from now on, which stays open as
 * long as fd does; to fd what that does not take.
 */
void log_join(struct log *log, const char *socket);

/*
 * Writes one line, `part: text` or `network: text`, behind what the log begins lines with, when
 * level is urgent enough. Control characters become '?', a line of more than about 1,000 bytes is
 * cut. Never pass hands, seeds or passwords.
 */
void log_about(const struct log *log, enum log_level level, struct log_about about,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same about a part of the bot, or about a network. */
#define log_line(log, level, name, ...) \
	log_about(log, level, (struct log_about){ .part = (name) }, __VA_ARGS__)
#define log_network(log, level, name, ...) \
	log_about(log, level, (struct log_about){ .network = (name) }, __VA_ARGS__)

#endif
