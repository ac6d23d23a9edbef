/* homeserver.c - a homeserver scripted by a test. */
#include "tests/matrix/homeserver.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/irc/bot.h"
#include "tests/irc/server.h"

enum { HOMESERVER_CHUNK = 16384 };

#define ROOM "!r:test"

/* ---- coming and going ---- */

void homeserver_open(struct homeserver *homeserver)
{
	*homeserver = (struct homeserver){ .log = STRING_EMPTY };
	homeserver->listener = server_listener(&homeserver->port);
	for (size_t i = 0; i < HOMESERVER_LINES; i++)
		homeserver->line[i] = (struct homeserver_line){ .fd = -1, .heard = STRING_EMPTY };
}

void homeserver_secure(struct homeserver *homeserver, const char *certificate, const char *key)
{
	homeserver_open(homeserver);
	homeserver->tls = SSL_CTX_new(TLS_server_method());
	assert_int_equal(
		SSL_CTX_use_certificate_file(homeserver->tls, certificate, SSL_FILETYPE_PEM), 1);
	assert_int_equal(SSL_CTX_use_PrivateKey_file(homeserver->tls, key, SSL_FILETYPE_PEM), 1);
}

static void line_close(struct homeserver_line *line)
{
	if (line->fd < 0)
		return;
	SSL_free(line->tls);
	close(line->fd);
	string_free(&line->heard);
	*line = (struct homeserver_line){ .fd = -1, .heard = STRING_EMPTY };
}

void homeserver_drop(struct homeserver *homeserver)
{
	for (size_t i = 0; i < HOMESERVER_LINES; i++)
		line_close(&homeserver->line[i]);
}

void homeserver_close(struct homeserver *homeserver)
{
	homeserver_drop(homeserver);
	close(homeserver->listener);
	SSL_CTX_free(homeserver->tls);
	string_free(&homeserver->log);
}

static void homeserver_meet(struct homeserver *homeserver)
{
	struct homeserver_line *line = homeserver->line;
	int fd = accept(homeserver->listener, NULL, NULL);
	while (line < homeserver->line + HOMESERVER_LINES && line->fd >= 0)
		line++;
	assert_true(fd >= 0 && line < homeserver->line + HOMESERVER_LINES);
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	/* Without this, Nagle's algorithm delays the body until the bot has acknowledged the
	 * head. */
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
	line->fd = fd;
	if (homeserver->tls == NULL)
		return;
	line->tls = SSL_new(homeserver->tls);
	SSL_set_fd(line->tls, fd);
	if (SSL_accept(line->tls) != 1)
		line_close(line);
}

/* ---- answers ---- */

/* Writes bytes. Returns false if the bot has closed the connection. */
static bool line_write(struct homeserver_line *line, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t count = line->tls != NULL ? SSL_write(line->tls, bytes, (int)length)
						  : send(line->fd, bytes, length, MSG_NOSIGNAL);
		if (count <= 0)
			return false;
		bytes += count;
		length -= (size_t)count;
	}
	return true;
}

static void line_answer(struct homeserver_line *line, long status, const char *headers,
	const char *body, size_t length)
{
	char head[1024];
	int size = snprintf(head, sizeof head,
		"HTTP/1.1 %ld Told\r\nContent-Type: application/json\r\nContent-Length: "
		"%zu\r\n%s\r\n",
		status, length, headers);
	assert_in_range(size, 1, sizeof head - 1);
	line->hears = false;
	if (!line_write(line, head, (size_t)size) || !line_write(line, body, length))
		line_close(line);
}

/* Default answers. */
static const struct {
	const char *part, *body;
} usual[] = {
	{ "/account/whoami", "{\"user_id\":\"@m:test\"}" },
	{ "/login", "{\"access_token\":\"t\",\"device_id\":\"D\",\"refresh_token\":\"r\"}" },
	{ "/refresh", "{\"access_token\":\"t2\",\"refresh_token\":\"r2\"}" },
	{ "/directory/room/", "{\"room_id\":\"" ROOM "\",\"servers\":[\"test\"]}" },
	{ "/join/", "{\"room_id\":\"" ROOM "\"}" },
	{ "/joined_members", "{\"joined\":{\"@m:test\":{},\"@a:test\":{}}}" },
	{ "/messages?", "{\"chunk\":[]}" },
	{ "/createRoom", "{\"room_id\":\"!d:test\"}" },
	{ "/send/", "{\"event_id\":\"$e\"}" },
	{ "", "{}" },
};

