/* matrix_rooms.c - the bot on a real Synapse, and what befalls rooms there, the server and its
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

/* Says things in a room until the bot answers there. */
static void answers_in(struct guest *guest, const char *room)
{
	char said[64], answer[GUEST_ID + 64];
	static unsigned number;
	snprintf(said, sizeof said, "!ping room%u.", ++number);
	snprintf(answer, sizeof answer, "pong room%u.", number);
	long deadline = bot_clock() + BOT_PATIENCE;
	while (!guest_heard(guest, answer)) {
		if (bot_clock() > deadline)
			fail_msg("%s gets no answer in %s:\n%s", guest->id, room,
				guest->heard.bytes);
		guest_say(guest, room, said);
		guest_hear(guest, 1000);
	}
}

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
		answers_in(anna, room);
	}
	guest_say(luc, room, "!join");
	guest_wait(luc, "Seated: ");
	guest_say(luc, room, "!start");
	guest_wait(luc, "Hand 1: ");
	/* It remembers where it is. */
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	answers_in(anna, room);
	guest_say(anna, room, "!table");
	guest_wait(anna, "mitaines classic");
}

/* ---- out of rooms ---- */

static void who_is_kicked_comes_back_after_a_while(void **state)
{
	struct scene *scene = *state;
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene->bot.haste = 10;
	scene_run(scene, anna);
	guest_treat(anna, scene->room, "kick", scene->mitaines.id);
	answers_in(anna, scene->room);
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
	answers_in(anna, room);
	guest_treat(anna, scene->room, "ban", scene->mitaines.id);
	assert_true(bot_logged(&scene->bot, "out of ", BOT_PATIENCE));
	answers_in(anna, room);
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	answers_in(anna, room);
	assert_true(bot_logged(&scene->bot, "not in ", BOT_PATIENCE));
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
				answers_in(people[k], room);
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
	answers_in(anna, room);
	guest_treat(anna, room, "kick", scene->mitaines.id);
	guest_treat(anna, scene->room, "kick", scene->mitaines.id);
	/* Here it comes again; there it would have come before. */
	answers_in(anna, scene->room);
	guest_say(anna, room, "!ping outside");
	answers_in(anna, scene->room);
	assert_false(guest_heard(anna, "pong outside"));
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	answers_in(anna, scene->room);
	guest_say(anna, room, "!ping outside");
	answers_in(anna, scene->room);
	assert_false(guest_heard(anna, "pong outside"));
}

/* ---- direct rooms ---- */

/* Anna and luc play; anna's direct room is written to direct. */
static struct guest *scene_hand(struct scene *scene, char direct[GUEST_ID])
{
	struct guest *anna = &scene->people[0];
	scene_open_table(scene, 2, "mitaines classic");
	guest_wait(anna, "Your hand: ");
	guest_direct(anna, direct);
	return anna;
}

/* A hand is told in another room than before, and none in that one. */
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

static void a_direct_room_that_is_encrypted_hears_no_hand(void **state)
{
	struct scene *scene = *state;
	char direct[GUEST_ID];
	struct guest *anna = scene_hand(scene, direct);
	guest_set(&scene->mitaines, direct, "m.room.encryption", "",
		"{\"algorithm\":\"m.megolm.v1.aes-sha2\"}");
	answers_in(anna, scene->room);
	while (guest_count(anna, direct) < 2)
		guest_hear(anna, 1000);
	guest_wait(anna, "This room is encrypted");
	told_elsewhere(scene, anna, direct);
}

static void a_direct_room_with_a_third_person_hears_no_hand(void **state)
{
	struct scene *scene = *state;
	char direct[GUEST_ID];
	struct guest *anna = scene_hand(scene, direct), *luc = &scene->people[1];
	/* Whoever has been asked in may read what is said then. */
	guest_treat(&scene->mitaines, direct, "invite", luc->id);
	answers_in(anna, scene->room);
	told_elsewhere(scene, anna, direct);
	/* It is known after a restart too. */
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	answers_in(anna, scene->room);
	told_elsewhere(scene, anna, direct);
	assert_false(guest_heard(luc, direct));
}

static void who_leaves_the_direct_room_gets_another_later(void **state)
{
	struct scene *scene = *state;
	char direct[GUEST_ID];
	struct guest *anna = scene_hand(scene, direct);
	json_decref(guest_act(anna, direct, "leave", NULL));
	bot_kill(&scene->bot);
	scene->bot.haste = 10;
	bot_start(&scene->bot);
	answers_in(anna, scene->room);
	told_elsewhere(scene, anna, direct);
}

/* ---- what is heard ---- */

