/* Private tables: somebody plays with AI players, and nobody else hears of it. */
#include "bot/match/resume.h"
#include "storage/journal.h"
#include "tests/stage/kept.h"

/* Nothing was said to anybody but anna; returns it. */
static const char *only_anna(AT, struct stage *stage)
{
	const char *heard = stage_hear(stage);
	for (const char *at = heard; *at != '\0'; at = strchr(at, '\n') + 1)
		if (strncmp(at, "anna< ", 6) != 0)
			fail_at("not for anna alone: %s", at);
	return heard;
}

#define only_anna(stage) only_anna(HERE, stage)

/* Anna plays her first card, until so many are played or the match is over; returns the last words.
 */
static const char *play(struct stage *stage, unsigned moves)
{
	const char *heard = "";
	while (moves-- > 0 && tables_next(&stage->lobby.tables, &(size_t){ 0 }) != NULL) {
		stage_whisper(stage, "anna", "1");
		heard = only_anna(stage);
	}
	return heard;
}

static void one_word_deals(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo");
	const char *heard = only_anna(stage);
	assert_in(
		heard, "anna< [1] (alone.solo game=mitaines preset=classic options= names=anna, ");
	assert_in(heard, "anna< [1] (hand.turn where=) ");
	assert_not_in(heard, "(turn.next ");
	assert_in(play(stage, 1), "anna< [1] (event.play");
	assert_int_equal(table_people(stage_table(stage, 1)), 1);
}

/* What bystanders would hear of a hidden card they are told with the card, and once. */
static void who_is_alone_is_told_their_own_cards_once(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo mate");
	only_anna(stage);
	stage_whisper(stage, "anna", "foreplace 1");
	const char *heard = only_anna(stage);
	assert_in(heard, "anna< [1] (event.foreplace seat=anna cards=");
	assert_not_in(heard, "(event.foreplace.hidden seat=anna)");
	assert_int_equal(case_count(heard, "(event.foreplace seat=anna "), 1);
}

static void level_and_game_are_taken_in_any_order(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!seul mate difficile discard=yes");
	only_anna(stage);
	const struct table *table = stage_table(stage, 1);
	assert_true(table->running);
	assert_string_equal(table->game->name, "mate");
	assert_string_equal(table->options, "discard=yes");
	assert_int_equal(table->seat[0].level + table->seat[1].level, LEVEL_HARD + LEVEL_NORMAL);
	stage_whisper(stage, "anna", "stop");
	assert_in(only_anna(stage), "anna< [1] (match.stopped ");
	stage_whisper(stage, "anna", "solo nonsense");
	assert_in(only_anna(stage), "anna< (no.such.game word=nonsense ");
	assert_null(stage_table(stage, 1));
}

static void a_table_is_opened_and_filled_in_private(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "new mitaines quebec");
	assert_in(only_anna(stage), "anna< [1] (alone.new ");
	stage_whisper(stage, "anna", "new");
	assert_in(only_anna(stage), "anna< (alone.already)");
	stage_whisper(stage, "anna", "start");
	assert_in(only_anna(stage), "anna< (wrong.players ");
	for (unsigned i = 0; i < 3; i++)
		stage_whisper(stage, "anna", "bot easy");
	assert_in(only_anna(stage), "anna< [1] (table.joined ");
	stage_whisper(stage, "anna", "start");
	only_anna(stage);
	assert_true(stage_table(stage, 1)->running);
	stage_whisper(stage, "anna", "tables");
	assert_in(only_anna(stage), "anna< [1] (tables.running channel=(alone.place) ");
	stage_whisper(stage, "anna", "table");
	assert_in(only_anna(stage), "anna< [1] ");
	stage_whisper(stage, "anna", "invite luc");
	assert_heard(stage, "anna< (alone.only)\n");
	stage_whisper(stage, "anna", "leave");
	assert_in(only_anna(stage), "anna< [1] (match.abandoned ");
	assert_null(stage_table(stage, 1));
}

/* To all others there is no such table. */
static void nobody_else_knows(void **state)
{
	static const char *const asked[] = { "table 1", "watch 1", "join 1", "score #1", "watch",
		"join", "p #1 2", "leave #1" };
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo");
	only_anna(stage);
	for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
		for (unsigned public = 0; public < 2; public ++) {
			char line[32];
			snprintf(line, sizeof line, "!%s", asked[i]);
			stage_add(stage, "luc", public, line);
			lobby_commit(&stage->lobby);
			const char *heard = stage_hear(stage);
			if (strncmp(heard, "luc< (no", 8) != 0)
				fail_msg("%s: %s", asked[i], heard);
		}
	stage_whisper(stage, "luc", "tables");
	assert_heard(stage, "luc< (no.tables)\n");
	stage_say(stage, "anna", "!stop");
	assert_heard(stage, "anna< (no.table)\n");
	stage_say(stage, "anna", "!hand");
	assert_in(only_anna(stage), "anna< [1] (hand.turn where=) ");
}

/* What is said in private is of the private table, whatever else anna plays. */
static void a_table_in_the_channel_is_another(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_hear(stage);
	stage_whisper(stage, "anna", "start");
	assert_heard(stage, "anna< (only.channel word=start)\n");
	stage_whisper(stage, "anna", "solo");
	only_anna(stage);
	stage_whisper(stage, "anna", "stop #1");
	assert_heard(stage, "anna< (no.such.table table=1)\n");
	stage_whisper(stage, "anna", "stop");
	assert_in(only_anna(stage), "anna< [2] (match.stopped ");
	assert_non_null(stage_table(stage, 1));
}

