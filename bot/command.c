#include "bot/command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>

#include "bot/command/admin.h"
#include "bot/identity.h"
#include "bot/match.h"
#include "bot/speech.h"
#include "bot/spelled.h"

enum { WORD_MOST = NETWORK_NICK - 1 }; /* bytes of a word; nicks are the longest */

const struct command commands[] = {
	{ "new nouvelle", IN_CHANNEL | SEATED, WORD_HELP_NEW, command_new },
	{ "join joindre", ANYWHERE | SEATED, WORD_HELP_JOIN, command_join },
	{ "bot robot", IN_CHANNEL | SEATED, WORD_HELP_BOT, command_bot },
	{ "start commencer", IN_CHANNEL | SEATED, WORD_HELP_START, command_start },
	{ "play p jouer j", ANYWHERE | A_MOVE | SEATED, WORD_HELP_PLAY, command_play },
	{ "hand main", ANYWHERE | SEATED, WORD_HELP_HAND, command_hand },
	{ "table", ANYWHERE, WORD_HELP_TABLE, command_show },
	{ "score pointage", ANYWHERE, WORD_HELP_SCORE, command_score },
	{ "tables", ANYWHERE, WORD_HELP_TABLES, command_tables },
	{ "leave quitter", ANYWHERE | SEATED, WORD_HELP_LEAVE, command_leave },
	{ "sub remplacer", IN_CHANNEL | SEATED, WORD_HELP_SUB, command_sub },
	{ "accept accepter", ANYWHERE | SEATED, WORD_HELP_ACCEPT, command_accept },
	{ "decline refuser", ANYWHERE | SEATED, WORD_HELP_DECLINE, command_decline },
	{ "stop arreter", IN_CHANNEL | SEATED, WORD_HELP_STOP, command_stop },
	{ "again encore", IN_CHANNEL | SEATED, WORD_HELP_AGAIN, command_again },
	{ "notify avertir", ANYWHERE | SEATED, WORD_HELP_NOTIFY, command_notify },
	{ "watch suivre", ANYWHERE, WORD_HELP_WATCH, command_watch },
	{ "unwatch lacher", ANYWHERE, WORD_HELP_UNWATCH, command_unwatch },
	{ "swap reprendre", ANYWHERE, WORD_HELP_SWAP, command_swap },
	{ "claim reclamer", ANYWHERE, WORD_HELP_CLAIM, command_claim },
	{ "give donner", IN_PRIVATE | A_MOVE | SEATED, WORD_HELP_GIVE, command_move },
	{ "place placer", ANYWHERE | A_MOVE | SEATED, WORD_HELP_PLACE, command_move },
	{ "discard ecarter", ANYWHERE | A_MOVE | SEATED, WORD_HELP_DISCARD, command_move },
	{ "draw piger", ANYWHERE | A_MOVE | SEATED, WORD_HELP_DRAW, command_move },
	{ "take prendre", ANYWHERE | A_MOVE | SEATED, WORD_HELP_TAKE, command_move },
	{ "foreplace reserver", IN_PRIVATE | A_MOVE | SEATED, WORD_HELP_FOREPLACE, command_move },
	{ "keep garder", ANYWHERE | A_MOVE | SEATED, WORD_HELP_KEEP, command_move },
	{ "top palmares", ANYWHERE, WORD_HELP_TOP, command_top },
	{ "rank rang", ANYWHERE, WORD_HELP_RANK, command_rank },
	{ "stats", ANYWHERE, WORD_HELP_STATS, command_stats },
	{ "history historique", ANYWHERE, WORD_HELP_HISTORY, command_history },
	{ "match partie", ANYWHERE, WORD_HELP_MATCH, command_match },
	{ "review analyse", ANYWHERE, WORD_HELP_REVIEW, command_review },
	{ "hint indice", ANYWHERE, WORD_HELP_HINT, command_hint },
	{ "nonce", ANYWHERE, WORD_HELP_NONCE, command_nonce },
	{ "verify verifier", ANYWHERE, WORD_HELP_VERIFY, command_verify },
	{ "replay revoir", ANYWHERE, WORD_HELP_REPLAY, command_replay },
	{ "export exporter", ANYWHERE, WORD_HELP_EXPORT, command_export },
	{ "more suite", ANYWHERE, WORD_HELP_MORE, command_more },
	{ "rules regles regle", ANYWHERE, WORD_HELP_RULES, command_rules },
	{ "tutorial tutoriel", ANYWHERE, WORD_HELP_TUTORIAL, command_tutorial },
	{ "set regler", ANYWHERE | SEATED, WORD_HELP_SET, command_set },
	{ "forget oublier oublie-moi oubliez-moi", ANYWHERE | SEATED, WORD_HELP_FORGET,
		command_forget },
	{ "ping", ANYWHERE, WORD_HELP_PING, command_ping },
	{ "help aide", ANYWHERE, WORD_HELP_HELP, command_help },
	{ "about apropos", ANYWHERE, WORD_HELP_ABOUT, command_about },
	{ "admin", IN_PRIVATE | FOR_ADMINS, WORD_HELP_ADMIN, command_admin },
	{ NULL, 0, WORD_OK, NULL },
};

