/* cardtext.h - cards spelled out in what people type, as style plain spells them to people. */
#ifndef BOT_TEXT_CARDTEXT_H
#define BOT_TEXT_CARDTEXT_H

#include "bot/text/catalog.h"

enum { CARDTEXT_TEXT = 1024 };

/*
 * Writes text to out, folded, with every card that is spelled out in the locale's language ("nine
 * of diamonds", or "9 of diamonds") as its symbol form, which reads alike in every notation: 9♦.
 * Case and accents do not matter. False: there is none, and out is as it was.
 */
bool cardtext_read(const struct catalog *catalog, struct locale locale, const char *text,
	char out[CARDTEXT_TEXT]);

#endif
