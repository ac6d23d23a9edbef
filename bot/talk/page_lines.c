#include "bot/talk/page_lines.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

static void free_entry(struct page_lines_entry *entry)
{
	for (unsigned i = 0; i < entry->count; i++)
		string_free(&entry->line[i]);
}

void page_lines_close(struct page_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		free_entry(&lines->entry[i]);
	free(lines->entry);
	*lines = (struct page_lines){ .count = 0 };
}

void page_lines_end_batch(struct page_lines *lines, bool kept)
{
	for (size_t i = 0; i < lines->count; i++) {
		struct page_lines_entry *entry = &lines->entry[i];
		for (; !kept && entry->fresh > 0; entry->fresh--)
			string_free(&entry->line[--entry->count]);
		entry->fresh = 0;
	}
}

void page_lines_remove(struct page_lines *lines, const struct table *table, int64_t person)
{
	size_t count = 0;
	for (size_t i = 0; i < lines->count; i++) {
		struct page_lines_entry *entry = &lines->entry[i];
		if (entry->table == table && (person == 0 || entry->person == person))
			free_entry(entry);
		else
			lines->entry[count++] = *entry;
	}
	lines->count = count;
}

/* Adds a line, which the entry then owns. Drops the oldest line if there are too many. */
static void add_line(struct page_lines_entry *entry, const struct string *line)
{
	if (entry->count == PAGE_LINES) {
		string_free(&entry->line[0]);
		memmove(entry->line, entry->line + 1, --entry->count * sizeof entry->line[0]);
	}
	entry->line[entry->count++] = *line;
	entry->fresh += entry->fresh < entry->count;
	entry->added++;
}

/*
 * Returns a render that writes to `out` for a person at a table. Returns a render without a table
 * if the person no longer plays there.
 */
static struct render render_for(const struct page_lines *lines,
	const struct page_lines_entry *entry, struct table *table, struct string *out)
{
	struct render render = { .out = out, .catalog = lines->catalog };
	for (unsigned i = 0; i < table->seats_taken; i++)
		if (table->seat[i].player != NULL && table->seat[i].player->id == entry->person) {
			render.table = table;
			render.seat = i;
			render.locale = render_page_locale(table->seat[i].player);
			break;
		}
	return render;
}

/* Adds a line for each event that begins a line, with the events that continue the line. */
static void add_events(const struct page_lines *lines, struct page_lines_entry *entry,
	struct table *table, const struct event *events, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		struct string line = STRING_EMPTY;
		struct render render = render_for(lines, entry, table, &line);
		if (render.table == NULL)
			return;
		render_event(&render, "", &events[i]);
		while (i + 1 < count && event_traits(&events[i + 1]) & TRAIT_JOINS) {
			render_event(&render, " ", &events[++i]);
			i += render_points(&render, &events[i], count - i);
		}
		if (line.length > 0)
			add_line(entry, &line);
	}
}

const struct page_lines_entry *page_lines_get(
	struct page_lines *lines, struct table *table, unsigned seat)
{
	int64_t person = table->seat[seat].player->id;
	for (size_t i = 0; i < lines->count; i++)
		if (lines->entry[i].table == table && lines->entry[i].person == person)
			return &lines->entry[i];
	lines->entry = memory_grow(lines->entry, lines->count + 1, sizeof *lines->entry);
	struct page_lines_entry *entry = &lines->entry[lines->count++];
	*entry = (struct page_lines_entry){ .table = table, .person = person };
	add_events(lines, entry, table, table->transient.last, table->transient.last_count);
	entry->fresh = 0;
	return entry;
}

void page_lines_say(
	struct page_lines *lines, struct table *table, enum message message, const struct arg *args)
{
	static const char proof[] = "fair.";
	/*
	 * Leave out commitments and seeds: they belong to the channel, where they cannot be changed
	 * later. Leave out the last line of an unrated match, which only names commands.
	 */
	if (strncmp(catalog_key(message), proof, strlen(proof)) == 0 || message == MSG_MATCH_STORED)
		return;
	for (size_t i = 0; i < lines->count; i++) {
		struct string line = STRING_EMPTY;
		if (lines->entry[i].table != table)
			continue;
		struct render render = render_for(lines, &lines->entry[i], table, &line);
		if (render.table == NULL)
			continue;
		render_message(&render, "", message, args);
		if (line.length > 0)
			add_line(&lines->entry[i], &line);
	}
}

void page_lines_tell_events(
	struct page_lines *lines, struct table *table, const struct events *events)
{
	for (size_t i = 0; i < lines->count; i++)
		if (lines->entry[i].table == table)
			add_events(lines, &lines->entry[i], table, events->event, events->count);
}
