/* command/channel.c - operators of a channel change how the bot behaves in it. */
#include <string.h>

#include "bot/command/command.h"
#include "bot/command/order.h"
#include "bot/lobby/channel_settings.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/table/channel_key.h"
#include "bot/talk/speech.h"
#include "bot/text/nametext.h"

/* MUTES_MOST: maximum number of muted people in a channel. */
enum { MUTES_MOST = 64 };

/* Returns a row for a setting that the caller changes. The row has no value yet. */
static struct store_channel_setting row_of(const struct request *request, const char *key)
{
	struct store_channel_setting row = { .at = lobby_date(request->lobby) };
	text_copy(row.key, sizeof row.key, key);
	text_copy(row.author, sizeof row.author, request->from.person->name);
	return row;
}

/* ---- showing ---- */

/*
 * Adds keys and values in the words of a language: "open all, guests open". In `text`, a key stands
 * at the start, and after a comma and a blank.
 */
static void add_words(
	const struct request *request, struct locale locale, const char *text, struct string *out)
{
	bool key = true, comma = false;
	for (size_t length; *text != '\0'; text += length) {
		length = strcspn(text, " ,|");
		int word = catalog_find_in_group(key ? "key." : "value.", text, length);
		if (length == 0) {
			key = comma && *text == ' ';
			comma = *text == ',';
		}
		if (word >= 0)
			string_add(out,
				catalog_text(request->lobby->catalog, locale.language,
					(enum message)word));
		else
			string_add_bytes(out, text, length == 0 ? length = 1 : length);
	}
}

static void add_mutes(const struct request *request, struct string *out)
{
	struct store_channel_setting row = { .key = "" };
	int64_t now = lobby_date(request->lobby);
	while (channel_settings_next_mute(&request->lobby->batch, request->from.channel, &row)) {
		if (channel_settings_is_over(row.until, now))
			continue;
		string_add(out, out->length > 0 ? ", " : "");
		nametext_add(out, row.key + strlen(CHANNEL_SETTINGS_MUTE));
	}
}

/* Tells the caller a message about the channel, with keys and values in their language. */
static void tell_words(
	const struct request *request, enum message message, const char *name, const char *text)
{
	struct string words = STRING_EMPTY;
	add_words(request, person_locale(request->from.person), text, &words);
	command_tell(request, message,
		ARGS(arg_text("channel", channel_title(request->from.channel)),
			arg_text(name, words.bytes)));
	string_free(&words);
}

static void show(const struct request *request)
{
	const struct channel *channel = request->from.channel;
	unsigned most = lobby_most_tables(request->lobby, channel);
	bool off = channel_is_off(&channel->settings, lobby_date(request->lobby));
	struct string list = STRING_EMPTY, locked = STRING_EMPTY, mutes = STRING_EMPTY;
	for (unsigned key = 0; key < CHANNEL_OFF; key++) {
		string_add(&list, key > 0 ? ", " : "");
		string_add(&list, channel_key_name(key));
		string_add_char(&list, ' ');
		channel_key_add_value(&channel->settings, key, most, &list);
	}
	for (unsigned key = 0; key < CHANNEL_KEYS; key++)
		if (channel->settings.locked >> key & 1) {
			string_add(&locked, locked.length > 0 ? ", " : "");
			string_add(&locked, channel_key_name(key));
		}
	add_mutes(request, &mutes);
	tell_words(request, MSG_CHANNEL_SHOW, "list", list.bytes);
	if (off)
		command_tell(request, MSG_CHANNEL_IS_OFF,
			ARGS(arg_text("channel", channel_title(channel))));
	if (!string_is_empty(&locked))
		tell_words(request, MSG_CHANNEL_LOCKS, "list", locked.bytes);
	if (!string_is_empty(&mutes))
		command_tell(request, MSG_CHANNEL_MUTES, ARGS(arg_text("names", mutes.bytes)));
	string_free(&list);
	string_free(&locked);
	string_free(&mutes);
}

/* ---- keys ---- */

/* Says in the channel that one of its operators changed a setting. */
static void say_set(const struct request *request, const char *key, const char *value)
{
	struct channel *channel = request->from.channel;
	struct string setting = STRING_EMPTY, words = STRING_EMPTY;
	string_add(&words, key);
	string_add_char(&words, ' ');
	string_add(&words, value);
	add_words(request, channel->settings.locale, words.bytes, &setting);
	if (strcmp(key, channel_key_name(CHANNEL_HOURS)) == 0 &&
		channel->settings.hour_from != channel->settings.hour_to) {
		string_add(&setting, " (");
		channel_key_add_value(&channel->settings, CHANNEL_ZONE, 0, &setting);
		string_add_char(&setting, ')');
	}
	speech_say_channel(&request->lobby->speech, channel, MSG_CHANNEL_SET,
		ARGS(arg_name("name", request->from.person->name),
			arg_text("setting", setting.bytes)));
	string_free(&words);
	string_free(&setting);
}

