#include "bot/command/command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/command/lesson.h"
#include "bot/match/match.h"
#include "bot/match/seating.h"
#include "bot/people/identity.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"
#include "bot/text/spelled.h"

enum { WORD_MOST = NETWORK_NICK - 1 }; /* bytes of a word; nicks are the longest */

/* Each in the file whose functions it names. */
static const struct command *const families[] = { seating_commands, playing_commands,
	consent_commands, rematch_commands, watching_commands, claim_commands, standing_commands,
	archive_commands, advice_commands, proving_commands, service_commands, lesson_commands,
	admin_commands };

const struct command *command_next(size_t *n)
{
	size_t place = (*n)++;
	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
		for (const struct command *command = families[i]; command->names != NULL; command++)
			if (place-- == 0)
				return command;
	return NULL;
}

bool command_among(const char *names, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = names; at != NULL && length > 0; at = strchr(at, ' ')) {
		at += *at == ' ';
		/* Every word said in a channel comes by here, and its first letter settles most. */
		if (*at == *word && strncmp(at, word, length) == 0 &&
			(at[length] == ' ' || at[length] == '\0'))
			return true;
	}
	return false;
}

static const struct command *find_named(const char *folded)
{
	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
		for (const struct command *command = families[i]; command->names != NULL; command++)
			if (command_among(command->names, folded))
				return command;
	return NULL;
}

const struct command *command_named(const char *word, bool admin)
{
	char folded[32];
	fold_word(word, folded, sizeof folded);
	size_t length = strlen(folded);
	const struct command *command = find_named(folded);
	if (command == NULL && length + 1 < sizeof folded) {
		/* Of French verbs in -er the imperative will do: joue, donne. */
		folded[length] = 'r';
		folded[length + 1] = '\0';
		command = find_named(folded);
	}
	return command != NULL && (admin || !(command->where & FOR_ADMINS)) ? command : NULL;
}

bool command_is_public(const char *word)
{
	const struct command *command = command_named(word, false);
	return command != NULL && (command->where & IN_CHANNEL);
}

const struct game *command_game(const char *word)
{
	char folded[32];
	fold_word(word, folded, sizeof folded);
	return game_named(folded);
}

int command_preset(const struct game *game, const char *word)
{
	char folded[32];
	fold_word(word, folded, sizeof folded);
	return game_preset(game, folded);
}

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* What follows the prefix, or the bot's nick and a colon or comma; NULL when neither is there. */
static const char *addressed(const struct lobby *lobby, struct network *network, const char *text)
{
	size_t prefix = strlen(lobby->house.prefix);
	text = skip_blanks(text);
	if (strncmp(text, lobby->house.prefix, prefix) == 0)
		return text + prefix;
	const char *self = network->driver->self(network);
	size_t length = strlen(self);
	if (strncasecmp(text, self, length) == 0 && (text[length] == ':' || text[length] == ','))
		return skip_blanks(text + length + 1);
	return NULL;
}

