#include "bot/app/panel.h"

#include <string.h>

#include "bot/command/command_table.h"
#include "bot/command/help.h"
#include "bot/match/exercise.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"

#define BOLD "\002" /* code of mIRC for bold text */

/*
 * Returns the table of the person's exercise; else the table where they have the turn, else their
 * first table. Returns NULL for a person without a table.
 */
static struct table *table_of(
	const struct lobby *lobby, const struct person *person, unsigned *seat)
{
	const struct exercise *exercise = exercise_find(lobby, person);
	*seat = EXERCISE_SEAT;
	return exercise != NULL ? exercise->table
				: tables_find_played(&lobby->tables, person, NULL, seat);
}

static void add(const struct lobby *lobby, const struct person *person, struct string *out,
	enum message message, const struct arg *args)
{
	catalog_add(out, lobby->catalog, person_locale(person), message, args);
}

void panel_add_table(const struct lobby *lobby, const struct person *person, enum board_panel size,
	struct string *out)
{
	unsigned seat = 0;
	struct table *table = table_of(lobby, person, &seat);
	if (table == NULL) {
		add(lobby, person, out, MSG_PANEL_NONE, NO_ARGS);
		return;
	}
	struct string panel = STRING_EMPTY;
	board_add_panel(lobby->catalog, table, seat, size, &panel);
	bool turn = table->running && table_state(table)->turn == seat;
	const char *last = turn ? strrchr(panel.bytes, '\n') : NULL;
	size_t before = last != NULL ? (size_t)(last + 1 - panel.bytes) : panel.length;
	string_add_bytes(out, panel.bytes, before);
	string_add(out, last != NULL ? BOLD : "");
	string_add(out, panel.bytes + before);
	string_free(&panel);
}

void panel_add_greeting(
	struct lobby *lobby, const struct person *person, struct table *table, struct string *out)
{
	struct string names = STRING_EMPTY, tab = STRING_EMPTY;
	speech_add_names(&lobby->speech, table, &names);
	if (person->network->shows_table)
		add(lobby, person, &tab, MSG_PANEL_TAB, NO_ARGS);
	add(lobby, person, out, MSG_PANEL_GREETING,
		ARGS(ARGS_OF_GAME(table), arg_text("names", names.bytes),
			arg_text("tab", tab.bytes)));
	string_add_char(out, '\n');
	string_free(&names);
	string_free(&tab);
}

/*
 * Adds a line for each name in a list separated by spaces. Each line is `before`, the name, and
 * `length` bytes of `after`.
 */
static void add_names(
	struct string *out, const char *before, const char *names, const char *after, size_t length)
{
	while (*names != '\0') {
		size_t name = strcspn(names, " ");
		string_add(out, before);
		string_add_bytes(out, names, name);
		string_add(out, length > 0 ? " " : "");
		string_add_bytes(out, after, length);
		string_add_char(out, '\n');
		names += name;
		names += strspn(names, " ");
	}
}

/* Writes the folded name of a command in the person's language. Returns false without one. */
static bool write_name(const struct lobby *lobby, const struct person *person,
	const struct command *command, char name[32])
{
	char spelled[32];
	struct text text = text_in(spelled, sizeof spelled);
	bool listed = help_add_name(lobby->catalog, person_locale(person).language, command, &text);
	fold_word(spelled, name, 32);
	return listed;
}

/* Adds the commands in the person's language. moves: also adds the commands for game moves. */
static void add_commands(const struct lobby *lobby, const struct person *person, const char *before,
	bool moves, struct string *out)
{
	unsigned hidden = command_table_hidden_flags(person->network, false);
	const struct command *command;
	char name[32];
	for (size_t n = 0; (command = command_table_next(&n)) != NULL;)
		if (!(command->flags & hidden) && (moves || command->list != LIST_MOVES) &&
			write_name(lobby, person, command, name))
			add_names(out, before, name, "", 0);
}

void panel_add_completions(
	const struct lobby *lobby, const struct person *person, struct string *out)
{
	struct string moves = STRING_EMPTY;
	unsigned seat = 0;
	struct table *table = table_of(lobby, person, &seat);
	if (table != NULL)
		board_add_moves(lobby->catalog, table, seat, &moves);
	const char *end;
	for (const char *at = moves.bytes; (end = strchr(at, '\n')) != NULL; at = end + 1) {
		char word[32];
		struct text text = text_in(word, sizeof word);
		text_bytes(&text, at, strcspn(at, " \n"));
		string_add_bytes(out, at, (size_t)(end - at));
		string_add_char(out, '\n');
		/* A move without a verb, like "9d", is also added after each name of `play`. */
		if (command_table_find(lobby->catalog, word, 0) == NULL)
			add_names(out, "", catalog_words(lobby->catalog, MSG_COMMAND_PLAY), at,
				(size_t)(end - at));
	}
	string_free(&moves);
	add_commands(lobby, person, "", false, out);
	char name[32], help[34];
	if (write_name(lobby, person, command_table_find(lobby->catalog, "help", 0), name)) {
		struct text text = text_in(help, sizeof help);
		text_add(&text, name);
		text_char(&text, ' ');
		add_commands(lobby, person, help, true, out);
	}
	add(lobby, person, out, MSG_PANEL_QUIT, NO_ARGS);
	string_add_char(out, '\n');
}

/*
 * Returns the message of advice for a person: panel.advice.NAME if their exercise has one. moves:
 * their legal moves as text.
 */
static enum message advice(
	const struct lobby *lobby, const struct person *person, const char *moves)
{
	const struct exercise *exercise = exercise_find(lobby, person);
	const char *name = exercise != NULL ? exercise->kind->name : "";
	int own = catalog_find_in_group("panel.advice.", name, strlen(name));
	if (own >= 0)
		return (enum message)own;
	if (*moves != '\0')
		return MSG_PANEL_ADVICE_TURN;
	unsigned seat;
	const struct table *table = table_of(lobby, person, &seat);
	return table == NULL     ? MSG_PANEL_ADVICE_NONE
		: table->running ? MSG_PANEL_ADVICE_WAIT
				 : MSG_PANEL_ADVICE_OPEN;
}

void panel_add_advice(const struct lobby *lobby, const struct person *person, struct string *out)
{
	struct string moves = STRING_EMPTY;
	unsigned seat = 0;
	struct table *table = table_of(lobby, person, &seat);
	if (table != NULL)
		board_add_numbered_moves(lobby->catalog, table, seat, &moves);
	add(lobby, person, out, advice(lobby, person, moves.bytes),
		ARGS(arg_text("moves", moves.bytes)));
	string_add_char(out, '\n');
	string_free(&moves);
}
