/*
 * channel_key.h - the settings that operators of a channel may change in chat. Pure, but for the
 * system's zone files.
 */
#ifndef BOT_TABLE_CHANNEL_KEY_H
#define BOT_TABLE_CHANNEL_KEY_H

#include "bot/table/channel.h"
#include "engine/game.h"

enum channel_key {
	CHANNEL_DETAIL,
	CHANNEL_LANG,
	CHANNEL_CARDS,
	CHANNEL_GAMES,
	CHANNEL_TABLES,
	CHANNEL_OPEN,
	CHANNEL_HOURS,
	CHANNEL_ZONE,
	CHANNEL_BOTS,
	CHANNEL_PAGES,
	CHANNEL_GUESTS,
	CHANNEL_DAILY,
	CHANNEL_OFF, /* only the keys before CHANNEL_OFF have a value that `channel` shows */
	CHANNEL_CLOSE,
	CHANNEL_MUTE,
	CHANNEL_KEYS
};

/* Finds a key by its English name. Returns CHANNEL_KEYS for other words. */
unsigned channel_key_find(const char *name);
/* Returns the English name of a key. */
const char *channel_key_name(unsigned key);
/* Adds the values that a key takes, in English, like "full|quiet". */
void channel_key_add_values(unsigned key, struct string *out);
/*
 * Reads a value from the words after a key, and adds it in the form that is stored. Returns false
 * for words that are not a value of the key.
 */
bool channel_key_read(const struct catalog *catalog, unsigned key, char *const *words,
	unsigned count, struct string *value);
/* Joins the words of a zone with underscores: "America/New_York". */
void channel_key_join_zone(char *const *words, unsigned count, struct string *out);
/*
 * Returns the enum config_guests of a stored value. Other text means that no guests may sit down.
 */
uint8_t channel_key_read_guests(const char *value);
/* Applies a stored value of a key to settings. Ignores a value that no longer has a meaning. */
void channel_key_apply(struct channel_settings *settings, unsigned key, const char *value);
/*
 * Adds the value that a key has in these settings. most: number of tables that the bot's operator
 * allows.
 */
void channel_key_add_value(
	const struct channel_settings *settings, unsigned key, unsigned most, struct string *out);
/* Reads a duration, "90m", "2h" or "3d": 1 minute to 30 days. Returns 0 for other text. */
int64_t channel_key_read_seconds(const struct catalog *catalog, const char *word);
/* Returns the number of live tables that the channel may have. most: the bot operator's limit. */
unsigned channel_tables(const struct channel_settings *settings, unsigned most);
/* True if the bot is off in the channel at a time, in Unix seconds. */
bool channel_is_off(const struct channel_settings *settings, int64_t date);
/*
 * True if tables may open at a time, in Unix seconds. If the zone cannot be read any more, counts
 * hours in UTC.
 */
bool channel_is_open_hour(const struct channel_settings *settings, int64_t date);
/* True if the channel allows a game. */
bool channel_allows_game(const struct channel_settings *settings, const struct game *game);
/* Adds the allowed games: "mitaines, mate". */
void channel_add_games(
	const struct channel_settings *settings, const char *separator, struct string *out);

#endif
