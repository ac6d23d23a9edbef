/*
 * console.h - the terminal as a chat network: one person, one channel.
 *
 * What is typed is said in the channel, where the prefix may be left out, or in private: whoever
 * opens the console knows by its first word. What the bot says in the channel is printed as it is,
 * what it says in private behind an arrow; a screen needs none.
 */
#ifndef BOT_NET_CONSOLE_CONSOLE_H
#define BOT_NET_CONSOLE_CONSOLE_H

#include "bot/base/string.h"
#include "bot/net/console/screen.h"
#include "bot/net/network.h"

struct console {
	struct network network;
	struct screen *screen; /* where lines are shown; NULL: they are written to fd */
	int fd;                /* where lines are written */
	const char *prefix;    /* of commands */
	const char *name;      /* what the person is called */
	bool (*is_public)(const struct network *network, const char *word,
		unsigned table); /* a line that begins so is said in the channel */
	char mask[NETWORK_NICK + 2];
	struct string staged; /* said in this batch */
	bool broken;          /* nobody reads any more */
};

enum { CONSOLE_LINE = 1024 };

/*
 * A console that writes to fd; the strings live as long. is_public is asked about the first word of
 * a line and the table that the second names as #2, 0: none. Freed by console_close.
 */
void console_open(struct console *console, int fd, const char *prefix, const char *name,
	bool (*is_public)(const struct network *network, const char *word, unsigned table));
void console_close(struct console *console);
/* Shows lines on a screen from now on, which lives as long, or with NULL writes them to fd. */
void console_show(struct console *console, struct screen *screen);
/* The person at the terminal comes in, and the bot with them. */
void console_enter(struct console *console);
/* Takes a typed line, not terminated, without its line break; what is not text is left out. */
void console_line(struct console *console, const char *line, size_t length);

#endif
