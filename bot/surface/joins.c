#include "bot/surface/joins.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/base/memory.h"
#include "bot/match/visitor.h"

void joins_clear(struct joins *joins)
{
	for (size_t i = 0; i < joins->count; i++)
		string_free(&joins->join[i].view);
	free(joins->join);
	*joins = (struct joins){ .count = 0 };
}

static struct join *find(const struct joins *joins, const char *hash)
{
	for (size_t i = 0; i < joins->count; i++)
		if (strcmp(joins->join[i].hash, hash) == 0)
			return &joins->join[i];
	return NULL;
}

static struct join *add(struct joins *joins, const char *hash)
{
	joins->join = memory_grow(joins->join, joins->count + 1, sizeof *joins->join);
	struct join *join = &joins->join[joins->count++];
	*join = (struct join){ .view = STRING_EMPTY };
	struct text text = text_in(join->hash, sizeof join->hash);
	text_add(&text, hash);
	return join;
}

static void drop(struct joins *joins, struct join *join)
{
	string_free(&join->view);
	*join = joins->join[--joins->count];
}

static void add_view(struct lobby *lobby, const struct visitor_link *link, struct string *out)
{
	const struct table *table = tables_find_match(&lobby->tables, link->match);
	char by[STORE_NAME];
	visitor_name_inviter(lobby, table, link->inviter, by);
	json_begin_object(out, NULL);
	json_number(out, "table", table->number);
	json_text(out, "game", table->game->name);
	json_text(out, "preset", table->game->presets[table->preset]);
	json_text(out, "by", by);
	json_text(out, "channel", table->channel->name);
	json_begin_list(out, "seated");
	for (unsigned i = 0; i < table->seats_taken; i++)
		json_text(out, NULL, table_name(table, i));
	json_end(out, ']');
	json_text(out, "lang", catalog_language_code(table->channel->settings.locale.language));
	json_end(out, '}');
}

/* Begins the line {"join":HASH, …}: adds all of it that comes before the other members. */
static void begin_line(const char *hash, struct string *out)
{
	string_add(out, "{\"join\":\"");
	string_add(out, hash);
	string_add(out, "\",");
}

static void add_open(struct joins *joins, struct lobby *lobby, const struct visitor_link *link,
	struct string *out)
{
	struct join *join = find(joins, link->hash);
	struct string view = STRING_EMPTY;
	add_view(lobby, link, &view);
	if (join == NULL)
		join = add(joins, link->hash);
	if (strcmp(join->view.bytes, view.bytes) == 0) {
		string_free(&view);
		return;
	}
	string_free(&join->view);
	join->view = view;
	begin_line(link->hash, out);
	string_add(out, "\"view\":");
	string_add(out, view.bytes);
	string_add(out, "}\n");
}

void joins_add_changes(struct joins *joins, struct lobby *lobby, struct string *out)
{
	const struct visitors *visitors = &lobby->visitors;
	for (size_t i = joins->count; i-- > 0;) {
		const char *hash = joins->join[i].hash;
		const struct visitor_link *link = visitors_find_link(visitors, hash);
		if (link != NULL && visitor_is_link_open(lobby, link))
			continue;
		begin_line(hash, out);
		string_add(out, "\"closed\":true}\n");
		drop(joins, &joins->join[i]);
	}
	for (size_t i = 0; i < visitors->count; i++)
		if (visitor_is_link_open(lobby, &visitors->link[i]))
			add_open(joins, lobby, &visitors->link[i], out);
}
