/* command/help.c - the commands for help and rules. */
#include <string.h>

#include "bot/command/help.h"
#include "bot/command/seating.h"
#include "bot/command/service.h"
#include "bot/command/table_argument.h"
#include "bot/text/rulestext.h"
#include "engine/mitaines.h"

/*
 * Finds the message in `group` that lists a word, and returns the message in `help` with the same
 * name. group, help: groups of messages, like "topic." and "help.". Returns -1 if not found.
 */
static int group_message(
	const struct catalog *catalog, const char *group, const char *help, const char *word)
{
	int found = catalog_find_word(catalog, group, word);
	const char *name = found >= 0 ? catalog_key((enum message)found) + strlen(group) : "";
	return catalog_find_in_group(help, name, strlen(name));
}

/* Finds the help for a command, a topic or a setting. Returns -1 for other words. */
static int help_message(const struct request *request, const char *name)
{
	const struct catalog *catalog = request->lobby->catalog;
	const struct command *command =
		request->commands->find(catalog, name, request->hidden_flags);
	int topic = group_message(catalog, "topic.", "help.", name);
	if (command != NULL)
		return (int)command->help;
	if (command_needs_pages(request, name))
		return MSG_UNKNOWN_SEAT;
	return topic < 0 && catalog_find_word(catalog, "setting.", name) >= 0 ? MSG_HELP_SET
									      : topic;
}

/*
 * Returns the n-th name that `rules` takes, from 0: each game is followed by its presets with rules
 * of their own. Returns NULL after the last.
 */
static const char *rules_name(unsigned n)
{
	for (size_t i = 0; games[i] != NULL; i++) {
		if (n-- == 0)
			return games[i]->name;
		for (const char *const *preset = games[i]->presets + 1; *preset != NULL; preset++)
			if ((rulestext_message(games[i], *preset) >= 0 ||
				    rulestext_preset_message(games[i], *preset) >= 0) &&
				n-- == 0)
				return *preset;
	}
	return NULL;
}

/* Adds the options of all games, one line for each game. */
static void add_options(const struct request *request, struct string *out)
{
	struct string list = STRING_EMPTY;
	for (size_t i = 0; games[i] != NULL; i++) {
		string_clear(&list);
		command_add_options(games[i], &list);
		string_add(out, i > 0 ? ";\n" : "");
		catalog_add(out, request->lobby->catalog, person_locale(request->from.person),
			MSG_OPTIONS_GAME,
			ARGS(arg_text("game", games[i]->name), arg_options("list", list.bytes)));
	}
	string_free(&list);
}

static struct rulestext text_for(
	const struct request *request, const struct game *game, struct string *out)
{
	return (struct rulestext){ .out = out,
		.catalog = request->lobby->catalog,
		.locale = person_locale(request->from.person),
		.game = game,
		.preset = "",
		.options = "" };
}

/* Adds the rule for stealing a contract: of the caller's table, else the usual one. */
static void add_steal(const struct request *request, struct string *out)
{
	const struct table *table = table_argument_find_own(request);
	bool own = table != NULL && table->game == &mitaines_game;
	struct rulestext text = text_for(request, &mitaines_game, out);
	text.preset = own ? table->game->presets[table->preset] : "";
	rulestext_add_sentence(&text, "steal");
}

/*
 * Answers with a message. {games} becomes the words that `rules` takes, {options} becomes the
 * options that `new` takes, {steal} the rule of the caller's table, {languages} the codes of the
 * languages, {word} becomes `name`, and {list} becomes `list`.
 */
static void tell(
	const struct request *request, enum message message, const char *name, const char *list)
{
	struct string out = STRING_EMPTY;
	struct string options = STRING_EMPTY;
	struct string steal = STRING_EMPTY;
	struct string languages = STRING_EMPTY;
	const char *next;
	add_options(request, &options);
	add_steal(request, &steal);
	catalog_add_language_codes(&languages);
	for (unsigned n = 0; (next = rules_name(n)) != NULL; n++) {
		if (n > 0 && rules_name(n + 1) == NULL)
			catalog_add(&out, request->lobby->catalog,
				person_locale(request->from.person), MSG_RULES_OR, NO_ARGS);
		else if (n > 0)
			string_add(&out, ", ");
		string_add(&out, next);
	}
	command_tell(request, message,
		ARGS(arg_text("word", name), arg_text("list", list),
			arg_options("games", out.bytes), arg_text("options", options.bytes),
			arg_text("steal", steal.bytes), arg_text("languages", languages.bytes)));
	string_free(&options);
	string_free(&steal);
	string_free(&languages);
	string_free(&out);
}

/* ---- rules ---- */

