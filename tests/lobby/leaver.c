/* Tests the consequences of leaving a match that other people play on. */
#include "bot/match/leaver.h"
#include "bot/match/match.h"
#include "tests/stage/kept.h"

/* A person says something and gets an answer without this text. */
#define assert_answer_without(stage, nick, text, answer) \
	(stage_hear(stage), stage_say(stage, nick, text), assert_unsaid(stage, answer))

/* Begins a match of anna, luc and rose. */
static void begin_three(struct stage *stage, const char *new)
{
	stage_say(stage, "anna", new);
	stage_say(stage, "luc", "!join");
	stage_say(stage, "rose", "!join");
	stage_say(stage, "anna", "!start");
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

static void a_leave_counts_when_the_match_ends(void **state)
{
	struct stage *stage = *state;
	begin_three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
	finish(stage);
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
	assert_answer_without(stage, "luc", "!rank anna", "(rank.leaves ");
}

static void ai_players_are_never_counted_as_leavers(void **state)
{
	struct stage *stage = *state;
	stage->lobby.settings.rate_robots = true;
	stage_say(stage, "anna", "!new target=20");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	finish(stage);
	assert_answer_without(stage, "anna", "!rank", "(rank.leaves ");
}

static void a_leave_counts_after_a_restart_too(void **state)
{
	struct stage *stage = *state;
	begin_three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	kept_restart(stage, NULL);
	finish(stage);
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
}

static void coming_back_cancels_a_leave(void **state)
{
	struct stage *stage = *state;
	begin_three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	assert_answer(stage, "luc", "!join", "(seat.back seat=luc)");
	finish(stage);
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
}

static void absence_at_the_end_counts_as_a_leave(void **state)
{
	struct stage *stage = *state;
	begin_three(stage, "!new target=50");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	stage_wait(stage, 1000);
	stage_wait(stage, 120 * 1000);
	finish(stage);
	stage_came(stage, "luc");
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
}

/* The last move is the AI player's; no person is left at the table then. */
static void absence_of_all_players_at_the_end_does_not_count_as_a_leave(void **state)
{
	struct stage *stage = *state;
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
	stage_say(stage, "anna", "!rank");
	stage_say(stage, "luc", "!rank");
	assert_unsaid(stage, "(rank.leaves ");
}

static void the_last_player_to_leave_is_not_a_leaver(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "luc", "!leave");
	stage_say(stage, "anna", "!leave");
	assert_null(stage_table(stage, 1));
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
	assert_answer_without(stage, "luc", "!rank anna", "(rank.leaves ");
}

static void leaving_a_match_with_ai_players_does_not_count(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new target=50");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	stage_say(stage, "luc", "!leave");
	finish(stage);
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
}

static void leaving_an_unrated_match_does_not_count(void **state)
{
	struct stage *stage = *state;
	begin_three(stage, "!new target=50 rated=no");
	stage_say(stage, "luc", "!leave");
	finish(stage);
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
}

static void a_leave_is_forgiven_after_enough_finished_matches(void **state)
{
	struct stage *stage = *state;
	begin_three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	finish(stage);
	for (unsigned i = 1; i < LEAVER_FORGIVEN; i++) {
		begin_three(stage, "!new target=50");
		finish(stage);
	}
	/* A match without a move does not count. */
	begin_three(stage, "!new target=50");
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_say(stage, "rose", "!stop");
	assert_null(stage_table(stage, 1));
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
	begin_three(stage, "!new target=50");
	finish(stage);
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
}

/* Sets a wait for leavers and begins a match of three. */
static void begin_with_leaver_wait(struct stage *stage)
{
	struct settings settings = stage->settings;
	settings.usual.leaver_wait_seconds = 600;
	lobby_configure(&stage->lobby, &settings);
	begin_three(stage, "!new target=50");
}

