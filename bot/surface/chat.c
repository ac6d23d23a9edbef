#include "bot/surface/chat.h"

#include <string.h>

#include "bot/command/command_table.h"
#include "bot/command/dispatch.h"
#include "bot/command/suggestion.h"
#include "bot/lobby/channel_settings.h"
#include "bot/match/exercise.h"
#include "bot/people/identity.h"
#include "bot/surface/address.h"
#include "bot/table/channel_key.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"
#include "bot/text/question.h"

/* ---- answers ---- */

enum { LIST_MOST = 20 }; /* maximum number of entries of a list: more would flood the chat */

/*
 * Before the first private line to an unknown person, says how to begin, unless the message does so
 * itself.
 */
static void welcome(struct lobby *lobby, const struct origin *origin, enum message message)
{
	static const char answers[] = "answer.";
	struct person *person = origin->person;
	bool begins = message == MSG_HELP || message == MSG_ALONE_SOLO ||
		message == MSG_UNKNOWN_COMMAND_NEW ||
		strncmp(catalog_key(message), answers, strlen(answers)) == 0;
	bool due = lobby->settings.hints && !person->welcomed && person->id == 0 &&
		!origin->sender->is_passing;
	person->welcomed = true;
	if (due && !begins && exercise_find(lobby, person) == NULL)
		speech_tell(
			&lobby->speech, person, MSG_WELCOME, ARGS(arg_name("name", person->name)));
}

static void tell(const struct origin *origin, struct table *table, enum message message,
	const struct arg *args)
{
	struct lobby *lobby = origin->reply_context;
	welcome(lobby, origin, message);
	if (table != NULL)
		speech_tell_about(&lobby->speech, table, origin->person, message, args);
	else
		speech_tell(&lobby->speech, origin->person, message, args);
}

static void tell_pages(const struct origin *origin, const struct string *text)
{
	struct lobby *lobby = origin->reply_context;
	welcome(lobby, origin, MSG_PAGE);
	speech_tell_pages(&lobby->speech, origin->person, text);
}

static bool send_file(const struct origin *origin, const char *name, const struct string *text)
{
	struct lobby *lobby = origin->reply_context;
	if (!origin->person->network->driver->takes_files)
		return false;
	speech_send_file(&lobby->speech, origin->person, name, text);
	return true;
}

static const struct reply private_reply = {
	.tell = tell, .pages = tell_pages, .file = send_file, .most = LIST_MOST
};

/* Answers in the channel, because a person behind a bridge can only read the channel. */
static void tell_channel(const struct origin *origin, struct table *table, enum message message,
	const struct arg *args)
{
	struct lobby *lobby = origin->reply_context;
	if (table != NULL)
		speech_tell_listener(
			&lobby->speech, table, listener_channel(origin->channel), message, args);
	else
		speech_say_channel(&lobby->speech, origin->channel, message, args);
}

static const struct reply bridge_reply = { .tell = tell_channel, .most = LIST_MOST };

/* ---- what a line asks ---- */

/*
 * Returns the prefix of commands in a channel. channel NULL: in private, the prefix of the person's
 * own channel.
 */
static const char *prefix_of(const struct lobby *lobby, const struct network *network,
	const struct sender *sender, const struct channel *channel)
{
	const struct person *person =
		people_find_by_connection(&lobby->people, network, sender->key);
	const struct locale *locale = &network->access->locale;
	if (channel != NULL)
		locale = &channel->settings.locale;
	else if (person != NULL)
		locale = person->channel_locale;
	return settings_prefix(&lobby->settings, locale);
}

/*
 * Returns the name of the author if a bridge relayed the line, like `<luc> !new` or `[discord]
 * <luc> !new`, and moves *text past the name. Returns NULL for a line of the sender's own.
 */
static const char *take_relay_name(
	const struct sender *sender, const char **text, char name[COMMAND_WORD])
{
	struct text copy = text_in(name, COMMAND_WORD);
	const char *at = dispatch_skip_blanks(*text);
	if (*at == '[')
		at = dispatch_skip_blanks(at + strcspn(at, "]") + (strchr(at, ']') != NULL));
	size_t length = *at == '<' ? strcspn(at, ">") : 0;
	bool bridged = length >= 2 && at[length] == '>';
	if (bridged)
		text_bytes(&copy, at + 1, length - 1);
	if (!bridged || copy.cut)
		return sender->relayed ? sender->nick : NULL;
	*text = at + length + 1;
	return name;
}

/* ---- limits ---- */

/*
 * The rate limit takes into account the lines that still wait to be sent to the person: all of them
 * for most commands, but only one in MOVE_QUEUE_SHARE for a move. So moves are refused last.
 */
enum { MOVE_QUEUE_SHARE = 4 };

