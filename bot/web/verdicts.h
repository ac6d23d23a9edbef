/* verdicts.h - what the strongest AI player thinks of a match, in words and as a curve. Only for
 * bot/web/. */
#ifndef BOT_WEB_VERDICTS_H
#define BOT_WEB_VERDICTS_H

#include "bot/web/listing.h"
#include "bot/web/reviews.h"

/* True if a match is judged here: it is over and was played. */
bool verdicts_may(const struct page *page, const struct store_match *match);
/* "better 4♠ mitten (-6% chance of winning)" */
void verdict_words(const struct page *page, const struct verdict *verdict, struct string *out);
/* How well each played, and the chances to win; judged NULL: that it comes. */
void verdicts_section(
	const struct page *page, const struct listed *listed, const struct judged *judged);
void verdicts_json(const struct page *page, const struct judged *judged);

#endif
