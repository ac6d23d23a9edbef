/* seats.c - people play on pages: moves by page and by chat, restarts of either process, and
 * attacks over HTTP. */
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/cases.h"
#include "tests/folder.h"
#include "tests/irc/site.h"

enum { KEY = 22, REQUEST = 4096 };

#define assert_has(site, part) assert_non_null(strstr((site)->reply, part))

/* Starts pages with seats for a bot that runs. */
static void open_seats(struct site *site)
{
	site_open(site, "seats = true; guests = true;");
	kill(site->room->bot.pid, SIGHUP);
	room_expect_log(site->room, "reload: the new configuration was loaded");
}

/* Asks the bot for a link to a player's seat, and copies its key. */
static void get_key(struct room *room, struct player *player, char key[KEY + 1])
{
	static const char address[] = "https://cards.test/seat/";
	const char *said = room_ask_alone(room, player, "seat", address);
	const char *at = strstr(said, address);
	assert_non_null(at);
	memcpy(key, at + strlen(address), KEY);
	key[KEY] = '\0';
}

static const char *path_of(const char *key, const char *rest)
{
	static char path[128];
	snprintf(path, sizeof path, "/seat/%s%s", key, rest);
	return path;
}

/* Requests a page of a seat until the answer has this status. */
static void wait_for_status(struct site *site, const char *path, int status)
{
	for (long until = bot_clock() + BOT_PATIENCE; site_get(site, path, "") != status;) {
		if (bot_clock() >= until)
			fail_msg("no %d: %s", status, site->reply);
		usleep(20000);
	}
}

static int post(struct site *site, const char *path, const char *headers, const char *body)
{
	char request[REQUEST];
	snprintf(request, sizeof request,
		"POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%sContent-Length: "
		"%zu\r\n\r\n%s",
		path, headers, strlen(body), body);
	return site_ask(site, request);
}

static const char form[] =
	"Content-Type: application/x-www-form-urlencoded\r\nOrigin: https://cards.test\r\n";

/* Writes the form of the first move on the page that was fetched last. */
static void read_form(const struct site *site, char body[128])
{
	const char *n = strstr(site->reply, "name=\"n\" value=\"");
	const char *move = strstr(site->reply, "name=\"move\" value=\"");
	assert_non_null(n);
	assert_non_null(move);
	move += strlen("name=\"move\" value=\"");
	snprintf(body, 128, "n=%ld&move=%.*s", strtol(n + strlen("name=\"n\" value=\""), NULL, 10),
		(int)strcspn(move, "\""), move);
	for (char *at = body; *at != '\0'; at++)
		*at = *at == ' ' ? '+' : *at;
}

/* Waits until a seat is shown with buttons of moves. */
static void wait_for_turn(struct site *site, const char *key)
{
	for (long until = bot_clock() + BOT_PATIENCE; site_get(site, path_of(key, ""), "") != 200 ||
		strstr(site->reply, "name=\"move\"") == NULL;)
		assert_true(bot_clock() < until);
}

CASE_WITH(a_move_by_a_tap_is_told_like_a_typed_move, struct site *site, site_enter, site_leave)
{
	struct room *room = site->room;
	char annas[KEY + 1];
	char lucs[KEY + 1];
	char body[128];
	open_seats(site);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_begin(room, anna, luc, "target=500", 4);
	get_key(room, anna, annas);
	get_key(room, luc, lucs);
	wait_for_turn(site, annas);
	read_form(site, body);
	int fd = site_come(site);
	char request[REQUEST];
	snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n",
		path_of(lucs, "/events"));
	site->length = 0;
	site->reply[0] = '\0';
	site_put(fd, request);
	site_wait_for(site, fd, "event: parts");
	assert_int_equal(post(site, path_of(annas, "/move"), form, body), 303);
	assert_has(site, "\r\nLocation: /seat/");
	room_expect(room, &room->people[ROOM_OWL], "anna plays ");
	site->length = 0;
	site->reply[0] = '\0';
	site_wait_for(site, fd, "event: parts");
	close(fd);
	/* The second use of a form plays nothing. */
	assert_int_equal(post(site, path_of(annas, "/move"), form, body), 409);
	assert_has(site, "role=\"alert\">The table has moved on");
	/* The form of anna's page plays nothing with luc's key. */
	assert_int_equal(post(site, path_of(lucs, "/move"), form, body), 409);
	wait_for_turn(site, lucs);
	read_form(site, body);
	assert_int_equal(post(site, path_of(lucs, "/move"), form, "n=0&move=help"), 409);
	memcpy(strstr(body, "move="), "move=help", sizeof "move=help");
	assert_int_equal(post(site, path_of(lucs, "/move"), form, body), 422);
	assert_int_equal(site_get(site, path_of(lucs, ".json"), ""), 200);
	assert_has(site, "\"your_turn\":true");
	room_whisper(luc, "seat off");
	wait_for_status(site, path_of(lucs, ""), 404);
	assert_has(site, "This link to a seat has ended.");
	assert_int_equal(post(site, path_of(lucs, "/move"), form, body), 404);
}

