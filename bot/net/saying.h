/* saying.h - lines to say and messages to show, passed from bot/talk to networks. */
#ifndef BOT_NET_SAYING_H
#define BOT_NET_SAYING_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A line to say. The network drops an unsent `transient` part as soon as a newer line to the same
 * listener has the same topic. With topic 0, the part is dropped only when the bot ends. A line
 * without any text only drops the transient part.
 */
struct saying {
	const char *text;
	const char *transient; /* more text, true only for now, like whose turn it is; or NULL */
	uint64_t topic;        /* topic of `transient`, chosen by the caller; 0: no topic */
	uint64_t about; /* topic of the shown message whose thread gets the line; 0: no thread */
	/* the line may be a reply to the message that is being handled, or go in its thread */
	bool answers;
	/* name of the file that has `text`, on networks that set takes_files; NULL: no file */
	const char *file;
	bool urgent; /* notify the listener, even if they have just said something */
};

/* A line without transient text. */
#define SAYING(words) (&(struct saying){ .text = (words) })

/* The place for a message that is already shown. */
enum showing_place {
	SHOWING_IN_PLACE, /* edit the message in place */
	/* edit the message; if many messages have followed, send a new one instead */
	SHOWING_IF_NEAR,
	SHOWING_BELOW /* send a new message, below all others */
};

/*
 * A message that is edited in place, like a table or a hand. Only the newest edition is sent: it
 * replaces an edition that still waits.
 */
struct showing {
	uint64_t topic;   /* chosen by the caller; not 0 */
	uint64_t edition; /* number of the state that the message shows */
	/*
	 * The lines of the message. NULL: withdraw the choices of the shown message. "": withdraw
	 * the choices, and never edit the message again.
	 */
	const char *text;
	const char *choices; /* lines that a person can say by tapping a reaction, or NULL */
	enum showing_place place;
	/* send a new message instead of an edit, once per edition, so that it notifies the person
	 */
	bool notifies;
};

#endif
