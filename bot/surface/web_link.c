#include "bot/surface/web_link.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/base/unix_socket.h"

enum { SECOND_MS = 1000 };

static void hang_up(struct web_link *link)
{
	if (link->watch == NULL)
		return;
	loop_watch_close(link->watch);
	close(link->fd);
	link->watch = NULL;
	string_clear(&link->in);
	string_free(&link->out);
	link->out = STRING_EMPTY;
	link->sent = 0;
}

/* Drops the connection after a fault, which is logged once. */
static void fail(struct web_link *link, const char *what)
{
	if (!link->fault_logged)
		log_line(link->log, LOG_ERROR, "seats",
			"%s; connecting to `mitaines web` again; check that it has the bot's "
			"version",
			what);
	link->fault_logged = true;
	hang_up(link);
}

/* Sends what the socket takes now. */
static void flush(struct web_link *link)
{
	ssize_t count = send(link->fd, link->out.bytes + link->sent, web_link_unread(link),
		MSG_NOSIGNAL | MSG_DONTWAIT);
	if (count < 0 && errno != EINTR && errno != EAGAIN) {
		hang_up(link);
		return;
	}
	link->sent += count > 0 ? (size_t)count : 0;
	if (link->sent == link->out.length) {
		string_free(&link->out);
		link->out = STRING_EMPTY;
		link->sent = 0;
	}
	loop_watch_set_events(
		link->watch, link->out.length > 0 ? LOOP_READ | LOOP_WRITE : LOOP_READ);
}

/* Handles the whole lines that have arrived. */
static void take_lines(struct web_link *link)
{
	size_t from = 0;
	char *end;
	while (link->watch != NULL &&
		(end = memchr(link->in.bytes + from, '\n', link->in.length - from)) != NULL) {
		*end = '\0';
		char *line = link->in.bytes + from;
		from = (size_t)(end - link->in.bytes) + 1;
		if (!link->line(link->context, line))
			fail(link, "`mitaines web` sent a malformed line");
	}
	if (link->watch == NULL)
		return;
	string_keep_range(&link->in, from, link->in.length);
	if (link->in.length > WEB_LINK_LINE)
		fail(link, "`mitaines web` sent a line that is too long");
}

static void ready(void *context, unsigned events)
{
	struct web_link *link = context;
	char bytes[4096];
	if (events & LOOP_WRITE)
		flush(link);
	if (link->watch == NULL || !(events & LOOP_READ))
		return;
	ssize_t count = recv(link->fd, bytes, sizeof bytes, MSG_DONTWAIT);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count <= 0) {
		hang_up(link);
		return;
	}
	string_add_bytes(&link->in, bytes, (size_t)count);
	take_lines(link);
}

static void join(struct web_link *link)
{
	link->fd = unix_socket_connect(link->path);
	if (link->fd < 0)
		return;
	link->watch = loop_watch_open(link->loop, link->fd, ready, link);
	if (link->watch == NULL) {
		close(link->fd);
		return;
	}
	loop_watch_set_events(link->watch, LOOP_READ);
	link->connected(link->context);
}

static void second(void *context)
{
	struct web_link *link = context;
	loop_timer_set(link->timer, SECOND_MS);
	bool wanted = link->wanted(link->context);
	if (!wanted)
		hang_up(link);
	else if (link->watch == NULL)
		join(link);
	else
		link->second(link->context);
}

void web_link_open(struct web_link *link)
{
	link->in = link->out = STRING_EMPTY;
	link->timer = loop_timer_open(link->loop, second, link);
	loop_timer_set(link->timer, 0);
}

void web_link_close(struct web_link *link)
{
	if (link->timer == NULL)
		return;
	hang_up(link);
	loop_timer_close(link->timer);
	string_free(&link->in);
	link->timer = NULL;
}

bool web_link_is_connected(const struct web_link *link)
{
	return link->watch != NULL;
}

size_t web_link_unread(const struct web_link *link)
{
	return link->out.length - link->sent;
}

/* Adds a line with the hash and one more member. value: JSON. */
static void add_line(struct string *lines, const char *kind, const char *hash, const char *member,
	const char *value)
{
	const char *const parts[] = { "{\"", kind, "\":\"", hash, "\",\"", member, "\":", value,
		"}\n" };
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		string_add(lines, parts[i]);
}

void web_link_add_view(struct string *lines, const char *kind, const char *hash, const char *view)
{
	add_line(lines, kind, hash, "view", view);
}

void web_link_add_closed(struct string *lines, const char *kind, const char *hash)
{
	add_line(lines, kind, hash, "closed", "true");
}

void web_link_send(struct web_link *link, const struct string *lines)
{
	if (link->watch == NULL || lines->length == 0)
		return;
	string_add_bytes(&link->out, lines->bytes, lines->length);
	if (web_link_unread(link) > WEB_LINK_UNREAD)
		fail(link, "`mitaines web` does not read the lines of the bot");
	else
		flush(link);
}
