/* viewers.h - who looks on at tables from afar, and what is to be sent to them. */
#ifndef BOT_WEB_VIEWERS_H
#define BOT_WEB_VIEWERS_H

#include "bot/web/web.h"

/* Somebody who watches a match; made by whoever serves them. */
struct viewer {
	int64_t match;
	uint8_t language;
	struct string waiting; /* to be sent: server-sent events */
	bool over;             /* and then no more */
	/* Only for viewers.c. */
	unsigned told; /* scenes */
	bool fed, begun;
	struct viewer *next;
};

struct viewers {
	struct viewer *first;
	unsigned count;
};

/* viewer->match and language are set; it stays its caller's, until viewers_drop. */
void viewers_add(struct viewers *viewers, struct viewer *viewer);
void viewers_drop(struct viewers *viewers, struct viewer *viewer);
/*
 * Gives each viewer what has happened since the last time, or at first where the match stands;
 * fresh: only to those who had nothing yet.
 */
void viewers_feed(struct viewers *viewers, const struct web *web, bool fresh);
/* Gives each something that means nothing, so that who is gone is noticed. */
void viewers_keep(struct viewers *viewers);

#endif
