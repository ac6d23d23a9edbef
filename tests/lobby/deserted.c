/* Tests tables whose people are gone: seats, starts, and the right to close them. */
#include "bot/match/match.h"
#include "storage/leave_count.h"
#include "tests/stage/guests.h"
#include "tests/stage/kept.h"

enum { SECOND = 1000, GONE = 31, GRACE = 122, SPLIT = 602 };

/* Begins a match of anna and luc; one connection is lost and an AI player stands in. */
static struct table *begin_and_lose(struct stage *stage, const char *new, const char *lost)
{
	struct table *table = case_two(stage, new);
	stage_went(stage, lost, DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	stage_hear(stage);
	return table;
}

/* ---- before the start ---- */

static void an_open_table_frees_the_seat_of_a_departed_player(void **state)
{
	static const enum departure ways[] = { DEPARTED_CHANNEL, DEPARTED_NETWORK, DEPARTED_SPLIT };
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "rose", "!join");
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

static void a_departed_player_is_not_dealt_to(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_say(stage, "anna", "!start");
	const char *heard = assert_said(stage, "#table: [1] (table.left name=luc names=anna)\n");
	assert_in(heard, "anna< (wrong.players ");
	assert_false(stage_table(stage, 1)->running);
	stage_came(stage, "luc");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "rose", "!join");
	stage_went(stage, "rose", DEPARTED_CHANNEL);
	stage_say(stage, "anna", "!start");
	assert_true(stage_table(stage, 1)->running);
	assert_int_equal(stage_table(stage, 1)->seats_taken, 2);
}

static void a_namesake_does_not_keep_the_seat_of_a_departed_player(void **state)
{
	struct stage *stage = *state;
	stage_meet(stage, "A", "anna", "anna", "a@a.home");
	stage_meet(stage, "L", "luc", NULL, "l@l.home");
	stage_say(stage, "L", "!new");
	stage_say(stage, "A", "!join");
	stage_went(stage, "A", DEPARTED_NETWORK);
	stage_meet(stage, "B", "anna", NULL, "b@b.home");
	stage_hear(stage);
	stage_say(stage, "L", "!start");
	assert_said(stage, "(table.left name=anna ");
	assert_false(stage_table(stage, 1)->running);
}

static void seek_does_not_find_departed_players(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!seek");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	stage_hear(stage);
	stage_say(stage, "luc", "!seek");
	assert_said(stage, "#table: [1] (table.left name=anna names=luc)\n");
	assert_false(stage_table(stage, 1)->running);
	stage_say(stage, "rose", "!seek");
	assert_true(stage_table(stage, 1)->running);
	assert_int_equal(seat_of(stage_table(stage, 1), "anna"), SEAT_NONE);
}

static void a_rematch_waits_for_departed_players(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new target=50");
	finish(stage, 1);
	stage_say(stage, "anna", "!again");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	stage_say(stage, "luc", "!again");
	assert_false(stage_table(stage, 1)->running);
	stage_came(stage, "anna");
	stage_say(stage, "anna", "!again");
	assert_true(stage_table(stage, 1)->running);
}

/* The second time, luc joins in private without being in the table's channel, so luc cannot leave
 * it. */
static void leaving_the_tables_channel_loses_the_seat(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	case_seconds(stage, 2);
	stage_hear(stage);
	stage->elsewhere = "luc";
	case_seconds(stage, GONE);
	assert_heard(stage, "#table: [1] (table.left name=luc names=anna)\n");
	stage_whisper(stage, "luc", "join 1");
	case_seconds(stage, GONE);
	assert_int_equal(stage_table(stage, 1)->seats_taken, 2);
}

/* The table would also be too old in this very second. */
static void a_table_with_two_reasons_to_close_closes_once(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	case_seconds(stage, 60 * 60 - GONE);
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GONE - 1);
	assert_silence(stage);
	case_seconds(stage, 1);
	const char *heard = stage_hear(stage);
	assert_in(heard, "#table: [1] (table.closed name=anna)\n");
	assert_not_in(heard, "(table.idle)");
}

