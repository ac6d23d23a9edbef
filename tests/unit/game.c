/* The registry of games. */
#include "engine/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void test_names_and_sizes(void **state)
{
	(void)state;
	assert_string_equal(games[0]->name, "mitaines");
	for (size_t i = 0; games[i] != NULL; i++) {
		assert_ptr_equal(game_named(games[i]->name), games[i]);
		assert_null(strchr(games[i]->name, ' '));
		assert_true(games[i]->state_size >= sizeof(struct state));
		assert_true(games[i]->state_size <= GAME_BLOCK);
		assert_true(games[i]->view_size >= sizeof(struct view));
		assert_true(games[i]->view_size <= GAME_BLOCK);
		assert_non_null(games[i]->presets[0]);
	}
}

static void test_found_in_any_case(void **state)
{
	const struct game *game = game_named("MiTaInEs");

	(void)state;
	assert_ptr_equal(game, games[0]);
	assert_int_equal(game_preset(game, "classic"), 0);
	assert_int_equal(game_preset(game, "GameRules"), 1);
	assert_int_equal(game_preset(game, "QUEBEC"), 2);
	assert_int_equal(game_preset(game, "quebe"), -1);
	assert_int_equal(game_preset(game, ""), -1);
	assert_null(game_named("mitaine"));
	assert_null(game_named(""));
}

static void test_scores_while_a_hand_is_played(void **state)
{
	struct state table = { .phase = PHASE_PLAY, .total = { 100, 40 }, .points = { 10, 50 } };

	(void)state;
	assert_int_equal(state_score(&table, 0), 110);
	assert_int_equal(state_score(&table, 1), 90);
	table.phase = PHASE_DEAL;
	assert_int_equal(state_score(&table, 0), 100);
	table.phase = PHASE_OVER;
	assert_int_equal(state_score(&table, 1), 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_and_sizes),
		cmocka_unit_test(test_found_in_any_case),
		cmocka_unit_test(test_scores_while_a_hand_is_played),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
