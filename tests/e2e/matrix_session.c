/* matrix_session.c - discovery of a homeserver, login, tokens and rate limits, with a scripted
 * homeserver. */
#define _GNU_SOURCE /* memmem */
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/irc/server.h"
#include "tests/irc/socks.h"
#include "tests/matrix/visit.h"

/* Makes the test certificates in the bot's folder. */
static int visit_enter_secure(void **state)
{
	char certificate[PATH_MAX], key[PATH_MAX];
	visit_make(state);
	struct visit *visit = *state;
	certificates_make(visit->bot.folder);
	folder_file(visit->bot.folder, "server.pem", certificate);
	folder_file(visit->bot.folder, "server.key", key);
	homeserver_secure(&visit->homeserver, certificate, key);
	return 0;
}

#define SECURE_CASE(name) CASE_WITH(name, struct visit *visit, visit_enter_secure, visit_leave)

/* Forgets the requests of an ended bot, so that only requests of its next run are found. */
static void visit_over(struct visit *visit)
{
	homeserver_work(&visit->homeserver, 20);
	homeserver_drop(&visit->homeserver);
	visit->homeserver.seen = visit->homeserver.log.length;
}

/* Kills and restarts the bot. */
static void visit_again(struct visit *visit)
{
	bot_kill(&visit->bot);
	visit_over(visit);
	bot_start(&visit->bot);
}

/* ---- tokens ---- */

static const char gone[] = "{\"errcode\":\"M_UNKNOWN_TOKEN\",\"soft_logout\":true}";

SYNCED_CASE(the_bot_logs_in_only_once)
{
	visit_goes_on(homeserver, "one");
	visit_again(visit);
	visit_goes_on(homeserver, "two");
	assert_int_equal(homeserver_count(homeserver, "/login"), 1);
	assert_int_equal(homeserver_count(homeserver, "/whoami (t)"), 2);
}

static void visit_stop(struct visit *visit)
{
	bot_stop(&visit->bot);
	visit_over(visit);
}

/* Starts the bot on a restored database: all existing messages are old. */
static void visit_restored(struct visit *visit)
{
	struct homeserver *homeserver = &visit->homeserver;
	bot_start(&visit->bot);
	assert_null(strstr(homeserver_wait(homeserver, "/sync?"), "since="));
	homeserver_says(homeserver, "!ping old");
	visit_goes_on(homeserver, "new");
	assert_int_equal(homeserver_count(homeserver, "pong old"), 0);
	/* From now on the database counts as the original. */
	visit_again(visit);
	assert_non_null(strstr(homeserver_wait(homeserver, "/sync?"), "since="));
}

SYNCED_CASE(a_restored_backup_repeats_no_message)
{
	char copy[PATH_MAX];
	folder_file(visit->bot.folder, "copy.db", copy);
	visit_goes_on(homeserver, "one");
	assert_int_equal(
		bot_command(&visit->bot,
			(const char *[]){ "backup", "-c", visit->bot.configuration, copy, NULL }),
		0);
	visit_goes_on(homeserver, "two");
	visit_stop(visit);
	assert_int_equal(
		bot_command(&visit->bot,
			(const char *[]){ "restore", "-c", visit->bot.configuration, copy, NULL }),
		0);
	visit_restored(visit);
}

