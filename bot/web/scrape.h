/*
 * scrape.h - figures of the bot for the pages, by the socket where it tells them and takes nothing:
 * nobody waits for it.
 */
#ifndef BOT_WEB_SCRAPE_H
#define BOT_WEB_SCRAPE_H

#include "bot/base/loop.h"
#include "bot/base/string.h"

/* Starts as zeros but for the loop, the path and two empty strings; lies where it is. */
struct scrape {
	struct loop *loop;
	const char *path;
	struct loop_watch *watch; /* NULL: nothing is under way */
	int fd;
	struct string coming;
	struct string text; /* as last told, without the line that ends it; empty: the bot is silent
			     */
};

/* Asks again; who has not answered since the last time is silent. */
void scrape_ask(struct scrape *scrape);
void scrape_close(struct scrape *scrape);

#endif
