/* terminal.c - `mitaines play` in a terminal: the window's contents and the keys. */
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "bot/base/string.h"
#include "tests/at.h"
#include "tests/cases.h"

enum { ROWS = 24, COLUMNS = 80, CELL = 8, WAIT_MS = 30000 };

/* The program in a pseudo-terminal, and the emulated window. */
struct terminal {
	int master;
	pid_t child;
	struct termios before;
	struct string output; /* bytes since the test last cleared it */
	unsigned rows, columns;
	char cell[ROWS][COLUMNS][CELL];
	unsigned row, column;
	char text[ROWS * COLUMNS * CELL]; /* the window's rows, filled by window() */
	char code[32];                    /* an incomplete escape sequence */
};

/* ---- the window ---- */

static void blank(struct terminal *terminal, unsigned row, unsigned from)
{
	for (unsigned i = from; i < COLUMNS; i++)
		memcpy(terminal->cell[row][i], " ", 2);
}

/* Changes the size of the window, and empties it. */
static void resize(struct terminal *terminal, unsigned columns, unsigned rows)
{
	struct winsize size = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns };
	terminal->columns = columns;
	terminal->rows = rows;
	terminal->row = terminal->column = 0;
	for (unsigned i = 0; i < ROWS; i++)
		blank(terminal, i, 0);
	if (terminal->child > 0)
		assert_int_equal(ioctl(terminal->master, TIOCSWINSZ, &size), 0);
}

static void line_feed(struct terminal *terminal)
{
	if (++terminal->row < terminal->rows)
		return;
	terminal->row = terminal->rows - 1;
	memmove(terminal->cell[0], terminal->cell[1],
		sizeof terminal->cell - sizeof terminal->cell[0]);
	blank(terminal, terminal->row, 0);
}

static unsigned less(unsigned from, unsigned by)
{
	return from > by ? from - by : 0;
}

/* Executes a whole escape sequence, "[2A". */
static void obey(struct terminal *terminal, const char *code)
{
	unsigned number = (unsigned)strtoul(code + 1, NULL, 10);
	unsigned count = number > 0 ? number : 1;
	char *row = terminal->cell[terminal->row][0];
	char *here = row + terminal->column * CELL;
	size_t rest = (COLUMNS - terminal->column) * CELL;
	switch (code[strlen(code) - 1]) {
	case 'A': terminal->row = less(terminal->row, count); break;
	case 'C': terminal->column += count; break;
	case 'D': terminal->column = less(terminal->column, count); break;
	case 'G': terminal->column = count - 1; break;
	case 'J':
		for (unsigned i = terminal->row + 1; i < ROWS; i++)
			blank(terminal, i, 0);
		blank(terminal, terminal->row, terminal->column);
		break;
	case 'K': blank(terminal, terminal->row, terminal->column); break;
	case 'P':
		memmove(here, here + count * CELL, rest - count * CELL);
		blank(terminal, terminal->row, COLUMNS - count);
		break;
	case '@': memmove(here + count * CELL, here, rest - count * CELL); break;
	default: break;
	}
	assert_true(terminal->column <= terminal->columns);
}

/* Puts a byte of text: the first of a character takes a cell, its other bytes are appended
 * there. */
static void put(struct terminal *terminal, char byte)
{
	if (((unsigned char)byte & 0xc0) == 0x80) {
		char *cell = terminal->cell[terminal->row][terminal->column - 1];
		size_t length = strlen(cell);
		assert_true(length + 1 < CELL);
		cell[length] = byte;
		cell[length + 1] = '\0';
		return;
	}
	if (terminal->column == terminal->columns) {
		line_feed(terminal);
		terminal->column = 0;
	}
	char *cell = terminal->cell[terminal->row][terminal->column++];
	cell[0] = byte;
	cell[1] = '\0';
}

static void take(struct terminal *terminal, char byte)
{
	size_t length = strlen(terminal->code);
	if (length > 0) {
		terminal->code[length] = byte;
		terminal->code[length + 1] = '\0';
		assert_true(length + 2 < sizeof terminal->code);
		if (length > 1 && byte >= '@') {
			obey(terminal, terminal->code + 1);
			terminal->code[0] = '\0';
		}
		return;
	}
	switch (byte) {
	case '\033': memcpy(terminal->code, "\033", 2); break;
	case '\r': terminal->column = 0; break;
	case '\n': line_feed(terminal); break;
	case '\b': terminal->column = less(terminal->column, 1); break;
	case '\a':
	case '\0': break;
	default: put(terminal, byte);
	}
}

