/*
 * screen.h - the window of a terminal: lines that scroll by, below them a panel that stays, and at
 * the bottom the line that is typed, with history and completion.
 */
#ifndef BOT_NET_CONSOLE_SCREEN_H
#define BOT_NET_CONSOLE_SCREEN_H

#include "bot/base/loop.h"
#include "bot/base/string.h"

struct screen;

/* Upward calls. Strings live as long as the call. */
struct screen_events {
	void *above;
	/* A whole line was typed. */
	void (*line)(void *above, const char *line, size_t length);
	/* No more will be: Ctrl-D, or the terminal is gone. */
	void (*end)(void *above);
	/* Adds the lines that may be meant, with \n behind each, for complete_line. */
	void (*candidates)(void *above, struct string *out);
};

/* True if standard input and output are a terminal whose cursor can be moved. */
bool screen_possible(void);
/* True if the environment does not ask for NO_COLOR. */
bool screen_colours(void);
/*
 * Takes over the terminal of standard input and output, once it is first painted, and follows its
 * size. mIRC codes in the text become the terminal's, or nothing without colours. Returns NULL if
 * the terminal cannot be used.
 */
struct screen *screen_open(struct loop *loop, const struct screen_events *events);
/* Shows what was said, takes the panel away and gives the terminal back. */
void screen_close(struct screen *screen);
/* Adds lines, with \n behind each, to those that scroll by; screen_forget takes them back. */
void screen_say(struct screen *screen, const char *lines);
void screen_forget(struct screen *screen);
/* The panel is these lines from now on, parted by \n. */
void screen_panel(struct screen *screen, const char *lines);
/* Shows what has changed; to be called at the end of each batch. */
void screen_paint(struct screen *screen);

#endif
