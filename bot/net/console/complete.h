/* complete.h - completes a typed line. Pure. */
#ifndef BOT_NET_CONSOLE_COMPLETE_H
#define BOT_NET_CONSOLE_COMPLETE_H

#include "bot/base/string.h"

/*
 * Completes a typed line by the candidates that begin with it, ASCII letters in any case. Each
 * candidate ends with \n. Adds to line the matches' common prefix, and a blank behind a single
 * match; adds to choices their next words, separated by blanks. Returns the number of matches.
 */
unsigned complete_line(
	const char *typed, const char *candidates, struct string *line, struct string *choices);

#endif
