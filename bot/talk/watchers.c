#include "bot/talk/watchers.h"

#include <stdlib.h>

#include "bot/base/memory.h"

/* A person with more unsent lines than this gets no news. */
enum { BACKLOG_MOST = 24 };

bool watchers_is_redundant(const struct table *table, const struct person *person)
{
	const struct channel_settings *settings = &table->channel->settings;
	struct locale locale = person_locale(person);
	return !settings->quiet && locale.language == settings->locale.language &&
		locale.style == settings->locale.style && !table->channel->barred &&
		channel_has_person(table->channel, person);
}

struct watcher *watchers_next(const struct watchers *watchers, const struct table *table, size_t *n)
{
	while (*n < watchers->count) {
		struct watcher *watcher = &watchers->watcher[(*n)++];
		const struct person *person = watcher->person;
		if (watcher->table != table || person == NULL)
			continue;
		struct network *network = person->network;
		bool late = person->connection != NULL &&
			network->driver->private_queue_length != NULL &&
			network->driver->private_queue_length(network, person->connection) >
				BACKLOG_MOST;
		if (!late && !watchers_is_redundant(table, person))
			return watcher;
		watcher_mark_told(watcher);
	}
	return NULL;
}

static void remove_at(struct watchers *watchers, size_t place)
{
	struct watcher *watcher = &watchers->watcher[place];
	if (watcher->person != NULL)
		watcher->person->references--;
	string_free(&watcher->news);
	*watcher = watchers->watcher[--watchers->count];
}

void watchers_close(struct watchers *watchers)
{
	while (watchers->count > 0)
		remove_at(watchers, watchers->count - 1);
	free(watchers->watcher);
	*watchers = (struct watchers){ .count = 0 };
}

void watchers_end_batch(struct watchers *watchers, bool kept)
{
	/* Remove the players without a seat, and those whom the channel reaches again. */
	for (size_t i = kept ? watchers->count : 0; i-- > 0;) {
		const struct watcher *watcher = &watchers->watcher[i];
		if (watcher->is_player &&
			(!table_needs_private_lines(watcher->table, watcher->person) ||
				table_find_seat(watcher->table, watcher->person) == SEAT_NONE))
			remove_at(watchers, i);
	}
	for (size_t i = 0; i < watchers->count; i++) {
		struct watcher *watcher = &watchers->watcher[i];
		string_keep_range(&watcher->news, kept ? watcher->told_length : 0,
			kept ? watcher->news.length : watcher->kept_length);
		watcher->kept_length = watcher->news.length;
		watcher->told_length = 0;
		if (!kept)
			watcher->updates = watcher->updates_saved;
		watcher->updates_saved = watcher->updates;
	}
}

const char *watcher_news(const struct watcher *watcher)
{
	return watcher->news.bytes + watcher->told_length;
}

void watcher_mark_told(struct watcher *watcher)
{
	watcher->told_length = watcher->news.length;
}

/* Adds a person to the listeners of a table. person NULL: adds the table's channel. */
static struct watcher *add(
	struct watchers *watchers, const struct table *table, struct person *person)
{
	watchers->watcher =
		memory_grow(watchers->watcher, watchers->count + 1, sizeof *watchers->watcher);
	struct watcher *watcher = &watchers->watcher[watchers->count++];
	*watcher = (struct watcher){ .person = person, .table = table, .news = STRING_EMPTY };
	return watcher;
}

/* Finds an entry of a table; person NULL: its channel. Returns NULL if not found. */
static struct watcher *find(
	const struct watchers *watchers, const struct table *table, const struct person *person)
{
	for (size_t i = 0; i < watchers->count; i++)
		if (watchers->watcher[i].table == table && watchers->watcher[i].person == person)
			return &watchers->watcher[i];
	return NULL;
}

struct watcher *watchers_get_channel(struct watchers *watchers, const struct table *table)
{
	struct watcher *channel = find(watchers, table, NULL);
	return channel != NULL ? channel : add(watchers, table, NULL);
}

bool watchers_add(struct watchers *watchers, const struct table *table, struct person *person)
{
	unsigned watching = 0;
	if (find(watchers, table, person) != NULL)
		return true;
	for (size_t i = 0; i < watchers->count; i++) {
		const struct watcher *watcher = &watchers->watcher[i];
		watching +=
			watcher->table == table && watcher->person != NULL && !watcher->is_player;
	}
	if (watching >= WATCHERS_MOST)
		return false;
	add(watchers, table, person);
	person->references++;
	return true;
}

static void add_player(struct watchers *watchers, const struct table *table, struct person *player)
{
	if (find(watchers, table, player) != NULL)
		return;
	add(watchers, table, player)->is_player = true;
	player->references++;
}

void watchers_add_players(struct watchers *watchers, const struct table *table)
{
	for (unsigned i = 0; i < table->seats_taken; i++) {
		struct person *player = table->seat[i].player;
		if (player != NULL && !player->network->guests && !table_is_private(table) &&
			table_needs_private_lines(table, player))
			add_player(watchers, table, player);
	}
}

bool watchers_remove(struct watchers *watchers, const struct person *person, unsigned number)
{
	bool any = false;
	for (size_t i = watchers->count; i-- > 0;) {
		const struct watcher *watcher = &watchers->watcher[i];
		if (watcher->person != person || (number > 0 && watcher->table->number != number) ||
			watcher->is_player)
			continue;
		remove_at(watchers, i);
		any = true;
	}
	return any;
}

void watchers_move(struct watchers *watchers, struct person *from, struct person *to)
{
	for (size_t i = watchers->count; i-- > 0;) {
		const struct table *table = watchers->watcher[i].table;
		bool is_player = watchers->watcher[i].is_player;
		if (watchers->watcher[i].person != from)
			continue;
		remove_at(watchers, i);
		if (is_player)
			add_player(watchers, table, to);
		else
			watchers_add(watchers, table, to);
	}
}

void watchers_remove_table(struct watchers *watchers, const struct table *table)
{
	for (size_t i = watchers->count; i-- > 0;)
		if (watchers->watcher[i].table == table)
			remove_at(watchers, i);
}
