/*
 * web_link.h - the bot's connection to the process that serves pages: lines of JSON over a Unix
 * socket. While that process is away, the link tries again every second.
 */
#ifndef BOT_SURFACE_WEB_LINK_H
#define BOT_SURFACE_WEB_LINK_H

#include "bot/base/log.h"
#include "bot/base/loop.h"
#include "bot/base/string.h"

/* Maximum bytes of a line, and of all lines that the other process has not read. */
enum { WEB_LINK_LINE = 64 * 1024, WEB_LINK_UNREAD = 16 * 1024 * 1024 };

/* The link. The caller sets the first part and zeroes the rest. It must not move while open. */
struct web_link {
	struct loop *loop;
	const struct log *log;
	const char *path; /* path of the other process's socket */
	void *context;
	bool (*wanted)(void *context); /* returns false if no connection is needed now */
	void (*connected)(void *context);
	/* Handles a line, without its end. Returns false if it is malformed. */
	bool (*line)(void *context, char *line);
	void (*second)(void *context); /* called about once a second while connected */

	struct loop_timer *timer; /* NULL: closed */
	struct loop_watch *watch; /* NULL: not connected */
	int fd;
	struct string in;  /* the received part of an incomplete line */
	struct string out; /* lines that are not sent yet */
	size_t sent;       /* bytes of `out` that are sent already */
	bool fault_logged; /* a malformed line was logged already */
};

void web_link_open(struct web_link *link);
void web_link_close(struct web_link *link);
bool web_link_is_connected(const struct web_link *link);
/* Returns the number of bytes that the socket has not taken yet. */
size_t web_link_unread(const struct web_link *link);
/* Adds the line of a view. kind: "seat" or "join". view: JSON. */
void web_link_add_view(struct string *lines, const char *kind, const char *hash, const char *view);
/* Adds the line for a seat or a link that has ended. */
void web_link_add_closed(struct string *lines, const char *kind, const char *hash);
/* Sends a text of whole lines. Drops the connection if too much of it stays unread. */
void web_link_send(struct web_link *link, const struct string *lines);

#endif