static void what_is_taken_back_is_no_command(void **state)
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
	http_part(&path, scene->room);
	string_add(&path, "/redact/");
	http_part(&path, id);
	string_add(&path, "/1");
	json_decref(guest_must(anna, "PUT", path.bytes, NULL));
	string_free(&path);
	bot_start(&scene->bot);
	answers_in(anna, scene->room);
	assert_false(guest_heard(anna, "pong regretted"));
}

/* What anybody can put into an event, as far as Synapse lets them. */
static void odd_events_hide_nothing(void **state)
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
	http_part(&start, scene->room);
	for (unsigned i = 0; i < sizeof odd / sizeof odd[0]; i++) {
		snprintf(path, sizeof path, "%s/send/m.room.message/odd%u", start.bytes, i);
		json_decref(guest_ask(anna, "PUT", path, odd[i], &status));
	}
	for (unsigned depth = 400; depth <= 6400; depth *= 2) {
		string_clear(&deep);
		string_add(&deep, "{\"a\":");
		for (unsigned i = 0; i < depth; i++)
			string_char(&deep, '[');
		for (unsigned i = 0; i < depth; i++)
			string_char(&deep, ']');
		string_char(&deep, '}');
		snprintf(path, sizeof path, "%s/send/m.room.message/%s%u", start.bytes,
			scene_own(scene, "deep", name), depth);
		json_decref(guest_ask(anna, "PUT", path, deep.bytes, &status));
	}
	string_free(&deep);
	string_free(&start);
	answers_in(anna, scene->room);
}

/* ---- the server, and the account there ---- */

static void a_server_that_is_restarted_is_heard_again(void **state)
{
	struct scene *scene = *state;
	struct guest *anna = scene_come(scene, "anna", NULL);
	scene_run(scene, anna);
	synapse_stop(&scene->synapse);
	assert_true(bot_logged(&scene->bot, "nothing is heard", BOT_PATIENCE));
	synapse_again(&scene->synapse);
	answers_in(anna, scene->room);
}

/* The devices of an account, by their ids. */
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
	/* After 15 seconds. */
	while (!bot_logged(&scene->bot, "the token is renewed", 0))
		answers_in(anna, scene->room);
	answers_in(anna, scene->room);
	bot_kill(&scene->bot);
	bot_start(&scene->bot);
	answers_in(anna, scene->room);
	devices(&scene->mitaines, after, &count);
	assert_int_equal(count, 1);
	assert_string_equal(before, after);
}

static void who_is_logged_out_logs_in_again_as_the_same_device(void **state)
{
	struct scene *scene = *state;
	char before[GUEST_ID], after[GUEST_ID], body[GUEST_ID + 128];
	size_t count;
	struct guest *anna = scene_come(scene, "anna", NULL);
	struct guest *owner = &scene->mitaines;
	scene_run(scene, anna);
	devices(owner, before, &count);
	json_decref(guest_must(owner, "POST", "/logout/all", NULL));
	/* As the owner does, whose token that was. */
	owner->token[0] = '\0';
	snprintf(body, sizeof body,
		"{\"type\":\"m.login.password\",\"password\":\"pw\",\"identifier\":"
		"{\"type\":\"m.id.user\",\"user\":\"%s\"}}",
		owner->id);
	json_t *answer = guest_must(owner, "POST", "/login", body);
	snprintf(owner->token, sizeof owner->token, "%s",
		json_string_value(json_object_get(answer, "access_token")));
	json_decref(answer);
	answers_in(anna, scene->room);
	devices(owner, after, &count);
	assert_int_equal(count, 1);
	assert_string_equal(before, after);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, scene_enter, scene_leave)
	const struct CMUnitTest tests[] = {
		CASE(a_table_goes_on_where_its_room_is_upgraded_to),
		CASE(who_is_kicked_comes_back_after_a_while),
		CASE(a_room_that_bans_it_is_the_only_one_that_does),
		CASE(invitations_are_for_the_operator_to_allow),
		CASE(an_invitation_lasts_until_it_is_put_out),
		CASE(a_direct_room_that_is_encrypted_hears_no_hand),
		CASE(a_direct_room_with_a_third_person_hears_no_hand),
		CASE(who_leaves_the_direct_room_gets_another_later),
		CASE(what_is_taken_back_is_no_command),
		CASE(odd_events_hide_nothing),
		CASE(a_server_that_is_restarted_is_heard_again),
		CASE(a_token_that_expires_is_renewed_on_one_device),
		CASE(who_is_logged_out_logs_in_again_as_the_same_device),
	};
	return cmocka_run_group_tests(tests, scene_start, scene_end);
}
