/*
 * relay.h - a network between a bot and a server on 127.0.0.1, on the caller's loop: it holds back
 * what is on its way and lets it all go at once, or cuts the connection. It minds what passes:
 * which marked lines the server has taken for certain, because it answered a PING behind them.
 */
#ifndef TESTS_IRC_RELAY_H
#define TESTS_IRC_RELAY_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/loop.h"

/* RELAY_BYTES: what may be held in one direction. RELAY_LINE: the longest line that is looked at.
 */
enum { RELAY_BYTES = 64 * 1024, RELAY_LINE = 1024, RELAY_MARKS = 64 };

/* One direction. */
struct relay_way {
	int fd; /* where it comes from; -1: not connected */
	struct loop_watch *watch;
	char held[RELAY_BYTES];
	size_t length;
	char line[RELAY_LINE]; /* the end of what has passed, without a line end */
	size_t seen;
};

struct relay {
	struct loop *loop;
	int port;   /* for the bot */
	int server; /* the server's port */
	int door;
	struct loop_watch *watch;
	struct relay_way up, down; /* from the bot, from the server */
	int ghost;                 /* a connection to the server that has lost its bot; -1: none */
	bool holds;
	bool cut;               /* the relay itself has ended the connection, … */
	bool thrown;            /* … or the server has */
	char error[RELAY_LINE]; /* its last ERROR */
	/* Lines with a mark, `~story.number~`, that have passed on this connection, by number. */
	unsigned story;
	unsigned passed[RELAY_MARKS];
	size_t marks;
	char question[24]; /* of the last PING that has passed, behind so many of them */
	size_t asked;
	size_t taken; /* of them, as the server has confirmed */
};

/* The next mark in a text, and the text behind it; false: there is none. */
bool relay_mark(const char **text, unsigned *story, unsigned *number);

/* A relay to a port, of which the caller keeps the memory. False: it cannot be. */
bool relay_open(struct relay *relay, struct loop *loop, int server);
void relay_close(struct relay *relay);

/* Lines are of this story from now on. */
void relay_begin(struct relay *relay, unsigned story);
/* Holds everything, or lets all of it go. */
void relay_hold(struct relay *relay, bool holds);
/* Resets the connection to the bot, and to the server too, or the server does not notice yet. */
void relay_cut(struct relay *relay, bool both);
/* Lets the server notice. */
void relay_bury(struct relay *relay);
/* What could not be sent before is tried again. */
void relay_flush(struct relay *relay);

#endif
