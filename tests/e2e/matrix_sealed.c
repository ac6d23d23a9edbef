/* matrix_sealed.c - direct rooms that the server encrypts, and removals from rooms, with a scripted
 * homeserver. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/matrix/visit.h"

/* Events of a room that the bot makes for @a:test, in their order. */
#define MADE \
	"{\"type\":\"m.room.create\",\"state_key\":\"\",\"sender\":\"@m:test\",\"content\":" \
	"{\"org.mitaines.direct\":\"@a:test\"}}"
#define ENCRYPTED \
	"{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"sender\":\"@m:test\",\"content\":" \
	"{\"algorithm\":\"m.megolm.v1.aes-sha2\"}}"
#define INVITED \
	"{\"type\":\"m.room.member\",\"state_key\":\"@a:test\",\"sender\":\"@m:test\"," \
	"\"content\":{\"membership\":\"invite\"}}"

/* Lists !d:test with these events in the next answer to /sync. */
static void sealed_show(struct homeserver *homeserver, const char *events)
{
	char rooms[2048];
	snprintf(rooms, sizeof rooms, "\"join\":{\"!d:test\":{\"timeline\":{\"events\":[%s]}}}",
		events);
	homeserver_plan(
		homeserver, "d%3atest/joined_members", 200, "{\"joined\":{\"@m:test\":{}}}");
	homeserver_rooms(homeserver, rooms);
}

/* Has the bot make a direct room for @a:test. */
static struct homeserver *sealed_run(struct visit *visit)
{
	struct homeserver *homeserver = visit_run(visit);
	visit_goes_on(homeserver, "one");
	homeserver_says(homeserver, "!help");
	homeserver_wait(homeserver, "/createRoom");
	return homeserver;
}

#define SENT "/rooms/%21d%3atest/send/"

VISIT_CASE(nothing_is_sent_to_a_new_room_until_a_sync_has_shown_it_whole)
{
	struct homeserver *homeserver = sealed_run(visit);
	sealed_show(homeserver, MADE);
	visit_goes_on(homeserver, "two");
	visit_goes_on(homeserver, "three");
	assert_int_equal(homeserver_count(homeserver, SENT), 0);
	sealed_show(homeserver, INVITED);
	homeserver_wait(homeserver, SENT);
}

VISIT_CASE(a_server_that_encrypts_every_room_gets_one_line_and_no_further_rooms)
{
	struct homeserver *homeserver = sealed_run(visit);
	sealed_show(homeserver, MADE "," ENCRYPTED "," INVITED);
	assert_non_null(strstr(homeserver_wait(homeserver, SENT), "This server encrypts"));
	homeserver_says(homeserver, "!help");
	homeserver_says(homeserver, "!rules");
	visit_goes_on(homeserver, "two");
	homeserver_work(homeserver, 3000);
	assert_int_equal(homeserver_count(homeserver, "/createRoom"), 1);
	assert_int_equal(homeserver_count(homeserver, SENT), 1);
	assert_true(bot_logged(&visit->bot, "encryption_enabled_by_default_for_room_type", 0));
	/* After a restart the bot tries one more room, because the server may no longer encrypt
	 * rooms. */
	bot_kill(&visit->bot);
	homeserver_work(homeserver, 20);
	homeserver_drop(homeserver);
	bot_start(&visit->bot);
	homeserver_rooms(homeserver,
		"\"join\":{\"!r:test\":{},\"!d:test\":{\"state\":{\"events\":[" ENCRYPTED "," MADE
		"]}}}");
	homeserver_plan(homeserver, "/createRoom", 200, "{\"room_id\":\"!e:test\"}");
	visit_goes_on(homeserver, "three");
	assert_int_equal(homeserver_count(homeserver, "/createRoom"), 1);
	homeserver_says(homeserver, "!help");
	/* The bot leaves the encrypted room and makes another one, in any order. */
	long deadline = bot_clock() + BOT_PATIENCE;
	while (homeserver_count(homeserver, "/createRoom") < 2 ||
		homeserver_count(homeserver, "/rooms/%21d%3atest/leave") == 0) {
		assert_true(bot_clock() < deadline);
		homeserver_work(homeserver, 50);
	}
	assert_int_equal(homeserver_count(homeserver, SENT), 1);
}

/* The bot has no record of the room, as after its database was restored from a copy. Only the event
 * of its own join tells it that the room is direct. */
