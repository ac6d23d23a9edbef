/* nametext.h - names of people in texts, where none may pass for a card or a part of a line. */
#ifndef BOT_TEXT_NAMETEXT_H
#define BOT_TEXT_NAMETEXT_H

#include "bot/base/string.h"

/* The marks around a name that could be taken for something else. */
#define NAME_OPEN  "“"
#define NAME_CLOSE "”"

/*
 * Adds a name, between marks if it reads like a card, "9♦", or like the number of a table, "[1]".
 * Marks that the name has itself are left out.
 */
void nametext_add(struct string *out, const char *name);

#endif
