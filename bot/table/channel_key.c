#include "bot/table/channel_key.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/string.h"
#include "bot/text/fold.h"

enum { WORD = 32, HOUR = 3600, DAY = 24 * HOUR, DURATION_MOST = 30 * DAY };

/*
 * The values of each key as people type them, in English. Codes of languages and names of games are
 * added elsewhere.
 */
static const char *const values[CHANNEL_KEYS] = {
	[CHANNEL_DETAIL] = "full|quiet",
	[CHANNEL_LANG] = "",
	[CHANNEL_CARDS] = "unicode|ascii|colour|plain",
	[CHANNEL_GAMES] = "all",
	[CHANNEL_TABLES] = "1|2|3",
	[CHANNEL_OPEN] = "all|voiced|operators",
	[CHANNEL_HOURS] = "18-23|always",
	[CHANNEL_ZONE] = "Europe/Paris|UTC-5",
	[CHANNEL_BOTS] = "yes|no",
	[CHANNEL_PAGES] = "yes|no",
	[CHANNEL_GUESTS] = "no|invited|open",
	[CHANNEL_DAILY] = "on|off",
	[CHANNEL_OFF] = "2h",
	[CHANNEL_CLOSE] = "1|all",
	[CHANNEL_MUTE] = "NICK 2h",
};

static const char *const openers[] = {
	[RANK_NONE] = "all", [RANK_VOICED] = "voiced", [RANK_OPERATOR] = "operators"
};

static const char *const guests[] = { [CONFIG_GUESTS_NO] = "no",
	[CONFIG_GUESTS_INVITED] = "invited",
	[CONFIG_GUESTS_OPEN] = "open" };

unsigned channel_key_find(const char *name)
{
	unsigned key = 0;
	while (key < CHANNEL_KEYS && strcmp(channel_key_name(key), name) != 0)
		key++;
	return key;
}

const char *channel_key_name(unsigned key)
{
	return catalog_key(MSG_KEY_DETAIL + key) + strlen("key.");
}

/* ---- reading ---- */

/* Returns the index of a game in games[], or -1. */
static int place_of(const struct game *game)
{
	for (int i = 0; game != NULL && games[i] != NULL; i++)
		if (games[i] == game)
			return i;
	return -1;
}

/* Reads names of games, separated by blanks or commas, as a bit set. Returns 0 for other words. */
static uint32_t read_games(const char *text)
{
	uint32_t set = 0;
	while (*text != '\0') {
		char word[WORD] = "";
		size_t length = strcspn(text, ", ");
		if (length >= sizeof word)
			return 0;
		memcpy(word, text, length);
		text += length;
		text += strspn(text, ", ");
		int place = length > 0 ? place_of(game_named(word)) : -1;
		if (length > 0 && place < 0)
			return 0;
		set |= length > 0 ? UINT32_C(1) << place : 0;
	}
	return set;
}

static void add_games(uint32_t set, const char *separator, struct string *out)
{
	bool first = true;
	for (unsigned i = 0; games[i] != NULL; i++) {
		if (!(set >> i & 1))
			continue;
		string_add(out, first ? "" : separator);
		string_add(out, games[i]->name);
		first = false;
	}
}

void channel_key_add_values(unsigned key, struct string *out)
{
	if (key == CHANNEL_GAMES) {
		add_games(UINT32_MAX, ",", out);
		string_add_char(out, '|');
	}
	if (key == CHANNEL_LANG)
		catalog_add_language_codes(out);
	string_add(out, values[key]);
}

/* Reads a whole number of at most two digits and moves *at past it. Returns -1 for other text. */
static int read_number(const char **at)
{
	int number = -1;
	for (unsigned i = 0; i < 2 && isdigit((unsigned char)**at); i++)
		number = (number < 0 ? 0 : number * 10) + (*(*at)++ - '0');
	return number;
}

/* Reads "18-23", whole hours. Returns false for other text. */
static bool read_hours(const char *text, uint8_t *from, uint8_t *to)
{
	int first = read_number(&text);
	if (*text++ != '-')
		return false;
	int last = read_number(&text);
	if (*text != '\0' || first < 0 || first > 23 || last < 0 || last > 24 || first == last)
		return false;
	*from = (uint8_t)first;
	*to = (uint8_t)last;
	return true;
}

