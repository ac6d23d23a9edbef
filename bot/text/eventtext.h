/* eventtext.h - writes events, piles, scores and moves in words. */
#ifndef BOT_TEXT_EVENTTEXT_H
#define BOT_TEXT_EVENTTEXT_H

#include "bot/base/string.h"
#include "bot/text/catalog.h"
#include "engine/game.h"

/*
 * A table, a listener, and the string to which the words are added. The caller owns all pointers.
 */
struct eventtext {
	struct string *out;
	const struct catalog *catalog;
	struct locale locale;
	/* the part of the game's state that all games share; its hands are not read */
	const struct state *head;
	const uint8_t *side;      /* side of each seat, see game_side */
	const char *const *names; /* name of each seat's player */
	unsigned taken;           /* number of entries in `names` */
	unsigned seat;            /* seat of the listener; SEAT_NONE: a bystander or a channel */
};

/* True if the listener may see the cards of an event. */
bool eventtext_sees(const struct eventtext *text, const struct event *event);
/*
 * Adds an event; leaves out its cards if the listener may not see them. Like the functions below,
 * begins with `separator` unless the string is empty. Returns false if the event has no text.
 */
bool eventtext_event(
	const struct eventtext *text, const char *separator, const struct event *event);
/*
 * Adds a sentence about a capture: the card that took the pile, the size of the pile, and the
 * points.
 */
void eventtext_take(const struct eventtext *text, const struct event *capture);
/* Adds a short form of a pile: its top card, number of cards and worth. */
void eventtext_pile(const struct eventtext *text, const char *separator, const struct event *pile);
/*
 * Adds the points of a capture, events[0], and of its parts, the events after it. Returns the
 * number of parts.
 */
unsigned eventtext_points(const struct eventtext *text, const struct event *events, unsigned count);
/*
 * Adds the total of each side: "anna & rose 120, luc & yves 90". hand: also adds the points of the
 * last hand.
 */
void eventtext_scores(const struct eventtext *text, bool hand);
/* Adds a message. */
void eventtext_message(const struct eventtext *text, const char *separator, enum message message,
	const struct arg *args);

/* Returns the message with the name of a call. Returns MSG_OK if the call has no name. */
enum message eventtext_call(unsigned call);
/* Adds a move as a person would type it: "4D mitten", "give 9D 8C 7H". */
void eventtext_move(
	struct string *out, const struct catalog *catalog, struct locale locale, struct move move);
/* Adds a move with `words` in place of its cards, like "1|2 mitten". */
void eventtext_move_with(struct string *out, const struct catalog *catalog, struct locale locale,
	struct move move, const char *words);

#endif