static void a_player_who_returns_soon_keeps_the_seat(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
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

static void a_second_absence_has_the_rest_of_the_grace_period(void **state)
{
	struct stage *stage = *state;
	stage->now += 60 * 60 * SECOND;
	struct table *table = case_two(stage, "!new");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, 20);
	stage_came(stage, "luc");
	stage_say(stage, "luc", "back");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, GRACE - 30);
	assert_false(table->seat[seat_of(table, "luc")].has_stand_in);
	case_seconds(stage, 20);
	assert_true(table->seat[seat_of(table, "luc")].has_stand_in);
}

/* An announcement of the wait would be wrong, because the wait is over at once. */
static void a_player_without_grace_left_is_replaced_at_once(void **state)
{
	struct stage *stage = *state;
	begin_and_lose(stage, "!new", "luc");
	stage_came(stage, "luc");
	stage_say(stage, "luc", "!join");
	stage_hear(stage);
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, 5);
	const char *heard = assert_said(stage, "(seat.stands.in names=luc)");
	assert_not_in(heard, "(seat.lost ");
}

static void an_ai_player_stands_in_only_when_batches_can_commit(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	unsigned seat = seat_of(table, "luc");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	stage->lobby.clock.paused_until = lobby_now(&stage->lobby) + 2 * GRACE * SECOND;
	case_seconds(stage, 2 * GRACE - 2);
	assert_false(table->seat[seat].has_stand_in);
	case_seconds(stage, 4);
	assert_true(table->seat[seat].has_stand_in);
}

static void a_table_goes_on_without_its_opener(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "luc", "!bot");
	stage_hear(stage);
	stage_went(stage, "anna", DEPARTED_CHANNEL);
	case_seconds(stage, GONE);
	assert_said(stage, "(table.left name=anna ");
	stage_say(stage, "luc", "!start");
	assert_true(stage_table(stage, 1)->running);
	assert_string_equal(
		stage_table(stage, 1)->seat[seat_of(stage_table(stage, 1), "luc")].owner->name,
		"luc");
}

static void a_table_without_people_closes(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_hear(stage);
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GONE);
	assert_said(stage, "#table: [1] (table.closed name=anna)");
	assert_null(stage_table(stage, 1));
}

static void a_bot_outside_the_channel_empties_no_table(void **state)
{
	struct stage *stage = *state;
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

static void one_person_can_open_two_tables_at_a_time(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	stage_say(stage, "anna", "!new mitch");
	stage_hear(stage);
	stage_say(stage, "anna", "!new mate");
	assert_refused(stage, "anna", "(too.many.yours)");
	assert_null(stage_table(stage, 3));
	assert_answer(stage, "luc", "!new", "(table.new name=luc ");
	stage_say(stage, "anna", "!leave #2");
	assert_answer(stage, "anna", "!new mate", "(table.new name=anna ");
}

/* ---- presence ---- */

static void tables_marks_absent_players(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "rose", "!tables");
	assert_said(stage, " names=anna, luc)");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	assert_answer(stage, "rose", "!tables", "luc (name.away)");
	case_seconds(stage, GRACE);
	assert_answer(stage, "rose", "!tables", "luc (name.away)");
	stage_came(stage, "luc");
	case_seconds(stage, 1);
	stage_hear(stage);
	stage_say(stage, "rose", "!tables");
	assert_unsaid(stage, "(name.away)");
}

/* ---- the last player ---- */

static void leaving_a_match_of_absent_players_counts_as_no_leave(void **state)
{
	static const char *const words[] = { "!stop", "!leave" };
	struct stage *stage = *state;
	for (size_t i = 0; i < 2; i++) {
		stage_came(stage, "luc");
		begin_and_lose(stage, "!new", "luc");
		assert_answer(stage, "anna", words[i], "(match.stopped ");
		assert_null(stage_table(stage, 1));
		stage_say(stage, "anna", "!rank");
		assert_unsaid(stage, "(rank.leaves ");
	}
}

