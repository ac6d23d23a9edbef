/* Who leaves matches that others play on: what it costs, and how it is forgotten. */
#include "bot/match/leaver.h"
#include "bot/match/match.h"
#include "tests/stage/kept.h"

/* Somebody says something and is answered, but not this. */
#define never_says(stage, nick, text, answer) \
	(stage_hear(stage), stage_say(stage, nick, text), assert_unsaid(stage, answer))

/* anna, luc and rose at a table of their own, dealt. */
static void three(struct stage *stage, const char *new)
{
	stage_say(stage, "anna", new);
	stage_say(stage, "luc", "!join");
	stage_say(stage, "rose", "!join");
	stage_say(stage, "anna", "!start");
	assert_true(stage_table(stage, 1)->running);
}

/* Plays the table to its end. */
static void finish(struct stage *stage)
{
	for (unsigned i = 0; i < 5000 && stage_table(stage, 1) != NULL; i++) {
		stage_play(stage, 1, 1);
		stage_wait(stage, 2000);
	}
	assert_null(stage_table(stage, 1));
}

static void leaving_counts_when_the_match_ends(void **state)
{
	struct stage *stage = *state;
	three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	never_says(stage, "luc", "!rank", "(rank.leaves ");
	finish(stage);
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
	never_says(stage, "luc", "!rank anna", "(rank.leaves ");
}

/* They stay to the end; what they play does not count for anybody. */
static void ai_players_never_leave(void **state)
{
	struct stage *stage = *state;
	stage->lobby.settings.rate_robots = true;
	stage_say(stage, "anna", "!new target=20");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	finish(stage);
	never_says(stage, "anna", "!rank", "(rank.leaves ");
}

static void leaving_counts_over_a_restart(void **state)
{
	struct stage *stage = *state;
	three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	kept_restart(stage, NULL);
	finish(stage);
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
}

static void who_comes_back_has_not_left(void **state)
{
	struct stage *stage = *state;
	three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	assert_answer(stage, "luc", "!join", "(seat.back seat=luc)");
	finish(stage);
	never_says(stage, "luc", "!rank", "(rank.leaves ");
}

static void away_to_the_end_is_left(void **state)
{
	struct stage *stage = *state;
	three(stage, "!new target=50");
	stage_went(stage, "luc", DEPARTED_NETWORK);
	stage_wait(stage, 1000);
	stage_wait(stage, 120 * 1000);
	finish(stage);
	stage_came(stage, "luc");
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
}

/* Nobody was left at the table when an AI player made the last move for the last of them. */
static void all_away_at_the_end_left_nobody(void **state)
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

/* Who leaves last leaves nobody; who left before them did. */
static void the_last_one_leaves_nobody(void **state)
{
	struct stage *stage = *state;
	case_two(stage, "!new");
	stage_say(stage, "luc", "!leave");
	stage_say(stage, "anna", "!leave");
	assert_null(stage_table(stage, 1));
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
	never_says(stage, "luc", "!rank anna", "(rank.leaves ");
}

/* With an AI player at the table from the start it is not rated, and does not count. */
static void unrated_matches_do_not_count(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new target=50");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!bot");
	stage_say(stage, "anna", "!start");
	stage_say(stage, "luc", "!leave");
	finish(stage);
	never_says(stage, "luc", "!rank", "(rank.leaves ");
}

/* Nor do those that were opened as unrated. */
static void matches_for_fun_do_not_count(void **state)
{
	struct stage *stage = *state;
	three(stage, "!new target=50 rated=no");
	stage_say(stage, "luc", "!leave");
	finish(stage);
	never_says(stage, "luc", "!rank", "(rank.leaves ");
}

static void what_is_left_is_forgotten(void **state)
{
	struct stage *stage = *state;
	three(stage, "!new target=50");
	stage_say(stage, "luc", "!leave");
	finish(stage);
	for (unsigned i = 1; i < LEAVER_FORGIVEN; i++) {
		three(stage, "!new target=50");
		finish(stage);
	}
	/* One that nobody plays is none. */
	three(stage, "!new target=50");
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_say(stage, "rose", "!stop");
	assert_null(stage_table(stage, 1));
	assert_answer(stage, "luc", "!rank", "(rank.leaves count=1)");
	three(stage, "!new target=50");
	finish(stage);
	never_says(stage, "luc", "!rank", "(rank.leaves ");
}

/* The operator has those wait who left; the three play. */
static void make_them_wait(struct stage *stage)
{
	struct settings settings = stage->settings;
	settings.usual.leaver_wait_seconds = 600;
	lobby_configure(&stage->lobby, &settings);
	three(stage, "!new target=50");
}

static void who_left_waits(void **state)
{
	struct stage *stage = *state;
	make_them_wait(stage);
	stage_say(stage, "luc", "!leave");
	assert_answer(stage, "luc", "!new", "luc< (leaver.wait wait=10 min)");
	assert_null(stage_table(stage, 2));
	stage_say(stage, "zoe", "!new");
	stage->now += 530 * 1000;
	assert_answer(stage, "luc", "!join 2", "(leaver.wait wait=70 s)");
	stage->now += 70 * 1000;
	assert_answer(stage, "luc", "!join 2", "(table.joined name=luc ");
}

