/*
 * The catalogues: rules for all languages, the fallback to English, and one file for each language.
 */
#include "bot/text/catalog.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bot/command/command.h"
#include "bot/command/command_table.h"
#include "bot/text/rulestext.h"
#include "tests/at.h"
#include "tests/cases.h"
#include "tests/folder.h"

enum { PLACES_MOST = 24, NAME = 32 };

/* The placeholders of a text, each once. Blanks and capital letters count: { place} and {Place} are
 * not {place}. */
struct places {
	char name[PLACES_MOST][NAME];
	unsigned count;
};

static struct catalog *catalog;

static bool has(const struct places *places, const char *name)
{
	for (unsigned i = 0; i < places->count; i++)
		if (strcmp(places->name[i], name) == 0)
			return true;
	return false;
}

/* Returns the placeholders of a text, except {prefix}, which any text may use. */
static struct places places_of(const char *text)
{
	struct places places = { .count = 0 };
	while ((text = strchr(text, '{')) != NULL) {
		size_t length = strcspn(++text, "}");
		char name[NAME] = "";
		assert_true(length < NAME && text[length] == '}');
		memcpy(name, text, length);
		if (strcmp(name, "prefix") == 0 || has(&places, name))
			continue;
		assert_true(places.count < PLACES_MOST);
		memcpy(places.name[places.count++], name, NAME);
	}
	return places;
}

CASE(a_text_has_the_same_placeholders_in_all_languages)
{
	for (unsigned l = 1; catalog_language_code(l) != NULL; l++)
		for (enum message w = 0; w < MSG_COUNT; w++) {
			struct places english = places_of(catalog_text(catalog, 0, w));
			struct places here = places_of(catalog_text(catalog, l, w));
			for (unsigned i = 0; i < english.count; i++)
				if (!has(&here, english.name[i]))
					fail_msg("%s: {%s} is missing in: %s",
						catalog_language_code(l), english.name[i],
						catalog_text(catalog, l, w));
			for (unsigned i = 0; i < here.count; i++)
				if (!has(&english, here.name[i]))
					fail_msg("%s: {%s} is unknown in: %s",
						catalog_language_code(l), here.name[i],
						catalog_text(catalog, l, w));
		}
}

static unsigned listed(unsigned language, enum message message)
{
	unsigned count = 1;
	for (const char *at = catalog_text(catalog, language, message); *at != '\0'; at++)
		count += *at == ' ';
	return count;
}

/* Cards are written by their index in these lists. */
CASE(every_language_has_a_name_for_each_rank_and_suit)
{
	for (unsigned l = 0; catalog_language_code(l) != NULL; l++) {
		assert_int_equal(listed(l, MSG_CARD_RANKS), RANK_COUNT);
		assert_int_equal(listed(l, MSG_CARD_RANKS_ASCII), RANK_COUNT);
		assert_int_equal(listed(l, MSG_CARD_RANKS_SPELLED), RANK_COUNT);
		assert_int_equal(listed(l, MSG_CARD_SUITS), SUIT_COUNT);
		assert_int_equal(listed(l, MSG_CARD_SUITS_SPELLED), SUIT_COUNT);
	}
}

/* Every command that a text tells people to type exists. */
CASE(every_command_named_in_a_text_exists)
{
	static const char prefix[] = "{prefix}";
	for (unsigned l = 0; catalog_language_code(l) != NULL; l++)
		for (enum message w = 0; w < MSG_COUNT; w++) {
			const char *at = catalog_text(catalog, l, w);
			while ((at = strstr(at, prefix)) != NULL) {
				char word[NAME] = "";
				at += strlen(prefix);
				size_t length = strcspn(at, " .,;:?!)\xc2");
				assert_true(length < NAME);
				memcpy(word, at, length);
				if (*word != '{' && command_table_find(catalog, word, 0) == NULL)
					fail_msg("%s: %s is no command in: %s",
						catalog_language_code(l), word,
						catalog_text(catalog, l, w));
			}
		}
}

/* Without its accents, each typed word still has its meaning. The one exception is "invité"
 * (guest), because "invite" is another command. */