/* The result is said in a channel when who played asks for it there; to others there is none. */
static void the_result_is_told_where_it_is_asked_for(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo easy target=50");
	play(stage, 1000);
	assert_null(stage_table(stage, 1));
	stage_say(stage, "luc", "!match 1");
	assert_heard(stage, "luc< (no.such.match match=1 last=1)\n");
	stage_whisper(stage, "luc", "verify 1");
	assert_heard(stage, "luc< (no.such.match match=1 last=1)\n");
	stage_whisper(stage, "anna", "match 1");
	assert_in(only_anna(stage), "anna< (match match=1 ");
	stage_whisper(stage, "anna", "verify 1");
	assert_in(only_anna(stage), "anna< (verify.done match=1 ");
	stage_say(stage, "anna", "!match 1");
	assert_said(stage, "#table: (match match=1 ");
	stage_whisper(stage, "anna", "again");
	assert_in(only_anna(stage), "anna< [1] (again.alone ");
	assert_true(stage_table(stage, 1)->running);
}

static void a_crash_changes_nothing(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo");
	play(stage, 5);
	uint32_t moves = stage_table(stage, 1)->moves;
	kept_restart(stage, NULL);
	const struct table *table = stage_table(stage, 1);
	assert_non_null(table);
	assert_int_equal(table->moves, moves);
	stage_hear(stage);
	stage_whisper(stage, "anna", "hand");
	assert_in(only_anna(stage), "anna< [1] (hand.turn where=) ");
	stage_say(stage, "luc", "!tables");
	assert_heard(stage, "luc< (no.tables)\n");
	assert_in(play(stage, 1), "anna< [1] (event.play");
	assert_int_equal(stage->lobby.channels.count, 1);
}

/* The clock runs there too, and stands while the bot is not on the network. */
static void the_clock_runs(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo");
	only_anna(stage);
	stage_lose(stage);
	stage_wait(stage, 300 * 1000);
	uint32_t moves = stage_table(stage, 1)->moves;
	stage_join(stage);
	assert_in(only_anna(stage), "anna< [1] (hand.turn where=) ");
	stage_wait(stage, 61 * 1000);
	assert_in(only_anna(stage), "anna< [1] (clock.warn ");
	assert_int_equal(stage_table(stage, 1)->moves, moves);
	stage_wait(stage, 31 * 1000);
	assert_in(only_anna(stage), "anna< [1] (clock.move seat=anna)");
	assert_true(stage_table(stage, 1)->moves > moves);
}

/* A table of a network that the bot has not come to yet is nobody's to play at. */
static void no_clock_runs_before_the_bot_is_there(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo");
	uint32_t moves = stage_table(stage, 1)->moves;
	table_free(stage_table(stage, 1));
	stage->lobby.tables.count = 0;
	assert_int_equal(resume_tables(&stage->lobby), 1);
	lobby_commit(&stage->lobby);
	stage_hear(stage);
	stage_wait(stage, 300 * 1000);
	stage_wait(stage, 300 * 1000);
	assert_silence(stage);
	assert_int_equal(stage_table(stage, 1)->moves, moves);
}

/* Whose private lines are refused is shown the hand when they speak; of that no channel is told. */
static void a_refused_hand_is_tried_again(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo");
	only_anna(stage);
	stage_refuse(stage, "anna");
	assert_silence(stage);
	stage->now += 5 * 1000;
	stage_say(stage, "anna", "I am here");
	assert_in(only_anna(stage), "anna< [1] (hand.turn ");
}

/* Who turns out to be somebody else plays on under the name they have now. */
static void it_follows_who_plays(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo");
	only_anna(stage);
	stage_meet(stage, "anna", "anna", "annette", "a@home");
	stage_hear(stage);
	stage_whisper(stage, "anna", "1");
	assert_in(only_anna(stage), "anna< [1] (event.play");
	assert_string_equal(stage_table(stage, 1)->alone->key,
		stage_table(stage, 1)
			->seat[table_seat(stage_table(stage, 1), stage_table(stage, 1)->alone)]
			.player->key);
}

static void who_is_in_no_channel_has_no_table(void **state)
{
	struct stage *stage = *state;
	stage->outside = true;
	stage_whisper(stage, "anna", "solo");
	assert_heard(stage, "anna< (alone.outside)\n");
	assert_null(stage_table(stage, 1));
}

/* A batch that fails leaves no table, or the one that was. */
static void a_failed_batch_opens_nothing(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	sqlite3 *other = kept_lock(stage);
	stage_whisper(stage, "anna", "solo");
	sqlite3_close(other);
	assert_heard(stage, "anna< (store.failed)\n");
	assert_null(stage_table(stage, 1));
	stage_whisper(stage, "anna", "solo");
	assert_in(only_anna(stage), "anna< [1] (hand.turn where=) ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(one_word_deals),
		STAGE_CASE(who_is_alone_is_told_their_own_cards_once),
		STAGE_CASE(level_and_game_are_taken_in_any_order),
		STAGE_CASE(a_table_is_opened_and_filled_in_private),
		STAGE_CASE(nobody_else_knows),
		STAGE_CASE(a_table_in_the_channel_is_another),
		STAGE_CASE(the_result_is_told_where_it_is_asked_for),
		KEPT_CASE(a_crash_changes_nothing),
		STAGE_CASE(the_clock_runs),
		STAGE_CASE(no_clock_runs_before_the_bot_is_there),
		STAGE_CASE(a_refused_hand_is_tried_again),
		STAGE_CASE(it_follows_who_plays),
		STAGE_CASE(who_is_in_no_channel_has_no_table),
		KEPT_CASE(a_failed_batch_opens_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
