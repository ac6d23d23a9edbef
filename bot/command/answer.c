#include "bot/command/answer.h"

#include <string.h>

#include "bot/command/suggestion.h"
#include "bot/command/tutorial.h"
#include "bot/match/seating.h"
#include "bot/talk/board.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"
#include "bot/text/question.h"
#include "bot/text/rulestext.h"
#include "engine/mitaines.h"

enum { NAMES_MOST = 3, KEY = 64 };

/* The caller's part at a table. */
struct situation {
	struct table *table; /* the caller's table; else another table here, or NULL */
	/* names of the situation in message keys, the most specific first */
	const char *names[NAMES_MOST];
};

/* True if the words after a command's name form a sentence. */
static bool is_sentence(const struct request *request)
{
	bool glued = false;
	if (request->args < 2 || (request->command->flags & (TAKES_ANY_WORDS | FOR_ADMINS)))
		return false;
	for (unsigned i = 0; i < request->args; i++) {
		char folded[COMMAND_WORD];
		if (command_is_card(request->lobby, request->from.person, request->arg[i]))
			return false;
		/* A word like "the" makes the words a sentence. */
		fold_word(request->arg[i], folded, sizeof folded);
		glued |= catalog_lists_word(request->lobby->catalog, MSG_SPOKEN_GLUE, folded);
	}
	return glued;
}

/* True if a word is a command that is hidden from the caller. */
static bool is_hidden(const struct request *request, const char *word)
{
	return request->commands->find(word, 0) != NULL &&
		request->commands->find(word, request->hidden_flags) == NULL;
}

void answer_read(struct request *request)
{
	char folded[COMMAND_WORD];
	fold_word(request->args > 0 ? request->arg[0] : "", folded, sizeof folded);
	request->language = -1;
	/* A line that begins with a card is a move, even if it is mistyped. */
	if (suggestion_is_card_word(request->lobby->catalog, folded))
		return;
	if (request->from.person == NULL || request->from.surface != SURFACE_CHAT ||
		(request->command != NULL && !is_sentence(request)) ||
		is_hidden(request, request->word))
		return;
	struct question found = question_read(request->lobby->catalog, request->said);
	request->language = found.language;
	request->question = found.intent;
	if (found.intent != NULL)
		request->command = NULL;
}

/*
 * Returns a table at which the caller has a seat, or NULL: one where they have the turn if there is
 * one, then one of this channel.
 */
static struct table *own_table(const struct request *request, unsigned *seat)
{
	struct table *table;
	struct table *found = NULL;
	unsigned best = 0;
	unsigned place;
	for (size_t n = 0; (table = tables_next_seat(&request->lobby->tables, request->from.person,
				    &n, &place)) != NULL;) {
		unsigned rank = table->channel == request->from.channel ? 2 : 1;
		if (table->running && table_state(table)->turn == place)
			rank += 2;
		if (rank <= best)
			continue;
		best = rank;
		found = table;
		*seat = place;
	}
	return found;
}

/*
 * True if the caller may know of a table in this channel. In private: of a table in any channel
 * where the caller is.
 */
static bool is_here(const struct request *request, const struct table *table)
{
	const struct channel *channel = request->from.channel;
	const struct person *person = request->from.person;
	if (table->channel->network != person->network || table_is_private(table) ||
		!table_is_visible_to(table, person, channel))
		return false;
	return channel != NULL ? table->channel == channel
			       : person_is_in_channel(person, table->channel->name);
}

/* Returns a table here with a free seat, else a table here with a running match, else NULL. */
static struct table *other_table(const struct request *request)
{
	struct table *table;
	struct table *running = NULL;
	for (size_t n = 0; (table = tables_next(&request->lobby->tables, &n)) != NULL;) {
		if (!is_here(request, table))
			continue;
		if (!table->running && table->seats_taken < table_most_players(table))
			return table;
		if (table->running)
			running = table;
	}
	return running;
}

static struct situation find_situation(struct request *request)
{
	unsigned seat = 0;
	if (tutorial_find(request) != NULL)
		return (struct situation){ NULL, { "lesson" } };
	struct table *table = own_table(request, &seat);
	if (table != NULL && table->running)
		return (struct situation){ table,
			{ table_state(table)->turn == seat ? "turn" : "wait", "playing",
				"seated" } };
	if (table != NULL)
		return (struct situation){ table,
			{ seating_has_enough_players(table) ? "ready" : "few", "open", "seated" } };
	table = other_table(request);
	if (table != NULL)
		return (struct situation){ table, { table->running ? "running" : "joinable" } };
	return (struct situation){ NULL, { request->from.channel == NULL ? "private" : NULL } };
}

/* Returns the message answer.INTENT.SITUATION (situation NULL: answer.INTENT), or -1 if absent. */
static int find_message(const char *intent, const char *situation)
{
	char name[KEY];
	struct text text = text_in(name, sizeof name);
	text_add(&text, intent);
	text_add(&text, situation != NULL ? "." : "");
	text_add(&text, situation != NULL ? situation : "");
	return catalog_find_in_group("answer.", name, strlen(name));
}

