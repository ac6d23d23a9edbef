/* complete.h - what a line that is being typed may become. Pure. */
#ifndef BOT_NET_CONSOLE_COMPLETE_H
#define BOT_NET_CONSOLE_COMPLETE_H

#include "bot/base/string.h"

/*
 * Of candidates, lines with \n behind each, those are meant that begin as typed does, ASCII letters
 * in any case. Adds to line what they have in common, and a blank behind the only one; to choices,
 * parted by blanks, the words by which they go on, each once. Returns how many they are.
 */
unsigned complete_line(
	const char *typed, const char *candidates, struct string *line, struct string *choices);

#endif
