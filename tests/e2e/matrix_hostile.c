/* matrix_hostile.c - homeservers that are broken, lie, or mean harm: the bot stays, and goes on
 * with what it can make out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/matrix/visit.h"

#define MESSAGE(text) \
	"{\"type\":\"m.room.message\",\"sender\":\"@a:test\",\"content\":" \
	"{\"msgtype\":\"m.text\",\"body\":\"" text "\"}}"

/* ---- what is no JSON ---- */

/* What stands beside the message in the room, and would not be taken for JSON. */
static void what_cannot_be_read_hides_nothing_else(void **state)
{
	static const char *const oddities[] = {
		"{\"type\":\"x\",\"content\":{\"a\":\"\\ud800\"}}",
		"{\"type\":\"x\",\"content\":{\"a\":\"\\udc00\\ud800x\"}}",
		"{\"type\":\"x\",\"content\":{\"a\":\"\xff\xc3\"}}",
		"{\"type\":\"x\",\"content\":{\"a\":\"\x01\\q\"}}",
		"{\"type\":\"x\",\"content\":{\"\\u0000\":1,\"a\\u0000b\":2}}",
		"{\"type\":\"x\",\"content\":{\"a\":1e999,\"b\":-1E+400}}",
		"{\"type\":\"x\",\"content\":{\"a\":NaN,\"b\":-Infinity,\"c\":007}}",
	};
	struct homeserver *homeserver = visit_run(*state);
	char text[32];
	for (unsigned i = 0; i < sizeof oddities / sizeof oddities[0]; i++) {
		struct string events = STRING_EMPTY;
		string_add(&events, oddities[i]);
		string_add(&events, "," MESSAGE("!ping after"));
		string_keep(&events, 0, events.length - strlen("\"}}"));
		string_number(&events, i);
		string_add(&events, "\"}}");
		homeserver_events(homeserver, events.bytes);
		string_free(&events);
		snprintf(text, sizeof text, "pong after%u", i);
		homeserver_wait(homeserver, text);
	}
}

static void what_is_deep_hides_nothing_else(void **state)
{
	enum { DEEP = 200000 };
	struct homeserver *homeserver = visit_run(*state);
	struct string events = STRING_EMPTY;
	string_add(&events, "{\"type\":\"x\",\"content\":{\"a\":");
	for (unsigned i = 0; i < DEEP; i++)
		string_add(&events, i % 2 == 0 ? "[" : "{\"]}\":");
	string_add(&events, "1");
	for (unsigned i = DEEP; i > 0; i--)
		string_add(&events, (i - 1) % 2 == 0 ? "]" : "}");
	string_add(&events, "}}," MESSAGE("!ping deep"));
	homeserver_events(homeserver, events.bytes);
	string_free(&events);
	homeserver_wait(homeserver, "pong deep");
}

/* Answers are none until it asks without saying from where on. */
static void hostile_confuse(struct homeserver *homeserver)
{
	static const char *const none[] = { "", "{", "null", "[1,2,3]", "{\"next_batch\":7}",
		"<html>busy</html>", "{\"rooms\":", "{\"next_batch\":\"\"}" };
	unsigned i = 0;
	for (const char *asked = "since="; strstr(asked, "since=") != NULL;) {
		homeserver_answer(homeserver, 200, none[i % 8], strlen(none[i % 8]));
		i++;
		assert_in_range(i, 1, 20);
		asked = homeserver_wait(homeserver, "/sync?");
	}
}

/* Less is asked for, and at last what is new from now on. */
static void what_is_never_understood_is_left_behind(void **state)
{
	struct homeserver *homeserver = visit_run(*state);
	visit_goes_on(homeserver, "one");
	hostile_confuse(homeserver);
	assert_true(homeserver_count(homeserver, "%22limit%22%3a1%2c") > 0);
	/* What is there already is old. */
	homeserver_says(homeserver, "!ping old");
	visit_goes_on(homeserver, "new");
	assert_int_equal(homeserver_count(homeserver, "pong old"), 0);
}

/* That it was put out of the room is in what it never understood. */
static void a_room_that_is_no_longer_told_of_was_left(void **state)
{
	struct homeserver *homeserver = visit_run(*state);
	visit_goes_on(homeserver, "one");
	hostile_confuse(homeserver);
	homeserver_rooms(homeserver, "");
	homeserver_wait(homeserver, "/join/");
	homeserver_events(homeserver, "");
	visit_goes_on(homeserver, "two");
}

