/* matrix_rooms.c - the bot on a real Synapse: invitations, kicks, bans and room upgrades. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/matrix/scene.h"

/* ---- room upgrades ---- */

static void a_table_moves_with_a_room_upgrade(void **state)
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
	/* After a restart the bot is still in the new room. */
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	scene_answers(anna, room);
	guest_say(anna, room, "!table");
	guest_wait(anna, "Hand 1: ");
}

/* ---- kicks and bans ---- */

/* The table appears in the new room without a command; hands stay in the direct rooms. */
static void a_match_goes_on_after_a_room_upgrade(void **state)
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

static void the_bot_comes_back_after_a_kick(void **state)
{
	struct scene *scene = *state;
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene->bot.haste = 10;
	scene_run(scene, anna);
	guest_treat(anna, scene->room, "kick", scene->mitaines.id);
	scene_answers(anna, scene->room);
}

static void a_bot_banned_from_one_room_stays_in_the_others(void **state)
{
	struct scene *scene = *state;
	char more[2 * GUEST_ID + 64], room[GUEST_ID], name[64];
	struct guest *anna = scene_come(scene, "anna", NULL);
	guest_make(anna, scene_own(scene, "o", name), room);
	/* The room is configured by its id. */
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

static void invitations_are_accepted_as_configured(void **state)
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

/* After a kick the bot does not come back to a room that only an invitation named. */
static void an_invitation_ends_with_a_kick(void **state)
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
	/* The bot is back here; by now it would be back there too. */
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
		CASE(a_table_moves_with_a_room_upgrade),
		CASE(a_match_goes_on_after_a_room_upgrade),
		CASE(the_bot_comes_back_after_a_kick),
		CASE(a_bot_banned_from_one_room_stays_in_the_others),
		CASE(a_match_ends_after_the_grace_of_a_ban),
		CASE(invitations_are_accepted_as_configured),
		CASE(an_invitation_ends_with_a_kick),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
