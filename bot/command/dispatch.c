#include "bot/command/dispatch.h"

#include <string.h>

#include "bot/command/answer.h"
#include "bot/command/command_table.h"
#include "bot/command/invitation.h"
#include "bot/command/suggestion.h"
#include "bot/command/table_argument.h"
#include "bot/match/exercise.h"
#include "bot/match/seating.h"

/* maximum number of bytes of a word; nicks are the longest */
enum { WORD_MOST = NETWORK_NICK - 1 };

const char *dispatch_skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* Copies the first word of a text. Returns false and "" if it is too long for a command. */
static bool read_word(const char *asked, char word[COMMAND_WORD])
{
	struct text text = text_in(word, COMMAND_WORD);
	text_bytes(&text, asked, strcspn(asked, " \t"));
	if (text.cut)
		word[0] = '\0';
	return !text.cut;
}

/* Cuts a word that is too long, so that an answer with the word fits into one line. */
static void cut(char *word)
{
	size_t length = strnlen(word, WORD_MOST);
	if (word[length] == '\0')
		return;
	while (length > 0 && (word[length] & 0xc0) == 0x80)
		length--;
	word[length] = '\0';
}

static void split(struct request *request, const char *rest)
{
	text_copy(request->text, sizeof request->text, rest);
	request->rest = rest;
	char *save = NULL;
	for (char *word = strtok_r(request->text, " \t", &save); word != NULL;
		word = strtok_r(NULL, " \t", &save)) {
		if (request->number == 0 && word[0] == '#' &&
			command_read_number(word + 1, &request->number))
			continue;
		cut(word);
		if (request->args < COMMAND_ARGS)
			request->arg[request->args++] = word;
	}
}

/* Joins the words of names in the arguments, on networks whose names have blanks. */
static void join_names(struct request *request)
{
	const struct person *person = request->from.person;
	unsigned flags = request->command != NULL ? request->command->flags : 0;
	char words[COMMAND_TEXT], nick[NETWORK_NICK];
	struct text joined = text_in(words, sizeof words);
	char *name = request->names;
	if (!(flags & (TAKES_NAMES | TAKES_ONE_NAME)) || person == NULL ||
		person->network->driver->read_name == NULL)
		return;
	for (unsigned i = 0; i < request->args; i++) {
		text_add(&joined, i > 0 ? " " : "");
		text_add(&joined, request->arg[i]);
	}
	request->args = 0;
	for (const char *at = words; *at != '\0' && request->args < COMMAND_ARGS;) {
		struct text text =
			text_in(name, sizeof request->names - (size_t)(name - request->names));
		size_t length = person->network->driver->read_name(person->network, at, nick);
		if (length > 0) {
			text_add(&text, nick);
		} else {
			length = flags & TAKES_ONE_NAME ? strlen(at) : strcspn(at, " ");
			text_bytes(&text, at, length);
		}
		request->arg[request->args++] = name;
		name += text_length(&text) + !text.cut;
		at = dispatch_skip_blanks(at + length);
	}
}

/* Tells the caller to give the command in the channel. */
static void tell_channel(const struct request *request)
{
	const struct table *table =
		tables_find_elsewhere(&request->lobby->tables, request->from.person);
	command_tell(request, table != NULL ? MSG_ONLY_THERE : MSG_ONLY_CHANNEL,
		ARGS(arg_text("word", request->word),
			arg_text("channel", table != NULL ? channel_title(table->channel) : "")));
}

/* Returns true if the caller may give the command here. Otherwise tells them why not. */
static bool can_run(const struct request *request)
{
	const struct command *command = request->command;
	const struct origin *from = &request->from;
	if (!table_argument_works_private(request) &&
		!(command->flags & (from->channel != NULL ? IN_CHANNEL : IN_PRIVATE))) {
		struct network *network = from->person->network;
		if (from->channel == NULL)
			tell_channel(request);
		else
			command_tell(request,
				network->direct_rooms ? MSG_ONLY_PRIVATE_ROOM : MSG_ONLY_PRIVATE,
				ARGS(arg_text("word", request->word),
					arg_text("bot", network->driver->self(network))));
		return false;
	}
	if ((command->flags & FIRST_CONNECTION) && from->person->is_second_connection &&
		!tables_has_player(&request->lobby->tables, from->person)) {
		seating_offer_swap(request->lobby, from->person, from->sender);
		return false;
	}
	return true;
}

bool dispatch_run(struct request *request)
{
	const struct command *command = request->command;
	if (!can_run(request)) {
		command_refuse(request, REFUSED_PLACE);
		return false;
	}
	if (!table_argument_resolve(request)) {
		command_refuse(request, REFUSED_TABLE);
		return false;
	}
	unsigned writes = request->lobby->batch.writes;
	/* If the command answers a question, answer in the language of the question. */
	struct person *asker = request->question != NULL ? request->from.person : NULL;
	if (asker != NULL)
		asker->spoken = (uint8_t)(request->language + 1);
	command->run(request);
	if (asker != NULL)
		asker->spoken = 0;
	return request->lobby->batch.writes > writes && (command->flags & A_MOVE);
}

/*
 * True if a line is a move without a command: "9d m" or "3 m". In a channel, such a line counts as
 * a move only if the caller has a private table; the answer then names that table.
 */
