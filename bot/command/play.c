/* command/play.c - moves, and the commands that show tables and hands. */
#include <string.h>

#include "bot/command/tutorial.h"
#include "bot/match/exclusion.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/talk/hand.h"
#include "bot/talk/render.h"
#include "bot/talk/speech.h"
#include "bot/talk/turn.h"

/* Adds a word of a move. A number means that card of the hand as last shown. */
static bool add_word(struct text *text, const struct seat_passing *seat, const char *word)
{
	unsigned place;
	if (!command_number(word, &place)) {
		text_add(text, word);
		return true;
	}
	if (place > seat->shown)
		return false;
	card_write_symbol(text, seat->hand[place - 1]);
	return true;
}

/* Reads a move from its verb and the command's words. Returns WORD_OK or the answer to an error. */
static enum word read_move(const struct request *request, const struct seat_passing *seat,
	size_t verb, struct move *move)
{
	char buffer[COMMAND_TEXT];
	struct text text = text_in(buffer, sizeof buffer);
	text_bytes(&text, request->command->names, verb);
	for (unsigned i = 0; i < request->args; i++) {
		text_char(&text, ' ');
		if (!add_word(&text, seat, request->arg[i]))
			return WORD_HAND_NUMBERS;
	}
	enum notation notation =
		catalog_notation(request->lobby->catalog, person_locale(request->from.person));
	if (move_read(buffer, notation, move))
		return WORD_OK;
	/* The help of a verb explains its words. */
	return verb > 0 ? request->command->help : WORD_REFUSE_UNREADABLE;
}

/* Returns the live contract or led card as the seat sees it; without cards if neither exists. */
static struct event live_card(const struct table *table, const struct view *view)
{
	struct events events = { .count = 0 };
	game_describe(table->game, view, &events);
	for (unsigned i = 0; i < events.count; i++)
		if ((event_traits(&events.event[i]) & TRAIT_CALL) ||
			events.event[i].kind == EVENT_LED)
			return events.event[i];
	return (struct event){ .count = 0 };
}

/* Tells the caller why their move was refused and which act the game asks for. */
static void tell_refusal(struct request *request, struct table *table, unsigned seat,
	struct move move, enum word why)
{
	union any_view seen;
	table->game->view(table_state(table), seat, &seen.view);
	struct event live = live_card(table, &seen.view);
	card hand[HAND_MAX];
	card c = move.card < CARD_COUNT ? move.card : 0;
	unsigned wanted = move.act == ACT_PLAY ? move.call : 0;
	struct locale locale = person_locale(request->from.person);
	struct string where = STRING_EMPTY;
	struct string turn = STRING_EMPTY;
	speech_where(request->lobby->catalog, locale, table, &where);
	catalog_add(&turn, request->lobby->catalog, locale, turn_asked(table->game, &seen.view),
		ARGS(arg_text("where", where.bytes)));
	command_tell_of(request, table, why,
		ARGS(arg_cards("card", &c, move.card < CARD_COUNT),
			arg_cards("live", live.cards, live.count > 0), arg_number("number", wanted),
			arg_text("turn", turn.bytes),
			arg_number("held", table->game->hand(&seen.view, hand)),
			arg_word("call", eventtext_call(wanted)),
			arg_word("rank", WORD_RANK_2 + card_rank(c)),
			arg_word("live_call", eventtext_call((unsigned)live.number)),
			arg_word("live_rank",
				live.count > 0 ? WORD_RANK_2 + card_rank(live.cards[0])
					       : WORD_OK)));
	string_free(&where);
	string_free(&turn);
}

/* True if the caller may move now; else tells them why not. */
static bool may_move(const struct request *request, struct table *table, unsigned seat)
{
	const struct state *state = table_state(table);
	enum word why = WORD_OK;
	if (!table->running)
		why = WORD_NOT_STARTED;
	else if (state->turn != seat)
		why = WORD_NOT_YOUR_TURN;
	if (why == WORD_OK)
		return true;
	command_refused(request, REFUSED_TURN);
	command_tell_of(request, table, why,
		ARGS(arg_name("seat", table->running ? table_name(table, state->turn) : "")));
	return false;
}

