/*
 * seats_receiver.h - the socket between the bot and the pages: the bot connects to it, sends its
 * metrics and each seat's view, and gets the questions of browsers. Only one connection: a new one
 * replaces the old.
 */
#ifndef BOT_WEB_SEATS_RECEIVER_H
#define BOT_WEB_SEATS_RECEIVER_H

#include "bot/base/line_peer.h"
#include "bot/web/seats.h"

/* The receiver. It must not move in memory while open. */
struct seats_receiver {
	struct loop *loop;
	const struct log *log;
	struct line_server server;
	struct line_peer bot;
	struct loop_timer *timer; /* ends questions and metrics that are too old */
	bool timed;               /* `timer` is running */
	uint64_t heard;           /* when the last line came, in ms of loop_now */
	bool fault_logged;        /* a malformed line was logged already */
	struct seats seats;
};

/* Listens at a path; call it before entering the sandbox. Returns false with errno set on error. */
bool seats_receiver_open(struct seats_receiver *receiver, struct loop *loop, const struct log *log,
	const char *path, const struct seats_events *events, void *context);
/*
 * Sends a question to the bot, see seats_ask. The reply comes by events->replied, never during this
 * call.
 */
unsigned seats_receiver_ask(struct seats_receiver *receiver, const char *question, void *asker);
/* Stops listening, and answers all questions 503. The socket file stays for the next process. */
void seats_receiver_close(struct seats_receiver *receiver);

#endif
