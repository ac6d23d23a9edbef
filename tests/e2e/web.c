/* web.c - pages over HTTP: a live table during a crash of the bot, caching, and bad requests. */
#include <stdlib.h>
#include <unistd.h>

#include "tests/cases.h"
#include "tests/irc/site.h"

enum { CROWD = 300 };

#define assert_has(site, part) assert_non_null(strstr((site)->reply, part))

CASE_WITH(a_watched_table_survives_a_crash_of_the_bot, struct site *site, site_enter, site_leave)
{
	struct room *room = site->room;
	struct player *anna = room_enter(room, "anna");
	struct player *luc = room_enter(room, "luc");
	site_open(site, "");
	room_begin(room, anna, luc, "target=500", 4);
	assert_int_equal(site_get(site, "/", ""), 200);
	assert_has(site, "href=\"/table/1\"");
	assert_int_equal(site_get(site, "/table/1", ""), 200);
	assert_has(site, "id=\"felt\"");
	/* The empty answer to HEAD must not be kept for the stream. */
	assert_int_equal(site_ask(site,
				 "HEAD /table/1/events HTTP/1.1\r\nHost: x\r\nConnection: "
				 "close\r\n\r\n"),
		200);
	int fd = site_come(site);
	site->length = 0;
	site_put(fd, "GET /table/1/events HTTP/1.1\r\nHost: x\r\n\r\n");
	site_wait_for(site, fd, "event: parts");
	site_wait_for(site, fd, "text/event-stream");
	site->length = 0;
	site->reply[0] = '\0';
	room_move(room, anna);
	site_wait_for(site, fd, "anna plays");
	room_kill_bot(room);
	room_start_bot(room);
	site->length = 0;
	site->reply[0] = '\0';
	room_move(room, room_mover(room, anna, luc));
	site_wait_for(site, fd, " plays ");
	room_say(anna, "!stop");
	room_say(luc, "!stop");
	site_wait_for(site, fd, "event: end");
	site_wait_for(site, fd, "data: /match/1");
	close(fd);
	assert_int_equal(site_get(site, "/match/1.txt", ""), 200);
	assert_has(site, "\nroot ");
}

static void wait_for_page(struct site *site, const char *part)
{
	for (long until = bot_clock() + BOT_PATIENCE;
		site_get(site, "/", "") != 200 || strstr(site->reply, part) == NULL;)
		assert_true(bot_clock() < until);
}

CASE_WITH(pages_work_without_the_bot, struct site *site, site_enter, site_leave)
{
	struct room *room = site->room;
	site_open(site, "");
	assert_int_equal(bot_stop(&room->bot), 0);
	room_see_bot_gone(room);
	assert_int_equal(site_get(site, "/", ""), 200);
	site_stop(site);
	site_start(site); /* the stopped bot has left no -wal file */
	assert_int_equal(site_get(site, "/top", ""), 200);
	room_start_bot(room);
	struct player *anna = room_enter(room, "anna");
	/* The pages hide a match that is opened before the bot knows the modes of the channel. */
	room_ask(room, anna, "!ping back", "pong back");
	room_ask(room, anna, "!new", "anna opens a table");
	wait_for_page(site, "/table/1");
	/* A public page must not link to the IRC server of this machine, which its readers cannot
	 * reach. The first run of the bot stored the link; the second removes it once it knows the
	 * channel's modes. */
	for (long until = bot_clock() + BOT_PATIENCE; strstr(site->reply, "irc://") != NULL;) {
		assert_true(bot_clock() < until);
		assert_int_equal(site_get(site, "/", ""), 200);
	}
}

CASE_WITH(answers_are_compressed_and_have_etag_and_policy_headers, struct site *site, site_enter,
	site_leave)
{
	char tag[64] = "";
	char header[128];
	site_open(site, "");
	assert_int_equal(site_get(site, "/", ""), 200);
	assert_has(site, "\r\nContent-Security-Policy: default-src 'none';");
	assert_has(site, "\r\nCache-Control: no-cache\r\n");
	assert_has(site, "\r\nX-Content-Type-Options: nosniff\r\n");
	assert_has(site, "</html>");
	const char *at = strstr(site->reply, "\r\nETag: ");
	assert_non_null(at);
	assert_int_equal(sscanf(at, "\r\nETag: %63s", tag), 1);
	snprintf(header, sizeof header, "If-None-Match: %s\r\n", tag);
	assert_int_equal(site_get(site, "/", header), 304);
	assert_null(strstr(site->reply, "<html"));
	assert_int_equal(site_get(site, "/", "If-None-Match: \"other\"\r\n"), 200);
	assert_int_equal(site_get(site, "/", "Accept-Encoding: br, gzip\r\n"), 200);
	assert_has(site, "\r\nContent-Encoding: gzip\r\n");
	assert_int_equal(site_get(site, "/", "Accept-Encoding: gzip;q=0\r\n"), 200);
	assert_null(strstr(site->reply, "Content-Encoding"));
	assert_int_equal(site_get(site, "/picture.png", "Accept-Encoding: gzip\r\n"), 200);
	assert_has(site, "\r\nContent-Type: image/png\r\n");
	assert_null(strstr(site->reply, "Content-Encoding"));
	assert_int_equal(site_get(site, "/", "Range: bytes=0-3\r\n"), 200);
	assert_int_equal(site_get(site, "/language/fr?back=/top", ""), 303);
	assert_has(site, "\r\nSet-Cookie: lang=fr;");
	assert_int_equal(site_get(site, "/", "Cookie: lang=fr\r\n"), 200);
	assert_has(site, "<html lang=\"fr\">");
	assert_null(strstr(site->reply, "Set-Cookie"));
}

