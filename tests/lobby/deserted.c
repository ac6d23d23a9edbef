/* Tests tables whose people are gone: their seats, the start of a match, and the right to close a
 * table. */
#include "tests/stage/guests.h"
#include "tests/stage/kept.h"

enum { SECOND = 1000, GONE = 31, GRACE = 122, SPLIT = 602 };

/* Begins a match of anna and luc. Then `lost` disconnects, and an AI player stands in after the
 * grace period. */
static struct table *begin_and_lose(struct stage *stage, const char *new, const char *lost)
{
	struct table *table = case_two(stage, new);
	stage_went(stage, lost, DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	stage_hear(stage);
	return table;
}

/* ---- before the start ---- */

STAGE_CASE(the_seat_of_a_player_who_departs_from_an_open_table_becomes_free)
{
	static const enum departure ways[] = { DEPARTED_CHANNEL, DEPARTED_NETWORK, DEPARTED_SPLIT };
	case_dialog(stage, "anna: !new", "rose: !join");
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		stage_came(stage, "luc");
		stage_say(stage, "luc", "!join");
		stage_hear(stage);
		stage_went(stage, "luc", ways[i]);
		case_seconds(stage, GONE - 1);
		assert_silence(stage);
		case_seconds(stage, 1);
		assert_heard(stage, "#table: [1] (table.left name=luc names=anna, rose)\n");
	}
	stage_say(stage, "anna", "!start");
	assert_int_equal(stage_table(stage, 1)->seats_taken, 2);
	assert_true(stage_table(stage, 1)->running);
}

STAGE_CASE(a_departed_player_gets_no_cards)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	const char *heard = assert_answer(
		stage, "anna", "!start", "#table: [1] (table.left name=luc names=anna)\n");
	assert_in(heard, "anna< (wrong.players ");
	assert_false(stage_table(stage, 1)->running);
	stage_came(stage, "luc");
	case_dialog(stage, "luc: !join", "rose: !join");
	stage_went(stage, "rose", DEPARTED_CHANNEL);
	stage_say(stage, "anna", "!start");
	assert_true(stage_table(stage, 1)->running);
	assert_int_equal(stage_table(stage, 1)->seats_taken, 2);
}

STAGE_CASE(a_person_of_the_same_nick_does_not_keep_a_departed_players_seat)
{
	open_two(stage, "anna", "!new");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", NULL, "b@b.home");
	assert_answer(stage, "L", "!start", "(table.left name=anna ");
	assert_false(stage_table(stage, 1)->running);
}

STAGE_CASE(the_seek_command_does_not_find_departed_players)
{
	stage_say(stage, "anna", "!seek");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	assert_answer(stage, "luc", "!seek", "#table: [1] (table.left name=anna names=luc)\n");
	assert_false(stage_table(stage, 1)->running);
	stage_say(stage, "rose", "!seek");
	assert_true(stage_table(stage, 1)->running);
	assert_int_equal(seat_of(stage_table(stage, 1), "anna"), SEAT_NONE);
}

MATCH_CASE(a_rematch_waits_for_departed_players, "!new target=50")
{
	finish(stage, 1);
	stage_say(stage, "anna", "!again");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	stage_say(stage, "luc", "!again");
	assert_false(stage_table(stage, 1)->running);
	stage_came(stage, "anna");
	stage_say(stage, "anna", "!again");
	assert_true(stage_table(stage, 1)->running);
}

/* The first time, luc leaves the channel of the table. The second time, luc joins the table in
 * private from elsewhere, and so has no channel to leave. */
STAGE_CASE(leaving_the_channel_of_the_table_frees_the_seat)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	case_seconds(stage, 2);
	stage_hear(stage);
	stage->elsewhere = "luc";
	case_seconds(stage, GONE);
	assert_heard(stage, "#table: [1] (table.left name=luc names=anna)\n");
	stage_whisper(stage, "luc", "join 1");
	case_seconds(stage, GONE);
	assert_int_equal(stage_table(stage, 1)->seats_taken, 2);
}

STAGE_CASE(a_table_closes_after_its_opener_has_been_gone_for_two_minutes)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, 2 * 60);
	stage_hear(stage);
	case_seconds(stage, 1);
	assert_said(stage, "#table: [1] (table.deserted)\n");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(a_table_stays_open_if_others_come_or_its_opener_returns)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GONE);
	stage_say(stage, "rose", "!join");
	case_seconds(stage, 3 * 60);
	assert_non_null(stage_table(stage, 1));
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, GONE);
	stage_came(stage, "luc");
	case_seconds(stage, 3 * 60);
	assert_non_null(stage_table(stage, 1));
	/* rose is gone, and the other players start without her. */
	stage_say(stage, "luc", "!join");
	stage_went(stage, "rose", DEPARTED_NETWORK);
	case_seconds(stage, GONE);
	case_dialog(stage, "luc: !bot", "luc: !start");
	case_seconds(stage, 30);
	assert_true(stage_table(stage, 1)->running);
}

