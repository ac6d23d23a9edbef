/*
 * source.h - the text of a configuration file, with checks that libconfig lacks, and the errors in
 * it. Only for config/.
 */
#ifndef CONFIG_SOURCE_H
#define CONFIG_SOURCE_H

#include "config/config.h"

/* Adds one error. line 0: the whole file. Never pass a password. */
__attribute__((format(printf, 4, 5))) void errors_add(
	struct config_errors *errors, const char *file, unsigned line, const char *format, ...);

struct source {
	char *text; /* ends with a NUL */
	size_t length;
	bool exposed; /* all users of this machine can read the file */
};

/*
 * Reads a regular file of at most `most` bytes, without its byte order mark. Pipes and devices,
 * which may block, are refused. Returns NULL or the error; the caller frees the source in either
 * case.
 */
const char *source_read(struct source *source, const char *path, size_t most);
/* Wipes and frees the text. */
void source_free(struct source *source);
/*
 * Adds an error for everything that libconfig would accept silently or abort on: control
 * characters, strings and comments without an end, numbers out of range, NUL in strings, @include.
 * Returns false if libconfig can't parse the text.
 */
bool source_check(const struct source *source, const char *path, struct config_errors *errors);

#endif
