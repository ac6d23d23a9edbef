#include "bot/web/seats_receiver.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * SEATS_RECEIVER_LINE: most bytes of a line. SEATS_RECEIVER_UNSENT: most bytes that the bot has not
 * read yet.
 */
enum {
	SEATS_RECEIVER_LINE = 64 * 1024,
	SEATS_RECEIVER_UNSENT = 256 * 1024,
	SEATS_RECEIVER_CHECK_MS = 500,
	SEATS_RECEIVER_BACKLOG = 4
};

static void hang_up(struct seats_receiver *receiver)
{
	if (receiver->connection == NULL)
		return;
	loop_watch_close(receiver->connection);
	close(receiver->fd);
	receiver->connection = NULL;
	string_clear(&receiver->received);
	seats_disconnect(&receiver->seats);
}

/* Sends as much as the bot takes now. Ignores an error: the next read finds the lost connection. */
static void put(struct seats_receiver *receiver)
{
	struct string *out = &receiver->seats.out;
	ssize_t sent = out->length > 0
		? send(receiver->fd, out->bytes, out->length, MSG_DONTWAIT | MSG_NOSIGNAL)
		: 0;
	if (sent > 0)
		string_keep_range(out, (size_t)sent, out->length);
	loop_watch_set_events(receiver->connection,
		out->length > 0 && (sent >= 0 || errno == EAGAIN) ? LOOP_READ | LOOP_WRITE
								  : LOOP_READ);
}

/* Handles all whole lines. Returns false if one is malformed or too long. */
static bool take_lines(struct seats_receiver *receiver)
{
	struct string *received = &receiver->received;
	const char *from = received->bytes;
	size_t left = received->length;
	const char *end;
	while ((end = memchr(from, '\n', left)) != NULL) {
		size_t length = (size_t)(end - from);
		if (length > SEATS_RECEIVER_LINE ||
			!seats_read_line(&receiver->seats, from, length))
			return false;
		from = end + 1;
		left -= length + 1;
	}
	string_keep_range(received, received->length - left, received->length);
	return left <= SEATS_RECEIVER_LINE;
}

static void take(struct seats_receiver *receiver)
{
	char bytes[16 * 1024];
	ssize_t count = recv(receiver->fd, bytes, sizeof bytes, MSG_DONTWAIT);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count <= 0) {
		hang_up(receiver);
		return;
	}
	string_add_bytes(&receiver->received, bytes, (size_t)count);
	if (take_lines(receiver))
		return;
	if (!receiver->fault_logged)
		log_line(receiver->log, LOG_ERROR, "web",
			"the bot sent a malformed line about seats; check that the bot and "
			"`mitaines web` have the same version");
	receiver->fault_logged = true;
	hang_up(receiver);
}

static void ready(void *context, unsigned events)
{
	struct seats_receiver *receiver = context;
	if (events & LOOP_WRITE)
		put(receiver);
	if (events & LOOP_READ)
		take(receiver);
}

static void arrived(void *context, int fd)
{
	struct seats_receiver *receiver = context;
	hang_up(receiver);
	receiver->fd = fd;
	receiver->connection = loop_watch_open(receiver->loop, fd, ready, receiver);
	if (receiver->connection == NULL)
		close(fd);
	else
		loop_watch_set_events(receiver->connection, LOOP_READ);
}

static void set_timer(struct seats_receiver *receiver)
{
	if (!receiver->timed)
		loop_timer_set(receiver->timer, SEATS_RECEIVER_CHECK_MS);
	receiver->timed = true;
}

static void on_due(void *context)
{
	struct seats_receiver *receiver = context;
	receiver->timed = false;
	if (seats_expire(&receiver->seats, loop_now(receiver->loop)) > 0)
		set_timer(receiver);
}

bool seats_receiver_open(struct seats_receiver *receiver, struct loop *loop, const struct log *log,
	const char *path, const struct seats_events *events, void *context)
{
	*receiver = (struct seats_receiver){ .loop = loop,
		.log = log,
		.received = STRING_EMPTY,
		.seats = { .events = events, .context = context, .out = STRING_EMPTY } };
	receiver->door = (struct unix_server){
		.log = log, .part = "web", .on_connection = arrived, .context = receiver
	};
	receiver->timer = loop_timer_open(loop, on_due, receiver);
	return unix_server_open(&receiver->door, loop, path, SEATS_RECEIVER_BACKLOG);
}

unsigned seats_receiver_ask(struct seats_receiver *receiver, const char *question, void *asker)
{
	if (receiver->seats.out.length > SEATS_RECEIVER_UNSENT)
		return 503;
	unsigned status = seats_ask(&receiver->seats, question, asker, loop_now(receiver->loop));
	if (status != 0)
		return status;
	put(receiver);
	set_timer(receiver);
	return 0;
}

void seats_receiver_close(struct seats_receiver *receiver)
{
	if (receiver->timer == NULL)
		return;
	hang_up(receiver);
	unix_server_close(&receiver->door);
	loop_timer_close(receiver->timer);
	string_free(&receiver->received);
	seats_free(&receiver->seats);
}
