/*
 * console.h - the terminal as a chat network with one person and one channel.
 *
 * The first word of a typed line decides if the line goes to the channel or is private.
 */
#ifndef BOT_NET_CONSOLE_CONSOLE_H
#define BOT_NET_CONSOLE_CONSOLE_H

#include "bot/base/string.h"
#include "bot/net/console/screen.h"
#include "bot/net/network.h"

struct console {
	struct network network;
	struct screen *screen; /* screen that shows the lines; NULL: lines are written to fd */
	int fd;
	const char *name; /* the person's nick */
	bool (*is_public)(const struct network *network, const char *word,
		unsigned table); /* see console_open */
	char mask[NETWORK_NICK + 2];
	struct string staged; /* output of this batch */
	struct string ready;  /* output of ended batches, not shown yet */
	bool answers;         /* `staged` or `ready` has an answer to the person */
	bool broken;          /* writing to fd failed */
};

enum { CONSOLE_LINE = 1024 };

/*
 * Opens a console that writes to fd; console_close frees it. The strings must live as long as the
 * console. is_public returns true if a line with this first word goes to the channel; table: the
 * number in a second word like #2, or 0.
 */
void console_open(struct console *console, int fd, const char *name,
	bool (*is_public)(const struct network *network, const char *word, unsigned table));
void console_close(struct console *console);
/*
 * Shows lines on a screen, which must live as long as the console. screen NULL: writes lines to fd.
 */
void console_show(struct console *console, struct screen *screen);
/* Shows the lines of ended batches. */
void console_flush(struct console *console);
/* Replaces the lines that are not shown yet. */
void console_replace(struct console *console, const char *lines);
/* Reports that the person and the bot have joined the channel. */
void console_report_joined(struct console *console);
/*
 * Reports a typed line; drops control characters, invalid UTF-8, and the `!` that begins commands
 * in chat.
 */
void console_line(struct console *console, const char *line, size_t length);

#endif
