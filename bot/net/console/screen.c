#include "bot/net/console/screen.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utf8proc.h>

#include "bot/base/memory.h"
#include "bot/net/console/complete.h"
#include "bot/net/console/wrap.h"

enum {
	KEY_MS = 50,     /* the longest pause between the bytes of one key */
	PANEL_MOST = 24, /* maximum number of rows of the panel */
	TALK_MOST = 5,   /* maximum number of rows that are kept free above the panel */
	HISTORY_MOST = 200,
	COLUMNS_LEAST = 20,
	END_KEY = 4 /* Ctrl-D */
};

static const char prompt[] = "> ";

struct screen {
	struct screen_events events;
	EditLine *edit;
	History *history;
	struct loop_watch *input;
	struct loop_signal *resized, *resumed;
	struct string said;   /* added lines that are not painted yet */
	struct string pages;  /* the rest of an answer that is shown page by page */
	struct string panel;  /* lines of the panel */
	struct string more;   /* the line shown below a page */
	size_t columns, rows; /* size of the window */
	bool colours;
	bool answers;  /* an answer to the person is not painted yet */
	bool paging;   /* an answer is shown page by page, instead of the panel */
	bool page_due; /* the next page is not painted yet */
	bool inside;   /* the next page begins in the middle of a line */
	bool editing;  /* the person can type: libedit edits a line below the panel */
	bool changed;  /* the window needs painting */
	bool gone;     /* the input has ended */
	/* number of columns of each painted row of the panel */
	size_t drawn[PANEL_MOST];
	size_t drawn_rows;
	/* rows of the last typed line that erase() must clear; used only if not `editing` */
	size_t left;
};

bool screen_is_possible(void)
{
	const char *kind = getenv("TERM");
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind != NULL && *kind != '\0' &&
		strcmp(kind, "dumb") != 0;
}

bool screen_has_colours(void)
{
	const char *none = getenv("NO_COLOR");
	return none == NULL || *none == '\0';
}

/* ---- painting ---- */

/* Prints a row, with the terminal's codes for mIRC codes. */
static void put_row(const struct screen *screen, const char *text, size_t length)
{
	static const unsigned char colours[] = { 37, 30, 34, 32, 91, 31, 35, 33, 93, 92, 36, 96, 94,
		95, 90, 37 };
	for (size_t at = 0; at < length;) {
		char code[4] = "";
		int32_t point;
		size_t size = wrap_code_length(text + at);
		memcpy(code, text + at, size);
		if (size == 0) {
			size = string_read_point(text + at, &point);
			fwrite(text + at, 1, size, stdout);
		} else if (screen->colours && *code == 0x03) {
			unsigned long number = strtoul(code + 1, NULL, 10);
			if (number < sizeof colours)
				printf("\033[%um", colours[number]);
		} else if (screen->colours) {
			fputs(*code == 0x02 ? "\033[1m" : "\033[0m", stdout);
		}
		at += size;
	}
	fputs(screen->colours ? "\033[0m\n" : "\n", stdout);
}

/* Returns `from` minus `by`, but at least 1. */
static size_t less(size_t from, size_t by)
{
	return from > by + 1 ? from - by : 1;
}

static struct wrap flow_lines(const struct screen *screen, const char *lines)
{
	return (struct wrap){ lines, screen->columns, 2, false };
}

/*
 * The last column stays empty, because terminals differ in where they put the cursor after a
 * character in that column.
 */
static struct wrap flow_panel(const struct screen *screen, const char *lines)
{
	return (struct wrap){ lines, screen->columns - 1, 0, false };
}

/*
 * Prints the first rows of `lines`, at most `most` rows, and removes them from `lines`. Sets
 * *inside to true if the rest begins in the middle of a line.
 */
static void put_lines(struct screen *screen, struct string *lines, bool *inside, size_t most)
{
	struct wrap flow = flow_lines(screen, lines->bytes);
	struct wrap_row row;
	flow.inside = *inside;
	for (size_t i = 0; i < most && wrap_next(&flow, &row); i++) {
		printf("%*s", (int)row.indent, "");
		put_row(screen, row.text, row.length);
	}
	*inside = flow.inside;
	string_keep_range(lines, (size_t)(flow.at - lines->bytes), lines->length);
}

static void put_added_lines(struct screen *screen)
{
	bool inside = false;
	put_lines(screen, &screen->said, &inside, SIZE_MAX);
	screen->answers = false;
}

static void put_panel_row(struct screen *screen, const char *text, size_t length)
{
	put_row(screen, text, length);
	screen->drawn[screen->drawn_rows++] = wrap_width(text, length);
}

