/* Tests turn clocks and grace periods. */
#include <stdio.h>

#include "bot/surface/seat_view.h"
#include "tests/stage/case.h"

enum { SECOND = 1000, TURN = 90, GRACE = 120, SPLIT = 600, HOUR = 3600 };

/* Returns true if an AI player makes the moves of the seat to move. */
static bool mover_is_automatic(struct table *table)
{
	return table_is_robot_seat(table, table_state(table)->turn);
}

/* Fails unless the bot warns the player to move after exactly `count` seconds. */
static void expect_warning_after(struct stage *stage, unsigned count)
{
	case_seconds(stage, count - 1);
	assert_silence(stage);
	case_seconds(stage, 1);
	assert_heard(stage,
		case_text("%s< [1] (clock.warn seconds=30)\n", mover_of(stage_table(stage, 1))));
}

MATCH_CASE(the_turn_clock_runs_for_present_players, "!new")
{
	const char *who = mover_of(table);
	const char *up =
		case_text("#table: [1] (clock.move seat=%s) (event.play.call seat=%s ", who, who);
	case_dialog(stage, "rose> set lang fr", "rose> watch 1");
	stage_hear(stage);
	expect_warning_after(stage, 60);
	case_seconds(stage, 29);
	assert_silence(stage);
	case_seconds(stage, 1);
	const char *heard = assert_said(stage, up);
	assert_in(heard, "rose< [1] Temps ");
	assert_int_equal(table->moves, 1);
}

/* Begins a match of anna and an AI player, and drops the lines about it. Returns the table. */
static struct table *begin_alone(struct stage *stage, const char *new)
{
	case_dialog(stage, new, "anna: !bot", "anna: !start");
	struct table *table = stage_table(stage, 1);
	case_seconds(stage, 3);
	assert_true(table->running);
	assert_false(mover_is_automatic(table));
	stage_hear(stage);
	return table;
}

STAGE_CASE(a_turn_has_no_clock_while_only_ai_players_wait)
{
	struct table *table = begin_alone(stage, "anna: !new");
	assert_int_equal(seat_view_deadline(&stage->lobby, table), 0);
	case_seconds(stage, HOUR - 5);
	assert_silence(stage);
	case_seconds(stage, 5);
	const char *heard = assert_said(stage, "#table: [1] (table.idle)\n");
	assert_not_in(heard, "(match.broken.off ");
	assert_null(stage_table(stage, 1));
	stage_whisper(stage, "anna", "solo");
	case_seconds(stage, 3);
	stage_hear(stage);
	case_seconds(stage, HOUR - 5);
	assert_silence(stage);
	case_seconds(stage, 5);
	assert_said(stage, "anna< [1] (table.idle)\n");
}

STAGE_CASE(an_hour_without_a_move_counts_as_leaving_where_ai_players_are_rated)
{
	stage->settings.rate_robots = true;
	lobby_configure(&stage->lobby, &stage->settings);
	begin_alone(stage, "anna: !new");
	stage_say(stage, "anna", "!p 1");
	case_seconds(stage, HOUR + 5);
	assert_said(stage, "#table: [1] (match.broken.off ");
}

STAGE_CASE(a_turn_has_its_whole_time_once_a_second_person_plays)
{
	case_dialog(stage, "anna: !new", "luc: !join", "anna: !bot", "anna: !start");
	struct table *table = stage_table(stage, 1);
	stage_say(stage, "luc", "!leave");
	case_seconds(stage, 1800);
	assert_true(table->seat[table_state(table)->turn].player != NULL);
	stage_say(stage, "luc", "!join");
	stage_hear(stage);
	expect_warning_after(stage, 60);
}

STAGE_CASE(an_idle_match_of_one_person_makes_room_in_a_full_channel)
{
	stage->settings.tables_per_channel = 1;
	lobby_configure(&stage->lobby, &stage->settings);
	begin_alone(stage, "anna: !new");
	case_seconds(stage, 590);
	assert_refusal(stage, "rose", "!new", "(too.many.tables)");
	case_seconds(stage, 10);
	const char *heard = assert_answer(stage, "rose", "!new", "#table: [1] (table.idle)\n");
	assert_in(heard, "(table.new name=rose ");
	assert_refusal(stage, "luc", "!new", "(too.many.tables)");
}