static int find_answer(const char *intent, const struct situation *situation)
{
	/* While a table waits for players, these questions have the answer of "what now?". */
	bool like_now = fold_has_word("begin again new", intent);
	for (unsigned i = 0; i < NAMES_MOST && situation->names[i] != NULL; i++) {
		const char *name = situation->names[i];
		bool waits = fold_has_word("few joinable ready", name);
		int message = find_message(like_now && waits ? "now" : intent, name);
		if (message >= 0)
			return message;
	}
	return find_message(intent, NULL);
}

/* True if the caller may give the command that the answer suggests at its end. */
static bool can_follow(const struct request *request, enum message message)
{
	static const char prefix[] = "{prefix}";
	char word[COMMAND_WORD];
	const char *last = NULL;
	const char *at = catalog_text(request->lobby->catalog, 0, message);
	while ((at = strstr(at, prefix)) != NULL)
		last = at += strlen(prefix);
	if (last == NULL)
		return true;
	struct text text = text_in(word, sizeof word);
	text_bytes(&text, last, strcspn(last, " .,"));
	return request->commands->find(word, request->hidden_flags) != NULL;
}

/*
 * Finds the game and preset that the sentence names. Without a name, takes the table's game, preset
 * and options; without a table, Mitaines.
 */
static struct rulestext find_game(const struct request *request, const struct table *table)
{
	struct rulestext text = { .catalog = request->lobby->catalog,
		.locale = person_locale(request->from.person),
		.game = table != NULL ? table->game : &mitaines_game,
		.preset = table != NULL ? table->game->presets[table->preset] : "",
		.options = table != NULL ? table->options : "" };
	for (unsigned i = 0; i < request->args; i++) {
		char word[COMMAND_WORD];
		struct text first = text_in(word, sizeof word);
		text_bytes(&first, request->arg[i], strcspn(request->arg[i], "?!.,;:"));
		const struct game *game = command_find_game(word);
		int preset = 0;
		for (size_t g = 0; game == NULL && *word != '\0' && games[g] != NULL; g++) {
			preset = command_find_preset(games[g], word);
			game = preset > 0 ? games[g] : NULL;
		}
		if (game == NULL)
			continue;
		text.game = game;
		text.preset = game->presets[preset];
		text.options = "";
		break;
	}
	return text;
}

/* Adds the game and its preset as commands take them: "mate", "mitaines quebec". */
static void add_game_name(const struct rulestext *text, struct string *out)
{
	string_add(out, text->game->name);
	if (*text->preset == '\0' || strcmp(text->preset, text->game->presets[0]) == 0)
		return;
	string_add_char(out, ' ');
	string_add(out, text->preset);
}

/* Adds the sentence of the game's rules for a place, like `length`. */
static void add_sentence(struct rulestext text, const char *place, struct string *out)
{
	text.out = out;
	rulestext_add_sentence(&text, place);
}

/* Adds advice on what the caller can type. It must be the caller's turn. */
static void add_advice(const struct request *request, struct table *table, struct string *out)
{
	struct render render = { .out = out,
		.catalog = request->lobby->catalog,
		.locale = person_locale(request->from.person),
		.table = table,
		.seat = table_state(table)->turn };
	board_add_advice(&render, CARD_NONE);
}

void answer_question(struct request *request)
{
	struct situation here = find_situation(request);
	struct network *network = request->from.person->network;
	int message = find_answer(request->question, &here);
	if (message < 0)
		message = find_answer("now", &here);
	if (is_hidden(request, request->question) || !can_follow(request, (enum message)message))
		message = MSG_ANSWER_ALONE;
	bool running = here.table != NULL && here.table->running;
	struct rulestext text = find_game(request, here.table);
	struct string game = STRING_EMPTY;
	struct string length = STRING_EMPTY;
	struct string shortest = STRING_EMPTY;
	struct string scores = STRING_EMPTY;
	struct string advice = STRING_EMPTY;
	add_game_name(&text, &game);
	add_sentence(text, "length", &length);
	add_sentence(text, "short", &shortest);
	if (running)
		speech_add_scores(&request->lobby->speech, here.table, &scores);
	if (here.names[0] != NULL && strcmp(here.names[0], "turn") == 0)
		add_advice(request, here.table, &advice);
	command_tell(request, (enum message)message,
		ARGS(arg_text("game", game.bytes), arg_text("length", length.bytes),
			arg_text("short", shortest.bytes),
			arg_number("table", here.table != NULL ? here.table->number : 0),
			arg_name("seat",
				running ? table_name(here.table, table_state(here.table)->turn)
					: ""),
			arg_text("scores", scores.bytes), arg_text("try", advice.bytes),
			arg_text("bot", network->driver->self(network))));
	string_free(&game);
	string_free(&length);
	string_free(&shortest);
	string_free(&scores);
	string_free(&advice);
}
