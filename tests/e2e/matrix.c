/* matrix.c - the bot on a real Synapse: which messages it answers, rooms that it joins and leaves,
 * direct rooms, and its account. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bot/net/http.h"
#include "tests/matrix/scene.h"

/* ---- messages ---- */

/* More messages than one answer to /sync holds. */
enum { AWAY = 110 };

/* Sends messages that the bot ignores, among messages that it answers. */
static void say_others(struct scene *scene, struct guest *anna)
{
	char id[GUEST_ID], content[1024];
	struct string path = STRING_EMPTY;
	guest_send(anna, scene->room, "m.room.message",
		"{\"msgtype\":\"m.notice\",\"body\":\"!ping notice\"}", NULL);
	guest_send(anna, scene->room, "m.room.message",
		"{\"msgtype\":\"m.text\",\"body\":\"!ping first\"}", id);
	snprintf(content, sizeof content,
		"{\"msgtype\":\"m.text\",\"body\":\"* !ping edited\",\"m.new_content\":"
		"{\"msgtype\":\"m.text\",\"body\":\"!ping edited\"},\"m.relates_to\":"
		"{\"rel_type\":\"m.replace\",\"event_id\":\"%s\"}}",
		id);
	guest_send(anna, scene->room, "m.room.message", content, NULL);
	snprintf(content, sizeof content,
		"{\"msgtype\":\"m.text\",\"body\":\"> <@x:y> !ping quoted\\n\\n!ping reply\","
		"\"m.relates_to\":{\"m.in_reply_to\":{\"event_id\":\"%s\"}}}",
		id);
	guest_send(anna, scene->room, "m.room.message", content, NULL);
	guest_send(anna, scene->room, "m.room.message",
		"{\"msgtype\":\"m.text\",\"body\":\"!ping redacted\"}", id);
	string_add(&path, "/rooms/");
	http_append_path(&path, scene->room);
	string_add(&path, "/redact/");
	http_append_path(&path, id);
	string_add(&path, "/1");
	json_decref(guest_must(anna, "PUT", path.bytes, NULL));
	string_free(&path);
}

SCENE_CASE(messages_sent_while_the_bot_is_away_are_answered_once)
{
	static const char *const ignored[] = { "pong before", "pong notice", "pong edited",
		"pong quoted", "pong redacted" };
	char line[32];
	struct guest *anna = scene_come(scene, "anna", NULL);
	guest_say(anna, scene->room, "!ping before");
	scene_run(scene, anna);
	bot_kill(&scene->bot);
	for (unsigned i = 0; i < AWAY; i++) {
		snprintf(line, sizeof line, "!ping away%u.", i);
		guest_say(anna, scene->room, line);
	}
	say_others(scene, anna);
	scene_run(scene, anna);
	for (unsigned i = 0; i < AWAY; i++) {
		snprintf(line, sizeof line, "pong away%u.", i);
		assert_int_equal(guest_count(anna, line), 1);
	}
	assert_int_equal(guest_count(anna, "pong first"), 1);
	assert_int_equal(guest_count(anna, "pong reply"), 1);
	for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
		assert_false(guest_heard(anna, ignored[i]));
}

SCENE_CASE(two_people_with_the_same_name_are_shown_differently)
{
	char name[GUEST_ID + 20];
	struct guest *anna = scene_come(scene, "anna",
		"Sam \xe2\x80\xae\xe2\x80\xac"
		"B");
	struct guest *luc = scene_come(scene, "luc", "Sam B");
	scene_run(scene, anna);
	guest_say(anna, scene->room, "!new");
	snprintf(name, sizeof name, "Sam B(%s) opens", anna->id);
	guest_wait(anna, name);
	guest_set(luc, scene->room, "m.room.member", luc->id,
		"{\"membership\":\"join\",\"displayname\":\"Luc\"}");
	guest_say(luc, scene->room, "!join");
	guest_wait(anna, "Luc sits down. Seated: Sam B, Luc.");
}

