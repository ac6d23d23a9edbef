/* Tests AI players at tables: levels, ratings, and moves that come late or are lost. */
#include "bot/match/match.h"
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

/* anna plays until an AI player thinks about its move. */
static struct table *play_until_asked(struct stage *stage)
{
	struct table *table = stage_table(stage, 1);
	stage->pensive = true;
	while (table->seat[table_state(table)->turn].player != NULL)
		stage_play(stage, 1, 1);
	assert_true(table->transient.robot_serial != 0);
	return table;
}

static void ai_players_join_with_a_name_and_their_level(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new mitaines quebec");
	stage_say(stage, "anna", "!bot EXPERT");
	assert_said(stage, "(table.joined.few name=Philias names=anna, Philias ((level.expert)) ");
	stage_say(stage, "anna", "!bot");
	assert_said(stage, "(table.joined.few name=Ovila ");
	stage_say(stage, "anna", "!bot expert");
	assert_said(stage,
		"(table.joined name=Hormidas "
		"names=anna, Philias ((level.expert)), Ovila ((level.normal)), "
		"Hormidas ((level.expert)))");
	stage_say(stage, "anna", "!bot -");
	assert_said(stage, "(table.left name=Hormidas ");
	stage_say(stage, "anna", "!robot difficile");
	assert_said(stage, "(table.joined name=Exilda ");
	stage_say(stage, "anna", "!bot genius");
	assert_said(stage,
		"anna< (no.such.level word=genius levels=(level.easy), "
		"(level.normal), (level.hard), (level.expert))");
}

static void levels_of_ai_players_outlive_a_restart(void **state)
{
	struct stage *stage = *state;
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

static void each_level_at_a_table_is_rated_once(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new mitaines gamerules target=10");
	stage_say(stage, "anna", "!bot easy");
	stage_say(stage, "anna", "!bot easy");
	stage_say(stage, "anna", "!bot hard");
	stage_say(stage, "anna", "!start");
	stage_play(stage, 1, 1000);
	assert_null(stage_table(stage, 1));
	for (unsigned i = 0; i < LEVEL_COUNT; i++) {
		struct store_rating rating;
		enum store_error error = store_get_rating(
			stage->store, stage->lobby.robots.id[i], "mitaines", &rating);
		bool played = i == LEVEL_EASY || i == LEVEL_HARD;
		assert_int_equal(error, played ? STORE_OK : STORE_NONE);
		if (played)
			assert_int_equal(rating.matches, 1);
	}
	stage_hear(stage);
	stage_say(stage, "anna", "!rank hard");
	assert_said(stage, "(rank name=hard game=mitaines ");
	stage_say(stage, "anna", "!rank anna");
	assert_said(stage, "(rank.none name=anna ");
}

static void a_table_answers_while_an_ai_player_thinks(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	struct table *table = play_until_asked(stage);
	uint32_t moves = table->moves;
	stage_say(stage, "anna", "!p 1");
	assert_int_equal(table->moves, moves);
	stage_hear(stage);
	stage_say(stage, "anna", "!score");
	assert_said(stage, "(score hand=1 ");
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

/* The pause varies by a quarter. */
static void an_ai_player_waits_about_the_configured_time(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "easy");
	struct table *table = stage_table(stage, 1);
	stage->lobby.settings.think_ms = 1000;
	pauses.least = INT64_MAX;
	pauses.most = 0;
	while (stage_think(stage))
		;
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

static int count_hands(const char *heard, const char *start)
{
	int count = 0;
	for (const char *at = heard; (at = strstr(at, start)) != NULL; at++)
		count += strstr(at, "(hand.cards)") < strchr(at, '\n');
	return count;
}

/* Returns the seat after the player to move. */
static unsigned find_next_seat(struct table *table)
{
	const struct state *state = table_state(table);
	return (state->turn + 1u) % state->players;
}

/* Plays until an AI player thinks at the start of a deal and the next player has not seen their
 * cards. Returns the lines since the last card. */
static const char *play_until_ai_player_leads(struct stage *stage)
{
	struct table *table = stage_table(stage, 1);
	const char *heard = stage_hear(stage);
	stage->pensive = true;
	while (table->transient.robot_serial == 0 ||
		!(table->transient.hands_due & 1u << find_next_seat(table))) {
		stage_hear(stage);
		if (table->transient.robot_serial != 0)
			assert_true(stage_think(stage));
		else
			stage_play(stage, 1, 1);
		assert_ptr_equal(stage_table(stage, 1), table);
		heard = stage_hear(stage);
	}
	return heard;
}

static void a_hand_is_shown_once_after_an_ai_player_leads(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "normal");
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(count_hands(play_until_ai_player_leads(stage), "anna< "), 0);
		assert_true(stage_think(stage));
		assert_int_equal(count_hands(stage_hear(stage), "anna< [1] (hand.turn "), 1);
	}
	/* If the AI player thinks longer, the next player is shown their hand before the AI moves.
	 */
	play_until_ai_player_leads(stage);
	stage_wait(stage, 1000);
	assert_silence(stage);
	stage_wait(stage, 2000);
	assert_int_equal(count_hands(stage_hear(stage), "(hand.wait "), 1);
	stage_wait(stage, 3000);
	assert_int_equal(count_hands(stage_hear(stage), "anna< "), 0);
	assert_true(stage_think(stage));
	assert_int_equal(count_hands(stage_hear(stage), "anna< [1] (hand.turn "), 1);
}