/*
 * Reads a value of a key that takes more than a fixed list of words. Returns false for other text.
 */
static bool read_special(
	const struct catalog *catalog, unsigned key, const char *text, struct string *value)
{
	uint8_t from, to;
	int language;
	unsigned long number;
	char *end;
	switch (key) {
	case CHANNEL_LANG:
		language = catalog_find_language(catalog, text);
		if (language >= 0)
			string_add(value, catalog_language_code((unsigned)language));
		return language >= 0;
	case CHANNEL_GAMES: add_games(read_games(text), ",", value); return value->length > 0;
	case CHANNEL_TABLES:
		number = isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : 0;
		if (number == 0 || *end != '\0' || number > 1000)
			return false;
		string_add_number(value, (int64_t)number);
		return true;
	case CHANNEL_HOURS:
		if (!read_hours(text, &from, &to))
			return false;
		string_add(value, text);
		return true;
	default: return false;
	}
}

void channel_key_join_zone(char *const *words, unsigned count, struct string *out)
{
	for (unsigned i = 0; i < count; i++) {
		string_add(out, i > 0 ? "_" : "");
		string_add(out, words[i]);
	}
}

bool channel_key_read(const struct catalog *catalog, unsigned key, char *const *words,
	unsigned count, struct string *value)
{
	char folded[WORD], zone[ZONE_NAME];
	struct string text = STRING_EMPTY;
	if (key == CHANNEL_ZONE) {
		channel_key_join_zone(words, count, &text);
		bool read = zone_read(text.bytes, zone);
		string_add(value, read ? zone : "");
		string_free(&text);
		return read;
	}
	for (unsigned i = 0; i < count; i++) {
		fold_word(words[i], folded, sizeof folded);
		string_add(&text, i > 0 ? " " : "");
		string_add(&text, folded);
	}
	int found = count > 0 ? catalog_find_word(catalog, "value.", text.bytes) : -1;
	if (key == CHANNEL_DAILY && (found == MSG_VALUE_YES || found == MSG_VALUE_NO))
		found = found == MSG_VALUE_YES ? MSG_VALUE_ON : MSG_VALUE_OFF;
	const char *name = found >= 0 ? catalog_key((enum message)found) + strlen("value.") : "";
	bool listed = *name != '\0' && string_has_word(values[key], '|', name, strlen(name));
	if (listed)
		string_add(value, name);
	bool done = listed || (count > 0 && read_special(catalog, key, text.bytes, value));
	string_free(&text);
	return done;
}

int64_t channel_key_read_seconds(const struct catalog *catalog, const char *word)
{
	static const int64_t units[] = { 60, HOUR, DAY };
	char *end;
	if (!isdigit((unsigned char)*word))
		return 0;
	unsigned long number = strtoul(word, &end, 10);
	int unit = catalog_find_word(catalog, "unit.", end) - MSG_UNIT_MINUTE;
	return unit >= 0 && number <= (unsigned long)(DURATION_MOST / units[unit])
		? (int64_t)number * units[unit]
		: 0;
}

/* ---- in force ---- */

uint8_t channel_key_read_guests(const char *value)
{
	uint8_t read = CONFIG_GUESTS_OPEN;
	while (read > CONFIG_GUESTS_NO && strcmp(guests[read], value) != 0)
		read--;
	return read;
}

static void apply_locale(struct locale *locale, int language, int style)
{
	if (language >= 0)
		locale->language = (uint8_t)language;
	if (style >= 0)
		locale->style = (uint8_t)style;
}