/* They left when they did, and not when the others came to the end. */
static void the_end_of_the_match_makes_nobody_wait_anew(void **state)
{
	struct stage *stage = *state;
	make_them_wait(stage);
	stage_say(stage, "luc", "!leave");
	stage->now += 590 * 1000;
	finish(stage);
	stage->now += 10 * 1000;
	stage_say(stage, "luc", "!new");
	assert_unsaid(stage, "(leaver.wait ");
}

/* Who lets an AI player come to the end for them leaves there. */
static void away_to_the_end_waits_from_there(void **state)
{
	struct stage *stage = *state;
	make_them_wait(stage);
	stage_went(stage, "luc", DEPARTED_NETWORK);
	stage_wait(stage, 1000);
	stage_wait(stage, 120 * 1000);
	finish(stage);
	stage_came(stage, "luc");
	assert_answer(stage, "luc", "!new", "luc< (leaver.wait wait=");
}

static void who_left_long_ago_need_not_wait(void **state)
{
	struct stage *stage = *state;
	make_them_wait(stage);
	stage_say(stage, "luc", "!leave");
	stage->now += 3600 * 1000;
	stage_say(stage, "luc", "!new");
	assert_unsaid(stage, "(leaver.wait ");
	assert_non_null(stage_table(stage, 2));
}

/* A clock that was ahead when they left, and was put right, does not keep them out for years. */
static void who_left_in_the_future_need_not_wait(void **state)
{
	struct stage *stage = *state;
	make_them_wait(stage);
	stage->now += (int64_t)1000 * 1000 * 1000;
	stage_say(stage, "luc", "!leave");
	stage->now -= (int64_t)1000 * 1000 * 1000;
	assert_answer(stage, "luc", "!new", "(table.new name=luc ");
}

static void who_is_back_need_not_wait(void **state)
{
	struct stage *stage = *state;
	make_them_wait(stage);
	stage_say(stage, "luc", "!leave");
	assert_answer(stage, "luc", "!join", "(seat.back seat=luc)");
	assert_answer(stage, "luc", "!new", "(table.new name=luc ");
}

/* A throw-away nick takes the seat by consent, and is gone: the owner has left. */
static void leaving_through_a_substitute_counts(void **state)
{
	struct stage *stage = *state;
	static const char *const ways[] = { "leaves", "is lost" };
	for (unsigned i = 0; i < 2; i++) {
		char left[64];
		three(stage, "!new target=50");
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

/* While an AI player has it, the owner may have the seat again, from a substitute as well. */
static void the_owner_takes_back_what_a_substitute_left(void **state)
{
	struct stage *stage = *state;
	three(stage, "!new target=50");
	stage_say(stage, "luc", "!sub eve");
	stage_say(stage, "eve", "!accept");
	assert_answer(stage, "luc", "!join", "(no.open.table)");
	stage_went(stage, "eve", DEPARTED_NETWORK);
	stage_wait(stage, 1000);
	stage_wait(stage, 300 * 1000);
	assert_answer(stage, "luc", "!join", "(seat.back seat=luc)");
	finish(stage);
	never_says(stage, "luc", "!rank", "(rank.leaves ");
}

/* Coming back to one match does not make up for having left another. */
static void coming_back_to_one_of_two_is_not_enough(void **state)
{
	struct stage *stage = *state;
	make_them_wait(stage);
	stage_say(stage, "zoe", "!new");
	stage_say(stage, "luc", "!join 2");
	stage_say(stage, "yves", "!join 2");
	stage_say(stage, "zoe", "!start");
	stage_say(stage, "luc", "!leave #1");
	stage_say(stage, "luc", "!leave #2");
	assert_answer(stage, "luc", "!join 2", "(seat.back seat=luc)");
	assert_answer(stage, "luc", "!new", "(leaver.wait wait=10 min)");
	/* Nor when the match that was left is over. */
	finish(stage);
	assert_answer(stage, "luc", "!new", "(leaver.wait ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(leaving_counts_when_the_match_ends),
		STAGE_CASE(ai_players_never_leave),
		KEPT_CASE(leaving_counts_over_a_restart),
		STAGE_CASE(who_comes_back_has_not_left),
		STAGE_CASE(away_to_the_end_is_left),
		STAGE_CASE(all_away_at_the_end_left_nobody),
		STAGE_CASE(the_last_one_leaves_nobody),
		STAGE_CASE(unrated_matches_do_not_count),
		STAGE_CASE(matches_for_fun_do_not_count),
		STAGE_CASE(what_is_left_is_forgotten),
		STAGE_CASE(who_left_waits),
		STAGE_CASE(the_end_of_the_match_makes_nobody_wait_anew),
		STAGE_CASE(away_to_the_end_waits_from_there),
		STAGE_CASE(who_left_long_ago_need_not_wait),
		STAGE_CASE(who_left_in_the_future_need_not_wait),
		STAGE_CASE(who_is_back_need_not_wait),
		STAGE_CASE(leaving_through_a_substitute_counts),
		STAGE_CASE(the_owner_takes_back_what_a_substitute_left),
		STAGE_CASE(coming_back_to_one_of_two_is_not_enough),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