/* Lets the player to move miss two turns, so that an AI player stands in. Returns their nick. */
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
	stage_hear(stage);
	return slow;
}

static void an_ai_player_takes_over_after_two_missed_turns(void **state)
{
	struct stage *stage = *state;
	const char *slow = miss_two_turns(stage);
	struct table *table = stage_table(stage, 1);
	unsigned seat = seat_of(table, slow);
	stage_say(stage, slow, "!hand");
	assert_said(stage, "(seat.back seat=");
	assert_false(table->seat[seat].has_stand_in);
}

static void missed_turns_outlive_a_restart(void **state)
{
	struct stage *stage = *state;
	struct table *table = case_two(stage, "!new");
	unsigned seat = table_state(table)->turn;
	case_seconds(stage, 91);
	assert_int_equal(table->seat[seat].misses, 1);
	kept_restart(stage, NULL);
	assert_int_equal(stage_table(stage, 1)->seat[seat].misses, 1);
}

static void a_restart_does_not_bring_back_an_absent_player(void **state)
{
	struct stage *stage = *state;
	char away[64];
	const char *slow = miss_two_turns(stage);
	snprintf(away, sizeof away, "%s (name.away)", slow);
	kept_restart(stage, NULL);
	assert_answer(stage, "rose", "!tables", away);
	assert_answer(stage, slow, "!hand", "(seat.back seat=");
}

/* ---- dead tables ---- */

static void a_bystander_can_close_a_table_without_people(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	stage_say(stage, "rose", "!stop");
	assert_refused(stage, "rose", "(not.seated)");
	stage_say(stage, "rose", "!stop #1");
	assert_refused(stage, "rose", "(not.seated)");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	assert_answer(stage, "rose", "!stop", "(table.closed name=rose)");
	assert_null(stage_table(stage, 1));
}

static void a_bystander_can_end_a_match_without_people(void **state)
{
	struct stage *stage = *state;
	begin_and_lose(stage, "!new", "luc");
	stage_say(stage, "rose", "!stop");
	assert_refused(stage, "rose", "(not.seated)");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	assert_answer(stage, "rose", "!stop", "(match.stopped ");
	assert_null(stage_table(stage, 1));
}

static void a_bystander_cannot_stop_a_match_in_the_second_of_a_return(void **state)
{
	struct stage *stage = *state;
	begin_and_lose(stage, "!new", "luc");
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	stage_came(stage, "luc");
	stage_hear(stage);
	stage_say(stage, "rose", "!stop");
	assert_said(stage, "rose< (not.seated)");
	assert_non_null(stage_table(stage, 1));
}

static void a_returned_player_must_agree_at_once(void **state)
{
	static const char *const lines[][2] = { { "!stop", "(stop.asked name=anna others=luc)" },
		{ "!leave", "(seat.left name=anna " } };
	struct stage *stage = *state;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		begin_and_lose(stage, "!new", "luc");
		stage_came(stage, "luc");
		stage_hear(stage);
		stage_say(stage, "anna", lines[i][0]);
		assert_said(stage, lines[i][1]);
		stage_say(stage, "luc", "!stop");
		assert_null(stage_table(stage, 1));
	}
}

static void a_return_in_a_failed_batch_is_tried_again(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin_and_lose(stage, "!new", "luc");
	unsigned seat = seat_of(table, "luc");
	assert_true(table->seat[seat].has_stand_in);
	stage_came(stage, "luc");
	stage->log.level = 0;
	stage->lobby.batch.error = STORE_FULL;
	stage_wait(stage, SECOND);
	assert_true(table->seat[seat].has_stand_in);
	case_seconds(stage, 5);
	assert_false(table->seat[seat].has_stand_in);
}

