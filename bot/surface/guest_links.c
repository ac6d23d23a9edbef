#include "bot/surface/guest_links.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/base/memory.h"
#include "bot/match/guest.h"
#include "bot/match/seating.h"
#include "bot/surface/seat_view.h"
#include "bot/surface/web_link.h"

void guest_links_clear(struct guest_links *links)
{
	for (size_t i = 0; i < links->count; i++)
		string_free(&links->link[i].view);
	free(links->link);
	*links = (struct guest_links){ .count = 0 };
}

/*
 * Adds the view of the table that a link or an offer leads to, if it differs from the view that was
 * sent last.
 */
static void add_open(
	struct guest_links *links, struct lobby *lobby, const char *hash, struct string *out)
{
	const struct guest_answer found = guest_find_table(lobby, hash);
	struct string view = STRING_EMPTY;
	size_t place = 0;
	if (found.table == NULL)
		return;
	struct table *table = found.table;
	char by[STORE_NAME];
	int64_t inviter = found.link != NULL ? found.link->inviter : seating_find_opener(table)->id;
	guest_name_inviter(lobby, table, inviter, by);
	json_begin_object(&view, NULL);
	json_number(&view, "match", found.link == NULL ? table->match : 0);
	json_text(&view, "game", table->game->name);
	json_text(&view, "preset", table->game->presets[table->preset]);
	json_text(&view, "by", by);
	seat_view_add_length(table, &view);
	json_begin_list(&view, "seated");
	for (unsigned i = 0; i < table->seats_taken; i++)
		json_text(&view, NULL, table_name(table, i));
	json_end(&view, ']');
	json_end(&view, '}');
	while (place < links->count && strcmp(links->link[place].hash, hash) != 0)
		place++;
	if (place == links->count) {
		links->link = memory_grow(links->link, links->count + 1, sizeof *links->link);
		links->link[links->count] = (struct sent_link){ .view = STRING_EMPTY };
		text_copy(links->link[links->count++].hash, SEAT_HASH, hash);
	}
	struct sent_link *sent = &links->link[place];
	if (strcmp(sent->view.bytes, view.bytes) == 0) {
		string_free(&view);
		return;
	}
	string_free(&sent->view);
	sent->view = view;
	web_link_add_view(out, "join", hash, view.bytes);
}

void guest_links_add_changes(struct guest_links *links, struct lobby *lobby, struct string *out)
{
	char hash[SEAT_HASH];
	struct table *table;
	for (size_t i = links->count; i-- > 0;) {
		struct sent_link *link = &links->link[i];
		if (guest_find_table(lobby, link->hash).table != NULL)
			continue;
		web_link_add_closed(out, "join", link->hash);
		string_free(&link->view);
		*link = links->link[--links->count];
	}
	for (size_t i = 0; i < lobby->guests.count; i++)
		add_open(links, lobby, lobby->guests.link[i].hash, out);
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;) {
		if (!guest_is_offered(lobby, table))
			continue;
		seat_key_write_match(table->match, hash);
		add_open(links, lobby, hash, out);
	}
}
