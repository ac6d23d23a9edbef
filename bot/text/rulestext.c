#include "bot/text/rulestext.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Maximum sizes in bytes, NUL included: of a key, of an option's name, of an option's values. */
enum { KEY = 64, NAME = 32, VALUE = 64 };
/* Maximum number of placeholders, more than the rules of any game have. */
enum { PLACES_MOST = 40 };

static const char rated[] = "rated";
static const char guests[] = "guests";
/* Stands in the key of a sentence for every value of the option that has no sentence of its own. */
static const char other[] = "other";

/*
 * Returns the message GROUP.GAME.NAME, or GROUP.GAME if the name is empty. Returns -1 if not found.
 */
static int rules_message(const char *group, const struct game *game, const char *name)
{
	char key[KEY];
	struct text text = text_in(key, sizeof key);
	text_add(&text, group);
	text_add(&text, game->name);
	if (*name != '\0') {
		text_char(&text, '.');
		text_add(&text, name);
	}
	return catalog_find_key(key);
}

int rulestext_message(const struct game *game, const char *preset)
{
	return rules_message("rules.", game, preset);
}

int rulestext_preset_message(const struct game *game, const char *preset)
{
	return *preset != '\0' ? rules_message("added.", game, preset) : -1;
}

bool rulestext_is_table_option(const char *name)
{
	return strcmp(name, rated) == 0 || strcmp(name, guests) == 0;
}

int rulestext_option_message(const struct game *game, const char *name)
{
	return strcmp(name, rated) == 0     ? MSG_ABOUT_RATED
		: strcmp(name, guests) == 0 ? MSG_ABOUT_GUESTS
					    : rules_message("about.", game, name);
}

bool rulestext_next_option(
	const struct game *game, unsigned place, const char **name, const char **values)
{
	const struct option *option = game_options(game);
	for (; option->name != NULL && place > 0; option++)
		place--;
	*name = option->name != NULL ? option->name : rated;
	*values = option->name != NULL ? option->values : "yes|no";
	return place == 0;
}

/* Splits the next "name=value" off the text at *at. Returns false at the end of the text. */
static bool next_option(const char **at, char name[NAME], char value[VALUE])
{
	struct text named = text_in(name, NAME);
	struct text valued = text_in(value, VALUE);
	*at += strspn(*at, " ");
	size_t length = strcspn(*at, " ");
	size_t key = strcspn(*at, "= ");
	text_bytes(&named, *at, key);
	if (key < length)
		text_bytes(&valued, *at + key + 1, length - key - 1);
	*at += length;
	return length > 0;
}

bool rulestext_open_state(
	const struct game *game, const char *preset, const char *options, union any_state *state)
{
	char name[NAME];
	char value[VALUE];
	bool taken = true;
	int index = game_preset(game, preset);
	game_open(game, &state->state, index > 0 ? (unsigned)index : 0);
	for (const char *at = options; next_option(&at, name, value);)
		if (rulestext_is_table_option(name))
			taken &= strcmp(value, "yes") == 0 || strcmp(value, "no") == 0;
		else
			taken &= game_set(game, &state->state, name, value) == REFUSE_NONE;
	return taken;
}

/* The values of the placeholders in the rules of a table. */
struct places {
	union any_state state;
	struct arg arg[PLACES_MOST + 1];
	unsigned count;
};

static void add_place(struct places *places, struct arg arg)
{
	if (places->count < PLACES_MOST)
		places->arg[places->count++] = arg;
}

/*
 * Reads the key of a sentence: OPTION.VALUE.PLACE, or PLACE for a sentence of every table. Returns
 * the place if the sentence applies at this table, else NULL. With `others`, only sentences of the
 * value "other" can apply; without it, only all other sentences.
 */
static const char *applicable_place(
	const struct game *game, const union any_state *state, const char *key, bool others)
{
	char name[NAME];
	char value[VALUE];
	struct text named = text_in(name, sizeof name);
	struct text valued = text_in(value, sizeof value);
	const char *dot = strchr(key, '.');
	if (dot == NULL)
		return others ? NULL : key;
	const char *end = strchr(dot + 1, '.');
	if (end == NULL)
		return NULL;
	text_bytes(&named, key, (size_t)(dot - key));
	text_bytes(&valued, dot + 1, (size_t)(end - dot - 1));
	const struct option *option = option_named(game_options(game), name);
	bool is_other = strcmp(value, other) == 0;
	if (option == NULL || is_other != others)
		return NULL;
	/* A value of digits is a number, even if the option does not list it. */
	int32_t number = isdigit((unsigned char)*value) ? (int32_t)strtol(value, NULL, 10)
							: option_number(option, value);
	return is_other || option_get(option, state) == number ? end + 1 : NULL;
}

