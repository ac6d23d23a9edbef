/* The registry of games. */
#include "engine/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Sets an option to one of its values; the state then has what that stands for. */
static void assert_keeps(
	const struct game *game, const struct option *option, const char *value, int32_t number)
{
	union any_state table;
	game_open(game, &table.state, 0);
	assert_int_equal(option_number(option, value), number);
	assert_int_equal(game_set(game, &table.state, option->name, value), REFUSE_NONE);
	assert_int_equal(option_get(option, &table), number);
}

static void test_options_are_kept_as_they_are_set(void **state)
{
	(void)state;
	for (size_t i = 0; games[i] != NULL; i++)
		for (const struct option *option = game_options(games[i]); option->name != NULL;
			option++) {
			const char *values = option->values, *range = strstr(values, "…");
			char value[32];
			if (range != NULL) {
				long most = strtol(range + strlen("…"), NULL, 10);
				snprintf(value, sizeof value, "%ld", most);
				assert_keeps(games[i], option, value, (int32_t)most);
				continue;
			}
			for (; *values != '\0'; values += strspn(values, "|")) {
				size_t length = strcspn(values, "|");
				snprintf(value, sizeof value, "%.*s", (int)length, values);
				assert_keeps(games[i], option, value, option_number(option, value));
				values += length;
			}
		}
}

static void test_what_values_stand_for(void **state)
{
	static const struct option range = { "hand", "5…90", 0, 1 };
	static const struct option choice = { "rule", "yes|no|30|other", 0, 1 };
	(void)state;
	assert_int_equal(option_number(&range, "5"), 5);
	assert_int_equal(option_number(&range, "90"), 90);
	assert_int_equal(option_number(&range, "91"), -1);
	assert_int_equal(option_number(&choice, "YES"), 1);
	assert_int_equal(option_number(&choice, "no"), 0);
	assert_int_equal(option_number(&choice, "30"), 30);
	assert_int_equal(option_number(&choice, "Other"), 3);
	assert_int_equal(option_number(&choice, "3"), -1);
	assert_int_equal(option_number(&choice, ""), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_and_sizes),
		cmocka_unit_test(test_found_in_any_case),
		cmocka_unit_test(test_options_are_kept_as_they_are_set),
		cmocka_unit_test(test_what_values_stand_for),
		cmocka_unit_test(test_scores_while_a_hand_is_played),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
