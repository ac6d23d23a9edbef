/* Tests the consequences of leaving a match that other people play on. */
#include "bot/match/leaver.h"
#include "bot/match/match.h"
#include "tests/stage/kept.h"

/* Begins a match of anna, luc and rose. */
static void begin_three(struct stage *stage, const char *new)
{
	stage_say(stage, "anna", new);
	case_dialog(stage, "luc: !join", "rose: !join", "anna: !start");
	assert_true(stage_table(stage, 1)->running);
}

static void finish(struct stage *stage)
{
	for (unsigned i = 0; i < 5000 && stage_table(stage, 1) != NULL; i++) {
		stage_play(stage, 1, 1);
		stage_wait(stage, 2000);
	}
	assert_null(stage_table(stage, 1));
}

KEPT_CASE(a_leave_counts_when_the_match_ends)
{
	begin_three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
	kept_restart(stage, NULL);
	finish(stage);
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
	assert_answer_without(stage, "luc", "!rank anna", "(rank.leaves ");
}

STAGE_CASE(ai_players_are_never_counted_as_leavers)
{
	stage->lobby.settings.rate_robots = true;
	case_dialog(stage, "anna: !new target=20", "anna: !bot", "anna: !start");
	finish(stage);
	assert_answer_without(stage, "anna", "!rank", "(rank.leaves ");
}

STAGE_CASE(coming_back_to_the_match_cancels_a_leave)
{
	begin_three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	assert_answer(stage, "luc", "!join", "(seat.back seat=luc)");
	finish(stage);
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
}

STAGE_CASE(absence_at_the_end_of_a_match_counts_as_a_leave)
{
	begin_three(stage, "!new target=50");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, 121);
	finish(stage);
	stage_came(stage, "luc");
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
}

/* An AI player makes the last move, when no person is left at the table. */
STAGE_CASE(absence_of_all_players_at_the_end_does_not_count_as_a_leave)
{
	case_two(stage, "!new target=50");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	stage_wait(stage, 120 * 1000);
	for (struct table *table; (table = stage_table(stage, 1)) != NULL;) {
		table->seat[table_state(table)->turn].misses = MISSES_MOST - 1;
		stage_wait(stage, 60 * 1000);
		stage_wait(stage, 30 * 1000);
		stage_say(stage, "anna", "!hand");
		stage_wait(stage, 2000);
	}
	stage_came(stage, "luc");
	stage_hear(stage);
	case_dialog(stage, "anna: !rank", "luc: !rank");
	assert_unsaid(stage, "(rank.leaves ");
}

STAGE_CASE(leaving_a_match_with_ai_players_does_not_count)
{
	case_dialog(stage, "anna: !new target=50", "luc: !join", "anna: !bot", "anna: !start",
		"luc: !leave");
	finish(stage);
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
}

STAGE_CASE(leaving_an_unrated_match_does_not_count)
{
	begin_three(stage, "!new target=50 rated=no");
	stage_say(stage, "luc", "!leave");
	finish(stage);
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
}

STAGE_CASE(a_leave_is_forgiven_after_enough_finished_matches)
{
	begin_three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	finish(stage);
	for (unsigned i = 1; i < LEAVER_FORGIVEN; i++) {
		begin_three(stage, "!new target=50");
		finish(stage);
	}
	/* A match without a move is not one of the matches after which a leave is forgiven. */
	begin_three(stage, "!new target=50");
	case_dialog(stage, "anna: !stop", "luc: !stop", "rose: !stop");
	assert_null(stage_table(stage, 1));
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
	begin_three(stage, "!new target=50");
	finish(stage);
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
}

/* Sets the waiting time after leaving a match, and begins a match of three. */
static void begin_with_leaver_wait(struct stage *stage)
{
	struct settings settings = stage->settings;
	settings.usual.leaver_wait_seconds = 600;
	lobby_configure(&stage->lobby, &settings);
	begin_three(stage, "!new target=50");
}