CASE(every_typed_word_is_found)
{
	for (enum message w = 0; w < MSG_COUNT; w++) {
		char group[NAME] = "", word[NAME];
		const char *key = catalog_key(w);
		memcpy(group, key, strcspn(key, ".") + (strchr(key, '.') != NULL));
		const char *at = catalog_words(catalog, w);
		for (int end = 0; sscanf(at, "%31s%n", word, &end) == 1; at += end)
			if (catalog_find_word(catalog, group, word) != (int)w &&
				(w != MSG_COMMAND_GUEST || strcmp(word, "invite") != 0))
				fail_msg("%s means something else than %s", word, key);
	}
	assert_true(catalog_is_word(catalog, MSG_COMMAND_GUEST, "invité"));
}

/* The build compiles no language in which a word has a second meaning. */
CASE(a_word_with_two_meanings_is_refused)
{
	static const char po[] = "msgctxt \"word\"\nmsgid \"command.join\"\nmsgstr \"sit start\"\n";
	char folder[FOLDER_PATH], path[PATH_MAX], command[3 * PATH_MAX], line[256] = "";
	folder_make(folder);
	folder_file(folder, "xx.po", path);
	folder_write(path, po, strlen(po));
	snprintf(command, sizeof command,
		"bot/text/generate.sh code texts bot/text/en.po %s 2>&1 >/dev/null", path);
	FILE *build = popen(command, "r");
	assert_non_null(build);
	assert_non_null(fgets(line, sizeof line, build));
	assert_int_not_equal(pclose(build), 0);
	assert_non_null(strstr(line,
		"xx.po:3: \"start\" cannot mean command.join: it means "
		"command.start in bot/text/en.po:"));
	folder_remove(folder);
}

CASE(every_achievement_has_a_text)
{
	for (size_t i = 0; games[i] != NULL; i++) {
		size_t count = 0;
		for (; games[i]->stats != NULL && games[i]->stats[count] != NULL; count++) {
			char key[NAME];
			struct text text = text_in(key, sizeof key);
			text_add(&text, "stat.");
			text_add(&text, games[i]->stats[count]);
			if (text.cut || catalog_find_key(key) < 0)
				fail_msg("%s: no words for %s", games[i]->name, key);
		}
		assert_true(count <= STORE_COUNTS);
	}
}

CASE(every_help_topic_has_a_help_text)
{
	for (enum message w = 0; w < MSG_COUNT; w++) {
		char key[NAME];
		struct text text = text_in(key, sizeof key);
		if (strncmp(catalog_key(w), "topic.", strlen("topic.")) != 0)
			continue;
		text_add(&text, "help.");
		text_add(&text, catalog_key(w) + strlen("topic."));
		if (text.cut || catalog_find_key(key) < 0)
			fail_msg("%s: there is no %s", catalog_key(w), key);
	}
}

/* Each language has a sentence of its own, not the English fallback. */
CASE(every_option_of_a_game_is_explained_in_every_language)
{
	for (size_t i = 0; games[i] != NULL; i++) {
		const char *name;
		const char *values;
		for (unsigned n = 0; rulestext_next_option(games[i], n, &name, &values); n++) {
			int about = rulestext_option_message(games[i], name);
			if (about < 0)
				fail_msg("there is no about.%s.%s", games[i]->name, name);
			for (unsigned l = 1; catalog_language_code(l) != NULL; l++)
				if (catalog_text(catalog, l, (enum message)about) ==
					catalog_text(catalog, 0, (enum message)about))
					fail_msg("%s: no about.%s.%s", catalog_language_code(l),
						games[i]->name, name);
		}
	}
}

