#include "bot/command/dispatch.h"

#include <string.h>
#include <strings.h>

#include "bot/command/families.h"
#include "bot/command/invitation.h"
#include "bot/command/locate.h"
#include "bot/command/meant.h"
#include "bot/command/tutorial.h"
#include "bot/match/seating.h"
#include "bot/people/identity.h"
#include "bot/talk/speech.h"
#include "bot/text/cardtext.h"

enum { WORD_MOST = NETWORK_NICK - 1 }; /* bytes of a word; nicks are the longest */
enum { FIRST_WORD = 32 };

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* The prefix in a channel, or with NULL in private, where it is that of the channel they are of. */
static const char *prefix_of(const struct lobby *lobby, const struct network *network,
	const struct sender *sender, const struct channel *channel)
{
	const struct person *person = people_at(&lobby->people, network, sender->key);
	const struct locale *locale = &network->access->locale;
	if (channel != NULL)
		locale = &channel->settings.locale;
	else if (person != NULL)
		locale = person->around;
	return settings_prefix(&lobby->settings, locale);
}

/* Returns what follows the bot's nick: `bot: hand`, `bot, hand`, `@bot hand`; NULL: other text. */
static const char *behind_nick(struct network *network, const char *text)
{
	const char *self = network->driver->self(network);
	bool at = *text == '@';
	if (strncasecmp(text + at, self, strlen(self)) != 0)
		return NULL;
	const char *end = text + at + strlen(self);
	if (*end == ':' || *end == ',')
		return end + 1;
	return at && (*end == ' ' || *end == '\t') ? end : NULL;
}

/* Returns what follows the bot's nick, the prefix or both; NULL when neither is there. */
static const char *addressed(const char *prefix, struct network *network, const char *text)
{
	text = skip_blanks(text);
	const char *named = behind_nick(network, text);
	text = named != NULL ? skip_blanks(named) : text;
	if (strncmp(text, prefix, strlen(prefix)) == 0)
		return skip_blanks(text + strlen(prefix));
	return named != NULL ? text : NULL;
}

/*
 * Returns the text that a bridge passes on, and the person's name: `<luc> !new`, also behind a mark
 * such as `[discord]`. NULL: other text.
 */
static const char *behind_name(const char *text, char name[FIRST_WORD])
{
	struct text copy = text_in(name, FIRST_WORD);
	text = skip_blanks(text);
	if (*text == '[')
		text = skip_blanks(text + strcspn(text, "]") + (strchr(text, ']') != NULL));
	size_t length = *text == '<' ? strcspn(text, ">") : 0;
	if (length < 2 || text[length] != '>')
		return NULL;
	text_bytes(&copy, text + 1, length - 1);
	return copy.cut ? NULL : text + length + 1;
}

/* Finds out whether a line in a channel comes through a relay, and the person's name there. */
static const char *through_relay(
	const struct sender *sender, const char **text, char name[FIRST_WORD])
{
	const char *theirs = behind_name(*text, name);
	if (theirs == NULL)
		return sender->relayed ? sender->nick : NULL;
	*text = theirs;
	return name;
}

/* Cuts a word longer than any that means something: answers that repeat it stay one line. */
static void cut(char *word)
{
	size_t length = strnlen(word, WORD_MOST);
	if (word[length] == '\0')
		return;
	while (length > 0 && (word[length] & 0xc0) == 0x80)
		length--;
	word[length] = '\0';
}

/* Fills rest, args and the table's number from what follows the command word. */
static void split(struct request *request, const char *rest)
{
	struct text text = text_in(request->text, sizeof request->text);
	text_add(&text, rest);
	request->rest = rest;
	char *save = NULL;
	for (char *word = strtok_r(request->text, " \t", &save); word != NULL;
		word = strtok_r(NULL, " \t", &save)) {
		if (request->number == 0 && word[0] == '#' &&
			command_number(word + 1, &request->number))
			continue;
		cut(word);
		if (request->args < COMMAND_ARGS)
			request->arg[request->args++] = word;
	}
}

/* Tells people behind a relay, by the channel, which commands work for them. */
static void tell_relayed(const struct request *request)
{
	struct lobby *lobby = request->lobby;
	if (!channel_repeats(request->channel, WORD_RELAY_ONLY, lobby_now(lobby)))
		speech_channel(&lobby->speech, request->channel, WORD_RELAY_ONLY,
			ARGS(arg_text("name", request->relayed)));
}