static void a_player_who_moves_after_a_person_sees_their_hand_at_once(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	open_table(stage, "!set cards ascii", "normal");
	for (unsigned i = 0; i < 3; i++) {
		const char *heard = play_until_ai_player_leads(stage);
		struct table *table = stage_table(stage, 1);
		bool anna = strcmp(table->seat[find_next_seat(table)].player->name, "anna") == 0;
		assert_int_equal(count_hands(heard, "anna< "), !anna);
		assert_int_equal(count_hands(heard, "luc< "), anna);
		assert_true(stage_think(stage));
		assert_int_equal(count_hands(stage_hear(stage), "< [1] (hand.turn "), 1);
	}
}

static void an_ai_player_has_no_turn_clock(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	struct table *table = play_until_asked(stage);
	uint32_t moves = table->moves;
	case_seconds(stage, 300);
	assert_int_equal(table->moves, moves);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
}

static void moves_of_ai_players_are_counted_separately(void **state)
{
	struct stage *stage = *state;
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

static void an_answer_for_a_closed_table_is_dropped(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	play_until_asked(stage);
	stage_say(stage, "anna", "!stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	assert_true(stage_think(stage));
	assert_silence(stage);
}

/* The AI player was asked to stand in, then the player came back. */
static void an_answer_for_a_returned_player_is_dropped(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "luc", "!start");
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

/* The player moved, so the next seat is asked, and the old answer is out of date. */
static void an_answer_for_an_earlier_move_is_dropped(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "luc", "!bot hard");
	stage_say(stage, "luc", "!start");
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

static void an_answer_lost_in_a_failed_batch_is_asked_for_again(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	struct table *table = play_until_asked(stage);
	uint32_t moves = table->moves;
	stage->log.level = 0;
	stage->lobby.batch.error = STORE_FULL;
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves);
	assert_int_equal(table->transient.robot_serial, 0);
	assert_false(stage_think(stage));
	stage_wait(stage, 5000);
	assert_true(table->transient.robot_serial != 0);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
}

static void an_ai_player_makes_the_same_move_after_a_crash(void **state)
{
	struct stage *stage = *state;
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
		assert_true(move_read(row.text, NOTATION_ENGLISH, &made));
		assert_true(move_equal(made, expected));
	}
}

static void ai_players_wait_until_the_bot_is_in_the_channel(void **state)
{
	struct stage *stage = *state;
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

static void a_thinking_ai_player_is_not_asked_again(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	struct table *table = play_until_asked(stage);
	uint64_t asked = stage->lobby.robots.last_serial;
	stage_kick(stage);
	stage_join(stage);
	assert_int_equal(stage->lobby.robots.last_serial, asked);
	assert_int_equal(table->transient.robot_serial, asked);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(ai_players_join_with_a_name_and_their_level),
		KEPT_CASE(levels_of_ai_players_outlive_a_restart),
		STAGE_CASE(each_level_at_a_table_is_rated_once),
		STAGE_CASE(a_table_answers_while_an_ai_player_thinks),
		STAGE_CASE(an_ai_player_waits_about_the_configured_time),
		STAGE_CASE(a_hand_is_shown_once_after_an_ai_player_leads),
		STAGE_CASE(a_player_who_moves_after_a_person_sees_their_hand_at_once),
		STAGE_CASE(an_ai_player_has_no_turn_clock),
		STAGE_CASE(moves_of_ai_players_are_counted_separately),
		STAGE_CASE(an_answer_for_a_closed_table_is_dropped),
		STAGE_CASE(an_answer_for_a_returned_player_is_dropped),
		STAGE_CASE(an_answer_for_an_earlier_move_is_dropped),
		STAGE_CASE(an_answer_lost_in_a_failed_batch_is_asked_for_again),
		KEPT_CASE(an_ai_player_makes_the_same_move_after_a_crash),
		STAGE_CASE(ai_players_wait_until_the_bot_is_in_the_channel),
		STAGE_CASE(a_thinking_ai_player_is_not_asked_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