struct asked {
	const struct game *game; /* the named game; NULL: no game was named */
	const char *preset;      /* the named preset; "": no preset was named */
	const char *option;      /* the named option; NULL: no option was named */
	bool options;            /* the caller asks for all options */
};

/*
 * Finds a game with this preset, first looking at `first`, and sets *preset. Returns NULL if no
 * game has it.
 */
static const struct game *preset_game(
	const struct game *first, const char *word, const char **preset)
{
	for (size_t i = 0; i == 0 || games[i - 1] != NULL; i++) {
		const struct game *game = i == 0 ? first : games[i - 1];
		int found = game != NULL ? command_find_preset(game, word) : -1;
		if (found < 0)
			continue;
		*preset = game->presets[found];
		return game;
	}
	return NULL;
}

/* Finds an option by its name in any language. Returns NULL if not found. */
static const char *option_name(const struct request *request, const char *word)
{
	static const char group[] = "option.";
	int found = catalog_find_word(request->lobby->catalog, group, word);
	return found >= 0 ? catalog_key((enum message)found) + strlen(group) : NULL;
}

/* Reads one word of `rules` into `asked`. Returns false if it is unknown. */
static bool read_rules_word(const struct request *request, const char *word, struct asked *asked)
{
	const struct game *named = command_find_game(word);
	if (named != NULL) {
		asked->game = named;
		return true;
	}
	named = preset_game(asked->game, word, &asked->preset);
	if (named != NULL) {
		asked->game = named;
		return true;
	}
	asked->option = option_name(request, word);
	asked->options |= strcmp(word, "?") == 0 ||
		catalog_is_word(request->lobby->catalog, MSG_TOPIC_OPTIONS, word);
	return asked->option != NULL || asked->options;
}

static unsigned add_option(const struct request *request, const struct game *only,
	const char *option, struct string *out)
{
	unsigned count = 0;
	for (size_t i = 0; games[i] != NULL; i++) {
		struct rulestext text = text_for(request, games[i], out);
		const char *name;
		const char *values;
		if (only != NULL && only != games[i])
			continue;
		for (unsigned n = 0; rulestext_next_option(games[i], n, &name, &values); n++)
			if (strcmp(name, option) == 0 &&
				(i == 0 || !rulestext_is_table_option(name))) {
				rulestext_add_option(&text, name, values);
				count++;
			}
	}
	return count;
}

/* Explains the option named by a word. Returns false for other words. */
static bool tell_option(const struct request *request, const struct game *only, const char *word)
{
	struct string out = STRING_EMPTY;
	const char *option = option_name(request, word);
	unsigned count = option != NULL ? add_option(request, only, option, &out) : 0;
	if (count > 0)
		command_tell_pages(request, &out);
	string_free(&out);
	return count > 0;
}

static void tell_rules(const struct request *request, const struct rulestext *text)
{
	struct string names = STRING_EMPTY;
	struct rulestext list = *text;
	list.out = &names;
	rulestext_add_rules(text);
	rulestext_add_option_names(&list);
	string_add_char(text->out, '\n');
	catalog_add(text->out, text->catalog, text->locale, MSG_RULES_OPTIONS,
		ARGS(arg_text("game", text->game->name), arg_text("list", names.bytes)));
	command_tell_pages(request, text->out);
	string_free(&names);
}

static void tell_table_rules(const struct request *request, const struct table *table)
{
	struct string out = STRING_EMPTY;
	struct rulestext text = text_for(request, table->game, &out);
	text.preset = table->game->presets[table->preset];
	text.options = table->options;
	catalog_add(&out, text.catalog, text.locale, MSG_RULES_TABLE,
		ARGS(arg_number("table", table->number), arg_text("game", text.game->name),
			arg_options("preset", text.preset), arg_options("options", text.options)));
	rulestext_add_set_options(&text);
	tell_rules(request, &text);
	string_free(&out);
}

static void tell_rules_answer(const struct request *request, const struct asked *asked)
{
	const struct game *game = asked->game != NULL ? asked->game : games[0];
	struct string out = STRING_EMPTY;
	struct rulestext text = text_for(request, game, &out);
	text.preset = asked->preset;
	if (asked->options) {
		rulestext_add_options(&text);
		command_tell_pages(request, &out);
	} else
		tell_rules(request, &text);
	string_free(&out);
}

/*
 * Explains the game, preset and option in the words, in any order. Without words, explains the
 * rules of the caller's table.
 */
static void run_rules(struct request *request)
{
	struct asked asked = { .preset = "" };
	const struct table *table = request->args == 0 ? table_argument_find_own(request) : NULL;
	if (table != NULL) {
		tell_table_rules(request, table);
		return;
	}
	for (unsigned i = 0; i < request->args; i++)
		if (!read_rules_word(request, request->arg[i], &asked)) {
			tell(request, MSG_RULES_UNKNOWN, request->arg[i], "");
			return;
		}
	if (asked.option == NULL)
		tell_rules_answer(request, &asked);
	else if (!tell_option(request, asked.game, asked.option))
		tell(request, MSG_RULES_UNKNOWN, asked.option, "");
}

