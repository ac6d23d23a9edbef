#include "bot/command/answer.h"

#include <string.h>

#include "bot/command/refusal.h"
#include "bot/command/suggestion.h"
#include "bot/command/table_argument.h"
#include "bot/match/daily.h"
#include "bot/match/exercise.h"
#include "bot/match/rate.h"
#include "bot/match/seating.h"
#include "bot/talk/board.h"
#include "bot/talk/speech.h"
#include "bot/text/fold.h"
#include "bot/text/question.h"
#include "bot/text/rulestext.h"

enum { NAMES_MOST = 10, KEY = 64 };

/* The caller's situation: their part at a table, and their powers. */
struct situation {
	struct table *table; /* the caller's table; else another table here, or NULL */
	/* names of the situation in message keys, the most specific first; NULL after the last */
	const char *names[NAMES_MOST + 1];
	unsigned count;
};

/*
 * The commands that answer questions better than a sentence can. intents: the questions.
 * situations: where the command answers them; "": everywhere. A second word of `command` is its
 * argument.
 */
static const struct shown {
	const char *intents, *situations, *command;
} shown[] = {
	{ "rules", "", "rules" },
	{ "hand", "playing exercise", "hand" },
	{ "hint", "turn exercise", "hint" },
	{ "pile left", "playing running", "table" },
	{ "captured", "", "captured" },
	{ "round", "playing running", "score" },
	{ "winning", "running", "score" },
	{ "people", "", "tables" },
	{ "history", "", "history" },
	{ "rank", "", "rank" },
	{ "top", "", "top" },
	{ "channel", "", "help channel" },
};

/*
 * Intents that a situation answers like another intent. Before the deal at the caller's own table,
 * some questions are like "what now?". An exercise has no seat to give up: one pauses it or ends
 * it.
 */
static const struct alias {
	const char *intents, *situations, *like;
} aliases[] = {
	{ "begin again new", "few ready", "now" },
	{ "leave away absent sub bye insult", "tutorial exercise", "stop" },
	{ "robot invite watch", "tutorial exercise", "now" },
	{ "length points card pass", "tutorial", "now" },
	{ "points", "exercise", "length" },
	{ "hand turn winning pile missed round left card cannot pass hint back stop leave",
		"paused paused.ladder", "now" },
};

/* True if the words after a command's name look like a sentence. */
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
		glued |= catalog_find_listed(request->lobby->catalog, MSG_SPOKEN_GLUE, folded) >= 0;
	}
	return glued;
}

/* True if a word is a command that is hidden from the caller. */
static bool is_hidden(const struct request *request, const char *word)
{
	return request->commands->find(request->lobby->catalog, word, 0) != NULL &&
		request->commands->find(request->lobby->catalog, word, request->hidden_flags) ==
		NULL;
}

/*
 * True if a table is in the caller's channel and they may know of it; in private, if it is in any
 * channel where they are.
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

/* Returns a table of this channel with a free seat, else one with a running match, else NULL. */
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

static void add_name(struct situation *here, const char *name)
{
	here->names[here->count++] = name;
}

/* Adds names of situations: for the caller's powers, and for the place where they ask. */
static void add_powers(const struct request *request, struct situation *here)
{
	const struct channel *channel = request->from.channel;
	if (channel != NULL && channel_rank(channel, request->from.sender) >= RANK_OPERATOR)
		add_name(here, "operator");
	if (request->from.person->network->direct_rooms)
		add_name(here, "rooms");
	if (!(request->hidden_flags & NEEDS_GUESTS))
		add_name(here, "guests");
	if (!(request->hidden_flags & NEEDS_PAGES))
		add_name(here, "pages");
}

/* Adds the names of a situation at the caller's table with a running match or exercise. */
static void add_running(struct situation *here, bool turn)
{
	add_name(here, turn ? "turn" : "wait");
	add_name(here, "playing");
	add_name(here, "seated");
}

/* Adds a name for each of today's deals that the caller has begun and not finished. */
static void add_paused(const struct request *request, struct situation *here)
{
	static const char *const names[] = {
		[STORE_OPEN_DEAL] = "paused", [STORE_LADDER_DEAL] = "paused.ladder"
	};
	struct lobby *lobby = request->lobby;
	int64_t person = request->from.person->id;
	const struct daily_day today = daily_day_at(&lobby->settings, lobby_date(lobby));
	struct store_trial trial;
	struct store_try row;
	for (enum store_trial_kind kind = STORE_OPEN_DEAL; kind <= STORE_LADDER_DEAL; kind++)
		if (person != 0 && request->from.channel == NULL &&
			store_find_trial_of_day(lobby->batch.store, kind, today.date, &trial) ==
				STORE_OK &&
			store_find_try(lobby->batch.store, trial.id, person, &row) == STORE_OK &&
			row.ended == 0)
			add_name(here, names[kind]);
}

