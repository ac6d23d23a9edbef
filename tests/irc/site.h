/* site.h - the web pages of a room's bot, requested over HTTP. */
#ifndef TESTS_IRC_SITE_H
#define TESTS_IRC_SITE_H

#include "tests/irc/room.h"

enum { SITE_REPLY = 256 * 1024 };

struct site {
	struct room *room;
	pid_t pid; /* 0 if it does not run */
	int port;
	char reply[SITE_REPLY]; /* answer to the last request, or all of a stream so far */
	size_t length;
};

/* Test setup for cmocka: opens a room (room_open). The test itself opens the site. */
int site_enter(void **state);
int site_leave(void **state);
#define SITE_CASE(name) CASE_WITH(name, struct site *site, site_enter, site_leave)
/* Adds `web` to the bot's configuration, with more keys or "", and starts `mitaines web`. Its
 * public address is https://cards.test, or none with the key play_now. */
void site_open(struct site *site, const char *keys);
void site_start(struct site *site);
void site_stop(struct site *site);
/* Returns a connection to the pages, once they listen. */
int site_come(const struct site *site);
void site_put(int fd, const char *text);
/* Sends a request and reads the whole answer. Returns its HTTP status, or 0 without an answer. */
int site_ask(struct site *site, const char *request);
int site_ask_bytes(struct site *site, const char *request, size_t length);
/* Requests a path. Each of the headers ends with CR LF. */
int site_get(struct site *site, const char *target, const char *headers);
/* Reads a stream until `part` has come. */
void site_wait_for(struct site *site, int fd, const char *part);

#endif
