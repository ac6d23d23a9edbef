/* matrix_traps.c - rooms and invitations made to exhaust or mislead the bot. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/matrix/visit.h"
#include "tests/sql.h"

/* Serves requests until so many of them have contained `part`. */
static void traps_count(struct homeserver *homeserver, const char *part, unsigned count)
{
	long deadline = bot_clock() + BOT_PATIENCE;
	while (homeserver_count(homeserver, part) < count) {
		assert_true(bot_clock() < deadline);
		homeserver_work(homeserver, 50);
	}
}

/* Lists a room with these events in the next /sync answer. */
static void traps_room(struct homeserver *homeserver, const char *id, const char *events)
{
	char rooms[2048];
	snprintf(rooms, sizeof rooms, "\"join\":{\"%s\":{\"timeline\":{\"events\":[%s]}}}", id,
		events);
	homeserver_rooms(homeserver, rooms);
}

static void tombstone(char *out, size_t size, const char *next)
{
	snprintf(out, size,
		"{\"type\":\"m.room.tombstone\",\"state_key\":\"\",\"sender\":\"@x:test\","
		"\"content\":{\"replacement_room\":\"%s\"}}",
		next);
}

/* ---- large rooms ---- */

enum { CROWD_PINGS = 100 };

/* Returns the CPU time of the bot's main thread in microseconds; other load on the machine adds
 * nothing. */
static long crowd_spent(const struct bot *bot)
{
	char path[64], line[80], *end;
	snprintf(path, sizeof path, "/proc/%d/schedstat", (int)bot->pid);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof line, file));
	fclose(file);
	long long nanoseconds = strtoll(line, &end, 10);
	assert_int_equal(*end, ' ');
	return (long)(nanoseconds / 1000);
}

/* Writes a list of so many members, in random order, with the same display name if `same`. */
static void crowd_members(struct string *body, unsigned people, bool same)
{
	char member[160];
	string_clear(body);
	string_add(body, "{\"joined\":{\"@m:test\":{}");
	for (unsigned i = 0; i < people; i++) {
		snprintf(member, sizeof member,
			",\"@p%08x:test\":{\"display_name\":\"Person %u\","
			"\"avatar_url\":\"mxc://test/%032u\"}",
			i * 2654435761u, same ? 0 : i, i);
		string_add(body, member);
	}
	string_add(body, "}}");
}

/* Pings the bot in another room while it reads a large list of members. Fails if one answer takes
 * more than a quarter of the CPU time of the slowest list so far. most: this time for earlier
 * lists, in microseconds. Returns this time with the present list. */
static long crowd_is_quick(struct visit *visit, long most)
{
	char word[32];
	long worst = 0, first = crowd_spent(&visit->bot), last = first;
	for (unsigned i = 0; i < CROWD_PINGS; i++) {
		snprintf(word, sizeof word, "w%u.", i);
		visit_goes_on(&visit->homeserver, word);
		long now = crowd_spent(&visit->bot);
		worst = now - last > worst ? now - last : worst;
		last = now;
	}
	most = last - first > most ? last - first : most;
	assert_in_range(worst, 0, most / 4);
	return most;
}

VISIT_CASE(a_room_of_100000_people_delays_no_answer)
{
	static const char rooms[] =
		"\"join\":{\"!crowd:test\":{\"summary\":"
		"{\"m.joined_member_count\":100000},\"timeline\":{\"events\":[]}},"
		"\"!r:test\":{\"timeline\":{\"events\":[]}}}";
	struct homeserver *homeserver = visit_run(visit);
	struct string body = STRING_EMPTY;
	crowd_members(&body, 100000, false);
	visit_goes_on(homeserver, "one");
	homeserver_plan(homeserver, "crowd%3atest/joined_members", 200, body.bytes);
	homeserver_rooms(homeserver, rooms);
	long most = crowd_is_quick(visit, 0);
	/* At its next start the bot knows the size of the room. */
	bot_kill(&visit->bot);
	homeserver_work(homeserver, 20);
	homeserver_drop(homeserver);
	crowd_members(&body, 100000, true);
	homeserver_plan(homeserver, "crowd%3atest/joined_members", 200, body.bytes);
	bot_start(&visit->bot);
	homeserver_rooms(homeserver,
		"\"join\":{\"!crowd:test\":{\"timeline\":{\"events\":[]}},"
		"\"!r:test\":{\"timeline\":{\"events\":[]}}}");
	most = crowd_is_quick(visit, most);
	homeserver_rooms(homeserver, "\"leave\":{\"!crowd:test\":{}}");
	crowd_is_quick(visit, most);
	string_free(&body);
}

/* ---- direct rooms ---- */