/* Prints the panel, or only its last rows if the window is too short for all. */
static void put_panel(struct screen *screen)
{
	struct wrap flow = flow_panel(screen, screen->panel.bytes);
	struct wrap_row row;
	size_t rows = wrap_count(flow);
	size_t most = less(screen->rows, 2);
	bool bold = false;
	most = most < PANEL_MOST ? most : PANEL_MOST;
	/* Draw a horizontal rule above the panel, if there is room. */
	if (rows > 0 && rows < most) {
		fputs(screen->colours ? "\033[2m" : "", stdout);
		for (size_t i = 0; i < screen->columns - 1; i++)
			fputs("─", stdout);
		put_row(screen, "", 0);
		screen->drawn[screen->drawn_rows++] = screen->columns - 1;
	}
	for (size_t i = 0; wrap_next(&flow, &row); i++) {
		bool begins = row.text == screen->panel.bytes || row.text[-1] == '\n';
		bold = begins ? *row.text == '\002' : bold;
		if (i + most < rows)
			continue;
		fputs(bold && !begins && screen->colours ? "\033[1m" : "", stdout);
		put_panel_row(screen, row.text, row.length);
	}
}

/* ---- pages ---- */

static void end_pages(struct screen *screen)
{
	screen->changed = screen->changed || screen->paging;
	screen->paging = screen->page_due = false;
	string_clear(&screen->pages);
}

/*
 * Returns how many rows the typed line has above the cursor's row, or, with `whole`, above the row
 * of the line's end.
 */
static size_t typed_rows(const struct screen *screen, bool whole)
{
	const LineInfo *info = el_line(screen->edit);
	const char *end = whole ? info->lastchar : info->cursor;
	size_t columns = sizeof prompt - 1 + wrap_width(info->buffer, (size_t)(end - info->buffer));
	return columns / screen->columns;
}

/* Moves the cursor up to the first row of the panel, and clears the window from there on. */
static void erase(struct screen *screen)
{
	size_t up = screen->editing ? typed_rows(screen, false) : screen->left;
	size_t columns = screen->columns;
	for (size_t i = 0; i < screen->drawn_rows; i++)
		up += screen->drawn[i] == 0 ? 1 : (screen->drawn[i] + columns - 1) / columns;
	fputs("\r", stdout);
	if (up > 0)
		printf("\033[%zuA", up);
	fputs("\033[J", stdout);
	screen->drawn_rows = 0;
	screen->left = 0;
}

void screen_paint(struct screen *screen)
{
	if (screen->editing && !screen->changed)
		return;
	erase(screen);
	/* Show the added lines page by page, if they are an answer too long for the window. */
	size_t panel = wrap_count(flow_panel(screen, screen->panel.bytes));
	size_t rows = wrap_count(flow_lines(screen, screen->said.bytes));
	if (!screen->paging && screen->answers && rows > less(screen->rows, panel + 2)) {
		string_add(&screen->pages, screen->said.bytes);
		string_clear(&screen->said);
		screen->paging = screen->page_due = true;
		screen->inside = screen->answers = false;
	}
	if (screen->paging) {
		struct wrap flow = flow_panel(screen, screen->more.bytes);
		struct wrap_row row;
		if (screen->page_due)
			put_lines(screen, &screen->pages, &screen->inside,
				less(screen->rows, wrap_count(flow) + 1));
		screen->page_due = false;
		/* Print `more`, the line below the page. */
		while (screen->drawn_rows < PANEL_MOST && wrap_next(&flow, &row))
			put_panel_row(screen, row.text, row.length);
	} else {
		put_added_lines(screen);
		put_panel(screen);
	}
	fflush(stdout);
	if (screen->editing)
		el_set(screen->edit, EL_REFRESH);
	else
		el_set(screen->edit, EL_UNBUFFERED, 1);
	screen->editing = true;
	screen->changed = false;
}

void screen_add_lines(struct screen *screen, const char *lines, bool answers)
{
	string_add(&screen->said, lines);
	screen->answers = screen->answers || answers;
	screen->changed = true;
}

bool screen_is_small(const struct screen *screen)
{
	return screen->columns < SCREEN_COLUMNS || screen->rows < SCREEN_ROWS;
}

bool screen_has_room(const struct screen *screen, const char *lines, bool tight)
{
	size_t talk = tight ? 1 : screen->rows / 3 < TALK_MOST ? screen->rows / 3 : TALK_MOST;
	size_t panel = 1 + wrap_count(flow_panel(screen, lines));
	return panel <= PANEL_MOST && panel + talk + 1 <= screen->rows;
}

static void set(struct screen *screen, struct string *string, const char *text)
{
	if (strcmp(string->bytes, text) == 0)
		return;
	string_set(string, text);
	screen->changed = true;
}

