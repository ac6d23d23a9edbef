/* matrix_newcomer.c - the first acts of a newcomer on Matrix, with the defaults of clients. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/matrix/visit.h"

#define MEMBER(user, sender, more) \
	"{\"type\":\"m.room.member\",\"state_key\":\"" user "\",\"sender\":\"" sender \
	"\",\"content\":{\"membership\":" more "}"
#define JOIN(user)   MEMBER(user, user, "\"join\"}")
#define INVITE(user) MEMBER(user, "@a:test", "\"invite\",\"is_direct\":true}")
#define SAID(text) \
	"{\"type\":\"m.room.message\",\"sender\":\"@a:test\",\"content\":{\"msgtype\":\"m.text\"," \
	"\"body\":\"" text "\"}}"

/* Lists events of a room in the next answer to /sync. */
static void newcomer_show(struct homeserver *homeserver, const char *id, const char *events)
{
	char rooms[2048];
	snprintf(rooms, sizeof rooms, "\"join\":{\"%s\":{\"timeline\":{\"events\":[%s]}}}", id,
		events);
	homeserver_rooms(homeserver, rooms);
}

/* Has @a:test invite the bot into a room, and waits until the bot joins. */
static void newcomer_invite(struct homeserver *homeserver, const char *id, bool direct)
{
	char rooms[512];
	snprintf(rooms, sizeof rooms, "\"invite\":{\"%s\":{\"invite_state\":{\"events\":[%s]}}}",
		id, direct ? INVITE("@m:test") : MEMBER("@m:test", "@a:test", "\"invite\"}"));
	homeserver_plan(
		homeserver, "/joined_members", 200, "{\"joined\":{\"@m:test\":{},\"@a:test\":{}}}");
	homeserver_rooms(homeserver, rooms);
	homeserver_wait(homeserver, "/join/");
}

/* Element creates a direct room with the first message, before the bot can join. */
SYNCED_CASE(the_first_message_of_a_direct_room_is_answered)
{
	homeserver_plan(homeserver, "3atest/members", 200,
		"{\"chunk\":[" JOIN("@a:test") "," JOIN("@m:test") "]}");
	newcomer_invite(homeserver, "!x:test", true);
	newcomer_show(homeserver, "!x:test",
		JOIN("@a:test") "," SAID("ping before") "," INVITE("@m:test") "," SAID(
			"ping first") "," JOIN("@m:test"));
	assert_non_null(strstr(homeserver_wait(homeserver, "pong first"), "%21x%3atest/send/"));
	assert_int_equal(homeserver_count(homeserver, "pong before"), 0);
}

SYNCED_CASE(a_direct_room_with_a_third_person_is_left_with_a_reason_for_another_one)
{
	homeserver_plan(homeserver, "3atest/members", 200,
		"{\"chunk\":[" JOIN("@a:test") "," JOIN("@m:test") "]}");
	newcomer_invite(homeserver, "!x:test", true);
	newcomer_show(homeserver, "!x:test",
		JOIN("@a:test") "," INVITE("@m:test") "," JOIN("@m:test") "," SAID("ping on"));
	homeserver_wait(homeserver, "pong on");
	newcomer_show(homeserver, "!x:test", INVITE("@b:test"));
	assert_non_null(strstr(homeserver_wait(homeserver, "A third person"), "%21x%3atest/send/"));
	homeserver_wait(homeserver, "%21x%3atest/leave");
	newcomer_show(homeserver, "!d:test",
		"{\"type\":\"m.room.create\",\"state_key\":\"\",\"sender\":\"@m:test\",\"content\":"
		"{\"org.mitaines.direct\":\"@a:test\"}}," MEMBER(
			"@a:test", "@m:test", "\"invite\"}"));
	assert_non_null(
		strstr(homeserver_wait(homeserver, "write to me here"), "%21d%3atest/send/"));
}

/* Element encrypts a direct room with several people. */
SYNCED_CASE(an_encrypted_direct_room_of_three_is_left_with_a_reason)
{
	newcomer_invite(homeserver, "!x:test", true);
	newcomer_show(homeserver, "!x:test",
		"{\"type\":\"m.room.encryption\",\"state_key\":\"\",\"sender\":\"@a:test\","
		"\"content\":"
		"{\"algorithm\":\"m.megolm.v1.aes-sha2\"}}," JOIN("@a:test") "," INVITE(
			"@b:test") "," JOIN("@m:test"));
	assert_non_null(strstr(homeserver_wait(homeserver, "A third person"), "%21x%3atest/send/"));
	homeserver_wait(homeserver, "%21x%3atest/leave");
}

SYNCED_CASE(a_room_without_an_alias_is_answered_after_its_upgrade)
{
	newcomer_invite(homeserver, "!n:test", false);
	newcomer_show(
		homeserver, "!n:test", JOIN("@a:test") "," JOIN("@m:test") "," SAID("!ping one"));
	homeserver_wait(homeserver, "pong one");
	/* The id of the new room sorts after the id of the old one. */
	newcomer_show(homeserver, "!n:test",
		"{\"type\":\"m.room.tombstone\",\"state_key\":\"\",\"sender\":\"@a:test\","
		"\"content\":{\"replacement_room\":\"!z:test\"}}");
	homeserver_wait(homeserver, "/join/%21z");
	newcomer_show(
		homeserver, "!z:test", JOIN("@a:test") "," JOIN("@m:test") "," SAID("!ping two"));
	assert_non_null(strstr(homeserver_wait(homeserver, "pong two"), "%21z%3atest/send/"));
}

SYNCED_CASE(a_person_is_told_in_private_that_the_bot_may_not_write_in_a_room)
{
	static const char level[] =
		"{\"type\":\"m.room.power_levels\",\"state_key\":\"\",\"sender\":\"@a:test\","
		"\"content\":{\"users\":{\"@m:test\":%d},\"events_default\":50}}";
	char event[256];
	snprintf(event, sizeof event, level, 49);
	homeserver_events(homeserver, event);
	assert_true(homeserver_logs(
		homeserver, &visit->bot, "may not write in #t:test: give it the power level"));
	homeserver_says(homeserver, "!new");
	homeserver_wait(homeserver, "/createRoom");
	newcomer_show(homeserver, "!d:test", JOIN("@a:test"));
	homeserver_wait(homeserver, "I can’t speak in #t:test");
	assert_int_equal(homeserver_count(homeserver, "opens a table"), 0);
	snprintf(event, sizeof event, level, 50);
	homeserver_events(homeserver, event);
	visit_goes_on(homeserver, "on");
}

SYNCED_CASE(a_pill_of_the_bot_alone_gets_help)
{
	homeserver_events(homeserver,
		"{\"type\":\"m.room.message\",\"sender\":\"@a:test\",\"content\":{\"msgtype\":"
		"\"m.text\",\"body\":\"m \",\"format\":\"org.matrix.custom.html\","
		"\"formatted_body\":\"<a href=\\\"https://matrix.to/#/@m:test\\\">m</a> \","
		"\"m.mentions\":{\"user_ids\":[\"@m:test\"]}}}");
	homeserver_wait(homeserver, "/createRoom");
	newcomer_show(homeserver, "!d:test", JOIN("@a:test"));
	homeserver_wait(homeserver, "New here?");
}
