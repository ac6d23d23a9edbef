/* matrix_rooms.c - which rooms are channels and which are direct, on a real Synapse: rooms without
 * an alias, rooms of two people, and direct rooms that people start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/matrix/scene.h"

/* Creates a room with this content of /createRoom, which may have a %s for the bot's id. */
static void rooms_create(
	struct scene *scene, struct guest *maker, const char *content, char room[GUEST_ID])
{
	char body[512];
	snprintf(body, sizeof body, content, scene->mitaines.id);
	json_t *answer = guest_must(maker, "POST", "/createRoom", body);
	snprintf(room, GUEST_ID, "%s", json_string_value(json_object_get(answer, "room_id")));
	json_decref(answer);
}

/* Makes a person an operator, so that the bot accepts their invitations. */
static void rooms_admit(struct scene *scene, const struct guest *guest)
{
	char more[GUEST_ID + 64];
	snprintf(
		more, sizeof more, "invites = \"admins\"; admins = ( \"account:%s\" );", guest->id);
	scene_configure(scene, more);
}

/* Fails unless a table opens in the room itself, and then closes it. */
static void rooms_open_table(struct guest *guest, const char *room)
{
	char line[GUEST_ID + 32];
	scene_answers(guest, room);
	guest->seen = guest->heard.length;
	guest_say(guest, room, "!new");
	const char *said = guest_wait(guest, "opens a table of mitaines");
	snprintf(line, sizeof line, "%s ", room);
	assert_memory_equal(said, line, strlen(line));
	guest_say(guest, room, "!leave");
	guest_wait(guest, "closes the table");
}

static void rooms_restart(struct scene *scene, struct guest *guest)
{
	bot_kill(&scene->bot);
	scene_run(scene, guest);
}

/* ---- channels ---- */

#define PRIVATE "{\"preset\":\"private_chat\"}"

static void a_room_without_an_alias_is_a_channel_in_every_order_of_events(void **state)
{
	struct scene *scene = *state;
	char room[GUEST_ID], later[GUEST_ID];
	struct guest *anna = scene_come(scene, "anna", NULL), *luc = scene_come(scene, "luc", NULL);
	rooms_admit(scene, anna);
	/* Invited in the first run, and in a later run that finds the bot in its configured room.
	 */
	for (unsigned run = 0; run < 2; run++) {
		scene_run(scene, anna);
		rooms_create(scene, anna, PRIVATE, room);
		guest_treat(anna, room, "invite", luc->id);
		guest_treat(anna, room, "invite", scene->mitaines.id);
		rooms_open_table(anna, room);
		guest_hear(luc, 0);
		rooms_open_table(luc, room);
		bot_kill(&scene->bot);
	}
	/* Invited while the bot is away. */
	rooms_create(scene, anna, PRIVATE, later);
	guest_treat(anna, later, "invite", scene->mitaines.id);
	scene_run(scene, anna);
	rooms_open_table(anna, later);
	rooms_open_table(luc, room);
	/* After the loss of the database, and a restart after that. */
	bot_kill(&scene->bot);
	assert_int_equal(unlink(scene->bot.database), 0);
	for (unsigned run = 0; run < 2; run++) {
		scene_run(scene, anna);
		rooms_open_table(luc, room);
		rooms_open_table(anna, later);
		bot_kill(&scene->bot);
	}
}

static void a_private_room_of_two_is_a_channel_unless_it_is_made_as_a_direct_room(void **state)
{
	struct scene *scene = *state;
	char room[GUEST_ID], direct[GUEST_ID];
	struct guest *anna = scene_come(scene, "anna", NULL);
	rooms_admit(scene, anna);
	scene_run(scene, anna);
	rooms_restart(scene, anna);
	rooms_create(scene, anna, "{\"preset\":\"private_chat\",\"invite\":[\"%s\"]}", room);
	rooms_open_table(anna, room);
	guest_say(anna, room, "!channel detail quiet");
	guest_wait(anna, "changes my settings here");
	guest_say(anna, room, "!new");
	guest_say(anna, room, "!bot");
	guest_say(anna, room, "!start");
	guest_wait(anna, "Your turn");
	assert_string_not_equal(guest_direct(anna, direct), room);
	rooms_restart(scene, anna);
	guest_say(anna, room, "!channel");
	guest_wait(anna, "quiet");
}

static void a_room_without_an_alias_is_shown_by_its_title_and_later_by_its_alias(void **state)
{
	struct scene *scene = *state;
	char room[GUEST_ID], name[64], alias[GUEST_ID], line[GUEST_ID + 64], path[GUEST_ID + 64];
	struct guest *anna = scene_come(scene, "anna", NULL);
	rooms_admit(scene, anna);
	scene_run(scene, anna);
	rooms_create(scene, anna,
		"{\"preset\":\"private_chat\",\"name\":\"Cards\",\"invite\":[\"%s\"]}", room);
	scene_answers(anna, room);
	guest_say(anna, room, "!new");
	guest_say(anna, room, "!bot");
	guest_say(anna, room, "!start");
	guest_wait(anna, "Your turn in Cards.");
	snprintf(alias, sizeof alias, "#%s:" SYNAPSE_NAME, scene_own(scene, "late", name));
	snprintf(path, sizeof path, "/directory/room/%%23%s%%3A" SYNAPSE_NAME, name);
	snprintf(line, sizeof line, "{\"room_id\":\"%s\"}", room);
	json_decref(guest_must(anna, "PUT", path, line));
	snprintf(line, sizeof line, "{\"alias\":\"%s\"}", alias);
	guest_set(anna, room, "m.room.canonical_alias", "", line);
	scene_answers(anna, room);
	/* The table goes on there, also after a restart. */
	for (unsigned run = 0; run < 2; run++) {
		guest_say(anna, room, "!hand");
		snprintf(line, sizeof line, "Your turn in %s.", alias);
		guest_wait(anna, line);
		guest_say(anna, room, "!play 1");
		guest_wait(anna, " plays ");
		rooms_restart(scene, anna);
	}
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, scene_enter, scene_leave)
	const struct CMUnitTest tests[] = {
		CASE(a_room_without_an_alias_is_a_channel_in_every_order_of_events),
		CASE(a_private_room_of_two_is_a_channel_unless_it_is_made_as_a_direct_room),
		CASE(a_room_without_an_alias_is_shown_by_its_title_and_later_by_its_alias),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