/* The manual lists game, name and values. */
CASE(the_manual_lists_every_option_of_a_game)
{
	char *manual = folder_read("config/mitaines.1", NULL);
	for (size_t i = 0; games[i] != NULL; i++) {
		const char *name;
		const char *values;
		for (unsigned n = 0; rulestext_next_option(games[i], n, &name, &values); n++) {
			char entry[128];
			/* The manual writes a range with three dots. */
			size_t low = strcspn(values, "\xe2");
			const char *high = values[low] != '\0' ? values + low + strlen("…") : NULL;
			snprintf(entry, sizeof entry, "\n.It %s%sIc %s Ns = Ns Cm %.*s%s%s\n",
				strcmp(name, "rated") == 0 ? "" : games[i]->name,
				strcmp(name, "rated") == 0 ? "" : " ", name, (int)low, values,
				high != NULL ? "..." : "", high != NULL ? high : "");
			if (strstr(manual, entry) == NULL)
				fail_msg("the manual lacks%s", entry);
		}
	}
	free(manual);
}

/* Canadian French: no blank before ; ! ?, a no-break space before : and inside « ». */
CASE(french_follows_canadian_typography)
{
	static const char *const wrong[] = { " ;", " !", " ? ", " :", "« ", " »", " %", "'",
		"..." };
	int french = catalog_language("fr");
	assert_true(french > 0);
	for (enum message w = 0; w < MSG_COUNT; w++) {
		const char *text = catalog_text(catalog, (unsigned)french, w);
		for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
			if (strstr(text, wrong[i]) != NULL)
				fail_msg("\"%s\" in: %s", wrong[i], text);
	}
}

/* Returns true for texts that people type, and for texts that only rank what they type. */
static bool is_input(enum message message)
{
	static const char *const groups[] = { "ask.", "topic.", "lists.", "spoken." };
	for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
		if (strncmp(catalog_key(message), groups[i], strlen(groups[i])) == 0)
			return true;
	return false;
}

CASE(each_thing_has_one_name_in_all_texts)
{
	/* A `wrong` word, which no text may use, and the term to use instead. */
	static const struct {
		const char *language, *wrong, *term;
	} terms[] = {
		{ "en", "casual", "unrated" },
		{ "en", "uncounted", "unrated" },
		{ "en", "on the ladder", "ranking" },
		{ "en", "Best at", "ranking" },
		{ "en", "AI opponent", "AI player" },
		{ "en", "deals you", "starts a match" },
		{ "en", "more lines:", "{lines} more" },
		{ "fr", "donneur", "brasseur" },
		{ "fr", "urench", "battre un contrat, un contrat dépassé" },
		{ "fr", "amical", "non classée" },
		{ "fr", "sans classement", "non classée" },
		{ "fr", "classements", "cotes" },
		{ "fr", "les mitaines", "Mitaines, without an article" },
		{ "fr", "à la mitaine", "Mitaines, without an article" },
		{ "fr", "au Mitch", "dans Mitch" },
		{ "fr", "au Mate", "dans Mate" },
		{ "fr", "quebec", "québec" },
		{ "fr", "le bot ", "je" },
		{ "fr", "e robot s’absente", "je" },
		{ "fr", "en clavardage", "dans le clavardage" },
		{ "fr", "même force", "même valeur" },
		{ "fr", "derrière mon nom", "après mon nom" },
		{ "fr", "pour cesser", "pour arrêter" },
	};
	for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
		unsigned language = (unsigned)catalog_language(terms[i].language);
		for (enum message w = 0; w < MSG_COUNT; w++) {
			const char *text = catalog_text(catalog, language, w);
			if (!is_input(w) && strstr(text, terms[i].wrong) != NULL)
				fail_msg("%s: \"%s\", not \"%s\", in: %s", terms[i].language,
					terms[i].term, terms[i].wrong, text);
		}
	}
}

static void assert_says(const struct catalog *some, unsigned language, enum message message,
	const struct arg *args, const char *wanted)
{
	struct string out = STRING_EMPTY;
	struct locale locale = { .language = (uint8_t)language, .style = STYLE_ASCII };
	catalog_add(&out, some, locale, message, args);
	assert_string_equal(out.bytes, wanted);
	string_free(&out);
}

