#include "bot/base/unix_server.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/unix_socket.h"

/* Milliseconds without accepting after descriptors ran out. */
enum { UNIX_SERVER_PAUSE_MS = 1000 };

/* Stops accepting for a while: the waiting connection keeps the descriptor readable. */
static void pause_accepting(struct unix_server *door)
{
	if (!door->full_logged)
		log_line(door->log, LOG_ERROR, door->part,
			"cannot accept a connection: %s; raise LimitNOFILE (ulimit -n)",
			strerror(errno));
	door->full_logged = true;
	loop_watch_set_events(door->watch, 0);
	loop_timer_set(door->pause, UNIX_SERVER_PAUSE_MS);
}

static void arrived(void *context, unsigned events)
{
	struct unix_server *door = context;
	(void)events;
	int fd = unix_socket_accept(door->fd);
	if (fd >= 0) {
		door->full_logged = false;
		door->on_connection(door->context, fd);
	} else if (errno == EMFILE || errno == ENFILE) {
		pause_accepting(door);
	}
}

static void go_on(void *context)
{
	struct unix_server *door = context;
	loop_watch_set_events(door->watch, LOOP_READ);
}

bool unix_server_open(struct unix_server *door, struct loop *loop, const char *path, int waiting)
{
	door->fd = unix_socket_listen(path, waiting);
	if (door->fd < 0)
		return false;
	door->watch = loop_watch_open(loop, door->fd, arrived, door);
	if (door->watch == NULL) {
		close(door->fd);
		errno = EMFILE;
		return false;
	}
	door->pause = loop_timer_open(loop, go_on, door);
	loop_watch_set_events(door->watch, LOOP_READ);
	return true;
}

void unix_server_close(struct unix_server *door)
{
	if (door->watch == NULL)
		return;
	loop_watch_close(door->watch);
	loop_timer_close(door->pause);
	close(door->fd);
	door->watch = NULL;
}
