/*
 * metrics_receiver.h - receives the bot's metrics on a Unix socket. The bot connects, writes all
 * its metrics and closes the connection.
 */
#ifndef BOT_WEB_METRICS_RECEIVER_H
#define BOT_WEB_METRICS_RECEIVER_H

#include "bot/base/string.h"
#include "bot/base/unix_server.h"

/* The receiver. It must not move in memory while open. */
struct metrics_receiver {
	struct loop *loop;
	struct unix_server door;
	struct loop_watch *connection; /* NULL: the bot is not connected */
	int guest_fd;
	struct string received; /* bytes received so far on this connection */
	struct string text;     /* the last complete metrics, without "# EOF"; empty if too old */
	uint64_t received_at;   /* when `text` was received, in ms of loop_now */
};

/* Listens at a path; call it before entering the sandbox. Returns false with errno set on error. */
bool metrics_receiver_open(struct metrics_receiver *metrics_receiver, struct loop *loop,
	const struct log *log, const char *path);
/* Drops metrics that are too old. Call it periodically. */
void metrics_receiver_expire(struct metrics_receiver *metrics_receiver);
/* Stops listening. The socket file stays for the next process. */
void metrics_receiver_close(struct metrics_receiver *metrics_receiver);

#endif
