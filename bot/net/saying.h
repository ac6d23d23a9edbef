/* saying.h - what the bot says and shows on a network, as talk gives it and networks take it. */
#ifndef BOT_NET_SAYING_H
#define BOT_NET_SAYING_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A line to say. The network drops the part in `passing` that has not gone when more is said to the
 * same listener about the same topic; of topic 0 when the bot ends.
 */
struct saying {
	const char *text;
	const char *passing; /* text that holds only for now, such as whose turn it is, or NULL */
	uint64_t topic;      /* of the caller's choice; 0: none */
	uint64_t about;      /* the topic of the shown message in whose thread it goes; 0: none */
	bool answers;        /* it may answer the message that is reported now, in its thread */
};

/* A line that holds for good. */
#define SAYING(words) (&(struct saying){ .text = (words) })

/* The place of a message that is shown already. */
enum showing_place {
	SHOWING_THERE, /* edited in place */
	SHOWING_NEAR,  /* below, if much has been said since */
	SHOWING_BELOW  /* below all else */
};

/*
 * Something to show, such as a table or a hand: a message that is edited in place. An edition that
 * has not gone when the next one comes never goes.
 */
struct showing {
	uint64_t topic;   /* of the caller's choice; not 0 */
	uint64_t edition; /* number of its state */
	/*
	 * Lines. NULL: nothing can be chosen there any more; empty: neither, and it is never shown
	 * again.
	 */
	const char *text;
	const char *choices; /* lines that a person may say by a tap, or NULL */
	enum showing_place place;
	bool loud; /* notifies the person, below all else, once for an edition */
};

#endif
