/* cardtext.h - reads card names in words, like "nine of diamonds", which STYLE_PLAIN writes. */
#ifndef BOT_TEXT_CARDTEXT_H
#define BOT_TEXT_CARDTEXT_H

#include "bot/text/catalog.h"

enum { CARDTEXT_TEXT = 1024 };

/*
 * Folds a text (fold.h), replaces each card name in the language of the locale by a symbol that
 * every notation reads, and copies the result to `out`: "nine of diamonds" and "9 of diamonds"
 * become 9♦. Without a card name, returns false and does not change `out`.
 */
bool cardtext_read(const struct catalog *catalog, struct locale locale, const char *text,
	char out[CARDTEXT_TEXT]);

#endif
