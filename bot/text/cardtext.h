/* cardtext.h - reads card names in words, "nine of diamonds", as the style plain writes them. */
#ifndef BOT_TEXT_CARDTEXT_H
#define BOT_TEXT_CARDTEXT_H

#include "bot/text/catalog.h"

enum { CARDTEXT_TEXT = 1024 };

/*
 * Copies text to out, folded (see fold.h), with each card name in the locale's language ("nine of
 * diamonds" or "9 of diamonds") replaced by its symbols, 9♦, which every notation reads. Returns
 * false and leaves out unchanged if text has no card name.
 */
bool cardtext_read(const struct catalog *catalog, struct locale locale, const char *text,
	char out[CARDTEXT_TEXT]);

#endif