STAGE_CASE(the_first_turn_has_its_whole_time_after_a_long_wait_for_the_start)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	case_seconds(stage, TURN);
	stage_say(stage, "anna", "!start");
	stage_hear(stage);
	expect_warning_after(stage, 60);
}

MATCH_CASE(a_clock_warning_lost_in_a_failed_batch_is_given_again, "!new")
{
	stage->log.level = 0;
	case_seconds(stage, 59);
	stage->lobby.batch.error = STORE_FULL;
	case_seconds(stage, 1);
	assert_heard(stage, "");
	expect_warning_after(stage, 2);
}

MATCH_CASE(the_turn_clock_is_stopped_while_the_bot_is_away, "!new")
{
	case_seconds(stage, 59);
	stage_kick(stage);
	case_seconds(stage, 119);
	assert_unsaid(stage, "(clock.warn ");
	stage_join(stage);
	stage_hear(stage);
	expect_warning_after(stage, 60);
	stage_lose(stage);
	case_seconds(stage, 3600);
	assert_silence(stage);
	assert_int_equal(table->moves, 0);
}

MATCH_CASE(the_turn_clock_is_stopped_until_the_hand_is_sent, "!new")
{
	stage->slow = true;
	case_seconds(stage, 100);
	assert_silence(stage);
	stage->slow = false;
	expect_warning_after(stage, 60);
}

MATCH_CASE(the_turn_clock_is_stopped_while_the_bot_has_paused_its_input, "!new")
{
	stage->network.input_paused = true;
	case_seconds(stage, 100);
	assert_silence(stage);
	stage->network.input_paused = false;
	expect_warning_after(stage, 60);
}

MATCH_CASE(the_turn_clock_runs_once_the_hand_is_sent_even_if_other_lines_wait, "!new")
{
	case_seconds(stage, 1);
	stage->slow = true;
	stage_say(stage, mover_of(table), "!help");
	stage_hear(stage);
	expect_warning_after(stage, 59);
}

MATCH_CASE(the_turn_clock_goes_on_when_other_players_come_and_go, "!new")
{
	const char *nick = waiter_of(table);
	case_seconds(stage, 20);
	stage_went(stage, nick, DEPARTED_NETWORK);
	case_seconds(stage, 10);
	stage_came(stage, nick);
	case_seconds(stage, 10);
	stage_say(stage, "rose", "!new");
	stage_say(stage, nick, "!join 2");
	stage_say(stage, nick, "!leave");
	stage_hear(stage);
	expect_warning_after(stage, 20);
}

MATCH_CASE(a_lost_connection_stops_the_turn_clock_of_its_player, "!new")
{
	const char *nick = mover_of(table);
	case_seconds(stage, 30);
	stage_went(stage, nick, DEPARTED_NETWORK);
	case_seconds(stage, 1);
	assert_heard(stage, case_text("#table: [1] (seat.lost names=%s wait=2 min)\n", nick));
	case_seconds(stage, GRACE - 2);
	assert_silence(stage);
	stage_came(stage, nick);
	assert_said(stage, case_text("%s< [1] (hand.turn ", nick));
	case_seconds(stage, 1);
	assert_heard(stage, case_text("#table: [1] (seat.here names=%s)\n", nick));
	expect_warning_after(stage, 29);
}

MATCH_CASE(an_ai_player_stands_in_until_the_player_is_back, "!new")
{
	const char *nick = mover_of(table);
	stage_went(stage, nick, DEPARTED_NETWORK);
	case_seconds(stage, GRACE - 1);
	stage_hear(stage);
	assert_int_equal(table->moves, 0);
	case_seconds(stage, 1);
	assert_said(stage, case_text("#table: [1] (seat.stands.in names=%s)", nick));
	assert_int_equal(table->moves, 1);
	assert_string_not_equal(mover_of(table), nick);
	stage_play(stage, 1, 1);
	assert_int_equal(table->moves, 3);
	stage_hear(stage);
	stage_came(stage, nick);
	case_seconds(stage, 1);
	assert_heard(stage, case_text("#table: [1] (seat.here names=%s)\n", nick));
	stage_play(stage, 1, 1);
	assert_int_equal(table->moves, 4);
	assert_string_equal(mover_of(table), nick);
	assert_said(stage, nick);
}

