/* AI players at the tables of a lobby: levels, ratings, thoughts that come late or are lost. */
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

/* Anna plays until an AI player is to move who has not thought yet. */
static struct table *until_asked(struct stage *stage)
{
	struct table *table = stage_table(stage, 1);
	stage->pensive = true;
	while (table->seat[table_state(table)->turn].player != NULL)
		stage_play(stage, 1, 1);
	assert_true(table->passing.awaited != 0);
	return table;
}

static void levels_sit_under_their_names(void **state)
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

/* Levels outlive a restart, before the start and in a match. */
static void levels_are_kept(void **state)
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

/* Each level at a table is rated for itself, once; people are not. */
static void levels_are_rated_for_themselves(void **state)
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
		enum store_error error =
			store_rating(stage->store, stage->lobby.robots.id[i], "mitaines", &rating);
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

/* While an AI player thinks, the table is there for everybody; then they move once. */
static void the_table_lives_while_they_think(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	struct table *table = until_asked(stage);
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
	pauses.least = job->due < pauses.least ? job->due : pauses.least;
	pauses.most = job->due > pauses.most ? job->due : pauses.most;
	job->drop(job);
}

/* About as long as it is set, give or take a quarter. */
static void they_take_their_time(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "easy");
	struct table *table = stage_table(stage, 1);
	stage->lobby.settings.think_ms = 1000;
	pauses.least = INT64_MAX;
	pauses.most = 0;
	while (stage_think(stage))
		;
	for (table->thinking = 1; table->thinking <= 10000; table->thinking++) {
		table->passing.awaited = 0;
		robot_ask(&stage->lobby, table, note_pause);
		assert_int_not_equal(table->passing.awaited, 0);
		assert_true(worker_pool_work(stage->pool));
	}
	table->passing.awaited = 0;
	assert_int_equal(pauses.least, 750);
	assert_int_equal(pauses.most, 1250);
}

static int hands_told(const char *heard, const char *start)
{
	int count = 0;
	for (const char *at = heard; (at = strstr(at, start)) != NULL; at++)
		count += strstr(at, "(hand.cards)") < strchr(at, '\n');
	return count;
}

/* Who plays after whoever is to move. */
static unsigned next_seat(struct table *table)
{
	const struct state *state = table_state(table);
	return (state->turn + 1u) % state->players;
}

/*
 * People play until an AI player leads a deal and thinks, and who is next was not shown their cards
 * yet; what was said since the last card.
 */
static const char *until_they_lead(struct stage *stage)
{
	struct table *table = stage_table(stage, 1);
	const char *heard = stage_hear(stage);
	stage->pensive = true;
	while (table->passing.awaited == 0 || !(table->passing.due & 1u << next_seat(table))) {
		stage_hear(stage);
		if (table->passing.awaited != 0)
			assert_true(stage_think(stage));
		else
			stage_play(stage, 1, 1);
		assert_ptr_equal(stage_table(stage, 1), table);
		heard = stage_hear(stage);
	}
	return heard;
}

/* An AI player who leads a deal moves in a moment: then their hand comes to who is next, once. */
static void one_hand_a_turn_where_they_lead(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "normal");
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(hands_told(until_they_lead(stage), "anna< "), 0);
		assert_true(stage_think(stage));
		assert_int_equal(hands_told(stage_hear(stage), "anna< [1] (hand.turn "), 1);
	}
	/* Nobody is left without their cards while it takes longer. */
	until_they_lead(stage);
	stage_wait(stage, 1000);
	assert_silence(stage);
	stage_wait(stage, 2000);
	assert_int_equal(hands_told(stage_hear(stage), "(hand.wait "), 1);
	stage_wait(stage, 3000);
	assert_int_equal(hands_told(stage_hear(stage), "anna< "), 0);
	assert_true(stage_think(stage));
	assert_int_equal(hands_told(stage_hear(stage), "anna< [1] (hand.turn "), 1);
}

/* Who has to wait for another person sees their cards at once. */
static void hands_are_not_kept_back_for_other_people(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	open_table(stage, "!set cards ascii", "normal");
	for (unsigned i = 0; i < 3; i++) {
		const char *heard = until_they_lead(stage);
		struct table *table = stage_table(stage, 1);
		bool anna = strcmp(table->seat[next_seat(table)].player->name, "anna") == 0;
		assert_int_equal(hands_told(heard, "anna< "), !anna);
		assert_int_equal(hands_told(heard, "luc< "), anna);
		assert_true(stage_think(stage));
		assert_int_equal(hands_told(stage_hear(stage), "< [1] (hand.turn "), 1);
	}
}

/* The turn clock is for people; an AI player never runs out of time. */
static void no_clock_runs_for_them(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	struct table *table = until_asked(stage);
	uint32_t moves = table->moves;
	case_seconds(stage, 300);
	assert_int_equal(table->moves, moves);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
}