void screen_set_panel(struct screen *screen, const char *lines, const char *more)
{
	set(screen, &screen->panel, lines);
	set(screen, &screen->more, more);
}

/* ---- the window ---- */

static void measure(struct screen *screen)
{
	struct winsize size = { .ws_col = 0 };
	bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
	screen->columns = known && size.ws_col > 0 ? size.ws_col : 80;
	screen->rows = known && size.ws_row > 0 ? size.ws_row : 24;
	if (screen->columns < COLUMNS_LEAST)
		screen->columns = COLUMNS_LEAST;
}

static void on_resized(void *context)
{
	struct screen *screen = context;
	measure(screen);
	el_resize(screen->edit);
	screen->changed = true;
}

/* Paints everything anew after SIGCONT: other programs have moved the cursor down. */
static void on_resumed(void *context)
{
	struct screen *screen = context;
	screen->drawn_rows = 0;
	screen->left = 0;
	if (screen->editing)
		el_set(screen->edit, EL_UNBUFFERED, 0);
	screen->editing = false;
	measure(screen);
}

/* ---- typing ---- */

static struct screen *of(EditLine *edit)
{
	struct screen *screen = NULL;
	el_get(edit, EL_CLIENTDATA, &screen);
	return screen;
}

static char *get_prompt(EditLine *edit)
{
	(void)edit;
	return (char *)prompt;
}

/* Reads one byte; waits at most KEY_MS. Sets screen->gone at the end of input. */
static bool read_byte(struct screen *screen, unsigned char *byte)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
	ssize_t count = -1;
	if (poll(&input, 1, KEY_MS) <= 0)
		return false;
	count = read(STDIN_FILENO, byte, 1);
	if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
		screen->gone = true;
	return count == 1;
}

/* Reads a character for libedit. Returns 0 if the input pauses in the middle of a key. */
static int read_character(EditLine *edit, wchar_t *character)
{
	struct screen *screen = of(edit);
	unsigned char bytes[4];
	size_t length = 1;
	utf8proc_int32_t rune;
	for (size_t i = 0; i < length; i++) {
		if (!read_byte(screen, &bytes[i]))
			return 0;
		if (i == 0 && bytes[0] >= 0xc0)
			length = bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4;
	}
	if (utf8proc_iterate(bytes, (utf8proc_ssize_t)length, &rune) != (utf8proc_ssize_t)length)
		rune = '?';
	*character = (wchar_t)rune;
	return 1;
}

static bool is_line_empty(EditLine *edit)
{
	const LineInfo *info = el_line(edit);
	return info->lastchar == info->buffer;
}

/* Handles Space: adds a blank to the line, or shows the next page of an answer. */
static unsigned char turn_page(EditLine *edit, int key)
{
	struct screen *screen = of(edit);
	(void)key;
	if (!screen->paging || !is_line_empty(edit))
		return el_insertstr(edit, " ") == 0 ? CC_REFRESH : CC_ERROR;
	if (screen->pages.length == 0)
		end_pages(screen);
	screen->page_due = screen->paging;
	screen->changed = true;
	return CC_NORM;
}

/* Handles Tab: completes the part of the line before the cursor, or shows the choices. */
static unsigned char complete(EditLine *edit, int key)
{
	struct screen *screen = of(edit);
	const LineInfo *info = el_line(edit);
	struct string typed = STRING_EMPTY, candidates = STRING_EMPTY;
	struct string line = STRING_EMPTY, choices = STRING_EMPTY;
	(void)key;
	if (is_line_empty(edit)) {
		end_pages(screen);
		screen->events.advice(screen->events.above, &line);
		screen_add_lines(screen, line.bytes, true);
		string_free(&line);
		return CC_NORM;
	}
	string_add_bytes(&typed, info->buffer, (size_t)(info->cursor - info->buffer));
	screen->events.candidates(screen->events.above, &candidates);
	unsigned count = complete_line(typed.bytes, candidates.bytes, &line, &choices);
	bool longer = line.length > typed.length;
	if (longer) {
		const LineInfoW *wide = el_wline(edit);
		el_deletestr(edit, (int)(wide->cursor - wide->buffer));
		el_insertstr(edit, line.bytes);
	} else if (count > 0) {
		string_add_char(&choices, '\n');
		screen_add_lines(screen, choices.bytes, true);
	}
	string_free(&typed);
	string_free(&candidates);
	string_free(&line);
	string_free(&choices);
	return longer ? CC_REFRESH : CC_NORM;
}