/* True if the caller may give the command, and here; else says why not. */
static bool may_run(const struct request *request)
{
	const struct command *command = request->command;
	if (request->relayed != NULL) {
		if (!(command->where & ALOUD))
			tell_relayed(request);
		return command->where & ALOUD;
	}
	if (request->channel != NULL && request->sender->passes) {
		speech_tell(&request->lobby->speech, request->who, WORD_ONLY_INSIDE,
			ARGS(arg_text("channel", request->channel->name),
				arg_text("word", request->word)));
		return false;
	}
	if (!locate_works_alone(request) &&
		!(command->where & (request->channel != NULL ? IN_CHANNEL : IN_PRIVATE))) {
		struct network *network = request->who->network;
		speech_tell(&request->lobby->speech, request->who,
			request->channel != NULL ? WORD_ONLY_PRIVATE : WORD_ONLY_CHANNEL,
			ARGS(arg_text("word", request->word),
				arg_text("bot", network->driver->self(network))));
		return false;
	}
	if ((command->where & SEATED) && request->who->second &&
		!tables_plays(&request->lobby->tables, request->who)) {
		seating_offer(request->lobby, request->who, request->sender);
		return false;
	}
	return true;
}

/* Runs the command where it may be given, once its table is found. */
static void run(struct request *request)
{
	const struct command *command = request->command;
	request->commands->given[families_place(command)]++;
	if (!may_run(request)) {
		command_refused(request, REFUSED_PLACE);
		return;
	}
	if (!locate_meant(request)) {
		command_refused(request, REFUSED_TABLE);
		return;
	}
	unsigned writes = request->lobby->batch.writes;
	command->run(request);
	if (request->lobby->batch.writes > writes && (command->where & A_MOVE))
		access_cheap(request->who->network->access, request->sender);
}

/* In private a move alone will do, "9d m" or "3 m": what begins with a card is meant as one. */
static bool begins_move(const struct request *request, const char *word)
{
	unsigned place;
	card c;
	enum notation notation =
		catalog_notation(request->lobby->catalog, person_locale(request->who));
	return request->channel == NULL &&
		(command_number(word, &place) || (card_read(&word, notation, &c) && *word == '\0'));
}

/* True if a line that begins with that command, NULL for none, may make a move. */
static bool may_be_move(const struct command *command)
{
	return command == NULL || (command->where & A_MOVE);
}

/* Tells who asked for too much, once, before they are skipped in silence. */
static void warn(struct lobby *lobby, struct network *network, const struct sender *sender)
{
	struct person *person = identity_resolve(&lobby->people, network, sender);
	if (person == NULL)
		return;
	lobby_asked(lobby, person);
	speech_tell(&lobby->speech, person, WORD_TOO_MUCH, NO_ARGS);
}

/*
 * A move, and what may be one, waits for a fourth of what other things wait for: who has that much
 * to read is answered nothing more, and no hand is lost among it.
 */
enum { MOVE_PATIENCE = 4 };

/* True if somebody may have what they ask for now. */
static bool may(struct lobby *lobby, struct network *network, const struct sender *sender,
	const struct command *command)
{
	size_t patience = may_be_move(command) ? MOVE_PATIENCE : 1;
	size_t owed = network->driver->owed(network, sender->key) / patience;
	enum ratelimit_verdict verdict =
		access_ask(network->access, sender, owed, lobby_now(lobby));
	lobby->activity.refused[REFUSED_RATE] += verdict != RATELIMIT_PASS;
	if (verdict == RATELIMIT_WARN)
		warn(lobby, network, sender);
	if (verdict == RATELIMIT_IGNORE)
		log_network(lobby->log, LOG_NOTE, network->name,
			"%s asks for too much: ignored for %u s", sender->mask,
			network->access->rules.limit.ignore_seconds);
	return verdict == RATELIMIT_PASS;
}

/* The first word of what is asked; false: it is longer than any that means something. */
static bool first_word(const char *asked, char word[FIRST_WORD])
{
	struct text text = text_in(word, FIRST_WORD);
	text_bytes(&text, asked, strcspn(asked, " \t"));
	return !text.cut;
}

/* Tells who gave an unknown command what they meant, as far as that can be told. */
static void tell_unknown(const struct request *request)
{
	const char *word = request->args > 0 ? request->arg[0] : request->word;
	char meant[FIRST_WORD + 1];
	struct text text = text_in(meant, sizeof meant);
	bool known = meant_command(request->lobby, request->who, word, request->hidden, &text);
	command_refused(request, REFUSED_UNKNOWN);
	speech_tell(&request->lobby->speech, request->who,
		known ? WORD_MEANT : WORD_UNKNOWN_COMMAND,
		ARGS(arg_text("word", word), arg_text("meant", meant)));
}

/* Runs what is asked where the bot is heard; an unknown word gets help. */
static void answer(struct request *request)
{
	struct speech *speech = &request->lobby->speech;
	struct access *access = request->who->network->access;
	if (request->command != NULL)
		access_meant(access, request->sender);
	if (request->channel != NULL && !request->channel->here)
		speech_tell(speech, request->who, WORD_CHANNEL_MUTE,
			ARGS(arg_text("channel", request->channel->name)));
	else if (request->command != NULL)
		run(request);
	else if (request->args > 0 &&
		access_strange(access, request->sender, lobby_now(request->lobby)))
		tell_unknown(request);
}

