/* viewers.h - browsers that watch live tables, and the server-sent events for them. */
#ifndef BOT_WEB_VIEWERS_H
#define BOT_WEB_VIEWERS_H

#include "bot/web/web.h"

/* A browser that watches a match. The last four members are private to viewers.c. */
struct viewer {
	int64_t match;
	uint8_t language;
	struct string waiting;          /* events to send */
	bool ended;                     /* no more events follow */
	unsigned told;                  /* number of scenes sent */
	bool sent_now, has_first_scene; /* fed: done in this viewers_send_scenes; begun: has its
					   first scene */
	struct viewer *next;
};

struct viewers {
	struct viewer *first;
	unsigned count;
};

/* Adds a viewer with match and language set. The caller owns it, and must drop it before a free. */
void viewers_add(struct viewers *viewers, struct viewer *viewer);
void viewers_remove(struct viewers *viewers, struct viewer *viewer);
/*
 * Appends new scenes to each viewer's events, or the current scene for a new viewer. fresh: only
 * for new viewers.
 */
void viewers_send_scenes(struct viewers *viewers, const struct web *web, bool fresh);
/* Appends an empty comment for idle viewers: sending it detects closed connections. */
void viewers_keep_alive(struct viewers *viewers);

#endif
