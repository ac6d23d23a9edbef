/* Tests the terminal: one person sees a panel with their table all the time. */
#include "bot/command/command_table.h"
#include "bot/talk/board.h"
#include "tests/stage/case.h"

static int open_with(void **state, int (*open)(void **state))
{
	if (open(state) != 0)
		return -1;
	struct network *network = &((struct stage *)*state)->network;
	network->single = network->shows_table = true;
	return 0;
}

static int open_single(void **state)
{
	return open_with(state, case_open);
}

static int open_single_worded(void **state)
{
	return open_with(state, case_open_worded);
}

#define SINGLE_CASE(name) CASE_WITH(name, struct stage *stage, open_single, case_close)
#define SINGLE_WORDED_CASE(name) \
	CASE_WITH(name, struct stage *stage, open_single_worded, case_close)

/* Starts a match of anna and an AI player, in which anna moves first. Returns the table. */
static struct table *open_table(struct stage *stage, const char *new)
{
	stage_say(stage, "anna", new);
	case_dialog(stage, "anna: !bot easy", "anna: !start");
	struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	assert_int_equal(table_state(table)->turn, 0);
	return table;
}

SINGLE_CASE(commands_that_need_several_people_are_unknown_at_a_terminal)
{
	const struct command *command;
	unsigned hidden = 0;
	for (size_t n = 0; (command = command_table_next(&n)) != NULL;) {
		char says[64];
		struct text text = text_in(says, sizeof says);
		if (!(command->flags & NEEDS_OTHER_PEOPLE))
			continue;
		hidden++;
		text_add(&text, command_name(command));
		stage_whisper(stage, "anna", says);
		const char *heard = stage_hear(stage);
		if (strstr(heard, "(unknown.here word=") == NULL)
			fail_msg("%s: %s", says, heard);
		stage_wait(stage, 600000);
	}
	assert_true(hidden > 5);
	assert_reply_is(stage, "anna", "palmarès", "anna< (unknown.here word=palmarès)\n");
	assert_reply(stage, "anna", "stats zoe", "(nobody.known.here name=zoe)");
	assert_reply_is(stage, "anna", "help", "anna< (help.here)\n");
	const char *heard = assert_reply(stage, "anna", "help all", "(help.lists.here ");
	assert_in(heard, "(list.play)");
	assert_not_in(heard, "(list.watch)");
	assert_not_in(heard, "(list.claim)");
	assert_answer(stage, "anna", "!set via notice", "(set.usage ");
	assert_answer(stage, "anna", "!set cards ascii", "(set.done ");
}

SINGLE_CASE(fairness_lines_are_not_shown_at_a_terminal)
{
	open_table(stage, "!new target=10");
	const char *heard = assert_said(stage, "(event.hand");
	assert_not_in(heard, "(fair.");
	assert_not_in(heard, "(match.casual");
	stage_play(stage, 1, 5000);
	assert_null(stage_table(stage, 1));
	heard = assert_said(stage, "(match.stored");
	assert_not_in(heard, "(fair.");
}

SINGLE_CASE(a_panel_shows_hands_and_turns_so_no_line_tells_them)
{
	open_table(stage, "!new");
	assert_not_in(stage_hear(stage), "(hand.");
	const char *heard = assert_answer(stage, "anna", "!p 1", "(event.play");
	assert_not_in(heard, "(turn.next");
}

/* On the terminal, the bot does not wait for the AI player before it tells anna's card. */
SINGLE_CASE(a_card_is_told_before_the_ai_player_answers)
{
	open_table(stage, "!new");
	stage->pensive = true;
	assert_answer(stage, "anna", "!p 1", "(event.play seat=anna ");
}

/* Mate draws for seats, so anna can get any seat. */
SINGLE_CASE(a_player_sees_their_own_hidden_card_in_any_seat)
{
	static const uint8_t order[SEATS_MAX] = { 1, 0 };
	case_dialog(stage, "anna: !new mate", "anna: !bot easy");
	struct table *table = stage_table(stage, 1);
	table_reorder_seats(table, order);
	stage_say(stage, "anna", "!start");
	assert_int_equal(table_state(table)->turn, 1);
	const char *heard =
		assert_reply(stage, "anna", "foreplace 1", "(event.foreplace seat=anna cards=");
	assert_not_in(heard, "(event.foreplace.hidden seat=anna)");
}

/* Returns the text of anna's panel. */
static const char *draw_panel(struct stage *stage, struct string *panel)
{
	string_clear(panel);
	board_add_panel(stage->catalog, stage_table(stage, 1), 0, PANEL_ALL, panel);
	return panel->bytes;
}

