/* matrix_rooms.c - which rooms are channels and which are direct, on a real Synapse: rooms without
 * an alias, rooms of two people, and direct rooms that people start. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/matrix/proxy.h"
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

/* Opens a table and closes it. Fails unless the bot opens it in the room itself. */
static void rooms_open_table(struct guest *guest, const char *room)
{
	char line[GUEST_ID + 32];
	scene_answers(guest, room);
	guest->seen = guest->heard.length;
	guest_say(guest, room, "!new");
	const char *said = guest_wait(guest, "opens a table of Mitaines");
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

SCENE_CASE(a_room_without_an_alias_is_a_channel_in_every_order_of_events)
{
	char room[GUEST_ID], later[GUEST_ID];
	struct guest *anna = scene_come(scene, "anna", NULL), *luc = scene_come(scene, "luc", NULL);
	rooms_admit(scene, anna);
	/* Anna invites the bot in its first run, and in a second run, which begins with the bot in
	 * its configured room. */
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
	/* Anna invites the bot to a room while the bot is away. */
	rooms_create(scene, anna, PRIVATE, later);
	guest_treat(anna, later, "invite", scene->mitaines.id);
	scene_run(scene, anna);
	rooms_open_table(anna, later);
	rooms_open_table(luc, room);
	/* The database is lost. Both rooms still work, also after a second restart. */
	bot_kill(&scene->bot);
	assert_int_equal(unlink(scene->bot.database), 0);
	for (unsigned run = 0; run < 2; run++) {
		scene_run(scene, anna);
		rooms_open_table(luc, room);
		rooms_open_table(anna, later);
		bot_kill(&scene->bot);
	}
}

SCENE_CASE(a_private_room_of_two_is_a_channel_unless_it_is_made_as_a_direct_room)
{
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

SCENE_CASE(a_room_without_an_alias_is_shown_by_its_title_and_later_by_its_alias)
{
	char room[GUEST_ID], name[64], alias[GUEST_ID], line[GUEST_ID + 64], path[GUEST_ID + 64];
	struct guest *anna = scene_come(scene, "anna", NULL);
	rooms_admit(scene, anna);
	scene_run(scene, anna);
	rooms_create(scene, anna,
		"{\"preset\":\"private_chat\",\"name\":\"Our: cards\",\"invite\":[\"%s\"]}", room);
	scene_answers(anna, room);
	guest_say(anna, room, "!new");
	guest_say(anna, room, "!bot");
	guest_say(anna, room, "!start");
	guest_wait(anna, "Your turn in Our: cards.");
	snprintf(alias, sizeof alias, "#%s:" SYNAPSE_NAME, scene_own(scene, "late", name));
	snprintf(path, sizeof path, "/directory/room/%%23%s%%3A" SYNAPSE_NAME, name);
	snprintf(line, sizeof line, "{\"room_id\":\"%s\"}", room);
	json_decref(guest_must(anna, "PUT", path, line));
	snprintf(line, sizeof line, "{\"alias\":\"%s\"}", alias);
	guest_set(anna, room, "m.room.canonical_alias", "", line);
	scene_answers(anna, room);
	/* The table goes on under the alias, also after a restart. */
	for (unsigned run = 0; run < 2; run++) {
		guest_say(anna, room, "!hand");
		snprintf(line, sizeof line, "Your turn in %s.", alias);
		guest_wait(anna, line);
		guest_say(anna, room, "!play 1");
		guest_wait(anna, " plays ");
		rooms_restart(scene, anna);
	}
}

/* ---- direct rooms ---- */

#define DIRECT "{\"preset\":\"trusted_private_chat\",\"is_direct\":true,\"invite\":[\"%s\"]}"
#define SEALED \
	"{\"preset\":\"trusted_private_chat\",\"is_direct\":true,\"invite\":[\"%s\"]," \
	"\"initial_state\":[{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"content\":{" \
	"\"algorithm\":\"m.megolm.v1.aes-sha2\"}}]}"

/* Says a line in a direct room until the bot answers there with `part`. */
static void rooms_talk(struct guest *guest, const char *room, const char *line, const char *part)
{
	char whole[GUEST_ID];
	long deadline = bot_clock() + BOT_PATIENCE;
	while (guest_shown(guest, part) == NULL) {
		if (bot_clock() > deadline)
			fail_msg("no answer to %s in %s:\n%s", line, room, guest->heard.bytes);
		guest_say(guest, room, line);
		guest_hear(guest, 3000);
	}
	snprintf(whole, sizeof whole, "%s", guest_shown(guest, part)->room);
	assert_string_equal(whole, room);
}

/* Counts the lines of a room, edits included, that show a hand. */
static unsigned rooms_hands(const struct guest *guest, const char *room)
{
	unsigned count = 0;
	for (const char *at = guest->heard.bytes; *at != '\0'; at += strcspn(at, "\n") + 1) {
		const char *hand = strstr(at, "hand: ");
		count += strncmp(at, room, strlen(room)) == 0 && hand != NULL &&
			hand < at + strcspn(at, "\n");
	}
	return count;
}

SCENE_CASE(the_bot_answers_and_shows_hands_in_the_direct_room_that_a_person_made)
{
	char room[GUEST_ID], hand[GUEST_ID];
	struct guest *anna = scene_come(scene, "anna", NULL), *luc = scene_come(scene, "luc", NULL);
	scene_run(scene, anna);
	rooms_create(scene, anna, DIRECT, room);
	rooms_talk(anna, room, "ping one", "pong one");
	guest_say(anna, room, "solo");
	guest_wait(anna, "Your turn");
	assert_string_equal(guest_direct(anna, hand), room);
	/* The bot has no second room with anna, also after a restart. */
	rooms_restart(scene, anna);
	guest_say(anna, room, "hand");
	guest_wait(anna, "hand: ");
	assert_string_equal(guest_shown(anna, "hand: ")->room, room);
	assert_int_equal(guest_count(anna, "m.invite"), 0);
	/* The invitation of a third person closes the room for hands. */
	guest_treat(anna, room, "invite", luc->id);
	scene_answers(anna, scene->room);
	unsigned before = rooms_hands(anna, room);
	guest_say(anna, scene->room, "!hand");
	guest_wait(anna, "m.invite");
	guest_wait(anna, "hand: ");
	assert_string_not_equal(guest_shown(anna, "hand: ")->room, room);
	assert_int_equal(rooms_hands(anna, room), before);
}

SCENE_CASE(strangers_get_a_reason_and_people_of_trusted_servers_come_in)
{
	char room[GUEST_ID], name[64], line[2 * GUEST_ID + 128];
	struct guest *anna = scene_come(scene, "anna", NULL);
	struct guest *luc = &scene->people[scene->count++];
	guest_open(luc, scene->synapse.port, scene_own(scene, "luc", name), NULL);
	scene_run(scene, anna);
	rooms_create(scene, luc, DIRECT, room);
	snprintf(line, sizeof line, "%s invites the bot to %s: declined: invites = \"known\"",
		luc->id, room);
	assert_true(bot_logged(&scene->bot, line, BOT_PATIENCE));
	guest_wait(luc, "m.leave I don’t know you yet");
	bot_kill(&scene->bot);
	scene_configure(scene, "trusted_servers = ( \"" SYNAPSE_NAME "\" );");
	scene_run(scene, anna);
	rooms_create(scene, luc, DIRECT, room);
	rooms_talk(luc, room, "ping one", "pong one");
}

SCENE_CASE(an_encrypted_direct_room_is_left_for_a_plain_one)
{
	char room[GUEST_ID], plain[GUEST_ID], other[GUEST_ID];
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene_run(scene, anna);
	rooms_create(scene, anna, SEALED, room);
	guest_wait(anna, "Let’s go on in another direct room");
	guest_wait(anna, "m.invite");
	guest_wait(anna, "I can’t read encrypted rooms");
	snprintf(
		plain, sizeof plain, "%s", guest_shown(anna, "I can’t read encrypted rooms")->room);
	assert_string_not_equal(plain, room);
	guest_say(anna, plain, "solo");
	guest_wait(anna, "Your turn");
	assert_string_equal(guest_direct(anna, other), plain);
	assert_int_equal(guest_count(anna, "m.invite"), 1);
	/* The bot sends anna from a second encrypted room to the direct room that they already
	 * have. */
	rooms_create(scene, anna, SEALED, room);
	guest_wait(anna, "I can’t read encrypted rooms");
	assert_string_equal(guest_shown(anna, "I can’t read encrypted rooms")->room, plain);
	assert_int_equal(guest_count(anna, "m.invite"), 1);
}

SCENE_CASE(a_direct_room_that_becomes_encrypted_gets_no_more_hands)
{
	char room[GUEST_ID];
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene_run(scene, anna);
	rooms_create(scene, anna, DIRECT, room);
	rooms_talk(anna, room, "ping one", "pong one");
	guest_say(anna, room, "solo");
	guest_wait(anna, "Your turn");
	guest_set(anna, room, "m.room.encryption", "", "{\"algorithm\":\"m.megolm.v1.aes-sha2\"}");
	guest_wait(anna, "Let’s go on in another direct room");
	unsigned before = rooms_hands(anna, room);
	guest_wait(anna, "m.invite");
	guest_say(anna, scene->room, "!hand");
	guest_wait(anna, "hand: ");
	assert_string_not_equal(guest_shown(anna, "hand: ")->room, room);
	assert_int_equal(rooms_hands(anna, room), before);
}

/* ---- encrypted channels ---- */

#define SEALED_GROUP \
	"{\"preset\":\"private_chat\",\"name\":\"Family\",\"invite\":[\"%s\"]," \
	"\"initial_state\":[{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"content\":{" \
	"\"algorithm\":\"m.megolm.v1.aes-sha2\"}}]}"

/* Writes the id of the room that a line of the bot links to. */
static void rooms_beside(struct guest *guest, char beside[GUEST_ID])
{
	const char *link = guest_wait(guest, "I’ve opened a room beside it");
	size_t length = 0;
	link = strstr(link, "https://matrix.to/#/");
	assert_non_null(link);
	for (link += strlen("https://matrix.to/#/"); *link != '?' && *link != '\n'; link++) {
		unsigned byte = (unsigned char)*link;
		if (*link == '%' && sscanf(link, "%%%2x", &byte) == 1)
			link += 2;
		beside[length++] = (char)byte;
	}
	beside[length] = '\0';
}

SCENE_CASE(an_encrypted_channel_gets_one_plain_room_beside_it)
{
	char room[GUEST_ID], beside[GUEST_ID], again[GUEST_ID];
	struct guest *anna = scene_come(scene, "anna", NULL), *luc = scene_come(scene, "luc", NULL);
	scene_run(scene, anna);
	rooms_create(scene, anna, SEALED_GROUP, room);
	rooms_beside(anna, beside);
	guest_treat(anna, room, "invite", luc->id);
	guest_hear(luc, 1000);
	/* Luc was not invited to the room beside the encrypted one: members of the encrypted room
	 * may join it. */
	guest_join(luc, beside);
	rooms_open_table(luc, beside);
	guest_hear(anna, 1000);
	rooms_open_table(anna, beside);
	rooms_restart(scene, anna);
	rooms_open_table(luc, beside);
	assert_int_equal(guest_count(anna, "beside it"), 1);
	/* Anna's second encrypted room gets a room beside it too; a third one on the same day does
	 * not. */
	rooms_create(scene, anna, SEALED_GROUP, room);
	rooms_beside(anna, again);
	assert_string_not_equal(again, beside);
	rooms_create(scene, anna, SEALED_GROUP, room);
	guest_wait(anna, "so I’m leaving. Invite me to a room without encryption");
}

/* ---- a proxy that encrypts ---- */

/* Returns what the homeserver itself has of a room. The caller frees it. */
static char *rooms_raw(struct scene *scene, const char *room)
{
	char path[2 * GUEST_ID];
	snprintf(path, sizeof path, "/rooms/%s/messages?dir=b&limit=200", room);
	json_t *answer = guest_must(&scene->mitaines, "GET", path, NULL);
	char *text = json_dumps(answer, 0);
	json_decref(answer);
	assert_non_null(text);
	return text;
}

SCENE_CASE(behind_a_proxy_hands_go_only_to_encrypted_rooms)
{
	struct proxy proxy;
	char room[GUEST_ID], plain[GUEST_ID], direct[GUEST_ID];
	proxy_start(&proxy, scene->synapse.port);
	snprintf(scene->homeserver, sizeof scene->homeserver, "http://127.0.0.1:%d", proxy.port);
	scene_configure(scene, "encryption = \"proxy\";");
	struct guest *anna = scene_come(scene, "anna", NULL);
	anna->port = proxy.port;
	guest_hear(anna, 0);
	scene_run(scene, anna);
	guest_say(anna, scene->room, "!solo");
	guest_wait(anna, "Your turn");
	guest_direct(anna, direct);
	/* The bot reads the encrypted direct room, and also plays in an encrypted channel. */
	guest_say(anna, direct, "p 1");
	guest_wait(anna, " plays ");
	char *raw = rooms_raw(scene, direct);
	assert_non_null(strstr(raw, "m.room.encrypted"));
	assert_null(strstr(raw, "hand: "));
	assert_null(strstr(raw, "p 1"));
	free(raw);
	rooms_create(scene, anna, SEALED_GROUP, room);
	guest_hear(anna, 1000);
	rooms_open_table(anna, room);
	/* A plain direct room is left, and gets no hand. */
	rooms_create(scene, anna, DIRECT, plain);
	guest_wait(anna, "This room is not encrypted");
	guest_say(anna, room, "!hand");
	guest_wait(anna, "hand: ");
	assert_string_equal(guest_shown(anna, "hand: ")->room, direct);
	assert_int_equal(rooms_hands(anna, plain), 0);
	rooms_restart(scene, anna);
	guest_say(anna, direct, "ping again");
	guest_wait(anna, "pong again");
	proxy_end(&proxy);
}

CASES_AROUND(scene_start, scene_end)
