#include "bot/base/line_peer.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/base/unix_socket.h"

/*
 * LINE_SERVER_BACKLOG: most connections that wait to be accepted. LINE_SERVER_PAUSE_MS: time to
 * wait before accepting again, after descriptors ran out.
 */
enum { LINE_PEER_READ = 16 * 1024, LINE_SERVER_BACKLOG = 8, LINE_SERVER_PAUSE_MS = 1000 };

static const char too_long[] = "sent a line that is too long";

/* ---- connections ---- */

bool line_peer_is_open(const struct line_peer *peer)
{
	return peer->watch != NULL;
}

size_t line_peer_count_unsent(const struct line_peer *peer)
{
	return peer->out.length - peer->sent;
}

static void drop_unsent(struct line_peer *peer)
{
	string_free(&peer->out);
	peer->sent = 0;
}

void line_peer_close(struct line_peer *peer)
{
	if (peer->watch == NULL)
		return;
	loop_watch_close(peer->watch);
	close(peer->fd);
	peer->watch = NULL;
	string_free(&peer->in);
	drop_unsent(peer);
}

static void end(struct line_peer *peer, const char *fault)
{
	line_peer_close(peer);
	if (peer->type->ended != NULL && !peer->ending)
		peer->type->ended(peer, fault);
}

/*
 * Drops the unsent bytes and shuts the socket down: if the peer has got a part of a line, it would
 * take later bytes for the rest of that line. The shutdown wakes `ready`, which ends the
 * connection.
 */
static void give_up(struct line_peer *peer)
{
	drop_unsent(peer);
	shutdown(peer->fd, SHUT_RDWR);
}

/* Sends what the socket takes now. */
static void flush(struct line_peer *peer)
{
	ssize_t count = send(peer->fd, peer->out.bytes + peer->sent, line_peer_count_unsent(peer),
		MSG_NOSIGNAL | MSG_DONTWAIT);
	peer->sent += count > 0 ? (size_t)count : 0;
	if (count < 0 && errno != EAGAIN && errno != EINTR)
		give_up(peer);
	else if (line_peer_count_unsent(peer) == 0)
		drop_unsent(peer);
	else if (peer->sent > peer->out.length / 2) {
		string_keep_range(&peer->out, peer->sent, peer->out.length);
		peer->sent = 0;
	}
	if (peer->ending && peer->out.length == 0)
		line_peer_close(peer);
	else
		loop_watch_set_events(peer->watch,
			(peer->ending ? 0u : LOOP_READ) | (peer->out.length > 0 ? LOOP_WRITE : 0u));
}

/* Handles the whole lines that have arrived. */
static void take_lines(struct line_peer *peer)
{
	const struct line_peer_type *type = peer->type;
	const char *fault = NULL;
	size_t from = 0;
	char *newline;
	while (fault == NULL &&
		(newline = memchr(peer->in.bytes + from, '\n', peer->in.length - from)) != NULL) {
		char *line = peer->in.bytes + from;
		size_t length = (size_t)(newline - line);
		from += length + 1;
		*newline = '\0';
		if (length > type->longest)
			fault = too_long;
		else if (strlen(line) != length || !type->line(peer, line))
			fault = "sent a malformed line";
		if (peer->watch == NULL || peer->ending)
			return;
	}
	string_keep_range(&peer->in, from, peer->in.length);
	if (fault == NULL && peer->in.length > type->longest)
		fault = too_long;
	if (fault != NULL)
		end(peer, fault);
}

static void ready(void *context, unsigned events)
{
	struct line_peer *peer = context;
	char bytes[LINE_PEER_READ];
	if (events & LOOP_WRITE)
		flush(peer);
	if (peer->watch == NULL || peer->ending || !(events & LOOP_READ))
		return;
	ssize_t count = recv(peer->fd, bytes, sizeof bytes, MSG_DONTWAIT);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count <= 0 || peer->fault != NULL) {
		end(peer, peer->fault);
		return;
	}
	string_add_bytes(&peer->in, bytes, (size_t)count);
	take_lines(peer);
}

