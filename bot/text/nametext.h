/* nametext.h - writes names of people so that a name cannot look like a card or a table. */
#ifndef BOT_TEXT_NAMETEXT_H
#define BOT_TEXT_NAMETEXT_H

#include "bot/base/string.h"

/* The marks around such a name. */
#define NAME_OPEN  "“"
#define NAME_CLOSE "”"

/*
 * Adds a name. Puts it between marks if it looks like a card, "9♦", or a table's number, "[1]", or
 * has marks or separators, and removes its own marks.
 */
void nametext_add(struct string *out, const char *name);

#endif
