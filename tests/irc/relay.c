/* relay.c - a proxy between a bot and a server. */
#include "tests/irc/relay.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in relay_address(int port)
{
	return (struct sockaddr_in){ .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)port) };
}

/* ---- ends ---- */

static void relay_hang_up(struct relay_way *way, bool reset)
{
	const struct linger none = { .l_onoff = 1 };
	if (way->fd < 0)
		return;
	if (reset)
		setsockopt(way->fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
	loop_watch_close(way->watch);
	close(way->fd);
	way->fd = -1;
	way->length = way->seen = 0;
}

void relay_bury(struct relay *relay)
{
	if (relay->ghost >= 0)
		close(relay->ghost);
	relay->ghost = -1;
}

void relay_cut(struct relay *relay, bool both)
{
	relay->cut = true;
	relay_bury(relay);
	if (!both && relay->down.fd >= 0)
		relay->ghost = dup(relay->down.fd);
	relay_hang_up(&relay->up, true);
	relay_hang_up(&relay->down, both);
}

/* ---- passing lines ---- */

bool relay_mark(const char **text, unsigned *story, unsigned *number)
{
	char *end;
	for (const char *at = *text; (at = strchr(at, '~')) != NULL; at++) {
		*story = (unsigned)strtoul(at + 1, &end, 10);
		if (*end != '.')
			continue;
		*number = (unsigned)strtoul(end + 1, &end, 10);
		if (*end != '~')
			continue;
		*text = end + 1;
		return true;
	}
	return false;
}

/* Records the marks and the PING of a line to the server. */
static void relay_up(struct relay *relay, const char *line)
{
	unsigned story, number;
	if (strncmp(line, "PING :", 6) == 0) {
		snprintf(relay->question, sizeof relay->question, "%.23s", line + 6);
		relay->asked = relay->marks;
	}
	while (relay_mark(&line, &story, &number))
		if (story == relay->story && relay->marks < RELAY_MARKS)
			relay->passed[relay->marks++] = number;
}

/* Records the PONG or ERROR of a line from the server. */
static void relay_down(struct relay *relay, const char *line)
{
	const char *last = strrchr(line, ':');
	if (strncmp(line, "ERROR", 5) == 0)
		snprintf(relay->error, sizeof relay->error, "%s", line);
	if (strstr(line, " PONG ") != NULL && last != NULL &&
		strcmp(last + 1, relay->question) == 0)
		relay->taken = relay->asked;
}

static void relay_mind(struct relay *relay, struct relay_way *way, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (bytes[i] != '\n') {
			if (bytes[i] != '\r' && way->seen < RELAY_LINE - 1)
				way->line[way->seen++] = bytes[i];
			continue;
		}
		way->line[way->seen] = '\0';
		way->seen = 0;
		if (way == &relay->up)
			relay_up(relay, way->line);
		else
			relay_down(relay, way->line);
	}
}

static void relay_pass(struct relay *relay, struct relay_way *way, const struct relay_way *to)
{
	ssize_t count;
	if (way->length == 0 || to->fd < 0)
		return;
	count = send(to->fd, way->held, way->length, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (count <= 0)
		return;
	relay_mind(relay, way, way->held, (size_t)count);
	way->length -= (size_t)count;
	memmove(way->held, way->held + count, way->length);
}

void relay_flush(struct relay *relay)
{
	if (relay->holds)
		return;
	relay_pass(relay, &relay->up, &relay->down);
	relay_pass(relay, &relay->down, &relay->up);
}

void relay_hold(struct relay *relay, bool holds)
{
	relay->holds = holds;
	relay_flush(relay);
}

/* Closes both connections after one side has closed its own. */
static void relay_ended(struct relay *relay, struct relay_way *way)
{
	if (way == &relay->down && relay->up.fd >= 0) {
		relay->thrown = true;
		relay_mind(relay, way, way->held, way->length);
	}
	relay_hang_up(&relay->up, false);
	relay_hang_up(&relay->down, false);
}

static void relay_read(struct relay *relay, struct relay_way *way)
{
	ssize_t count =
		recv(way->fd, way->held + way->length, RELAY_BYTES - way->length, MSG_DONTWAIT);
	if (count > 0)
		way->length += (size_t)count;
	relay_flush(relay);
	if (count == 0 || (count < 0 && errno != EAGAIN))
		relay_ended(relay, way);
}

static void relay_up_ready(void *context, unsigned events)
{
	struct relay *relay = context;
	(void)events;
	relay_read(relay, &relay->up);
}

static void relay_down_ready(void *context, unsigned events)
{
	struct relay *relay = context;
	(void)events;
	relay_read(relay, &relay->down);
}

/* ---- opening and closing ---- */

static void relay_watch(struct relay *relay, struct relay_way *way, int fd,
	void (*ready)(void *context, unsigned events))
{
	int on = 1;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	way->fd = fd;
	way->length = way->seen = 0;
	way->watch = loop_watch_open(relay->loop, fd, ready, relay);
	loop_watch_set_events(way->watch, LOOP_READ);
}

/* Accepts the bot's connection; an earlier one ends. */
static void relay_knock(void *context, unsigned events)
{
	struct relay *relay = context;
	struct sockaddr_in address = relay_address(relay->server);
	int bot = accept(relay->door, NULL, NULL), server;
	(void)events;
	if (bot < 0)
		return;
	relay_hang_up(&relay->up, false);
	relay_hang_up(&relay->down, false);
	server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	relay->marks = relay->asked = relay->taken = 0;
	relay->question[0] = relay->error[0] = '\0';
	relay->cut = relay->thrown = false;
	if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address) != 0) {
		close(server);
		close(bot);
		return;
	}
	relay_watch(relay, &relay->up, bot, relay_up_ready);
	relay_watch(relay, &relay->down, server, relay_down_ready);
}

void relay_begin(struct relay *relay, unsigned story)
{
	relay->story = story;
	relay->marks = relay->asked = relay->taken = 0;
	relay->question[0] = '\0';
}

bool relay_open(struct relay *relay, struct loop *loop, int server)
{
	struct sockaddr_in address = relay_address(0);
	socklen_t size = sizeof address;
	memset(relay, 0, sizeof *relay);
	relay->loop = loop;
	relay->server = server;
	relay->up.fd = relay->down.fd = relay->ghost = -1;
	relay->door = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (relay->door < 0 || bind(relay->door, (struct sockaddr *)&address, size) != 0 ||
		listen(relay->door, 4) != 0 ||
		getsockname(relay->door, (struct sockaddr *)&address, &size) != 0)
		return false;
	relay->port = ntohs(address.sin_port);
	relay->watch = loop_watch_open(loop, relay->door, relay_knock, relay);
	loop_watch_set_events(relay->watch, LOOP_READ);
	return true;
}

void relay_close(struct relay *relay)
{
	relay_hang_up(&relay->up, false);
	relay_hang_up(&relay->down, false);
	relay_bury(relay);
	loop_watch_close(relay->watch);
	close(relay->door);
}
