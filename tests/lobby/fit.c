/* Tests the choice of a level of AI players that fits a person. */
#include "bot/match/fit.h"

#include "engine/playout.h"
#include "tests/stage/seats.h"

enum { MATCHES = 40 };

/* Returns the share of a level among the levels that fit_choose gives for all random numbers, 0 to
 * 1. */
static double share_of(const struct store_robot_match *matches, unsigned count, enum level level)
{
	unsigned times = 0;
	for (unsigned i = 0; i < 100; i++)
		times += fit_choose(matches, count, i / 100.0) == level;
	return times / 100.0;
}

/* Fills in FIT_MATCHES results of matches for two against one level. The first `won` results are
 * wins. */
static void fill(struct store_robot_match *matches, enum level level, unsigned won)
{
	for (unsigned i = 0; i < FIT_MATCHES; i++)
		matches[i] = (struct store_robot_match){
			.won = i < won, .seats = 2, .winners = 1, .levels = level
		};
}

CASE(a_new_person_meets_the_easiest_level_and_a_winner_one_level_more)
{
	struct store_robot_match matches[FIT_MATCHES];
	assert_int_equal(fit_choose(NULL, 0, 0.999), LEVEL_EASY);
	for (enum level level = LEVEL_EASY; level < LEVEL_EXPERT; level++) {
		fill(matches, level, FIT_MATCHES);
		assert_int_equal(fit_choose(matches, FIT_MATCHES, 0), level + 1);
		assert_int_equal(fit_choose(matches, FIT_MATCHES, 0.999), level + 1);
	}
	fill(matches, LEVEL_EXPERT, FIT_MATCHES);
	assert_int_equal(fit_choose(matches, FIT_MATCHES, 0), LEVEL_EXPERT);
	fill(matches, LEVEL_EASY, 0);
	assert_int_equal(fit_choose(matches, FIT_MATCHES, 0.999), LEVEL_EASY);
}

CASE(the_better_the_results_the_rarer_is_the_lower_of_two_levels)
{
	struct store_robot_match matches[FIT_MATCHES];
	fill(matches, LEVEL_NORMAL, FIT_MATCHES / 2);
	assert_true(share_of(matches, FIT_MATCHES, LEVEL_NORMAL) > 0.8);
	fill(matches, LEVEL_NORMAL, FIT_MATCHES * 13 / 20);
	double some = share_of(matches, FIT_MATCHES, LEVEL_NORMAL);
	fill(matches, LEVEL_NORMAL, FIT_MATCHES * 14 / 20);
	double more = share_of(matches, FIT_MATCHES, LEVEL_NORMAL);
	assert_true(some > more && more > 0);
}

CASE(one_win_of_three_at_a_table_for_three_is_as_good_as_half_for_two)
{
	struct store_robot_match matches[FIT_MATCHES];
	fill(matches, LEVEL_HARD, 7);
	for (unsigned i = 0; i < FIT_MATCHES; i++) {
		matches[i].seats = 3;
		matches[i].levels = 2 * LEVEL_HARD;
	}
	double three = share_of(matches, FIT_MATCHES, LEVEL_HARD);
	fill(matches, LEVEL_HARD, 10);
	double two = share_of(matches, FIT_MATCHES, LEVEL_HARD);
	assert_true(two > 0.5 && three > 0.5);
}

CASE(a_person_as_strong_as_a_level_soon_wins_about_half_of_their_matches)
{
	static const double wins[] = { 0.78, 0.5, 0.23, 0.1 }; /* of `normal` against each level */
	struct chance chance = { 1 };
	unsigned won = 0, all = 0;
	for (unsigned person = 0; person < 100; person++) {
		struct store_robot_match matches[MATCHES] = { { .won = false } };
		for (unsigned n = 0; n < MATCHES; n++) {
			struct store_robot_match *next = &matches[MATCHES - 1 - n];
			enum level level =
				fit_choose(next + 1, n, chance_below(&chance, 1000) / 1000.0);
			*next = (struct store_robot_match){ .won = chance_below(&chance, 100) <
					wins[level] * 100,
				.seats = 2,
				.winners = 1,
				.levels = level };
			won += n >= MATCHES / 2 && next->won;
			all += n >= MATCHES / 2;
		}
	}
	assert_in_range(won * 100 / all, 45, 55);
}

/* Lets a person give a command, so that they are stored. Returns their id. */
static int64_t id_of(struct stage *stage, const char *nick)
{
	int64_t id = 0;
	stage_say(stage, nick, "!set via msg");
	assert_int_equal(
		store_find_person_by_name(stage->store, stage->network.id, nick, &id), STORE_OK);
	return id;
}

/* Stores so many matches of Mitaines that a person has won against an AI player of this level. */
static void store_wins(struct stage *stage, int64_t person, enum level level, unsigned count)
{
	struct store *store = stage->store;
	const struct store_result results[2] = { { .won = true }, { .won = false } };
	int64_t robot = stage->lobby.robots.id[level];
	const struct store_seat seats[2] = { { .person.id = person, .player.id = person },
		{ .person.id = robot, .player.id = robot } };
	const struct store_match row = {
		.network = stage->network.id, .game = "mitaines", .preset = "classic"
	};
	for (int64_t match; count > 0; count--) {
		assert_int_equal(store_add_match(store, &row, &match), STORE_OK);
		assert_int_equal(store_set_seats(store, match, seats, 2), STORE_OK);
		assert_int_equal(store_start_match(store, match, false, 1), STORE_OK);
		assert_int_equal(
			store_end_match(store, match, STORE_FINISHED, 1, results, 2, 1), STORE_OK);
	}
}

