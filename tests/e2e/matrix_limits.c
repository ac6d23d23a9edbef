/* matrix_limits.c - the bot on a Synapse with the limits it is shipped with: 0.2 messages a second.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/matrix/scene.h"

/* As many as two people may say at once, and more than the bot may. */
enum { LIMITS_LINES = 8 };

/* The bot does not pace itself: the server asks it to wait. */
static void what_a_server_does_not_take_at_once_is_said_once(void **state)
{
	struct scene *scene = *state;
	char line[32];
	struct guest *people[] = { scene_come(scene, "anna", NULL),
		scene_come(scene, "luc", NULL) };
	scene_run(scene, people[0]);
	for (unsigned i = 0; i < LIMITS_LINES; i++)
		for (unsigned k = 0; k < 2; k++) {
			snprintf(line, sizeof line, "!ping %c%u.", 'a' + (char)k, i);
			guest_say(people[k], scene->room, line);
			guest_hear(people[k], 0);
		}
	for (unsigned k = 0; k < 2; k++) {
		for (unsigned i = 0; i < LIMITS_LINES; i++) {
			snprintf(line, sizeof line, "pong %c%u.", 'a' + (char)k, i);
			while (!guest_heard(people[k], line))
				guest_hear(people[k], 1000);
			assert_int_equal(guest_count(people[k], line), 1);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			what_a_server_does_not_take_at_once_is_said_once, scene_enter, scene_leave),
	};
	return cmocka_run_group_tests(tests, scene_start_stock, scene_end);
}