MATCH_CASE(leaving_the_channel_does_not_stop_the_turn_clock, "!new")
{
	stage_went(stage, mover_of(table), DEPARTED_CHANNEL);
	expect_warning_after(stage, 60);
}

MATCH_CASE(a_netsplit_stops_the_turn_clock_of_all_players, "!new")
{
	const char *nick = waiter_of(table);
	case_seconds(stage, 10);
	stage_went(stage, nick, DEPARTED_SPLIT);
	case_seconds(stage, 1);
	assert_heard(stage, case_text("#table: [1] (seat.split wait=10 min names=%s)\n", nick));
	case_seconds(stage, SPLIT - 2);
	assert_silence(stage);
	stage_came(stage, nick);
	case_seconds(stage, 1);
	stage_hear(stage);
	expect_warning_after(stage, 49);
}

MATCH_CASE(disconnecting_again_uses_the_rest_of_the_grace_period, "!new")
{
	const char *nick = mover_of(table);
	for (unsigned i = 0; i < 2; i++) {
		stage_went(stage, nick, DEPARTED_NETWORK);
		case_seconds(stage, GRACE / 2 - 1);
		assert_int_equal(table->moves, 0);
		stage_came(stage, nick);
		case_seconds(stage, 1);
		assert_int_equal(table->moves, 0);
	}
	stage_went(stage, nick, DEPARTED_NETWORK);
	case_seconds(stage, 2);
	assert_int_equal(table->moves, 1);
}

MATCH_CASE(each_move_by_the_player_restores_their_grace_period, "!new")
{
	const char *nick = mover_of(table);
	for (uint32_t i = 0; i < 6; i += 2) {
		stage_went(stage, nick, DEPARTED_NETWORK);
		case_seconds(stage, GRACE - 1);
		assert_int_equal(table->moves, i);
		stage_came(stage, nick);
		stage_play(stage, 1, 2);
		assert_string_equal(mover_of(table), nick);
	}
}

/* People can quit with a message that looks like a netsplit, so only the first split in a match
 * gets the long grace period. */
MATCH_CASE(a_netsplit_extends_the_grace_period_of_a_player_once_per_match, "!new")
{
	const char *nick = mover_of(table);
	stage_went(stage, nick, DEPARTED_SPLIT);
	case_seconds(stage, SPLIT - 1);
	assert_int_equal(table->moves, 0);
	stage_came(stage, nick);
	stage_play(stage, 1, 2);
	assert_string_equal(mover_of(table), nick);
	stage_went(stage, nick, DEPARTED_SPLIT);
	case_seconds(stage, GRACE - 1);
	assert_int_equal(table->moves, 2);
	case_seconds(stage, 1);
	assert_int_equal(table->moves, 3);
}

MATCH_CASE(a_player_who_missed_turns_must_speak_to_return, "!new")
{
	unsigned seat = strcmp(case_name(table, 0), "anna") != 0;
	for (unsigned i = 0; i < 3; i++) {
		case_seconds(stage, TURN);
		stage_say(stage, "luc", "!p 1");
	}
	assert_true(table->seat[seat].has_stand_in);
	case_seconds(stage, 3);
	stage_hear(stage);
	stage_went(stage, "anna", DEPARTED_NETWORK);
	case_seconds(stage, 2);
	stage_came(stage, "anna");
	case_seconds(stage, 2);
	assert_silence(stage);
	assert_true(table->seat[seat].has_stand_in);
	assert_answer(stage, "anna", "hello", "(seat.back seat=anna)");
}

MATCH_CASE(a_player_missing_when_the_bot_returns_has_a_grace_period, "!new")
{
	const char *nick = mover_of(table);
	stage_lose(stage);
	case_seconds(stage, 1000);
	stage->hidden = nick;
	stage_join(stage);
	case_seconds(stage, 1);
	assert_said(stage, "(seat.lost ");
	case_seconds(stage, GRACE - 2);
	assert_int_equal(table->moves, 0);
	case_seconds(stage, 1);
	assert_int_equal(table->moves, 1);
}

