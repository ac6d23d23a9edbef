/*
 * question.h - finds the intent of a sentence in people's own words.
 *
 * An intent is a message of the group "ask." whose text lists terms with weights, see en.po. The
 * words of all languages are understood at any time.
 */
#ifndef BOT_TEXT_QUESTION_H
#define BOT_TEXT_QUESTION_H

#include "bot/text/catalog.h"

struct question {
	const char *intent; /* name of the intent, "rules" for "ask.rules"; NULL: not found */
	int language;       /* the sentence's language, an index into the catalogues; -1: unknown */
	bool sure;          /* false: the intent is only a guess */
};

/* Finds the intent and the language of a sentence. */
struct question question_read(const struct catalog *catalog, const char *sentence);

#endif
