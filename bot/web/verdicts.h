/* verdicts.h - shows the review of a match in words and as a curve. Only for bot/web/. */
#ifndef BOT_WEB_VERDICTS_H
#define BOT_WEB_VERDICTS_H

#include "bot/web/listing.h"
#include "bot/web/reviews.h"

/* Returns true if a match can be reviewed: it was started, has ended and has its journal. */
bool verdicts_can_review(const struct page *page, const struct store_match *match);
/* Appends "better 4♠ mitten (-6% chance of winning)" as text. */
void verdicts_add_text(const struct page *page, const struct verdict *verdict, struct string *out);
/* Adds accuracies and chances of winning; judged NULL: adds that the review is in progress. */
void verdicts_section(const struct page *page, const struct listed_match *listed,
	const struct match_review *judged);
void verdicts_json(const struct page *page, const struct match_review *judged);

#endif