MATCH_CASE(a_match_pauses_while_all_players_are_gone, "!new")
{
	stage_went(stage, "anna", DEPARTED_NETWORK);
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, 2 * GRACE);
	uint32_t moves = table->moves;
	stage_hear(stage);
	case_seconds(stage, 3600);
	assert_int_equal(table->moves, moves);
	assert_silence(stage);
	stage_came(stage, "luc");
	case_seconds(stage, 1);
	assert_said(stage, "luc< [1] (hand.turn ");
	case_seconds(stage, 2 * TURN);
	assert_silence(stage);
	stage_came(stage, "anna");
	case_seconds(stage, 1);
	stage_hear(stage);
	expect_warning_after(stage, 60);
}

MATCH_CASE(a_turn_missed_in_a_failed_batch_counts_only_once, "!new")
{
	unsigned seat = table_state(table)->turn;
	case_seconds(stage, TURN - 1);
	assert_int_equal(table->moves, 0);
	case_fail(stage);
	stage_wait(stage, SECOND);
	assert_int_equal(table->moves, 0);
	assert_int_equal(table->seat[seat].misses, 0);
	case_seconds(stage, 10);
	assert_int_equal(table->moves, 1);
	assert_int_equal(table->seat[seat].misses, 1);
}

MATCH_CASE(the_bot_announces_once_a_day_that_a_player_refuses_private_lines, "!new")
{
	const char *nick = mover_of(table);
	const char *hand = case_text("%s< [1] (hand.turn ", nick);
	stage_refuse(stage, "rose");
	assert_silence(stage);
	/* The failed batch did not announce the refusal in the channel, so the next refusal
	 * does. */
	case_fail(stage);
	stage_refuse(stage, nick);
	assert_silence(stage);
	stage_refuse(stage, nick);
	const char *heard = assert_said(stage, "#table: [1] ");
	assert_in(heard, "(seat.blocked seat=luc bot=mitaines)");
	assert_not_in(heard, "(hand");
	stage_refuse(stage, nick);
	assert_silence(stage);
	assert_answer_is(stage, nick, "what now?", "");
	stage->now += 4 * SECOND;
	assert_answer(stage, nick, "done", hand);
	assert_answer_is(stage, nick, "thank you", "");
	stage_refuse(stage, nick);
	assert_silence(stage);
	stage->now += (int64_t)24 * 60 * 60 * SECOND;
	/* While the bot is out of the channel it announces no refusal, so this one does not use up
	 * the announcement of the day. */
	stage_kick(stage);
	stage_refuse(stage, nick);
	stage_join(stage);
	stage_hear(stage);
	stage_refuse(stage, nick);
	assert_said(stage, "(seat.blocked seat=luc bot=mitaines)");
}

MATCH_CASE(a_player_sees_their_hand_once_when_private_lines_work_again, "!new")
{
	const char *nick = mover_of(table);
	const char *hand = case_text("%s< [1] (hand.turn ", nick);
	stage_reach(stage, "rose");
	stage_reach(stage, nick);
	assert_silence(stage);
	stage_refuse(stage, nick);
	stage_hear(stage);
	stage->now += 5 * SECOND;
	stage_reach(stage, nick);
	assert_said(stage, hand);
	stage_reach(stage, nick);
	assert_silence(stage);
}

STAGE_CASE(a_private_line_refused_before_the_start_is_not_announced)
{
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	stage_refuse(stage, "anna");
	assert_silence(stage);
	stage->now += 5 * SECOND;
	stage_say(stage, "anna", "what now?");
	assert_silence(stage);
}

/* Lets nick say a line once a second until the table has a new move. Returns the seconds that this
 * took, at most `most`. */
static unsigned seconds_to_move(
	struct stage *stage, const char *nick, const char *says, unsigned most)
{
	uint32_t moves = stage_table(stage, 1)->moves;
	unsigned passed = 0;
	while (passed < most && stage_table(stage, 1)->moves == moves) {
		if (says != NULL)
			stage_say(stage, nick, says);
		case_seconds(stage, 1);
		passed++;
	}
	return passed;
}