/* Returns the window's text, one row a line without trailing blanks. */
static const char *window(struct terminal *terminal)
{
	char *at = terminal->text;
	for (unsigned i = 0; i < ROWS; i++) {
		for (unsigned k = 0; k < COLUMNS; k++) {
			size_t length = strlen(terminal->cell[i][k]);
			memcpy(at, terminal->cell[i][k], length);
			at += length;
		}
		while (at > terminal->text && at[-1] == ' ')
			at--;
		*at++ = '\n';
	}
	*at = '\0';
	return terminal->text;
}

static unsigned count(const char *text, const char *part)
{
	unsigned found = 0;
	while ((text = strstr(text, part)) != NULL) {
		found++;
		text += strlen(part);
	}
	return found;
}

/* ---- the program ---- */

static void become(const char *const *arguments)
{
	const char *program = getenv("MITAINES");
	const char *words[16] = { "mitaines", "play", "-u", "anna" };
	size_t length = 4;
	while (*arguments != NULL)
		words[length++] = *arguments++;
	setenv("TERM", "xterm", 1);
	if (program != NULL)
		execv(program, (char *const *)words);
	_exit(127);
}

/* Starts the program with these arguments, ended by NULL, and this LC_ALL. */
static void start(struct terminal *terminal, const char *language, const char *const *arguments)
{
	struct winsize size = { .ws_row = (unsigned short)terminal->rows,
		.ws_col = (unsigned short)terminal->columns };
	terminal->child = forkpty(&terminal->master, NULL, NULL, &size);
	assert_true(terminal->child >= 0);
	if (terminal->child == 0) {
		setenv("LC_ALL", language, 1);
		become(arguments);
	}
	assert_int_equal(tcgetattr(terminal->master, &terminal->before), 0);
}

#define START(terminal, ...) start(terminal, "C.UTF-8", (const char *const[]){ __VA_ARGS__, NULL })

/* Reads available bytes, or waits for some. Returns false if the program has ended. */
static bool hear(struct terminal *terminal)
{
	struct pollfd poll_fd = { .fd = terminal->master, .events = POLLIN };
	char bytes[4096];
	if (poll(&poll_fd, 1, WAIT_MS) <= 0)
		fail_msg("nothing more is shown:\n%s", window(terminal));
	ssize_t length = read(terminal->master, bytes, sizeof bytes);
	for (ssize_t i = 0; i < length; i++)
		take(terminal, bytes[i]);
	if (length > 0)
		string_add_bytes(&terminal->output, bytes, (size_t)length);
	return length > 0;
}

/* Waits until the window shows `part`. */
static void await_at(AT, struct terminal *terminal, const char *part)
{
	while (strstr(window(terminal), part) == NULL)
		if (!hear(terminal))
			fail_at("ended without: %s\n%s", part, window(terminal));
}

#define await(terminal, part) await_at(HERE, terminal, part)

static void type(struct terminal *terminal, const char *keys)
{
	assert_int_equal(write(terminal->master, keys, strlen(keys)), strlen(keys));
}

/* Waits until the program has ended by itself, and fails unless it has restored the terminal. */
static void await_end(struct terminal *terminal)
{
	struct termios now;
	int status = -1;
	while (hear(terminal))
		;
	assert_int_equal(waitpid(terminal->child, &status, 0), terminal->child);
	terminal->child = 0;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_int_equal(tcgetattr(terminal->master, &now), 0);
	assert_int_equal(now.c_lflag, terminal->before.c_lflag);
	assert_int_equal(now.c_iflag, terminal->before.c_iflag);
	assert_int_equal(now.c_oflag, terminal->before.c_oflag);
}

static int open_terminal(void **state)
{
	struct terminal *terminal = calloc(1, sizeof *terminal);
	if (terminal == NULL)
		return -1;
	terminal->output = STRING_EMPTY;
	resize(terminal, COLUMNS, ROWS);
	*state = terminal;
	return 0;
}

