/* command/service.c - the commands that help, keep preferences and show that the bot lives. */
#include <string.h>

#include "bot/command.h"
#include "bot/identity.h"
#include "bot/speech.h"
#include "bot/version.h"

void command_ping(struct request *request)
{
	command_answer(request, *request->rest != '\0' ? WORD_PONG_TEXT : WORD_PONG,
		ARGS(arg_text("text", request->rest)));
}

void command_about(struct request *request)
{
	speech_tell(request->lobby, request->who, WORD_ABOUT, ARGS(arg_text("version", VERSION)));
}

void command_help(struct request *request)
{
	struct lobby *lobby = request->lobby;
	const struct arg *args = ARGS(arg_text("word", request->args > 0 ? request->arg[0] : ""),
		arg_text("bot", request->who->network->driver->self(request->who->network)));
	if (request->args == 0) {
		speech_tell(lobby, request->who, WORD_HELP, args);
		return;
	}
	const char *name = request->arg[0];
	size_t prefix = strlen(lobby->house.prefix);
	if (strncmp(name, lobby->house.prefix, prefix) == 0)
		name += prefix;
	const struct command *command = command_named(name, request->admin);
	speech_tell(lobby, request->who, command != NULL ? command->help : WORD_HELP_UNKNOWN, args);
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
	return words_named(key);
}

/* Words name a game, a preset, or both; a preset alone is one of the first game's. */
void command_rules(struct request *request)
{
	const struct game *game = games[0];
	const char *preset = "";
	for (unsigned i = 0; i < request->args; i++) {
		const struct game *named = game_named(request->arg[i]);
		int found = named == NULL ? game_preset(game, request->arg[i]) : 0;
		if (found < 0) {
			speech_tell(request->lobby, request->who, WORD_RULES_UNKNOWN,
				ARGS(arg_text("word", request->arg[i])));
			return;
		}
		game = named != NULL ? named : game;
		preset = named != NULL || found == 0 ? "" : game->presets[found];
	}
	int word = rules_word(game, preset);
	if (word >= 0)
		speech_tell(request->lobby, request->who, (enum word)word, NO_ARGS);
}

/* A person's setting, by the name people type. */
struct setting {
	const char *name;
	enum store_preference what;
};

static const struct setting settings[] = {
	{ "lang", STORE_LANG },
	{ "cards", STORE_CARDS },
	{ "via", STORE_VIA },
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* Adds "lang en|fr". */
static void add_choices(struct string *out, const struct setting *setting)
{
	string_add(out, setting->name);
	for (unsigned n = 0; person_choice(setting->what, n) != NULL; n++) {
		string_char(out, n > 0 ? '|' : ' ');
		string_add(out, person_choice(setting->what, n));
	}
}

static void tell_choices(struct request *request, const struct setting *first, unsigned count)
{
	struct lobby *lobby = request->lobby;
	string_clear(&lobby->list);
	for (unsigned i = 0; i < count; i++) {
		string_add(&lobby->list, i > 0 ? ", " : "");
		string_add(&lobby->list, lobby->house.prefix);
		string_add(&lobby->list, "set ");
		add_choices(&lobby->list, first + i);
	}
	speech_tell(lobby, request->who, WORD_SET_USAGE, ARGS(arg_text("list", lobby->list.bytes)));
}

void command_set(struct request *request)
{
	struct lobby *lobby = request->lobby;
	char name[16] = "";
	char value[STORE_WORD] = "";
	unsigned i = 0;
	if (request->args > 0)
		command_fold(request->arg[0], name, sizeof name);
	if (request->args > 1)
		command_fold(request->arg[1], value, sizeof value);
	while (i < SETTINGS && strcmp(settings[i].name, name) != 0)
		i++;
	if (i == SETTINGS)
		tell_choices(request, settings, SETTINGS);
	else if (!person_choose(request->who, settings[i].what, value))
		tell_choices(request, &settings[i], 1);
	else {
		lobby_enlist(lobby, request->who);
		lobby_wrote(lobby,
			store_prefer(lobby->store, request->who->id, settings[i].what, value));
		speech_tell(lobby, request->who, WORD_SET_DONE,
			ARGS(arg_text("name", name), arg_text("value", value)));
	}
}

/* What identifies the caller goes; it takes a second word, as it cannot be undone. */
void command_forget(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct person *who = request->who;
	char sure[16] = "";
	enum word answer = WORD_FORGET_DONE;
	if (request->args > 1)
		command_fold(request->arg[1], sure, sizeof sure);
	if (who->id == 0)
		answer = WORD_FORGET_UNKNOWN;
	else if (identity_seated(lobby, who))
		answer = WORD_FORGET_SEATED;
	else if (strcmp(sure, "yes") != 0 && strcmp(sure, "oui") != 0)
		answer = WORD_FORGET_SURE;
	if (answer == WORD_FORGET_DONE) {
		lobby_wrote(lobby, store_forget(lobby->store, who->id));
		who->changed = true;
	}
	speech_tell(lobby, who, answer, NO_ARGS);
	if (answer == WORD_FORGET_DONE)
		people_recall(&lobby->people, who);
}