/*
 * True if the rate limits allow an answer to this line. If not, may warn the person, and logs when
 * the bot begins to ignore them.
 */
static bool may(struct lobby *lobby, struct network *network, const struct sender *sender,
	const struct command *command)
{
	size_t patience = dispatch_may_move(command) ? MOVE_QUEUE_SHARE : 1;
	size_t owed = network->driver->private_queue_length != NULL
		? network->driver->private_queue_length(network, sender->key)
		: 0;
	enum ratelimit_verdict verdict =
		access_count_command(network->access, sender, owed / patience, lobby_now(lobby));
	lobby->activity.refused[REFUSED_RATE] += verdict != RATELIMIT_PASS;
	struct person *warned = verdict == RATELIMIT_WARN
		? identity_resolve(&lobby->people, network, sender)
		: NULL;
	if (warned != NULL) {
		lobby_note_requester(lobby, warned);
		speech_tell(&lobby->speech, warned, MSG_TOO_MUCH, NO_ARGS);
	}
	if (verdict == RATELIMIT_IGNORE)
		log_network(lobby->log, LOG_NOTE, network->name,
			"%s sends too many commands: ignored for %u s", sender->mask,
			network->access->rules.limit.ignore_seconds);
	return verdict == RATELIMIT_PASS;
}

/* ---- a line ---- */

/*
 * Returns true if the person may give the command in this channel. Otherwise tells them why not. If
 * a bridge relayed the line, tells the channel instead, but not too often.
 */
static bool can_use_here(const struct request *request, const char *relayed)
{
	const struct origin *from = &request->from;
	if (relayed != NULL ? request->command->flags & THROUGH_BRIDGE
			    : from->channel == NULL || !from->sender->is_passing)
		return true;
	if (relayed != NULL) {
		if (!channel_check_repeat(from->channel, MSG_RELAY_ONLY, lobby_now(request->lobby)))
			command_tell(request, MSG_RELAY_ONLY, ARGS(arg_text("name", relayed)));
		return false;
	}
	command_tell(request, MSG_ONLY_INSIDE,
		ARGS(arg_text("channel", channel_title(from->channel)),
			arg_text("word", request->word)));
	return false;
}