/* Begins a match of anna and luc, and waits for the page of anna's seat. Writes its key. */
static void begin_with_key(struct site *site, char key[KEY + 1])
{
	struct room *room = site->room;
	open_seats(site);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	room_begin(room, anna, luc, "target=500", 4);
	get_key(room, anna, key);
	wait_for_status(site, path_of(key, ""), 200);
}

CASE_WITH(attacks_on_a_seat_over_http_fail, struct site *site, site_enter, site_leave)
{
	static const struct {
		const char *rest, *headers, *body;
		int status;
	} attacks[] = {
		{ "", "", NULL, 200 },
		{ "A", "", NULL, 404 },
		{ "/../x", "", NULL, 404 },
		{ ".json", "Origin: https://evil.test\r\n", NULL, 200 },
		{ "", form, "n=1&move=9c", 409 }, /* the match is not over */
		{ "/events", form, "n=1&move=9c", 405 },
		{ "A/move", form, "n=1&move=9c", 404 },
		{ "/move", "Content-Type: application/x-www-form-urlencoded\r\n", "n=1", 400 },
		{ "/move",
			"Content-Type: application/x-www-form-urlencoded\r\n"
			"Origin: https://evil.test\r\n",
			"n=1&move=9c", 403 },
		{ "/move", "Content-Type: application/x-www-form-urlencoded\r\nOrigin: null\r\n",
			"n=1&move=9c", 403 },
		{ "/move", "Content-Type: text/plain\r\n", "n=1&move=9c", 415 },
		{ "/move", "", "n=1&move=9c", 415 },
		{ "/move", form, "n=1&move=admin+shutdown", 409 },
	};
	struct room *room = site->room;
	char key[KEY + 1];
	begin_with_key(site, key);
	assert_has(site, "\r\nCache-Control: no-store\r\n");
	assert_has(site, "\r\nReferrer-Policy: same-origin\r\n");
	assert_has(site, "\r\nX-Robots-Tag: noindex\r\n");
	for (size_t i = 0; i < sizeof attacks / sizeof attacks[0]; i++) {
		const char *path = path_of(key, attacks[i].rest);
		int status = attacks[i].body != NULL
			? post(site, path, attacks[i].headers, attacks[i].body)
			: site_get(site, path, attacks[i].headers);
		if (status != attacks[i].status)
			fail_msg("attack %zu: %s", i, site->reply);
		if (status >= 400 && status != 409 && strstr(site->reply, key) != NULL)
			fail_msg("attack %zu repeats the key: %s", i, site->reply);
		assert_null(strstr(site->reply, "Access-Control-Allow-Origin"));
	}
	/* Each address may begin two lessons. The last X-Forwarded-For counts, because the proxy
	 * added it. */
	for (unsigned i = 0; i < 3; i++) {
		char headers[REQUEST];
		snprintf(headers, sizeof headers,
			"%sX-Forwarded-For: 192.0.2.%u\r\nX-Forwarded-For: 203.0.113.9\r\n", form,
			i);
		assert_int_equal(post(site, "/tutorial", form, "lang=en"), i < 2 ? 303 : 429);
		assert_int_equal(post(site, "/tutorial", headers, "lang=en"), i < 2 ? 303 : 429);
	}
	char path[PATH_MAX];
	folder_file(room->bot.folder, "log", path);
	char *log = folder_read(path, NULL);
	assert_null(strstr(log, key));
	free(log);
}

