/* AI players against each other: paired, and the same whatever plays it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bot/tools/bout.h"

union block {
	struct state state;
	uint64_t bytes[GAME_BLOCK / 8];
};

struct test {
	union block start;
	struct bout bout;
	struct outcome outcome;
};

static struct test *prepare(
	const char *game, const char *preset, unsigned players, const char *a, const char *b)
{
	struct test *test = calloc(1, sizeof *test);
	assert_non_null(test);
	test->bout = (struct bout){
		.game = game_named(game),
		.start = &test->start.state,
		.fighter = { fighter_named(a), fighter_named(b) },
		.seed = 5,
		.pairs = 20,
	};
	game_open(test->bout.game, &test->start.state,
		(unsigned)game_preset(test->bout.game, preset));
	assert_int_equal(game_start(test->bout.game, &test->start.state, players, 0), REFUSE_NONE);
	return test;
}

static void fight(struct test *test)
{
	assert_true(bout_fight(&test->bout, &test->outcome));
}

static void same(double a, double b)
{
	assert_true(fabs(a - b) < 1e-9);
}

static void test_fighters(void **state)
{
	(void)state;
	assert_string_equal(fighter_named("EXPERT")->name, "expert");
	assert_null(fighter_named("nobody"));
}

/* The expert's peer is made for Mitaines between two. */
static void test_peer(void **state)
{
	union {
		struct state head;
		uint64_t block[GAME_BLOCK / 8];
	} table;
	const struct fighter *pimc = fighter_named("pimc");

	(void)state;
	for (unsigned players = 2; players <= 3; players++) {
		const struct game *game = game_named("mitaines");
		game_open(game, &table.head, 0);
		game_start(game, &table.head, players, 0);
		assert_int_equal(pimc->plays(game, &table.head), players == 2);
	}
	game_open(game_named("mate"), &table.head, 0);
	game_start(game_named("mate"), &table.head, 2, 0);
	assert_false(pimc->plays(game_named("mate"), &table.head));
}

/* Against themselves nobody is ahead: each plays both sides of the same deals. */
static void test_mirror(void **state)
{
	static const struct {
		const char *game, *preset;
		unsigned players;
		double alone, others;
	} tables[] = { { "mitaines", "classic", 2, 1.0 / 2, 1.0 / 2 },
		{ "mitaines", "classic", 3, 1.0 / 3, 2.0 / 3 },
		{ "mitaines", "quebec", 4, 1.0 / 2, 1.0 / 2 },
		{ "mitch", "banilower", 3, 1.0 / 3, 2.0 / 3 },
		{ "mate", "", 2, 1.0 / 2, 1.0 / 2 } };
	(void)state;
	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
		struct test *test = prepare(
			tables[i].game, tables[i].preset, tables[i].players, "easy", "easy");
		fight(test);
		same(test->outcome.wins.value, 0.5);
		same(test->outcome.alone.value, tables[i].alone);
		same(test->outcome.others.value, tables[i].others);
		same(test->outcome.wins.error, 0);
		same(test->outcome.ahead.value, 0);
		same(test->outcome.points[0], test->outcome.points[1]);
		free(test);
	}
}

/* A and B exchanged play the same matches. */
static void exchange(unsigned players)
{
	struct test *one = prepare("mitaines", "classic", players, "normal", "random");
	struct test *other = prepare("mitaines", "classic", players, "random", "normal");
	fight(one);
	fight(other);
	same(one->outcome.wins.value, 1 - other->outcome.wins.value);
	same(one->outcome.wins.error, other->outcome.wins.error);
	same(one->outcome.alone.value, 1 - other->outcome.others.value);
	same(one->outcome.ahead.value, -other->outcome.ahead.value);
	same(one->outcome.ahead.error, other->outcome.ahead.error);
	assert_int_equal(one->outcome.hands, other->outcome.hands);
	assert_int_equal(one->outcome.times[0].moves, other->outcome.times[1].moves);
	assert_true(one->outcome.wins.value > 0.9);
	assert_true(one->outcome.ahead.error > 0);
	free(one);
	free(other);
}

static void test_exchange(void **state)
{
	(void)state;
	exchange(2);
	exchange(3);
}

static void test_threads(void **state)
{
	struct outcome before = { .hands = 0 };
	(void)state;
	struct test *test = prepare("mitaines", "classic", 3, "normal", "easy");
	for (unsigned threads = 1; threads <= 5; threads += 2) {
		test->bout.threads = threads;
		fight(test);
		if (threads > 1) {
			assert_true(before.wins.value == test->outcome.wins.value);
			assert_true(before.wins.error == test->outcome.wins.error);
			assert_true(before.ahead.value == test->outcome.ahead.value);
			assert_true(before.ahead.error == test->outcome.ahead.error);
			assert_int_equal(before.hands, test->outcome.hands);
			assert_int_equal(before.times[1].moves, test->outcome.times[1].moves);
		}
		before = test->outcome;
	}
	free(test);
}

static void test_seed(void **state)
{
	(void)state;
	struct test *test = prepare("mitaines", "classic", 2, "normal", "easy");
	fight(test);
	double ahead = test->outcome.ahead.value;
	test->bout.seed++;
	fight(test);
	assert_true(ahead != test->outcome.ahead.value);
	free(test);
}

static void test_hand(void **state)
{
	(void)state;
	struct test *test = prepare("mitaines", "classic", 2, "normal", "random");
	test->bout.hand = true;
	fight(test);
	assert_int_equal(test->outcome.hands, 2 * test->bout.pairs);
	assert_true(test->outcome.wins.value > 0.5);
	free(test);
}

/* 98 moves of a microsecond and two of a second: one of a hundred may be above. */
static void test_p99(void **state)
{
	(void)state;
	struct times *times = calloc(1, sizeof *times);
	assert_non_null(times);
	times->moves = 100;
	times->class[16 * 10] = 99; /* 2^10 ns */
	times->class[16 * 30] = 1;
	assert_true(times_p99(times) < 1.1e-6);
	times->class[16 * 10] = 98;
	times->class[16 * 30] = 2;
	assert_true(times_p99(times) > 1);
	free(times);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fighters),
		cmocka_unit_test(test_peer),
		cmocka_unit_test(test_mirror),
		cmocka_unit_test(test_exchange),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_seed),
		cmocka_unit_test(test_hand),
		cmocka_unit_test(test_p99),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