/* The first sync after the loss lists a direct room that @a:test made and one that the bot made. */
VISIT_CASE(a_direct_room_stays_direct_after_the_loss_of_the_database)
{
	static const char restored[] =
		"{\"next_batch\":\"r\",\"account_data\":{\"events\":[{\"type\":\"m.direct\","
		"\"content\":{\"@a:test\":[\"!d:test\",\"!i:test\"]}}]},\"rooms\":{\"join\":{"
		"\"!d:test\":{\"state\":{\"events\":[{\"type\":\"m.room.create\","
		"\"sender\":\"@m:test\",\"state_key\":\"\","
		"\"content\":{\"org.mitaines.direct\":\"@a:test\"}}]}},"
		"\"!i:test\":{\"timeline\":{\"events\":[]}}}}}";
	char database[PATH_MAX];
	struct homeserver *homeserver = visit_run(visit);
	visit_goes_on(homeserver, "one");
	homeserver_rooms(homeserver,
		"\"invite\":{\"!i:test\":{\"invite_state\":{\"events\":[{\"type\":"
		"\"m.room.member\",\"state_key\":\"@m:test\",\"sender\":\"@a:test\","
		"\"content\":{\"membership\":\"invite\",\"is_direct\":true}}]}}}");
	homeserver_wait(homeserver, "/join/%21i%3atest");
	homeserver_rooms(homeserver, "\"join\":{\"!i:test\":{}}");
	homeserver_wait(homeserver, "/account_data/m.direct (t) {\"@a:test\":[\"!i:test\"]}");
	visit_stop(visit);
	assert_non_null(realpath(visit->bot.database, database));
	assert_int_equal(unlink(database), 0);
	bot_start(&visit->bot);
	assert_non_null(strstr(homeserver_wait(homeserver, "/sync?"), "m.direct"));
	homeserver_plan(homeserver, "3atest/members", 200,
		"{\"chunk\":[{\"state_key\":\"@m:test\",\"content\":{\"membership\":\"join\"}},"
		"{\"state_key\":\"@a:test\",\"content\":{\"membership\":\"join\"}}]}");
	homeserver_answer(homeserver, 200, restored, strlen(restored));
	homeserver_rooms(homeserver,
		"\"join\":{\"!i:test\":{\"timeline\":{\"events\":[{\"type\":"
		"\"m.room.message\",\"sender\":\"@a:test\",\"content\":"
		"{\"msgtype\":\"m.text\",\"body\":\"!ping\"}}]}}}");
	/* The answer goes to the room in which the person wrote. */
	assert_non_null(strstr(homeserver_wait(homeserver, "pong"), "/rooms/%21i%3atest/send/"));
	assert_int_equal(homeserver_count(homeserver, "/createRoom"), 0);
}

/* Returns true if the database file with this suffix holds a text. */
static bool visit_stores(const struct visit *visit, const char *end, const char *text)
{
	char real[PATH_MAX], path[PATH_MAX + 8], bytes[65536];
	size_t length, held = 0, least = strlen(text);
	bool found = false;
	assert_non_null(realpath(visit->bot.database, real));
	snprintf(path, sizeof path, "%s%s", real, end);
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	while (!found && (length = fread(bytes + held, 1, sizeof bytes - held, file)) > 0) {
		held += length;
		found = memmem(bytes, held, text, least) != NULL;
		length = held < least ? held : least;
		memmove(bytes, bytes + held - length, length);
		held = length;
	}
	fclose(file);
	return found;
}

/* Serves requests until no database file holds a person's id. */
static void visit_forgets(struct visit *visit, const char *id)
{
	long deadline = bot_clock() + BOT_PATIENCE;
	while (visit_stores(visit, "", id) || visit_stores(visit, "-wal", id)) {
		assert_true(bot_clock() < deadline);
		homeserver_work(&visit->homeserver, 50);
	}
}

/* @a:test is in their direct room. */
static const char direct[] =
	"\"join\":{\"!d:test\":{\"timeline\":{\"events\":[{\"type\":\"m.room.member\","
	"\"state_key\":\"@a:test\",\"sender\":\"@a:test\","
	"\"content\":{\"membership\":\"join\"}}]}}}";

/* Lets @a:test join their direct room. */
static void visit_told(struct homeserver *homeserver)
{
	homeserver_wait(homeserver, "/createRoom");
	homeserver_rooms(homeserver, direct);
}

/* Has the bot forget @a:test while a rate limit delays its last message to them. */
static struct homeserver *visit_waits(struct visit *visit)
{
	struct homeserver *homeserver = visit_run(visit);
	homeserver_says(homeserver, "!set lang en");
	visit_told(homeserver);
	homeserver_wait(homeserver, "/send/m.room.message/");
	homeserver_plan(homeserver, "/send/", 429, "{\"retry_after_ms\":30000}");
	homeserver_says(homeserver, "!forget me yes");
	homeserver_wait(homeserver, "/send/m.room.message/");
	return homeserver;
}

VISIT_CASE(the_id_of_a_forgotten_person_is_deleted_after_a_restart)
{
	struct homeserver *homeserver = visit_waits(visit);
	visit_again(visit);
	homeserver_rooms(homeserver, direct);
	homeserver_wait(homeserver, "/leave");
	visit_forgets(visit, "@a:test");
}

VISIT_CASE(the_id_of_a_forgotten_person_is_deleted_when_they_leave)
{
	struct homeserver *homeserver = visit_waits(visit);
	homeserver_rooms(homeserver,
		"\"join\":{\"!d:test\":{\"timeline\":{\"events\":[{\"type\":\"m.room.member\","
		"\"state_key\":\"@a:test\",\"sender\":\"@a:test\","
		"\"content\":{\"membership\":\"leave\"}}]}}}");
	visit_forgets(visit, "@a:test");
}

