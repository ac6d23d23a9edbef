/* Tests AI players at tables: their levels, their ratings, and moves that come late or are lost. */
#include "bot/match/robot.h"
#include "engine/player.h"
#include "storage/journal.h"
#include "storage/ratings.h"
#include "tests/stage/kept.h"

static struct state *open_table(struct stage *stage, const char *new, const char *level)
{
	char bot[32];
	struct text text = text_in(bot, sizeof bot);
	text_add(&text, "!bot ");
	text_add(&text, level);
	stage_say(stage, "anna", new);
	stage_say(stage, "anna", bot);
	stage_say(stage, "anna", "!start");
	assert_true(stage_table(stage, 1)->running);
	return table_state(stage_table(stage, 1));
}

/* Lets anna play until an AI player thinks about its move. Returns the table. */
static struct table *play_until_asked(struct stage *stage)
{
	struct table *table = stage_table(stage, 1);
	stage->pensive = true;
	while (table->seat[table_state(table)->turn].player != NULL)
		stage_play(stage, 1, 1);
	assert_true(table->transient.robot_serial != 0);
	return table;
}

STAGE_CASE(ai_players_join_with_a_name_and_their_level)
{
	stage_say(stage, "anna", "!new mitaines quebec");
	assert_answer(stage, "anna", "!bot EXPERT",
		"(table.joined.few name=Philias names=anna, Philias ((level.expert)) ");
	assert_answer(stage, "anna", "!bot", "(table.joined.few name=Donalda ");
	assert_answer(stage, "anna", "!bot expert",
		"(table.joined name=Hormidas "
		"names=anna, Philias ((level.expert)), Donalda ((level.easy)), "
		"Hormidas ((level.expert)))");
	assert_answer(stage, "anna", "!bot -", "(table.left name=Hormidas ");
	assert_answer(stage, "anna", "!robot difficile", "(table.joined name=Exilda ");
	assert_answer(stage, "anna", "!bot genius",
		"anna< (no.such.level word=genius levels=(level.easy), "
		"(level.normal), (level.hard), (level.expert))");
}

KEPT_CASE(levels_of_ai_players_outlive_a_restart)
{
	static const char *const names[] = { "easy", "hard", "expert" };
	stage_say(stage, "anna", "!new mitaines quebec");
	for (unsigned i = 0; i < 3; i++) {
		char line[16] = "!bot ";
		strncat(line, names[i], 8);
		stage_say(stage, "anna", line);
	}
	for (unsigned round = 0; round < 2; round++) {
		kept_restart(stage, NULL);
		const struct table *table = stage_table(stage, 1);
		unsigned levels = 0;
		for (unsigned i = 0; i < 4; i++)
			if (table->seat[i].owner == NULL)
				levels |= 1u << table->seat[i].level;
		assert_int_equal(levels, 1u << LEVEL_EASY | 1u << LEVEL_HARD | 1u << LEVEL_EXPERT);
		stage_say(stage, "anna", "!start");
	}
}

STAGE_CASE(a_match_changes_the_rating_of_each_level_of_ai_player_once)
{
	case_dialog(stage, "anna: !new mitaines gamerules target=10", "anna: !bot easy",
		"anna: !bot easy", "anna: !bot hard", "anna: !start");
	stage_play(stage, 1, 1000);
	assert_null(stage_table(stage, 1));
	for (unsigned i = 0; i < LEVEL_COUNT; i++) {
		struct store_rating rating;
		enum store_error error = store_get_rating(
			stage->store, STORE_SHOWN, stage->lobby.robots.id[i], "mitaines", &rating);
		bool played = i == LEVEL_EASY || i == LEVEL_HARD;
		assert_int_equal(error, played ? STORE_OK : STORE_NONE);
		if (played)
			assert_int_equal(rating.matches, 1);
	}
	assert_answer(stage, "anna", "!rank hard", "(rank name=hard game=mitaines ");
	assert_answer(stage, "anna", "!rank anna", "(rank.none name=anna ");
}

STAGE_CASE(commands_about_a_table_are_answered_while_an_ai_player_thinks)
{
	open_table(stage, "!new", "expert");
	struct table *table = play_until_asked(stage);
	uint32_t moves = table->moves;
	stage_say(stage, "anna", "!p 1");
	assert_int_equal(table->moves, moves);
	assert_answer(stage, "anna", "!score", "(score hand=1 ");
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
	assert_said(stage, "(event.play seat=Philias ");
	assert_false(stage_think(stage));
}

static struct {
	int64_t least, most;
} pauses;

static void note_pause(struct job *job)
{
	pauses.least = job->done_at < pauses.least ? job->done_at : pauses.least;
	pauses.most = job->done_at > pauses.most ? job->done_at : pauses.most;
	job->drop(job);
}

/* The pause before a move varies by a quarter of the configured time. */
STAGE_CASE(an_ai_player_waits_about_the_configured_time_before_a_move)
{
	open_table(stage, "!new", "easy");
	struct table *table = stage_table(stage, 1);
	stage->lobby.settings.think_ms = 1000;
	pauses.least = INT64_MAX;
	pauses.most = 0;
	case_think(stage);
	for (table->robot_seed = 1; table->robot_seed <= 10000; table->robot_seed++) {
		table->transient.robot_serial = 0;
		robot_request_move(&stage->lobby, table, note_pause);
		assert_int_not_equal(table->transient.robot_serial, 0);
		assert_true(worker_pool_run_one(stage->pool));
	}
	table->transient.robot_serial = 0;
	assert_int_equal(pauses.least, 750);
	assert_int_equal(pauses.most, 1250);
}