SCENE_CASE(a_person_is_found_by_full_name_first_name_id_and_pill)
{
	static const char known[] = "Anna M\xc3\xbcller has no rating yet";
	char line[GUEST_ID + 40], content[1024];
	struct guest *anna = scene_come(scene, "anna", "Anna M\xc3\xbcller");
	struct guest *luc = scene_come(scene, "luc", "Luc");
	scene_run(scene, luc);
	guest_say(anna, scene->room, "!set cards plain");
	guest_wait(luc, "Anna M\xc3\xbcller: I answered in our direct room.");
	guest_say(luc, scene->room, "!rank Anna M\xc3\xbcller");
	guest_wait(luc, known);
	guest_say(luc, scene->room, "!rank anna");
	guest_wait(luc, known);
	snprintf(line, sizeof line, "!rank %s", anna->id);
	guest_say(luc, scene->room, line);
	guest_wait(luc, known);
	/* The text of a pill, a link to a user, can be anything. */
	snprintf(content, sizeof content,
		"{\"msgtype\":\"m.text\",\"body\":\"!rank Annie\",\"format\":"
		"\"org.matrix.custom.html\",\"formatted_body\":\"!rank <a "
		"href=\\\"https://matrix.to"
		"/#/%s\\\">Annie</a>\",\"m.mentions\":{\"user_ids\":[\"%s\"]}}",
		anna->id, anna->id);
	guest_send(luc, scene->room, "m.room.message", content, NULL);
	guest_wait(luc, known);
	/* A mention of the bot calls it, wherever it stands. */
	snprintf(content, sizeof content,
		"{\"msgtype\":\"m.text\",\"body\":\"ping called\",\"m.mentions\":{\"user_ids\":"
		"[\"%s\"]}}",
		scene->mitaines.id);
	guest_send(luc, scene->room, "m.room.message", content, NULL);
	guest_wait(luc, "pong called");
}

/* ---- rooms ---- */

static const char encryption[] = "{\"algorithm\":\"m.megolm.v1.aes-sha2\"}";

SCENE_CASE(an_encrypted_room_gets_one_explanation_and_no_answers)
{
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene_run(scene, anna);
	guest_set(anna, scene->room, "m.room.encryption", "", encryption);
	guest_wait(anna, "This room is encrypted");
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	guest_say(anna, scene->room, "!ping anybody");
	assert_true(bot_logged(&scene->bot, "hs: logged in as ", BOT_PATIENCE));
	assert_int_equal(guest_count(anna, "This room is encrypted"), 1);
	assert_false(guest_heard(anna, "pong anybody"));
}

/* Upgrades the room of the test to this version; luc follows. */
static void upgrade(struct scene *scene, const char *version)
{
	char content[64];
	snprintf(content, sizeof content, "{\"new_version\":\"%s\"}", version);
	json_t *answer = guest_act(&scene->people[0], scene->room, "upgrade", content);
	const char *next = json_string_value(json_object_get(answer, "replacement_room"));
	assert_non_null(next);
	snprintf(scene->room, sizeof scene->room, "%s", next);
	json_decref(answer);
	guest_join(&scene->people[1], scene->room);
}

/* The table appears in the new room without a command; hands stay in the direct rooms. */
SCENE_CASE(a_match_goes_on_after_a_room_upgrade)
{
	char direct[GUEST_ID];
	struct guest *anna = scene_come(scene, "anna", NULL), *luc = scene_come(scene, "luc", NULL);
	scene_run(scene, anna);
	guest_say(anna, scene->room, "!new mitaines classic");
	guest_wait(anna, "!join to sit down");
	upgrade(scene, "11");
	scene_answers(anna, scene->room);
	guest_say(luc, scene->room, "!join");
	guest_wait(luc, "Seated: ");
	guest_say(luc, scene->room, "!start");
	guest_wait(luc, "Hand 1: ");
	scene_play_moves(scene, 1, NULL);
	upgrade(scene, "12");
	while (scene_told(scene, luc, "Pile ") == 0)
		guest_hear(luc, 1000);
	/* After a restart the bot is still in the new room. */
	bot_kill(&scene->bot);
	scene_run(scene, anna);
	scene_play_moves(scene, 1, NULL);
	scene_stop(scene);
	assert_string_equal(guest_shown(luc, "This match is over.")->room, scene->room);
	assert_int_equal(guest_count(luc, "m.invite"), 1);
	assert_string_equal(guest_shown(luc, "Your turn")->room, guest_direct(luc, direct));
	guest_say(luc, scene->room, "!export 1");
	guest_wait(luc, " m.file match-1.txt");
}

SCENE_CASE(a_bot_banned_from_one_room_stays_in_the_others)
{
	char more[2 * GUEST_ID + 64], room[GUEST_ID], name[64];
	struct guest *anna = scene_come(scene, "anna", NULL);
	guest_make(anna, scene_own(scene, "o", name), room);
	/* The configuration names the room by its id. */
	snprintf(more, sizeof more, "channels = ( \"%s\", \"%s\" );", scene->alias, room);
	scene_configure_rooms(scene, more);
	scene_run(scene, anna);
	scene_answers(anna, room);
	guest_treat(anna, scene->room, "ban", scene->mitaines.id);
	assert_true(bot_logged(&scene->bot, "no longer in room ", BOT_PATIENCE));
	scene_answers(anna, room);
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	scene_answers(anna, room);
	assert_true(bot_logged(&scene->bot, "cannot join ", BOT_PATIENCE));
}