static void tell_usage(const struct request *request, unsigned key)
{
	struct string setting = STRING_EMPTY;
	string_add(&setting, channel_key_name(key));
	string_add_char(&setting, ' ');
	channel_key_add_values(key, &setting);
	command_refuse(request, REFUSED_ORDER);
	tell_words(request, MSG_CHANNEL_USAGE, "setting", setting.bytes);
	string_free(&setting);
}

/* Tells the caller that a zone is unknown, and suggests the one that they may mean. */
static void refuse_zone(const struct request *request)
{
	char meant[ZONE_NAME] = "";
	struct string zone = STRING_EMPTY;
	channel_key_join_zone(request->arg + 1, request->args - 1, &zone);
	bool found = zone_suggest(zone.bytes, meant);
	order_refuse(request, found ? MSG_CHANNEL_ZONE_NEAR : MSG_CHANNEL_ZONE_UNKNOWN,
		ARGS(arg_text("zone", zone.bytes), arg_text("meant", meant)));
	string_free(&zone);
}

static void set(struct request *request, unsigned key)
{
	struct lobby *lobby = request->lobby;
	struct channel *channel = request->from.channel;
	struct store_channel_setting row = row_of(request, channel_key_name(key));
	struct string value = STRING_EMPTY;
	unsigned most = lobby_most_tables(lobby, channel), number;
	if (!channel_key_read(lobby->catalog, key, request->arg + 1, request->args - 1, &value)) {
		if (key == CHANNEL_ZONE && request->args > 1)
			refuse_zone(request);
		else
			tell_usage(request, key);
	} else if (key == CHANNEL_TABLES && command_read_number(value.bytes, &number) &&
		number > most) {
		order_refuse(request, MSG_CHANNEL_TABLES_MOST,
			ARGS(arg_text("channel", channel_title(channel)),
				arg_number("most", most)));
	} else if (key == CHANNEL_PAGES && strcmp(value.bytes, "yes") == 0 &&
		settings_of_channel(&lobby->settings, channel).hidden) {
		order_refuse(request, MSG_CHANNEL_PAGES_NO,
			ARGS(arg_text("channel", channel_title(channel))));
	} else if (key == CHANNEL_GUESTS &&
		channel_key_read_guests(value.bytes) >
			settings_of_channel(&lobby->settings, channel).guests) {
		order_refuse(request, MSG_CHANNEL_GUESTS_MOST,
			ARGS(arg_text("channel", channel_title(channel))));
	} else {
		text_copy(row.value, sizeof row.value, value.bytes);
		lobby_set_channel(lobby, channel, &row);
		say_set(request, row.key, row.value);
	}
	string_free(&value);
}

/* ---- off and on ---- */

/*
 * Reads a word as a duration and sets *until to the time when it ends, or to 0 if the word is
 * missing. Returns false after telling the caller the usage.
 */
static bool read_until(const struct request *request, unsigned word, unsigned key, int64_t *until)
{
	int64_t seconds = request->args > word
		? channel_key_read_seconds(request->lobby->catalog, request->arg[word])
		: 0;
	*until = seconds > 0 ? lobby_date(request->lobby) + seconds : 0;
	if (request->args > word + 1 || (request->args > word && seconds == 0)) {
		tell_usage(request, key);
		return false;
	}
	return true;
}

static void switch_off(struct request *request)
{
	struct store_channel_setting row = row_of(request, channel_key_name(CHANNEL_OFF));
	if (!read_until(request, 1, CHANNEL_OFF, &row.until))
		return;
	lobby_set_channel(request->lobby, request->from.channel, &row);
	speech_say_channel(&request->lobby->speech, request->from.channel, MSG_CHANNEL_OFF_DONE,
		ARGS(arg_name("name", request->from.person->name),
			arg_text("time", request->args > 1 ? request->arg[1] : "")));
}

static void switch_on(struct request *request)
{
	struct channel *channel = request->from.channel;
	const char *key = channel_key_name(CHANNEL_OFF);
	if (channel_settings_has(&request->lobby->batch, channel, key))
		lobby_reset_channel(request->lobby, channel, key);
	speech_say_channel(&request->lobby->speech, channel, MSG_CHANNEL_ON_DONE,
		ARGS(arg_name("name", request->from.person->name)));
}

/* ---- people ---- */