/* Begins to exchange lines over a descriptor. Closes it and returns false on an error. */
static bool begin(struct line_peer *peer, struct loop *loop, int fd)
{
	*peer = (struct line_peer){ .type = peer->type,
		.context = peer->context,
		.watch = loop_watch_open(loop, fd, ready, peer),
		.fd = fd,
		.in = STRING_EMPTY,
		.out = STRING_EMPTY };
	if (peer->watch != NULL) {
		loop_watch_set_events(peer->watch, LOOP_READ);
		return true;
	}
	close(fd);
	errno = EMFILE;
	return false;
}

bool line_peer_connect(struct line_peer *peer, struct loop *loop, const char *path)
{
	int fd = unix_socket_connect(path);
	return fd >= 0 && begin(peer, loop, fd);
}

void line_peer_send(struct line_peer *peer, const struct string *lines)
{
	if (peer->watch == NULL || peer->ending || peer->fault != NULL || lines->length == 0)
		return;
	string_add_bytes(&peer->out, lines->bytes, lines->length);
	if (line_peer_count_unsent(peer) <= peer->type->unread) {
		flush(peer);
		return;
	}
	peer->fault = "does not read the lines that it gets";
	give_up(peer);
}

void line_peer_end(struct line_peer *peer)
{
	if (peer->watch == NULL)
		return;
	peer->ending = true;
	flush(peer);
}

/* ---- servers ---- */

static void arrived(void *context, unsigned events)
{
	struct line_server *server = context;
	(void)events;
	int fd = unix_socket_accept(server->fd);
	if (fd < 0 && errno != EMFILE && errno != ENFILE)
		return;
	if (fd < 0) {
		if (!server->full_logged)
			log_line(server->log, LOG_ERROR, server->part,
				"cannot accept a connection: %s; raise LimitNOFILE (ulimit -n)",
				strerror(errno));
		server->full_logged = true;
		/*
		 * Stop watching for a while: the waiting connection would wake the loop again and
		 * again.
		 */
		loop_watch_set_events(server->watch, 0);
		loop_timer_set(server->pause, LINE_SERVER_PAUSE_MS);
		return;
	}
	server->full_logged = false;
	struct line_peer *peer = &server->peer[0];
	for (unsigned i = 1; i < server->most && peer->watch != NULL; i++)
		if (server->peer[i].watch == NULL || server->peer[i].number < peer->number)
			peer = &server->peer[i];
	if (peer->watch != NULL)
		end(peer, NULL);
	begin(peer, server->loop, fd);
	peer->number = server->next++;
}

static void go_on(void *context)
{
	struct line_server *server = context;
	loop_watch_set_events(server->watch, LOOP_READ);
}

bool line_server_open(struct line_server *server, struct loop *loop, const char *path,
	struct line_peer *peers, unsigned most, const struct line_peer_type *type, void *context)
{
	server->fd = unix_socket_listen(path, LINE_SERVER_BACKLOG);
	if (server->fd < 0)
		return false;
	server->watch = loop_watch_open(loop, server->fd, arrived, server);
	if (server->watch == NULL) {
		close(server->fd);
		errno = EMFILE;
		return false;
	}
	server->pause = loop_timer_open(loop, go_on, server);
	server->loop = loop;
	server->peer = peers;
	server->most = most;
	for (unsigned i = 0; i < most; i++)
		peers[i] = (struct line_peer){ .type = type, .context = context };
	loop_watch_set_events(server->watch, LOOP_READ);
	return true;
}

void line_server_close(struct line_server *server)
{
	if (server->watch == NULL)
		return;
	for (unsigned i = 0; i < server->most; i++)
		line_peer_close(&server->peer[i]);
	loop_watch_close(server->watch);
	loop_timer_close(server->pause);
	close(server->fd);
	server->watch = NULL;
}