/* A browser requests several pages on one connection. */
CASE_WITH(one_connection_serves_many_requests, struct site *site, site_enter, site_leave)
{
	static const char request[] = "GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n";
	site_open(site, "");
	int fd = site_come(site);
	for (unsigned i = 0; i < 3; i++) {
		site->length = 0;
		site->reply[0] = '\0';
		site_put(fd, request);
		site_wait_for(site, fd, "Disallow: /language/\n");
		assert_null(strstr(site->reply, "Connection: close"));
	}
	site->length = 0;
	site->reply[0] = '\0';
	site_put(fd, "GET /robots.txt HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody");
	site_wait_for(site, fd, "Disallow: /language/\n");
	close(fd);
}

CASE_WITH(a_cached_answer_is_dropped_when_stale, struct site *site, site_enter, site_leave)
{
	struct room *room = site->room;
	struct player *anna = room_enter(room, "anna");
	site_open(site, "");
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(site_get(site, "/", ""), 200);
		assert_has(site, "Nobody is playing in a channel right now.");
	}
	assert_int_equal(site_get(site, "/", "Accept-Language: fr\r\n"), 200);
	assert_has(site, "<html lang=\"fr\">");
	room_ask(room, anna, "!new", "anna opens a table");
	assert_int_equal(site_get(site, "/", ""), 200);
	assert_has(site, "href=\"/table/1\"");
}

CASE_WITH(requests_that_http_forbids_get_400, struct site *site, site_enter, site_leave)
{
	static const char *const headers[] = {
		"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
		"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
		"Content-Length: 4\r\nContent-Length: 5\r\n",
		"X-Kept : 1\r\n",
		"Content-Length : 4\r\n",
	};
	static const char nul[] =
		"GET /robots.txt\0x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
	site_open(site, "");
	for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
		assert_int_equal(site_get(site, "/robots.txt", headers[i]), 400);
		assert_has(site, "\r\nConnection: close\r\n");
	}
	/* libmicrohttpd 1.0 closes the connection without an answer. */
	int status = site_ask_bytes(site, nul, sizeof nul - 1);
	assert_true(status == 400 || status == 0);
}

CASE_WITH(bad_requests_get_the_right_status, struct site *site, site_enter, site_leave)
{
	char *longest = malloc(64 * 1024);
	int crowd[CROWD];
	assert_non_null(longest);
	site_open(site, "");
	assert_int_equal(site_ask(site,
				 "POST / HTTP/1.1\r\nHost: x\r\nConnection: "
				 "close\r\nContent-Length: 0\r\n\r\n"),
		405);
	assert_has(site, "\r\nAllow: GET, HEAD\r\n");
	assert_int_equal(
		site_ask(site, "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), 200);
	assert_null(strstr(site->reply, "<html"));
	assert_int_equal(site_get(site, "/%ff", ""), 400);
	assert_int_equal(site_get(site, "/../../etc/passwd", ""), 404);
	assert_int_equal(site_get(site, "/match/99999999999999999999", ""), 404);
	memset(longest, 'a', 64 * 1024);
	memcpy(longest, "GET /", 5);
	memcpy(longest + 3000, " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
		sizeof " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
	assert_int_equal(site_ask(site, longest), 414);
	for (unsigned i = 0; i < CROWD; i++) {
		crowd[i] = site_come(site);
		site_put(crowd[i], "GET / HT");
	}
	assert_int_equal(site_get(site, "/", ""), 200);
	for (unsigned i = 0; i < CROWD; i++)
		close(crowd[i]);
	assert_int_equal(site_get(site, "/", ""), 200);
	free(longest);
}