void command_fold(const char *word, char *folded, size_t size)
{
	struct text text = text_in(folded, size);
	utf8proc_uint8_t *plain = NULL;
	const char *at = word;
	for (; isascii((unsigned char)*at) && *at != '\0'; at++)
		text_char(&text, (char)tolower((unsigned char)*at));
	if (*at == '\0')
		return;
	text = text_in(folded, size);
	utf8proc_map((const utf8proc_uint8_t *)word, 0, &plain,
		UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
			UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
	if (plain != NULL)
		text_add(&text, (const char *)plain);
	free(plain);
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
	for (const struct command *command = commands; command->names != NULL; command++)
		if (command_among(command->names, folded))
			return command;
	return NULL;
}

const struct command *command_named(const char *word, bool admin)
{
	char folded[32];
	command_fold(word, folded, sizeof folded);
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

const struct game *command_game(const char *word)
{
	char folded[32];
	command_fold(word, folded, sizeof folded);
	return game_named(folded);
}

int command_preset(const struct game *game, const char *word)
{
	char folded[32];
	command_fold(word, folded, sizeof folded);
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
		speech_tell(request->lobby, request->who, WORD_ONLY_INSIDE,
			ARGS(arg_text("channel", request->channel->name),
				arg_text("word", request->word)));
		return;
	}
	if (!(command->where & (request->channel != NULL ? IN_CHANNEL : IN_PRIVATE))) {
		struct network *network = request->who->network;
		speech_tell(request->lobby, request->who,
			request->channel != NULL ? WORD_ONLY_PRIVATE : WORD_ONLY_CHANNEL,
			ARGS(arg_text("word", request->word),
				arg_text("bot", network->driver->self(network))));
		return;
	}
	if ((command->where & SEATED) && request->who->second &&
		!identity_seated(request->lobby, request->who)) {
		identity_offer(request->lobby, request->who);
		return;
	}
	/* News are told under the names of who played: before anybody else takes a seat. */
	if (!(command->where & A_MOVE))
		speech_flush(request->lobby);
	request->command = command;
	bool before = request->lobby->changed;
	request->lobby->changed = false;
	command->run(request);
	if (request->lobby->changed && (command->where & A_MOVE))
		guard_cheap(request->who->network->guard, request->sender);
	request->lobby->changed = request->lobby->changed || before;
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
	struct person *person = identity_meet(lobby, network, sender);
	if (person == NULL)
		return;
	lobby_asked(lobby, person);
	speech_tell(lobby, person, WORD_TOO_MUCH, NO_ARGS);
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

void command_obey(struct lobby *lobby, struct network *network, const struct sender *sender,
	const char *channel, const char *text)
{
	const char *asked = addressed(lobby, network, text);
	if (asked == NULL && channel != NULL)
		return;
	asked = asked != NULL ? asked : skip_blanks(text);
	char word[FIRST_WORD];
	bool whole = first_word(asked, word);
	bool admin = guard_is_admin(network->guard, sender);
	const struct command *command = whole ? command_named(word, admin) : NULL;
	if ((command == NULL && channel != NULL) ||
		(!admin && !may(lobby, network, sender, command)))
		return;
	struct request request = { .lobby = lobby, .sender = sender, .admin = admin };
	request.who = identity_meet(lobby, network, sender);
	request.channel = channel != NULL ? lobby_channel(lobby, network, channel) : NULL;
	if (request.who == NULL || (channel != NULL && request.channel == NULL))
		return;
	request.who->spoke = true;
	if (request.channel != NULL)
		request.who->around = &request.channel->terms.voice;
	lobby_asked(lobby, request.who);
	char spelled[SPELLED_TEXT];
	if ((command == NULL || (command->where & A_MOVE)) &&
		spelled_read(lobby->words, person_voice(request.who), asked, spelled)) {
		asked = spelled;
		whole = first_word(asked, word);
	}
	request.word = word;
	if (command == NULL && whole && begins_move(&request, word)) {
		command = command_named("play", admin);
		request.word = "p";
	} else if (command != NULL) {
		asked += strcspn(asked, " \t");
	}
	split(&request, skip_blanks(asked));
	if (request.channel != NULL && !request.channel->here)
		speech_tell(lobby, request.who, WORD_CHANNEL_MUTE,
			ARGS(arg_text("channel", request.channel->name)));
	else if (command != NULL)
		run(&request, command);
	else
		speech_tell(lobby, request.who, WORD_UNKNOWN_COMMAND,
			ARGS(arg_text("word", request.args > 0 ? request.arg[0] : word)));
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
	if (table->closed || table->channel->network != request->who->network)
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
	for (size_t i = 0; i < request->lobby->tables; i++)
		if (is_kind(request, request->lobby->table[i], kind) && count++ == 0)
			*first = request->lobby->table[i];
	return count;
}

/* Several tables are meant: asks for one by number, the first for instance. */
static void ask_which(const struct request *request, enum kind kind, const struct table *instance)
{
	struct string list = STRING_EMPTY;
	for (size_t i = 0; i < request->lobby->tables && list.length < 100; i++)
		if (is_kind(request, request->lobby->table[i], kind)) {
			string_add(&list, list.length > 0 ? ", #" : "#");
			string_number(&list, request->lobby->table[i]->number);
		}
	speech_tell(request->lobby, request->who, WORD_WHICH_TABLE,
		ARGS(arg_text("tables", list.bytes), arg_text("word", request->word),
			arg_number("table", instance->number)));
	string_free(&list);
}

/* The table that #N names, NULL after saying what is wrong with it. */
static struct table *named_table(const struct request *request, enum table_for which)
{
	struct lobby *lobby = request->lobby;
	struct table *table = lobby_table(lobby, request->who->network, request->number);
	if (table == NULL)
		speech_tell(lobby, request->who, WORD_NO_SUCH_TABLE,
			ARGS(arg_number("table", request->number)));
	else if (which > TABLE_SEATED || table_seat(table, request->who) != SEAT_NONE)
		return table;
	else
		speech_tell(lobby, request->who, WORD_NOT_SEATED, NO_ARGS);
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
		speech_tell(request->lobby, request->who, purposes[which].none, NO_ARGS);
	return NULL;
}

void command_answer(const struct request *request, enum word word, const struct arg *args)
{
	if (request->channel != NULL)
		speech_channel(request->lobby, request->channel, word, args);
	else
		speech_tell(request->lobby, request->who, word, args);
}

struct voice command_voice(const struct request *request)
{
	return request->channel != NULL ? request->channel->terms.voice
					: person_voice(request->who);
}