STAGE_CASE(a_leaver_has_to_wait_before_the_next_match)
{
	begin_with_leaver_wait(stage);
	stage_say(stage, "luc", "!leave");
	assert_answer(stage, "luc", "!new", "luc< (leaver.wait wait=10 min)");
	assert_null(stage_table(stage, 2));
	stage_say(stage, "zoe", "!new");
	stage->now += 530 * 1000;
	assert_answer(stage, "luc", "!join 2", "(leaver.wait wait=70 s)");
	stage->now += 70 * 1000;
	assert_answer(stage, "luc", "!join 2", "(table.joined name=luc ");
}

STAGE_CASE(the_wait_of_a_leaver_begins_when_they_leave)
{
	begin_with_leaver_wait(stage);
	stage_say(stage, "luc", "!leave");
	stage->now += 590 * 1000;
	finish(stage);
	stage->now += 10 * 1000;
	stage_say(stage, "luc", "!new");
	assert_unsaid(stage, "(leaver.wait ");
}

/* An absent player counts as leaving at the end of the match, so their wait begins then. */
STAGE_CASE(the_wait_of_an_absent_player_begins_at_the_end_of_the_match)
{
	begin_with_leaver_wait(stage);
	stage_went(stage, "luc", DEPARTED_NETWORK);
	case_seconds(stage, 121);
	finish(stage);
	stage_came(stage, "luc");
	assert_answer(stage, "luc", "!new", "luc< (leaver.wait wait=");
}

/* The system clock is ahead when luc leaves, and is set back afterwards. */
STAGE_CASE(a_leaver_need_not_wait_if_the_system_clock_was_set_back)
{
	begin_with_leaver_wait(stage);
	stage->now += (int64_t)1000 * 1000 * 1000;
	stage_say(stage, "luc", "!leave");
	stage->now -= (int64_t)1000 * 1000 * 1000;
	assert_answer(stage, "luc", "!new", "(table.new name=luc ");
}

STAGE_CASE(a_returned_player_need_not_wait)
{
	begin_with_leaver_wait(stage);
	stage_say(stage, "luc", "!leave");
	assert_answer(stage, "luc", "!join", "(seat.back seat=luc)");
	assert_answer(stage, "luc", "!new", "(table.new name=luc ");
}

/* The substitute may be a throw-away nick, so the bot counts the leave for the owner. */
STAGE_CASE(a_leave_by_a_substitute_counts_for_the_owner)
{
	static const char *const ways[] = { "leaves", "is lost" };
	for (unsigned i = 0; i < 2; i++) {
		begin_three(stage, "!new target=50");
		case_dialog(stage, "luc: !sub eve", "eve: !accept");
		if (i == 0)
			stage_say(stage, "eve", "!leave");
		else
			stage_went(stage, "eve", DEPARTED_NETWORK);
		case_seconds(stage, 301);
		finish(stage);
		const char *left = case_text("(rank.leaves count=%u)", i + 1);
		print_message("who %s\n", ways[i]);
		assert_answer(stage, "luc", "!rank", left);
	}
}

STAGE_CASE(the_owner_can_take_a_seat_back_from_an_absent_substitute)
{
	begin_three(stage, "!new target=50");
	case_dialog(stage, "luc: !sub eve", "eve: !accept");
	assert_answer(stage, "luc", "!join", "(no.open.table)");
	stage_went(stage, "eve", DEPARTED_NETWORK);
	case_seconds(stage, 301);
	assert_answer(stage, "luc", "!join", "(seat.back seat=luc)");
	finish(stage);
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
}

STAGE_CASE(returning_to_one_match_does_not_forgive_leaving_another)
{
	begin_with_leaver_wait(stage);
	case_dialog(stage, "zoe: !new", "luc: !join 2", "yves: !join 2", "zoe: !start",
		"luc: !leave #1", "luc: !leave #2");
	assert_answer(stage, "luc", "!join 2", "(seat.back seat=luc)");
	assert_answer(stage, "luc", "!new", "(leaver.wait wait=10 min)");
	/* luc still has to wait after the match is over. */
	finish(stage);
	assert_answer(stage, "luc", "!new", "(leaver.wait ");
}