/* True if a person has a seat in a channel. running: only seats of running matches count. */
static bool has_seat_in(const struct lobby *lobby, const struct person *person,
	const struct channel *channel, bool running)
{
	struct table *table;
	unsigned seat;
	size_t n = 0;
	while ((table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL)
		if (table->channel == channel && (table->running || !running))
			return true;
	return false;
}

/* Runs a command, or explains an unknown word, if the person may give commands in the channel. */
static void answer(struct request *request, const char *relayed)
{
	struct access *access = request->from.person->network->access;
	const struct sender *sender = request->from.sender;
	const struct channel *channel = request->from.channel;
	const struct command *command = request->command;
	bool asks = command != NULL || request->question != NULL;
	bool understood = !request->guessed && asks;
	/*
	 * the bot is switched off in this channel; people with a seat there can still give commands
	 */
	bool off = channel != NULL && asks && (command == NULL || !(command->flags & WHILE_OFF)) &&
		channel_is_off(&channel->settings, lobby_date(request->lobby)) &&
		!has_seat_in(request->lobby, request->from.person, channel, false);
	if (request->command != NULL && understood)
		access_return_noncommand(access, sender);
	if (channel != NULL && !channel->joined) {
		command_tell(request, channel->barred ? MSG_CHANNEL_SHUT : MSG_CHANNEL_MUTE,
			ARGS(arg_text("channel", channel_title(channel))));
	} else if (request->command != NULL && !can_use_here(request, relayed)) {
		command_refuse(request, REFUSED_PLACE);
	} else if (off) {
		command_refuse(request, REFUSED_PLACE);
		if (relayed == NULL)
			command_tell(request, MSG_CHANNEL_IS_OFF,
				ARGS(arg_text("channel", channel_title(channel))));
	} else if (!understood &&
		!access_count_noncommand(access, sender, lobby_now(request->lobby))) {
		return;
	} else if (request->command == NULL && request->args > 0) {
		dispatch_answer_unknown(request);
	} else if (request->command != NULL && dispatch_run(request)) {
		access_return_command(access, sender);
	}
}

/*
 * Tells a channel that a command was answered in private. Does so each time if private answers go
 * to a room of their own, which the person may not see; else not too often.
 */
static void hint(struct lobby *lobby, const struct origin *origin, struct channel *channel)
{
	struct person *person = origin->person;
	bool elsewhere = person->network->direct_rooms;
	int64_t now = lobby_now(lobby);
	if (!lobby->settings.hints || !channel->joined || origin->sender->is_passing ||
		!speech_is_all_private(&lobby->speech))
		return;
	if (!elsewhere && (now < person->next_hint_at || !channel_count_hint(channel, now)))
		return;
	person->next_hint_at = now + CHANNEL_HINTS_MS;
	speech_address(&lobby->speech, channel, person,
		elsewhere ? MSG_CHANNEL_HINT_ROOM : MSG_CHANNEL_HINT,
		ARGS(arg_name("name", person->name),
			arg_text("bot", person->network->driver->self(person->network))));
}

/*
 * True if an unknown word after the prefix is for the bot: a mistyped command of a player in the
 * channel, or a move of a person whose table is private. Other people may be talking to other bots.
 */
static bool is_from_player(const struct lobby *lobby, const struct network *network,
	const struct sender *sender, const struct channel *channel, const char *word)
{
	const struct person *person =
		people_find_by_connection(&lobby->people, network, sender->key);
	char meant[COMMAND_WORD + 1];
	struct text text = text_in(meant, sizeof meant);
	if (person == NULL)
		return false;
	if (!has_seat_in(lobby, person, channel, false))
		return tables_find_private(&lobby->tables, person) != NULL &&
			command_is_card(lobby, person, word);
	return suggestion_add_command(
		lobby, person, word, command_table_hidden_flags(network, false), &text);
}

/* True if a question to the bot in a channel is one that the bot can answer. */
static bool is_known_question(const struct lobby *lobby, const char *asked)
{
	/* In a channel, thanks and anger are chat between people. */
	static const char chat[] = "thanks bye sorry insult";
	struct question found = question_read(lobby->catalog, asked);
	return found.intent != NULL && found.sure && !fold_has_word(chat, found.intent);
}

/* True if a line in a channel that begins with the bot's name is meant for the bot. */
static bool is_for_bot(
	const struct request *request, const struct network *network, enum address_kind kind)
{
	const struct lobby *lobby = request->lobby;
	const struct command *command = request->command;
	const char *asked = request->said;
	bool asks = address_is_question(lobby->catalog, asked);
	if (kind == ADDRESS_LOOSE) {
		/*
		 * If the line only begins with the name, take it for a known question or for a
		 * command that can be undone, with one more word at most.
		 */
		const char *rest = dispatch_skip_blanks(asked + strcspn(asked, " \t"));
		return (asks && is_known_question(lobby, asked)) ||
			(command != NULL && !(command->flags & (A_MOVE | CANNOT_BE_UNDONE)) &&
				strcspn(rest, " \t") == strlen(rest));
	}
	return kind == ADDRESS_DIRECT &&
		(command != NULL || asks || is_known_question(lobby, asked) ||
			(request->word[0] != '\0' &&
				suggestion_find_mistyped(lobby, request->word,
					command_table_hidden_flags(network, false)) != NULL));
}

/*
 * Tells a muted person, once a day, which commands still work in the channel, and other ways to
 * play.
 */
static void tell_muted(struct lobby *lobby, struct network *network, const struct sender *sender,
	const struct channel *channel, struct channel_mute *mute)
{
	enum { SILENT_MS = 24 * 60 * 60 * 1000 };
	int64_t now = lobby_now(lobby);
	if (now < mute->silent_until || !may(lobby, network, sender, NULL))
		return;
	struct person *person = identity_resolve(&lobby->people, network, sender);
	if (person == NULL)
		return;
	mute->silent_until = now + SILENT_MS;
	lobby_note_requester(lobby, person);
	speech_tell(&lobby->speech, person,
		lobby->settings.seats ? MSG_CHANNEL_MUTED_SEATS : MSG_CHANNEL_MUTED,
		ARGS(arg_text("channel", channel_title(channel))));
}

/*
 * Tells the player to move, once a match, that a card typed alone in the channel is not played,
 * because they may be waiting for the bot. A number alone is taken as chat.
 */
static void nudge(struct lobby *lobby, struct network *network, const struct sender *sender,
	const struct channel *channel, const char *text)
{
	const struct person *person =
		people_find_by_connection(&lobby->people, network, sender->key);
	struct move move;
	struct table *table;
	unsigned seat;
	text = dispatch_skip_blanks(text);
	if (person == NULL ||
		!move_read(
			text, catalog_move_words(lobby->catalog, person_locale(person)), &move) ||
		move.act != ACT_PLAY)
		return;
	for (size_t n = 0; (table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL;) {
		bool *nudged = &table->transient.seat[seat].nudged;
		if (table->channel != channel || !table->running ||
			table_state(table)->turn != seat || *nudged ||
			!may(lobby, network, sender, NULL))
			continue;
		*nudged = true;
		lobby_note_requester(lobby, identity_resolve(&lobby->people, network, sender));
		speech_tell(&lobby->speech, person, MSG_NUDGE_CARD, ARGS(arg_text("card", text)));
	}
}

/* True if a line in a channel is for the bot: a command, or a line that calls the bot. */
static bool is_for_us(
	const struct request *request, const struct network *network, enum address_kind kind)
{
	const struct origin *from = &request->from;
	if (kind != ADDRESS_LOOSE &&
		(request->command != NULL ||
			(request->word[0] != '\0' &&
				is_from_player(request->lobby, network, from->sender, from->channel,
					request->word))))
		return true;
	return from->surface == SURFACE_CHAT && is_for_bot(request, network, kind);
}

/* Runs a line that is for the bot, if its writer may give commands now. */
static void run_line(struct request *request, struct network *network, const char *relayed)
{
	struct lobby *lobby = request->lobby;
	struct origin *from = &request->from;
	const struct sender *sender = from->sender;
	struct channel *place = from->channel;
	const struct command *command = request->command;
	/* Operators must be able to undo a mute, even one whose mask fits their own host. */
	struct channel_mute *mute =
		from->admin || place == NULL || channel_rank(place, sender) >= RANK_OPERATOR
		? NULL
		: channel_settings_find_mute(place, sender, lobby_date(lobby));
	if (mute != NULL) {
		/* Muted people can still give commands if they play a match in this channel. */
		const struct person *muted =
			people_find_by_connection(&lobby->people, network, sender->key);
		bool plays = muted != NULL && has_seat_in(lobby, muted, place, true);
		if (!plays || command == NULL || !(command->flags & (A_MOVE | WHILE_MUTED))) {
			if (relayed == NULL)
				tell_muted(lobby, network, sender, place, mute);
			return;
		}
	}
	if (!from->admin && !may(lobby, network, sender, command))
		return;
	struct person *person = identity_resolve(&lobby->people, network, sender);
	if (person == NULL) {
		log_network(lobby->log, LOG_ERROR, network->name,
			"line from %s dropped: too many strangers use this nick", sender->nick);
		return;
	}
	person->spoke = true;
	if (place != NULL)
		person->channel_locale = &place->settings.locale;
	lobby_note_requester(lobby, person);
	/* After a failed write a table may be half changed. People are told when the batch ends. */
	if (lobby->batch.error != STORE_OK)
		return;
	from->person = person;
	dispatch_read(request);
	speech_begin_command(&lobby->speech, person);
	answer(request, relayed);
	/* The command may have shown that the sender is another person. */
	if (place != NULL) {
		from->person->spoken = (uint8_t)(request->language + 1);
		hint(lobby, from, place);
		from->person->spoken = 0;
	}
	speech_begin_command(&lobby->speech, NULL);
}

void chat_line(struct commands *commands, struct network *network, const struct sender *sender,
	const char *channel, const char *text)
{
	struct lobby *lobby = commands->lobby;
	struct channel *place = channel != NULL ? lobby_channel(lobby, network, channel) : NULL;
	if (channel != NULL && place == NULL)
		return;
	char name[COMMAND_WORD];
	const char *relayed = channel != NULL ? take_relay_name(sender, &text, name) : NULL;
	struct address address;
	address_read(&address, lobby->catalog, network->driver->self(network), text);
	/*
	 * Every private line is for the bot, and a name at its start may be the name of the game.
	 */
	if (channel == NULL && address.kind == ADDRESS_LOOSE)
		address.kind = ADDRESS_NONE;
	/* The name alone asks for help. */
	if (address.kind == ADDRESS_DIRECT && address.text[0] == '\0')
		text_copy(address.text, sizeof address.text, "help");
	const char *prefix = prefix_of(lobby, network, sender, place);
	bool named = address.kind != ADDRESS_NONE;
	const char *asked = named ? address.text : dispatch_skip_blanks(text);
	bool prefixed = strncmp(asked, prefix, strlen(prefix)) == 0;
	if (prefixed) {
		asked = dispatch_skip_blanks(asked + strlen(prefix));
		address.kind = named ? ADDRESS_DIRECT : ADDRESS_NONE;
	}
	if (!named && !prefixed && channel != NULL) {
		if (relayed == NULL)
			nudge(lobby, network, sender, place, text);
		return;
	}
	const struct origin origin = { .surface = relayed != NULL ? SURFACE_RELAY : SURFACE_CHAT,
		.sender = sender,
		.channel = place,
		.admin = access_is_admin(network->access, sender),
		.reply = relayed != NULL ? &bridge_reply : &private_reply,
		.reply_context = lobby };
	struct request request;
	dispatch_find(&request, commands, network, &origin, named || prefixed ? asked : text);
	if (place == NULL || is_for_us(&request, network, address.kind))
		run_line(&request, network, relayed);
}
