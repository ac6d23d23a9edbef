#include "bot/command/command.h"

#include <ctype.h>
#include <string.h>

#include "bot/match/exercise.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"

const struct game *command_find_game(const char *word)
{
	char folded[32];
	fold_word(word, folded, sizeof folded);
	return game_named(folded);
}

int command_find_level(const struct catalog *catalog, const char *word)
{
	int found = catalog_find_word(catalog, "level.", word);
	return found >= 0 ? found - MSG_LEVEL_EASY : -1;
}

bool command_names_robot(const struct request *request, const char *word)
{
	struct network *network = request->from.person->network;
	char folded[NETWORK_CHANNEL], self[NETWORK_CHANNEL];
	network->driver->fold(network, word, folded);
	network->driver->fold(network, network->driver->self(network), self);
	return command_find_level(request->lobby->catalog, word) >= 0 ||
		table_robot_level(NULL, word) >= 0 ||
		catalog_is_word(request->lobby->catalog, MSG_WORD_ROBOTS, word) ||
		strcmp(folded, self) == 0;
}

int command_find_preset(const struct game *game, const char *word)
{
	char folded[32];
	fold_word(word, folded, sizeof folded);
	return game_preset(game, folded);
}

const char *command_name(const struct command *command)
{
	return catalog_key(command->word) + strlen("command.");
}

bool command_has_word(const struct request *request, unsigned arg, enum message message)
{
	return arg < request->args &&
		catalog_is_word(request->lobby->catalog, message, request->arg[arg]);
}

int command_read_switch(const struct request *request)
{
	if (command_has_word(request, 0, MSG_VALUE_ON) ||
		command_has_word(request, 0, MSG_VALUE_YES))
		return 1;
	return command_has_word(request, 0, MSG_VALUE_OFF) ||
			command_has_word(request, 0, MSG_VALUE_NO)
		? 0
		: -1;
}

bool command_read_number(const char *text, unsigned *number)
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

bool command_is_card(const struct lobby *lobby, const struct person *person, const char *word)
{
	const struct move_words *words = catalog_move_words(lobby->catalog, person_locale(person));
	unsigned place;
	card c;
	char folded[COMMAND_WORD];
	const char *at = folded;
	fold_word(word, folded, sizeof folded);
	return command_read_number(word, &place) || (card_read(&at, words, &c) && *at == '\0');
}

void command_refuse(const struct request *request, enum refusal_reason why)
{
	request->lobby->activity.refused[why]++;
	if (request->from.reply->refuse != NULL)
		request->from.reply->refuse(&request->from);
}

void command_refuse_seat(const struct request *request, enum message why, const char *name)
{
	command_refuse(request, REFUSED_SEAT);
	command_tell(request, why, ARGS(arg_name("name", name)));
}

bool command_needs_pages(const struct request *request, const char *word)
{
	const struct catalog *catalog = request->lobby->catalog;
	unsigned hidden = request->hidden_flags;
	return request->commands->find(catalog, word, hidden) == NULL &&
		request->commands->find(catalog, word, hidden & ~(unsigned)NEEDS_PAGES) != NULL;
}

bool command_stop_exercise(const struct request *request)
{
	if (request->exercise == NULL)
		return false;
	command_tell(request, request->exercise->kind->stopped, NO_ARGS);
	exercise_stop(request->lobby, request->exercise);
	return true;
}

void command_tell(const struct request *request, enum message message, const struct arg *args)
{
	request->from.reply->tell(&request->from, NULL, message, args);
}

void command_tell_about(const struct request *request, struct table *table, enum message message,
	const struct arg *args)
{
	request->from.reply->tell(&request->from, table, message, args);
}

void command_tell_pages(const struct request *request, const struct string *text)
{
	const struct origin *from = &request->from;
	if (from->reply->pages != NULL)
		from->reply->pages(from, text);
	else
		from->reply->tell(from, NULL, MSG_PAGE, ARGS(arg_text("text", text->bytes)));
}

void command_send_file(const struct request *request, const char *name, const struct string *text)
{
	const struct origin *from = &request->from;
	if (from->reply->file == NULL || !from->reply->file(from, name, text))
		command_tell_pages(request, text);
}

/* Returns the hash of a text (FNV-1a). */
static uint64_t number_of(const char *text)
{
	uint64_t number = 0xcbf29ce484222325;
	for (; *text != '\0'; text++)
		number = (number ^ (unsigned char)*text) * 0x100000001b3;
	return number;
}

/*
 * True if an answer goes to the channel: the caller gave the command there, and the channel did not
 * have the same answer too often.
 */
static bool is_answer_public(
	const struct request *request, enum message message, const struct arg *args)
{
	struct string line = STRING_EMPTY;
	if (request->from.channel == NULL || request->question != NULL)
		return false;
	catalog_add(&line, request->lobby->catalog, request->from.channel->settings.locale, message,
		args);
	bool repeats = channel_check_repeat(
		request->from.channel, number_of(line.bytes), lobby_now(request->lobby));
	string_free(&line);
	return !repeats;
}

void command_answer(const struct request *request, enum message message, const struct arg *args)
{
	if (is_answer_public(request, message, args))
		speech_say_channel(&request->lobby->speech, request->from.channel, message, args);
	else if (request->from.surface != SURFACE_RELAY)
		command_tell(request, message, args);
}

struct listener command_listener(const struct request *request, const struct table *table)
{
	/*
	 * `what` depends on the number of moves: a command's answer counts as the same until the
	 * next move.
	 */
	uint64_t what = number_of(command_name(request->command)) ^
		((uint64_t)table->number << 32 | table->moves);
	bool aloud = request->from.channel == table->channel && request->question == NULL &&
		!channel_check_repeat(request->from.channel, what, lobby_now(request->lobby));
	return aloud || request->from.surface == SURFACE_RELAY
		? listener_channel(request->from.channel)
		: listener_person(request->from.person);
}

struct locale command_locale(const struct request *request)
{
	if (request->from.channel != NULL)
		return request->from.channel->settings.locale;
	return request->from.person != NULL ? person_locale(request->from.person)
					    : request->lobby->settings.usual.locale;
}