STAGE_CASE(asking_for_the_hand_again_does_not_stop_the_turn_clock)
{
	static const char *const asks[] = { "!hand", "!table", "!p 9", "!score", "!swap" };
	struct table *table = case_two(stage, "!new");
	for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
		stage->slow = false;
		case_seconds(stage, 1);
		stage->slow = true;
		assert_int_equal(seconds_to_move(stage, mover_of(table), asks[i], 1000), TURN - 1);
		assert_said(stage, "(clock.");
		stage_play(stage, 1, 2);
	}
}

MATCH_CASE(asking_for_the_hand_before_it_is_sent_gains_no_turn_time, "!new")
{
	const char *nick = mover_of(table);
	stage->slow = true;
	for (unsigned i = 0; i < 10; i++) {
		stage_say(stage, nick, "!hand");
		case_seconds(stage, 1);
	}
	stage->slow = false;
	case_seconds(stage, 1);
	stage->slow = true;
	assert_int_equal(seconds_to_move(stage, nick, "!hand", 1000), TURN - 1);
}

/* Of two unsent lines with the hand, the clock waits for the newer one only. */
STAGE_CASE(the_turn_clock_waits_until_the_latest_line_with_the_hand_is_sent)
{
	const char *mover = mover_of(case_two(stage, "!new"));
	stage->slow = true;
	stage_say(stage, mover, "!hand");
	stage->sent = stage->lines - 1;
	stage_hear(stage);
	case_seconds(stage, 100);
	assert_silence(stage);
	stage->sent = stage->lines;
	expect_warning_after(stage, 60);
}

/* Fails unless luc's turn has its whole time once the line with luc's hand, which still waits, is
 * sent. */
static void expect_wait_for_hand(struct stage *stage)
{
	struct table *table = stage_table(stage, 1);
	assert_string_equal(mover_of(table), "luc");
	stage_hear(stage);
	case_seconds(stage, 100);
	assert_silence(stage);
	stage->slow = false;
	expect_warning_after(stage, 60);
}

MATCH_CASE(the_turn_clock_waits_for_the_hand_also_if_a_player_speaks_again, "!new")
{
	for (unsigned i = 0; i < 2; i++) {
		case_seconds(stage, TURN);
		stage_say(stage, "luc", "!p 1");
	}
	case_seconds(stage, TURN - 1);
	stage->slow = true;
	case_seconds(stage, 4);
	assert_answer(stage, "anna", "hello", "(seat.back seat=anna)");
	expect_wait_for_hand(stage);
}

MATCH_CASE(the_turn_clock_waits_for_the_hand_also_if_an_owner_takes_a_seat_back, "!new")
{
	stage_say(stage, "luc", "!p 1");
	stage_say(stage, "anna", "!leave");
	stage->slow = true;
	case_seconds(stage, 3);
	assert_answer(stage, "anna", "!join", "(seat.back seat=anna)");
	expect_wait_for_hand(stage);
}

MATCH_CASE(a_turn_ends_even_if_the_hand_is_never_sent, "!new")
{
	stage->slow = true;
	unsigned first = seconds_to_move(stage, mover_of(table), "!hand", 1000);
	assert_in_range(first, TURN + 1, 4 * TURN);
	assert_int_equal(seconds_to_move(stage, mover_of(table), NULL, 1000), first);
}

MATCH_CASE(refusing_private_lines_does_not_stop_the_turn_clock, "!new")
{
	const char *nick = mover_of(table);
	unsigned passed = 0;
	case_seconds(stage, 1);
	stage->slow = true;
	for (; passed < 1000 && table->moves == 0; passed++) {
		stage_refuse(stage, nick);
		stage->now += 4 * SECOND;
		stage_say(stage, nick, "once more");
		case_seconds(stage, 1);
	}
	assert_in_range(passed, 1, TURN / 5 + 1);
}

