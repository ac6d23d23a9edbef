/* matrix_trust.c - the bot on a real Synapse: direct rooms, redacted and odd events, and its
 * account. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/net/http.h"
#include "tests/matrix/scene.h"

/* ---- direct rooms ---- */

/* Starts a match of anna and luc. Writes the id of anna's direct room. Returns anna. */
static struct guest *scene_hand(struct scene *scene, char direct[GUEST_ID])
{
	struct guest *anna = &scene->people[0];
	scene_open_table(scene, 2, "mitaines classic");
	guest_wait(anna, "Your hand: ");
	guest_direct(anna, direct);
	return anna;
}

/* Fails unless anna is shown a hand in another room than before. */
static void told_elsewhere(struct scene *scene, struct guest *anna, const char *direct)
{
	unsigned before = guest_count(anna, direct), all = guest_count(anna, "Your hand: ");
	long deadline = bot_clock() + BOT_PATIENCE;
	while (guest_count(anna, "Your hand: ") == all) {
		if (bot_clock() > deadline)
			fail_msg("no hand:\n%s", anna->heard.bytes);
		guest_say(anna, scene->room, "!hand");
		guest_hear(anna, 1000);
	}
	assert_int_equal(guest_count(anna, direct), before);
}

static void an_encrypted_direct_room_gets_no_hand(void **state)
{
	struct scene *scene = *state;
	char direct[GUEST_ID];
	struct guest *anna = scene_hand(scene, direct);
	guest_set(&scene->mitaines, direct, "m.room.encryption", "",
		"{\"algorithm\":\"m.megolm.v1.aes-sha2\"}");
	scene_answers(anna, scene->room);
	while (guest_count(anna, direct) < 2)
		guest_hear(anna, 1000);
	guest_wait(anna, "This room is encrypted");
	told_elsewhere(scene, anna, direct);
}

static void a_direct_room_with_a_third_person_gets_no_hand(void **state)
{
	struct scene *scene = *state;
	char direct[GUEST_ID];
	struct guest *anna = scene_hand(scene, direct), *luc = &scene->people[1];
	/* An invited user may read all later messages. */
	guest_treat(&scene->mitaines, direct, "invite", luc->id);
	scene_answers(anna, scene->room);
	told_elsewhere(scene, anna, direct);
	/* After a restart the bot still knows. */
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	scene_answers(anna, scene->room);
	told_elsewhere(scene, anna, direct);
	assert_false(guest_heard(luc, direct));
}

static void a_left_direct_room_is_replaced(void **state)
{
	struct scene *scene = *state;
	char direct[GUEST_ID];
	struct guest *anna = scene_hand(scene, direct);
	json_decref(guest_act(anna, direct, "leave", NULL));
	bot_kill(&scene->bot);
	scene->bot.haste = 10;
	bot_start(&scene->bot);
	scene_answers(anna, scene->room);
	told_elsewhere(scene, anna, direct);
}

/* ---- messages ---- */

static void a_redacted_message_is_ignored(void **state)
{
	struct scene *scene = *state;
	char id[GUEST_ID];
	struct string path = STRING_EMPTY;
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene_run(scene, anna);
	bot_kill(&scene->bot);
	guest_send(anna, scene->room, "m.room.message",
		"{\"msgtype\":\"m.text\",\"body\":\"!ping regretted\"}", id);
	string_add(&path, "/rooms/");
	http_append_path(&path, scene->room);
	string_add(&path, "/redact/");
	http_append_path(&path, id);
	string_add(&path, "/1");
	json_decref(guest_must(anna, "PUT", path.bytes, NULL));
	string_free(&path);
	bot_start(&scene->bot);
	scene_answers(anna, scene->room);
	assert_false(guest_heard(anna, "pong regretted"));
}

