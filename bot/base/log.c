/* log.c - what the operator reads. */
#include "bot/base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOG_ROOM = 1024 };

/* systemd names the device and inode of the stream it reads in JOURNAL_STREAM, as 12:345. */
static bool log_is_journal(int fd)
{
	const char *stream = getenv("JOURNAL_STREAM");
	struct stat is;
	char *colon, *end;
	unsigned long device, inode;
	if (stream == NULL || fstat(fd, &is) != 0)
		return false;
	device = strtoul(stream, &colon, 10);
	if (*colon != ':')
		return false;
	inode = strtoul(colon + 1, &end, 10);
	return *end == '\0' && device == is.st_dev && inode == is.st_ino;
}

bool log_level_named(const char *name, enum log_level *level)
{
	static const char *const names[] = { [LOG_ERROR] = "error",
		[LOG_WARN] = "warn",
		[LOG_NOTE] = "note",
		[LOG_INFO] = "info",
		[LOG_DEBUG] = "debug" };
	for (enum log_level i = LOG_ERROR; i <= LOG_DEBUG; i++)
		if (strcmp(names[i], name) == 0) {
			*level = i;
			return true;
		}
	return false;
}

struct log log_open(int fd, enum log_level level)
{
	return (struct log){ .fd = fd, .level = level, .journal = log_is_journal(fd) };
}

/* snprintf tells what it would have written; this, how much of it is there. */
static size_t log_written(int told, size_t room)
{
	if (told < 0)
		return 0;
	return (size_t)told < room ? (size_t)told : room - 1;
}

/* What a line begins with: its level for the journal, which knows the time; else the time. */
static size_t log_begin(const struct log *log, enum log_level level, char *line, size_t room)
{
	time_t now = time(NULL);
	struct tm tm;
	if (log->journal)
		return log_written(snprintf(line, room, "<%d>", (int)level), room);
	if (localtime_r(&now, &tm) == NULL)
		return 0;
	return strftime(line, room, "%Y-%m-%d %H:%M:%S ", &tm);
}

void log_line(
	const struct log *log, enum log_level level, const char *where, const char *format, ...)
{
	char line[LOG_ROOM + 1];
	size_t length;
	va_list rest;
	if (level > log->level)
		return;
	length = log_begin(log, level, line, LOG_ROOM);
	length += log_written(
		snprintf(line + length, LOG_ROOM - length, "%s: ", where), LOG_ROOM - length);
	va_start(rest, format);
	length += log_written(
		vsnprintf(line + length, LOG_ROOM - length, format, rest), LOG_ROOM - length);
	va_end(rest);
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
			line[i] = '?';
	line[length++] = '\n';
	/* There is nobody to tell that the log cannot be written. */
	if (write(log->fd, line, length) < 0)
		return;
}
