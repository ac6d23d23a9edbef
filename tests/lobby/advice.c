/* Tests the advice after a match, which names the costliest move of each player. */
#include "bot/match/advice.h"

#include "tests/stage/seats.h"

static int advice_open(void **state)
{
	int status = case_open(state);
	struct stage *stage = *state;
	if (status == 0)
		stage->lobby.settings.advice = true;
	return status;
}

#define ADVICE_CASE(name) CASE_WITH(name, struct stage *stage, advice_open, case_close)

/* Plays a match of anna and luc to its end. Returns the bot's lines since the match began. */
static const char *play_match(struct stage *stage)
{
	case_two(stage, "!new mitaines classic target=10");
	stage_play(stage, 1, 10000);
	assert_null(stage_table(stage, 1));
	return stage_hear(stage);
}

ADVICE_CASE(each_player_is_told_in_private_their_costliest_move_and_the_better_one)
{
	const char *heard = play_match(stage);
	assert_in(heard, "anna< (advice result=(ended.");
	assert_in(heard, "luc< (advice result=(ended.");
	assert_int_equal(case_count(heard, "(advice"), 2);
	assert_int_equal(case_count(heard, "(ended.won match=1 own="), 1);
	assert_int_equal(case_count(heard, "(ended.lost match=1 own="), 1);
	assert_in(heard, ") hand=1 played=");
	assert_in(heard, " costs=(cost.");
	assert_in(strstr(heard, "(advice"), " better=");
	/* The costliest move in the review is the move of the advice. */
	const char *at = strstr(heard, "luc< (advice");
	const char *played = strstr(at, "played=") + strlen("played=");
	const char *said = case_text("luc accuracy=");
	heard = assert_reply(stage, "luc", "review 1", said);
	at = strstr(strstr(heard, said), "played=") + strlen("played=");
	assert_int_equal(strncmp(at, played, strcspn(played, " ")), 0);
}

ADVICE_CASE(set_advice_off_ends_the_advice)
{
	assert_reply(
		stage, "luc", "set advice off", "luc< (set.done name=(setting.advice) value=off)");
	const char *heard = play_match(stage);
	assert_in(heard, "anna< (advice ");
	assert_int_equal(case_count(heard, "(advice"), 1);
	assert_reply(stage, "luc", "régler conseils oui",
		"luc< (set.done name=(setting.advice) value=on)");
}

ADVICE_CASE(no_advice_follows_a_match_that_was_stopped)
{
	case_two(stage, "!new mitaines classic target=500");
	stage_play(stage, 1, 20);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	assert_not_in(stage_hear(stage), "(advice ");
}

ADVICE_CASE(players_get_no_advice_after_a_missed_turn_or_a_departure)
{
	case_two(stage, "!new mitaines classic target=10");
	stage_play(stage, 1, 3);
	stage_wait(stage, 90 * 1000);
	stage_wait(stage, 10 * 1000);
	stage_play(stage, 1, 10000);
	const char *heard = stage_hear(stage);
	assert_in(heard, "(clock.move ");
	assert_int_equal(case_count(heard, "(advice"), 1);
	stage->pensive = true;
	case_two(stage, "!new mitaines classic target=10");
	stage_hear(stage);
	stage_play(stage, 1, 10000);
	stage_went(stage, "luc", DEPARTED_NETWORK);
	while (lobby_run_job(&stage->lobby))
		lobby_commit(&stage->lobby);
	heard = stage_hear(stage);
	assert_in(heard, "anna< (advice result=(ended.");
	assert_int_equal(case_count(heard, "(advice"), 1);
}

ADVICE_CASE(no_advice_is_prepared_while_many_reviews_wait)
{
	stage->pensive = true;
	for (unsigned i = 0; i < 12; i++) {
		case_two(stage, "!new mitaines classic target=10");
		stage_play(stage, 1, 10000);
	}
	assert_int_equal(worker_pool_count_queued(stage->slow_pool), 1);
}

ADVICE_CASE(no_advice_follows_an_end_that_was_rolled_back)
{
	struct table *table = case_two(stage, "!new mitaines classic target=10");
	unsigned begun = 0;
	stage->pensive = true;
	while (stage_table(stage, 1) != NULL) {
		stage_hear(stage);
		stage_add(stage, mover_of(table), true, "!p 1");
		begun += worker_pool_count_queued(stage->slow_pool);
		case_fail(stage);
		lobby_commit(&stage->lobby);
		while (lobby_run_job(&stage->lobby))
			lobby_commit(&stage->lobby);
		assert_null(strstr(stage_hear(stage), "(advice "));
		stage_play(stage, 1, 1);
	}
	case_think(stage);
	assert_int_equal(begun, 1);
	assert_in(stage_hear(stage), "(advice ");
}

SEATS_CASE(a_guest_reads_on_the_last_view_of_their_page_which_card_cost_most)
{
	stage_visit(stage);
	stage->lobby.settings.advice = true;
	assert_ask(seats, "\"do\":\"play\",\"game\":\"mitaines\",\"level\":\"easy\",\"short\":true",
		303, "\"level\":\"easy\"");
	char key[SEAT_KEY];
	text_copy(key, sizeof key, key_in(seats->got.bytes));
	stage->pensive = true;
	while (stage->lobby.tables.count > 0) {
		struct table *table = stage->lobby.tables.table[0];
		drop(seats);
		if (table->seat[table_state(table)->turn].player == NULL) {
			assert_true(stage_think(stage));
			continue;
		}
		add_tap(seats, key, table->moves, first_move(table));
		commit(seats);
	}
	drop(seats);
	case_think(stage);
	const char *got = read_lines(seats);
	assert_in(got, "\"state\":\"over\"");
	assert_in(got, "\"advice\":\"(browser.advice ");
	assert_in(got, hash_of(key));
}
