#include "bot/web/metrics_receiver.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * METRICS_RECEIVER_AGE_MS: ms until metrics are too old. This is a few times the interval at which
 * the bot sends them.
 */
enum {
	METRICS_RECEIVER_BYTES = 1024 * 1024,
	METRICS_RECEIVER_AGE_MS = 12000,
	METRICS_RECEIVER_BACKLOG = 4
};

static void hang_up(struct metrics_receiver *metrics_receiver)
{
	if (metrics_receiver->connection == NULL)
		return;
	loop_watch_close(metrics_receiver->connection);
	close(metrics_receiver->guest_fd);
	metrics_receiver->connection = NULL;
}

/* Handles the end of a connection. Keeps the metrics that it brought if they are complete. */
static void finish(struct metrics_receiver *metrics_receiver)
{
	static const char end[] = "# EOF\n";
	struct string *coming = &metrics_receiver->received;
	size_t length = sizeof end - 1;
	hang_up(metrics_receiver);
	if (coming->length < length || strcmp(coming->bytes + coming->length - length, end) != 0)
		return;
	string_clear(&metrics_receiver->text);
	string_add_bytes(&metrics_receiver->text, coming->bytes, coming->length - length);
	metrics_receiver->received_at = loop_now(metrics_receiver->loop);
}

static void readable(void *context, unsigned events)
{
	struct metrics_receiver *metrics_receiver = context;
	char bytes[4096];
	(void)events;
	ssize_t count = recv(metrics_receiver->guest_fd, bytes, sizeof bytes, MSG_DONTWAIT);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count > 0)
		string_add_bytes(&metrics_receiver->received, bytes, (size_t)count);
	if (metrics_receiver->received.length > METRICS_RECEIVER_BYTES)
		hang_up(metrics_receiver);
	else if (count <= 0)
		finish(metrics_receiver);
}

/* Accepts a connection, which replaces an earlier one. */
static void arrived(void *context, int fd)
{
	struct metrics_receiver *metrics_receiver = context;
	hang_up(metrics_receiver);
	string_clear(&metrics_receiver->received);
	metrics_receiver->guest_fd = fd;
	metrics_receiver->connection =
		loop_watch_open(metrics_receiver->loop, fd, readable, metrics_receiver);
	if (metrics_receiver->connection == NULL)
		close(fd);
	else
		loop_watch_set_events(metrics_receiver->connection, LOOP_READ);
}

bool metrics_receiver_open(struct metrics_receiver *metrics_receiver, struct loop *loop,
	const struct log *log, const char *path)
{
	*metrics_receiver = (struct metrics_receiver){
		.loop = loop, .received = STRING_EMPTY, .text = STRING_EMPTY
	};
	metrics_receiver->door = (struct unix_server){
		.log = log, .part = "web", .on_connection = arrived, .context = metrics_receiver
	};
	return unix_server_open(&metrics_receiver->door, loop, path, METRICS_RECEIVER_BACKLOG);
}

void metrics_receiver_expire(struct metrics_receiver *metrics_receiver)
{
	if (loop_now(metrics_receiver->loop) - metrics_receiver->received_at >
		METRICS_RECEIVER_AGE_MS)
		string_clear(&metrics_receiver->text);
}

void metrics_receiver_close(struct metrics_receiver *metrics_receiver)
{
	hang_up(metrics_receiver);
	unix_server_close(&metrics_receiver->door);
	string_free(&metrics_receiver->received);
	string_free(&metrics_receiver->text);
}
