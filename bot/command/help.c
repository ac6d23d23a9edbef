/* command/help.c - the commands that tell which commands there are, and the rules. */
#include <string.h>

#include "bot/command/help.h"
#include "bot/command/seating.h"
#include "bot/command/service.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"

/* True if a folded word is among those of a text, in any language. */
static bool is_among(const struct catalog *catalog, enum word list, const char *folded)
{
	for (unsigned l = 0; catalog_language_code(l) != NULL; l++) {
		char names[256];
		fold_word(catalog_text(catalog, l, list), names, sizeof names);
		if (command_among(names, folded))
			return true;
	}
	return false;
}

/* What people ask about that is no command: help.NAME tells of the words in topic.NAME. */
static int topic_word(const struct catalog *catalog, const char *folded)
{
	static const char topic[] = "topic.";
	for (unsigned i = 0; i < WORD_COUNT; i++) {
		const char *key = catalog_key((enum word)i);
		if (strncmp(key, topic, strlen(topic)) == 0 &&
			is_among(catalog, (enum word)i, folded))
			return catalog_in(
				"help.", key + strlen(topic), strlen(key) - strlen(topic));
	}
	return -1;
}

/* The help for a word that is a command or something people ask about; -1: it is neither. */
static int help_word(const struct request *request, const char *name)
{
	char folded[32];
	const struct command *command = request->commands->find(name, request->hidden);
	if (command != NULL)
		return (int)command->help;
	fold_word(name, folded, sizeof folded);
	return topic_word(request->lobby->catalog, folded);
}

/* The rules of a game, or of a preset where they differ; -1: there is no such text. */
static int rules_word(const struct game *game, const char *preset)
{
	char key[64];
	struct text text = text_in(key, sizeof key);
	text_add(&text, "rules.");
	text_add(&text, game->name);
	if (*preset != '\0') {
		text_char(&text, '.');
		text_add(&text, preset);
	}
	return catalog_named(key);
}

/* What `rules` takes: games, behind the first one those of its presets that have rules; NULL ends.
 */
static const char *rules_name(unsigned n)
{
	const char *const *preset = games[0]->presets + 1;
	if (n == 0)
		return games[0]->name;
	for (; *preset != NULL; preset++)
		if (rules_word(games[0], *preset) >= 0 && --n == 0)
			return *preset;
	for (size_t i = 1; games[i] != NULL; i++)
		if (--n == 0)
			return games[i]->name;
	return NULL;
}

/* What can be set at a table, a line for each game. */
static void add_options(const struct request *request, struct string *out)
{
	struct string list = STRING_EMPTY;
	for (size_t i = 0; games[i] != NULL; i++) {
		string_clear(&list);
		command_options(games[i], &list);
		string_add(out, i > 0 ? ";\n" : "");
		catalog_add(out, request->lobby->catalog, person_locale(request->who),
			WORD_OPTIONS_GAME,
			ARGS(arg_text("game", games[i]->name), arg_options("list", list.bytes)));
	}
	string_free(&list);
}

/* A text in which {games} is what `rules` takes, "mitaines, quebec or mate", {options} what `new`
 * takes, and {list} another. */
static void tell(const struct request *request, enum word word, const char *name, const char *list)
{
	struct string out = STRING_EMPTY;
	struct string options = STRING_EMPTY;
	const char *next;
	add_options(request, &options);
	for (unsigned n = 0; (next = rules_name(n)) != NULL; n++) {
		if (n > 0 && rules_name(n + 1) == NULL)
			catalog_add(&out, request->lobby->catalog, person_locale(request->who),
				WORD_RULES_OR, NO_ARGS);
		else if (n > 0)
			string_add(&out, ", ");
		string_add(&out, next);
	}
	speech_tell(&request->lobby->speech, request->who, word,
		ARGS(arg_text("word", name), arg_text("list", list), arg_text("games", out.bytes),
			arg_text("options", options.bytes)));
	string_free(&options);
	string_free(&out);
}

