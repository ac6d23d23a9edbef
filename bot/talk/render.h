/* render.h - the words for what happens and lies on a table, in one listener's way of reading. */
#ifndef BOT_TALK_RENDER_H
#define BOT_TALK_RENDER_H

#include "bot/base/string.h"
#include "bot/table/table.h"
#include "bot/text/eventtext.h"

/* Who listens, and where the words go. */
struct render {
	struct string *out;
	const struct catalog *catalog;
	struct locale locale;
	struct table *table;
	unsigned seat; /* the listener's, or SEAT_NONE: a bystander or a channel */
};

/*
 * Each adds to out; separator is put before what it adds unless out is empty. An event the
 * listener may not see is told without its cards. Returns whether anything was added.
 */
bool render_event(const struct render *render, const char *separator, const struct event *event);
/* Of a pile only what decides: its top, how many cards it has and what they are worth. */
void render_pile(const struct render *render, const char *separator, const struct event *pile);
/* The points of events[0], which has parts, with those behind it; returns how many those are. */
unsigned render_points(const struct render *render, const struct event *events, unsigned count);
/* Any other message, with a separator likewise. */
void render_word(
	const struct render *render, const char *separator, enum word word, const struct arg *args);
/* The table's number, if it has one, as a tutorial's has not, and others may. */
void render_number(const struct render *render);
/* A player's name, and all of them: "anna, Ovila (normal)". */
void render_name(const struct render *render, unsigned seat);
void render_names(const struct render *render);
/* Totals by side, "anna & rose 120, luc & yves 90"; with `hand`, what the last hand brought too. */
void render_scores(const struct render *render, bool hand);
/* A hand, numbered and with sets bracketed: "1:4D [2:7C 3:7H]". */
void render_hand(const struct render *render, const card *hand, unsigned count);

#endif
