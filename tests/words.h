/* words.h - the words for cards and moves in English and in French. Each list continues with the
 * words of the other language, then with the words of records. */
#ifndef TESTS_WORDS_H
#define TESTS_WORDS_H

#include "engine/move.h"

static const char *const words_of_acts[ACT_COUNT] = { [ACT_GIVE] = "give donner pass passer",
	[ACT_PLACE] = "place placer",
	[ACT_DISCARD] = "discard ecarter",
	[ACT_FOREPLACE] = "foreplace reserver",
	[ACT_KEEP] = "keep garder",
	[ACT_DRAW] = "draw piger",
	[ACT_TAKE] = "take prendre" };
static const char *const words_of_calls[CALL_COUNT] = { [CALL_MITTEN] = "mitten m mitaine",
	[CALL_GLOVE] = "glove g gant",
	[CALL_SOCK] = "sock s chausson c",
	[CALL_KING] = "king roi" };

#define WORDS_FRENCH(next) \
	{ \
		"2 3 4 5 6 7 8 9 10 V D R A", "T K C P", words_of_acts, words_of_calls, next \
	}
#define WORDS_ENGLISH(next) \
	{ \
		"2 3 4 5 6 7 8 9 10 J Q K A", "C D H S", words_of_acts, words_of_calls, next \
	}
static const struct move_words words_also_french = WORDS_FRENCH(&record_words);
static const struct move_words words_also_english = WORDS_ENGLISH(&record_words);
static const struct move_words french_words = WORDS_FRENCH(&words_also_english);
static const struct move_words english_words = WORDS_ENGLISH(&words_also_french);

#endif
