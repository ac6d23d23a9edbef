/* The rules of a table: every option changes them, and they never contradict the options. */
#include "bot/text/rulestext.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/text/fold.h"
#include "tests/cases.h"

/* LINE_MOST: characters of a private line, which is sent in two pieces if it is longer. */
enum { VALUES_MOST = 8, OPTION = 64, LINE_MOST = 320 };

static struct catalog *catalog;

/* Returns the rules of a game with a preset and options. The caller frees the string. */
static struct string read_rules(
	const struct game *game, const char *preset, const char *options, unsigned language)
{
	struct string out = STRING_EMPTY;
	const struct rulestext text = { .out = &out,
		.catalog = catalog,
		.locale = { .language = (uint8_t)language },
		.game = game,
		.preset = preset,
		.options = options };
	rulestext_add_rules(&text);
	return out;
}

/* Lists the values of an option; of a range, its two ends and one value between. Returns their
 * number. */
static unsigned list_values(const struct option *option, char value[VALUES_MOST][OPTION])
{
	const char *high = strstr(option->values, "…");
	unsigned count = 0;
	if (high != NULL) {
		long low = strtol(option->values, NULL, 10);
		snprintf(value[0], OPTION, "%ld", low);
		snprintf(value[1], OPTION, "%ld", low + 1);
		snprintf(value[2], OPTION, "%ld", strtol(high + strlen("…"), NULL, 10));
		return 3;
	}
	for (const char *at = option->values; *at != '\0'; at += strspn(at, "|")) {
		size_t length = strcspn(at, "|");
		snprintf(value[count++], OPTION, "%.*s", (int)length, at);
		at += length;
	}
	return count;
}

/* Returns true if a table can be opened with this option. */
static bool is_allowed(const struct game *game, const char *preset, const char *option)
{
	union any_state state;
	return rulestext_open_state(game, preset, option, &state) &&
		game_players(game, &state.state) != 0;
}

/* Returns the number of characters up to the end of the line. */
static unsigned count_characters(const char *line)
{
	unsigned count = 0;
	for (; *line != '\0' && *line != '\n'; line++)
		count += ((unsigned char)*line & 0xc0) != 0x80;
	return count;
}

/* Fails if a line is long, or if a placeholder was left empty in the middle of a sentence. */
static void assert_readable(const char *rules)
{
	static const char *const holes[] = { "  ", " .", " ,", "..", ". .", ": .", "{", "}",
		"\n\n" };
	for (size_t i = 0; i < sizeof holes / sizeof holes[0]; i++)
		if (strstr(rules, holes[i]) != NULL)
			fail_msg("\"%s\" in: %s", holes[i], rules);
	for (const char *line = rules; line != NULL; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (count_characters(line) > LINE_MOST)
			fail_msg("%u characters: %s", count_characters(line), line);
	}
}

/* Fails unless each value of an option gives other rules. */
static void assert_told(
	const struct game *game, const char *preset, const struct option *option, unsigned language)
{
	char value[VALUES_MOST][OPTION];
	struct string rules[VALUES_MOST];
	unsigned count = list_values(option, value);
	unsigned told = 0;
	for (unsigned i = 0; i < count; i++) {
		char set[2 * OPTION];
		snprintf(set, sizeof set, "%s=%s", option->name, value[i]);
		if (!is_allowed(game, preset, set))
			continue;
		rules[told] = read_rules(game, preset, set, language);
		assert_readable(rules[told].bytes);
		for (unsigned k = 0; k < told; k++)
			if (strcmp(rules[k].bytes, rules[told].bytes) == 0)
				fail_msg(
					"%s %s: the rules do not tell %s", game->name, preset, set);
		told++;
	}
	while (told > 0)
		string_free(&rules[--told]);
}