static void a_leaver_waits_before_the_next_match(void **state)
{
	struct stage *stage = *state;
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

static void the_wait_of_a_leaver_begins_when_they_leave(void **state)
{
	struct stage *stage = *state;
	begin_with_leaver_wait(stage);
	stage_say(stage, "luc", "!leave");
	stage->now += 590 * 1000;
	finish(stage);
	stage->now += 10 * 1000;
	stage_say(stage, "luc", "!new");
	assert_unsaid(stage, "(leaver.wait ");
}

/* An absent player leaves at the end of the match, so the wait begins there. */
static void an_absent_player_waits_from_the_end_of_the_match(void **state)
{
	struct stage *stage = *state;
	begin_with_leaver_wait(stage);
	stage_went(stage, "luc", DEPARTED_NETWORK);
	stage_wait(stage, 1000);
	stage_wait(stage, 120 * 1000);
	finish(stage);
	stage_came(stage, "luc");
	assert_answer(stage, "luc", "!new", "luc< (leaver.wait wait=");
}

static void a_leaver_need_not_wait_an_hour_later(void **state)
{
	struct stage *stage = *state;
	begin_with_leaver_wait(stage);
	stage_say(stage, "luc", "!leave");
	stage->now += 3600 * 1000;
	stage_say(stage, "luc", "!new");
	assert_unsaid(stage, "(leaver.wait ");
	assert_non_null(stage_table(stage, 2));
}

/* The clock was ahead when luc left, and is corrected later. */
static void a_leaver_need_not_wait_after_the_clock_was_put_back(void **state)
{
	struct stage *stage = *state;
	begin_with_leaver_wait(stage);
	stage->now += (int64_t)1000 * 1000 * 1000;
	stage_say(stage, "luc", "!leave");
	stage->now -= (int64_t)1000 * 1000 * 1000;
	assert_answer(stage, "luc", "!new", "(table.new name=luc ");
}

static void a_returned_player_need_not_wait(void **state)
{
	struct stage *stage = *state;
	begin_with_leaver_wait(stage);
	stage_say(stage, "luc", "!leave");
	assert_answer(stage, "luc", "!join", "(seat.back seat=luc)");
	assert_answer(stage, "luc", "!new", "(table.new name=luc ");
}

/* The substitute is a throw-away nick, so the owner is counted as the leaver. */
static void a_leave_by_a_substitute_counts_for_the_owner(void **state)
{
	struct stage *stage = *state;
	static const char *const ways[] = { "leaves", "is lost" };
	for (unsigned i = 0; i < 2; i++) {
		char left[64];
		begin_three(stage, "!new target=50");
		stage_say(stage, "luc", "!sub eve");
		stage_say(stage, "eve", "!accept");
		if (i == 0)
			stage_say(stage, "eve", "!leave");
		else
			stage_went(stage, "eve", DEPARTED_NETWORK);
		stage_wait(stage, 1000);
		stage_wait(stage, 300 * 1000);
		finish(stage);
		snprintf(left, sizeof left, "(rank.leaves count=%u)", i + 1);
		print_message("who %s\n", ways[i]);
		assert_answer(stage, "luc", "!rank", left);
	}
}

static void the_owner_can_take_a_seat_back_from_an_absent_substitute(void **state)
{
	struct stage *stage = *state;
	begin_three(stage, "!new target=50");
	stage_say(stage, "luc", "!sub eve");
	stage_say(stage, "eve", "!accept");
	assert_answer(stage, "luc", "!join", "(no.open.table)");
	stage_went(stage, "eve", DEPARTED_NETWORK);
	stage_wait(stage, 1000);
	stage_wait(stage, 300 * 1000);
	assert_answer(stage, "luc", "!join", "(seat.back seat=luc)");
	finish(stage);
	assert_answer_without(stage, "luc", "!rank", "(rank.leaves ");
}

static void coming_back_to_one_match_does_not_make_up_for_another(void **state)
{
	struct stage *stage = *state;
	begin_with_leaver_wait(stage);
	stage_say(stage, "zoe", "!new");
	stage_say(stage, "luc", "!join 2");
	stage_say(stage, "yves", "!join 2");
	stage_say(stage, "zoe", "!start");
	stage_say(stage, "luc", "!leave #1");
	stage_say(stage, "luc", "!leave #2");
	assert_answer(stage, "luc", "!join 2", "(seat.back seat=luc)");
	assert_answer(stage, "luc", "!new", "(leaver.wait wait=10 min)");
	/* The wait goes on after the match that luc left is over. */
	finish(stage);
	assert_answer(stage, "luc", "!new", "(leaver.wait ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(a_leave_counts_when_the_match_ends),
		STAGE_CASE(ai_players_are_never_counted_as_leavers),
		KEPT_CASE(a_leave_counts_after_a_restart_too),
		STAGE_CASE(coming_back_cancels_a_leave),
		STAGE_CASE(absence_at_the_end_counts_as_a_leave),
		STAGE_CASE(absence_of_all_players_at_the_end_does_not_count_as_a_leave),
		STAGE_CASE(the_last_player_to_leave_is_not_a_leaver),
		STAGE_CASE(leaving_a_match_with_ai_players_does_not_count),
		STAGE_CASE(leaving_an_unrated_match_does_not_count),
		STAGE_CASE(a_leave_is_forgiven_after_enough_finished_matches),
		STAGE_CASE(a_leaver_waits_before_the_next_match),
		STAGE_CASE(the_wait_of_a_leaver_begins_when_they_leave),
		STAGE_CASE(an_absent_player_waits_from_the_end_of_the_match),
		STAGE_CASE(a_leaver_need_not_wait_an_hour_later),
		STAGE_CASE(a_leaver_need_not_wait_after_the_clock_was_put_back),
		STAGE_CASE(a_returned_player_need_not_wait),
		STAGE_CASE(a_leave_by_a_substitute_counts_for_the_owner),
		STAGE_CASE(the_owner_can_take_a_seat_back_from_an_absent_substitute),
		STAGE_CASE(coming_back_to_one_match_does_not_make_up_for_another),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
