/*
 * scrape.h - figures of the bot, which it tells by a socket where the pages listen: whoever comes
 * says all of them, and hangs up.
 */
#ifndef BOT_WEB_SCRAPE_H
#define BOT_WEB_SCRAPE_H

#include "bot/base/door.h"
#include "bot/base/string.h"

/* Lies where it is until it is closed. */
struct scrape {
	struct loop *loop;
	struct door door;
	struct loop_watch *guest; /* NULL: nobody is there */
	int guest_fd;
	struct string coming;
	struct string text; /* as last told, without the line that ends it; empty: the bot is silent
			     */
	uint64_t heard;     /* when that was */
};

/* Listens there, before the process gives up what that needs; false: errno says why it cannot. */
bool scrape_open(struct scrape *scrape, struct loop *loop, const struct log *log, const char *path);
/* Now and then: what was told long ago holds no more. */
void scrape_age(struct scrape *scrape);
/* The socket stays, for who listens there next. */
void scrape_close(struct scrape *scrape);

#endif
