#include "bot/surface/guest_links.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/base/memory.h"
#include "bot/match/guest.h"
#include "bot/surface/web_link.h"

void guest_links_clear(struct guest_links *links)
{
	for (size_t i = 0; i < links->count; i++)
		string_free(&links->link[i].view);
	free(links->link);
	*links = (struct guest_links){ .count = 0 };
}

static struct sent_link *find(const struct guest_links *links, const char *hash)
{
	for (size_t i = 0; i < links->count; i++)
		if (strcmp(links->link[i].hash, hash) == 0)
			return &links->link[i];
	return NULL;
}

static struct sent_link *add(struct guest_links *links, const char *hash)
{
	links->link = memory_grow(links->link, links->count + 1, sizeof *links->link);
	struct sent_link *link = &links->link[links->count++];
	*link = (struct sent_link){ .view = STRING_EMPTY };
	text_copy(link->hash, sizeof link->hash, hash);
	return link;
}

static void drop(struct guest_links *links, struct sent_link *link)
{
	string_free(&link->view);
	*link = links->link[--links->count];
}

static void add_view(struct lobby *lobby, const struct guest_link *link, struct string *out)
{
	const struct table *table = tables_find_match(&lobby->tables, link->match);
	char by[STORE_NAME];
	guest_name_inviter(lobby, table, link->inviter, by);
	json_begin_object(out, NULL);
	json_text(out, "game", table->game->name);
	json_text(out, "preset", table->game->presets[table->preset]);
	json_text(out, "by", by);
	json_begin_list(out, "seated");
	for (unsigned i = 0; i < table->seats_taken; i++)
		json_text(out, NULL, table_name(table, i));
	json_end(out, ']');
	json_end(out, '}');
}

static void add_open(struct guest_links *links, struct lobby *lobby, const struct guest_link *link,
	struct string *out)
{
	struct sent_link *sent = find(links, link->hash);
	struct string view = STRING_EMPTY;
	add_view(lobby, link, &view);
	if (sent == NULL)
		sent = add(links, link->hash);
	if (strcmp(sent->view.bytes, view.bytes) == 0) {
		string_free(&view);
		return;
	}
	string_free(&sent->view);
	sent->view = view;
	web_link_add_view(out, "join", link->hash, view.bytes);
}

void guest_links_add_changes(struct guest_links *links, struct lobby *lobby, struct string *out)
{
	const struct guests *guests = &lobby->guests;
	for (size_t i = links->count; i-- > 0;) {
		const char *hash = links->link[i].hash;
		const struct guest_link *link = guests_find_link(guests, hash);
		if (link != NULL && guest_is_link_open(lobby, link))
			continue;
		web_link_add_closed(out, "join", hash);
		drop(links, &links->link[i]);
	}
	for (size_t i = 0; i < guests->count; i++)
		if (guest_is_link_open(lobby, &guests->link[i]))
			add_open(links, lobby, &guests->link[i], out);
}