/* Otherwise a losing player could undo the match with a friend's help. */
static void a_bystander_cannot_end_a_match_during_grace_periods(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_went(stage, "luc", DEPARTED_SPLIT);
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, 1);
	stage_hear(stage);
	stage_say(stage, "rose", "!stop");
	assert_refused(stage, "rose", "(not.seated)");
	case_seconds(stage, GRACE);
	stage_say(stage, "rose", "!stop");
	assert_said(stage, "rose< (not.seated)");
	case_seconds(stage, SPLIT);
	assert_answer(stage, "rose", "!stop", "(match.stopped ");
	assert_null(stage_table(stage, 1));
}

static void a_rated_match_abandoned_for_a_day_counts_as_it_stands(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin_and_lose(stage, "!new target=500", "luc");
	table_state(table)->total[0] = 250;
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	stage_hear(stage);
	stage_wait(stage, 24 * 3600 * INT64_C(1000));
	stage_wait(stage, SECOND);
	assert_said(stage, "(match.stands ");
	assert_null(stage_table(stage, 1));
}

static void a_match_whose_end_was_not_stored_goes_on(void **state)
{
	struct stage *stage = *state;
	struct table *table = begin_and_lose(stage, "!new target=500", "luc");
	table_state(table)->total[0] = 250;
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, GRACE);
	stage_hear(stage);
	stage->log.level = 0;
	stage->lobby.batch.error = STORE_FULL;
	stage_wait(stage, 24 * 3600 * INT64_C(1000));
	assert_ptr_equal(stage_table(stage, 1), table);
	assert_true(table->running);
	assert_silence(stage);
	case_seconds(stage, 2);
	assert_said(stage, "(match.stands ");
	assert_null(stage_table(stage, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(an_open_table_frees_the_seat_of_a_departed_player),
		STAGE_CASE(a_departed_player_is_not_dealt_to),
		STAGE_CASE(a_namesake_does_not_keep_the_seat_of_a_departed_player),
		STAGE_CASE(seek_does_not_find_departed_players),
		STAGE_CASE(a_rematch_waits_for_departed_players),
		STAGE_CASE(leaving_the_tables_channel_loses_the_seat),
		STAGE_CASE(a_table_with_two_reasons_to_close_closes_once),
		STAGE_CASE(a_player_who_returns_soon_keeps_the_seat),
		STAGE_CASE(a_second_absence_has_the_rest_of_the_grace_period),
		STAGE_CASE(a_player_without_grace_left_is_replaced_at_once),
		STAGE_CASE(an_ai_player_stands_in_only_when_batches_can_commit),
		STAGE_CASE(a_table_goes_on_without_its_opener),
		STAGE_CASE(a_table_without_people_closes),
		STAGE_CASE(a_bot_outside_the_channel_empties_no_table),
		STAGE_CASE(one_person_can_open_two_tables_at_a_time),
		STAGE_CASE(tables_marks_absent_players),
		STAGE_CASE(leaving_a_match_of_absent_players_counts_as_no_leave),
		STAGE_CASE(an_ai_player_takes_over_after_two_missed_turns),
		KEPT_CASE(missed_turns_outlive_a_restart),
		KEPT_CASE(a_restart_does_not_bring_back_an_absent_player),
		STAGE_CASE(a_bystander_can_close_a_table_without_people),
		STAGE_CASE(a_bystander_can_end_a_match_without_people),
		STAGE_CASE(a_bystander_cannot_stop_a_match_in_the_second_of_a_return),
		STAGE_CASE(a_returned_player_must_agree_at_once),
		STAGE_CASE(a_return_in_a_failed_batch_is_tried_again),
		STAGE_CASE(a_bystander_cannot_end_a_match_during_grace_periods),
		STAGE_CASE(a_rated_match_abandoned_for_a_day_counts_as_it_stands),
		STAGE_CASE(a_match_whose_end_was_not_stored_goes_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
