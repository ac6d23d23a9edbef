/* What somebody is told who knows neither the bot nor the game yet. */
#include "tests/stage/case.h"

/* What begins with a card or its number is meant as a move; all else is named back. */
static void in_private_a_bad_move_is_told_as_one(void **state)
{
	static const char *const cases[][2] = {
		{ "1 boot", "That is not a move. Say a card" },
		{ "9d gluve", "That is not a move. Say a card" },
		{ "7", "Cards in your hand: 6, numbered from 1; !hand shows them." },
		{ "1 sock", "A sock takes 4 cards of a rank" },
		{ "4x", "I don't know “4x”. To play, a card is enough here" },
		{ "hello there", "I don't know “hello”." },
		{ "start", "Say !start in the channel" },
		{ "ROBOT", "Say !ROBOT in the channel" },
	};
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_whisper(stage, mover_of(table), cases[i][0]);
		assert_refused(stage, mover_of(table), cases[i][1]);
	}
	assert_int_equal(table->moves, 0);
	stage_whisper(stage, mover_of(table), "1");
	assert_int_equal(table->moves, 1);
}

/* Who sits down at a table for four is not told to start; who plays with whom is said at once. */
static void four_are_told_who_is_missing_and_who_are_partners(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new quebec");
	stage_hear(stage);
	stage_say(stage, "luc", "!join");
	assert_string_equal(stage_hear(stage),
		"#table: [1] luc sits down (anna, luc). This table plays with 4: !join takes a "
		"seat, !bot seats an AI player.\n");
	stage_say(stage, "rose", "!join");
	stage_hear(stage);
	stage_say(stage, "yves", "!join");
	assert_said(stage, "(anna, luc, rose, yves). !start deals.");
	stage_say(stage, "yves", "!start");
	assert_said(stage, " deals. Partners: anna & rose, luc & yves.");
}

/* What is to be done instead is said with the refusal. */
static void a_move_of_another_kind_hears_what_is_to_be_done(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new mitch");
	stage_say(stage, mover_of(table), "!p 1");
	assert_refused(stage, mover_of(table),
		"That is not what is to be done now. Your turn in #table: place or discard a "
		"card.");
}

/* Help is asked about words of the game and games too, in either language. */
static void help_answers_what_is_asked_next(void **state)
{
	static const char *const cases[][2] = {
		{ "help mitten", "anna< Holding 2, 3 or 4 cards of a rank you may call" },
		{ "help !Glove", "anna< Holding 2, 3 or 4 cards of a rank you may call" },
		{ "aide annoncer", "anna< Holding 2, 3 or 4 cards of a rank you may call" },
		{ "help sweep", "anna< A card of the rank of the top card sweeps" },
		{ "help cards", "anna< A card is its rank" },
		{ "help commitment", "anna< !nonce TEXT adds something of yours" },
		{ "help québec", "anna< Québec rules: 4 players" },
		{ "help mitch", "anna< Mitch: 2 to 5 players" },
		{ "help hand", "stand together in [ ]" },
		{ "help chess", "anna< I know no command “chess”." },
	};
	struct stage *stage = *state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		stage_whisper(stage, "anna", cases[i][0]);
		assert_said(stage, cases[i][1]);
	}
}

/* What may be set is told with what is. */
static void settings_are_told_as_they_are(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "set");
	assert_refused(stage, "anna",
		"Say one of: !set lang en|fr, !set cards unicode|ascii|colour|plain, "
		"!set via msg|notice. Now: lang en, cards ascii, via msg.");
	stage_whisper(stage, "anna", "set cards plain");
	assert_refused(stage, "anna", "Done. From now on, for you: cards plain.");
	stage_whisper(stage, "anna", "set cards braille");
	assert_refused(stage, "anna", "!set cards unicode|ascii|colour|plain. Now: cards plain.");
}

/* A score asked for is an answer, not news: who looks on hears nothing of it. */
static void a_score_is_told_where_it_is_asked(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "rose", "!watch");
	stage_hear(stage);
	stage_say(stage, "anna", "!score");
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] Hand 1 of match 1: ");
	assert_not_in(heard, "rose< ");
}

/* Where a channel lets people speak from outside, those in it hear nothing of it from the bot. */
static void who_is_outside_a_channel_gives_no_commands_in_it(void **state)
{
	struct stage *stage = *state;
	stage->outside = true;
	stage_say(stage, "eve", "!ping");
	assert_said(stage, "eve< You’re not in #table: come in first, then say !ping.");
	stage_say(stage, "eve", "!new");
	assert_unsaid(stage, "#table: eve");
	assert_null(stage_table(stage, 1));
	stage_whisper(stage, "eve", "ping");
	assert_said(stage, "eve< pong");
	stage->outside = false;
	assert_answer(stage, "eve", "!ping", "#table: pong");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(in_private_a_bad_move_is_told_as_one),
		STAGE_CASE(four_are_told_who_is_missing_and_who_are_partners),
		STAGE_CASE(a_move_of_another_kind_hears_what_is_to_be_done),
		STAGE_CASE(help_answers_what_is_asked_next),
		STAGE_CASE(settings_are_told_as_they_are),
		STAGE_CASE(a_score_is_told_where_it_is_asked),
		STAGE_CASE(who_is_outside_a_channel_gives_no_commands_in_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
