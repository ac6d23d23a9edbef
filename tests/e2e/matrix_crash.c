/* matrix_crash.c - kills the bot on a real Synapse during a match. MATRIX_KILLS=100 kills it 100
 * times, at a random time after each move. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/matrix/scene.h"

static unsigned kills_wanted(void)
{
	const char *text = getenv("MATRIX_KILLS");
	return text != NULL ? (unsigned)strtoul(text, NULL, 10) : 0;
}

static void kill_once(struct scene *scene, int pause)
{
	poll(NULL, 0, pause);
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
}

/* Kills the bot after a move, at once or after a pause in which some of its work is done. */
static void kill_now_and_then(struct scene *scene, unsigned move)
{
	static const int pauses[] = { 0, 2, 5, 10, 20, 40, 80 };
	if (move % 3 == 0)
		kill_once(scene, pauses[move / 3 % 7]);
}

static void kill_each_time(struct scene *scene, unsigned move)
{
	if (move <= kills_wanted())
		kill_once(scene, (int)chance_below(&scene->chance, 200));
}

static void kills_in_mid_match_lose_and_double_nothing(void **state)
{
	struct scene *scene = *state;
	bool many = kills_wanted() > 0;
	scene_open_table(
		scene, 2, many ? "mitaines classic target=300" : "mitaines classic target=50");
	scene_play_match(scene, many ? kill_each_time : kill_now_and_then);
	unsigned stored = scene_moves_stored(scene), turns = 0;
	assert_true(stored > (many ? kills_wanted() : 10));
	for (unsigned i = 0; i < scene->count; i++) {
		struct guest *guest = &scene->people[i];
		guest_wait(guest, " won the match!");
		assert_int_equal(guest_count(guest, " won the match!"), 1);
		/* The table is still one message, which shows the end, unless a hand began far
		 * below it. */
		guest_wait(guest, "This match is over.");
		assert_in_range(scene_told(scene, guest, " to play."), 1,
			scene_told(scene, guest, " deals."));
		assert_int_equal(scene_told(scene, guest, "Match 1, commitment"), 1);
		assert_int_equal(scene_told(scene, guest, " draws "), 1);
		turns += scene_turns(scene, guest);
	}
	/* Every turn was told once. */
	assert_int_equal(turns, stored);
	if (many)
		printf("%u kills survived, %u moves stored and turns told, none twice\n",
			kills_wanted(), stored);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			kills_in_mid_match_lose_and_double_nothing, scene_enter, scene_leave),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
