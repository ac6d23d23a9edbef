#include "bot/base/unix_server.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/unix_socket.h"

/* ms to wait before accepting connections again, after descriptors ran out */
enum { UNIX_SERVER_PAUSE_MS = 1000 };

/*
 * Stops accepting connections for a while. Otherwise the loop would call the handler again and
 * again for the connection that waits.
 */
static void pause_accepting(struct unix_server *server)
{
	if (!server->full_logged)
		log_line(server->log, LOG_ERROR, server->part,
			"cannot accept a connection: %s; raise LimitNOFILE (ulimit -n)",
			strerror(errno));
	server->full_logged = true;
	loop_watch_set_events(server->watch, 0);
	loop_timer_set(server->pause, UNIX_SERVER_PAUSE_MS);
}

static void arrived(void *context, unsigned events)
{
	struct unix_server *server = context;
	(void)events;
	int fd = unix_socket_accept(server->fd);
	if (fd >= 0) {
		server->full_logged = false;
		server->on_connection(server->context, fd);
	} else if (errno == EMFILE || errno == ENFILE) {
		pause_accepting(server);
	}
}

static void go_on(void *context)
{
	struct unix_server *server = context;
	loop_watch_set_events(server->watch, LOOP_READ);
}

bool unix_server_open(struct unix_server *server, struct loop *loop, const char *path, int waiting)
{
	server->fd = unix_socket_listen(path, waiting);
	if (server->fd < 0)
		return false;
	server->watch = loop_watch_open(loop, server->fd, arrived, server);
	if (server->watch == NULL) {
		close(server->fd);
		errno = EMFILE;
		return false;
	}
	server->pause = loop_timer_open(loop, go_on, server);
	loop_watch_set_events(server->watch, LOOP_READ);
	return true;
}

void unix_server_close(struct unix_server *server)
{
	if (server->watch == NULL)
		return;
	loop_watch_close(server->watch);
	loop_timer_close(server->pause);
	close(server->fd);
	server->watch = NULL;
}
