/* render.h - the words for events and cards at a table, for one listener. */
#ifndef BOT_TALK_RENDER_H
#define BOT_TALK_RENDER_H

#include "bot/base/string.h"
#include "bot/table/table.h"
#include "bot/text/eventtext.h"

/* How a listener reads, and the string that gets the words. */
struct render {
	struct string *out;
	const struct catalog *catalog;
	struct locale locale;
	struct table *table;
	unsigned seat; /* the listener's; SEAT_NONE: a bystander or a channel */
};

/*
 * Adds an event to out, after separator unless out is empty. Cards that the seat may not see are
 * left out. Returns false if nothing was added.
 */
bool render_event(const struct render *render, const char *separator, const struct event *event);
/* Adds a pile in brief: its top, its size and its value. */
void render_pile(const struct render *render, const char *separator, const struct event *pile);
/* Adds the points of events[0], a capture, and of its parts. Returns the number of parts. */
unsigned render_points(const struct render *render, const struct event *events, unsigned count);
/* Adds any other message, after separator unless out is empty. */
void render_message(const struct render *render, const char *separator, enum message message,
	const struct arg *args);
/* Adds the table's number, except in a terminal and for a tutorial, which has no number. */
void render_number(const struct render *render);
/* Adds a player's name, or all names: "anna, Ovila (normal)". */
void render_name(const struct render *render, unsigned seat);
void render_names(const struct render *render);
/* Adds totals by side, "anna & rose 120, luc & yves 90"; `hand`: also the last hand's points. */
void render_scores(const struct render *render, bool hand);
/* Adds a hand, numbered and with sets in brackets: "1:4D [2:7C 3:7H]". */
void render_hand(const struct render *render, const card *hand, unsigned count);

#endif
