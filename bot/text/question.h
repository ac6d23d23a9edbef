/*
 * question.h - finds the intent of a sentence in people's own words.
 *
 * An intent is a message of the group "ask." whose text lists terms with weights, see en.po. The
 * words of all languages are understood at any time.
 */
#ifndef BOT_TEXT_QUESTION_H
#define BOT_TEXT_QUESTION_H

#include "bot/text/catalog.h"

/* Finds the intent of a sentence. Returns its name ("rules" for "ask.rules"), or NULL. */
const char *question_find_intent(const struct catalog *catalog, const char *sentence);

#endif