MATCH_CASE(leaving_and_joining_the_channel_brings_no_new_grace_period, "!new")
{
	const char *nick = mover_of(table);
	stage->pensive = true;
	unsigned passed = 0;
	for (; passed < 20 * GRACE && table->moves == 0; passed += GRACE / 2) {
		stage_went(stage, nick, DEPARTED_NETWORK);
		case_seconds(stage, GRACE / 2 - 1);
		if (table->moves > 0 || mover_is_automatic(table))
			break;
		stage_came(stage, nick);
		stage_say(stage, nick, "!leave");
		stage_say(stage, nick, "!join");
		case_seconds(stage, 1);
	}
	assert_in_range(passed, 0, 2 * GRACE);
}

MATCH_CASE(passing_a_seat_back_and_forth_brings_no_new_grace_period, "!new")
{
	const char *nick = mover_of(table);
	const char *friend = "rose";
	stage->pensive = true;
	stage_say(stage, friend, "!ping");
	unsigned passed = 0;
	for (; passed < 20 * GRACE; passed += GRACE / 2) {
		stage_went(stage, nick, DEPARTED_NETWORK);
		case_seconds(stage, GRACE / 2 - 1);
		if (table->moves > 0 || mover_is_automatic(table))
			break;
		stage_came(stage, nick);
		stage_say(stage, nick, case_text("!sub %s", friend));
		case_seconds(stage, 1);
		const char *other = nick;
		nick = friend;
		friend = other;
	}
	assert_in_range(passed, 0, 2 * GRACE);
}

MATCH_CASE(a_player_gets_no_new_turn_time_by_returning_before_the_stand_in, "!new")
{
	const char *nick = mover_of(table);
	stage->pensive = true;
	unsigned passed = 0;
	case_seconds(stage, TURN - 10);
	for (; passed < 20 * GRACE && table->moves == 0; passed++) {
		stage_went(stage, nick, DEPARTED_NETWORK);
		for (; passed < 20 * GRACE && !mover_is_automatic(table); passed++)
			case_seconds(stage, 1);
		stage_came(stage, nick);
		case_seconds(stage, 1);
	}
	assert_in_range(passed, GRACE, 2 * GRACE);
}

MATCH_CASE(a_netsplit_can_use_up_the_whole_grace_period, "!new")
{
	const char *nick = waiter_of(table);
	stage_went(stage, nick, DEPARTED_SPLIT);
	case_seconds(stage, SPLIT);
	assert_said(stage, "(seat.stands.in ");
	stage_came(stage, nick);
	case_seconds(stage, 1);
	stage_hear(stage);
	stage_went(stage, nick, DEPARTED_SPLIT);
	assert_int_equal(seconds_to_move(stage, nick, NULL, 1000), TURN);
}

STAGE_CASE(clock_and_language_can_be_configured_for_one_channel)
{
	struct settings settings = stage->settings;
	struct override override[] = {
		{ .network = "other", .channel = "#table", .settings = { .turn_seconds = 7 } },
		{ .network = "stage", .channel = "#elsewhere", .settings = { .turn_seconds = 8 } },
		{ .network = "stage", .channel = "#table", .settings = settings.usual },
		{ .network = "stage", .settings = { .turn_seconds = 9 } },
	};
	override[2].settings.turn_seconds = 30;
	override[2].settings.locale.language = (uint8_t)catalog_language("fr");
	settings.override = override;
	settings.overrides = sizeof override / sizeof override[0];
	lobby_configure(&stage->lobby, &settings);
	assert_answer(
		stage, "anna", "!new", "#table: [1] anna ouvre une table de Mitaines classic.");
	case_dialog(stage, "luc: !join", "anna: !start");
	stage_hear(stage);
	case_seconds(stage, 19);
	assert_silence(stage);
	case_seconds(stage, 1);
	assert_heard(stage,
		case_text("%s< [1] Il vous reste 10 secondes pour jouer; ensuite un robot jouera "
			  "à votre place.\n",
			mover_of(stage_table(stage, 1))));
	settings.overrides = 0;
	lobby_configure(&stage->lobby, &settings);
	case_seconds(stage, 60);
	assert_silence(stage);
	case_seconds(stage, 10);
	assert_said(stage, "(clock.move seat=");
}
