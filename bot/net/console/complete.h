/* complete.h - completes a typed line. Pure. */
#ifndef BOT_NET_CONSOLE_COMPLETE_H
#define BOT_NET_CONSOLE_COMPLETE_H

#include "bot/base/string.h"

/*
 * Completes a typed line from candidates that begin with it, ignoring the case of ASCII letters.
 * Each candidate ends with \n. Adds the common prefix of all matches to `line`, and a blank if
 * there is only one match. Adds the next word of each match to `choices`, separated by blanks.
 * Returns the number of matches.
 */
unsigned complete_line(
	const char *typed, const char *candidates, struct string *line, struct string *choices);

#endif