/* Makes the caller's move. The first `verb` bytes of the command's name are its verb. */
static void make(struct request *request, size_t verb)
{
	struct lobby *lobby = request->lobby;
	struct tutorial *tutorial = request->tutorial;
	struct table *table = request->table;
	unsigned seat = table_seat(table, request->from.person);
	if (!may_move(request, table, seat))
		return;
	struct move move = move_of(ACT_PLAY, CARD_NONE);
	enum word why = read_move(request, &table->passing.seat[seat], verb, &move);
	if (why == WORD_OK) {
		enum refusal refusal = tutorial != NULL
			? tutorial_move(request->commands, tutorial, move)
			: match_move(lobby, table, seat, move, request->from.person->id);
		why = refusal != REFUSE_NONE ? turn_refusal(refusal) : WORD_OK;
	}
	if (why != WORD_OK) {
		command_refused(request, REFUSED_RULE);
		tell_refusal(request, table, seat, move, why);
	}
	if (why != WORD_OK || tutorial != NULL)
		return;
	presence_moved(table, seat);
	exclusion_moved(table);
	table_withdraw(table, seat);
	if (table->seat[seat].misses > 0) {
		table->seat[seat].misses = 0;
		match_write_seat(lobby, table, seat);
	}
	match_go(lobby, table);
}

static void run_play(struct request *request)
{
	make(request, 0);
}

static void run_move(struct request *request)
{
	make(request, strcspn(request->command->names, " "));
}

/* Shows the hands at all of the caller's tables, unless they name one. */
static void run_hand(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table;
	unsigned seat;
	unsigned shown = 0;
	if (request->tutorial != NULL) {
		tutorial_show(lobby, request->tutorial);
		return;
	}
	for (size_t n = 0; (table = tables_next_seat(
				    &lobby->tables, request->from.person, &n, &seat)) != NULL;) {
		if (!table->running || (request->number > 0 && table->number != request->number))
			continue;
		hand_show_asked(&lobby->speech, table, seat);
		shown++;
	}
	if (shown == 0)
		command_tell(request, WORD_NO_HAND, NO_ARGS);
}

static enum word captured_word(const struct captured *captured)
{
	if (captured->up == 0)
		return captured->down == 0 ? WORD_CAPTURED_NONE : WORD_CAPTURED_DOWN;
	return captured->down == 0 ? WORD_CAPTURED_UP : WORD_CAPTURED_BOTH;
}

static void tell_captured(struct lobby *lobby, struct table *table, unsigned seat)
{
	struct captured captured;
	card up[CARD_COUNT];
	unsigned count = 0;
	union any_view seen;
	table->game->view(table_state(table), seat, &seen.view);
	bool kept = game_captured(table->game, &seen.view, &captured);
	for (cards left = captured.up; left != 0; left &= left - 1)
		up[count++] = cards_first(left);
	speech_tell_of(&lobby->speech, table, table->seat[seat].player,
		kept ? captured_word(&captured) : WORD_CAPTURED_NEVER,
		ARGS(arg_cards("cards", up, count), arg_number("down", captured.down),
			arg_text("game", table->game->name),
			arg_text("preset", table->game->presets[table->preset])));
}

static void run_captured(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table;
	unsigned seat;
	unsigned told = 0;
	for (size_t n = 0; (table = tables_next_seat(
				    &lobby->tables, request->from.person, &n, &seat)) != NULL;) {
		bool meant = request->number == 0 || table->number == request->number;
		if (!meant || !table->running || table_state(table)->phase != PHASE_PLAY)
			continue;
		tell_captured(lobby, table, seat);
		told++;
	}
	if (told == 0)
		command_tell(request, WORD_NO_HAND, NO_ARGS);
}

static void run_show(struct request *request)
{
	struct lobby *lobby = request->lobby;
	if (request->tutorial != NULL)
		tutorial_show(lobby, request->tutorial);
	else
		speech_show(
			&lobby->speech, request->table, command_listener(request, request->table));
}

