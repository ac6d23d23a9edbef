/* matrix_rooms.c - the bot on a real Synapse: rooms it is asked into, put out of, or that end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/matrix/scene.h"

/* ---- rooms that end ---- */

static void a_table_goes_on_where_its_room_is_upgraded_to(void **state)
{
	static const char *const versions[] = { "11", "12" };
	struct scene *scene = *state;
	char content[64], room[GUEST_ID];
	struct guest *anna = scene_come(scene, "anna", NULL), *luc = scene_come(scene, "luc", NULL);
	scene_run(scene, anna);
	guest_say(anna, scene->room, "!new");
	guest_wait(anna, "!join to sit down");
	snprintf(room, sizeof room, "%s", scene->room);
	for (unsigned i = 0; i < 2; i++) {
		snprintf(content, sizeof content, "{\"new_version\":\"%s\"}", versions[i]);
		json_t *answer = guest_act(anna, room, "upgrade", content);
		const char *next = json_string_value(json_object_get(answer, "replacement_room"));
		assert_non_null(next);
		snprintf(room, sizeof room, "%s", next);
		json_decref(answer);
		guest_join(luc, room);
		scene_answers(anna, room);
	}
	guest_say(luc, room, "!join");
	guest_wait(luc, "Seated: ");
	guest_say(luc, room, "!start");
	guest_wait(luc, "Hand 1: ");
	/* It remembers where it is. */
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	scene_answers(anna, room);
	guest_say(anna, room, "!table");
	guest_wait(anna, "Hand 1: ");
}

/* ---- out of rooms ---- */

/* Nobody has to ask: the table is shown there, and hands are told where they were. */
static void a_hand_goes_on_where_its_room_is_upgraded_to(void **state)
{
	struct scene *scene = *state;
	char direct[GUEST_ID];
	scene_open_table(scene, 2, "mitaines classic target=10");
	struct guest *anna = &scene->people[0], *luc = &scene->people[1];
	while (!luc->player.turn && !anna->player.turn) {
		guest_hear(anna, 200);
		guest_hear(luc, 200);
	}
	json_t *answer = guest_act(anna, scene->room, "upgrade", "{\"new_version\":\"12\"}");
	const char *next = json_string_value(json_object_get(answer, "replacement_room"));
	assert_non_null(next);
	snprintf(scene->room, sizeof scene->room, "%s", next);
	json_decref(answer);
	guest_join(luc, scene->room);
	while (scene_told(scene, luc, "Pile (") == 0)
		guest_hear(luc, 1000);
	scene_play_match(scene, NULL);
	guest_wait(luc, "This match is over.");
	assert_string_equal(guest_shown(luc, "This match is over.")->room, scene->room);
	assert_int_equal(scene_told(scene, luc, " won the match!"), 1);
	assert_int_equal(guest_count(luc, "m.invite"), 1);
	assert_string_equal(guest_shown(luc, "Your turn")->room, guest_direct(luc, direct));
	assert_int_equal(
		scene_turns(scene, anna) + scene_turns(scene, luc), scene_moves_stored(scene));
}

static void who_is_kicked_comes_back_after_a_while(void **state)
{
	struct scene *scene = *state;
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene->bot.haste = 10;
	scene_run(scene, anna);
	guest_treat(anna, scene->room, "kick", scene->mitaines.id);
	scene_answers(anna, scene->room);
}

static void a_room_that_bans_it_is_the_only_one_that_does(void **state)
{
	struct scene *scene = *state;
	char more[2 * GUEST_ID + 64], room[GUEST_ID], name[64];
	struct guest *anna = scene_come(scene, "anna", NULL);
	guest_make(anna, scene_own(scene, "o", name), room);
	/* By its id. */
	snprintf(more, sizeof more, "channels = ( \"%s\", \"%s\" );", scene->alias, room);
	scene_configure_rooms(scene, more);
	scene_run(scene, anna);
	scene_answers(anna, room);
	guest_treat(anna, scene->room, "ban", scene->mitaines.id);
	assert_true(bot_logged(&scene->bot, "out of ", BOT_PATIENCE));
	scene_answers(anna, room);
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	scene_answers(anna, room);
	assert_true(bot_logged(&scene->bot, "not in ", BOT_PATIENCE));
}