static bool is_bare_move(const struct request *request, const char *word)
{
	const struct lobby *lobby = request->lobby;
	const struct person *person = request->from.person;
	return (request->from.channel == NULL ||
		       tables_find_private(&lobby->tables, person) != NULL) &&
		command_is_card(lobby, person, word);
}

bool dispatch_may_move(const struct command *command)
{
	return command == NULL || (command->flags & A_MOVE);
}

/* True if the caller holds cards somewhere, so that the name of a card may be a move. */
static bool has_cards(const struct request *request)
{
	struct table *table;
	unsigned seat;
	for (size_t n = 0; (table = tables_next_seat(&request->lobby->tables, request->from.person,
				    &n, &seat)) != NULL;)
		if (table->running)
			return true;
	return false;
}

/* Returns the message for a line that is neither a command nor a question. */
static enum message unknown_message(const struct request *request, const char *word)
{
	const struct command *hidden =
		command_table_find(request->lobby->catalog, word, FOR_ADMINS);
	bool plays =
		exercise_find(request->lobby, request->from.person) != NULL || has_cards(request);
	if (request->from.person->network->single && hidden != NULL)
		return MSG_UNKNOWN_HERE;
	/* For a sentence, do not name its first word as the unknown one. */
	if (request->args > 1)
		return plays ? MSG_UNKNOWN_SENTENCE : MSG_UNKNOWN_SENTENCE_NEW;
	return plays ? MSG_UNKNOWN_COMMAND : MSG_UNKNOWN_COMMAND_NEW;
}

static void tell_unknown(struct request *request)
{
	const char *word = request->args > 0 ? request->arg[0] : request->word;
	char meant[COMMAND_WORD + 1];
	struct text text = text_in(meant, sizeof meant);
	bool known = suggestion_add_command(
		request->lobby, request->from.person, word, request->hidden_flags, &text);
	enum message unknown = unknown_message(request, word);
	command_refuse(request, REFUSED_UNKNOWN);
	if (command_needs_pages(request, word)) {
		command_tell(request, MSG_UNKNOWN_SEAT, NO_ARGS);
		return;
	}
	command_tell(request, known && unknown != MSG_UNKNOWN_HERE ? MSG_MEANT : unknown,
		ARGS(arg_text("word", word), arg_text("meant", meant)));
}

void dispatch_answer_unknown(struct request *request)
{
	struct person *person = request->from.person;
	person->spoken = (uint8_t)(request->language + 1);
	if (request->question != NULL)
		answer_question(request);
	else
		tell_unknown(request);
	person->spoken = 0;
}

/* Treats a command's name with one wrong letter as that command, unless a sentence follows. */
static void correct(struct request *request)
{
	if (request->command != NULL || request->args == 0 || request->from.person == NULL)
		return;
	request->command =
		suggestion_find_mistyped(request->lobby, request->arg[0], request->hidden_flags);
	if (request->command == NULL)
		return;
	request->rest = dispatch_skip_blanks(request->rest + strcspn(request->rest, " \t"));
	memmove(request->arg, request->arg + 1, --request->args * sizeof *request->arg);
}

/*
 * Notes the language of a command that a person types alone in private, if its word is of one
 * language only. English words tell nothing, because the texts of all languages contain them: such
 * a word makes the language unknown again.
 */
static void note_language(const struct request *request)
{
	struct person *person = request->from.person;
	const struct command *command = request->command;
	if (command == NULL || person == NULL || person->network->single ||
		request->from.surface != SURFACE_CHAT || request->from.channel != NULL ||
		request->args > 0 || request->question != NULL || (command->flags & A_MOVE))
		return;
	int language = catalog_word_language(request->lobby->catalog, command->word, request->word);
	if (language >= 0)
		person->typed = (uint8_t)(language > 0 ? language + 1 : 0);
}

void dispatch_find(struct request *request, struct commands *commands,
	const struct network *network, const struct origin *origin, const char *asked)
{
	*request = (struct request){ .lobby = commands->lobby,
		.commands = commands,
		.from = *origin,
		.hidden_flags = command_table_hidden_flags(network, origin->admin),
		.said = dispatch_skip_blanks(asked) };
	if (read_word(request->said, request->word))
		request->command = command_table_find(
			request->lobby->catalog, request->word, request->hidden_flags);
}

void dispatch_read(struct request *request)
{
	const struct catalog *catalog = request->lobby->catalog;
	const struct person *person = request->from.person;
	const char *asked = request->said;
	if (dispatch_may_move(request->command) &&
		cardtext_read(catalog, person_locale(person), asked, request->spelled))
		asked = request->spelled;
	bool whole = read_word(asked, request->word);
	if (request->command == NULL && whole && is_bare_move(request, request->word)) {
		request->command = command_table_find(catalog, "play", request->hidden_flags);
		read_word("p", request->word);
	} else if (request->command != NULL) {
		asked += strcspn(asked, " \t");
	}
	split(request, dispatch_skip_blanks(asked));
	correct(request);
	answer_read(request);
	note_language(request);
	join_names(request);
	if (request->command != NULL)
		request->commands->command_counts[command_table_index(request->command)]++;
}

void dispatch_close(struct commands *commands)
{
	if (commands->lobby != NULL) /* NULL: the database could not be opened */
		exercise_close_all(commands->lobby);
	invitations_free(commands);
}