static void run_score(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table = request->table;
	const struct state *state = table_state(table);
	if (!table->running) {
		speech_show(&lobby->speech, table, command_listener(request, table));
		return;
	}
	struct string scores = STRING_EMPTY;
	speech_scores(&lobby->speech, table, &scores);
	speech_of(&lobby->speech, table, command_listener(request, table),
		table->game->rounds ? WORD_SCORE_ROUND : WORD_SCORE,
		ARGS(arg_text("scores", scores.bytes), arg_number("hand", state->hand),
			arg_number("match", table->match)));
	string_free(&scores);
}

/* Adds the names at a table, with absent players marked: "anna, luc (away)". */
static void list_names(
	struct lobby *lobby, struct table *table, const struct person *person, struct string *names)
{
	for (unsigned i = 0; i < table->taken; i++) {
		string_add(names, i > 0 ? ", " : "");
		speech_name(&lobby->speech, table, person_locale(person), i, names);
		if (!presence_away(&table->seat[i]))
			continue;
		string_char(names, ' ');
		catalog_add(names, lobby->catalog, person_locale(person), WORD_NAME_AWAY, NO_ARGS);
	}
}

static enum word running_word(const struct game *game)
{
	return game->rounds ? WORD_TABLES_RUNNING_ROUND : WORD_TABLES_RUNNING;
}

static void list_table(struct lobby *lobby, struct table *table, const struct person *person)
{
	struct string names = STRING_EMPTY;
	list_names(lobby, table, person, &names);
	struct string place = STRING_EMPTY;
	speech_place(lobby->catalog, person_locale(person), table, &place);
	speech_tell_of(&lobby->speech, table, person,
		table->running ? running_word(table->game) : WORD_TABLES_OPEN,
		ARGS(arg_text("channel", place.bytes), arg_text("game", table->game->name),
			arg_text("preset", table->game->presets[table->preset]),
			arg_options("options", table->options), arg_text("names", names.bytes),
			arg_number("hand", table_state(table)->hand)));
	string_free(&place);
	string_free(&names);
}

static void run_tables(struct request *request)
{
	struct lobby *lobby = request->lobby;
	unsigned shown = 0;
	struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;) {
		if (table->channel->network != request->from.person->network ||
			!table_is_known(table, request->from.person, NULL))
			continue;
		list_table(lobby, table, request->from.person);
		shown++;
	}
	if (shown == 0)
		command_tell(request, WORD_NO_TABLES, NO_ARGS);
}

const struct command play_commands[] = {
	{ "play p jouer j", ANYWHERE | A_MOVE | SEATED, TABLE_TURN, LIST_PLAY, WORD_HELP_PLAY,
		run_play },
	{ "hand main", ANYWHERE | SEATED | IN_TUTORIAL, TABLE_NONE, LIST_LOOK, WORD_HELP_HAND,
		run_hand },
	{ "captured ramassees", ANYWHERE | SEATED, TABLE_NONE, LIST_LOOK, WORD_HELP_CAPTURED,
		run_captured },
	{ "table", ANYWHERE | ALOUD | IN_TUTORIAL, TABLE_SHOWN, LIST_LOOK, WORD_HELP_TABLE,
		run_show },
	{ "score pointage marque", ANYWHERE | ALOUD, TABLE_SHOWN, LIST_LOOK, WORD_HELP_SCORE,
		run_score },
	{ "tables", ANYWHERE, TABLE_NONE, LIST_LOOK, WORD_HELP_TABLES, run_tables },
#define X(name, names, cards, secret, turn) \
	{ names, ((secret) ? IN_PRIVATE : ANYWHERE) | A_MOVE | SEATED, TABLE_TURN, LIST_MOVES, \
		WORD_HELP_##name, run_move },
	VERBS(X)
#undef X
		{ NULL, 0, TABLE_NONE, UNLISTED, WORD_OK, NULL },
};
