/* Pages over HTTP: a live table is watched while the bot dies and comes again; bad requests. */
#include <arpa/inet.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/irc/room.h"

enum { REPLY = 256 * 1024, CROWD = 300 };

struct site {
	struct room *room;
	pid_t pid;
	int port;
	char reply[REPLY]; /* of the last request, or what came of a stream so far */
	size_t length;
};

static void start(struct site *site)
{
	const char *program = getenv("MITAINES");
	if (program == NULL) {
		fail_msg("MITAINES does not name the program");
		return;
	}
	site->pid = fork();
	assert_true(site->pid >= 0);
	if (site->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execl(program, "mitaines", "web", "-c", site->room->bot.configuration,
			(char *)NULL);
		_exit(127);
	}
}

static void stop(struct site *site)
{
	int status = 0;
	assert_int_equal(kill(site->pid, SIGTERM), 0);
	assert_int_equal(waitpid(site->pid, &status, 0), site->pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* A connection to the pages, as soon as they are there. */
static int come(const struct site *site)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_port = htons((uint16_t)site->port),
		.sin_addr = { htonl(INADDR_LOOPBACK) } };
	for (long until = bot_clock() + BOT_PATIENCE; bot_clock() < until; usleep(20000)) {
		int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		assert_true(fd >= 0);
		if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
			return fd;
		close(fd);
	}
	fail_msg("no pages at port %d", site->port);
	return -1;
}

static void put(int fd, const char *text)
{
	assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* Adds what comes next; false: that was all. */
static bool hear(struct site *site, int fd)
{
	struct pollfd ready = { .fd = fd, .events = POLLIN };
	if (site->length >= REPLY - 1)
		return false;
	if (poll(&ready, 1, BOT_PATIENCE) != 1)
		fail_msg("nothing more comes after: %s", site->reply);
	ssize_t got = recv(fd, site->reply + site->length, REPLY - 1 - site->length, 0);
	site->length += got > 0 ? (size_t)got : 0;
	site->reply[site->length] = '\0';
	return got > 0;
}

/* Sends a request and reads all of the answer; returns its status, 0: there is none. */
static int ask(struct site *site, const char *request)
{
	int fd = come(site);
	site->length = 0;
	site->reply[0] = '\0';
	put(fd, request);
	while (hear(site, fd))
		;
	close(fd);
	return strncmp(site->reply, "HTTP/1.1 ", 9) == 0 ? (int)strtol(site->reply + 9, NULL, 10)
							 : 0;
}

static int get(struct site *site, const char *target, const char *headers)
{
	char request[1024];
	snprintf(request, sizeof request,
		"GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n", target, headers);
	return ask(site, request);
}

static void wait_for(struct site *site, int fd, const char *part)
{
	while (strstr(site->reply, part) == NULL)
		if (!hear(site, fd))
			fail_msg("no %s in: %s", part, site->reply);
}

static void configure(struct site *site)
{
	FILE *file = fopen(site->room->bot.configuration, "a");
	assert_non_null(file);
	site->port = server_free_port();
	fprintf(file, "web = { port = %d; url = \"https://cards.test\"; };\n", site->port);
	assert_int_equal(fclose(file), 0);
}

static void open_site(struct site *site, struct room *room)
{
	site->room = room;
	configure(site);
	start(site);
	for (long until = bot_clock() + BOT_PATIENCE; get(site, "/", "") != 200;)
		assert_true(bot_clock() < until);
}

#define assert_has(site, part) assert_non_null(strstr((site)->reply, part))

static void a_table_is_watched_while_the_bot_dies_and_comes_again(void **state)
{
	struct room *room = *state;
	struct site *site = calloc(1, sizeof *site);
	assert_non_null(site);
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	open_site(site, room);
	room_begin(room, anna, luc, "target=500", 4);
	assert_int_equal(get(site, "/", ""), 200);
	assert_has(site, "href=\"/table/1\"");
	assert_int_equal(get(site, "/table/1", ""), 200);
	assert_has(site, "id=\"board\"");
	int fd = come(site);
	site->length = 0;
	put(fd, "GET /table/1/events HTTP/1.1\r\nHost: x\r\n\r\n");
	wait_for(site, fd, "event: scene");
	wait_for(site, fd, "text/event-stream");
	site->length = 0;
	site->reply[0] = '\0';
	room_move(room, anna);
	wait_for(site, fd, "anna plays");
	room_kill_bot(room);
	room_start_bot(room);
	site->length = 0;
	site->reply[0] = '\0';
	room_move(room, room_mover(room, anna, luc));
	wait_for(site, fd, " plays ");
	room_say(anna, "!stop");
	room_say(luc, "!stop");
	wait_for(site, fd, "event: end");
	wait_for(site, fd, "data: /match/1");
	close(fd);
	assert_int_equal(get(site, "/match/1.txt", ""), 200);
	assert_has(site, "\nroot ");
	stop(site);
	free(site);
}

static void pages_go_on_without_the_bot(void **state)
{
	struct room *room = *state;
	struct site *site = calloc(1, sizeof *site);
	assert_non_null(site);
	open_site(site, room);
	assert_int_equal(bot_stop(&room->bot), 0);
	room_see_bot_gone(room);
	assert_int_equal(get(site, "/", ""), 200);
	stop(site);
	start(site); /* where it can't even make a log */
	assert_int_equal(get(site, "/top", ""), 200);
	room_start_bot(room);
	struct player *anna = room_enter(room, "anna");
	room_ask(room, anna, "!new", "anna opens a table");
	for (long until = bot_clock() + BOT_PATIENCE;
		get(site, "/", "") != 200 || strstr(site->reply, "/table/1") == NULL;)
		assert_true(bot_clock() < until);
	stop(site);
	free(site);
}

static void answers_are_packed_tagged_and_bound(void **state)
{
	struct room *room = *state;
	struct site *site = calloc(1, sizeof *site);
	char tag[64] = "";
	char header[128];
	assert_non_null(site);
	open_site(site, room);
	assert_int_equal(get(site, "/", ""), 200);
	assert_has(site, "\r\nContent-Security-Policy: default-src 'none';");
	assert_has(site, "\r\nCache-Control: no-cache\r\n");
	assert_has(site, "\r\nX-Content-Type-Options: nosniff\r\n");
	assert_has(site, "</html>");
	const char *at = strstr(site->reply, "\r\nETag: ");
	assert_non_null(at);
	assert_int_equal(sscanf(at, "\r\nETag: %63s", tag), 1);
	snprintf(header, sizeof header, "If-None-Match: %s\r\n", tag);
	assert_int_equal(get(site, "/", header), 304);
	assert_null(strstr(site->reply, "<html"));
	assert_int_equal(get(site, "/", "If-None-Match: \"other\"\r\n"), 200);
	assert_int_equal(get(site, "/", "Accept-Encoding: br, gzip\r\n"), 200);
	assert_has(site, "\r\nContent-Encoding: gzip\r\n");
	assert_int_equal(get(site, "/", "Accept-Encoding: gzip;q=0\r\n"), 200);
	assert_null(strstr(site->reply, "Content-Encoding"));
	assert_int_equal(get(site, "/", "Range: bytes=0-3\r\n"), 200);
	assert_int_equal(get(site, "/language/fr?back=/top", ""), 303);
	assert_has(site, "\r\nSet-Cookie: lang=fr;");
	assert_int_equal(get(site, "/", "Cookie: lang=fr\r\n"), 200);
	assert_has(site, "<html lang=\"fr\">");
	assert_null(strstr(site->reply, "Set-Cookie"));
	stop(site);
	free(site);
}

/* Whoever looks at several pages does so through one connection. */
static void a_connection_is_for_many_requests(void **state)
{
	static const char request[] = "GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n";
	struct room *room = *state;
	struct site *site = calloc(1, sizeof *site);
	assert_non_null(site);
	open_site(site, room);
	int fd = come(site);
	for (unsigned i = 0; i < 3; i++) {
		site->length = 0;
		site->reply[0] = '\0';
		put(fd, request);
		wait_for(site, fd, "Disallow: /language/\n");
		assert_null(strstr(site->reply, "Connection: close"));
	}
	site->length = 0;
	site->reply[0] = '\0';
	put(fd, "GET /robots.txt HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody");
	wait_for(site, fd, "Disallow: /language/\n");
	close(fd);
	stop(site);
	free(site);
}

/* What was answered once is not answered again when it no longer holds. */
static void an_answer_is_given_again_only_while_it_holds(void **state)
{
	struct room *room = *state;
	struct site *site = calloc(1, sizeof *site);
	assert_non_null(site);
	struct player *anna = room_enter(room, "anna");
	open_site(site, room);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(get(site, "/", ""), 200);
		assert_has(site, "Nobody is playing right now.");
	}
	assert_int_equal(get(site, "/", "Accept-Language: fr\r\n"), 200);
	assert_has(site, "<html lang=\"fr\">");
	room_ask(room, anna, "!new", "anna opens a table");
	assert_int_equal(get(site, "/", ""), 200);
	assert_has(site, "href=\"/table/1\"");
	stop(site);
	free(site);
}