VISIT_CASE(an_encrypted_direct_room_that_the_bot_has_forgotten_is_replaced_by_a_direct_room)
{
	struct homeserver *homeserver = visit_run(visit);
	visit_goes_on(homeserver, "one");
	homeserver_plan(homeserver, "d%3atest/joined_members", 200,
		"{\"joined\":{\"@m:test\":{},\"@a:test\":{}}}");
	homeserver_rooms(homeserver,
		"\"join\":{\"!d:test\":{\"state\":{\"events\":[{\"type\":\"m.room.create\","
		"\"state_key\":\"\",\"sender\":\"@a:test\",\"content\":{}}," ENCRYPTED
		"]},\"timeline\":{\"events\":[{\"type\":\"m.room.member\",\"state_key\":"
		"\"@m:test\",\"sender\":\"@m:test\",\"content\":{\"membership\":\"join\"},"
		"\"unsigned\":{\"prev_content\":{\"membership\":\"invite\","
		"\"is_direct\":true}}}]}}}");
	assert_non_null(
		strstr(homeserver_wait(homeserver, "/createRoom"), "\"org.mitaines.direct\""));
}

/* Events of a room that the bot makes beside !r:test. */
#define BESIDE \
	"{\"type\":\"m.room.create\",\"state_key\":\"\",\"sender\":\"@m:test\",\"content\":" \
	"{\"org.mitaines.beside\":\"!r:test\"}}"

/* Runs until @a:test has encrypted the room and the bot makes the room !d:test beside it. */
static struct homeserver *sealed_run_beside(struct visit *visit)
{
	struct homeserver *homeserver = visit_run(visit);
	visit_goes_on(homeserver, "one");
	homeserver_events(homeserver,
		"{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"sender\":\"@a:test\","
		"\"content\":{\"algorithm\":\"m.megolm.v1.aes-sha2\"}}");
	homeserver_wait(homeserver, "/createRoom");
	return homeserver;
}

VISIT_CASE(a_room_beside_an_encrypted_one_is_told_once_a_sync_has_shown_it_plain)
{
	struct homeserver *homeserver = sealed_run_beside(visit);
	sealed_show(homeserver, BESIDE);
	homeserver_work(homeserver, 500);
	assert_int_equal(homeserver_count(homeserver, "matrix.to"), 0);
	sealed_show(homeserver, INVITED);
	assert_non_null(strstr(homeserver_wait(homeserver, "matrix.to"), "%21r%3atest/send/"));
	assert_int_equal(homeserver_count(homeserver, "/createRoom"), 1);
}

VISIT_CASE(a_server_that_encrypts_every_room_gets_no_second_room_beside_a_channel)
{
	struct homeserver *homeserver = sealed_run_beside(visit);
	sealed_show(homeserver, BESIDE "," ENCRYPTED "," INVITED);
	assert_non_null(strstr(homeserver_wait(homeserver, "so I’m leaving"), "r%3atest/send/"));
	homeserver_rooms(homeserver, "\"leave\":{\"!d:test\":{}}");
	homeserver_rooms(homeserver, "");
	homeserver_work(homeserver, 3000);
	assert_int_equal(homeserver_count(homeserver, "/createRoom"), 1);
	assert_int_equal(homeserver_count(homeserver, "matrix.to"), 0);
	assert_int_equal(homeserver_count(homeserver, SENT), 0);
	assert_true(bot_logged(&visit->bot, "encryption_enabled_by_default_for_room_type", 0));
}

/* ---- removals ---- */

/* Says in the next answer to /sync that @x:test has removed the bot from the room. */
static void sealed_remove(struct homeserver *homeserver, const char *membership)
{
	char rooms[512];
	snprintf(rooms, sizeof rooms,
		"\"leave\":{\"!r:test\":{\"timeline\":{\"events\":[{\"type\":\"m.room.member\","
		"\"state_key\":\"@m:test\",\"sender\":\"@x:test\",\"content\":{\"membership\":"
		"\"%s\",\"reason\":\"too\\nloud\"}}]}}}",
		membership);
	homeserver_rooms(homeserver, rooms);
}

VISIT_CASE(a_kick_is_logged_and_told_to_operators_and_the_bot_waits_a_minute)
{
	visit_plainly(visit, "password = \"pw\"; admins = ( \"account:@a:test\" );");
	struct homeserver *homeserver = sealed_run(visit);
	sealed_show(homeserver, MADE "," INVITED);
	homeserver_wait(homeserver, SENT);
	unsigned joins = homeserver_count(homeserver, "/join/");
	sealed_remove(homeserver, "leave");
	assert_true(homeserver_logs(
		homeserver, &visit->bot, "@x:test kicks the bot from #t:test (too)"));
	assert_non_null(strstr(homeserver_wait(homeserver, "@x:test removed me"), SENT));
	/* 4.5 seconds are 45 on the bot's clock, which is ten times as fast. */
	homeserver_work(homeserver, 4500);
	assert_int_equal(homeserver_count(homeserver, "/join/"), joins);
	homeserver_plan(homeserver, "/join/", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
	homeserver_wait(homeserver, "/join/");
	assert_true(homeserver_logs(homeserver, &visit->bot, "cannot join #t:test"));
}
