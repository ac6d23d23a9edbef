/*
 * page_lines.h - the last lines told at a table, for its players on pages. A page has the lines of
 * the channel in the language of its player, and the cards that only that player sees.
 */
#ifndef BOT_TALK_PAGE_LINES_H
#define BOT_TALK_PAGE_LINES_H

#include "bot/talk/render.h"

enum { PAGE_LINES = 12 };

/* The last lines for one person at one table, oldest first. */
struct page_lines_entry {
	const struct table *table;
	int64_t person; /* the person's id in the store */
	struct string line[PAGE_LINES];
	unsigned count;
	unsigned fresh; /* number of lines at the end that were added in this batch */
	uint64_t added; /* number of lines added so far */
};

/* The lines for all people. Starts as zeros, except catalog. A restart loses them. */
struct page_lines {
	const struct catalog *catalog;
	struct page_lines_entry *entry;
	size_t count;
};

void page_lines_close(struct page_lines *lines);
/* Ends a batch. After a rollback (kept is false) drops the lines of the batch. */
void page_lines_end_batch(struct page_lines *lines, bool kept);
/*
 * Returns the lines for the player of a seat. For a new player, begins to note lines; the first
 * lines are the last moves. The pointer is valid until the next call.
 */
const struct page_lines_entry *page_lines_get(
	struct page_lines *lines, struct table *table, unsigned seat);
/* Notes a message said at a table, for the table's players on pages. */
void page_lines_say(struct page_lines *lines, struct table *table, enum message message,
	const struct arg *args);
/* Notes the events of a move or deal for the table's players on pages, a line for each card. */
void page_lines_tell_events(
	struct page_lines *lines, struct table *table, const struct events *events);
/* Drops the lines of a person at a table. person 0: drops the lines of all people there. */
void page_lines_remove(struct page_lines *lines, const struct table *table, int64_t person);

#endif
