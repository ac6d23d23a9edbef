/* client.c - a small blocking IRC client for tests. */
#include "tests/irc/client.h"

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

static void client_note(struct client *client, const char *mark, const char *line)
{
	size_t more = strlen(mark) + strlen(line) + 2;
	if (client->length + more > client->size) {
		client->size = 2 * (client->length + more);
		client->transcript = realloc(client->transcript, client->size);
		if (client->transcript == NULL)
			abort();
	}
	client->length +=
		(size_t)snprintf(client->transcript + client->length, more, "%s%s\n", mark, line);
}

static void client_put(struct client *client, const char *line)
{
	char bytes[1100];
	int length = snprintf(bytes, sizeof bytes, "%s\r\n", line);
	client_note(client, "> ", line);
	for (int sent = 0; client->fd >= 0 && sent < length;) {
		ssize_t count =
			send(client->fd, bytes + sent, (size_t)(length - sent), MSG_NOSIGNAL);
		if (count <= 0)
			return;
		sent += (int)count;
	}
}

void client_send(struct client *client, const char *format, ...)
{
	char line[1024];
	va_list rest;
	va_start(rest, format);
	vsnprintf(line, sizeof line, format, rest);
	va_end(rest);
	client_put(client, line);
}

void client_say(struct client *client, const char *target, const char *text)
{
	client_send(client, "PRIVMSG %s :%s", target, text);
}

static void client_take(struct client *client, char *line)
{
	char pong[1024];
	line[strcspn(line, "\r")] = '\0';
	client_note(client, "", line);
	if (strncmp(line, "PING ", 5) != 0)
		return;
	snprintf(pong, sizeof pong, "PONG %.900s", line + 5);
	client_put(client, pong);
}

/* Reads lines for so many milliseconds. Returns false if nothing came. */
static bool client_read(struct client *client, long patience)
{
	struct pollfd ready = { .fd = client->fd, .events = POLLIN };
	char bytes[16384];
	ssize_t count;
	int on = 1;
	if (client->fd < 0 || poll(&ready, 1, patience > 0 ? (int)patience : 0) <= 0)
		return false;
	count = recv(client->fd, bytes, sizeof bytes, 0);
	/* Some servers wait for the ACK before they send more. */
	setsockopt(client->fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
	if (count <= 0) {
		client_note(client, "", "(closed)");
		close(client->fd);
		client->fd = -1;
		return false;
	}
	for (ssize_t i = 0; i < count; i++) {
		if (bytes[i] == '\n') {
			client->partial[client->pending] = '\0';
			client->pending = 0;
			client_take(client, client->partial);
		} else if (client->pending + 1 < sizeof client->partial) {
			client->partial[client->pending++] = bytes[i];
		}
	}
	return true;
}

/* Returns the next received line that was not searched yet, or NULL. */
static const char *client_next(struct client *client)
{
	while (client->seen < client->length) {
		const char *line = client->transcript + client->seen;
		size_t length = strcspn(line, "\n");
		client->seen += length + 1;
		if (strncmp(line, "> ", 2) == 0)
			continue;
		snprintf(client->line, sizeof client->line, "%.*s", (int)length, line);
		return client->line;
	}
	return NULL;
}

const char *client_wait(struct client *client, const char *part, int patience)
{
	long deadline = bot_clock() + patience;
	const char *line;
	do {
		while ((line = client_next(client)) != NULL)
			if (strstr(line, part) != NULL)
				return line;
	} while (client_read(client, deadline - bot_clock()));
	return NULL;
}

void client_must_hear(struct client *client, const char *part)
{
	if (client_wait(client, part, BOT_PATIENCE) == NULL)
		fail_msg("%s never got: %s\n%s", client->nick, part, client->transcript);
}

bool client_open(struct client *client, int port, const char *nick)
{
	int on = 1;
	*client = (struct client){ .fd = server_connect(port) };
	snprintf(client->nick, sizeof client->nick, "%s", nick);
	client_note(client, "", "(connecting)");
	if (client->fd < 0)
		return false;
	setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	client_send(client, "NICK %s", nick);
	client_send(client, "USER %s 0 * :%s", nick, nick);
	return client_wait(client, " 001 ", BOT_PATIENCE) != NULL;
}

void client_close(struct client *client)
{
	/* shutdown ends the connection even if a child process has the descriptor too */
	if (client->fd >= 0 && shutdown(client->fd, SHUT_RDWR) <= 0)
		close(client->fd);
	free(client->transcript);
	*client = (struct client){ .fd = -1 };
}

bool client_join(struct client *client, const char *channel)
{
	char end[256];
	client_send(client, "JOIN %s", channel);
	snprintf(end, sizeof end, " 366 %s %s ", client->nick, channel);
	return client_wait(client, end, BOT_PATIENCE) != NULL;
}