static int close_terminal(void **state)
{
	struct terminal *terminal = *state;
	if (terminal->child > 0) {
		kill(terminal->child, SIGKILL);
		waitpid(terminal->child, NULL, 0);
	}
	close(terminal->master);
	string_free(&terminal->output);
	free(terminal);
	return 0;
}

/* Waits until the window has a panel with `part` and the typed line below; fails unless it is the
 * only panel. */
static void assert_panel_at(AT, struct terminal *terminal, const char *part, const char *typed)
{
	char end[128];
	const char *shown;
	snprintf(end, sizeof end, "Your turn: play a card, like p 1.\n>%s%s\n",
		*typed != '\0' ? " " : "", typed);
	while (shown = window(terminal), strstr(shown, part) == NULL || strstr(shown, end) == NULL)
		if (!hear(terminal))
			fail_at("ended without: %s %s in:\n%s", part, end, shown);
	equal_at(count(shown, "Your hand: "), 1);
	equal_at(count(shown, "──────────"), (terminal->columns - 1) / 10);
	equal_at(count(shown, "Your turn: "), 1);
}

#define assert_panel(terminal, hand, typed) assert_panel_at(HERE, terminal, hand, typed)

/* ---- cases ---- */

CASE_WITH(the_window_begins_with_three_lines_and_the_table, struct terminal *terminal,
	open_terminal, close_terminal)
{
	START(terminal, "-s", "3");
	await(terminal, "\n>\n");
	const char *shown = window(terminal);
	assert_int_equal(
		strncmp(shown, "Mitaines classic: anna, Ovila (normal).\nType a c", 48), 0);
	assert_panel(terminal, "Your hand: [1:5C 2:5D] 3:7S [4:9H 5:9S] 6:KC\n", "");
	assert_null(strstr(shown, "!"));
	assert_null(strstr(shown, "ommitment"));
	assert_null(strstr(shown, "#table"));
	type(terminal, "quit\r");
	await_end(terminal);
}

CASE_WITH(a_move_is_told_in_a_line_and_the_table_is_redrawn_in_place, struct terminal *terminal,
	open_terminal, close_terminal)
{
	START(terminal, "-s", "3");
	await(terminal, "6:KC");
	type(terminal, "p 1\r");
	await(terminal, "anna plays 5C");
	await(terminal, "Your hand: 1:5D 2:7S [3:9H 4:9S] 5:KC\n");
	assert_panel(terminal, "Pile of 7: 6H 2H QH 4S 3S 5C 4D · ", "");
	/* A card without the command is a move too. */
	type(terminal, "5d\r");
	await(terminal, "anna plays 5D");
	assert_panel(terminal, "Your hand: 1:7S [2:9H 3:9S] 4:KC\n", "");
	type(terminal, "quitter\r");
	await_end(terminal);
	/* Past lines stay, the panel does not. */
	assert_non_null(strstr(window(terminal), "> 5d\nanna plays 5D."));
	assert_null(strstr(window(terminal), "Your hand"));
}

CASE_WITH(keys_edit_and_complete_the_line, struct terminal *terminal, open_terminal, close_terminal)
{
	START(terminal, "-s", "3");
	await(terminal, "\n>\n");
	type(terminal, "hist\t");
	await(terminal, "\n> history\n");
	type(terminal, "\025pin");
	await(terminal, "\n> pin\n");
	type(terminal, "g \xc3\xa9\033[D\033[Hx\033[3~");
	await(terminal, "\n> xing \xc3\xa9\n");
	type(terminal, "\033[Fa\010\010!\r");
	await(terminal, "> xing !\n");
	await(terminal, "I don’t know “xing”");
	type(terminal, "\033[A");
	await(terminal, "\n> xing !\n\n");
	type(terminal, "\025p \t");
	await(terminal, "\n5C 5D 7S 9H 9S KC\n");
	assert_panel(terminal, "Your hand: ", "p");
	type(terminal, "5c\t");
	await(terminal, "\nmitten\n");
	assert_panel(terminal, "Your hand: ", "p 5c");
	type(terminal, " m\t");
	await(terminal, "\n> p 5C mitten\n");
	type(terminal, "\r");
	await(terminal, "anna plays 5C and calls a mitten!");
	type(terminal, "\004");
	await_end(terminal);
}

