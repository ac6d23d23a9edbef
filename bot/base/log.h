/* log.h - the log: one line for each event on a descriptor, usually standard error. */
#ifndef BOT_BASE_LOG_H
#define BOT_BASE_LOG_H

#include <stdbool.h>
#include <stdint.h>

/* Numbered as in syslog: lower is more urgent. */
enum log_level { LOG_ERROR = 3, LOG_WARN = 4, LOG_NOTE = 5, LOG_INFO = 6, LOG_DEBUG = 7 };

/* The journal's socket for lines with fields. */
#define LOG_JOURNAL "/run/systemd/journal/socket"

/* The owner passes it down, and may change the level at any time. */
struct log {
	int fd;
	enum log_level level; /* the least urgent level to write */
	/* fd leads to the journal: lines begin with a level like <6>, not with the local time */
	bool journal;
	int fields; /* the journal's socket for lines with fields, or -1 */
};

/*
 * The subject of a line: a part of the bot or a network, which the line begins with; a channel, a
 * table, a match. NULL or 0 if absent. In the journal each is a field.
 */
struct log_about {
	const char *part, *network, *channel;
	unsigned table;
	int64_t match;
};

/* Finds a level by its name: error, warn, note, info or debug. Returns false for another name. */
bool log_find_level(const char *name, enum log_level *level);

/* Opens a log on fd, and finds out if fd leads to the journal. */
struct log log_open(int fd, enum log_level level);
/* If fd leads to the journal, sends lines with fields to its socket, or to fd if that fails. */
void log_connect_journal(struct log *log, const char *socket);

/*
 * Writes a line, `part: text` or `network: text`, if its level is urgent enough. Control characters
 * become '?', a line of more than about 1,000 bytes is cut. Never pass hands, seeds or passwords.
 */
void log_about(const struct log *log, enum log_level level, struct log_about about,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Log about a part of the bot, or about a network. */
#define log_line(log, level, name, ...) \
	log_about(log, level, (struct log_about){ .part = (name) }, __VA_ARGS__)
#define log_network(log, level, name, ...) \
	log_about(log, level, (struct log_about){ .network = (name) }, __VA_ARGS__)

#endif