static void a_match_ends_after_the_grace_of_a_ban(void **state)
{
	struct scene *scene = *state;
	scene_configure(scene, "grace_seconds = 4;");
	scene_open_table(scene, 2, "mitaines classic target=10");
	struct guest *anna = &scene->people[0], *luc = &scene->people[1];
	guest_treat(anna, scene->room, "ban", scene->mitaines.id);
	guest_wait(luc, "kept out of ");
	guest_wait(luc, "Match 1, root: ");
	assert_true(guest_heard(luc, "The match ends here"));
}

/* ---- invitations ---- */

static void ask_in(struct scene *scene, struct guest *host, const char *room)
{
	guest_treat(host, room, "invite", scene->mitaines.id);
}

static void invitations_are_for_the_operator_to_allow(void **state)
{
	static const char *const words[] = { "nobody", "admins", "anyone" };
	struct scene *scene = *state;
	char more[GUEST_ID + 96], room[GUEST_ID], name[64], whole[64], declined[2 * GUEST_ID + 64];
	struct guest *people[] = { scene_come(scene, "anna", NULL),
		scene_come(scene, "luc", NULL) };
	for (unsigned i = 0; i < 3; i++) {
		snprintf(more, sizeof more, "invites = \"%s\"; admins = ( \"account:%s\" );",
			words[i], people[0]->id);
		scene_configure(scene, more);
		scene_run(scene, people[0]);
		/* Anna is an operator, luc is not. */
		for (unsigned k = 0; k < 2; k++) {
			snprintf(name, sizeof name, "i%u%u-", i, k);
			guest_make(people[k], scene_own(scene, name, whole), room);
			ask_in(scene, people[k], room);
			snprintf(declined, sizeof declined, "%s asks the bot into %s: %s",
				people[k]->id, room, i > k ? "it comes" : "declined");
			assert_true(bot_logged(&scene->bot, declined, BOT_PATIENCE));
			if (i > k)
				scene_answers(people[k], room);
		}
		bot_kill(&scene->bot);
	}
}

/* Who has not been asked by the operator to be there stays out when they are put out. */
static void an_invitation_lasts_until_it_is_put_out(void **state)
{
	struct scene *scene = *state;
	char room[GUEST_ID], name[64];
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene->bot.haste = 10;
	scene_configure(scene, "invites = \"anyone\";");
	scene_run(scene, anna);
	guest_make(anna, scene_own(scene, "i", name), room);
	ask_in(scene, anna, room);
	scene_answers(anna, room);
	guest_treat(anna, room, "kick", scene->mitaines.id);
	guest_treat(anna, scene->room, "kick", scene->mitaines.id);
	/* Here it comes again; there it would have come before. */
	scene_answers(anna, scene->room);
	guest_say(anna, room, "!ping outside");
	scene_answers(anna, scene->room);
	assert_false(guest_heard(anna, "pong outside"));
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	scene_answers(anna, scene->room);
	guest_say(anna, room, "!ping outside");
	scene_answers(anna, scene->room);
	assert_false(guest_heard(anna, "pong outside"));
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, scene_enter, scene_leave)
	const struct CMUnitTest tests[] = {
		CASE(a_table_goes_on_where_its_room_is_upgraded_to),
		CASE(a_hand_goes_on_where_its_room_is_upgraded_to),
		CASE(who_is_kicked_comes_back_after_a_while),
		CASE(a_room_that_bans_it_is_the_only_one_that_does),
		CASE(a_match_ends_after_the_grace_of_a_ban),
		CASE(invitations_are_for_the_operator_to_allow),
		CASE(an_invitation_lasts_until_it_is_put_out),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