CASE_WITH(typed_ahead_lines_are_run_one_by_one, struct terminal *terminal, open_terminal,
	close_terminal)
{
	START(terminal, "-s", "3");
	await(terminal, "\n>\n");
	type(terminal, "p 1\rp 2\rp 1\rscor");
	await(terminal, "\n> scor\n");
	assert_panel(terminal, "Your hand: [1:9H 2:9S] 3:KC\n", "scor");
	assert_int_equal(count(window(terminal), "\n> p "), 3);
	assert_int_equal(count(window(terminal), "scor"), 1);
	type(terminal, "\025quit\r");
	await_end(terminal);
}

CASE_WITH(the_escape_key_alone_does_not_delay_the_next_key, struct terminal *terminal,
	open_terminal, close_terminal)
{
	START(terminal, "-s", "3");
	await(terminal, "\n>\n");
	type(terminal, "\033");
	usleep(300000); /* long enough to separate the escape from the next key */
	type(terminal, "quit\r");
	await_end(terminal);
}

/* Returns the greatest number of columns in a line, without escape sequences. */
static unsigned widest(const char *text)
{
	unsigned most = 0, columns = 0;
	for (; *text != '\0'; text++) {
		if (*text == '\033')
			text += strcspn(text, "ABCDGHJKPm@");
		else if (*text == '\n' || *text == '\r')
			columns = 0;
		else
			columns += ((unsigned char)*text & 0xc0) != 0x80;
		most = columns > most ? columns : most;
	}
	return most;
}

CASE_WITH(a_narrower_window_is_redrawn, struct terminal *terminal, open_terminal, close_terminal)
{
	START(terminal, "-s", "3");
	await(terminal, "\n>\n");
	string_clear(&terminal->output);
	resize(terminal, 44, ROWS);
	while (strstr(terminal->output.bytes, "\n> ") == NULL &&
		strstr(terminal->output.bytes, "\r> ") == NULL)
		assert_true(hear(terminal));
	assert_int_equal(count(terminal->output.bytes, "─"), 43);
	assert_true(widest(terminal->output.bytes) <= 44);
	assert_non_null(strstr(terminal->output.bytes, "Your turn: "));
	type(terminal, "\004");
	await_end(terminal);
}

CASE_WITH(a_window_of_40_by_10_still_shows_pile_hand_and_turn, struct terminal *terminal,
	open_terminal, close_terminal)
{
	resize(terminal, 40, 10);
	start(terminal, "fr_CA.UTF-8", (const char *const[]){ "-s", "5", NULL });
	await(terminal, "\n>\n");
	assert_non_null(strstr(window(terminal),
		"\n───────────────────────────────────────\n"
		"Dessus : VK, pile de 5 · en cours :\n"
		"mitaine de valets par Ovila, 1 sur 2\n"
		"Votre main : 1:2C [2:6T 3:6K] 4:9K\n5:10K 6:AC\nÀ vous de jouer.\n>\n"));
	assert_true(widest(terminal->output.bytes) <= 40);
	/* A wider window has room for everything. */
	resize(terminal, 80, 24);
	await(terminal, " · talon 36\nBrasse 1 : anna 0, Ovila 0\nVotre main : ");
	type(terminal, "\004");
	await_end(terminal);
}

CASE_WITH(a_window_below_40_by_10_says_that_it_is_too_small, struct terminal *terminal,
	open_terminal, close_terminal)
{
	resize(terminal, 39, 10);
	START(terminal, "-s", "3");
	await(terminal, "\nWindow too small: 40 columns by 10\nrows needed.\n>\n");
	assert_null(strstr(window(terminal), "Your hand"));
	resize(terminal, 40, 9);
	await(terminal, "Window too small");
	resize(terminal, 40, 10);
	await(terminal, "\nYour turn: ");
	type(terminal, "\004");
	await_end(terminal);
}

