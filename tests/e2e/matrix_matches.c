/* matrix_matches.c - whole matches on a real Synapse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/matrix/scene.h"

static void play_a_whole_match(struct scene *scene, unsigned people)
{
	char direct[GUEST_ID];
	scene_open_table(scene, people, "mitaines classic target=10");
	scene_play_match(scene, NULL);
	unsigned stored = scene_moves_stored(scene);
	for (unsigned i = 0; i < people; i++) {
		struct guest *guest = &scene->people[i];
		guest_wait(guest, " won the match!");
		assert_true(stored > 10);
		/* A hand is shown to its owner alone, in their direct room. */
		guest_direct(guest, direct);
		assert_string_not_equal(direct, scene->room);
		for (unsigned k = 0; k < people; k++)
			assert_int_equal(guest_heard(&scene->people[k], direct), i == k);
	}
	assert_int_equal(bot_stop(&scene->bot), 0);
}

static void two_people_play_a_whole_match(void **state)
{
	play_a_whole_match(*state, 2);
}

static void three_people_play_a_whole_match(void **state)
{
	play_a_whole_match(*state, 3);
}

static void four_people_play_a_whole_match(void **state)
{
	play_a_whole_match(*state, 4);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, scene_enter, scene_leave)
	const struct CMUnitTest tests[] = {
		CASE(two_people_play_a_whole_match),
		CASE(three_people_play_a_whole_match),
		CASE(four_people_play_a_whole_match),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