static int list_message(const struct command *command)
{
	const char *name = command_name(command);
	return catalog_find_in_group("list.", name, strlen(name));
}

bool help_add_name(const struct catalog *catalog, unsigned language, const struct command *command,
	struct text *out)
{
	if (list_message(command) < 0)
		return false;
	text_add(out, catalog_text(catalog, language, command->word));
	return true;
}

/* Adds the commands listed under a heading: "!sub NICK, !stop". */
static void add_listed(const struct request *request, enum help_list list, struct string *out)
{
	const struct command *command;
	for (size_t n = 0; (command = request->commands->next(&n)) != NULL;) {
		bool listed = command->list == list && !(command->flags & request->hidden_flags);
		int word = listed ? list_message(command) : -1;
		if (word < 0)
			continue;
		string_add(out, out->length > 0 ? ", " : "");
		catalog_add(out, request->lobby->catalog, person_locale(request->from.person),
			(enum message)word, NO_ARGS);
	}
}

/* The placeholders of the lists in the messages help.lists.TOPIC. */
static const char *const headings[LIST_COUNT] = {
	[LIST_TABLES] = "tables",
	[LIST_PLAY] = "play",
	[LIST_MOVES] = "moves",
	[LIST_LOOK] = "look",
	[LIST_PEOPLE] = "people",
	[LIST_LEARN] = "learn",
	[LIST_RECORDS] = "records",
	[LIST_YOURS] = "yours",
	[LIST_BOT] = "bot",
	[LIST_BEGIN] = "begin",
};

/* Answers with a message that lists commands by heading. */
static void tell_lists(const struct request *request, enum message message)
{
	struct string list[LIST_COUNT];
	struct arg args[LIST_COUNT] = { { .name = NULL } };
	for (unsigned i = UNLISTED + 1; i < LIST_COUNT; i++) {
		list[i] = STRING_EMPTY;
		add_listed(request, (enum help_list)i, &list[i]);
		args[i - 1] = arg_text(headings[i], list[i].bytes);
	}
	command_tell(request, message, args);
	for (unsigned i = UNLISTED + 1; i < LIST_COUNT; i++)
		string_free(&list[i]);
}

/* Answers with a help message, in which {list} stands for the list of settings. */
static void help(struct request *request, enum message message, const char *name)
{
	struct string list = STRING_EMPTY;
	service_add_settings(request, &list);
	tell(request, message, name, list.bytes);
	string_free(&list);
}

/* Lists the commands of a topic, like `play`. Returns false for other words. */
static bool tell_topic(const struct request *request, const char *word)
{
	bool single = request->from.person->network->single;
	int message = group_message(request->lobby->catalog, "lists.", "help.lists.", word);
	if (message < 0)
		return false;
	bool here = message == MSG_HELP_LISTS_ALL || message == MSG_HELP_LISTS_TABLE ||
		message == MSG_HELP_LISTS_PLAY;
	if (single && here)
		message = MSG_HELP_LISTS_HERE;
	tell_lists(request, (enum message)message);
	return true;
}

static void run_help(struct request *request)
{
	struct network *network = request->from.person->network;
	if (request->args == 0) {
		command_tell(request, network->single ? MSG_HELP_HERE : MSG_HELP,
			ARGS(arg_text("bot", network->driver->self(network))));
		return;
	}
	const char *name = request->arg[0];
	const char *prefix =
		settings_prefix(&request->lobby->settings, request->from.person->channel_locale);
	if (strncmp(name, prefix, strlen(prefix)) == 0)
		name = request->arg[0] += strlen(prefix);
	int word = help_message(request, name);
	const char *preset;
	bool rules = word < 0 &&
		(command_find_game(name) != NULL || preset_game(NULL, name, &preset) != NULL);
	if (rules) {
		run_rules(request);
		return;
	}
	/* A word can be both a command and an option, like `hand`. */
	if (word >= 0)
		help(request, (enum message)word, name);
	bool topic = tell_topic(request, name);
	if (!tell_option(request, NULL, name) && word < 0 && !topic)
		help(request, MSG_HELP_UNKNOWN, request->arg[0]);
}

const struct command help_commands[] = {
	{ MSG_COMMAND_RULES, ANYWHERE, TABLE_NONE, LIST_BEGIN, MSG_HELP_RULES, run_rules },
	{ MSG_COMMAND_HELP, ANYWHERE, TABLE_NONE, LIST_BEGIN, MSG_HELP_HELP, run_help },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
