/* log.h - the log: writes one line for each event to a descriptor, usually standard error. */
#ifndef BOT_BASE_LOG_H
#define BOT_BASE_LOG_H

#include <stdbool.h>
#include <stdint.h>

/* The levels, with the numbers of syslog: a lower number is more urgent. */
enum log_level { LOG_ERROR = 3, LOG_WARN = 4, LOG_NOTE = 5, LOG_INFO = 6, LOG_DEBUG = 7 };

/* The socket on which the systemd journal receives lines with fields. */
#define LOG_JOURNAL "/run/systemd/journal/socket"

/* A log. The owner hands it down as a pointer, and may change the level at any time. */
struct log {
	int fd;
	enum log_level level; /* the least urgent level to write */
	/* fd leads to the journal: lines begin with a level like <6> instead of the local time */
	bool journal;
	int fields; /* socket to the systemd journal for lines with fields, or -1 */
};

/*
 * The subject of a log line. Give either a part of the bot or a network: the line begins with that
 * name. Channel, table and match are NULL or 0 if absent. In the systemd journal each is a field.
 */
struct log_about {
	const char *part, *network, *channel;
	unsigned table;
	int64_t match;
};

/* Finds a level by its name: error, warn, note, info or debug. Returns false for any other name. */
bool log_find_level(const char *name, enum log_level *level);

/* Opens a log on fd, and checks whether fd leads to the systemd journal. */
struct log log_open(int fd, enum log_level level);
/*
 * Connects to the journal's socket, so that lines have fields. Does nothing unless fd leads to the
 * journal. If the connection fails, lines still go to fd.
 */
void log_connect_journal(struct log *log, const char *socket);

/*
 * Writes the line `part: text` or `network: text` if its level is urgent enough. Writes each byte
 * of control and format characters, and of text that is not UTF-8, as % and two hexadecimal digits.
 * Cuts the line after about 1,000 bytes. Never pass hands, seeds or passwords.
 */
void log_about(const struct log *log, enum log_level level, struct log_about about,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Writes a log line about a part of the bot (log_line) or about a network (log_network). */
#define log_line(log, level, name, ...) \
	log_about(log, level, (struct log_about){ .part = (name) }, __VA_ARGS__)
#define log_network(log, level, name, ...) \
	log_about(log, level, (struct log_about){ .network = (name) }, __VA_ARGS__)

#endif
