/* Tests what the bot shows to a person who arrives or logs in to an account. */
#include "tests/stage/guests.h"

enum { GRACE = 122 }; /* seconds of the grace period, with a margin of two */

STAGE_CASE(a_second_connection_is_offered_a_swap_once)
{
	begin(stage, "anna");
	stage_hear(stage);
	stage_meet(stage, "B", "anne", "anna", "a@office");
	assert_said(stage, "B< (swap.offer name=anna)");
	stage_meet(stage, "B", "annie", "anna", "a@office");
	assert_silence(stage);
}

STAGE_CASE(hands_are_not_shown_while_the_bot_is_out_of_the_channel)
{
	begin(stage, "anna");
	stage_kick(stage);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "anna", "anna", "a@a.home");
	assert_false(showed_hand(stage_hear(stage), "B"));
	stage_join(stage);
	assert_true(showed_hand(stage_hear(stage), "B"));
}

STAGE_CASE(a_player_sees_the_hand_when_the_stand_in_returns_the_seat)
{
	begin(stage, "anna");
	stage->pensive = true;
	stage_went(stage, "A", DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	stage_hear(stage);
	stage_meet(stage, "B", "anna", "anna", "a@a.home");
	assert_false(showed_hand(stage_hear(stage), "B"));
	case_seconds(stage, 1);
	assert_true(showed_hand(stage_hear(stage), "B"));
}

/* It is luc's turn. The bot shows anna's hand again when anna's turn comes. */
STAGE_CASE(a_returning_player_sees_no_hand_before_their_turn)
{
	struct table *table = begin(stage, "anna");
	stage_play(stage, 1, 1);
	assert_string_equal(turn_of(table)->name, "luc");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "anna", "anna", "a@a.home");
	assert_false(showed_hand(stage_hear(stage), "B"));
}