SYNCED_CASE(a_token_that_expires_is_renewed)
{
	visit_goes_on(homeserver, "one");
	homeserver_answer(homeserver, 401, gone, sizeof gone - 1);
	homeserver_wait(homeserver, "/refresh () {\"refresh_token\":\"r\"}");
	homeserver_wait(homeserver, "/whoami (t2)");
	visit_goes_on(homeserver, "two");
	assert_int_equal(homeserver_count(homeserver, "/login"), 1);
	/* A token may expire while a message is sent: it is sent again with the same transaction
	 * id. */
	homeserver_plan(homeserver, "/send/", 401, gone);
	homeserver_says(homeserver, "!ping three");
	const char *first = strstr(homeserver_wait(homeserver, "pong three"), "/m.room.message/");
	char event[128];
	snprintf(event, sizeof event, "%.*s ", (int)strcspn(first, " "), first);
	homeserver_wait(homeserver, event);
	assert_int_equal(homeserver_count(homeserver, event), 2);
	visit_goes_on(homeserver, "four");
	/* The metrics do not count an expired token as a lost connection. */
	struct bot *bot = &visit->bot;
	const char *const words[] = { "ctl", "-c", bot->configuration, "metrics", NULL };
	assert_int_equal(bot_command(bot, words), 0);
	assert_non_null(
		strstr(bot->output, "\nmitaines_network_reconnects_total{network=\"hs\"} 0\n"));
}

