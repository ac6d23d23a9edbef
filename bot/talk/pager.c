#include "bot/talk/pager.h"

#include <stdlib.h>
#include <string.h>

#include "bot/command/command.h"
#include "bot/talk/speech.h"

/* Lines of a page, and how many people may have one that waits. */
enum { PAGE_LINES = 6, PAGES_MOST = 50 };

/* What is left for somebody. */
struct page {
	struct person *person;
	char *text;
	size_t at; /* where the next page begins */
};

static void drop(struct lobby *lobby, size_t place)
{
	lobby->page[place].person->held--;
	free(lobby->page[place].text);
	lobby->pages--;
	memmove(lobby->page + place, lobby->page + place + 1,
		(lobby->pages - place) * sizeof *lobby->page);
}

void pager_close(struct lobby *lobby)
{
	while (lobby->pages > 0)
		drop(lobby, lobby->pages - 1);
	free(lobby->page);
	lobby->page = NULL;
}

/* The place of somebody's page, or that behind the last. */
static size_t find(const struct lobby *lobby, const struct person *person)
{
	size_t place = 0;
	while (place < lobby->pages && lobby->page[place].person != person)
		place++;
	return place;
}

/* Where the line after this one begins, or the end of the text. */
static const char *next_line(const char *at)
{
	at += strcspn(at, "\n");
	return at + (*at == '\n');
}

/* Lines of text from there on; the last may end or not. */
static unsigned count_lines(const char *at)
{
	unsigned lines = 0;
	for (; *at != '\0'; at = next_line(at))
		lines++;
	return lines;
}

/* Tells the next page; true when something is left: more than the line that would say so. */
static bool turn(struct lobby *lobby, struct page *page)
{
	const char *begin = page->text + page->at;
	const char *end = begin;
	unsigned lines = count_lines(begin) == PAGE_LINES + 1 ? PAGE_LINES + 1 : PAGE_LINES;
	for (unsigned line = 0; line < lines && *end != '\0'; line++)
		end = next_line(end);
	bool left = *end != '\0';
	struct string text = STRING_EMPTY;
	string_bytes(&text, begin, (size_t)(end - begin) - (end > begin && end[-1] == '\n'));
	page->at = (size_t)(end - page->text);
	speech_tell(lobby, page->person, left ? WORD_PAGE_MORE : WORD_PAGE,
		ARGS(arg_text("text", text.bytes), arg_number("lines", count_lines(end))));
	string_free(&text);
	return left;
}

/* Room for one more; who has waited longest gives it. */
static struct page *add(struct lobby *lobby, struct person *person)
{
	if (lobby->pages == PAGES_MOST)
		drop(lobby, 0);
	struct page *grown = realloc(lobby->page, (lobby->pages + 1) * sizeof *grown);
	if (grown == NULL)
		return NULL;
	lobby->page = grown;
	struct page *page = &lobby->page[lobby->pages];
	*page = (struct page){ .person = person };
	person->held++;
	lobby->pages++;
	return page;
}

void pager_tell(struct lobby *lobby, struct person *person, const char *text)
{
	size_t place = find(lobby, person);
	if (place < lobby->pages)
		drop(lobby, place);
	struct page *page = add(lobby, person);
	if (page == NULL)
		return;
	page->text = strdup(text);
	if (page->text == NULL || !turn(lobby, page))
		drop(lobby, lobby->pages - 1);
}

void command_more(struct request *request)
{
	struct lobby *lobby = request->lobby;
	size_t place = find(lobby, request->who);
	if (place == lobby->pages)
		speech_tell(lobby, request->who, WORD_PAGE_NONE, NO_ARGS);
	else if (!turn(lobby, &lobby->page[place]))
		drop(lobby, place);
}
