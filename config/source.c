#include "config/source.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/base/memory.h"

enum { ERROR_MOST = 1024 };

void errors_add(
	struct config_errors *errors, const char *file, unsigned line, const char *format, ...)
{
	char what[ERROR_MOST];
	char where[32] = "";
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	if (line > 0)
		snprintf(where, sizeof(where), ":%u", line);
	size_t size = strlen(file) + strlen(where) + strlen(what) + sizeof(": \n");
	if (errors->room < errors->length + size) {
		errors->room = 2 * (errors->length + size);
		errors->text = memory_grow(errors->text, errors->room, 1);
	}
	snprintf(errors->text + errors->length, size, "%s%s: %s\n", file, where, what);
	errors->length += size - 1;
	errors->count++;
}

void config_errors_free(struct config_errors *errors)
{
	free(errors->text);
	*errors = (struct config_errors){ .count = 0 };
}

/* The byte order mark of UTF-8, which some editors write at the start of a file. */
static const char byte_order_mark[] = "\xef\xbb\xbf";

const char *source_read(struct source *source, const char *path, size_t most)
{
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	const char *wrong = NULL;
	struct stat status = { .st_mode = 0 };
	*source = (struct source){ .text = NULL };
	if (file >= 0 && fstat(file, &status) == 0 && !S_ISREG(status.st_mode))
		wrong = "is not a plain file";
	else if (file < 0)
		wrong = strerror(errno);
	/* Read to the end, at most `most` + 1 bytes. */
	if (!wrong)
		source->text = memory_new(most + 2, 1);
	while (!wrong && source->length <= most) {
		ssize_t got = read(file, source->text + source->length, most + 1 - source->length);
		if (got == 0)
			break;
		if (got > 0)
			source->length += (size_t)got;
		else if (errno != EINTR)
			wrong = strerror(errno);
	}
	size_t mark = sizeof(byte_order_mark) - 1;
	if (!wrong && source->length > most) {
		wrong = "is too large";
	} else if (source->length >= mark && memcmp(source->text, byte_order_mark, mark) == 0) {
		source->length -= mark;
		memmove(source->text, source->text + mark, source->length + 1);
	}
	source->exposed = S_ISREG(status.st_mode) && (status.st_mode & S_IROTH);
	if (file >= 0)
		close(file);
	return wrong;
}

void source_free(struct source *source)
{
	if (source->text)
		explicit_bzero(source->text, source->length);
	free(source->text);
	*source = (struct source){ .text = NULL };
}

/* The scanner of a text, and its position. The text ends with a NUL. */
struct scan {
	const char *at;
	const char *end;
	unsigned line;
	bool sound;
	const char *path;
	struct config_errors *errors;
};

static void scan_step(struct scan *scan)
{
	if (*scan->at == '\n')
		scan->line++;
	scan->at++;
}

/* Adds an error after which the rest of the text can't be parsed. */
static void scan_break(struct scan *scan, unsigned line, const char *what)
{
	errors_add(scan->errors, scan->path, line, "%s", what);
	scan->sound = false;
}

static bool scan_starts(const struct scan *scan, const char *word)
{
	return strncmp(scan->at, word, strlen(word)) == 0;
}

static void scan_string(struct scan *scan)
{
	unsigned line = scan->line;
	scan_step(scan);
	while (scan->at < scan->end && *scan->at != '"') {
		if (scan_starts(scan, "\\x00"))
			errors_add(scan->errors, scan->path, scan->line, "a string holds NUL");
		if (*scan->at == '\\' && scan->at + 1 < scan->end)
			scan_step(scan);
		scan_step(scan);
	}
	if (scan->at >= scan->end)
		scan_break(scan, line, "the string that begins here has no end");
	else
		scan_step(scan);
}

static void scan_comment(struct scan *scan)
{
	unsigned line = scan->line;
	scan->at += 2;
	while (scan->at < scan->end && !scan_starts(scan, "*/"))
		scan_step(scan);
	if (scan->at >= scan->end)
		scan_break(scan, line, "the comment that begins here has no end");
	else
		scan->at += 2;
}

/*
 * Scans a number. Adds an error if the number does not fit in 32 bits: libconfig would silently cut
 * it.
 */
static void scan_number(struct scan *scan)
{
	bool hex = scan_starts(scan, "0x") || scan_starts(scan, "0X");
	char *end = NULL;
	long long number;
	errno = 0;
	number = strtoll(scan->at, &end, hex ? 16 : 10);
	if (*end != '.' && *end != 'e' && *end != 'E' && (errno == ERANGE || number > INT_MAX))
		errors_add(scan->errors, scan->path, scan->line, "the number is too large");
	while (isalnum((unsigned char)*scan->at) || *scan->at == '.')
		scan_step(scan);
}

bool source_check(const struct source *source, const char *path, struct config_errors *errors)
{
	struct scan scan = { .at = source->text,
		.end = source->text + source->length,
		.line = 1,
		.sound = true,
		.path = path,
		.errors = errors };
	for (; scan.at < scan.end; scan_step(&scan)) {
		unsigned char byte = (unsigned char)*scan.at;
		if ((byte >= ' ' || strchr("\n\t\r", byte)) && byte != '\0' && byte != 0x7f)
			continue;
		scan_break(&scan, scan.line, "a control character: this is not a text file");
		return false;
	}
	scan.at = source->text;
	scan.line = 1;
	while (scan.at < scan.end) {
		if (*scan.at == '"') {
			scan_string(&scan);
		} else if (scan_starts(&scan, "/*")) {
			scan_comment(&scan);
		} else if (*scan.at == '#' || scan_starts(&scan, "//")) {
			while (scan.at < scan.end && *scan.at != '\n')
				scan_step(&scan);
		} else if (isdigit((unsigned char)*scan.at)) {
			scan_number(&scan);
		} else if (isalpha((unsigned char)*scan.at) || *scan.at == '*') {
			while (isalnum((unsigned char)*scan.at) ||
				(*scan.at && strchr("*-_", *scan.at)))
				scan_step(&scan);
		} else {
			if (scan_starts(&scan, "@include"))
				scan_break(&scan, scan.line,
					"@include is not possible: all keys stand in one file");
			scan_step(&scan);
		}
	}
	return scan.sound;
}