/* What a commitment to a deck is told by is said only once. */
static void what_could_not_be_said_before_it_was_put_out_is_said_later(void **state)
{
	struct homeserver *homeserver = visit_run(*state);
	visit_goes_on(homeserver, "one");
	homeserver_plan(homeserver, "/send/", 429,
		"{\"errcode\":\"M_LIMIT_EXCEEDED\",\"retry_after_ms\":30000}");
	homeserver_says(homeserver, "!ping two");
	homeserver_wait(homeserver, "pong two");
	homeserver_rooms(homeserver, "\"leave\":{\"!r:test\":{}}");
	homeserver_wait(homeserver, "/join/");
	homeserver_events(homeserver, "");
	homeserver_wait(homeserver, "pong two");
}

/* What stands before the server fails, for longer than a message would be tried. */
static void what_a_gateway_does_not_take_is_said_later(void **state)
{
	struct homeserver *homeserver = visit_run(*state);
	visit_goes_on(homeserver, "one");
	homeserver_plan(homeserver, "/send/", 502, "<html>bad gateway</html>");
	homeserver_says(homeserver, "!ping two");
	for (unsigned i = 0; i < 9; i++) {
		homeserver_wait(homeserver, "pong two");
		homeserver_plan(homeserver, "/send/", 502, "<html>bad gateway</html>");
	}
	homeserver_wait(homeserver, "pong two");
	homeserver_wait(homeserver, "pong two");
	visit_goes_on(homeserver, "three");
}

/* ---- what is too much ---- */

static void what_is_huge_is_not_read_to_its_end(void **state)
{
	enum { HUGE = 33 * 1024 * 1024 };
	struct homeserver *homeserver = visit_run(*state);
	char *huge = malloc(HUGE);
	assert_non_null(huge);
	memset(huge, ' ', HUGE);
	homeserver_answer(homeserver, 200, huge, HUGE);
	free(huge);
	visit_goes_on(homeserver, "after");
	assert_true(bot_logged(&((struct visit *)*state)->bot, "too long", BOT_PATIENCE));
}

/* Kilobytes that the bot took at most, up to now. */
static unsigned long hostile_memory(const struct bot *bot)
{
	char path[64], line[128];
	unsigned long most = 0;
	snprintf(path, sizeof path, "/proc/%d/status", (int)bot->pid);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	while (fgets(line, sizeof line, file) != NULL)
		if (strncmp(line, "VmHWM:", 6) == 0)
			most = strtoul(line + 6, NULL, 10);
	fclose(file);
	assert_true(most > 0);
	return most;
}

/* An event as long as an answer may be, of the smallest values there are. */
static void hostile_tiny(struct string *events, const char *value)
{
	enum { LONG = 30 * 1024 * 1024 };
	string_add(events, "{\"type\":\"x\",\"content\":{\"a\":[0");
	while (events->length < LONG)
		string_add(events, value);
	string_add(events, "]}}");
}

/* Less is asked for at once: what is new beside it is heard, and what is missing then, too. */
static void what_is_tiny_and_many_takes_little_memory(void **state)
{
	enum { MOST = 600 * 1024 };
	struct visit *visit = *state;
	struct homeserver *homeserver = visit_run(visit);
	struct string events = STRING_EMPTY;
	hostile_tiny(&events, ",{}");
	homeserver_events(homeserver, events.bytes);
	string_free(&events);
	homeserver_wait(homeserver, "%22limit%22%3a1%2c");
	homeserver_plan(homeserver, "/messages?dir=b&limit=100&", 200,
		"{\"chunk\":[" MESSAGE("!ping missed") "]}");
	homeserver_rooms(homeserver,
		"\"join\":{\"!r:test\":{\"timeline\":{\"limited\":true,"
		"\"prev_batch\":\"p\",\"events\":[]}}}");
	homeserver_wait(homeserver, "pong missed");
	homeserver_wait(homeserver, "%22limit%22%3a100%2c");
	assert_in_range(hostile_memory(&visit->bot), 1, MOST);
}

