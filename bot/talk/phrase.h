/* phrase.h - the words for what happens and lies on a table, in one listener's way of reading. */
#ifndef BOT_TALK_PHRASE_H
#define BOT_TALK_PHRASE_H

#include "bot/base/string.h"
#include "bot/table/table.h"
#include "bot/text/words.h"

/* Who listens, and where the words go. */
struct phrase {
	struct string *out;
	const struct words *words;
	struct voice voice;
	struct table *table;
	unsigned seat; /* the listener's, or SEAT_NONE: a bystander or a channel */
};

/*
 * Each adds to out; separator is put before what it adds unless out is empty. A fact the listener's
 * eyes may not see is told without its cards. Returns whether anything was added.
 */
bool phrase_fact(const struct phrase *phrase, const char *separator, const struct fact *fact);
/* Of a pile only what decides: its top, how many cards it has and what they are worth. */
void phrase_pile(const struct phrase *phrase, const char *separator, const struct fact *pile);
/* The points of facts[0], which has parts, with those behind it; returns how many those are. */
unsigned phrase_points(const struct phrase *phrase, const struct fact *facts, unsigned count);
/* Any other message, with a separator likewise. */
void phrase_word(
	const struct phrase *phrase, const char *separator, enum word word, const struct arg *args);
/* The players' names: "anna, luc". */
void phrase_names(const struct phrase *phrase);
/* Totals by side, "anna & rose 120, luc & yves 90"; with `hand`, what the last hand brought too. */
void phrase_scores(const struct phrase *phrase, bool hand);
/* A hand, numbered and with sets bracketed: "1:4D [2:7C 3:7H]". */
void phrase_hand(const struct phrase *phrase, const card *hand, unsigned count);

/* What a call is called, or WORD_OK. */
enum word phrase_call(unsigned call);
/* A move as a person would type it: "4D mitten", "give 9D 8C 7H". */
void phrase_move(
	struct string *out, const struct words *words, struct voice voice, struct move move);

#endif
