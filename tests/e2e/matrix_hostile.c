/* matrix_hostile.c - homeservers that are broken or hostile: the bot survives and uses the events
 * that it can parse. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/matrix/visit.h"

#define MESSAGE(text) \
	"{\"type\":\"m.room.message\",\"sender\":\"@a:test\",\"content\":" \
	"{\"msgtype\":\"m.text\",\"body\":\"" text "\"}}"

/* ---- invalid JSON ---- */

/* Each event of invalid JSON stands beside a valid message. */
VISIT_CASE(events_beside_an_event_with_invalid_json_are_handled)
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
	struct homeserver *homeserver = visit_run(visit);
	char text[32];
	for (unsigned i = 0; i < sizeof oddities / sizeof oddities[0]; i++) {
		struct string events = STRING_EMPTY;
		string_add(&events, oddities[i]);
		string_add(&events, "," MESSAGE("!ping after"));
		string_keep_range(&events, 0, events.length - strlen("\"}}"));
		string_add_number(&events, i);
		string_add(&events, "\"}}");
		homeserver_events(homeserver, events.bytes);
		string_free(&events);
		snprintf(text, sizeof text, "pong after%u", i);
		homeserver_wait(homeserver, text);
	}
}

VISIT_CASE(events_beside_an_event_with_deeply_nested_json_are_handled)
{
	enum { DEEP = 200000 };
	struct homeserver *homeserver = visit_run(visit);
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

/* Answers each /sync with invalid JSON, until the bot asks without `since`. */
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

/* The bot reduces the limit of its /sync, and finally starts afresh without `since`. If the answer
 * to this first /sync lacks a room, the bot joins the room again. It takes all messages in this
 * answer for old. */
SYNCED_CASE(an_answer_of_the_server_that_never_parses_is_skipped)
{
	visit_goes_on(homeserver, "one");
	hostile_confuse(homeserver);
	assert_true(homeserver_count(homeserver, "%22limit%22%3a1%2c") > 0);
	homeserver_rooms(homeserver,
		"\"join\":{\"!other:test\":{\"timeline\":{\"events\":[" MESSAGE(
			"!ping old") "]}}}");
	homeserver_wait(homeserver, "/join/");
	visit_goes_on(homeserver, "new");
	assert_int_equal(homeserver_count(homeserver, "pong old"), 0);
}

/* The message may be a commitment to a deck, said only once: a kick must not lose it. */
SYNCED_CASE(a_message_delayed_by_a_kick_is_sent_later)
{
	visit_goes_on(homeserver, "one");
	homeserver_plan(homeserver, "/send/", 429,
		"{\"errcode\":\"M_LIMIT_EXCEEDED\",\"retry_after_ms\":15000}");
	homeserver_says(homeserver, "!ping two");
	homeserver_wait(homeserver, "pong two");
	homeserver_rooms(homeserver, "\"leave\":{\"!r:test\":{}}");
	homeserver_wait(homeserver, "/join/");
	homeserver_events(homeserver, "");
	homeserver_wait(homeserver, "pong two");
}

/* A gateway fails for longer than an ordinary message would be retried. */
VISIT_CASE(a_message_is_sent_at_last_after_many_gateway_errors)
{
	visit->bot.haste = 40;
	struct homeserver *homeserver = visit_run(visit);
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

/* ---- limits ---- */

VISIT_CASE(the_bot_does_not_read_an_overlong_answer_to_its_end)
{
	enum { HUGE = 33 * 1024 * 1024 };
	struct homeserver *homeserver = visit_run(visit);
	char *huge = malloc(HUGE);
	assert_non_null(huge);
	memset(huge, ' ', HUGE);
	homeserver_answer(homeserver, 200, huge, HUGE);
	free(huge);
	visit_goes_on(homeserver, "after");
	assert_true(bot_logged(&visit->bot, "too long", BOT_PATIENCE));
}

/* Returns the peak memory of the bot in kilobytes. */
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

/* Writes an event of the greatest accepted length, full of the smallest values. */
static void hostile_tiny(struct string *events, const char *value)
{
	enum { LONG = 30 * 1024 * 1024 };
	string_add(events, "{\"type\":\"x\",\"content\":{\"a\":[0");
	while (events->length < LONG)
		string_add(events, value);
	string_add(events, "]}}");
}

/* The bot drops this answer and repeats its /sync with a lower limit of events. Then it fetches the
 * events that the new answer leaves out. */
VISIT_CASE(an_answer_of_many_tiny_json_values_takes_little_memory)
{
	enum { MOST = 600 * 1024 };
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

/* A user fills a room with events of many tiny JSON values while the bot is away. The bot still
 * answers the last messages. */
VISIT_CASE(missed_messages_are_fetched_in_parts_if_an_answer_needs_much_memory)
{
	static const char limited[] =
		"\"join\":{\"!r:test\":{\"timeline\":{\"limited\":true,"
		"\"prev_batch\":\"p\",\"events\":[" MESSAGE("!ping last") "]}}}";
	struct homeserver *homeserver = visit_run(visit);
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

SYNCED_CASE(missed_messages_that_the_server_withholds_are_skipped)
{
	static const char limited[] =
		"\"join\":{\"!r:test\":{\"timeline\":{\"limited\":true,"
		"\"prev_batch\":\"p\",\"events\":[" MESSAGE("!ping late") "]}}}";
	/* The bot asks again, because the next answer may be valid. */
	homeserver_plan(homeserver, "/messages?", 200, "{");
	homeserver_rooms(homeserver, limited);
	homeserver_wait(homeserver, "/messages?");
	homeserver_plan(homeserver, "/messages?", 404, "{}");
	homeserver_rooms(homeserver, limited);
	homeserver_wait(homeserver, "pong late");
	/* The server repeats the same page for ever. */
	for (unsigned i = 0; i < 8; i++)
		homeserver_plan(homeserver, "/messages?", 200,
			"{\"end\":\"p\",\"chunk\":[{\"type\":\"x\"}]}");
	homeserver_rooms(homeserver,
		"\"join\":{\"!r:test\":{\"timeline\":{\"limited\":true,\"prev_batch\":\"p\","
		"\"events\":[" MESSAGE("!ping later") "]}}}");
	homeserver_wait(homeserver, "pong later");
	visit_goes_on(homeserver, "on");
}

/* The server refuses the list of members, for example because the bot was removed meanwhile. */
SYNCED_CASE(the_bot_answers_in_a_room_without_a_list_of_members)
{
	homeserver_plan(homeserver, "/joined_members", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
	homeserver_rooms(homeserver, "\"join\":{\"!other:test\":{\"timeline\":{\"events\":[]}}}");
	homeserver_wait(homeserver, "/joined_members");
	visit_goes_on(homeserver, "on");
}

/* ---- lies ---- */

VISIT_CASE(invalid_events_are_ignored)
{
	static const char *const events[] = {
		/* events of unknown kinds and wrong types */
		"1,null,[],{},\"x\",{\"type\":7},{\"type\":\"m.room.message\"}",
		"{\"type\":\"m.room.message\",\"sender\":7,\"content\":{\"msgtype\":\"m.text\","
		"\"body\":\"!ping lie\"}}",
		"{\"type\":\"m.room.message\",\"sender\":\"no id\",\"content\":{\"msgtype\":"
		"\"m.text\",\"body\":\"!ping lie\"}}",
		"{\"type\":\"m.room.message\",\"sender\":\"@a:test\",\"content\":{\"msgtype\":[],"
		"\"body\":\"!ping lie\"}}",
		"{\"type\":\"m.room.message\",\"sender\":\"@a:test\",\"content\":{\"msgtype\":"
		"\"m.text\",\"body\":{\"body\":\"!ping lie\"}}}",
		/* a message of the bot itself */
		"{\"type\":\"m.room.message\",\"sender\":\"@m:test\",\"content\":{\"msgtype\":"
		"\"m.text\",\"body\":\"!ping lie\"}}",
		/* reactions to messages that do not exist */
		"{\"type\":\"m.reaction\",\"sender\":\"@a:test\",\"content\":{\"m.relates_to\":{"
		"\"rel_type\":\"m.annotation\",\"event_id\":\"$e\",\"key\":\"1\"}}}",
		"{\"type\":\"m.reaction\",\"sender\":[],\"content\":{\"m.relates_to\":7}}",
		/* invalid state */
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
	struct homeserver *homeserver = visit_run(visit);
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

/* An id may have 255 bytes, but not 256. */
SYNCED_CASE(ids_may_have_255_bytes)
{
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

/* A user with an id of 255 bytes, in a room with such an id, gets a private answer. */
SYNCED_CASE(rooms_may_have_ids_of_255_bytes)
{
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

/* ---- errors and slow answers ---- */

SYNCED_CASE(a_failed_request_does_not_delay_other_requests)
{
	/* The server answers with errors, and with valid and invalid pauses. */
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
	assert_true(bot_logged(&visit->bot, " answers again", 0));
}

VISIT_CASE(an_answer_sent_byte_by_byte_is_read)
{
	static const char rooms[] = "{\"next_batch\":\"t1\",\"rooms\":{\"join\":{\"!r:test\":"
				    "{\"timeline\":{\"events\":[" MESSAGE("!ping slow") "]}}}}}";
	struct homeserver *homeserver = visit_run(visit);
	char answer[512];
	int length = snprintf(answer, sizeof answer,
		"HTTP/1.1 200 Told\r\nContent-Length: %zu\r\n\r\n%s", sizeof rooms - 1, rooms);
	assert_in_range(length, 1, sizeof answer - 1);
	visit_goes_on(homeserver, "one");
	for (int i = 0; i < length; i++) {
		/* Waits a millisecond only after every eighth byte: for the bot, whose clock is ten
		 * times as fast, an answer may take 45 seconds, and so 4.5 seconds here. */
		homeserver_work(homeserver, i % 8 == 0);
		assert_true(homeserver_write(homeserver, answer + i, 1));
	}
	/* The bot may use this connection for its next request as soon as it has the last byte. */
	homeserver_written(homeserver);
	homeserver_wait(homeserver, "pong slow");
	visit_goes_on(homeserver, "on");
}

/* An answer may take 45 seconds of the bot's clock, however much of it has come. */
VISIT_CASE(an_endless_answer_times_out)
{
	static const char head[] = "HTTP/1.1 200 Told\r\nTransfer-Encoding: chunked\r\n\r\n";
	visit->bot.haste = 30;
	struct homeserver *homeserver = visit_run(visit);
	long deadline = bot_clock() + BOT_PATIENCE;
	visit_goes_on(homeserver, "one");
	assert_true(homeserver_write(homeserver, head, sizeof head - 1));
	while (!bot_logged(&visit->bot, "cannot sync", 0)) {
		if (homeserver_is_asked(homeserver))
			homeserver_write(homeserver, "1\r\n \r\n", 6);
		homeserver_work(homeserver, 50);
		assert_true(bot_clock() < deadline);
	}
	visit_goes_on(homeserver, "two");
}

/* Content-Length may be wrong or missing. */
VISIT_CASE(an_endless_answer_is_not_stored)
{
	static const char *const heads[] = { "HTTP/1.1 200 Told\r\n\r\n{",
		"HTTP/1.1 200 Told\r\nContent-Length: 999999999999\r\n\r\n{" };
	static char blanks[1 << 20];
	struct homeserver *homeserver = visit_run(visit);
	memset(blanks, ' ', sizeof blanks);
	for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++) {
		unsigned much = 0;
		assert_true(homeserver_write(homeserver, heads[i], strlen(heads[i])));
		for (; homeserver_write(homeserver, blanks, sizeof blanks); much++)
			assert_true(much < 128);
		visit_goes_on(homeserver, i == 0 ? "one" : "two");
	}
}
