/* verdicts.h - shows the review of a match, in words and as a curve. Used only in bot/web. */
#ifndef BOT_WEB_VERDICTS_H
#define BOT_WEB_VERDICTS_H

#include "bot/web/listing.h"
#include "bot/web/reviews.h"

/* True if a match can be reviewed: it was started, has ended, and its journal is still stored. */
bool verdicts_can_review(const struct page *page, const struct store_match *match);
/* Adds a verdict as text, like "better 4♠ mitten (-6% chance of winning)". */
void verdicts_add_text(const struct page *page, const struct verdict *verdict, struct string *out);
/*
 * Adds the accuracy of each seat and, of a match, the curve of the chance of winning. judged NULL:
 * says that the review is not finished.
 */
void verdicts_section(const struct page *page, const struct listed_match *listed,
	const struct match_review *judged);
/*
 * Adds a paragraph about the move that cost most in a match that has ended, with a link to it. Adds
 * nothing without a review, or without such a move.
 */
void verdicts_decided(const struct page *page, int64_t match);
void verdicts_json(const struct page *page, const struct match_review *judged);

#endif