/* Tells a person in the channel, once, that their first command was answered in private. */
static void hint(struct request *request)
{
	const struct lobby *lobby = request->lobby;
	struct person *who = request->who;
	uint64_t here = channels_bit(&lobby->channels, request->channel);
	if (!lobby->settings.hints || !request->channel->here || who->hinted & here ||
		request->sender->passes || !speech_was_aside(&lobby->speech) ||
		channel_repeats(request->channel, WORD_CHANNEL_HINT, lobby_now(lobby)))
		return;
	who->hinted |= here;
	speech_channel(&request->lobby->speech, request->channel, WORD_CHANNEL_HINT,
		ARGS(arg_name("name", who->name),
			arg_text("bot", who->network->driver->self(who->network))));
}

/* Takes the words of what is asked apart, cards spelled out among them, and answers. */
static void read_words(struct request *request, const char *asked)
{
	char word[FIRST_WORD];
	char spelled[CARDTEXT_TEXT];
	if (may_be_move(request->command) &&
		cardtext_read(request->lobby->catalog, person_locale(request->who), asked, spelled))
		asked = spelled;
	bool whole = first_word(asked, word);
	request->word = word;
	if (request->command == NULL && whole && begins_move(request, word)) {
		request->command = families_find("play", request->hidden);
		request->word = "p";
	} else if (request->command != NULL) {
		asked += strcspn(asked, " \t");
	}
	split(request, skip_blanks(asked));
	struct channel *channel = request->channel;
	speech_listen(&request->lobby->speech, request->who);
	if (request->relayed != NULL)
		speech_relay(&request->lobby->speech, channel);
	answer(request);
	/* Some commands go on elsewhere. */
	request->channel = channel;
	if (channel != NULL)
		hint(request);
	speech_listen(&request->lobby->speech, NULL);
}

/* True if somebody has a seat at a table of a channel. */
static bool plays_in(
	const struct lobby *lobby, const struct person *person, const struct channel *channel)
{
	struct table *table;
	unsigned seat;
	size_t n = 0;
	while ((table = tables_next_seat(&lobby->tables, person, &n, &seat)) != NULL)
		if (table->channel == channel)
			return true;
	return false;
}

/* True if a word that is no command was meant as one: by who plays in the channel, as others may
 * speak to other programs there. */
static bool is_slip(const struct lobby *lobby, const struct network *network,
	const struct sender *sender, const struct channel *channel, const char *word)
{
	const struct person *person = people_at(&lobby->people, network, sender->key);
	char meant[FIRST_WORD + 1];
	struct text text = text_in(meant, sizeof meant);
	return person != NULL && plays_in(lobby, person, channel) &&
		meant_command(lobby, person, word, families_hidden(network, false), &text);
}

void dispatch_line(struct commands *commands, struct network *network, const struct sender *sender,
	const char *channel, const char *text)
{
	struct lobby *lobby = commands->lobby;
	struct channel *place = channel != NULL ? lobby_channel(lobby, network, channel) : NULL;
	if (channel != NULL && place == NULL)
		return;
	char name[FIRST_WORD];
	const char *relayed = channel != NULL ? through_relay(sender, &text, name) : NULL;
	const char *asked = addressed(prefix_of(lobby, network, sender, place), network, text);
	if (asked == NULL && channel != NULL)
		return;
	asked = asked != NULL ? asked : skip_blanks(text);
	char word[FIRST_WORD];
	bool admin = access_is_admin(network->access, sender);
	unsigned hidden = families_hidden(network, admin);
	bool whole = first_word(asked, word);
	const struct command *command = whole ? families_find(word, hidden) : NULL;
	if (command == NULL && place != NULL &&
		!(whole && is_slip(lobby, network, sender, place, word)))
		return;
	if (!admin && !may(lobby, network, sender, command))
		return;
	struct request request = {
		.lobby = lobby,
		.commands = commands,
		.command = command,
		.sender = sender,
		.hidden = hidden,
		.relayed = relayed,
	};
	request.who = identity_resolve(&lobby->people, network, sender);
	request.channel = place;
	if (request.who == NULL) {
		log_network(lobby->log, LOG_ERROR, network->name,
			"out of memory: a line from %s is lost", sender->nick);
		return;
	}
	request.who->spoke = true;
	if (request.channel != NULL)
		request.who->around = &request.channel->settings.locale;
	lobby_asked(lobby, request.who);
	/* After a failed write tables may be half changed; all are told when the batch ends. */
	if (lobby->batch.error == STORE_OK)
		read_words(&request, asked);
}

void dispatch_order(
	struct commands *commands, const char *from, const char *order, struct answers *answers)
{
	const struct sender sender = { .mask = from };
	struct request request = {
		.lobby = commands->lobby,
		.commands = commands,
		.command = families_find("admin", 0),
		.sender = &sender,
		.answers = answers,
	};
	commands->given[families_place(request.command)]++;
	split(&request, skip_blanks(order));
	request.command->run(&request);
}

void dispatch_close(struct commands *commands)
{
	tutorial_close_all(commands);
	invitations_free(commands);
}