/* Words name a game, a preset, or both; a preset alone is one of the first game's. */
static void run_rules(struct request *request)
{
	const struct game *game = games[0];
	const char *preset = "";
	for (unsigned i = 0; i < request->args; i++) {
		const struct game *named = command_game(request->arg[i]);
		int found = named == NULL ? command_preset(game, request->arg[i]) : 0;
		if (found < 0) {
			tell(request, WORD_RULES_UNKNOWN, request->arg[i], "");
			return;
		}
		game = named != NULL ? named : game;
		preset = named != NULL || found == 0 ? "" : game->presets[found];
	}
	int word = rules_word(game, preset);
	if (word >= 0)
		speech_tell(&request->lobby->speech, request->who, (enum word)word, NO_ARGS);
}

/* A help text: of name, in which {list} is what can be set. */
static void help(struct request *request, enum word word, const char *name)
{
	struct string list = STRING_EMPTY;
	service_settings(request, &list);
	tell(request, word, name, list.bytes);
	string_free(&list);
}

/* The message that lists a command, or -1. */
static int list_word(const struct command *command)
{
	return catalog_in("list.", command->names, strcspn(command->names, " "));
}

bool help_name(const struct catalog *catalog, struct locale locale, const struct command *command,
	char *out, size_t size)
{
	struct string item = STRING_EMPTY;
	int word = list_word(command);
	if (word < 0)
		return false;
	catalog_add(&item, catalog, locale, (enum word)word, NO_ARGS);
	string_keep(&item, 0, strcspn(item.bytes, " "));
	fold_word(item.bytes, out, size);
	string_free(&item);
	return true;
}

/* Adds the commands listed under a heading: "!sub NICK, !stop". */
static void add_listed(const struct request *request, enum help_list list, struct string *out)
{
	const struct command *command;
	for (size_t n = 0; (command = request->commands->next(&n)) != NULL;) {
		bool listed = command->list == list && !(command->where & request->hidden);
		int word = listed ? list_word(command) : -1;
		if (word < 0)
			continue;
		string_add(out, out->length > 0 ? ", " : "");
		catalog_add(out, request->lobby->catalog, person_locale(request->who),
			(enum word)word, NO_ARGS);
	}
}

/* The places of the lists in the help that names them all. */
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

static void help_all(const struct request *request)
{
	struct string list[LIST_COUNT];
	struct arg args[LIST_COUNT] = { { .name = NULL } };
	for (unsigned i = UNLISTED + 1; i < LIST_COUNT; i++) {
		list[i] = STRING_EMPTY;
		add_listed(request, (enum help_list)i, &list[i]);
		args[i - 1] = arg_text(headings[i], list[i].bytes);
	}
	speech_tell(&request->lobby->speech, request->who,
		request->who->network->single ? WORD_HELP_HERE : WORD_HELP, args);
	for (unsigned i = UNLISTED + 1; i < LIST_COUNT; i++)
		string_free(&list[i]);
}

static void run_help(struct request *request)
{
	if (request->args == 0) {
		help_all(request);
		return;
	}
	const char *name = request->arg[0];
	const char *prefix = settings_prefix(&request->lobby->settings, request->who->around);
	if (strncmp(name, prefix, strlen(prefix)) == 0)
		name += strlen(prefix);
	int word = help_word(request, name);
	if (word < 0 && (command_game(name) != NULL || command_preset(games[0], name) >= 0))
		run_rules(request);
	else
		help(request, word >= 0 ? (enum word)word : WORD_HELP_UNKNOWN, request->arg[0]);
}

const struct command help_commands[] = {
	{ "rules regles regle", ANYWHERE, TABLE_NONE, LIST_BEGIN, WORD_HELP_RULES, run_rules },
	{ "help aide", ANYWHERE, TABLE_NONE, LIST_BEGIN, WORD_HELP_HELP, run_help },
	{ NULL, 0, TABLE_NONE, UNLISTED, WORD_OK, NULL },
};