static void invitation(struct string *out, const char *room, bool direct)
{
	string_add(out, out->length > 0 ? "," : "");
	string_add_json(out, room);
	string_add(out,
		":{\"invite_state\":{\"events\":[{\"type\":\"m.room.member\",\"state_key\":"
		"\"@m:test\",\"sender\":\"@a:test\",\"content\":{\"membership\":\"invite\"");
	string_add(out, direct ? ",\"is_direct\":true}}]}}" : "}}]}}");
}

/* Lets @a:test invite the bot to so many rooms in one sync, which also has the text `joined`. */
static void invite_beside(
	struct homeserver *homeserver, unsigned count, bool direct, const char *joined)
{
	struct string all = STRING_EMPTY, rooms = STRING_EMPTY;
	char id[32];
	for (unsigned i = 0; i < count; i++) {
		snprintf(id, sizeof id, "!i%u:test", (unsigned)homeserver->number * 10000 + i);
		invitation(&all, id, direct);
	}
	string_add(&rooms, "\"invite\":{");
	string_add(&rooms, all.bytes);
	string_add_char(&rooms, '}');
	string_add(&rooms, joined);
	homeserver_rooms(homeserver, rooms.bytes);
	string_free(&all);
	string_free(&rooms);
}

static void invite(struct homeserver *homeserver, unsigned count, bool direct)
{
	invite_beside(homeserver, count, direct, "");
}

SYNCED_CASE(the_bot_joins_only_one_of_300_direct_rooms_that_a_person_creates)
{
	unsigned joins = homeserver_count(homeserver, "/join/");
	invite(homeserver, 300, true);
	homeserver_wait(homeserver, "/join/");
	traps_count(homeserver, "/leave", 299);
	visit_goes_on(homeserver, "on");
	assert_int_equal(homeserver_count(homeserver, "/join/"), joins + 1);
}

SYNCED_CASE(a_direct_room_with_a_crowd_is_left)
{
	struct string body = STRING_EMPTY;
	crowd_members(&body, 45000, false);
	for (unsigned i = 0; i < 2; i++) {
		char rooms[256], path[64];
		unsigned number = (unsigned)homeserver->number * 10000;
		invite(homeserver, 1, true);
		homeserver_wait(homeserver, "/join/");
		/* The first /sync tells the number of members; the second leaves it out. */
		snprintf(path, sizeof path, "/rooms/%%21i%u%%3atest/leave", number);
		homeserver_plan(homeserver, "3atest/joined_members", 200, body.bytes);
		snprintf(rooms, sizeof rooms,
			"\"join\":{\"!i%u:test\":{%s\"timeline\":{\"events\":[]}}}", number,
			i == 0 ? "\"summary\":{\"m.joined_member_count\":45000}," : "");
		homeserver_rooms(homeserver, rooms);
		homeserver_wait(homeserver, path);
		snprintf(rooms, sizeof rooms, "\"leave\":{\"!i%u:test\":{}}", number);
		homeserver_rooms(homeserver, rooms);
		visit_goes_on(homeserver, "on");
	}
	string_free(&body);
}

VISIT_CASE(declined_invitations_delay_no_request)
{
	visit_plainly(visit, "password = \"pw\"; invites = \"admins\";");
	/* The bot's request queue needs answers in real time. */
	visit->bot.haste = 0;
	struct homeserver *homeserver = visit_run(visit);
	for (unsigned i = 0; i < 2; i++) {
		unsigned left = homeserver_count(homeserver, "/leave");
		invite(homeserver, 700, false);
		traps_count(homeserver, "/leave", left + 700);
	}
	unsigned left = homeserver_count(homeserver, "/leave");
	invite_beside(homeserver, 700, false,
		",\"join\":{\"!r:test\":{\"timeline\":{\"events\":[{\"type\":\"m.room.message\","
		"\"sender\":\"@a:test\",\"content\":{\"msgtype\":\"m.text\",\"body\":\"!rules\"}}"
		"]}}}");
	homeserver_wait(homeserver, "/createRoom");
	/* The bot has begun to leave the 700 rooms when it answers the command; most must wait. */
	assert_in_range(homeserver_count(homeserver, "/leave"), left, left + 350);
	traps_room(homeserver, "!d:test",
		"{\"type\":\"m.room.member\",\"state_key\":\"@a:test\",\"sender\":\"@a:test\","
		"\"content\":{\"membership\":\"join\"}}");
	homeserver_wait(homeserver, "capture");
}

/* ---- tombstones ---- */