STAGE_CASE(a_quiet_channel_gets_no_line_about_a_closed_table)
{
	stage->operator= "anna";
	case_dialog(stage, "anna: !channel detail quiet", "anna: !new");
	case_seconds(stage, 30 * 60);
	assert_unsaid(stage, "(table.idle)");
	assert_null(stage_table(stage, 1));
}

/* In the second in which anna has been gone too long, the table has also been idle too long. */
STAGE_CASE(a_table_that_has_two_reasons_to_close_is_closed_once)
{
	case_dialog(stage, "anna: !new", "anna: !bot");
	stage_hear(stage);
	case_seconds(stage, 30 * 60 - GONE);
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GONE - 1);
	assert_silence(stage);
	case_seconds(stage, 1);
	const char *heard = assert_said(stage, "#table: [1] (table.closed name=anna)\n");
	assert_not_in(heard, "(table.idle)");
}

STAGE_CASE(a_player_who_returns_to_the_channel_soon_keeps_the_seat)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	stage_hear(stage);
	for (unsigned i = 0; i < 4; i++) {
		stage_went(stage, "luc", DEPARTED_NETWORK);
		case_seconds(stage, 20);
		stage_came(stage, "luc");
		case_seconds(stage, 5);
	}
	assert_silence(stage);
	assert_int_equal(stage_table(stage, 1)->seats_taken, 2);
}

/* The bot does not announce a wait, because no grace period is left. */
STAGE_CASE(a_player_whose_grace_period_is_used_up_is_replaced_at_once)
{
	begin_and_lose(stage, "!new", "luc");
	stage_came(stage, "luc");
	stage_say(stage, "luc", "!join");
	stage_hear(stage);
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, 5);
	const char *heard = assert_said(stage, "(seat.stands.in names=luc)");
	assert_not_in(heard, "(seat.lost ");
}

MATCH_CASE(an_ai_player_takes_over_only_when_the_database_can_be_written, "!new")
{
	unsigned seat = seat_of(table, "luc");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	stage->lobby.clock.paused_until = lobby_now(&stage->lobby) + 2 * GRACE * SECOND;
	case_seconds(stage, 2 * GRACE - 2);
	assert_false(table->seat[seat].has_stand_in);
	case_seconds(stage, 4);
	assert_true(table->seat[seat].has_stand_in);
}

STAGE_CASE(a_table_keeps_its_players_while_the_bot_is_outside_the_channel)
{
	stage_say(stage, "anna", "!new");
	stage_kick(stage);
	stage_went(stage, "anna", DEPARTED_CHANNEL);
	case_seconds(stage, 2 * GONE);
	assert_non_null(stage_table(stage, 1));
	stage_came(stage, "anna");
	stage_join(stage);
	case_seconds(stage, GONE);
	assert_int_equal(stage_table(stage, 1)->seats_taken, 1);
}

STAGE_CASE(one_person_can_open_at_most_two_tables_at_a_time)
{
	case_dialog(stage, "anna: !new", "anna: !bot", "anna: !start", "anna: !new mitch");
	assert_refusal(stage, "anna", "!new mate", "(too.many.yours)");
	assert_null(stage_table(stage, 3));
	assert_answer(stage, "luc", "!new", "(table.new name=luc ");
	stage_say(stage, "anna", "!leave #2");
	assert_answer(stage, "anna", "!new mate", "(table.new name=anna ");
}

/* ---- presence ---- */

MATCH_CASE(the_tables_command_marks_absent_players, "!new")
{
	assert_answer(stage, "rose", "!tables", " names=anna, luc)");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	assert_answer(stage, "rose", "!tables", "luc (name.away)");
	case_seconds(stage, GRACE);
	assert_answer(stage, "rose", "!tables", "luc (name.away)");
	stage_came(stage, "luc");
	case_seconds(stage, 1);
	assert_answer_without(stage, "rose", "!tables", "(name.away)");
}

/* ---- the last player ---- */

STAGE_CASE(leaving_a_match_whose_other_players_are_absent_does_not_count)
{
	static const char *const words[] = { "!stop", "!leave" };
	for (size_t i = 0; i < 2; i++) {
		stage_came(stage, "luc");
		begin_and_lose(stage, "!new", "luc");
		assert_answer(stage, "anna", words[i], "(match.stopped ");
		assert_null(stage_table(stage, 1));
		stage_say(stage, "anna", "!rank");
		assert_unsaid(stage, "(rank.leaves ");
	}
}

