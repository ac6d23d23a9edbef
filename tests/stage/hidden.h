/* hidden.h - finds the cards that a seat must not know, and the cards that a text names. */
#ifndef TESTS_STAGE_HIDDEN_H
#define TESTS_STAGE_HIDDEN_H

#include "bot/table/table.h"
#include "bot/text/catalog.h"
#include "tests/words.h"

/* Returns the cards that a seat, or a bystander for SEAT_NONE, cannot know at a running table.
 * Reads the state of the game instead of a view. For a game without a reader in hidden.c, returns
 * the hands of the other seats. */
cards hidden_from(struct table *table, unsigned seat);
/* Returns the cards in the hand of a seat. */
cards held_by(const struct game *game, const struct state *state, unsigned seat);
/* Returns the cards that lie face down in a hand of Mate, or 0 in other games. */
cards hidden_down(struct table *table);

/* Returns true in the second hand of a round of Mate. */
bool hidden_second(struct table *table);

enum { READER_LANGUAGES = 16, READER_NAME = 48 };

/* Finds cards in texts in all languages. */
struct reader {
	const struct catalog *catalog;
	unsigned languages; /* number of languages, at most READER_LANGUAGES */
	char name[READER_LANGUAGES][CARD_COUNT][READER_NAME]; /* like "nine of diamonds" */
};

struct reader reader_open(const struct catalog *catalog);
/* Returns the cards that a text names by letters or symbols. Ignores small letters, because
 * examples in the help use them. */
cards reader_written(const char *text, const struct move_words *words);
/* Returns the cards that a text spells out in words, in any language. */
cards reader_spelled(const struct reader *reader, const char *text);
/* Returns the cards that a person may mean by a line, in any language. */
cards reader_typed(const char *text);

#endif