/* Twenty languages with one text each: all other texts are English, cards included. */
CASE(a_text_missing_in_a_language_is_said_in_english)
{
	enum { TWENTY = 20 };
	static const char *const texts[MSG_COUNT] = { [MSG_PONG_TEXT] = "{text} blong" };
	struct catalogue some[TWENTY + 1] = { catalogues[0] };
	const card nine = CARD(7, SUIT_D);
	assert_string_equal(catalogues[0].language, "en");
	for (unsigned i = 1; i < TWENTY; i++)
		some[i] = (struct catalogue){ "xx", texts, NULL };
	struct catalog *few = catalog_open(some, "!");
	assert_non_null(few);
	for (unsigned l = 1; l < TWENTY; l++) {
		assert_says(few, l, MSG_PONG_TEXT, ARGS(arg_text("text", "a")), "a blong");
		assert_says(
			few, l, MSG_NO_TABLE, NO_ARGS, "There is no table here. !new opens one.");
		assert_says(few, l, MSG_EVENT_PLAY,
			ARGS(arg_text("seat", "anna"), arg_cards("cards", &nine, 1)),
			"anna plays 9D.");
	}
	assert_says(few, 0, MSG_PONG_TEXT, ARGS(arg_text("text", "a")), "pong a");
	catalog_free(few);
}

CASE(a_malformed_placeholder_is_replaced_by_nothing)
{
	static const char *const texts[MSG_COUNT] = { [MSG_PONG_TEXT] =
							      "a {} b { } c {text} d {text" };
	const struct catalogue some[] = { catalogues[0], { "xx", texts, NULL },
		{ .language = NULL } };
	struct catalog *two = catalog_open(some, "!");
	assert_non_null(two);
	assert_says(two, 1, MSG_PONG_TEXT, ARGS(arg_text("text", "x")), "a  b  c x d x");
	catalog_free(two);
}

/* Fails unless a message reads so on a page. */
static void assert_page_says(enum message message, const struct arg *args, const char *wanted)
{
	struct string out = STRING_EMPTY;
	catalog_add(&out, catalog, (struct locale){ .browser = true }, message, args);
	assert_string_equal(out.bytes, wanted);
	string_free(&out);
}

CASE(a_page_tells_people_no_commands)
{
	const struct arg *names =
		ARGS(arg_text("name", "anna"), arg_text("other", "luc"), arg_text("names", "luc"));
	/* Pages omit sentences that name a command. */
	assert_page_says(MSG_TABLE_JOINED, names, "anna sits down. Seated: luc.");
	assert_page_says(MSG_SUB_FREE, names, "anna gets up. Seated: luc.");
	assert_page_says(MSG_NO_OPEN_TABLE, NO_ARGS, "No table here is waiting for players.");
	assert_page_says(MSG_TRY_PLAY, NO_ARGS, "Play a card.");
	assert_page_says(MSG_NOTIFY_USAGE, NO_ARGS, "");
	/* Pages have their own text for some messages, also for a part of another message. */
	assert_page_says(MSG_NOT_STARTED, NO_ARGS,
		"The cards are not dealt yet. The match is started from the chat; this page then "
		"goes on by itself.");
	assert_page_says(MSG_TUTORIAL_JACK,
		ARGS(arg_filled("step", MSG_TUTORIAL_SAY, ARGS(arg_text("move", "J♠")))),
		"A Jack sweeps any pile that is not frozen, no match needed. A single card scores "
		"nothing for it, but the ten of diamonds still scores 50. Your move: J♠");
}

CASE(every_text_for_pages_belongs_to_a_message)
{
	static const char group[] = "browser.";
	for (enum message w = 0; w < MSG_COUNT; w++) {
		const char *key = catalog_key(w);
		if (strncmp(key, group, strlen(group)) != 0)
			continue;
		int usual = catalog_find_key(key + strlen(group));
		assert_true(usual >= 0);
		assert_null(strstr(catalog_text(catalog, 0, w), "{prefix}"));
		struct places given = places_of(catalog_text(catalog, 0, (enum message)usual));
		struct places used = places_of(catalog_text(catalog, 0, w));
		for (unsigned i = 0; i < used.count; i++)
			if (!has(&given, used.name[i]))
				fail_msg("%s: {%s}", key, used.name[i]);
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
