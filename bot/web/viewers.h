/* viewers.h - browsers that watch live matches, or play at a seat, by server-sent events. */
#ifndef BOT_WEB_VIEWERS_H
#define BOT_WEB_VIEWERS_H

#include "bot/web/web.h"

enum { VIEWER_SUMS = 7 }; /* checksums of a view: of its parts, and of the rest */

/* A browser that watches a match or a seat. The last four members are private to viewers.c. */
struct viewer {
	int64_t match;
	char seat[SEAT_HASH]; /* hash of a seat's key; empty: watches a match */
	uint8_t language;
	struct string waiting; /* events that are not sent yet */
	bool ended;            /* no more events will follow */
	bool looked_up;        /* the running viewers_send_tables has served the viewer */
	/* checksums of the parts of the view that was given last; 0: none was given yet */
	uint64_t sum[VIEWER_SUMS];
	int64_t said; /* number of lines of talk in the view that was given last */
	struct viewer *next;
};

struct viewers {
	struct viewer *first;
	unsigned count;
};

/*
 * Adds a viewer. The caller has set its match and language, or its seat. The caller owns the
 * viewer, and must call viewers_remove before freeing it.
 */
void viewers_add(struct viewers *viewers, struct viewer *viewer);
void viewers_remove(struct viewers *viewers, struct viewer *viewer);
/*
 * Gives each viewer of a match the parts of its table that have changed. A new viewer gets all
 * parts. fresh: serves only new viewers.
 */
void viewers_send_tables(struct viewers *viewers, const struct web *web, bool fresh);
/*
 * Gives each viewer of a seat the parts that have changed. seat: hash of its key. json: the seat's
 * view; NULL: the seat has ended.
 */
void viewers_send_seat(
	struct viewers *viewers, const struct web *web, const char *seat, const char *json);
/* Tells all viewers of seats whether the bot is connected. */
void viewers_send_link(struct viewers *viewers, bool here);
/*
 * Gives each viewer without waiting events a "beat" event. Sending it shows whether the connection
 * is closed.
 */
void viewers_keep_alive(struct viewers *viewers);

#endif
