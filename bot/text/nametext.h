/* nametext.h - writes people's names so that a name cannot be taken for a card or a table. */
#ifndef BOT_TEXT_NAMETEXT_H
#define BOT_TEXT_NAMETEXT_H

#include "bot/base/string.h"

/* Quotation marks around a name that could be taken for a card or a table. */
#define NAME_OPEN  "“"
#define NAME_CLOSE "”"

/* U+2068 and U+2069: the text between them does not change the direction of the text around. */
#define NAME_ISOLATE     "\xe2\x81\xa8"
#define NAME_ISOLATE_END "\xe2\x81\xa9"

/*
 * Adds a person's name without any quotation marks of its own. Puts the name in quotation marks if
 * it had some, looks like a card (9♦), the number of a table ([1]) or a sentence, or has a
 * separator. Isolates a name that is written from right to left.
 */
void nametext_add(struct string *out, const char *name);

#endif
