/* source.h - the text of a configuration file, and what libconfig would let pass. Only for config/.
 */
#ifndef CONFIG_SOURCE_H
#define CONFIG_SOURCE_H

#include "config/config.h"

struct source {
	char *text; /* with a NUL behind it */
	size_t length;
	bool exposed; /* everybody on this machine may read the file */
};

/*
 * Reads a file of at most `most` bytes, a byte order mark left out; pipes and the like, which may
 * block, are refused. Returns NULL or what is wrong; in either case the source is to be freed.
 */
const char *source_read(struct source *source, const char *path, size_t most);
/* Wipes and frees the text. */
void source_free(struct source *source);
/*
 * Finds what libconfig accepts in silence or ends the program for: control characters, strings and
 * comments without an end, numbers too large for it, NUL in strings, @include. False: what was
 * found makes it senseless to go on.
 */
bool source_check(const struct source *source, const char *path, struct config_errors *errors);

#endif
