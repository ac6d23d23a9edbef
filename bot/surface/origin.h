/*
 * origin.h - the giver of a command, a person or an operator, and the way to answer them.
 *
 * A surface is a place where commands come from: a chat network, the terminal, the control socket,
 * a seat on a page. A surface makes an origin of each line and calls the dispatcher
 * (command/dispatch.h). A command answers by the functions in the origin's `reply`, and does not
 * know the surface.
 */
#ifndef BOT_SURFACE_ORIGIN_H
#define BOT_SURFACE_ORIGIN_H

#include "bot/table/table.h"

struct origin;

enum surface {
	SURFACE_CHAT,
	SURFACE_RELAY,    /* chat through a bridge: the person can only read the channel */
	SURFACE_OPERATOR, /* the control socket */
	SURFACE_SEAT      /* a seat on a page: moves and `leave`, at one table */
};

/*
 * The functions by which a surface answers a command. An answer is sent once the batch is
 * committed.
 */
struct reply {
	/*
	 * Sends a message. table: the table that the line names, or NULL. args must live until this
	 * returns.
	 */
	void (*tell)(const struct origin *origin, struct table *table, enum message message,
		const struct arg *args);
	/* Sends a text of several lines page by page. NULL: `tell` sends it as one message. */
	void (*pages)(const struct origin *origin, const struct string *text);
	/* Sends a text as a file with a name. NULL, or false: `pages` sends it. */
	bool (*file)(const struct origin *origin, const char *name, const struct string *text);
	/* Notes that the command was refused. NULL if the surface does not need this. */
	void (*refuse)(const struct origin *origin);
	size_t most; /* maximum number of entries of a list in an answer */
};

/*
 * The giver of a command. The surface owns all pointers, which live until the dispatcher returns.
 */
struct origin {
	enum surface surface;
	/* the connection; for an operator it has only a mask, for the log */
	const struct sender *sender;
	struct person *person;   /* NULL: an operator without a person on a network */
	struct channel *channel; /* NULL: the command was given in private */
	bool admin;              /* the origin may give operators' commands */
	const struct reply *reply;
	void *reply_context; /* the surface's own data for the functions of `reply` */
};

#endif