/* Somebody fills a room with it while the bot is away; what others said last is heard. */
static void what_was_missed_and_is_tiny_and_many_is_asked_for_in_parts(void **state)
{
	static const char limited[] =
		"\"join\":{\"!r:test\":{\"timeline\":{\"limited\":true,"
		"\"prev_batch\":\"p\",\"events\":[" MESSAGE("!ping last") "]}}}";
	struct homeserver *homeserver = visit_run(*state);
	struct string chunk = STRING_EMPTY;
	string_add(&chunk, "{\"end\":\"q\",\"chunk\":[");
	hostile_tiny(&chunk, ",{}");
	string_add(&chunk, "]}");
	homeserver_plan(homeserver, "/messages?dir=b&limit=100&", 200, chunk.bytes);
	homeserver_plan(homeserver, "/messages?dir=b&limit=10&from=p&", 200,
		"{\"end\":\"q\",\"chunk\":[" MESSAGE("!ping second") "]}");
	homeserver_plan(homeserver, "/messages?dir=b&limit=10&from=q&", 200, chunk.bytes);
	homeserver_rooms(homeserver, limited);
	visit_goes_on(homeserver, "on");
	string_free(&chunk);
	assert_int_equal(homeserver_count(homeserver, "pong second"), 1);
	assert_int_equal(homeserver_count(homeserver, "pong last"), 1);
}

static void what_was_missed_and_cannot_be_had_is_left_out(void **state)
{
	struct homeserver *homeserver = visit_run(*state);
	static const char limited[] =
		"\"join\":{\"!r:test\":{\"timeline\":{\"limited\":true,"
		"\"prev_batch\":\"p\",\"events\":[" MESSAGE("!ping late") "]}}}";
	/* Asked again, as it may be had then. */
	homeserver_plan(homeserver, "/messages?", 200, "{");
	homeserver_rooms(homeserver, limited);
	homeserver_wait(homeserver, "/messages?");
	homeserver_plan(homeserver, "/messages?", 404, "{}");
	homeserver_rooms(homeserver, limited);
	homeserver_wait(homeserver, "pong late");
	/* The same page for ever. */
	for (unsigned i = 0; i < 8; i++)
		homeserver_plan(homeserver, "/messages?", 200,
			"{\"end\":\"p\",\"chunk\":[{\"type\":\"x\"}]}");
	homeserver_rooms(homeserver,
		"\"join\":{\"!r:test\":{\"timeline\":{\"limited\":true,\"prev_batch\":\"p\","
		"\"events\":[" MESSAGE("!ping later") "]}}}");
	homeserver_wait(homeserver, "pong later");
	visit_goes_on(homeserver, "on");
}

/* A room into which the bot may not look, as it has been put out of it since. */
static void whose_members_are_not_told_is_a_room_all_the_same(void **state)
{
	struct homeserver *homeserver = visit_run(*state);
	homeserver_plan(homeserver, "/joined_members", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
	homeserver_rooms(homeserver, "\"join\":{\"!other:test\":{\"timeline\":{\"events\":[]}}}");
	homeserver_wait(homeserver, "/joined_members");
	visit_goes_on(homeserver, "on");
}

/* ---- lies ---- */

static void lies_are_not_acted_upon(void **state)
{
	static const char *const events[] = {
		/* Events of kinds and shapes that are none. */
		"1,null,[],{},\"x\",{\"type\":7},{\"type\":\"m.room.message\"}",
		"{\"type\":\"m.room.message\",\"sender\":7,\"content\":{\"msgtype\":\"m.text\","
		"\"body\":\"!ping lie\"}}",
		"{\"type\":\"m.room.message\",\"sender\":\"no id\",\"content\":{\"msgtype\":"
		"\"m.text\",\"body\":\"!ping lie\"}}",
		"{\"type\":\"m.room.message\",\"sender\":\"@a:test\",\"content\":{\"msgtype\":[],"
		"\"body\":\"!ping lie\"}}",
		"{\"type\":\"m.room.message\",\"sender\":\"@a:test\",\"content\":{\"msgtype\":"
		"\"m.text\",\"body\":{\"body\":\"!ping lie\"}}}",
		/* The bot itself says something. */
		"{\"type\":\"m.room.message\",\"sender\":\"@m:test\",\"content\":{\"msgtype\":"
		"\"m.text\",\"body\":\"!ping lie\"}}",
		/* A tap on nothing. */
		"{\"type\":\"m.reaction\",\"sender\":\"@a:test\",\"content\":{\"m.relates_to\":{"
		"\"rel_type\":\"m.annotation\",\"event_id\":\"$e\",\"key\":\"1\"}}}",
		"{\"type\":\"m.reaction\",\"sender\":[],\"content\":{\"m.relates_to\":7}}",
		/* State that is none. */
		"{\"type\":\"m.room.encryption\",\"content\":{}}",
		"{\"type\":\"m.room.encryption\",\"state_key\":\"\"}",
		"{\"type\":\"m.room.tombstone\",\"state_key\":\"\",\"content\":"
		"{\"replacement_room\":\"\"}}",
		"{\"type\":\"m.room.tombstone\",\"state_key\":\"\",\"content\":"
		"{\"replacement_room\":\"!r:test\"}}",
		"{\"type\":\"m.room.tombstone\",\"state_key\":\"\",\"content\":"
		"{\"replacement_room\":[\"!x\"]}}",
		"{\"type\":\"m.room.member\",\"state_key\":7,\"content\":{\"membership\":\"join\"}"
		"}",
		"{\"type\":\"m.room.member\",\"state_key\":\"x\",\"content\":{\"membership\":"
		"\"join\"}"
		"}",
	};
	struct homeserver *homeserver = visit_run(*state);
	for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++)
		homeserver_events(homeserver, events[i]);
	homeserver_rooms(homeserver, "\"join\":[],\"leave\":7,\"invite\":\"x\"");
	homeserver_rooms(homeserver,
		"\"join\":{\"!r:test\":7,\"\":{},\"x\":{}},\"invite\":{\"!y\":"
		"null}");
	visit_goes_on(homeserver, "on");
	assert_int_equal(homeserver_count(homeserver, "pong lie"), 0);
	assert_int_equal(homeserver_count(homeserver, "/leave"), 0);
}