static void their_moves_are_counted_apart_from_those_of_people(void **state)
{
	struct stage *stage = *state;
	const struct activity *activity = &stage->lobby.activity;
	open_table(stage, "!new", "normal");
	const struct table *table = until_asked(stage);
	assert_int_equal(activity->moves + activity->robot_moves, table->moves);
	uint64_t moves = activity->moves, robot_moves = activity->robot_moves;
	assert_true(stage_think(stage));
	assert_int_equal(activity->robot_moves, robot_moves + 1);
	assert_int_equal(activity->moves, moves);
	stage_play(stage, 1, 1);
	assert_int_equal(activity->moves, moves + 1);
}

static void a_thought_for_a_closed_table_is_nothing(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	until_asked(stage);
	stage_say(stage, "anna", "!stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	assert_true(stage_think(stage));
	assert_silence(stage);
}

/* The stand-in was asked, then their person came back: the move is their own. */
static void a_thought_for_who_is_back_is_nothing(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "luc", "!start");
	struct table *table = stage_table(stage, 1);
	const char *who = table->seat[table_state(table)->turn].player->name;
	stage->pensive = true;
	stage_say(stage, who, "!leave");
	assert_true(table->passing.awaited != 0);
	stage_say(stage, who, "!join");
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, 0);
	stage_say(stage, who, "!leave");
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, 1);
}

/* The person moved themselves: who is next is asked anew, and the old thought is nobody's. */
static void a_thought_for_a_move_made_is_nothing(void **state)
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
	uint64_t stale = table->passing.awaited;
	assert_true(stale != 0);
	stage_say(stage, who, "!join");
	stage_say(stage, who, "!p 1");
	assert_int_equal(table->moves, moves + 1);
	assert_null(table->seat[table_state(table)->turn].player);
	assert_true(table->passing.awaited != 0 && table->passing.awaited != stale);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 2);
}

/* A turn that could not be kept takes its question back; the tick asks anew. */
static void a_lost_thought_is_asked_again(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	struct table *table = until_asked(stage);
	uint32_t moves = table->moves;
	stage->log.level = 0;
	stage->lobby.batch.error = STORE_FULL;
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves);
	assert_int_equal(table->passing.awaited, 0);
	assert_false(stage_think(stage));
	stage_wait(stage, 5000);
	assert_true(table->passing.awaited != 0);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
}

/* After a crash in the middle of a job the same move comes out. */
static void a_crash_changes_no_thought(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "easy");
	for (unsigned i = 0; i < 20; i++) {
		struct table *table = until_asked(stage);
		unsigned n = table->moves + 1;
		int64_t match = table->match;
		uint64_t thinking = table->thinking;
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
		assert_int_equal(table->thinking, thinking);
		struct store_move row;
		unsigned count;
		struct move made;
		assert_int_equal(store_moves_of(stage->store, match, n, &row, 1, &count), STORE_OK);
		assert_int_equal(count, 1);
		assert_int_equal(row.player, stage->lobby.robots.id[LEVEL_EASY]);
		assert_true(move_read(row.text, NOTATION_ENGLISH, &made));
		assert_true(move_equal(made, expected));
	}
}

/* Out of the channel nobody plays on; back in it the AI player is asked again. */
static void they_wait_for_the_channel(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	struct table *table = until_asked(stage);
	uint32_t moves = table->moves;
	stage_kick(stage);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves);
	stage_join(stage);
	assert_true(stage_think(stage));
	assert_int_equal(table->moves, moves + 1);
}

/* Back in it while they still think, the bot waits for that thought. */
static void nobody_is_asked_twice(void **state)
{
	struct stage *stage = *state;
	open_table(stage, "!new", "expert");
	struct table *table = until_asked(stage);
	uint64_t asked = stage->lobby.robots.jobs;
	stage_kick(stage);
	stage_join(stage);
	assert_int_equal(stage->lobby.robots.jobs, asked);
	assert_int_equal(table->passing.awaited, asked);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		STAGE_CASE(levels_sit_under_their_names),
		KEPT_CASE(levels_are_kept),
		STAGE_CASE(levels_are_rated_for_themselves),
		STAGE_CASE(the_table_lives_while_they_think),
		STAGE_CASE(they_take_their_time),
		STAGE_CASE(one_hand_a_turn_where_they_lead),
		STAGE_CASE(hands_are_not_kept_back_for_other_people),
		STAGE_CASE(no_clock_runs_for_them),
		STAGE_CASE(their_moves_are_counted_apart_from_those_of_people),
		STAGE_CASE(a_thought_for_a_closed_table_is_nothing),
		STAGE_CASE(a_thought_for_who_is_back_is_nothing),
		STAGE_CASE(a_thought_for_a_move_made_is_nothing),
		STAGE_CASE(a_lost_thought_is_asked_again),
		KEPT_CASE(a_crash_changes_no_thought),
		STAGE_CASE(they_wait_for_the_channel),
		STAGE_CASE(nobody_is_asked_twice),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
