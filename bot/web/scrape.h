/*
 * scrape.h - receives the bot's metrics on a Unix socket: the bot connects, writes all of them and
 * closes the connection.
 */
#ifndef BOT_WEB_SCRAPE_H
#define BOT_WEB_SCRAPE_H

#include "bot/base/door.h"
#include "bot/base/string.h"

/* Must not be moved while it is open. */
struct scrape {
	struct loop *loop;
	struct door door;
	struct loop_watch *guest; /* NULL: not connected */
	int guest_fd;
	struct string coming; /* received so far on this connection */
	struct string text;   /* last complete metrics without "# EOF"; empty if too old */
	uint64_t heard;       /* when text was received, in ms of loop_now */
};

/* Listens at path; must be called before the sandbox. Returns false on an error, with errno set. */
bool scrape_open(struct scrape *scrape, struct loop *loop, const struct log *log, const char *path);
/* Drops metrics that are too old. Called periodically. */
void scrape_age(struct scrape *scrape);
/* Stops listening. The socket file stays for the next process. */
void scrape_close(struct scrape *scrape);

#endif