SINGLE_CASE(the_panel_shows_pile_score_hand_and_turn)
{
	struct string panel = STRING_EMPTY;
	struct table *table = open_table(stage, "!new");
	const char *seen = draw_panel(stage, &panel);
	assert_memory_equal(seen, "(event.pile ", strlen("(event.pile "));
	assert_in(seen, " · (event.stock number=36)\n");
	assert_in(seen, "\n(panel.scores hand=1 scores=anna 0, Donalda 0)\n(hand.cards) 1:");
	assert_in(seen, "\n(hand.turn.play where=)");
	/* Commands use the numbers on the panel, so `p 1` plays its first card. */
	card first = table->transient.seat[0].hand[0];
	assert_int_equal(table->transient.seat[0].shown, 6);
	stage_say(stage, "anna", "!p 1");
	draw_panel(stage, &panel);
	for (unsigned i = 0; i < table->transient.seat[0].shown; i++)
		assert_int_not_equal(table->transient.seat[0].hand[i], first);
	string_free(&panel);
}

SINGLE_CASE(a_smaller_panel_leaves_out_scores_and_then_the_pile)
{
	struct string panel = STRING_EMPTY;
	struct table *table = open_table(stage, "!new");
	board_add_panel(stage->catalog, table, 0, PANEL_BRIEF, &panel);
	assert_memory_equal(panel.bytes, "(pile.top ", strlen("(pile.top "));
	assert_in(panel.bytes, "\n(panel.scores ");
	assert_not_in(panel.bytes, "(event.stock ");
	string_clear(&panel);
	board_add_panel(stage->catalog, table, 0, PANEL_UNSCORED, &panel);
	assert_in(panel.bytes, "(pile.top ");
	assert_not_in(panel.bytes, "(panel.scores ");
	assert_in(panel.bytes, "\n(hand.turn where=)");
	string_clear(&panel);
	board_add_panel(stage->catalog, table, 0, PANEL_HAND, &panel);
	assert_memory_equal(panel.bytes, "(hand.cards) 1:", strlen("(hand.cards) 1:"));
	string_free(&panel);
}

SINGLE_CASE(a_person_at_a_terminal_has_only_one_table)
{
	open_table(stage, "!new");
	assert_answer(stage, "anna", "!new", "(too.many.here)");
	assert_reply(stage, "anna", "solo", "(too.many.here)");
	/* The answer mentions no other people, because a terminal has only one person. */
	assert_answer(stage, "anna", "!bot", "(match.running.alone)");
}

SINGLE_CASE(hands_are_told_in_lines_if_no_panel_shows_them)
{
	stage->network.shows_table = false;
	open_table(stage, "!new");
	const char *heard = assert_answer(stage, "anna", "!p 1", "(event.play");
	assert_in(heard, "anna< (hand.turn where=)");
	assert_not_in(heard, "[1]");
	assert_not_in(heard, "(turn.next");
}

SINGLE_CASE(the_panel_of_an_open_table_shows_its_players)
{
	struct string panel = STRING_EMPTY;
	stage_say(stage, "anna", "!new");
	const char *seen = draw_panel(stage, &panel);
	assert_memory_equal(seen, "(table.open ", strlen("(table.open "));
	assert_null(strchr(seen, '\n'));
	/* Before the start no move is possible. */
	string_clear(&panel);
	board_add_moves(stage->catalog, stage_table(stage, 1), 0, &panel);
	assert_int_equal(panel.length, 0);
	string_free(&panel);
}

SINGLE_WORDED_CASE(exactly_legal_moves_are_offered)
{
	struct string moves = STRING_EMPTY;
	struct table *table = open_table(stage, "!new");
	char *save = NULL;
	unsigned count = 0;
	union any_view seen;
	table->game->view(table_state(table), 0, &seen.view);
	board_add_moves(stage->catalog, table, 0, &moves);
	for (char *line = strtok_r(moves.bytes, "\n", &save); line != NULL;
		line = strtok_r(NULL, "\n", &save)) {
		struct move move;
		assert_true(move_read(line, &record_words, &move));
		assert_int_equal(game_check(table->game, &seen.view, move), REFUSE_NONE);
		count++;
	}
	assert_in_range(count, 6, 12);
	/* In every card style, the moves are offered as people type them, in ASCII. */
	stage_say(stage, "anna", "!set cards unicode");
	string_clear(&moves);
	board_add_moves(stage->catalog, table, 0, &moves);
	for (size_t i = 0; i < moves.length; i++)
		assert_true((unsigned char)moves.bytes[i] < 0x80);
	/* Out of turn, no moves are offered. */
	stage->pensive = true;
	stage_say(stage, "anna", "!p 1");
	assert_int_equal(table_state(table)->turn, 1);
	string_clear(&moves);
	board_add_moves(stage->catalog, table, 0, &moves);
	assert_int_equal(moves.length, 0);
	string_free(&moves);
}
