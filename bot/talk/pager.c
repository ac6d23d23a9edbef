#include "bot/talk/pager.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

/* PAGE_LINES: lines of a page. PAGES_MOST: people whose text is kept at the same time. */
enum { PAGE_LINES = 6, PAGES_MOST = 50 };

static void remove_at(struct pager *pager, size_t place)
{
	pager->page[place].person->references--;
	free(pager->page[place].text);
	pager->count--;
	memmove(pager->page + place, pager->page + place + 1,
		(pager->count - place) * sizeof *pager->page);
}

void pager_close(struct pager *pager)
{
	while (pager->count > 0)
		remove_at(pager, pager->count - 1);
	free(pager->page);
	pager->page = NULL;
}

/* Returns the index of the text kept for a person, or the number of texts if not found. */
static size_t find(const struct pager *pager, const struct person *person)
{
	size_t place = 0;
	while (place < pager->count && pager->page[place].person != person)
		place++;
	return place;
}

/* Returns the start of the next line, or the end of the text. */
static const char *next_line(const char *at)
{
	at += strcspn(at, "\n");
	return at + (*at == '\n');
}

/* Counts the lines of a text. The last line may lack a line break. */
static unsigned count_lines(const char *at)
{
	unsigned lines = 0;
	for (; *at != '\0'; at = next_line(at))
		lines++;
	return lines;
}

void pager_add(struct pager *pager, struct person *person, const char *text)
{
	size_t place = find(pager, person);
	if (place < pager->count)
		remove_at(pager, place);
	if (pager->count == PAGES_MOST)
		remove_at(pager, 0);
	pager->page = memory_grow(pager->page, pager->count + 1, sizeof *pager->page);
	pager->page[pager->count++] = (struct page){ .person = person, .text = memory_copy(text) };
	person->references++;
}

bool pager_next(
	struct pager *pager, const struct person *person, struct string *text, unsigned *left)
{
	size_t place = find(pager, person);
	if (place == pager->count)
		return false;
	struct page *page = &pager->page[place];
	const char *begin = page->text + page->at;
	const char *end = begin;
	/*
	 * If only one more line remains, send it too, because a line that offers the next page
	 * would be as long.
	 */
	unsigned lines = count_lines(begin) == PAGE_LINES + 1 ? PAGE_LINES + 1 : PAGE_LINES;
	for (unsigned line = 0; line < lines; line++)
		end = next_line(end);
	string_add_bytes(text, begin, (size_t)(end - begin) - (end > begin && end[-1] == '\n'));
	page->at = (size_t)(end - page->text);
	*left = count_lines(end);
	if (*left == 0)
		remove_at(pager, place);
	return true;
}
