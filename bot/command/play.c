/* command/play.c - moves, and the commands that show a table or a hand. */
#include <string.h>

#include "bot/command/refusal.h"
#include "bot/match/exercise.h"
#include "bot/match/match.h"
#include "bot/match/presence.h"
#include "bot/talk/hand.h"
#include "bot/talk/speech.h"
#include "bot/talk/turn.h"
#include "bot/text/fold.h"

/*
 * Adds a word of a move. A number becomes the card with that number in the hand as last shown.
 * Returns false for a number that no card has.
 */
static bool add_word(struct text *text, const struct seat_transient *seat, const char *word)
{
	unsigned place;
	if (!command_read_number(word, &place)) {
		text_add(text, word);
		return true;
	}
	if (place > seat->shown)
		return false;
	card_write_symbol(text, seat->hand[place - 1]);
	return true;
}

/*
 * Reads a move from its verb and the words of the command. Returns MSG_OK, or the message that
 * answers an unreadable move.
 */
static enum message read_move(const struct request *request, const struct seat_transient *seat,
	const char *verb, struct move *move)
{
	char buffer[COMMAND_TEXT], folded[COMMAND_TEXT];
	struct text text = text_in(buffer, sizeof buffer);
	text_add(&text, verb);
	for (unsigned i = 0; i < request->args; i++) {
		text_char(&text, ' ');
		if (!add_word(&text, seat, request->arg[i]))
			return MSG_HAND_NUMBERS;
	}
	fold_word(buffer, folded, sizeof folded);
	if (move_read(folded,
		    catalog_move_words(
			    request->lobby->catalog, person_locale(request->from.person)),
		    move))
		return MSG_OK;
	/* A verb's help text explains the words that may follow the verb. */
	return *verb != '\0' ? request->command->help : MSG_REFUSE_UNREADABLE;
}

/* Returns true if the caller may move now. Otherwise tells them why not. */
static bool can_move(const struct request *request, struct table *table, unsigned seat)
{
	const struct state *state = table_state(table);
	enum message why = MSG_OK;
	if (!table->running)
		why = MSG_NOT_STARTED;
	else if (state->turn != seat)
		why = MSG_NOT_YOUR_TURN;
	if (why == MSG_OK)
		return true;
	command_refuse(request, REFUSED_TURN);
	command_tell_about(request, table, why,
		ARGS(arg_name("seat", table->running ? table_name(table, state->turn) : "")));
	return false;
}

/* Makes the caller's move. */
static void run_move(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct exercise *exercise = request->exercise;
	struct table *table = request->table;
	unsigned seat = table_find_seat(table, request->from.person);
	if (!can_move(request, table, seat))
		return;
	/* A card is played without a verb. */
	const char *verb =
		request->command->word == MSG_COMMAND_PLAY ? "" : command_name(request->command);
	struct move move = move_of(ACT_PLAY, CARD_NONE);
	enum message why = read_move(request, &table->transient.seat[seat], verb, &move);
	if (why == MSG_OK) {
		enum refusal refusal = exercise != NULL
			? exercise_move(lobby, exercise, move)
			: match_move(lobby, table, seat, move, request->from.person->id);
		why = refusal != REFUSE_NONE ? turn_refusal_message(refusal) : MSG_OK;
	}
	if (why != MSG_OK) {
		command_refuse(request, REFUSED_RULE);
		refusal_tell(request, table, seat, move, why);
	}
	if (why == MSG_OK && exercise == NULL)
		match_continue(lobby, table);
}

/* Shows the caller's hand at the table that they name, or else at all of their tables. */
static void run_hand(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table;
	unsigned seat;
	unsigned shown = 0;
	if (request->exercise != NULL) {
		exercise_show(lobby, request->exercise);
		return;
	}
	for (size_t n = 0; (table = tables_next_seat(
				    &lobby->tables, request->from.person, &n, &seat)) != NULL;) {
		if (!table->running || (request->number > 0 && table->number != request->number))
			continue;
		hand_show_requested(&lobby->speech, table, seat);
		shown++;
	}
	if (shown == 0)
		command_tell(request, MSG_NO_HAND, NO_ARGS);
}

static void tell_captured(struct lobby *lobby, struct table *table, unsigned seat)
{
	static const enum message found[2][2] = { { MSG_CAPTURED_NONE, MSG_CAPTURED_DOWN },
		{ MSG_CAPTURED_UP, MSG_CAPTURED_BOTH } };
	struct captured captured;
	card up[CARD_COUNT];
	unsigned count = 0;
	union any_view seen;
	table->game->view(table_state(table), seat, &seen.view);
	bool kept = game_captured(table->game, &seen.view, &captured);
	for (cards left = captured.up; left != 0; left &= left - 1)
		up[count++] = cards_first(left);
	speech_tell_about(&lobby->speech, table, table->seat[seat].player,
		kept ? found[captured.up != 0][captured.down != 0] : MSG_CAPTURED_NEVER,
		ARGS(arg_cards("cards", up, count), arg_number("down", captured.down),
			arg_text("game", table->game->name),
			arg_options("preset", table->game->presets[table->preset])));
}