/* After a kick the bot comes back to a configured room, but not to one that an invitation named. */
static void an_invitation_ends_with_a_kick(
	struct scene *scene, struct guest *anna, const char *room)
{
	guest_treat(anna, room, "kick", scene->mitaines.id);
	guest_treat(anna, scene->room, "kick", scene->mitaines.id);
	scene_answers(anna, scene->room);
	guest_say(anna, room, "!ping outside");
	scene_answers(anna, scene->room);
	bot_kill(&scene->bot);
	scene_run(scene, anna);
	guest_say(anna, room, "!ping outside");
	scene_answers(anna, scene->room);
	assert_false(guest_heard(anna, "pong outside"));
}

SCENE_CASE(invitations_are_accepted_as_configured)
{
	static const char *const words[] = { "nobody", "admins", "anyone" };
	char more[GUEST_ID + 96], room[GUEST_ID], name[64], whole[64], declined[2 * GUEST_ID + 64];
	struct guest *people[] = { scene_come(scene, "anna", NULL),
		scene_come(scene, "luc", NULL) };
	scene->bot.haste = 10;
	for (unsigned i = 0; i < 3; i++) {
		snprintf(more, sizeof more, "invites = \"%s\"; admins = ( \"account:%s\" );",
			words[i], people[1]->id);
		scene_configure(scene, more);
		scene_run(scene, people[0]);
		/* Luc is an operator, anna is not. */
		for (unsigned k = 0; k < 2; k++) {
			bool comes = i > k;
			snprintf(name, sizeof name, "i%u%u-", i, k);
			guest_make(people[1 - k], scene_own(scene, name, whole), room);
			guest_treat(people[1 - k], room, "invite", scene->mitaines.id);
			snprintf(declined, sizeof declined, "%s invites the bot to %s: %s",
				people[1 - k]->id, room, comes ? "accepted" : "declined");
			assert_true(bot_logged(&scene->bot, declined, BOT_PATIENCE));
			if (comes)
				scene_answers(people[1 - k], room);
		}
		if (i == 2)
			an_invitation_ends_with_a_kick(scene, people[0], room);
		bot_kill(&scene->bot);
	}
}

/* ---- direct rooms ---- */

/* Waits until anna is shown a hand in another room than before, and writes its id. */
static void told_elsewhere(struct scene *scene, struct guest *anna, char direct[GUEST_ID])
{
	char next[GUEST_ID];
	unsigned before = guest_count(anna, direct), all = guest_count(anna, "Your hand: ");
	long deadline = bot_clock() + BOT_PATIENCE;
	while (guest_count(anna, "Your hand: ") == all) {
		if (bot_clock() > deadline)
			fail_msg("no hand:\n%s", anna->heard.bytes);
		guest_say(anna, scene->room, "!hand");
		guest_hear(anna, 3000);
	}
	assert_int_equal(guest_count(anna, direct), before);
	snprintf(next, sizeof next, "%s", guest_shown(anna, "Your hand: ")->room);
	memcpy(direct, next, sizeof next);
}

SCENE_CASE(an_unsafe_direct_room_is_replaced_before_the_next_hand)
{
	char direct[GUEST_ID];
	scene->bot.haste = 10;
	scene_open_table(scene, 2, "mitaines classic");
	struct guest *anna = &scene->people[0], *luc = &scene->people[1];
	guest_wait(anna, "Your hand: ");
	guest_direct(anna, direct);
	guest_set(&scene->mitaines, direct, "m.room.encryption", "", encryption);
	guest_wait(anna, "This room is encrypted");
	told_elsewhere(scene, anna, direct);
	/* An invited user may read all later messages, so hands go to another room, also after a
	 * restart. */
	guest_treat(&scene->mitaines, direct, "invite", luc->id);
	scene_answers(anna, scene->room);
	bot_kill(&scene->bot);
	scene_run(scene, anna);
	told_elsewhere(scene, anna, direct);
	json_decref(guest_act(anna, direct, "leave", NULL));
	bot_kill(&scene->bot);
	scene_run(scene, anna);
	told_elsewhere(scene, anna, direct);
	assert_string_not_equal(direct, scene->room);
}

/* ---- the account ---- */

/* Fails unless the account has one device of the bot. Writes its id. */
static void one_device(struct guest *owner, char id[GUEST_ID])
{
	json_t *answer = guest_must(owner, "GET", "/devices", NULL);
	const json_t *all = json_object_get(answer, "devices");
	unsigned count = 0;
	for (size_t i = 0; i < json_array_size(all); i++) {
		const json_t *device = json_array_get(all, i);
		const char *name = json_string_value(json_object_get(device, "display_name"));
		if (name == NULL || strcmp(name, "mitaines") != 0)
			continue;
		snprintf(id, GUEST_ID, "%s",
			json_string_value(json_object_get(device, "device_id")));
		count++;
	}
	json_decref(answer);
	assert_int_equal(count, 1);
}