void channel_key_apply(struct channel_settings *settings, unsigned key, const char *value)
{
	bool no = strcmp(value, "no") == 0;
	uint8_t most;
	char folded[WORD];
	fold_word(value, folded, sizeof folded);
	switch (key) {
	case CHANNEL_DETAIL: settings->quiet = strcmp(value, "quiet") == 0; break;
	case CHANNEL_LANG: apply_locale(&settings->locale, catalog_language(value), -1); break;
	case CHANNEL_CARDS: apply_locale(&settings->locale, -1, catalog_style(value)); break;
	case CHANNEL_GAMES: settings->games = read_games(folded); break;
	case CHANNEL_TABLES: settings->chosen_tables = (unsigned)strtoul(value, NULL, 10); break;
	case CHANNEL_OPEN:
		for (unsigned i = 0; i < sizeof openers / sizeof openers[0]; i++)
			if (strcmp(openers[i], value) == 0)
				settings->opener = (uint8_t)i;
		break;
	case CHANNEL_HOURS:
		if (!read_hours(value, &settings->hour_from, &settings->hour_to))
			settings->hour_from = settings->hour_to = 0;
		break;
	case CHANNEL_ZONE: text_copy(settings->zone, sizeof settings->zone, value); break;
	case CHANNEL_BOTS: settings->no_robots = no; break;
	case CHANNEL_PAGES: settings->hidden = settings->hidden || no; break;
	case CHANNEL_GUESTS: /* the bot's operator may have set a stricter limit */
		most = channel_key_read_guests(value);
		settings->guests = most < settings->guests ? most : settings->guests;
		break;
	case CHANNEL_DAILY: settings->daily = strcmp(value, "on") == 0; break;
	case CHANNEL_OFF: settings->off = true; break;
	default: break;
	}
}

void channel_add_games(
	const struct channel_settings *settings, const char *separator, struct string *out)
{
	if (settings->games == 0)
		string_add(out, "all");
	else
		add_games(settings->games, separator, out);
}

void channel_key_add_value(
	const struct channel_settings *settings, unsigned key, unsigned most, struct string *out)
{
	int32_t offset;
	bool known;
	switch (key) {
	case CHANNEL_DETAIL: string_add(out, settings->quiet ? "quiet" : "full"); break;
	case CHANNEL_LANG: string_add(out, catalog_language_code(settings->locale.language)); break;
	case CHANNEL_CARDS: string_add(out, catalog_style_name(settings->locale.style)); break;
	case CHANNEL_GAMES: channel_add_games(settings, ",", out); break;
	case CHANNEL_TABLES: string_add_number(out, channel_tables(settings, most)); break;
	case CHANNEL_OPEN: string_add(out, openers[settings->opener]); break;
	case CHANNEL_HOURS:
		if (settings->hour_from == settings->hour_to) {
			string_add(out, "always");
			break;
		}
		string_add_number(out, settings->hour_from);
		string_add_char(out, '-');
		string_add_number(out, settings->hour_to);
		break;
	case CHANNEL_ZONE: /* UTC if the zone's file cannot be read any more */
		known = *settings->zone != '\0' && zone_find_offset(settings->zone, 0, &offset);
		string_add(out, known ? settings->zone : "UTC");
		break;
	case CHANNEL_BOTS: string_add(out, settings->no_robots ? "no" : "yes"); break;
	case CHANNEL_PAGES: string_add(out, settings->hidden ? "no" : "yes"); break;
	case CHANNEL_GUESTS: string_add(out, guests[settings->guests]); break;
	case CHANNEL_DAILY: string_add(out, settings->daily ? "on" : "off"); break;
	default: break;
	}
}

unsigned channel_tables(const struct channel_settings *settings, unsigned most)
{
	unsigned chosen = settings->chosen_tables;
	return chosen > 0 && chosen < most ? chosen : most;
}

bool channel_is_off(const struct channel_settings *settings, int64_t date)
{
	return settings->off && (settings->off_until == 0 || date < settings->off_until);
}

bool channel_is_open_hour(const struct channel_settings *settings, int64_t date)
{
	unsigned from = settings->hour_from, to = settings->hour_to;
	int32_t offset;
	if (from == to)
		return true;
	zone_find_offset(settings->zone, date, &offset);
	int64_t local = date + offset;
	unsigned hour = (unsigned)(((local % DAY + DAY) % DAY) / HOUR);
	return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

bool channel_allows_game(const struct channel_settings *settings, const struct game *game)
{
	return settings->games == 0 || (settings->games >> place_of(game) & 1) != 0;
}
