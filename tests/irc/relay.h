/* relay.h - a proxy between a bot and a server on 127.0.0.1, on the caller's loop. It can hold all
 * bytes, release them at once, or cut the connection. It records which marked lines the server has
 * certainly read: those before a PING that the server answered. */
#ifndef TESTS_IRC_RELAY_H
#define TESTS_IRC_RELAY_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/loop.h"

/* RELAY_BYTES: buffer of one direction. RELAY_LINE: longest line that is searched for marks. */
enum { RELAY_BYTES = 64 * 1024, RELAY_LINE = 1024, RELAY_MARKS = 64 };

/* One direction. */
struct relay_way {
	int fd; /* socket that is read; -1 if not connected */
	struct loop_watch *watch;
	char held[RELAY_BYTES];
	size_t length;
	char line[RELAY_LINE]; /* bytes passed since the last line end */
	size_t seen;
};

struct relay {
	struct loop *loop;
	int port;   /* port for the bot */
	int server; /* the server's port */
	int door;
	struct loop_watch *watch;
	struct relay_way up, down; /* from the bot, and from the server */
	int ghost; /* socket to the server that stays open after the bot's was cut; -1 if unused */
	bool holds;
	bool cut;               /* the relay has cut the connection */
	bool thrown;            /* the server has closed the connection */
	char error[RELAY_LINE]; /* last ERROR of the server */
	/* Numbers of the marks `~story.number~` that have passed on this connection. */
	unsigned story;
	unsigned passed[RELAY_MARKS];
	size_t marks;
	char question[24]; /* text of the last PING that has passed */
	size_t asked;      /* number of marks before this PING */
	size_t taken; /* number of marks before the last answered PING: the server has read these */
};

/* Finds the next mark in a text and moves the text behind it. Returns false without one. */
bool relay_mark(const char **text, unsigned *story, unsigned *number);

/* Opens a relay to a port, in the caller's memory. Returns false if no socket can be had. */
bool relay_open(struct relay *relay, struct loop *loop, int server);
void relay_close(struct relay *relay);

/* Forgets all marks; only marks of this story count from now on. */
void relay_begin(struct relay *relay, unsigned story);
/* Starts or stops holding bytes back. Stopping sends all of them. */
void relay_hold(struct relay *relay, bool holds);
/* Resets the connection to the bot. Resets the one to the server only if `both`; else relay_bury
 * does. */
void relay_cut(struct relay *relay, bool both);
/* Closes the connection to the server that a cut has left open. */
void relay_bury(struct relay *relay);
/* Sends what the sockets would not take before. */
void relay_flush(struct relay *relay);

#endif
