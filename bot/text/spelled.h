/* spelled.h - cards spelled out in what people type, as style plain spells them to people. */
#ifndef BOT_TEXT_SPELLED_H
#define BOT_TEXT_SPELLED_H

#include "bot/text/words.h"

enum { SPELLED_TEXT = 1024 };

/*
 * Writes text to out, folded, with every card that is spelled out in the voice's language ("nine of
 * diamonds", or "9 of diamonds") as its symbol form, which reads alike in every notation: 9♦. Case
 * and accents do not matter. False: there is none, and out is as it was.
 */
bool spelled_read(
	const struct words *words, struct voice voice, const char *text, char out[SPELLED_TEXT]);

#endif
