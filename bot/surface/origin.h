/*
 * origin.h - the person or operator behind a command, and the way to answer them.
 *
 * A surface is a place where commands come from: a chat network, the terminal, the control socket.
 * It makes an origin of what it receives and calls the dispatcher (command/dispatch.h). A command
 * answers through the origin's reply and does not know the surface.
 */
#ifndef BOT_SURFACE_ORIGIN_H
#define BOT_SURFACE_ORIGIN_H

#include "bot/table/table.h"

struct origin;

enum surface {
	SURFACE_CHAT,
	SURFACE_RELAY,   /* chat through a bridge: the person reads the channel only */
	SURFACE_OPERATOR /* the control socket */
};

/* The functions by which a surface answers. Answers hold once the batch is committed. */
struct reply {
	/*
	 * Tells the person or operator a message. table is the one that the line names, or NULL.
	 * args live until it returns.
	 */
	void (*tell)(const struct origin *origin, struct table *table, enum message message,
		const struct arg *args);
	/* Sends a text of several lines, in pages if the surface has them. */
	void (*pages)(const struct origin *origin, const struct string *text);
	/* Notes that the request was refused. NULL: not needed. */
	void (*refuse)(const struct origin *origin);
	size_t most; /* most entries of a list */
};

/* All pointers belong to the surface and live until the dispatcher returns. */
struct origin {
	enum surface surface;
	const struct sender *sender; /* the connection; an operator has only a mask, for the log */
	struct person *person;       /* NULL: an operator without a connection to a network */
	struct channel *channel;     /* NULL: in private */
	bool admin;                  /* may give operators' commands */
	const struct reply *reply;
	void *reply_context; /* for the functions of reply */
};

#endif
