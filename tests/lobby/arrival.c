/* Who comes, or comes to be known, and is shown what is theirs: when, where and how often. */
#include "tests/stage/guests.h"

enum { GRACE = 122 }; /* seconds, and a little */

/* By whatever else is heard of that connection. */
static void a_second_connection_is_told_so_once(void **state)
{
	struct stage *stage = *state;
	begin(stage, "anna");
	stage_hear(stage);
	stage_meet(stage, "B", "anne", "anna", "a@office");
	assert_said(stage, "B< (swap.offer name=anna)");
	stage_meet(stage, "B", "annie", "anna", "a@office");
	assert_silence(stage);
}

/* Where the bot is not, nobody plays. */
static void out_of_the_channel_nobody_is_shown_a_hand(void **state)
{
	struct stage *stage = *state;
	begin(stage, "anna");
	stage_kick(stage);
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "anna", "anna", "a@a.home");
	assert_false(showed_hand(stage_hear(stage), "B"));
	stage_join(stage);
	assert_true(showed_hand(stage_hear(stage), "B"));
}

/* An AI player has it, until the table has noticed. */
static void whose_seat_an_ai_player_has_is_shown_their_hand_with_it(void **state)
{
	struct stage *stage = *state;
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

/* It is another's turn: their hand comes with theirs. */
static void who_is_not_to_move_is_shown_nothing(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin(stage, "anna");
	stage_play(stage, 1, 1);
	assert_string_equal(turn_of(table)->name, "luc");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_meet(stage, "B", "anna", "anna", "a@a.home");
	assert_false(showed_hand(stage_hear(stage), "B"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_second_connection_is_told_so_once),
		STAGE_CASE(out_of_the_channel_nobody_is_shown_a_hand),
		STAGE_CASE(whose_seat_an_ai_player_has_is_shown_their_hand_with_it),
		STAGE_CASE(who_is_not_to_move_is_shown_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
