/* eventtext.h - texts for events, piles, scores and moves. */
#ifndef BOT_TEXT_EVENTTEXT_H
#define BOT_TEXT_EVENTTEXT_H

#include "bot/base/string.h"
#include "bot/text/catalog.h"
#include "engine/game.h"

/* The table, the listener and the output. The caller owns all pointers. */
struct eventtext {
	struct string *out;
	const struct catalog *catalog;
	struct locale locale;
	const struct state *head; /* the public head of the game's state; hands are not read */
	const uint8_t *side;      /* by seat, see game_side */
	const char *const *names; /* by seat */
	unsigned taken;           /* entries of names */
	unsigned seat;            /* the listener's; SEAT_NONE: a bystander or a channel */
};

/*
 * Adds an event, without its cards if the listener may not see them. Returns false if the event has
 * no text. Here and below, the separator comes first unless out is empty.
 */
bool eventtext_event(
	const struct eventtext *text, const char *separator, const struct event *event);
/* Adds a short form of a pile: its top card, number of cards and worth. */
void eventtext_pile(const struct eventtext *text, const char *separator, const struct event *pile);
/* Adds the points of events[0] with the parts that follow it. Returns the number of parts. */
unsigned eventtext_points(const struct eventtext *text, const struct event *events, unsigned count);
/* Adds totals by side, "anna & rose 120, luc & yves 90"; hand: also points of the last hand. */
void eventtext_scores(const struct eventtext *text, bool hand);
/* Adds any other message. */
void eventtext_message(const struct eventtext *text, const char *separator, enum message message,
	const struct arg *args);

/* Returns the message that names a call; MSG_OK if it has no name. */
enum message eventtext_call(unsigned call);
/* Appends a move as a person types it: "4D mitten", "give 9D 8C 7H". */
void eventtext_move(
	struct string *out, const struct catalog *catalog, struct locale locale, struct move move);

#endif
