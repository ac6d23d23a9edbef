/* Tests the tutorial from its commands and answers. */
#include <stdio.h>

#include "tests/stage/case.h"

/* Copies the move that the tutorial asks for, like "7C mitten" from "Say: 7C mitten". Fails if
 * it asks for none. */
static void read_asked_move(const char *heard, char move[32])
{
	static const char mark[] = ": ";
	const char *at = heard;
	for (const char *next = strstr(heard, mark); next != NULL; next = strstr(next + 1, mark))
		at = next + strlen(mark);
	if (at == heard)
		fail_msg("no move is asked for:\n%s", heard);
	struct text text = text_in(move, 32);
	text_bytes(&text, at, strcspn(at, "\n"));
}

/* Makes the ten moves that the tutorial asks for. Returns the last lines. */
static const char *make_asked_moves(struct stage *stage)
{
	char move[32];
	for (unsigned i = 0; i < 10; i++) {
		read_asked_move(stage_hear(stage), move);
		stage_whisper(stage, "anna", move);
	}
	return stage_hear(stage);
}

static void ten_moves_teach_mitaines(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!tutorial");
	const char *end = make_asked_moves(stage);
	assert_in(end, "180 points");
	assert_not_in(end, "#table: ");
	assert_int_equal(stage->commands.tutorials, 0);
}

static void the_tutorial_speaks_french(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "set lang fr");
	stage_whisper(stage, "anna", "tutoriel");
	assert_said(stage, "anna< À vous de jouer. Dessus");
	stage_whisper(stage, "anna", "main");
	assert_in(make_asked_moves(stage), "180 points pour vous");
}

static void a_wrong_move_is_answered_with_the_right_one(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "tutorial");
	stage_hear(stage);
	stage_whisper(stage, "anna", "8d");
	assert_string_equal(stage_hear(stage), "anna< (tutorial.instead move=5H)\n");
	stage_whisper(stage, "anna", "8d m");
	assert_in(stage_hear(stage), "(refuse.call.cards call=(contract.mitten) number=2 ");
	stage_whisper(stage, "anna", "as");
	assert_in(stage_hear(stage), "(refuse.not.held)");
	stage_whisper(stage, "anna", "hand");
	assert_in(stage_hear(stage), "(tutorial.sweep move=5H)");
	stage_whisper(stage, "anna", "p 1");
	assert_in(stage_hear(stage),
		"anna< (event.play seat=anna cards=5H) (capture.sweep) (event.play seat=Ovila "
		"cards=8C)\nanna< (hand.turn where=) ");
}

static void either_of_two_equal_cards_continues_the_lesson(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "tutorial");
	stage_whisper(stage, "anna", "5h");
	stage_whisper(stage, "anna", "8d");
	stage_hear(stage);
	stage_whisper(stage, "anna", "7h m");
	assert_in(stage_hear(stage), "(tutorial.complete move=7C)");
	stage_whisper(stage, "anna", "7c");
	assert_said(stage, "(capture.complete ");
	stage_whisper(stage, "anna", "ks");
	stage_whisper(stage, "anna", "9h");
	stage_whisper(stage, "anna", "qd g");
	stage_whisper(stage, "anna", "qc");
	stage_hear(stage);
	stage_whisper(stage, "anna", "qh");
	assert_in(stage_hear(stage), "(tutorial.jack move=JS)");
}

static void hint_and_table_are_about_the_lesson(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "luc", "!new");
	stage_whisper(stage, "anna", "tutorial");
	stage_whisper(stage, "anna", "5h");
	stage_hear(stage);
	stage_whisper(stage, "anna", "hint");
	assert_heard(stage, "anna< (tutorial.pair move=8D)\n");
	stage_whisper(stage, "anna", "table");
	assert_said(stage, "(tutorial.pair move=8D)");
	stage_whisper(stage, "anna", "tables");
	assert_said(stage,
		"(tables.open channel=#table game=mitaines preset=classic options= names=luc)");
}

static void a_seat_at_a_table_ends_the_tutorial(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "tutorial");
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	stage_hear(stage);
	stage_whisper(stage, "anna", "p 1");
	assert_in(stage_hear(stage), "#table: [1] (event.play seat=anna ");
	assert_int_equal(stage->commands.tutorials, 0);
	stage_whisper(stage, "anna", "tutorial");
	assert_in(stage_hear(stage), "(tutorial.seated)");
	stage_whisper(stage, "anna", "tutorial stop");
	assert_in(stage_hear(stage), "(tutorial.stopped)");
}

/* The player still owns the seat, but their private lines now belong to the tutorial. */
static void a_leaver_can_play_the_tutorial(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	stage_say(stage, "anna", "!leave");
	stage_whisper(stage, "anna", "tutorial");
	assert_in(stage_hear(stage), "(tutorial.sweep move=5H)");
	stage_whisper(stage, "anna", "5h");
	assert_in(stage_hear(stage), "anna< (event.play seat=anna cards=5H)");
}

static void fifty_people_can_play_the_tutorial_at_a_time(void **state)
{
	struct stage *stage = *state;
	char nick[8];
	for (unsigned i = 0; i < 60; i++) {
		snprintf(nick, sizeof nick, "p%u", i);
		stage_wait(stage, 1000);
		stage_whisper(stage, nick, "tutorial");
	}
	assert_int_equal(stage->commands.tutorials, 50);
	stage_hear(stage);
	stage_whisper(stage, "p59", "5h");
	assert_in(stage_hear(stage), "p59< (event.play seat=p59 cards=5H)");
	stage_whisper(stage, "p0", "5h");
	assert_in(stage_hear(stage), "p0< (no.table)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WORDED_CASE(ten_moves_teach_mitaines),
		STAGE_CASE(the_tutorial_speaks_french),
		STAGE_CASE(a_wrong_move_is_answered_with_the_right_one),
		STAGE_CASE(either_of_two_equal_cards_continues_the_lesson),
		STAGE_CASE(hint_and_table_are_about_the_lesson),
		STAGE_CASE(a_seat_at_a_table_ends_the_tutorial),
		STAGE_CASE(a_leaver_can_play_the_tutorial),
		STAGE_CASE(fifty_people_can_play_the_tutorial_at_a_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