/* Answers a request, given as method and path, unless it is /sync. */
static void homeserver_serve(
	struct homeserver *homeserver, struct homeserver_line *line, const char *asked)
{
	struct homeserver_plan *plan = homeserver->plan;
	size_t i = 0;
	while (plan < homeserver->plan + HOMESERVER_PLANS &&
		(plan->part == NULL || strstr(asked, plan->part) == NULL))
		plan++;
	if (plan < homeserver->plan + HOMESERVER_PLANS) {
		plan->part = NULL;
		line_answer(line, plan->status, plan->headers, plan->body, strlen(plan->body));
		return;
	}
	line->hears = strstr(asked, "/sync?") != NULL;
	while (strstr(asked, usual[i].part) == NULL)
		i++;
	if (!line->hears)
		line_answer(line, 200, "", usual[i].body, strlen(usual[i].body));
}

/* ---- requests ---- */

/* Takes a whole request from the received bytes. Returns false if it is not complete. */
static bool homeserver_take(struct homeserver *homeserver, struct homeserver_line *line)
{
	char *text = line->heard.bytes, *end = strstr(text, "\r\n\r\n");
	if (end == NULL)
		return false;
	const char *told = strstr(text, "\r\nContent-Length:");
	size_t body = told != NULL && told < end ? strtoul(told + 17, NULL, 10) : 0;
	size_t whole = (size_t)(end + 4 - text) + body;
	if (line->heard.length < whole)
		return false;
	size_t start = homeserver->log.length;
	string_add_bytes(&homeserver->log, text, strcspn(text, "\r") - strlen(" HTTP/1.1"));
	size_t asked = homeserver->log.length - start;
	const char *token = strstr(text, "\r\nAuthorization: Bearer ");
	string_add(&homeserver->log, " (");
	if (token != NULL && token < end)
		string_add_bytes(&homeserver->log, token + 24, strcspn(token + 24, "\r"));
	string_add(&homeserver->log, ") ");
	string_add_bytes(&homeserver->log, end + 4, body);
	string_add_char(&homeserver->log, '\n');
	char *copy = strndup(homeserver->log.bytes + start, asked);
	struct string rest = STRING_EMPTY;
	string_add_bytes(&rest, text + whole, line->heard.length - whole);
	string_free(&line->heard);
	line->heard = rest;
	homeserver_serve(homeserver, line, copy);
	free(copy);
	return line->fd >= 0;
}

static void homeserver_read(struct homeserver *homeserver, struct homeserver_line *line)
{
	char bytes[HOMESERVER_CHUNK];
	do {
		ssize_t count = line->tls != NULL ? SSL_read(line->tls, bytes, sizeof bytes)
						  : recv(line->fd, bytes, sizeof bytes, 0);
		if (count <= 0) {
			line_close(line);
			return;
		}
		string_add_bytes(&line->heard, bytes, (size_t)count);
	} while (line->tls != NULL && SSL_pending(line->tls) > 0);
	while (homeserver_take(homeserver, line))
		;
}

/* Handles the events of one poll, with this timeout in milliseconds. */
static void homeserver_turn(struct homeserver *homeserver, int milliseconds)
{
	struct pollfd all[HOMESERVER_LINES + 1];
	for (size_t i = 0; i < HOMESERVER_LINES; i++)
		all[i] = (struct pollfd){ .fd = homeserver->line[i].fd, .events = POLLIN };
	all[HOMESERVER_LINES] = (struct pollfd){ .fd = homeserver->listener, .events = POLLIN };
	if (poll(all, HOMESERVER_LINES + 1, milliseconds) <= 0)
		return;
	for (size_t i = 0; i < HOMESERVER_LINES; i++)
		if (all[i].revents != 0)
			homeserver_read(homeserver, &homeserver->line[i]);
	if (all[HOMESERVER_LINES].revents != 0)
		homeserver_meet(homeserver);
}

void homeserver_work(struct homeserver *homeserver, int milliseconds)
{
	long until = bot_clock() + milliseconds;
	for (long now; (now = bot_clock()) < until;)
		homeserver_turn(homeserver, (int)(until - now));
}

/* ---- functions for tests ---- */

void homeserver_plan_with(struct homeserver *homeserver, const char *part, long status,
	const char *headers, const char *body)
{
	struct homeserver_plan *plan = homeserver->plan;
	while (plan < homeserver->plan + HOMESERVER_PLANS && plan->part != NULL)
		plan++;
	assert_true(plan < homeserver->plan + HOMESERVER_PLANS);
	*plan = (struct homeserver_plan){ part, status, headers, body };
}

