/* pager.h - long answers, a page at a time: what is left is kept until it is asked for. */
#ifndef BOT_TALK_PAGER_H
#define BOT_TALK_PAGER_H

#include "bot/base/string.h"
#include "bot/people/people.h"

/* What is left for somebody. */
struct page {
	struct person *person;
	char *text;
	size_t at; /* where the next page begins */
};

/* Starts as zeros. */
struct pager {
	struct page *page; /* the one that has waited longest first */
	size_t count;
};

void pager_close(struct pager *pager);
/*
 * Keeps a text of several lines for somebody in the place of their last one; pager_next gives its
 * pages.
 */
void pager_add(struct pager *pager, struct person *person, const char *text);
/*
 * Adds somebody's next page to text, without its last line break; left: the lines behind it, 0:
 * forgotten with that. False: there is none.
 */
bool pager_next(
	struct pager *pager, const struct person *person, struct string *text, unsigned *left);

#endif
