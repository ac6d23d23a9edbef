/* viewers.h - browsers that watch live matches, or play at a seat, by server-sent events. */
#ifndef BOT_WEB_VIEWERS_H
#define BOT_WEB_VIEWERS_H

#include "bot/web/web.h"

/* A browser that watches a match or a seat. The last four members are private to viewers.c. */
struct viewer {
	int64_t match;
	char seat[SEAT_HASH]; /* hash of a seat's key; empty: watches a match */
	uint8_t language;
	struct string waiting; /* events that are not sent yet */
	bool ended;            /* no more events will follow */
	unsigned told;         /* number of scenes given to the viewer */
	/*
	 * sent_now: the running viewers_send_scenes has served the viewer; has_first_scene: the
	 * viewer was given a scene
	 */
	bool sent_now, has_first_scene;
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
 * Gives each viewer of a match the new scenes, and a new viewer only the current scene. fresh:
 * serves only new viewers.
 */
void viewers_send_scenes(struct viewers *viewers, const struct web *web, bool fresh);
/* Adds the first event of a seat's viewer, its whole view. */
void viewers_begin_seat(struct viewer *viewer, const char *view);
/* Adds a change of a seat's view for its viewers. change NULL: the seat has ended. */
void viewers_send_seat(struct viewers *viewers, const char *seat, const char *change);
/* Tells all viewers of seats whether the bot is here. */
void viewers_send_link(struct viewers *viewers, bool here);
/*
 * Adds an empty comment for each viewer without events. Sending it shows whether the connection is
 * closed.
 */
void viewers_keep_alive(struct viewers *viewers);

#endif