CASE(the_rules_tell_every_value_of_every_option)
{
	for (unsigned l = 0; catalog_language_code(l) != NULL; l++)
		for (size_t i = 0; games[i] != NULL; i++)
			for (const char *const *preset = games[i]->presets; *preset != NULL;
				preset++)
				for (const struct option *option = game_options(games[i]);
					option->name != NULL; option++)
					assert_told(games[i], *preset, option, l);
}

CASE(the_rules_do_not_contradict_the_options)
{
	/* A table, and what its rules must not say in English and in French. */
	static const struct {
		const char *game, *preset, *options, *unsaid[2];
	} cases[] = {
		{ "mate", "", "discard=yes", { "foreplace", "réserv" } },
		{ "mate", "", "discard=yes", { "trick 10", "levée 10" } },
		{ "mate", "", "discard=no", { "aside", "de côté" } },
		{ "mate", "", "king=no", { "Privilege", "privilège" } },
		{ "mate", "", "suits=CSHD", { "clubs, hearts", "trèfle, cœur" } },
		{ "mitaines", "classic", "ranks=standard", { "10 Q K A J", "10 D R A V" } },
		{ "mitaines", "quebec", "ranks=standard", { "10 Q K A J", "10 D R A V" } },
		{ "mitaines", "classic", "partners=no", { "partner", "équipe" } },
		{ "mitaines", "gamerules", "partners=no", { "a side", "équipe" } },
		{ "mitch", "banilower", "ties=low", { "the higher one", "la plus haute" } },
		{ "mitch", "banilower", "highlow=yes",
			{ "must be lower", "doit être plus basse" } },
		{ "mitch", "banilower", "highlow=yes ties=low", { "farther", "plus loin" } },
		{ "mitch", "banilower", "hands=3", { "for each player", "par personne" } },
		{ "mitch", "banilower", "hand=0", { "second phase", "seconde phase" } },
		{ "mitch", "banilower", "decks=2", { "2 to 5", "2 à 5" } },
		{ "mitch", "revolution", "fifth=no", { "twice", "double" } },
		{ "mitch", "revolution", "fifth=yes", { "two players", "À deux" } },
		{ "mitch", "revolution", "ties=high", { "the lower one", "la plus basse l’" } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		for (unsigned l = 0; l < 2; l++) {
			struct string rules = read_rules(
				game_named(cases[i].game), cases[i].preset, cases[i].options, l);
			if (strstr(rules.bytes, cases[i].unsaid[l]) != NULL)
				fail_msg("%s %s: \"%s\" in: %s", cases[i].game, cases[i].options,
					cases[i].unsaid[l], rules.bytes);
			string_free(&rules);
		}
}

/* A sentence is said only where another text has its name as a placeholder. */
CASE(every_sentence_of_the_rules_has_a_place)
{
	for (unsigned i = 0; i < MSG_COUNT; i++) {
		const char *key = catalog_key((enum message)i);
		if (strncmp(key, "rule.", strlen("rule.")) != 0)
			continue;
		const char *place = strrchr(key, '.') + 1;
		/* These sentences are used by answers and help, not by other rules. */
		bool used = fold_has_word("short steal about aim count ranking worth", place);
		for (unsigned k = 0; k < MSG_COUNT && !used; k++) {
			char wanted[2][OPTION];
			snprintf(wanted[0], OPTION, "{%s}", place);
			snprintf(wanted[1], OPTION, "{ %s}", place);
			const char *text = catalog_text(catalog, 0, (enum message)k);
			used = strncmp(catalog_key((enum message)k), "rule", 4) == 0 &&
				(strstr(text, wanted[0]) != NULL ||
					strstr(text, wanted[1]) != NULL);
		}
		if (!used)
			fail_msg("no rules have a place for %s", key);
	}
}

static int open_words(void **state)
{
	(void)state;
	catalog = catalog_open(catalogues, "!");
	return catalog != NULL ? 0 : -1;
}

static int close_words(void **state)
{
	(void)state;
	catalog_free(catalog);
	return 0;
}

CASES_AROUND(open_words, close_words)
