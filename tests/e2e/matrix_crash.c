/* matrix_crash.c - the bot on a real Synapse is killed in mid-match. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/matrix/scene.h"

/* What is done after a move: at once, or when some of what follows is done. */
static void kill_now_and_then(struct scene *scene, unsigned move)
{
	static const int pauses[] = { 0, 2, 5, 10, 20, 40, 80 };
	if (move % 3 != 0)
		return;
	poll(NULL, 0, pauses[move / 3 % 7]);
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
}

static void kills_in_mid_match_lose_and_double_nothing(void **state)
{
	struct scene *scene = *state;
	scene_open_table(scene, "mitaines classic target=50");
	scene_play_match(scene, kill_now_and_then);
	unsigned stored = scene_moves_stored(scene), turns = 0;
	assert_true(stored > 10);
	for (unsigned i = 0; i < scene->count; i++) {
		struct guest *guest = &scene->people[i];
		turns += scene_turns(scene, guest);
		assert_int_equal(guest_count(guest, " won the match!"), 1);
		/* The table is still one message, and shows how it ended. */
		guest_wait(guest, "This match is over.");
		assert_int_equal(scene_told(scene, guest, " to play."), 1);
		assert_int_equal(scene_told(scene, guest, "Match 1, commitment"), 1);
		assert_int_equal(scene_told(scene, guest, "Hand 1: luc") +
				scene_told(scene, guest, "Hand 1: anna"),
			1);
	}
	/* Every turn was told once. */
	assert_int_equal(turns, stored);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			kills_in_mid_match_lose_and_double_nothing, scene_enter, scene_leave),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