/* Whether text is a whole number from 1; a table's number or a card's place in the hand. */
bool command_number(const char *text, unsigned *number)
{
	unsigned value = 0;
	for (const char *at = text; *at != '\0'; at++) {
		if (!isdigit((unsigned char)*at) || at - text >= 9)
			return false;
		value = value * 10 + (unsigned)(*at - '0');
	}
	*number = value;
	return value > 0;
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

/* Runs a command where it may be given. */
static void run(struct request *request, const struct command *command)
{
	if (request->channel != NULL && request->sender->passes) {
		speech_tell(&request->lobby->speech, request->who, WORD_ONLY_INSIDE,
			ARGS(arg_text("channel", request->channel->name),
				arg_text("word", request->word)));
		return;
	}
	if (!(command->where & (request->channel != NULL ? IN_CHANNEL : IN_PRIVATE))) {
		struct network *network = request->who->network;
		speech_tell(&request->lobby->speech, request->who,
			request->channel != NULL ? WORD_ONLY_PRIVATE : WORD_ONLY_CHANNEL,
			ARGS(arg_text("word", request->word),
				arg_text("bot", network->driver->self(network))));
		return;
	}
	if ((command->where & SEATED) && request->who->second &&
		!tables_plays(&request->lobby->tables, request->who)) {
		seating_offer(request->lobby, request->who);
		return;
	}
	/* News are told under the names of who played: before anybody else takes a seat. */
	if (!(command->where & A_MOVE))
		speech_flush(&request->lobby->speech);
	request->command = command;
	unsigned writes = request->lobby->turn.writes;
	command->run(request);
	if (request->lobby->turn.writes > writes && (command->where & A_MOVE))
		guard_cheap(request->who->network->guard, request->sender);
}

/* In private a move alone will do, "9d m" or "3 m": what begins with a card is meant as one. */
static bool begins_move(const struct request *request, const char *word)
{
	unsigned place;
	card c;
	enum notation notation = words_notation(request->lobby->words, person_voice(request->who));
	return request->channel == NULL &&
		(command_number(word, &place) || (card_read(&word, notation, &c) && *word == '\0'));
}

/* Tells who asked for too much, once, before he is skipped in silence. */
static void warn(struct lobby *lobby, struct network *network, const struct sender *sender)
{
	struct person *person = identity_meet(&lobby->people, network, sender);
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

/* Whether somebody may have what they ask for now. */
static bool may(struct lobby *lobby, struct network *network, const struct sender *sender,
	const struct command *command)
{
	bool move = command == NULL || (command->where & A_MOVE);
	size_t owed = network->driver->owed(network, sender->key) / (move ? MOVE_PATIENCE : 1);
	enum limit_verdict verdict = guard_ask(network->guard, sender, owed, lobby_now(lobby));
	if (verdict == LIMIT_WARN)
		warn(lobby, network, sender);
	if (verdict == LIMIT_IGNORE)
		log_line(lobby->log, LOG_NOTE, network->name,
			"%s asks for too much: ignored for %u s", sender->mask,
			network->guard->rules.limit.ignore_seconds);
	return verdict == LIMIT_PASS;
}

enum { FIRST_WORD = 32 };

/* The first word of what is asked; false: it is longer than any that means something. */
static bool first_word(const char *asked, char word[FIRST_WORD])
{
	struct text text = text_in(word, FIRST_WORD);
	text_bytes(&text, asked, strcspn(asked, " \t"));
	return !text.cut;
}

/* Runs what is asked where the bot is heard; an unknown word gets help. */
static void answer(struct request *request, const struct command *command)
{
	struct speech *speech = &request->lobby->speech;
	if (request->channel != NULL && !request->channel->here)
		speech_tell(speech, request->who, WORD_CHANNEL_MUTE,
			ARGS(arg_text("channel", request->channel->name)));
	else if (command != NULL)
		run(request, command);
	else
		speech_tell(speech, request->who, WORD_UNKNOWN_COMMAND,
			ARGS(arg_text(
				"word", request->args > 0 ? request->arg[0] : request->word)));
}

/* Takes the words of what is asked apart, cards spelled out among them, and answers. */
static void read_words(struct request *request, const struct command *command, const char *asked)
{
	char word[FIRST_WORD];
	char spelled[SPELLED_TEXT];
	if ((command == NULL || (command->where & A_MOVE)) &&
		spelled_read(request->lobby->words, person_voice(request->who), asked, spelled))
		asked = spelled;
	bool whole = first_word(asked, word);
	request->word = word;
	if (command == NULL && whole && begins_move(request, word)) {
		command = command_named("play", request->admin);
		request->word = "p";
	} else if (command != NULL) {
		asked += strcspn(asked, " \t");
	}
	split(request, skip_blanks(asked));
	answer(request, command);
}

void command_obey(struct commands *commands, struct network *network, const struct sender *sender,
	const char *channel, const char *text)
{
	struct lobby *lobby = commands->lobby;
	const char *asked = addressed(lobby, network, text);
	if (asked == NULL && channel != NULL)
		return;
	asked = asked != NULL ? asked : skip_blanks(text);
	char word[FIRST_WORD];
	bool admin = guard_is_admin(network->guard, sender);
	const struct command *command = first_word(asked, word) ? command_named(word, admin) : NULL;
	if ((command == NULL && channel != NULL) ||
		(!admin && !may(lobby, network, sender, command)))
		return;
	struct request request = {
		.lobby = lobby, .commands = commands, .sender = sender, .admin = admin
	};
	request.who = identity_meet(&lobby->people, network, sender);
	request.channel = channel != NULL ? lobby_channel(lobby, network, channel) : NULL;
	if (request.who == NULL || (channel != NULL && request.channel == NULL))
		return;
	request.who->spoke = true;
	if (request.channel != NULL)
		request.who->around = &request.channel->terms.voice;
	lobby_asked(lobby, request.who);
	/* After a failed write tables may be half changed; all are told when the turn ends. */
	if (lobby->turn.error == STORE_OK)
		read_words(&request, command, asked);
}

void commands_close(struct commands *commands)
{
	lesson_close_all(commands);
}

/* Kinds of tables a command may mean, told apart by who gives it and where. */
enum kind {
	KIND_TURN,
	KIND_SEATED_OPEN,
	KIND_SEATED_HERE,
	KIND_SEATED,
	KIND_OFFERED,
	KIND_OPEN,
	KIND_LEFT,
	KIND_HERE,
	KIND_NONE
};

/* Which kinds each purpose looks for, one after the other, and what is said when there is none. */
static const struct purpose {
	uint8_t kinds[4];
	enum word none;
} purposes[] = {
	[TABLE_TURN] = { { KIND_TURN, KIND_SEATED_HERE, KIND_SEATED, KIND_NONE }, WORD_NOT_SEATED },
	[TABLE_SEATED_OPEN] = { { KIND_SEATED_OPEN, KIND_SEATED_HERE, KIND_SEATED, KIND_NONE },
		WORD_NOT_SEATED },
	[TABLE_SEATED] = { { KIND_SEATED_HERE, KIND_SEATED, KIND_NONE }, WORD_NOT_SEATED },
	[TABLE_OFFERED] = { { KIND_OFFERED, KIND_NONE }, WORD_NO_OFFER },
	[TABLE_OPEN] = { { KIND_OPEN, KIND_LEFT, KIND_NONE }, WORD_NO_OPEN_TABLE },
	[TABLE_SHOWN] = { { KIND_SEATED_HERE, KIND_HERE, KIND_NONE }, WORD_NO_TABLE },
};

static bool is_kind(const struct request *request, struct table *table, enum kind kind)
{
	if (table->channel->network != request->who->network)
		return false;
	unsigned seat = table_seat(table, request->who);
	bool here = request->channel == NULL || table->channel == request->channel;
	switch (kind) {
	case KIND_TURN:
		return seat != SEAT_NONE && table->running && table_state(table)->turn == seat;
	case KIND_SEATED_OPEN: return seat != SEAT_NONE && here && !table->running;
	case KIND_SEATED_HERE: return seat != SEAT_NONE && here;
	case KIND_SEATED: return seat != SEAT_NONE;
	case KIND_OFFERED:
		return table_offered(table, request->who, lobby_now(request->lobby)) != SEAT_NONE;
	case KIND_OPEN: return here && !table->running;
	case KIND_LEFT: return table->running && table_left(table, request->who) != SEAT_NONE;
	case KIND_HERE: return here;
	case KIND_NONE: break;
	}
	return false;
}

/* Finds the tables of one kind; returns their number, and the first of them. */
static unsigned find(const struct request *request, enum kind kind, struct table **first)
{
	unsigned count = 0;
	struct table *table;
	for (size_t n = 0; (table = tables_next(&request->lobby->tables, &n)) != NULL;)
		if (is_kind(request, table, kind) && count++ == 0)
			*first = table;
	return count;
}

/* Several tables are meant: asks for one by number, the first for instance. */
static void ask_which(const struct request *request, enum kind kind, const struct table *instance)
{
	struct string list = STRING_EMPTY;
	struct table *table;
	size_t n = 0;
	while (list.length < 100 && (table = tables_next(&request->lobby->tables, &n)) != NULL)
		if (is_kind(request, table, kind)) {
			string_add(&list, list.length > 0 ? ", #" : "#");
			string_number(&list, table->number);
		}
	speech_tell(&request->lobby->speech, request->who, WORD_WHICH_TABLE,
		ARGS(arg_text("tables", list.bytes), arg_text("word", request->word),
			arg_number("table", instance->number)));
	string_free(&list);
}

/* The table that #N names, NULL after saying what is wrong with it. */
static struct table *named_table(const struct request *request, enum table_for which)
{
	struct lobby *lobby = request->lobby;
	struct table *table =
		tables_numbered(&lobby->tables, request->who->network, request->number);
	if (table == NULL)
		speech_tell(&lobby->speech, request->who, WORD_NO_SUCH_TABLE,
			ARGS(arg_number("table", request->number)));
	else if (which > TABLE_SEATED || table_seat(table, request->who) != SEAT_NONE)
		return table;
	else
		speech_tell(&lobby->speech, request->who, WORD_NOT_SEATED, NO_ARGS);
	return NULL;
}

struct table *command_table(struct request *request, enum table_for which)
{
	struct table *table = NULL;
	enum kind several = KIND_NONE;
	if (request->number > 0)
		return named_table(request, which);
	for (const uint8_t *kind = purposes[which].kinds; *kind != KIND_NONE; kind++) {
		unsigned count = find(request, *kind, &table);
		if (count == 1)
			return table;
		if (count > 1)
			several = *kind;
	}
	if (several != KIND_NONE)
		ask_which(request, several, table);
	else
		speech_tell(&request->lobby->speech, request->who, purposes[which].none, NO_ARGS);
	return NULL;
}

void command_answer(const struct request *request, enum word word, const struct arg *args)
{
	if (request->channel != NULL)
		speech_channel(&request->lobby->speech, request->channel, word, args);
	else
		speech_tell(&request->lobby->speech, request->who, word, args);
}

struct listener command_listener(const struct request *request, const struct table *table)
{
	return request->channel == table->channel ? listener_channel(table->channel)
						  : listener_person(request->who);
}

struct voice command_voice(const struct request *request)
{
	return request->channel != NULL ? request->channel->terms.voice
					: person_voice(request->who);
}
