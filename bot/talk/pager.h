/*
 * pager.h - sends long answers page by page. The rest of a text is kept until the person asks for
 * it.
 */
#ifndef BOT_TALK_PAGER_H
#define BOT_TALK_PAGER_H

#include "bot/base/string.h"
#include "bot/people/people.h"

/* The text that is kept for one person. */
struct page {
	struct person *person;
	char *text;
	size_t at; /* offset of the next page in `text` */
};

/* The texts of all people. Starts as zeros. */
struct pager {
	struct page *page; /* the texts, oldest first */
	size_t count;
};

void pager_close(struct pager *pager);
/*
 * Keeps a text for a person, and drops their earlier one. Drops the oldest text if there are too
 * many.
 */
void pager_add(struct pager *pager, struct person *person, const char *text);
/*
 * Adds the next page of a person's text to `text`, without the last line break. *left: number of
 * lines that remain; if none remain, the text is dropped. Returns false if the person has no text.
 */
bool pager_next(
	struct pager *pager, const struct person *person, struct string *text, unsigned *left);

#endif
