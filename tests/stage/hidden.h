/* hidden.h - the cards that somebody may not know, and the cards that a text names. */
#ifndef TESTS_STAGE_HIDDEN_H
#define TESTS_STAGE_HIDDEN_H

#include "bot/table/table.h"
#include "bot/text/catalog.h"

/*
 * Of a table in play: what a seat, or with SEAT_NONE a bystander, has no means to know, read from
 * where the games keep their cards and not by way of views; of a game that has no reader here, what
 * the others hold.
 */
cards hidden_from(struct table *table, unsigned seat);
/* Returns the cards in the hand of a seat. */
cards held_by(const struct game *game, const struct state *state, unsigned seat);
/* Mate: what lies face down until its hand ends; 0 in other games. */
cards hidden_down(struct table *table);

/* Mate: whether it is the second hand of a round; false in other games. */
bool hidden_second(struct table *table);

enum { READER_LANGUAGES = 16, READER_NAME = 48 };

/* Who finds cards in texts. */
struct reader {
	const struct catalog *catalog;
	unsigned languages; /* all catalogues: too many are no reader */
	char name[READER_LANGUAGES][CARD_COUNT][READER_NAME]; /* "nine of diamonds" */
};

struct reader reader_open(const struct catalog *catalog);
/* Cards written with letters or symbols, in capitals only: help has its examples in small ones. */
cards reader_written(const char *text, enum notation notation);
/* Cards spelled out in any language. */
cards reader_spelled(const struct reader *reader, const char *text);
/* Cards that somebody may have meant by what they typed, in whatever notation. */
cards reader_typed(const char *text);

#endif