SYNCED_CASE(the_bot_logs_in_as_the_same_device_if_a_token_refresh_fails)
{
	visit_goes_on(homeserver, "one");
	homeserver_plan(homeserver, "/refresh", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
	homeserver_answer(homeserver, 401, gone, sizeof gone - 1);
	homeserver_wait(homeserver, "/refresh");
	const char *login = homeserver_wait(homeserver, "/login");
	assert_non_null(strstr(login, "\"device_id\":\"D\""));
	assert_non_null(strstr(login, "\"password\":\"pw\""));
	visit_goes_on(homeserver, "two");
}

VISIT_CASE(a_configured_token_is_not_replaced_by_a_login)
{
	char path[PATH_MAX];
	folder_file(visit->bot.folder, "token", path);
	folder_write(path, "given\n", 6);
	assert_int_equal(chmod(path, 0600), 0);
	visit_plainly(visit, "token_file = \"token\";");
	homeserver_plan(&visit->homeserver, "/whoami", 401, "{\"errcode\":\"M_UNKNOWN_TOKEN\"}");
	bot_start(&visit->bot);
	assert_true(homeserver_logs(
		&visit->homeserver, &visit->bot, "does not accept the access token"));
	struct homeserver *homeserver = &visit->homeserver;
	homeserver_rooms(homeserver, "");
	homeserver_wait(homeserver, "/join/");
	homeserver_events(homeserver, "");
	visit_goes_on(homeserver, "one");
	assert_int_equal(homeserver_count(homeserver, "/login"), 0);
	assert_int_equal(homeserver_count(homeserver, "/whoami (given)"), 2);
}

VISIT_CASE(a_token_of_another_user_is_refused)
{
	homeserver_plan(&visit->homeserver, "/whoami", 200, "{\"user_id\":\"@x:test\"}");
	bot_start(&visit->bot);
	assert_true(homeserver_logs(&visit->homeserver, &visit->bot,
		"the access token belongs to @x:test, not to @m:test"));
	assert_int_equal(homeserver_count(&visit->homeserver, "/sync"), 0);
}

/* ---- what the log says ---- */

VISIT_CASE(the_log_tells_an_operator_what_to_look_at)
{
	char path[PATH_MAX], line[128];
	folder_file(visit->bot.folder, "secret", path);
	folder_write(path, "pw\n", 3);
	assert_int_equal(chmod(path, 0600), 0);
	visit_plainly(visit, "password_file = \"secret\";");
	/* The homeserver answers nothing yet. */
	bot_start(&visit->bot);
	snprintf(line, sizeof line, "http://127.0.0.1:%d has been silent for 10 s",
		visit->homeserver.port);
	assert_true(bot_logged(&visit->bot, line, BOT_PATIENCE));
	homeserver_plan(&visit->homeserver, "/login", 403,
		"{\"errcode\":\"M_FORBIDDEN\",\"error\":\"Invalid password\"}");
	assert_true(homeserver_logs(&visit->homeserver, &visit->bot,
		"refuses the login of @m:test; check user and password_file = \"secret\": HTTP "
		"403, "
		"Invalid password"));
	homeserver_plan(&visit->homeserver, "/login", 404, "<html>");
	assert_true(homeserver_logs(&visit->homeserver, &visit->bot,
		"homeserver has to be the address of a Matrix server: HTTP 404"));
	homeserver_plan(&visit->homeserver, "/login", 502, "");
	assert_true(homeserver_logs(&visit->homeserver, &visit->bot,
		"the homeserver, or a proxy before it, has failed: HTTP 502"));
	bot_kill(&visit->bot);
	homeserver_close(&visit->homeserver);
	bot_start(&visit->bot);
	snprintf(line, sizeof line, "cannot reach http://127.0.0.1:%d: ", visit->homeserver.port);
	assert_true(bot_logged(&visit->bot, line, BOT_PATIENCE));
	assert_true(bot_logged(&visit->bot, "; is the server up, and are its address", 0));
	homeserver_open(&visit->homeserver);
}

/* ---- discovery ---- */

static void visit_domain(struct visit *visit, const char *more)
{
	char keys[512];
	snprintf(keys, sizeof keys, "homeserver = \"127.0.0.1:%d\"; password = \"pw\"; %s",
		visit->homeserver.port, more);
	visit_configure(visit, keys);
}

SECURE_CASE(the_bot_finds_the_homeserver_of_a_configured_domain)
{
	char told[256], moved[256];
	struct homeserver *homeserver = &visit->homeserver;
	visit_domain(visit, "ca_file = \"ca.pem\";");
	/* The server first answers 500, then with a wrong address, then with a redirect to the
	 * right one. */
	snprintf(moved, sizeof moved, "Location: https://127.0.0.1:%d/elsewhere\r\n",
		homeserver->port);
	snprintf(told, sizeof told,
		"{\"m.homeserver\":{\"base_url\":\"https://127.0.0.1:%d/deep/\"}}",
		homeserver->port);
	homeserver_plan(homeserver, "/.well-known/matrix/client", 500, "{}");
	homeserver_plan(homeserver, "/.well-known/matrix/client", 200,
		"{\"m.homeserver\":{\"base_url\":\"http://127.0.0.1:1\"}}");
	homeserver_plan_with(homeserver, "/.well-known/matrix/client", 302, moved, "");
	homeserver_plan(homeserver, "/elsewhere", 200, told);
	bot_start(&visit->bot);
	for (unsigned i = 0; i < 3; i++)
		homeserver_wait(homeserver, "GET /.well-known/matrix/client () ");
	homeserver_wait(homeserver, "GET /elsewhere () ");
	homeserver_wait(homeserver, "POST /deep/_matrix/client/v3/login () ");
	homeserver_rooms(homeserver, "");
	homeserver_wait(homeserver, "POST /deep/_matrix/client/v3/join/");
	homeserver_events(homeserver, "");
	visit_goes_on(homeserver, "one");
	/* After a restart the stored token is not sent with discovery. */
	visit_again(visit);
	homeserver_plan(homeserver, "/.well-known/matrix/client", 404, "");
	homeserver_wait(homeserver, "GET /.well-known/matrix/client () ");
	homeserver_wait(homeserver, "GET /_matrix/client/v3/account/whoami (t) ");
	visit_goes_on(homeserver, "two");
}

VISIT_CASE(redirects_of_a_homeserver_are_not_followed)
{
	struct homeserver *homeserver = &visit->homeserver;
	homeserver_plan_with(homeserver, "/whoami", 302, "Location: /elsewhere\r\n", "");
	visit_run(visit);
	assert_int_equal(homeserver_count(homeserver, "/elsewhere"), 0);
}

/* ---- TLS and proxies ---- */

SECURE_CASE(only_certificates_of_the_configured_ca_are_accepted)
{
	char keys[512];
	static const char *const files[] = { "other.pem", "ca.pem" };
	for (unsigned i = 0; i < 2; i++) {
		snprintf(keys, sizeof keys,
			"homeserver = \"https://127.0.0.1:%d\"; password = \"pw\";"
			" ca_file = \"%s\";",
			visit->homeserver.port, files[i]);
		visit_configure(visit, keys);
		if (i == 1)
			break;
		bot_start(&visit->bot);
		assert_true(homeserver_logs(
			&visit->homeserver, &visit->bot, "name its authority in ca_file"));
		bot_kill(&visit->bot);
		assert_int_equal(visit->homeserver.log.length, 0);
	}
	visit_goes_on(visit_run(visit), "one");
}

VISIT_CASE(the_homeserver_is_reached_over_a_proxy)
{
	static const char *const kinds[] = { "http", "socks5h" };
	char keys[512], log[PATH_MAX], line[64], asked[64];
	struct socks proxy;
	folder_file(visit->bot.folder, "proxy.log", log);
	snprintf(asked, sizeof asked, "127.0.0.1:%d", visit->homeserver.port);
	for (unsigned i = 0; i < 2; i++) {
		socks_start(&proxy, log);
		snprintf(keys, sizeof keys, "password = \"pw\"; proxy = \"%s://127.0.0.1:%d\";",
			kinds[i], proxy.port);
		visit_plainly(visit, keys);
		bot_start(&visit->bot);
		homeserver_rooms(&visit->homeserver, "");
		homeserver_wait(&visit->homeserver, "/sync?");
		bot_kill(&visit->bot);
		homeserver_drop(&visit->homeserver);
		socks_end(&proxy);
		FILE *file = fopen(log, "r");
		assert_non_null(file);
		assert_non_null(fgets(line, sizeof line, file));
		assert_non_null(strstr(line, asked));
		fclose(file);
		remove(log);
	}
}

/* ---- rate limits ---- */

/* Fails if a request with `part` comes before the pause of 12 seconds (of the bot's clock) is over.
 * Returns the request. */
static const char *asked_after_a_pause(struct homeserver *homeserver, const char *part)
{
	unsigned before = homeserver_count(homeserver, part);
	homeserver_work(homeserver, 300);
	assert_int_equal(homeserver_count(homeserver, part), before);
	return homeserver_wait(homeserver, part);
}

VISIT_CASE(the_bot_waits_as_long_as_the_homeserver_demands)
{
	static const char pause[] = "Retry-After: 12\r\n";
	struct homeserver *homeserver = &visit->homeserver;
	char event[128];
	homeserver_plan_with(homeserver, "/login", 429, pause, "{}");
	bot_start(&visit->bot);
	homeserver_wait(homeserver, "/login");
	asked_after_a_pause(homeserver, "/login");
	homeserver_plan_with(homeserver, "/directory/room/", 429, pause, "{}");
	homeserver_rooms(homeserver, "");
	homeserver_wait(homeserver, "/directory/room/");
	asked_after_a_pause(homeserver, "/directory/room/");
	homeserver_wait(homeserver, "/join/");
	homeserver_events(homeserver, "");
	/* The bot sends the refused message again with its transaction id. Lines said meanwhile
	 * join that message. */
	homeserver_plan_with(homeserver, "/send/", 429, pause, "{}");
	homeserver_says(homeserver, "!ping first");
	const char *asked = strstr(homeserver_wait(homeserver, "pong first"), "/m.room.message/");
	snprintf(event, sizeof event, "%.*s ", (int)strcspn(asked, " "), asked);
	homeserver_says(homeserver, "!ping second");
	homeserver_says(homeserver, "!ping third");
	asked = asked_after_a_pause(homeserver, "/send/");
	assert_non_null(strstr(asked, event));
	assert_non_null(strstr(asked, "pong first\\u000apong second\\u000apong third"));
	/* A direct room is created after the pause. */
	homeserver_plan_with(homeserver, "/createRoom", 429, pause, "{}");
	homeserver_says(homeserver, "!rules");
	homeserver_wait(homeserver, "/createRoom");
	asked_after_a_pause(homeserver, "/createRoom");
}

/* ---- shutdown ---- */

SYNCED_CASE(the_bot_sends_no_goodbye_that_comes_too_late)
{
	homeserver_says(homeserver, "!new");
	homeserver_wait(homeserver, "opens a table");
	/* The server wants a pause longer than the bot's timeout. */
	homeserver_plan_with(homeserver, "/send/", 429, "Retry-After: 600\r\n", "{}");
	homeserver_says(homeserver, "!ping late");
	homeserver_wait(homeserver, "pong late");
	assert_int_equal(kill(visit->bot.pid, SIGTERM), 0);
	homeserver_work(homeserver, 500);
	assert_int_equal(bot_wait(&visit->bot), 0);
	homeserver_drop(homeserver);
	bot_start(&visit->bot);
	homeserver_events(homeserver, "");
	/* The answer is sent after the restart. */
	homeserver_wait(homeserver, "pong late");
	visit_goes_on(homeserver, "back");
	assert_int_equal(homeserver_count(homeserver, "leaving for a while"), 0);
	/* Without a pause the goodbye is sent. */
	assert_int_equal(kill(visit->bot.pid, SIGTERM), 0);
	homeserver_wait(homeserver, "leaving for a while");
	assert_int_equal(bot_wait(&visit->bot), 0);
}
