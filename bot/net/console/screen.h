/*
 * screen.h - the window of a terminal: scrolling lines, a fixed panel below them, and an input line
 * at the bottom, with history and completion. Long answers are shown page by page.
 */
#ifndef BOT_NET_CONSOLE_SCREEN_H
#define BOT_NET_CONSOLE_SCREEN_H

#include "bot/base/loop.h"
#include "bot/base/string.h"

struct screen;

/* Calls to the owner of a screen. Strings are valid during the call. */
struct screen_events {
	void *above;
	/* The person typed a line. */
	void (*line)(void *above, const char *line, size_t length);
	/* The input has ended: by Ctrl-D, or because the terminal closed. */
	void (*end)(void *above);
	/* Adds the candidates for complete_line: all possible lines, each ended by \n. */
	void (*candidates)(void *above, struct string *out);
	/* Adds the lines that Tab shows on an empty line. */
	void (*advice)(void *above, struct string *out);
};

/* The size of the smallest window that shows a table. */
enum { SCREEN_COLUMNS = 40, SCREEN_ROWS = 10 };

/* True if standard input and output are terminals with a movable cursor. */
bool screen_is_possible(void);
/* True unless NO_COLOR is set. */
bool screen_has_colours(void);
/*
 * Opens the terminal of standard input and output, and follows changes of its size. Nothing is
 * shown before the first screen_paint. mIRC codes are converted, or dropped if the screen has no
 * colours. Returns NULL if the terminal is unusable.
 */
struct screen *screen_open(struct loop *loop, const struct screen_events *events);
/* Prints the lines not painted yet, clears the panel and restores the terminal. */
void screen_close(struct screen *screen);
/*
 * Adds lines, each ended by \n. The next screen_paint prints them. answers: the lines answer the
 * person, and are shown page by page if they do not fit above the panel. Space turns the page; any
 * other key ends the answer.
 */
void screen_add_lines(struct screen *screen, const char *lines, bool answers);
/* True if the window is smaller than SCREEN_COLUMNS by SCREEN_ROWS. */
bool screen_is_small(const struct screen *screen);
/*
 * True if a panel with these lines would leave enough rows of the window for the lines above it.
 * tight: one row is enough.
 */
bool screen_has_room(const struct screen *screen, const char *lines, bool tight);
/*
 * Sets the lines of the panel, separated by \n, and `more`, the line to show below a page of a long
 * answer. If the window is too short, the first lines of the panel are not shown.
 */
void screen_set_panel(struct screen *screen, const char *lines, const char *more);
/* Paints all changes. Must be called at the end of each batch. */
void screen_paint(struct screen *screen);

#endif
