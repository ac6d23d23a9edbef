/* log.c - writes log lines, and sends them with fields if the log leads to the systemd journal. */
#include "bot/base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <utf8proc.h>

#include "bot/base/unix_socket.h"
#include "engine/text.h"

/* Maximum number of bytes of a line, of a field's value, and of a line with all its fields. */
enum { LOG_ROOM = 1024, FIELD_MOST = 256, FIELDS_ROOM = 3 * LOG_ROOM };

/*
 * Returns true if fd leads to the systemd journal: the environment variable JOURNAL_STREAM has the
 * device and inode of fd, like 12:345.
 */
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

bool log_find_level(const char *name, enum log_level *level)
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
	return (struct log){
		.fd = fd, .level = level, .journal = log_is_journal(fd), .fields = -1
	};
}

/* Connects at once, because the sandbox may forbid connections later. */
void log_connect_journal(struct log *log, const char *socket)
{
	if (log->journal)
		log->fields = unix_socket_connect_datagram(socket);
}

/* Returns true for a character that a terminal shows as itself, and that changes no other one. */
static bool log_is_plain(int32_t point)
{
	switch (utf8proc_category(point)) {
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_CF:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP: return false;
	default: return point >= 0;
	}
}

/*
 * Adds a text. Control and format characters and bytes that are not UTF-8 become % and two
 * hexadecimal digits for each byte, so that a message stays one line and a terminal shows all of
 * it.
 */
static void log_clean(struct text *out, const char *text)
{
	for (size_t length; *text != '\0'; text += length) {
		utf8proc_int32_t point;
		utf8proc_ssize_t read = utf8proc_iterate((const uint8_t *)text, -1, &point);
		length = read > 0 ? (size_t)read : 1;
		if (log_is_plain(point))
			text_bytes(out, text, length);
		for (size_t i = 0; i < length && !log_is_plain(point); i++) {
			const uint8_t byte = (uint8_t)text[i];
			text_char(out, '%');
			text_hex(out, &byte, 1);
		}
	}
}

/* Adds a field, unless its value is empty or too long. */
static void log_field(struct text *fields, const char *name, const char *value)
{
	if (value == NULL || strlen(value) >= FIELD_MOST || value[0] == '\0')
		return;
	text_add(fields, name);
	log_clean(fields, value);
	text_char(fields, '\n');
}

static void log_number(struct text *fields, const char *name, int64_t value)
{
	char digits[32];
	struct text text = text_in(digits, sizeof digits);
	text_number(&text, value);
	if (value != 0)
		log_field(fields, name, digits);
}

/*
 * Sends a line in the format of systemd.journal-fields(7). Returns false if the journal did not
 * take it.
 */
static bool log_send(const struct log *log, enum log_level level, const struct log_about *about,
	const char *message)
{
	char bytes[FIELDS_ROOM];
	struct text fields = text_in(bytes, sizeof bytes);
	if (!log->journal || log->fields < 0)
		return false;
	log_number(&fields, "PRIORITY=", (int64_t)level);
	log_field(&fields, "SYSLOG_IDENTIFIER=", "mitaines");
	log_field(&fields, "PART=", about->part);
	log_field(&fields, "NETWORK=", about->network);
	log_field(&fields, "CHANNEL=", about->channel);
	log_number(&fields, "TABLE=", (int64_t)about->table);
	log_number(&fields, "MATCH=", about->match);
	text_add(&fields, "MESSAGE=");
	text_add(&fields, message);
	text_char(&fields, '\n');
	size_t length = text_length(&fields);
	return send(log->fields, bytes, length, MSG_NOSIGNAL) == (ssize_t)length;
}

void log_about(const struct log *log, enum log_level level, struct log_about about,
	const char *format, ...)
{
	char line[LOG_ROOM + 1], message[LOG_ROOM], date[32];
	struct text text = text_in(line, LOG_ROOM);
	const time_t now = time(NULL);
	struct tm tm;
	va_list rest;
	if (level > log->level)
		return;
	/* The journal adds the time itself, and reads the level from the beginning of a line. */
	if (log->journal) {
		text_char(&text, '<');
		text_number(&text, (int64_t)level);
		text_char(&text, '>');
	} else if (localtime_r(&now, &tm) != NULL &&
		strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S ", &tm) > 0) {
		text_add(&text, date);
	}
	size_t begun = text_length(&text);
	log_clean(&text, about.part != NULL ? about.part : about.network);
	text_add(&text, ": ");
	va_start(rest, format);
	int told = vsnprintf(message, sizeof message, format, rest);
	va_end(rest);
	log_clean(&text, told > 0 ? message : "");
	if (log_send(log, level, &about, line + begun))
		return;
	size_t length = text_length(&text);
	line[length++] = '\n';
	/*
	 * The result is ignored: there is nowhere to report that a log line could not be written.
	 */
	if (write(log->fd, line, length) < 0)
		return;
}
