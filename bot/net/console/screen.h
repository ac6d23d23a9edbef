/*
 * screen.h - the window of a terminal: scrolling lines, a fixed panel below them, and at the bottom
 * a line to type in, with history and completion.
 */
#ifndef BOT_NET_CONSOLE_SCREEN_H
#define BOT_NET_CONSOLE_SCREEN_H

#include "bot/base/loop.h"
#include "bot/base/string.h"

struct screen;

/* Upward calls. Strings are valid during the call. */
struct screen_events {
	void *above;
	/* A line was typed. */
	void (*line)(void *above, const char *line, size_t length);
	/* The input ended, by Ctrl-D or with the terminal. */
	void (*end)(void *above);
	/* Adds all possible lines, each ended by \n, for complete_line. */
	void (*candidates)(void *above, struct string *out);
};

/* True if standard input and output are terminals with a movable cursor. */
bool screen_is_possible(void);
/* True unless NO_COLOR is set. */
bool screen_has_colours(void);
/*
 * Opens the terminal of standard input and output, used from the first paint on, and follows its
 * size. Converts mIRC codes, or drops them without colours. Returns NULL if the terminal is
 * unusable.
 */
struct screen *screen_open(struct loop *loop, const struct screen_events *events);
/* Prints the remaining lines, clears the panel and restores the terminal. */
void screen_close(struct screen *screen);
/* Adds lines, each ended by \n; screen_drop_unpainted drops those not painted yet. */
void screen_add_lines(struct screen *screen, const char *lines);
void screen_drop_unpainted(struct screen *screen);
/* Sets the lines of the panel, separated by \n. */
void screen_set_panel(struct screen *screen, const char *lines);
/* Paints all changes. Call it at the end of each batch. */
void screen_paint(struct screen *screen);

#endif
