/* pager.h - long answers, a page at a time: the rest is kept until the person asks for it. */
#ifndef BOT_TALK_PAGER_H
#define BOT_TALK_PAGER_H

#include "bot/base/string.h"
#include "bot/people/people.h"

/* The text kept for one person. */
struct page {
	struct person *person;
	char *text;
	size_t at; /* offset of the next page */
};

/* Starts as zeros. */
struct pager {
	struct page *page; /* oldest first */
	size_t count;
};

void pager_close(struct pager *pager);
/* Keeps a text for a person, in place of an earlier one. Drops the oldest of too many. */
void pager_add(struct pager *pager, struct person *person, const char *text);
/*
 * Adds a person's next page to text, without its last line break. left: the number of lines after
 * it; the text is dropped at 0. Returns false if nothing is kept for them.
 */
bool pager_next(
	struct pager *pager, const struct person *person, struct string *text, unsigned *left);

#endif