/* Sends a form of many bytes. Returns the status of the answer. */
static int send_long(struct site *site, const char *path, const char *framing)
{
	char request[REQUEST];
	char bytes[REQUEST];
	int fd = site_come(site);
	snprintf(request, sizeof request, "POST %s HTTP/1.1\r\nHost: x\r\n%s%s\r\n", path, form,
		framing);
	memset(bytes, 'a', sizeof bytes);
	memcpy(bytes, "ff9\r\n", 5); /* one chunk of 4089 bytes */
	memcpy(bytes + sizeof bytes - 2, "\r\n", 2);
	site_put(fd, request);
	site->length = 0;
	site->reply[0] = '\0';
	for (unsigned i = 0; i < 8; i++)
		if (send(fd, bytes, sizeof bytes, MSG_NOSIGNAL) < 0)
			break;
	send(fd, "0\r\n\r\n", 5, MSG_NOSIGNAL);
	site_wait_for(site, fd, "HTTP/1.1 4");
	close(fd);
	return (int)strtol(site->reply + strlen("HTTP/1.1 "), NULL, 10);
}

CASE_WITH(long_and_slow_forms_are_refused, struct site *site, site_enter, site_leave)
{
	char request[REQUEST];
	char rest[16];
	static const char path[] = "/seat/AAAAAAAAAAAAAAAAAAAAAA/move";
	site->room->bot.haste = 20; /* also speeds up the clock of the pages, which start below */
	open_seats(site);
	assert_int_equal(send_long(site, path, "Content-Length: 100000000\r\n"), 413);
	assert_int_equal(send_long(site, path, "Content-Length: 1025\r\n"), 413);
	assert_int_equal(
		send_long(site, path, "Content-Length: 99999999999999999999999999\r\n"), 413);
	assert_int_equal(send_long(site, path, "Transfer-Encoding: chunked\r\n"), 413);
	/* a form with a NUL byte is short, but no form */
	int length = snprintf(request, sizeof request,
		"POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%sContent-Length: "
		"4\r\n\r\nn=%c0",
		path, form, 0);
	assert_int_equal(site_ask_bytes(site, request, (size_t)length), 400);
	/* other methods than GET and POST are refused */
	snprintf(request, sizeof request, "PUT %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
		path);
	assert_int_equal(site_ask(site, request), 405);
	assert_has(site, "\r\nAllow: GET, HEAD, POST\r\n");
	/* a form whose body never comes is not waited for */
	int fd = site_come(site);
	snprintf(request, sizeof request,
		"POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Length: 1000\r\n\r\nn=", path, form);
	site_put(fd, request);
	assert_int_equal(site_get(site, "/", ""), 200);
	assert_true(recv(fd, rest, sizeof rest, 0) <= 0);
	close(fd);
}

/*
 * ATTACK_CONNECTIONS come from ATTACK_HOMES addresses. After each ATTACK_ROUND of them the pages
 * must answer the player. ATTACK_MEMORY: most bytes that a connection may cost the pages.
 */
enum {
	ATTACK_CONNECTIONS = 10000,
	ATTACK_HOMES = 8,
	ATTACK_ROUND = 500,
#ifdef __SANITIZE_ADDRESS__
	ATTACK_MEMORY = 64 * 1024 /* the sanitizer keeps freed memory */
#else
	ATTACK_MEMORY = 20 * 1024
#endif
};

/* Raises the limit of open files. Returns how many connections the attacker may have. */
static unsigned raise_limit(void)
{
	struct rlimit files;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
	files.rlim_cur = files.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
	/* The pages have the same limit. Leave them a quarter of it for the players. */
	rlim_t most = files.rlim_cur / 4 * 3;
	return most < ATTACK_CONNECTIONS ? (unsigned)most : ATTACK_CONNECTIONS;
}

/* Returns the bytes of memory that the process of the pages uses. */
static long measure_memory(const struct site *site)
{
	char path[64];
	char line[128];
	long bytes = 0;
	snprintf(path, sizeof path, "/proc/%d/status", (int)site->pid);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	while (bytes == 0 && fgets(line, sizeof line, file) != NULL)
		if (strncmp(line, "VmRSS:", 6) == 0)
			bytes = strtol(line + 6, NULL, 10) * 1024;
	fclose(file);
	return bytes;
}

/* Opens connections that read no page, end no request, keep events open and send forms slowly. */
static void attack(struct site *site, const char *key, const char *players, int *fd, unsigned count)
{
	static const char *const formats[] = {
		"GET /seat/%s HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET /seat/%s HTTP/1.1\r\nHost: x\r\n",
		"GET /seat/%s/events HTTP/1.1\r\nHost: x\r\n\r\n",
		("POST /seat/%s/move HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"
		 "Content-Type: application/x-www-form-urlencoded\r\n\r\nn="),
	};
	for (unsigned i = 0; i < count; i++) {
		char request[REQUEST];
		snprintf(request, sizeof request, formats[i / ATTACK_HOMES % 4], key);
		fd[i] = server_reach(site->port, INADDR_LOOPBACK + 1 + i % ATTACK_HOMES);
		site_put(fd[i], request);
		if (i % ATTACK_ROUND == 0)
			assert_int_equal(site_get(site, path_of(players, ""), ""), 200);
	}
}