static void bad_requests_get_the_right_status(void **state)
{
	struct room *room = *state;
	struct site *site = calloc(1, sizeof *site);
	char *longest = malloc(64 * 1024);
	int crowd[CROWD];
	assert_non_null(site);
	assert_non_null(longest);
	open_site(site, room);
	assert_int_equal(ask(site,
				 "POST / HTTP/1.1\r\nHost: x\r\nConnection: "
				 "close\r\nContent-Length: 0\r\n\r\n"),
		405);
	assert_has(site, "\r\nAllow: GET, HEAD\r\n");
	assert_int_equal(ask(site, "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), 200);
	assert_null(strstr(site->reply, "<html"));
	assert_int_equal(get(site, "/%ff", ""), 400);
	assert_int_equal(get(site, "/../../etc/passwd", ""), 404);
	assert_int_equal(get(site, "/match/99999999999999999999", ""), 404);
	memset(longest, 'a', 64 * 1024);
	memcpy(longest, "GET /", 5);
	memcpy(longest + 3000, " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
		sizeof " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
	assert_int_equal(ask(site, longest), 414);
	for (unsigned i = 0; i < CROWD; i++) {
		crowd[i] = come(site);
		put(crowd[i], "GET / HT");
	}
	assert_int_equal(get(site, "/", ""), 200);
	for (unsigned i = 0; i < CROWD; i++)
		close(crowd[i]);
	assert_int_equal(get(site, "/", ""), 200);
	stop(site);
	free(longest);
	free(site);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_table_is_watched_while_the_bot_dies_and_comes_again, room_open,
			room_close),
		cmocka_unit_test_setup_teardown(pages_go_on_without_the_bot, room_open, room_close),
		cmocka_unit_test_setup_teardown(
			answers_are_packed_tagged_and_bound, room_open, room_close),
		cmocka_unit_test_setup_teardown(
			a_connection_is_for_many_requests, room_open, room_close),
		cmocka_unit_test_setup_teardown(
			an_answer_is_given_again_only_while_it_holds, room_open, room_close),
		cmocka_unit_test_setup_teardown(
			bad_requests_get_the_right_status, room_open, room_close),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