SYNCED_CASE(a_tombstone_is_not_followed_twice)
{
	char stone[256];
	unsigned joins = homeserver_count(homeserver, "/join/%21r%3atest");
	/* Two rooms whose tombstones name each other. */
	tombstone(stone, sizeof stone, "!b:test");
	traps_room(homeserver, "!r:test", stone);
	homeserver_wait(homeserver, "/join/%21b%3atest");
	homeserver_rooms(homeserver, "\"leave\":{\"!r:test\":{}}");
	tombstone(stone, sizeof stone, "!r:test");
	traps_room(homeserver, "!b:test", stone);
	assert_true(homeserver_logs(homeserver, &visit->bot, "does not join the new room"));
	homeserver_work(homeserver, 500);
	assert_int_equal(homeserver_count(homeserver, "/join/%21r%3atest"), joins);
}

SYNCED_CASE(at_most_three_tombstones_are_followed_in_a_row)
{
	char stone[256], id[32], next[32], path[64];
	snprintf(id, sizeof id, "!r:test");
	for (unsigned i = 1; i <= 4; i++) {
		snprintf(next, sizeof next, "!n%u:test", i);
		tombstone(stone, sizeof stone, next);
		traps_room(homeserver, id, stone);
		snprintf(path, sizeof path, "/join/%%21n%u", i);
		if (i < 4)
			homeserver_wait(homeserver, path);
		snprintf(id, sizeof id, "%s", next);
	}
	assert_true(homeserver_logs(homeserver, &visit->bot, "does not join the new room"));
	homeserver_work(homeserver, 500);
	assert_int_equal(homeserver_count(homeserver, "/join/%21n4"), 0);
}

SYNCED_CASE(no_tombstone_leads_into_a_direct_room)
{
	char stone[256];
	homeserver_says(homeserver, "!rules");
	homeserver_wait(homeserver, "/createRoom");
	tombstone(stone, sizeof stone, "!d:test");
	traps_room(homeserver, "!r:test", stone);
	assert_true(homeserver_logs(homeserver, &visit->bot, "does not join the new room"));
	homeserver_work(homeserver, 300);
	assert_int_equal(homeserver_count(homeserver, "/join/%21d"), 0);
}

/* One /sync answer lists both rooms, the one with the tombstone first. */
SYNCED_CASE(no_tombstone_leads_into_a_room_that_the_same_sync_lists)
{
	char stone[256], rooms[512];
	tombstone(stone, sizeof stone, "!d:test");
	snprintf(rooms, sizeof rooms,
		"\"join\":{\"!r:test\":{\"state\":{\"events\":[%s]}},\"!d:test\":{}}", stone);
	homeserver_rooms(homeserver, rooms);
	assert_true(homeserver_logs(homeserver, &visit->bot, "does not join the new room"));
	visit_goes_on(homeserver, "on");
}