/* Events as odd as Synapse accepts them. */
static void odd_events_hide_no_other_event(void **state)
{
	static const char *const odd[] = { "{\"a\":\"\\ud800\"}", "{\"\\u0000\":\"\\u0000\"}",
		"{\"a\":1e999}", "{\"a\":-1E-999}", "{\"a\":123456789012345678901234567890}",
		"{\"msgtype\":\"m.text\",\"body\":\"!ping\\u0000x\"}",
		"{\"msgtype\":\"m.text\",\"body\":\"\\ud83c\\udccf\"}" };
	struct scene *scene = *state;
	char path[GUEST_ID + 64], name[64];
	long status;
	struct guest *anna = scene_come(scene, "anna", NULL);
	struct string deep = STRING_EMPTY, start = STRING_EMPTY;
	scene_run(scene, anna);
	string_add(&start, "/rooms/");
	http_append_path(&start, scene->room);
	for (unsigned i = 0; i < sizeof odd / sizeof odd[0]; i++) {
		snprintf(path, sizeof path, "%s/send/m.room.message/odd%u", start.bytes, i);
		json_decref(guest_ask(anna, "PUT", path, odd[i], &status));
	}
	for (unsigned depth = 400; depth <= 6400; depth *= 2) {
		string_clear(&deep);
		string_add(&deep, "{\"a\":");
		for (unsigned i = 0; i < depth; i++)
			string_add_char(&deep, '[');
		for (unsigned i = 0; i < depth; i++)
			string_add_char(&deep, ']');
		string_add_char(&deep, '}');
		snprintf(path, sizeof path, "%s/send/m.room.message/%s%u", start.bytes,
			scene_own(scene, "deep", name), depth);
		json_decref(guest_ask(anna, "PUT", path, deep.bytes, &status));
	}
	string_free(&deep);
	string_free(&start);
	scene_answers(anna, scene->room);
}

/* ---- the server, and the account there ---- */

static void the_bot_reconnects_after_a_server_restart(void **state)
{
	struct scene *scene = *state;
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene_run(scene, anna);
	synapse_stop(&scene->synapse);
	assert_true(bot_logged(&scene->bot, "nothing is heard", BOT_PATIENCE));
	synapse_again(&scene->synapse);
	scene_answers(anna, scene->room);
}

/* Counts the bot's devices of an account, and writes the id of the last one. */
static void devices(struct guest *owner, char id[GUEST_ID], size_t *count)
{
	json_t *answer = guest_must(owner, "GET", "/devices", NULL);
	const json_t *all = json_object_get(answer, "devices");
	*count = 0;
	for (size_t i = 0; i < json_array_size(all); i++) {
		const json_t *device = json_array_get(all, i);
		const char *name = json_string_value(json_object_get(device, "display_name"));
		if (name == NULL || strcmp(name, "mitaines") != 0)
			continue;
		snprintf(id, GUEST_ID, "%s",
			json_string_value(json_object_get(device, "device_id")));
		++*count;
	}
	json_decref(answer);
}

static void a_token_that_expires_is_renewed_on_one_device(void **state)
{
	struct scene *scene = *state;
	char before[GUEST_ID], after[GUEST_ID];
	size_t count;
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene_run(scene, anna);
	devices(&scene->mitaines, before, &count);
	assert_int_equal(count, 1);
	/* Tokens expire after 15 seconds. */
	while (!bot_logged(&scene->bot, "the token is renewed", 0))
		scene_answers(anna, scene->room);
	scene_answers(anna, scene->room);
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	scene_answers(anna, scene->room);
	devices(&scene->mitaines, after, &count);
	assert_int_equal(count, 1);
	assert_string_equal(before, after);
}

static void a_logged_out_bot_logs_in_again_as_the_same_device(void **state)
{
	struct scene *scene = *state;
	char before[GUEST_ID], after[GUEST_ID], body[GUEST_ID + 128];
	size_t count;
	struct guest *anna = scene_come(scene, "anna", NULL);
	struct guest *owner = &scene->mitaines;
	scene_run(scene, anna);
	devices(owner, before, &count);
	json_decref(guest_must(owner, "POST", "/logout/all", NULL));
	/* The logout took the owner's token too, so the owner logs in again. */
	owner->token[0] = '\0';
	snprintf(body, sizeof body,
		"{\"type\":\"m.login.password\",\"password\":\"pw\",\"identifier\":"
		"{\"type\":\"m.id.user\",\"user\":\"%s\"}}",
		owner->id);
	json_t *answer = guest_must(owner, "POST", "/login", body);
	snprintf(owner->token, sizeof owner->token, "%s",
		json_string_value(json_object_get(answer, "access_token")));
	json_decref(answer);
	scene_answers(anna, scene->room);
	devices(owner, after, &count);
	assert_int_equal(count, 1);
	assert_string_equal(before, after);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, scene_enter, scene_leave)
	const struct CMUnitTest tests[] = {
		CASE(an_encrypted_direct_room_gets_no_hand),
		CASE(a_direct_room_with_a_third_person_gets_no_hand),
		CASE(a_left_direct_room_is_replaced),
		CASE(a_redacted_message_is_ignored),
		CASE(odd_events_hide_no_other_event),
		CASE(the_bot_reconnects_after_a_server_restart),
		CASE(a_token_that_expires_is_renewed_on_one_device),
		CASE(a_logged_out_bot_logs_in_again_as_the_same_device),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
