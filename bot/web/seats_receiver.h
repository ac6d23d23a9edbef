/*
 * seats_receiver.h - the socket between the bot and the seats: the bot connects to it, sends each
 * seat's view and gets the questions of browsers. Only one connection: a new one replaces the old.
 */
#ifndef BOT_WEB_SEATS_RECEIVER_H
#define BOT_WEB_SEATS_RECEIVER_H

#include "bot/base/unix_server.h"
#include "bot/web/seats.h"

/* The receiver. It must not move in memory while open. */
struct seats_receiver {
	struct loop *loop;
	const struct log *log;
	struct unix_server door;
	struct loop_watch *connection; /* NULL: the bot is not connected */
	struct loop_timer *timer;      /* checks for questions that have waited too long */
	bool timed;                    /* the timer is set */
	int fd;
	bool fault_logged;      /* a malformed line was logged already */
	struct string received; /* the received part of an incomplete line */
	struct seats seats;
};

/* Listens at a path; call it before entering the sandbox. Returns false with errno set on error. */
bool seats_receiver_open(struct seats_receiver *receiver, struct loop *loop, const struct log *log,
	const char *path, const struct seats_events *events, void *context);
/*
 * Sends a question to the bot, see seats_ask. Tells the reply later, never during the call.
 */
unsigned seats_receiver_ask(struct seats_receiver *receiver, const char *question, void *asker);
/* Stops listening, and answers all questions 503. The socket file stays for the next process. */
void seats_receiver_close(struct seats_receiver *receiver);

#endif