/* Lets the player to move miss two turns, so that an AI player stands in. Returns their name. */
static const char *miss_two_turns(struct stage *stage)
{
	struct table *table = case_two(stage, "!new");
	const char *slow = mover_of(table);
	unsigned seat = table_state(table)->turn;
	for (unsigned i = 0; i < 2; i++) {
		assert_false(table->seat[seat].has_stand_in);
		case_seconds(stage, 91);
		if (table_state(table)->turn != seat)
			stage_play(stage, 1, 1);
	}
	assert_true(table->seat[seat].has_stand_in);
	assert_said(stage, "(clock.away seat=");
	return slow;
}

KEPT_CASE(the_number_of_missed_turns_outlives_a_restart)
{
	struct table *table = case_two(stage, "!new");
	unsigned seat = table_state(table)->turn;
	case_seconds(stage, 91);
	assert_int_equal(table->seat[seat].misses, 1);
	kept_restart(stage, NULL);
	assert_int_equal(stage_table(stage, 1)->seat[seat].misses, 1);
}

KEPT_CASE(a_player_absent_before_a_restart_is_absent_after_it)
{
	const char *slow = miss_two_turns(stage);
	const char *away = case_text("%s (name.away)", slow);
	kept_restart(stage, NULL);
	assert_answer(stage, "rose", "!tables", away);
	assert_answer(stage, slow, "!hand", "(seat.back seat=");
}

/* ---- dead tables ---- */

STAGE_CASE(a_bystander_can_close_a_table_without_people)
{
	stage_say(stage, "anna", "!new");
	assert_refusal(stage, "rose", "!stop", "(not.seated)");
	assert_refusal(stage, "rose", "!stop #1", "(not.seated)");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	assert_answer(stage, "rose", "!stop", "(table.closed name=rose)");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(a_bystander_can_end_a_match_without_people)
{
	begin_and_lose(stage, "!new", "luc");
	assert_refusal(stage, "rose", "!stop", "(not.seated)");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	assert_answer(stage, "rose", "!stop", "(match.stopped ");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(a_bystander_cannot_stop_a_match_in_the_second_when_a_player_returns)
{
	begin_and_lose(stage, "!new", "luc");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	stage_came(stage, "luc");
	assert_answer(stage, "rose", "!stop", "rose< (not.seated)");
	assert_non_null(stage_table(stage, 1));
}

STAGE_CASE(a_returned_player_must_agree_to_a_stop_at_once)
{
	static const char *const lines[][2] = { { "!stop", "(stop.asked name=anna others=luc)" },
		{ "!leave", "(seat.left name=anna " } };
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		begin_and_lose(stage, "!new", "luc");
		stage_came(stage, "luc");
		assert_answer(stage, "anna", lines[i][0], lines[i][1]);
		stage_say(stage, "luc", "!stop");
		assert_null(stage_table(stage, 1));
	}
}

STAGE_CASE(a_player_whose_return_failed_to_be_stored_returns_in_a_later_batch)
{
	struct table *table = begin_and_lose(stage, "!new", "luc");
	unsigned seat = seat_of(table, "luc");
	assert_true(table->seat[seat].has_stand_in);
	stage_came(stage, "luc");
	case_fail(stage);
	stage_wait(stage, SECOND);
	assert_true(table->seat[seat].has_stand_in);
	case_seconds(stage, 5);
	assert_false(table->seat[seat].has_stand_in);
}

/* If a bystander could, a losing player could undo the match with a friend's help. */
MATCH_CASE(a_bystander_cannot_end_a_match_during_grace_periods, "!new")
{
	stage_went(stage, "luc", DEPARTED_SPLIT);
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, 1);
	assert_refusal(stage, "rose", "!stop", "(not.seated)");
	case_seconds(stage, GRACE);
	assert_answer(stage, "rose", "!stop", "rose< (not.seated)");
	case_seconds(stage, SPLIT);
	assert_answer(stage, "rose", "!stop", "(match.stopped ");
	assert_null(stage_table(stage, 1));
}

STAGE_CASE(a_match_whose_end_was_not_stored_goes_on)
{
	struct table *table = begin_and_lose(stage, "!new target=500", "luc");
	table_state(table)->total[0] = 250;
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	stage_hear(stage);
	case_fail(stage);
	stage_wait(stage, 24 * 3600 * INT64_C(1000));
	assert_ptr_equal(stage_table(stage, 1), table);
	assert_true(table->running);
	assert_silence(stage);
	case_seconds(stage, 2);
	assert_said(stage, "(match.stands ");
	assert_null(stage_table(stage, 1));
}