STAGE_CASE(an_ai_player_has_no_turn_clock)
{
	open_table(stage, "!new", "expert");
	struct table *table = play_until_asked(stage);
	uint32_t moves = table->moves;
	case_seconds(stage, 300);
	assert_int_equal(table->moves, moves);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
}

STAGE_CASE(moves_of_ai_players_are_counted_apart_from_moves_of_people)
{
	const struct counters *activity = &stage->lobby.activity;
	open_table(stage, "!new", "normal");
	const struct table *table = play_until_asked(stage);
	assert_int_equal(activity->moves + activity->robot_moves, table->moves);
	uint64_t moves = activity->moves, robot_moves = activity->robot_moves;
	assert_true(stage_think(stage));
	assert_int_equal(activity->robot_moves, robot_moves + 1);
	assert_int_equal(activity->moves, moves);
	stage_play(stage, 1, 1);
	assert_int_equal(activity->moves, moves + 1);
}

STAGE_CASE(a_move_chosen_by_an_ai_player_is_dropped_if_the_table_was_closed)
{
	open_table(stage, "!new", "expert");
	play_until_asked(stage);
	stage_say(stage, "anna", "!stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	assert_true(stage_think(stage));
	assert_silence(stage);
}

/* An AI player thinks about a move for an absent player, and meanwhile the player comes back. */
STAGE_CASE(a_move_chosen_by_an_ai_player_is_dropped_if_the_player_returned)
{
	case_dialog(stage, "anna: !new", "luc: !join", "luc: !start");
	struct table *table = stage_table(stage, 1);
	const char *who = table->seat[table_state(table)->turn].player->name;
	stage->pensive = true;
	stage_say(stage, who, "!leave");
	assert_true(table->transient.robot_serial != 0);
	stage_say(stage, who, "!join");
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, 0);
	stage_say(stage, who, "!leave");
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, 1);
}

/* The player comes back and moves, so the AI player's answer is about an old position. The next
 * seat is an AI player, too. */
STAGE_CASE(a_move_chosen_by_an_ai_player_is_dropped_if_it_is_out_of_date)
{
	case_dialog(stage, "anna: !new", "luc: !join", "luc: !bot hard", "luc: !start");
	struct table *table = stage_table(stage, 1);
	while (table->seat[(table_state(table)->turn + 1) % 3].player != NULL)
		stage_play(stage, 1, 1);
	const char *who = table->seat[table_state(table)->turn].player->name;
	uint32_t moves = table->moves;
	stage->pensive = true;
	stage_say(stage, who, "!leave");
	uint64_t stale = table->transient.robot_serial;
	assert_true(stale != 0);
	stage_say(stage, who, "!join");
	stage_say(stage, who, "!p 1");
	assert_int_equal(table->moves, moves + 1);
	assert_null(table->seat[table_state(table)->turn].player);
	assert_true(table->transient.robot_serial != 0 && table->transient.robot_serial != stale);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 2);
}

STAGE_CASE(an_ai_player_is_asked_again_if_its_move_is_lost_in_a_failed_batch)
{
	open_table(stage, "!new", "expert");
	struct table *table = play_until_asked(stage);
	uint32_t moves = table->moves;
	case_fail(stage);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves);
	assert_int_equal(table->transient.robot_serial, 0);
	assert_false(stage_think(stage));
	stage_wait(stage, 5000);
	assert_true(table->transient.robot_serial != 0);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
}

KEPT_CASE(an_ai_player_makes_the_same_move_after_a_crash)
{
	open_table(stage, "!new", "easy");
	for (unsigned i = 0; i < 20; i++) {
		struct table *table = play_until_asked(stage);
		unsigned n = table->moves + 1;
		int64_t match = table->match;
		uint64_t thinking = table->robot_seed;
		_Alignas(max_align_t) unsigned char view[GAME_BLOCK];
		table->game->view(
			table_state(table), table_state(table)->turn, (struct view *)view);
		void *memory = malloc(player_memory());
		assert_non_null(memory);
		struct move expected = player_move(table->game, LEVEL_EASY, (struct view *)view,
			chance_part(thinking, table->moves), memory);
		free(memory);
		kept_restart(stage, NULL);
		table = stage_table(stage, 1);
		assert_int_equal(table->robot_seed, thinking);
		struct store_move row;
		unsigned count;
		struct move made;
		assert_int_equal(
			store_list_moves(stage->store, match, n, &row, 1, &count), STORE_OK);
		assert_int_equal(count, 1);
		assert_int_equal(row.player, stage->lobby.robots.id[LEVEL_EASY]);
		assert_true(move_read(row.text, &record_words, &made));
		assert_true(move_equal(made, expected));
	}
}

STAGE_CASE(ai_players_wait_until_the_bot_is_in_the_channel)
{
	open_table(stage, "!new", "expert");
	struct table *table = play_until_asked(stage);
	uint32_t moves = table->moves;
	stage_kick(stage);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves);
	stage_join(stage);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
}

STAGE_CASE(an_ai_player_that_still_thinks_is_not_asked_again)
{
	open_table(stage, "!new", "expert");
	struct table *table = play_until_asked(stage);
	uint64_t asked = stage->lobby.robots.last_serial;
	stage_kick(stage);
	stage_join(stage);
	assert_int_equal(stage->lobby.robots.last_serial, asked);
	assert_int_equal(table->transient.robot_serial, asked);
}