static void ready(void *context, unsigned events)
{
	struct screen *screen = context;
	int count = 0;
	(void)events;
	if (!screen->editing)
		return;
	const char *line = el_gets(screen->edit, &count);
	bool any = line != NULL && count > 0;
	if (any)
		end_pages(screen);
	if (screen->gone || (any && count == 1 && line[0] == END_KEY)) {
		loop_watch_set_events(screen->input, 0);
		screen->events.end(screen->events.above);
	} else if (any && (line[count - 1] == '\n' || line[count - 1] == '\r')) {
		struct string typed = STRING_EMPTY;
		HistEvent event;
		string_add_bytes(&typed, line, (size_t)count - 1);
		screen->left = typed_rows(screen, true) + 1;
		el_set(screen->edit, EL_UNBUFFERED, 0);
		screen->editing = false;
		if (strspn(typed.bytes, " \t") < typed.length) {
			history(screen->history, &event, H_ENTER, typed.bytes);
			string_add(&screen->said, prompt);
			string_add(&screen->said, typed.bytes);
			string_add_char(&screen->said, '\n');
			screen->events.line(screen->events.above, typed.bytes, typed.length);
		}
		string_free(&typed);
	}
}

/* ---- opening ---- */

static bool open_editor(struct screen *screen)
{
	static const char *const keys[][2] = {
		{ "\\t", "screen-complete" },
		{ " ", "screen-space" },
		{ "\\e[H", "ed-move-to-beg" },
		{ "\\eOH", "ed-move-to-beg" },
		{ "\\e[1~", "ed-move-to-beg" },
		{ "\\e[F", "ed-move-to-end" },
		{ "\\eOF", "ed-move-to-end" },
		{ "\\e[4~", "ed-move-to-end" },
		{ "\\e[3~", "ed-delete-next-char" },
	};
	HistEvent event;
	/* libedit decodes keys by the locale, and input is always UTF-8. */
	if (setlocale(LC_CTYPE, "") == NULL || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
		setlocale(LC_CTYPE, "C.UTF-8");
	screen->edit = el_init("mitaines", stdin, stdout, stderr);
	screen->history = history_init();
	if (screen->edit == NULL || screen->history == NULL)
		return false;
	history(screen->history, &event, H_SETSIZE, HISTORY_MOST);
	history(screen->history, &event, H_SETUNIQUE, 1);
	el_set(screen->edit, EL_CLIENTDATA, screen);
	el_set(screen->edit, EL_PROMPT, get_prompt);
	el_set(screen->edit, EL_SIGNAL, 0);
	el_set(screen->edit, EL_HIST, history, screen->history);
	el_set(screen->edit, EL_GETCFN, read_character);
	/* Between two lines libedit returns to these modes: keys typed then must not be echoed. */
	el_set(screen->edit, EL_SETTY, "-x", "-icanon", "-echo", NULL);
	el_set(screen->edit, EL_EDITOR, "emacs");
	/* el_set, for narrow strings, would leak its copies of the names. */
	el_wset(screen->edit, EL_ADDFN, L"screen-complete", L"completes the line", complete);
	el_wset(screen->edit, EL_ADDFN, L"screen-space", L"adds a blank or turns the page",
		turn_page);
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		el_set(screen->edit, EL_BIND, keys[i][0], keys[i][1], NULL);
	return true;
}

struct screen *screen_open(struct loop *loop, const struct screen_events *events)
{
	struct screen *screen = memory_new(1, sizeof *screen);
	screen->events = *events;
	screen->said = STRING_EMPTY;
	screen->pages = STRING_EMPTY;
	screen->panel = STRING_EMPTY;
	screen->more = STRING_EMPTY;
	screen->colours = screen_has_colours();
	measure(screen);
	screen->input = loop_watch_open(loop, STDIN_FILENO, ready, screen);
	screen->resized = loop_signal_open(loop, SIGWINCH, on_resized, screen);
	screen->resumed = loop_signal_open(loop, SIGCONT, on_resumed, screen);
	if (open_editor(screen) && screen->input != NULL && screen->resized != NULL &&
		screen->resumed != NULL) {
		loop_watch_set_events(screen->input, LOOP_READ);
		return screen;
	}
	screen_close(screen);
	return NULL;
}

void screen_close(struct screen *screen)
{
	if (screen == NULL)
		return;
	if (screen->edit != NULL) {
		erase(screen);
		put_added_lines(screen);
		fflush(stdout);
		el_set(screen->edit, EL_UNBUFFERED, 0);
		el_end(screen->edit);
	}
	if (screen->history != NULL)
		history_end(screen->history);
	if (screen->input != NULL)
		loop_watch_close(screen->input);
	if (screen->resized != NULL)
		loop_signal_close(screen->resized);
	if (screen->resumed != NULL)
		loop_signal_close(screen->resumed);
	string_free(&screen->said);
	string_free(&screen->pages);
	string_free(&screen->panel);
	string_free(&screen->more);
	free(screen);
}
