/* eventtext.h - the words for what happens and lies on a table, and for moves. */
#ifndef BOT_TEXT_EVENTTEXT_H
#define BOT_TEXT_EVENTTEXT_H

#include "bot/base/string.h"
#include "bot/text/catalog.h"
#include "engine/game.h"

/* What is told of, to whom, and where the words go. All it points to is its caller's. */
struct eventtext {
	struct string *out;
	const struct catalog *catalog;
	struct locale locale;
	const struct state *head; /* of the game; nothing behind it is read */
	const uint8_t *side;      /* of each seat, see game_side */
	const char *const *names; /* of each seat that is taken */
	unsigned taken;
	unsigned seat; /* the listener's, or SEAT_NONE: a bystander or a channel */
};

/*
 * Each adds to out; separator is put before what it adds unless out is empty. An event the
 * listener may not see is told without its cards. Returns whether anything was added.
 */
bool eventtext_event(
	const struct eventtext *text, const char *separator, const struct event *event);
/* Of a pile only what decides: its top, how many cards it has and what they are worth. */
void eventtext_pile(const struct eventtext *text, const char *separator, const struct event *pile);
/* The points of events[0], which has parts, with those behind it; returns how many those are. */
unsigned eventtext_points(const struct eventtext *text, const struct event *events, unsigned count);
/* Totals by side, "anna & rose 120, luc & yves 90"; with `hand`, what the last hand brought too. */
void eventtext_scores(const struct eventtext *text, bool hand);
/* Any other message, with a separator likewise. */
void eventtext_word(const struct eventtext *text, const char *separator, enum word word,
	const struct arg *args);

/* What a call is called, or WORD_OK. */
enum word eventtext_call(unsigned call);
/* A move as a person would type it: "4D mitten", "give 9D 8C 7H". */
void eventtext_move(
	struct string *out, const struct catalog *catalog, struct locale locale, struct move move);

#endif