CASE_WITH(a_long_answer_is_shown_page_by_page, struct terminal *terminal, open_terminal,
	close_terminal)
{
	static const char first[] = "\n  pile, score the points.\n"
				    "Space: more. Enter: back to the table.\n>\n";
	resize(terminal, 40, 10);
	START(terminal, "-s", "3");
	await(terminal, "\n>\n");
	type(terminal, "help\r");
	await(terminal, first);
	assert_int_equal(strncmp(window(terminal), "> help\nNew here? ", 17), 0);
	assert_null(strstr(window(terminal), "Your hand"));
	type(terminal, " ");
	await(terminal, "\n  COMMAND.\nSpace: more. Enter: back to the table.\n>\n");
	type(terminal, " ");
	assert_panel(terminal, "COMMAND.\n──", "");
	/* Enter or another key ends the answer. */
	type(terminal, "help\r");
	await(terminal, first);
	type(terminal, "\r");
	assert_panel(terminal, "pile, score the points.\n──", "");
	type(terminal, "help\r");
	await(terminal, first);
	type(terminal, "p 1");
	assert_panel(terminal, "pile, score the points.\n──", "p 1");
	type(terminal, "\025tutorial\r");
	await(terminal, first + strlen("\n  pile, score the points.\n"));
	type(terminal, "\r");
	await(terminal, "\nYour hand: 1:5H [2:7C 3:7H] 4:8D 5:9H\n6:KS\n");
	type(terminal, "\004");
	await_end(terminal);
}

CASE_WITH(tab_on_an_empty_line_lists_moves_and_commands, struct terminal *terminal, open_terminal,
	close_terminal)
{
	START(terminal, "-s", "3");
	await(terminal, "\n>\n");
	type(terminal, "\t");
	await(terminal, "\nYou can play: 1|2|3|4|5|6, 1|2|4|5 mitten.\nOr: hint, ");
	assert_panel(terminal, "Your hand: [1:5C 2:5D] 3:7S", "");
	type(terminal, "leave\r");
	await(terminal, "\nNo table. ");
	type(terminal, "\t");
	await(terminal, "\nYou can: new, solo, again, ");
	type(terminal, "new\r\t");
	await(terminal, "\nYou can: bot, start, leave, ");
	type(terminal, "\004");
	await_end(terminal);
}

CASE_WITH(colours_are_shown_unless_no_color_is_set, struct terminal *terminal, open_terminal,
	close_terminal)
{
	unsetenv("NO_COLOR");
	START(terminal, "-s", "3");
	await(terminal, "\n>\n");
	assert_non_null(strstr(terminal->output.bytes, "\033[91m9H\033[0m"));
	type(terminal, "\004");
	await_end(terminal);
	close(terminal->master);
	string_clear(&terminal->output);
	setenv("NO_COLOR", "1", 1);
	START(terminal, "-s", "3");
	unsetenv("NO_COLOR");
	await(terminal, "9♥");
	await(terminal, "\n>\n");
	assert_null(strstr(terminal->output.bytes, "\033[0m"));
	assert_null(strstr(terminal->output.bytes, "\033[3"));
	assert_null(strstr(terminal->output.bytes, "\033[9"));
	type(terminal, "\004");
	await_end(terminal);
}

CASE_WITH(the_environment_chooses_the_language, struct terminal *terminal, open_terminal,
	close_terminal)
{
	start(terminal, "fr_CA.UTF-8", (const char *const[]){ "-s", "3", NULL });
	await(terminal, "Votre main");
	await(terminal, "quitter termine");
	type(terminal, "quitter\r");
	await_end(terminal);
}

CASE_WITH(without_a_seed_the_ai_player_plays_after_a_pause, struct terminal *terminal,
	open_terminal, close_terminal)
{
	START(terminal, "-l", "easy");
	await(terminal, "Your turn: ");
	type(terminal, "p 1\r");
	while (count(window(terminal), " plays ") < 2)
		assert_true(hear(terminal));
	await(terminal, "Your turn: ");
	type(terminal, "\004");
	await_end(terminal);
}

CASE_WITH(errors_are_printed_without_a_window, struct terminal *terminal, open_terminal,
	close_terminal)
{
	int status = -1;
	START(terminal, "mitaines", "taget=300");
	while (hear(terminal))
		;
	assert_int_equal(waitpid(terminal->child, &status, 0), terminal->child);
	terminal->child = 0;
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_non_null(strstr(window(terminal), "Did you mean target=300?"));
	assert_null(strstr(window(terminal), "───"));
}