/* Makes the first move on the page of a seat, and waits until the channel and the bot answer. */
static void play_first_move(struct site *site, const char *key, struct player *player)
{
	struct room *room = site->room;
	char body[128];
	char says[80];
	wait_for_turn(site, key);
	read_form(site, body);
	assert_int_equal(post(site, path_of(key, "/move"), form, body), 303);
	snprintf(says, sizeof says, "%s plays ", player->client.nick);
	room_expect(room, &room->people[ROOM_OWL], says);
	room_ask(room, player, "!ping back", "pong back");
}

CASE_WITH(ten_thousand_connections_keep_no_player_from_the_seat, struct site *site, site_enter,
	site_leave)
{
	char annas[KEY + 1];
	char lucs[KEY + 1];
	begin_with_key(site, annas);
	struct player *anna = &site->room->people[ROOM_OWL + 1];
	struct player *luc = anna + 1;
	get_key(site->room, luc, lucs);
	wait_for_turn(site, annas);
	long memory = measure_memory(site);
	unsigned count = raise_limit();
	int *fd = calloc(count, sizeof *fd);
	assert_non_null(fd);
	/* Luc has a key of the table, so requests with it cost more than those with an unknown
	 * key. */
	attack(site, lucs, annas, fd, count);
	assert_true(measure_memory(site) - memory <= (long)count * ATTACK_MEMORY);
	play_first_move(site, annas, anna);
	for (unsigned i = 0; i < count; i++)
		close(fd[i]);
	free(fd);
	play_first_move(site, lucs, luc);
}

/* Robots that look at an invitation, for a preview or an index, do not use it up. */
CASE_WITH(only_sending_the_form_uses_up_an_invitation, struct site *site, site_enter, site_leave)
{
	static const char *const robots[] = { "GET", "HEAD", "OPTIONS", "PUT", "GET" };
	static const char address[] = "https://cards.test";
	struct room *room = site->room;
	char path[64];
	char request[REQUEST];
	open_seats(site);
	struct player *anna = room_enter(room, "anna");
	room_ask(room, anna, "!new", "anna opens a table");
	const char *said = room_ask_alone(room, anna, "guest", "https://cards.test/join/");
	snprintf(path, sizeof path, "%.*s", (int)strlen("/join/") + KEY,
		strstr(said, address) + strlen(address));
	wait_for_status(site, path, 200);
	assert_has(site, "anna invites you");
	for (size_t i = 0; i < sizeof robots / sizeof robots[0]; i++) {
		snprintf(request, sizeof request,
			"%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", robots[i], path);
		int status = site_ask(site, request);
		assert_int_equal(status, i == 2 || i == 3 ? 405 : 200);
	}
	assert_int_equal(post(site, path, form, "name=l%2Fa"), 422);
	assert_int_equal(post(site, path, form, "name=anna"), 409);
	assert_int_equal(post(site, path, "Origin: https://evil.test\r\n", "name=lea"), 403);
	assert_int_equal(post(site, path, form, "name=lea&lang=fr"), 303);
	assert_has(site, "\r\nLocation: /seat/");
	snprintf(request, sizeof request, "%.*s", (int)strlen("/seat/") + KEY,
		strstr(site->reply, "/seat/"));
	wait_for_status(site, path, 404);
	assert_int_equal(post(site, path, form, "name=max"), 404);
	assert_int_equal(site_get(site, request, ""), 200);
	assert_has(site, "<html lang=\"fr\">");
	assert_has(site, "<bdi>Vous</bdi>");
}

/* While the page offers a match to this machine, the pages refuse requests for other host names. */
CASE_WITH(the_page_offers_an_immediate_match_only_on_the_same_machine, struct site *site,
	site_enter, site_leave)
{
	site_open(site, "play_now = true;");
	assert_int_equal(site_get(site, "/", ""), 200);
	assert_has(site, "action=\"/play\"");
	/* The pages have this answer in their cache, and yet refuse it. */
	assert_int_equal(
		site_ask(site, "GET / HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n"),
		403);
	assert_null(strstr(site->reply, "action=\"/play\""));
	assert_int_equal(post(site, "/play", form, "lang=en&game=mate&level=easy"), 403);
}