void homeserver_plan(struct homeserver *homeserver, const char *part, long status, const char *body)
{
	homeserver_plan_with(homeserver, part, status, "", body);
}

/* Returns the connection with a waiting /sync, or NULL. */
static struct homeserver_line *homeserver_hearing(const struct homeserver *homeserver)
{
	for (size_t i = 0; i < HOMESERVER_LINES; i++)
		if (homeserver->line[i].hears)
			return (struct homeserver_line *)&homeserver->line[i];
	return NULL;
}

bool homeserver_is_asked(const struct homeserver *homeserver)
{
	return homeserver_hearing(homeserver) != NULL;
}

/* Waits until the bot has sent /sync. */
static struct homeserver_line *homeserver_asked(struct homeserver *homeserver)
{
	long deadline = bot_clock() + BOT_PATIENCE;
	while (!homeserver_is_asked(homeserver)) {
		if (bot_clock() > deadline)
			fail_msg("the bot does not ask what is new:\n%s", homeserver->log.bytes);
		homeserver_turn(homeserver, 100);
	}
	return homeserver_hearing(homeserver);
}

void homeserver_answer(struct homeserver *homeserver, long status, const char *body, size_t length)
{
	line_answer(homeserver_asked(homeserver), status, "", body, length);
}

bool homeserver_write(struct homeserver *homeserver, const char *bytes, size_t length)
{
	struct homeserver_line *line = homeserver_asked(homeserver);
	bool written = line_write(line, bytes, length);
	if (!written)
		line_close(line);
	return written;
}

void homeserver_written(struct homeserver *homeserver)
{
	struct homeserver_line *line = homeserver_hearing(homeserver);
	if (line != NULL)
		line->hears = false;
	else
		fail_msg("the bot did not wait for the end of an answer to /sync:\n%s",
			homeserver->log.bytes);
}

void homeserver_rooms(struct homeserver *homeserver, const char *rooms)
{
	struct string body = STRING_EMPTY;
	string_add(&body, "{\"next_batch\":\"s");
	string_add_number(&body, (int64_t)++homeserver->number);
	string_add(&body, "\",\"rooms\":{");
	string_add(&body, rooms);
	string_add(&body, "}}");
	homeserver_answer(homeserver, 200, body.bytes, body.length);
	string_free(&body);
}

void homeserver_events(struct homeserver *homeserver, const char *events)
{
	struct string rooms = STRING_EMPTY;
	string_add(&rooms, "\"join\":{\"" ROOM "\":{\"timeline\":{\"events\":[");
	string_add(&rooms, events);
	string_add(&rooms, "]}}}");
	homeserver_rooms(homeserver, rooms.bytes);
	string_free(&rooms);
}

void homeserver_says(struct homeserver *homeserver, const char *text)
{
	struct string event = STRING_EMPTY;
	string_add(&event,
		"{\"type\":\"m.room.message\",\"sender\":\"@a:test\",\"content\":"
		"{\"msgtype\":\"m.text\",\"body\":");
	string_add_json(&event, text);
	string_add(&event, "}}");
	homeserver_events(homeserver, event.bytes);
	string_free(&event);
}

const char *homeserver_wait(struct homeserver *homeserver, const char *part)
{
	long deadline = bot_clock() + BOT_PATIENCE;
	for (;;) {
		char *at = strstr(homeserver->log.bytes + homeserver->seen, part);
		char *end = at != NULL ? strchr(at, '\n') : NULL;
		if (end != NULL) {
			while (at > homeserver->log.bytes && at[-1] != '\n')
				at--;
			homeserver->seen = (size_t)(end + 1 - homeserver->log.bytes);
			return at;
		}
		if (bot_clock() > deadline)
			fail_msg("never asked: %s\nbut:\n%s", part, homeserver->log.bytes);
		homeserver_turn(homeserver, 100);
	}
}

bool homeserver_logs(struct homeserver *homeserver, const struct bot *bot, const char *part)
{
	long deadline = bot_clock() + BOT_PATIENCE;
	while (!bot_logged(bot, part, 0)) {
		if (bot_clock() > deadline)
			return false;
		homeserver_turn(homeserver, 50);
	}
	return true;
}

unsigned homeserver_count(const struct homeserver *homeserver, const char *part)
{
	unsigned count = 0;
	for (const char *at = homeserver->log.bytes; (at = strstr(at, part)) != NULL; count++)
		at += strlen(part);
	return count;
}