/* Writes the key under which the mute of a nick is stored. */
static void mute_key(const struct request *request, const char *nick, char key[STORE_SETTING_KEY])
{
	struct network *network = request->from.person->network;
	char folded[NETWORK_CHANNEL];
	struct text text = text_in(key, STORE_SETTING_KEY);
	network->driver->fold(network, nick, folded);
	text_add(&text, CHANNEL_SETTINGS_MUTE);
	text_add(&text, folded);
}

/*
 * Writes the mask that mutes a person: their account, else their address, else their nick. If the
 * user name begins with ~, the server has not checked it and the person can change it: then only
 * the host counts.
 */
static void mute_mask(const struct sender *sender, char mask[STORE_SETTING_VALUE])
{
	struct text text = text_in(mask, STORE_SETTING_VALUE);
	const char *host = strrchr(sender->origin, '@');
	if (sender->account != NULL) {
		text_add(&text, "account:");
		text_add(&text, sender->account);
	} else if (host == NULL || strcmp(sender->origin, "@") == 0) {
		text_add(&text, sender->nick);
		text_add(&text, "!*");
	} else {
		bool checked = sender->origin[0] != '~';
		text_add(&text, checked ? "*!" : "*!*");
		text_add(&text, checked ? sender->origin : host);
	}
}

/* Counts the mutes in force. Deletes one that has lapsed, if there is one. */
static unsigned count_mutes(struct request *request)
{
	struct store_channel_setting row = { .key = "" };
	char lapsed[STORE_SETTING_KEY] = "";
	unsigned count = 0;
	while (channel_settings_next_mute(&request->lobby->batch, request->from.channel, &row)) {
		bool over = channel_settings_is_over(row.until, lobby_date(request->lobby));
		count += !over;
		if (over)
			memcpy(lapsed, row.key, sizeof lapsed);
	}
	if (lapsed[0] != '\0')
		lobby_reset_channel(request->lobby, request->from.channel, lapsed);
	return count;
}

static void mute(struct request *request)
{
	struct network *network = request->from.person->network;
	struct store_channel_setting row = row_of(request, "");
	struct sender sender;
	const char *nick = request->args > 1 ? request->arg[1] : "";
	if (request->args < 2) {
		tell_usage(request, CHANNEL_MUTE);
		return;
	}
	if (!read_until(request, 2, CHANNEL_MUTE, &row.until))
		return;
	if (!network->driver->find_nick(network, nick, &sender)) {
		order_refuse(request, MSG_CHANNEL_MUTE_ABSENT, ARGS(arg_name("name", nick)));
		return;
	}
	if (channel_rank(request->from.channel, &sender) >= RANK_OPERATOR) {
		order_refuse(
			request, MSG_CHANNEL_MUTE_OPERATOR, ARGS(arg_name("name", sender.nick)));
		return;
	}
	mute_key(request, sender.nick, row.key);
	mute_mask(&sender, row.value);
	if (count_mutes(request) >= MUTES_MOST) {
		order_refuse(request, MSG_CHANNEL_MUTE_FULL, NO_ARGS);
		return;
	}
	lobby_set_channel(request->lobby, request->from.channel, &row);
	speech_say_channel(&request->lobby->speech, request->from.channel, MSG_CHANNEL_MUTE_DONE,
		ARGS(arg_name("name", request->from.person->name), arg_name("nick", sender.nick),
			arg_text("time", request->args > 2 ? request->arg[2] : "")));
}

static void unmute(struct request *request)
{
	struct network *network = request->from.person->network;
	struct sender sender;
	char key[STORE_SETTING_KEY];
	struct channel *channel = request->from.channel;
	const char *nick = request->args == 2 ? request->arg[1] : "";
	if (request->args != 2) {
		command_refuse(request, REFUSED_ORDER);
		tell_words(request, MSG_CHANNEL_USAGE, "setting", "unmute NICK");
		return;
	}
	mute_key(request, nick, key);
	bool found = channel_settings_has(&request->lobby->batch, channel, key);
	/* `mute` also takes ids, but stores the nick of the person: look for the nick. */
	if (!found && network->driver->find_nick(network, nick, &sender)) {
		nick = sender.nick;
		mute_key(request, nick, key);
		found = channel_settings_has(&request->lobby->batch, channel, key);
	}
	if (!found) {
		order_refuse(request, MSG_CHANNEL_MUTE_NONE, ARGS(arg_name("name", nick)));
		return;
	}
	lobby_reset_channel(request->lobby, channel, key);
	speech_say_channel(&request->lobby->speech, channel, MSG_CHANNEL_UNMUTE_DONE,
		ARGS(arg_name("name", request->from.person->name), arg_name("nick", nick)));
}

/* ---- tables ---- */