/* The alias still leads to the old room. The bot does not follow the tombstone there again. */
SYNCED_CASE(a_tombstone_to_a_closed_room_keeps_the_old_room)
{
	char stone[256];
	homeserver_plan(homeserver, "/join/%21b", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
	homeserver_plan(homeserver, "/join/%21b", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
	tombstone(stone, sizeof stone, "!b:test");
	traps_room(homeserver, "!r:test", stone);
	homeserver_wait(homeserver, "/join/%21b%3atest");
	homeserver_rooms(homeserver, "\"leave\":{\"!r:test\":{}}");
	homeserver_wait(homeserver, "/join/%21r%3atest");
	traps_room(homeserver, "!r:test", stone);
	visit_goes_on(homeserver, "on");
	assert_true(bot_logged(&visit->bot, "does not join the new room", 0));
}

/* ---- aliases ---- */

/* Both rooms claim the alias #x:test; the directory confirms it for one of them. */
VISIT_CASE(a_room_gets_the_name_of_an_alias_only_if_the_directory_confirms_it)
{
	static const char claim[] =
		"\"state\":{\"events\":[{\"type\":\"m.room.canonical_alias\",\"state_key\":\"\","
		"\"sender\":\"@x:test\",\"content\":{\"alias\":\"#x:test\"}}]}";
	struct homeserver *homeserver = visit_run(visit);
	visit_goes_on(homeserver, "one");
	for (unsigned i = 0; i < 2; i++) {
		const char *id = i == 0 ? "!liar:test" : "!x:test";
		homeserver_plan(homeserver, "/directory/room/%23x%3atest", 200,
			"{\"room_id\":\"!x:test\",\"servers\":[\"test\"]}");
		char rooms[512];
		snprintf(rooms, sizeof rooms, "\"join\":{\"%s\":{%s}}", id, claim);
		homeserver_rooms(homeserver, rooms);
		homeserver_wait(homeserver, "/directory/room/%23x%3atest");
		homeserver_work(homeserver, 300);
		traps_room(homeserver, id,
			"{\"type\":\"m.room.message\",\"sender\":\"@a:test\",\"content\":"
			"{\"msgtype\":\"m.text\",\"body\":\"!new\"}}");
		homeserver_wait(homeserver, "opens a table");
		/* A private answer names the room. */
		homeserver_says(homeserver, "!tables");
		if (i == 0) {
			homeserver_wait(homeserver, "/createRoom");
			traps_room(homeserver, "!d:test",
				"{\"type\":\"m.room.member\",\"state_key\":\"@a:test\",\"sender\":"
				"\"@a:test\",\"content\":{\"membership\":\"join\"}}");
		}
		const char *told = homeserver_wait(homeserver, "/rooms/%21d%3atest/send/");
		assert_non_null(strstr(told, i == 0 ? "!liar:test" : "#x:test"));
		assert_true(i > 0 || strstr(told, "#x:test") == NULL);
	}
}

/* ---- join rules ---- */

/* Sets the join rule of the room; then a person opens a table there and closes it. */
static void traps_table(struct homeserver *homeserver, const char *rule)
{
	char event[256];
	snprintf(event, sizeof event,
		"{\"type\":\"m.room.join_rules\",\"state_key\":\"\",\"sender\":\"@x:test\","
		"\"content\":{\"join_rule\":\"%s\"}}",
		rule);
	homeserver_events(homeserver, event);
	homeserver_says(homeserver, "!new");
	homeserver_wait(homeserver, "opens a table");
	homeserver_says(homeserver, "!leave");
	homeserver_wait(homeserver, "closes the table");
}

SYNCED_CASE(pages_do_not_show_matches_outside_public_rooms)
{
	sqlite3 *database;
	traps_table(homeserver, "public");
	traps_table(homeserver, "invite");
	traps_table(homeserver, "public");
	traps_table(homeserver, "knock");
	bot_kill(&visit->bot);
	assert_int_equal(sqlite3_open(visit->bot.database, &database), SQLITE_OK);
	assert_int_equal(sql_number(database, "SELECT group_concat(hidden, '') FROM matches"), 101);
	sqlite3_close(database);
}

/* ---- power levels ---- */

static void traps_power(struct homeserver *homeserver, const char *key, unsigned level)
{
	char event[256];
	snprintf(event, sizeof event,
		"{\"type\":\"m.room.power_levels\",\"state_key\":\"%s\",\"sender\":\"@x:test\","
		"\"content\":{\"users_default\":%u}}",
		key, level);
	homeserver_events(homeserver, event);
}

SYNCED_CASE(people_with_power_level_50_can_change_the_settings_of_a_room)
{
	traps_power(homeserver, "", 50);
	homeserver_says(homeserver, "!channel detail quiet");
	homeserver_wait(homeserver, "changes my settings here");
	homeserver_events(homeserver,
		"{\"type\":\"m.room.member\",\"state_key\":\"@b:test\",\"sender\":\"@b:test\","
		"\"content\":{\"membership\":\"join\"}}");
	/* Operators cannot be muted. */
	homeserver_events(homeserver,
		"{\"type\":\"m.room.power_levels\",\"state_key\":\"\",\"sender\":\"@x:test\","
		"\"content\":{\"users\":{\"@a:test\":50},\"users_default\":0}}");
	homeserver_says(homeserver, "!channel mute @b:test");
	homeserver_wait(homeserver, "mutes b here");
	homeserver_says(homeserver, "!channel unmute @b:test");
	homeserver_wait(homeserver, "lets b give commands here");
	traps_power(homeserver, "", 49);
	traps_power(homeserver, "x", 100);
	homeserver_says(homeserver, "!channel bots no");
	homeserver_wait(homeserver, "/createRoom");
}

/* ---- threads ---- */

SYNCED_CASE(a_command_in_a_thread_is_answered_there)
{
	homeserver_events(homeserver,
		"{\"type\":\"m.room.message\",\"event_id\":\"$q\",\"sender\":\"@a:test\","
		"\"content\":{\"msgtype\":\"m.text\",\"body\":\"!ping in\",\"m.relates_to\":"
		"{\"rel_type\":\"m.thread\",\"event_id\":\"$root\",\"is_falling_back\":true,"
		"\"m.in_reply_to\":{\"event_id\":\"$p\"}}}}");
	const char *told = homeserver_wait(homeserver, "pong in");
	assert_non_null(strstr(told, "\"rel_type\":\"m.thread\",\"event_id\":\"$root\""));
	homeserver_says(homeserver, "!ping out");
	assert_null(strstr(homeserver_wait(homeserver, "pong out"), "m.thread"));
}
