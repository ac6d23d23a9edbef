/* saying.h - lines to say and messages to show, as bot/talk hands them to networks. */
#ifndef BOT_NET_SAYING_H
#define BOT_NET_SAYING_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A line to say. The network drops a `passing` part not sent yet as soon as a newer line to the
 * same listener has the same topic; with topic 0, only when the bot ends.
 */
struct saying {
	const char *text;
	const char *transient; /* text that holds only for now, such as whose turn it is, or NULL */
	uint64_t topic;        /* chosen by the caller; 0: none */
	uint64_t about;        /* topic of a shown message: the line goes in its thread; 0: none */
	bool answers;          /* the line may join the thread of the message being handled now */
};

/* A line that holds for good. */
#define SAYING(words) (&(struct saying){ .text = (words) })

/* The place of a message that is shown already. */
enum showing_place {
	SHOWING_IN_PLACE, /* edit it in place */
	SHOWING_IF_NEAR,  /* edit it, or send it anew below if many messages have followed */
	SHOWING_BELOW     /* send it anew, below all other messages */
};

/*
 * A message that is edited in place, such as a table or a hand. Only the newest edition is sent: an
 * edition still waiting is replaced by the next.
 */
struct showing {
	uint64_t topic;   /* chosen by the caller; not 0 */
	uint64_t edition; /* number of the state that the message shows */
	/*
	 * The lines of the message. NULL: the choices of the shown message are withdrawn; "": also,
	 * and the message is never shown again.
	 */
	const char *text;
	const char *choices; /* lines that a person may say by a tap, or NULL */
	enum showing_place place;
	bool notifies; /* notifies the person, sent below all other messages, once per edition */
};

#endif