/* Logs out all devices of the account; then its owner logs in again. */
static void log_out(struct guest *owner)
{
	char body[GUEST_ID + 128];
	json_decref(guest_must(owner, "POST", "/logout/all", NULL));
	owner->token[0] = '\0';
	snprintf(body, sizeof body,
		"{\"type\":\"m.login.password\",\"password\":\"pw\",\"identifier\":"
		"{\"type\":\"m.id.user\",\"user\":\"%s\"}}",
		owner->id);
	json_t *answer = guest_must(owner, "POST", "/login", body);
	snprintf(owner->token, sizeof owner->token, "%s",
		json_string_value(json_object_get(answer, "access_token")));
	json_decref(answer);
}

SCENE_CASE(the_bot_stays_the_same_device_after_its_token_expires)
{
	char before[GUEST_ID], after[GUEST_ID];
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene_run(scene, anna);
	one_device(&scene->mitaines, before);
	while (!bot_logged(&scene->bot, "the access token was renewed", 1000))
		scene_answers(anna, scene->room);
	bot_kill(&scene->bot);
	scene_run(scene, anna);
	one_device(&scene->mitaines, after);
	assert_string_equal(before, after);
	log_out(&scene->mitaines);
	scene_answers(anna, scene->room);
	one_device(&scene->mitaines, after);
	assert_string_equal(before, after);
}

/* ---- the example configuration ---- */

/* Appends the Matrix entry of the example configuration, uncommented, for this server. */
static void example_add(struct string *entry, const struct scene *scene)
{
	static const char host[] = "https://matrix.example.org", domain[] = "example.org";
	char *example = folder_read("config/mitaines.conf.example", NULL);
	char *line = strstr(example, "#   {\n#     name = \"matrix\"");
	assert_non_null(line);
	for (bool last = false; !last; line += strcspn(line, "\n") + 1) {
		last = strncmp(line, "#   }\n", 6) == 0;
		for (const char *at = line + 1; *at != '\n';) {
			if (strncmp(at, host, sizeof host - 1) == 0) {
				string_add(entry, "http://127.0.0.1:");
				string_add_number(entry, scene->synapse.port);
				at += sizeof host - 1;
			} else if (strncmp(at, domain, sizeof domain - 1) == 0) {
				string_add(entry, SYNAPSE_NAME);
				at += sizeof domain - 1;
			} else {
				string_add_char(entry, *at++);
			}
		}
		string_add_char(entry, '\n');
	}
	free(example);
}

/* The steps of mitaines.conf(5), from an account to a game. */
SCENE_CASE(the_example_configuration_of_the_manual_is_enough_to_play)
{
	char path[PATH_MAX], room[GUEST_ID], direct[GUEST_ID];
	struct string entry = STRING_EMPTY;
	struct guest mitaines, *anna = &scene->people[scene->count++];
	/* The bot gets an account, and its password is in a file. */
	guest_open(&mitaines, scene->synapse.port, "mitaines", NULL);
	folder_file(scene->bot.folder, "passwords", path);
	assert_int_equal(mkdir(path, 0700), 0);
	folder_file(scene->bot.folder, "passwords/matrix", path);
	folder_write(path, "pw\n", 3);
	assert_int_equal(chmod(path, 0600), 0);
	example_add(&entry, scene);
	bot_configure(&scene->bot, "database = \"test.db\"; networks = ( %s );", entry.bytes);
	string_free(&entry);
	/* The operator makes a private room and invites the bot. */
	guest_open(anna, scene->synapse.port, "anna", NULL);
	json_t *made = guest_must(anna, "POST", "/createRoom",
		"{\"preset\":\"private_chat\",\"room_alias_name\":\"cards\"}");
	snprintf(room, sizeof room, "%s", json_string_value(json_object_get(made, "room_id")));
	json_decref(made);
	guest_treat(anna, room, "invite", mitaines.id);
	bot_start(&scene->bot);
	assert_true(bot_logged(&scene->bot, "logged in as @mitaines:" SYNAPSE_NAME, BOT_PATIENCE));
	scene_answers(anna, room);
	guest_say(anna, room, "!new");
	guest_wait(anna, "!bot for an AI player");
	guest_say(anna, room, "!bot");
	guest_wait(anna, " sits down");
	guest_say(anna, room, "!start");
	/* An AI player may have the first turn. */
	guest_wait(anna, "Your turn");
	guest_direct(anna, direct);
	assert_string_not_equal(direct, room);
	guest_say(anna, direct, "p 1");
	guest_wait(anna, "anna plays ");
	/* Anna is an operator. */
	guest_say(anna, direct, "admin status");
	guest_wait(anna, "kB of memory");
	guest_close(&mitaines);
}

static int start(void **state)
{
	setenv("SYNAPSE_MEDIA", "yes", 1);
	return scene_start(state);
}

CASES_AROUND(start, scene_end)