static void run_captured(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct table *table;
	unsigned seat;
	unsigned told = 0;
	if (request->exercise != NULL && table_state(request->table)->phase == PHASE_PLAY) {
		tell_captured(lobby, request->table, EXERCISE_SEAT);
		return;
	}
	for (size_t n = 0; (table = tables_next_seat(
				    &lobby->tables, request->from.person, &n, &seat)) != NULL;) {
		bool meant = request->number == 0 || table->number == request->number;
		if (!meant || !table->running || table_state(table)->phase != PHASE_PLAY)
			continue;
		tell_captured(lobby, table, seat);
		told++;
	}
	if (told == 0)
		command_tell(request, MSG_NO_HAND, NO_ARGS);
}

static void run_show(struct request *request)
{
	struct lobby *lobby = request->lobby;
	if (request->exercise != NULL)
		exercise_show(lobby, request->exercise);
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
	enum message message = table->game->rounds ? MSG_SCORE_ROUND : MSG_SCORE;
	struct string scores = STRING_EMPTY;
	speech_add_scores(&lobby->speech, table, &scores);
	speech_tell_listener(&lobby->speech, table, command_listener(request, table),
		request->exercise != NULL ? MSG_SCORE_EXERCISE : message,
		ARGS(arg_text("scores", scores.bytes), arg_number("hand", state->hand),
			arg_number("match", table->match)));
	string_free(&scores);
}

/* Adds the names of the players of a table, and marks the absent ones: "anna, luc (away)". */
static void list_names(
	struct lobby *lobby, struct table *table, const struct person *person, struct string *names)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		string_add(names, i > 0 ? ", " : "");
		speech_add_name(&lobby->speech, table, person_locale(person), i, names);
		if (!presence_is_away(&table->seat[i]))
			continue;
		string_add_char(names, ' ');
		catalog_add(names, lobby->catalog, person_locale(person), MSG_NAME_AWAY, NO_ARGS);
	}
}

static void list_table(struct lobby *lobby, struct table *table, const struct person *person)
{
	enum message running = table->game->rounds ? MSG_TABLES_RUNNING_ROUND : MSG_TABLES_RUNNING;
	struct string names = STRING_EMPTY;
	list_names(lobby, table, person, &names);
	struct string place = STRING_EMPTY;
	speech_add_place(lobby->catalog, person_locale(person), table, &place);
	speech_tell_about(&lobby->speech, table, person, table->running ? running : MSG_TABLES_OPEN,
		ARGS(arg_text("channel", place.bytes), ARGS_OF_GAME(table),
			arg_text("names", names.bytes),
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
			!table_is_visible_to(table, request->from.person, NULL))
			continue;
		list_table(lobby, table, request->from.person);
		shown++;
	}
	if (shown == 0)
		command_tell(request, MSG_NO_TABLES, NO_ARGS);
}

const struct command play_commands[] = {
	{ MSG_COMMAND_PLAY, ANYWHERE | A_MOVE | FIRST_CONNECTION, TABLE_TURN, LIST_PLAY,
		MSG_HELP_PLAY, run_move },
	{ MSG_COMMAND_HAND, ANYWHERE | FIRST_CONNECTION | IN_EXERCISE | WHILE_MUTED, TABLE_NONE,
		LIST_LOOK, MSG_HELP_HAND, run_hand },
	{ MSG_COMMAND_CAPTURED, ANYWHERE | FIRST_CONNECTION | IN_EXERCISE, TABLE_NONE, LIST_LOOK,
		MSG_HELP_CAPTURED, run_captured },
	{ MSG_COMMAND_TABLE, ANYWHERE | THROUGH_BRIDGE | IN_EXERCISE, TABLE_SHOWN, LIST_LOOK,
		MSG_HELP_TABLE, run_show },
	{ MSG_COMMAND_SCORE, ANYWHERE | THROUGH_BRIDGE | IN_EXERCISE, TABLE_SHOWN, LIST_LOOK,
		MSG_HELP_SCORE, run_score },
	{ MSG_COMMAND_TABLES, ANYWHERE | NEEDS_OTHER_PEOPLE, TABLE_NONE, LIST_LOOK, MSG_HELP_TABLES,
		run_tables },
#define X(name, verb, cards, secret, turn) \
	{ MSG_COMMAND_##name, ((secret) ? IN_PRIVATE : ANYWHERE) | A_MOVE | FIRST_CONNECTION, \
		TABLE_TURN, LIST_MOVES, MSG_HELP_##name, run_move },
	VERBS(X)
#undef X
		{ MSG_OK, 0, TABLE_NONE, UNLISTED, MSG_OK, NULL },
};