/* Closes a table, but not a match in which the caller plays, because other commands end that. */
static void close_table(struct request *request, struct table *table)
{
	presence_update_running(request->lobby, table);
	if (table->running && table_find_seat(table, request->from.person) != SEAT_NONE) {
		order_refuse(
			request, MSG_CHANNEL_CLOSE_OWN, ARGS(arg_number("table", table->number)));
		return;
	}
	match_close(request->lobby, table, request->from.person,
		"closed by an operator of the channel",
		table->running ? MSG_CHANNEL_CLOSE_MATCH : MSG_CHANNEL_CLOSE_TABLE,
		request->from.person->name);
}

/*
 * Closes the channel's table with this number; number 0: all its tables. Returns the number of
 * closed tables.
 */
static unsigned close_tables(struct request *request, unsigned number)
{
	unsigned closed = 0;
	struct table *table;
	for (size_t n = 0; (table = tables_next(&request->lobby->tables, &n)) != NULL;) {
		if (table->channel != request->from.channel ||
			(number != 0 && table->number != number))
			continue;
		close_table(request, table);
		closed++;
	}
	return closed;
}

static void close_some(struct request *request)
{
	unsigned number = request->number;
	bool all = command_has_word(request, 1, MSG_VALUE_ALL);
	if (!all && number == 0 &&
		(request->args < 2 || !command_read_number(request->arg[1], &number))) {
		tell_usage(request, CHANNEL_CLOSE);
		return;
	}
	if (close_tables(request, all ? 0 : number) > 0)
		return;
	if (all)
		order_refuse(request, MSG_NO_TABLES, NO_ARGS);
	else
		order_refuse(request, MSG_NO_SUCH_TABLE, ARGS(arg_number("table", number)));
}

/* ---- the command ---- */

static const struct channel_act {
	enum message word;
	unsigned key; /* channel key; while the key is locked, the act is forbidden */
	void (*run)(struct request *request);
} acts[] = {
	{ MSG_KEY_OFF, CHANNEL_OFF, switch_off },
	{ MSG_KEY_ON, CHANNEL_OFF, switch_on },
	{ MSG_KEY_CLOSE, CHANNEL_CLOSE, close_some },
	{ MSG_KEY_MUTE, CHANNEL_MUTE, mute },
	{ MSG_KEY_UNMUTE, CHANNEL_MUTE, unmute },
};

/* Returns true if the caller may change a key. Otherwise tells them why not. */
static bool can_change(const struct request *request, unsigned key)
{
	const struct channel *channel = request->from.channel;
	if (!request->from.admin && channel_rank(channel, request->from.sender) < RANK_OPERATOR) {
		const char *who = channel->network->driver->operators;
		int words =
			who != NULL ? catalog_find_in_group("operators.", who, strlen(who)) : -1;
		struct arg operators = words < 0 ? arg_text("operators", "")
						 : arg_message("operators", (enum message)words);
		order_refuse(request, MSG_CHANNEL_OPERATORS_ONLY,
			ARGS(arg_text("channel", channel_title(channel)), operators));
		return false;
	}
	if (channel->settings.locked >> key & 1) {
		command_refuse(request, REFUSED_ORDER);
		tell_words(request, MSG_CHANNEL_LOCKED, "key", channel_key_name(key));
		return false;
	}
	return true;
}

static void log_change(const struct request *request)
{
	log_about(request->lobby->log, LOG_NOTE,
		(struct log_about){ .network = request->from.person->network->name,
			.channel = request->from.channel->name },
		"%s gave the command: %s %s", request->from.sender->mask,
		command_name(request->command), request->rest);
}

void command_set_channel(struct request *request, unsigned key)
{
	if (!can_change(request, key))
		return;
	log_change(request);
	set(request, key);
}

static void run_channel(struct request *request)
{
	if (request->args == 0) {
		show(request);
		return;
	}
	int word = catalog_find_word(request->lobby->catalog, "key.", request->arg[0]);
	if (word < 0) {
		order_refuse(request, MSG_CHANNEL_UNKNOWN, ARGS(arg_text("word", request->arg[0])));
		return;
	}
	const struct channel_act *act = NULL;
	for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
		if ((int)acts[i].word == word)
			act = &acts[i];
	unsigned key = act != NULL ? act->key : (unsigned)word - MSG_KEY_DETAIL;
	if (act == NULL) {
		command_set_channel(request, key);
	} else if (can_change(request, key)) {
		log_change(request);
		act->run(request);
	}
}

const struct command channel_commands[] = {
	{ MSG_COMMAND_CHANNEL,
		IN_CHANNEL | TAKES_ANY_WORDS | NEEDS_OTHER_PEOPLE | WHILE_OFF | TAKES_NAMES,
		TABLE_NONE, LIST_BOT, MSG_HELP_CHANNEL, run_channel },
	{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