/* An id of 255 bytes is one, of 256 none. */
static void ids_may_have_255_bytes(void **state)
{
	struct homeserver *homeserver = visit_run(*state);
	char user[257], said[1024];
	for (size_t length = 255; length <= 256; length++) {
		memset(user, 'u', length);
		memcpy(user, "@", 1);
		memcpy(user + length - 5, ":test", 6);
		snprintf(said, sizeof said,
			"{\"type\":\"m.room.member\",\"state_key\":\"%s\",\"sender\":\"%s\","
			"\"content\":{\"membership\":\"join\"}},"
			"{\"type\":\"m.room.message\",\"sender\":\"%s\",\"content\":{\"msgtype\":"
			"\"m.text\",\"body\":\"!ping of%zu\"}}",
			user, user, user, length);
		homeserver_events(homeserver, said);
	}
	visit_goes_on(homeserver, "on");
	assert_int_equal(homeserver_count(homeserver, "pong of255"), 1);
	assert_int_equal(homeserver_count(homeserver, "pong of256"), 0);
}

/* A room of such an id, where somebody of such an id is told something. */
static void rooms_may_have_ids_of_255_bytes(void **state)
{
	struct homeserver *homeserver = visit_run(*state);
	char room[256], user[256], said[2048], made[300];
	memset(room, 'r', 255);
	room[0] = '!';
	room[255] = '\0';
	memset(user, 'u', 255);
	memcpy(user, "@", 1);
	memcpy(user + 250, ":test", 6);
	snprintf(made, sizeof made, "{\"room_id\":\"%s\"}", room);
	homeserver_plan(homeserver, "/createRoom", 200, made);
	snprintf(said, sizeof said,
		"{\"type\":\"m.room.message\",\"sender\":\"%s\",\"content\":{\"msgtype\":"
		"\"m.text\",\"body\":\"!rules\"}}",
		user);
	homeserver_events(homeserver, said);
	homeserver_wait(homeserver, user);
	snprintf(said, sizeof said,
		"\"join\":{\"%s\":{\"timeline\":{\"events\":[{\"type\":\"m.room.create\","
		"\"state_key\":\"\",\"sender\":\"@m:test\",\"content\":{}},"
		"{\"type\":\"m.room.member\",\"state_key\":\"%s\",\"sender\":\"%s\","
		"\"content\":{\"membership\":\"join\"}}]}}}",
		room, user, user);
	homeserver_plan(homeserver, "/joined_members", 200, "{\"joined\":{\"@m:test\":{}}}");
	homeserver_rooms(homeserver, said);
	/* In a path ! is %21. */
	homeserver_wait(homeserver, room + 1);
	homeserver_wait(homeserver, "capture");
}

/* ---- how it answers ---- */

