/* matrix.c - the bot on a real Synapse: which messages it answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/net/http.h"
#include "tests/matrix/scene.h"

/* ---- messages ---- */

static void messages_sent_while_the_bot_is_away_are_answered_once(void **state)
{
	struct scene *scene = *state;
	char line[32];
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene_run(scene, anna);
	bot_kill(&scene->bot);
	/* More than one /sync answer holds. */
	for (unsigned i = 0; i < 130; i++) {
		snprintf(line, sizeof line, "!ping away%u.", i);
		guest_say(anna, scene->room, line);
	}
	bot_start(&scene->bot);
	guest_wait(anna, "pong away129.");
	bot_kill(&scene->bot);
	scene_run(scene, anna);
	for (unsigned i = 0; i < 130; i++) {
		snprintf(line, sizeof line, "pong away%u.", i);
		assert_int_equal(guest_count(anna, line), 1);
	}
}

static void edits_notices_and_old_messages_are_ignored(void **state)
{
	struct scene *scene = *state;
	char id[GUEST_ID], content[1024];
	struct guest *anna = scene_come(scene, "anna", NULL);
	guest_say(anna, scene->room, "!ping before");
	scene_run(scene, anna);
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
	guest_say(anna, scene->room, "!ping zero");
	guest_say(anna, scene->room, "!ping last");
	guest_wait(anna, "pong last");
	assert_true(guest_heard(anna, "pong first"));
	assert_true(guest_heard(anna, "pong reply"));
	assert_false(guest_heard(anna, "pong before"));
	assert_false(guest_heard(anna, "pong notice"));
	assert_false(guest_heard(anna, "pong edited"));
	assert_false(guest_heard(anna, "pong quoted"));
}

static void people_of_one_name_are_told_apart(void **state)
{
	struct scene *scene = *state;
	char name[GUEST_ID + 20];
	struct guest *anna = scene_come(scene, "anna",
		"Sam \xe2\x80\xae\xe2\x80\xac"
		"B");
	struct guest *luc = scene_come(scene, "luc", "Sam B");
	scene_run(scene, anna);
	guest_say(anna, scene->room, "!new");
	snprintf(name, sizeof name, "Sam_B(%s) opens", anna->id);
	guest_wait(anna, name);
	guest_set(luc, scene->room, "m.room.member", luc->id,
		"{\"membership\":\"join\",\"displayname\":\"Luc\"}");
	guest_say(luc, scene->room, "!join");
	guest_wait(anna, "Luc sits down. Seated: Sam_B, Luc.");
}

/* ---- rooms ---- */

static void an_encrypted_room_is_told_once_and_gets_no_answers(void **state)
{
	struct scene *scene = *state;
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene_run(scene, anna);
	guest_set(anna, scene->room, "m.room.encryption", "",
		"{\"algorithm\":\"m.megolm.v1.aes-sha2\"}");
	guest_wait(anna, "This room is encrypted");
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	guest_say(anna, scene->room, "!ping anybody");
	assert_true(bot_logged(&scene->bot, "hs: in, as ", BOT_PATIENCE));
	assert_int_equal(guest_count(anna, "This room is encrypted"), 1);
	assert_false(guest_heard(anna, "pong anybody"));
}

static void only_operators_may_invite_the_bot(void **state)
{
	struct scene *scene = *state;
	char more[GUEST_ID + 64], room[GUEST_ID], other[GUEST_ID], content[GUEST_ID + 64], name[64];
	struct string path = STRING_EMPTY;
	struct guest *anna = scene_come(scene, "anna", NULL), *luc = scene_come(scene, "luc", NULL);
	snprintf(more, sizeof more, "admins = ( \"account:%s\" );", anna->id);
	scene_configure(scene, more);
	scene_run(scene, anna);
	guest_make(luc, scene_own(scene, "no", name), other);
	guest_make(anna, scene_own(scene, "yes", name), room);
	snprintf(content, sizeof content, "{\"user_id\":\"%s\"}", scene->mitaines.id);
	for (unsigned i = 0; i < 2; i++) {
		string_clear(&path);
		string_add(&path, "/rooms/");
		http_append_path(&path, i == 0 ? other : room);
		string_add(&path, "/invite");
		json_decref(guest_must(i == 0 ? luc : anna, "POST", path.bytes, content));
	}
	string_free(&path);
	while (!guest_heard(anna, "pong here")) {
		guest_say(anna, room, "!ping here");
		guest_hear(anna, 1000);
	}
	assert_true(bot_logged(&scene->bot, "declined", BOT_PATIENCE));
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, scene_enter, scene_leave)
	const struct CMUnitTest tests[] = {
		CASE(messages_sent_while_the_bot_is_away_are_answered_once),
		CASE(edits_notices_and_old_messages_are_ignored),
		CASE(people_of_one_name_are_told_apart),
		CASE(an_encrypted_room_is_told_once_and_gets_no_answers),
		CASE(only_operators_may_invite_the_bot),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