STAGE_CASE(commands_without_a_level_seat_the_one_that_fits_the_caller)
{
	stage_say(stage, "anna", "!new");
	assert_answer(stage, "anna", "!bot", "((level.easy))");
	store_wins(stage, id_of(stage, "anna"), LEVEL_EASY, 10);
	assert_answer(stage, "anna", "!bot", "((level.normal))");
	assert_answer(stage, "anna", "!bot easy", "names=anna, Donalda ((level.easy)), ");
	case_dialog(stage, "anna: !leave");
	assert_reply(stage, "anna", "solo", "((level.normal))");
	case_dialog(stage, "anna> leave");
	assert_reply(stage, "anna", "solo mate", "((level.easy))");
	assert_reply(stage, "luc", "solo", "((level.easy))");
}

STAGE_CASE(the_again_command_seats_the_fitting_level_until_the_caller_names_one)
{
	assert_reply(stage, "anna", "solo target=50", "((level.easy))");
	case_dialog(stage, "anna> leave");
	store_wins(stage, id_of(stage, "anna"), LEVEL_EASY, 10);
	assert_in(
		assert_reply(stage, "anna", "again", "anna< [1] (alone.solo "), "((level.normal))");
	case_dialog(stage, "anna> leave");
	for (unsigned i = 0; i < 3; i++) {
		assert_reply(stage, "anna", i == 0 ? "solo easy" : "again", "((level.easy))");
		case_dialog(stage, "anna> leave");
	}
	case_dialog(
		stage, "anna> new", "anna> bot easy", "anna> bot", "anna> bot -", "anna> start");
	case_dialog(stage, "anna> leave");
	assert_reply(stage, "anna", "again", "((level.easy))");
	case_dialog(stage, "anna> leave");
	assert_reply(stage, "anna", "solo", "((level.normal))");
	case_dialog(stage, "anna> leave");
	assert_reply(stage, "anna", "again", "((level.normal))");
}

STAGE_CASE(again_in_a_channel_repeats_the_level)
{
	case_dialog(stage, "anna: !new target=50", "anna: !bot", "anna: !start");
	store_wins(stage, id_of(stage, "anna"), LEVEL_EASY, 10);
	case_dialog(stage, "anna: !stop");
	assert_answer(stage, "anna", "!again", "#table: [1] (again.alone ");
	const struct table *table = stage_table(stage, 1);
	unsigned robot = table->seat[0].player != NULL ? 1 : 0;
	assert_int_equal(table->seat[robot].level, LEVEL_EASY);
}

STAGE_CASE(matches_against_people_do_not_count_for_the_level_that_fits)
{
	int64_t anna = id_of(stage, "anna");
	store_wins(stage, anna, LEVEL_EASY, 1);
	assert_int_equal(store_set_seat(stage->store, 1, 1,
				 &(struct store_seat){ .person.id = id_of(stage, "luc"),
					 .player.id = id_of(stage, "luc") }),
		STORE_OK);
	struct store_robot_match rows[FIT_MATCHES];
	unsigned count;
	assert_int_equal(store_list_robot_matches(stage->store, anna, "mitaines",
				 stage->lobby.robots.id, rows, FIT_MATCHES, &count),
		STORE_OK);
	assert_int_equal(count, 0);
	store_wins(stage, anna, LEVEL_HARD, 2);
	assert_int_equal(store_list_robot_matches(stage->store, anna, "mitaines",
				 stage->lobby.robots.id, rows, FIT_MATCHES, &count),
		STORE_OK);
	assert_int_equal(count, 2);
	assert_true(rows[0].won && rows[0].winners == 1);
	assert_int_equal(rows[0].seats, 2);
	assert_int_equal(rows[0].levels, LEVEL_HARD);
}

SEATS_CASE(a_guest_plays_again_as_the_same_person_and_meets_a_fitting_level)
{
	stage_visit(stage);
	assert_ask(seats, "\"do\":\"play\",\"game\":\"mitaines\",\"level\":\"\",\"short\":true",
		303, "\"level\":\"easy\"");
	char key[SEAT_KEY];
	text_copy(key, sizeof key, key_in(seats->got.bytes));
	struct table *table = stage->lobby.tables.table[0];
	unsigned own = table->seat[0].player != NULL ? 0 : 1;
	const struct person *guest = table->seat[own].player;
	store_wins(stage, guest->id, LEVEL_EASY, 10);
	assert_leave(seats, key, 200, "\"again\":\"open\"");
	assert_ask(seats, case_text("\"do\":\"again\",\"seat\":\"%s\"", hash_of(key)), 303,
		"\"level\":\"normal\"");
	assert_in(seats->got.bytes, "\"brief\":true");
	table = stage->lobby.tables.table[0];
	assert_ptr_equal(table->private_person, guest);
	assert_true(table->running);
}

SEATS_CASE(a_guest_who_chose_a_level_meets_it_again)
{
	stage_visit(stage);
	assert_ask(seats, "\"do\":\"play\",\"game\":\"mitaines\",\"level\":\"hard\",\"short\":true",
		303, "\"level\":\"hard\"");
	for (unsigned i = 0; i < 2; i++) {
		char key[SEAT_KEY];
		text_copy(key, sizeof key, key_in(seats->got.bytes));
		assert_leave(seats, key, 200, "\"again\":\"open\"");
		assert_ask(seats, case_text("\"do\":\"again\",\"seat\":\"%s\"", hash_of(key)), 303,
			"\"level\":\"hard\"");
	}
}