/* Adds the sentences of a group, like "rule.mate.", that apply at this table. */
static void add_sentences(
	struct places *places, const struct game *game, const char *group, bool others)
{
	size_t before = strlen(group);
	for (unsigned i = 0; i < MSG_COUNT; i++) {
		const char *key = catalog_key((enum message)i);
		if (strncmp(key, group, before) != 0)
			continue;
		const char *place = applicable_place(game, &places->state, key + before, others);
		if (place != NULL)
			add_place(places, arg_filled(place, (enum message)i, places->arg));
	}
}

/*
 * Finds the values of all placeholders. catalog_add takes the first value of a placeholder, so the
 * preset's sentences are added before the game's.
 */
static void find_places(const struct rulestext *text, struct places *places)
{
	const char *const presets[] = { text->preset, "" };
	places->count = 0;
	memset(places->arg, 0, sizeof places->arg);
	rulestext_open_state(text->game, text->preset, text->options, &places->state);
	for (unsigned i = *text->preset == '\0'; i < 2; i++) {
		char key[KEY];
		struct text group = text_in(key, sizeof key);
		text_add(&group, "rule.");
		text_add(&group, text->game->name);
		text_char(&group, '.');
		text_add(&group, presets[i]);
		text_add(&group, *presets[i] != '\0' ? "." : "");
		add_sentences(places, text->game, key, false);
		add_sentences(places, text->game, key, true);
	}
	const struct option *option = game_options(text->game);
	for (; option->name != NULL; option++)
		add_place(places, arg_number(option->name, option_get(option, &places->state)));
}

void rulestext_add(const struct rulestext *text, enum message message)
{
	struct places places;
	find_places(text, &places);
	catalog_add(text->out, text->catalog, text->locale, message, places.arg);
}

void rulestext_add_sentence(const struct rulestext *text, const char *place)
{
	struct places places;
	find_places(text, &places);
	for (const struct arg *arg = places.arg; arg->name != NULL; arg++)
		if (strcmp(arg->name, place) == 0) {
			catalog_add(
				text->out, text->catalog, text->locale, arg->message, arg->args);
			return;
		}
}

void rulestext_add_option_names(const struct rulestext *text)
{
	const char *name;
	const char *values;
	for (unsigned i = 0; rulestext_next_option(text->game, i, &name, &values); i++) {
		int word = catalog_find_in_group("option.", name, strlen(name));
		string_add(text->out, i > 0 ? ", " : "");
		string_add(text->out,
			word >= 0 ? catalog_text(text->catalog, text->locale.language,
					    (enum message)word)
				  : name);
	}
}

static void begin_line(const struct rulestext *text)
{
	if (text->out->length > 0)
		string_add_char(text->out, '\n');
}

void rulestext_add_option(const struct rulestext *text, const char *name, const char *values)
{
	char option[NAME + VALUE];
	struct text both = text_in(option, sizeof option);
	int about = rulestext_option_message(text->game, name);
	text_add(&both, name);
	text_char(&both, '=');
	text_add(&both, values);
	begin_line(text);
	catalog_add(text->out, text->catalog, text->locale, MSG_OPTIONS_LINE,
		ARGS(arg_text("game", text->game->name), arg_options("option", option),
			about >= 0 ? arg_message("about", (enum message)about)
				   : arg_text("about", "")));
}

void rulestext_add_set_options(const struct rulestext *text)
{
	char name[NAME];
	char value[VALUE];
	for (const char *at = text->options; next_option(&at, name, value);)
		rulestext_add_option(text, name, value);
}

void rulestext_add_options(const struct rulestext *text)
{
	const char *name;
	const char *values;
	for (unsigned i = 0; rulestext_next_option(text->game, i, &name, &values); i++)
		rulestext_add_option(text, name, values);
}

void rulestext_add_rules(const struct rulestext *text)
{
	int own = *text->preset != '\0' ? rulestext_message(text->game, text->preset) : -1;
	int word = own >= 0 ? own : rulestext_message(text->game, "");
	int added = rulestext_preset_message(text->game, text->preset);
	if (word >= 0) {
		begin_line(text);
		rulestext_add(text, (enum message)word);
	}
	if (added >= 0) {
		begin_line(text);
		rulestext_add(text, (enum message)added);
	}
}