static struct situation find_situation(struct request *request)
{
	struct situation here = { .count = 0 };
	unsigned seat = 0;
	add_powers(request, &here);
	const struct exercise *exercise = table_argument_find_exercise(request);
	if (exercise != NULL) {
		add_name(&here, exercise->kind->name);
		add_name(&here, "exercise");
		here.table = exercise->table;
		const struct state *state = table_state(here.table);
		add_running(&here, state->phase == PHASE_PLAY && state->turn == EXERCISE_SEAT);
		return here;
	}
	here.table = tables_find_played(
		&request->lobby->tables, request->from.person, request->from.channel, &seat);
	if (here.table != NULL) {
		if (here.table->running) {
			add_running(&here, table_state(here.table)->turn == seat);
			return here;
		}
		add_name(&here, seating_has_enough_players(here.table) ? "ready" : "few");
		add_name(&here, "open");
		add_name(&here, "seated");
		return here;
	}
	add_paused(request, &here);
	here.table = other_table(request);
	if (here.table != NULL)
		add_name(&here, here.table->running ? "running" : "joinable");
	else if (request->from.channel == NULL)
		add_name(&here, "private");
	return here;
}

static bool is_in(const struct situation *here, const char *names)
{
	for (unsigned i = 0; i < here->count; i++)
		if (fold_has_word(names, here->names[i]))
			return true;
	return *names == '\0';
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

/* Returns the intent whose answer a situation gives to a question. */
static const char *find_like(const char *intent, const char *situation)
{
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
		if (fold_has_word(aliases[i].intents, intent) &&
			fold_has_word(aliases[i].situations, situation))
			return aliases[i].like;
	return intent;
}

static int find_answer(const char *intent, const struct situation *situation)
{
	for (unsigned i = 0; i < situation->count; i++) {
		const char *name = situation->names[i];
		int message = find_message(find_like(intent, name), name);
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
	return request->commands->find(request->lobby->catalog, word, request->hidden_flags) !=
		NULL;
}

/* True if an answer offers AI players although the channel allows none. */
static bool offers_robots(
	const struct request *request, const struct table *table, enum message message)
{
	const struct channel *channel = table != NULL ? table->channel : request->from.channel;
	return channel != NULL && channel->settings.no_robots &&
		(strcmp(request->question, "robot") == 0 ||
			strstr(catalogues[0].text[message], "{prefix}bot") != NULL);
}

/*
 * Finds the game and preset that the sentence names. If it names none, takes the table's game,
 * preset and options, or without a table the first game.
 */
static struct rulestext find_game(const struct request *request, const struct table *table)
{
	struct rulestext text = { .catalog = request->lobby->catalog,
		.locale = person_locale(request->from.person),
		.game = table != NULL ? table->game : games[0],
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

/*
 * Adds to `advice` what the caller can type if it is their turn. Adds to `last` the last moves, if
 * the match of their table runs.
 */
static void add_moves(const struct request *request, const struct situation *here,
	struct string *advice, struct string *last)
{
	struct render render = { .out = last,
		.catalog = request->lobby->catalog,
		.locale = person_locale(request->from.person),
		.table = here->table,
		.seat = SEAT_NONE };
	board_add_last_moves(&render, "", SEAT_NONE);
	if (last->length == 0)
		render_message(&render, "", MSG_LAST_NONE, NO_ARGS);
	if (!is_in(here, "turn"))
		return;
	render.out = advice;
	render.seat = table_state(here->table)->turn;
	board_add_advice(&render, CARD_NONE);
}

/* Adds sentences that tell how to choose each language, in that language. */
static void add_languages(const struct request *request, struct string *out)
{
	struct locale locale = person_locale(request->from.person);
	for (uint8_t l = 0; catalog_language_code(l) != NULL; l++) {
		locale.language = l;
		string_add(out, l > 0 ? " " : "");
		catalog_add(out, request->lobby->catalog, locale, MSG_LANGUAGE_CHOOSE, NO_ARGS);
	}
}

/* Returns the command that answers a question, known by its intent, in a situation; or NULL. */
static const char *find_shown(
	const struct request *request, const char *intent, const struct situation *here)
{
	bool rated = fold_has_word("hint", intent) && here->table != NULL &&
		rate_is_at_stake(request->lobby, here->table);
	for (size_t i = 0; !rated && i < sizeof shown / sizeof *shown; i++)
		if (fold_has_word(shown[i].intents, intent) && is_in(here, shown[i].situations))
			return shown[i].command;
	return NULL;
}

/* Replaces the request's words by the command that answers its question, if there is one. */
static void choose_command(struct request *request)
{
	struct situation here = find_situation(request);
	const char *line = find_shown(request, request->question, &here);
	if (line == NULL)
		return;
	struct rulestext named = find_game(request, NULL);
	struct text word = text_in(request->word, sizeof request->word);
	text_bytes(&word, line, strcspn(line, " "));
	request->command = request->commands->find(
		request->lobby->catalog, request->word, request->hidden_flags);
	if (request->number == 0 && here.table != NULL && is_in(&here, "running"))
		request->number = here.table->number;
	line += strcspn(line, " ");
	line += *line == ' ';
	if (strcmp(request->word, "rules") == 0 && *named.preset != '\0')
		line = named.preset;
	else if (strcmp(request->word, "rules") == 0 && named.game != games[0])
		line = named.game->name;
	text_copy(request->text, sizeof request->text, line);
	request->rest = request->text;
	request->arg[0] = request->text;
	request->args = *request->text != '\0';
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
	/* Do not guess that a single word, or a line with a command's name, is a question. */
	if (found.intent == NULL ||
		(!found.sure && (request->command != NULL || request->args < 2)))
		return;
	request->question = found.intent;
	request->guessed = !found.sure;
	request->command = NULL;
	choose_command(request);
}

/* The parts of the game's rules that answers contain as placeholders. */
static const char *const places[] = { "about", "aim", "length", "short", "count", "ranking",
	"worth" };

enum { PLACES = sizeof places / sizeof *places, ARGS_MOST = 12 };

/* Tells an answer, with values from the game and the table in its placeholders. */
static void tell_answer(
	const struct request *request, const struct situation *here, enum message message)
{
	struct table *table = here->table;
	bool running = table != NULL && table->running;
	const struct state *state = running ? table_state(table) : NULL;
	struct network *network = request->from.person->network;
	struct rulestext text = find_game(request, table);
	struct string game = STRING_EMPTY, scores = STRING_EMPTY, advice = STRING_EMPTY;
	struct string last = STRING_EMPTY, languages = STRING_EMPTY;
	struct string sentence[PLACES];
	struct arg args[PLACES + ARGS_MOST] = { { .name = NULL } };
	add_game_name(&text, &game);
	add_languages(request, &languages);
	if (running) {
		speech_add_scores(&request->lobby->speech, table, &scores);
		add_moves(request, here, &advice, &last);
	}
	const struct arg given[] = { arg_options("game", game.bytes),
		arg_number("table", table != NULL ? table->number : 0),
		arg_name("seat", running ? table_name(table, state->turn) : ""),
		arg_name("dealer", running ? table_name(table, state->dealer) : ""),
		arg_number("hand", running ? state->hand : 0),
		arg_message(
			"stakes", running && table->rated ? MSG_MATCH_RATED : MSG_MATCH_UNRATED),
		arg_text("scores", scores.bytes), arg_text("try", advice.bytes),
		arg_text("last", last.bytes), arg_text("languages", languages.bytes),
		arg_text("bot", network->driver->self(network)) };
	_Static_assert(sizeof given / sizeof *given < ARGS_MOST, "room for the end of the list");
	memcpy(args, given, sizeof given);
	for (unsigned i = 0; i < PLACES; i++) {
		sentence[i] = STRING_EMPTY;
		text.out = &sentence[i];
		rulestext_add_sentence(&text, places[i]);
		args[sizeof given / sizeof *given + i] = arg_text(places[i], sentence[i].bytes);
	}
	command_tell(request, message, args);
	for (unsigned i = 0; i < PLACES; i++)
		string_free(&sentence[i]);
	string_free(&game);
	string_free(&scores);
	string_free(&advice);
	string_free(&last);
	string_free(&languages);
}

void answer_question(struct request *request)
{
	struct situation here = find_situation(request);
	int message = find_answer(request->question, &here);
	if (message == MSG_ANSWER_CANNOT_TURN &&
		refusal_explain(request, here.table, table_state(here.table)->turn))
		return;
	if (message < 0 || is_hidden(request, request->question) ||
		!can_follow(request, (enum message)message))
		message = MSG_ANSWER_ALONE;
	if (offers_robots(request, here.table, (enum message)message))
		message = MSG_ANSWER_PEOPLE;
	tell_answer(request, &here, (enum message)message);
}
