/* nametext.h - writes people's names so that a name cannot be taken for a card or a table. */
#ifndef BOT_TEXT_NAMETEXT_H
#define BOT_TEXT_NAMETEXT_H

#include "bot/base/string.h"

/* Quotation marks around a name that could be taken for a card or a table. */
#define NAME_OPEN  "“"
#define NAME_CLOSE "”"

/*
 * Adds a person's name without any quotation marks of its own. Puts the name in quotation marks if
 * it had some, looks like a card (9♦), the number of a table ([1]) or a sentence, or has a
 * separator. Isolates a name that is written from right to left.
 */
void nametext_add(struct string *out, const char *name);

#endif