static void who_does_not_answer_a_request_holds_up_no_other(void **state)
{
	struct homeserver *homeserver = visit_run(*state);
	/* A server that hangs up, is out of order, wants a pause. */
	homeserver_plan(homeserver, "/send/", 500, "oops");
	visit_goes_on(homeserver, "five");
	homeserver_wait(homeserver, "pong five");
	homeserver_plan_with(homeserver, "/send/", 429, "Retry-After: 1\r\n", "{}");
	visit_goes_on(homeserver, "six");
	homeserver_wait(homeserver, "pong six");
	homeserver_plan(homeserver, "/send/", 429, "{\"retry_after_ms\":-5e300}");
	visit_goes_on(homeserver, "seven");
	homeserver_wait(homeserver, "pong seven");
	homeserver_answer(homeserver, 502, "bad", 3);
	homeserver_answer(homeserver, 429, "{}", 2);
	visit_goes_on(homeserver, "on");
}

static void what_comes_byte_by_byte_is_heard(void **state)
{
	static const char rooms[] = "{\"next_batch\":\"t1\",\"rooms\":{\"join\":{\"!r:test\":"
				    "{\"timeline\":{\"events\":[" MESSAGE("!ping slow") "]}}}}}";
	struct homeserver *homeserver = visit_run(*state);
	char answer[512];
	int length = snprintf(answer, sizeof answer,
		"HTTP/1.1 200 Told\r\nContent-Length: %zu\r\n\r\n%s", sizeof rooms - 1, rooms);
	assert_in_range(length, 1, sizeof answer - 1);
	visit_goes_on(homeserver, "one");
	for (int i = 0; i < length; i++) {
		assert_true(homeserver_write(homeserver, answer + i, 1));
		homeserver_work(homeserver, 1);
	}
	homeserver_written(homeserver);
	homeserver_wait(homeserver, "pong slow");
	visit_goes_on(homeserver, "on");
}

/* By the bot's clock an answer may take 45 seconds, however much of it is there. */
static void what_never_ends_is_given_up(void **state)
{
	static const char head[] = "HTTP/1.1 200 Told\r\nTransfer-Encoding: chunked\r\n\r\n";
	struct visit *visit = *state;
	struct homeserver *homeserver = visit_run(visit);
	long deadline = bot_clock() + BOT_PATIENCE;
	visit_goes_on(homeserver, "one");
	assert_true(homeserver_write(homeserver, head, sizeof head - 1));
	while (!bot_logged(&visit->bot, "nothing is heard", 0)) {
		if (homeserver_is_asked(homeserver))
			homeserver_write(homeserver, "1\r\n \r\n", 6);
		homeserver_work(homeserver, 50);
		assert_true(bot_clock() < deadline);
	}
	visit_goes_on(homeserver, "two");
}

/* Whatever it says about its length, or if it says nothing. */
static void what_never_ends_is_not_kept(void **state)
{
	static const char *const heads[] = { "HTTP/1.1 200 Told\r\n\r\n{",
		"HTTP/1.1 200 Told\r\nContent-Length: 999999999999\r\n\r\n{" };
	static char blanks[1 << 20];
	struct homeserver *homeserver = visit_run(*state);
	memset(blanks, ' ', sizeof blanks);
	for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++) {
		unsigned much = 0;
		assert_true(homeserver_write(homeserver, heads[i], strlen(heads[i])));
		for (; homeserver_write(homeserver, blanks, sizeof blanks); much++)
			assert_true(much < 128);
		visit_goes_on(homeserver, i == 0 ? "one" : "two");
	}
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, visit_enter, visit_leave)
	const struct CMUnitTest tests[] = {
		CASE(what_cannot_be_read_hides_nothing_else),
		CASE(what_is_deep_hides_nothing_else),
		CASE(what_is_never_understood_is_left_behind),
		CASE(a_room_that_is_no_longer_told_of_was_left),
		CASE(what_could_not_be_said_before_it_was_put_out_is_said_later),
		CASE(what_a_gateway_does_not_take_is_said_later),
		CASE(what_is_huge_is_not_read_to_its_end),
		CASE(what_is_tiny_and_many_takes_little_memory),
		CASE(what_was_missed_and_is_tiny_and_many_is_asked_for_in_parts),
		CASE(what_was_missed_and_cannot_be_had_is_left_out),
		CASE(whose_members_are_not_told_is_a_room_all_the_same),
		CASE(lies_are_not_acted_upon),
		CASE(ids_may_have_255_bytes),
		CASE(rooms_may_have_ids_of_255_bytes),
		CASE(who_does_not_answer_a_request_holds_up_no_other),
		CASE(what_comes_byte_by_byte_is_heard),
		CASE(what_never_ends_is_given_up),
		CASE(what_never_ends_is_not_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
