/* site.h - pages of a room's bot over HTTP, as browsers and other programs meet them. */
#ifndef TESTS_IRC_SITE_H
#define TESTS_IRC_SITE_H

#include "tests/irc/room.h"

enum { SITE_REPLY = 256 * 1024 };

struct site {
	struct room *room;
	pid_t pid;
	int port;
	char reply[SITE_REPLY]; /* of the last request, or what came of a stream so far */
	size_t length;
};

/* Adds the pages to the bot's configuration, with more keys of theirs or "", and starts them. */
void site_open(struct site *site, struct room *room, const char *keys);
void site_start(struct site *site);
void site_stop(struct site *site);
/* A connection to the pages, as soon as they are there. */
int site_come(const struct site *site);
/* Sends text on it. */
void site_put(int fd, const char *text);
/* Sends a request and reads all of the answer; returns its status, 0: there is none. */
int site_ask(struct site *site, const char *request);
int site_ask_bytes(struct site *site, const char *request, size_t length);
/* The same for an address; headers end with CR LF each. */
int site_get(struct site *site, const char *target, const char *headers);
/* Reads a stream until part came. */
void site_wait_for(struct site *site, int fd, const char *part);

#endif
