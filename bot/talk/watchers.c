#include "bot/talk/watchers.h"

#include <stdlib.h>

/* With so many lines still to read a watcher is behind. */
enum { BEHIND = 24 };

static bool is_behind(const struct person *person)
{
	struct network *network = person->network;
	return person->connection != NULL &&
		network->driver->owed(network, person->connection) > BEHIND;
}

struct watcher *watchers_next(const struct watchers *watchers, const struct table *table, size_t *n)
{
	while (*n < watchers->count) {
		struct watcher *watcher = &watchers->watcher[(*n)++];
		if (watcher->table == table && !is_behind(watcher->person))
			return watcher;
	}
	return NULL;
}

static void drop(struct watchers *watchers, size_t place)
{
	watchers->watcher[place].person->held--;
	watchers->watcher[place] = watchers->watcher[--watchers->count];
}

void watchers_close(struct watchers *watchers)
{
	while (watchers->count > 0)
		drop(watchers, watchers->count - 1);
	free(watchers->watcher);
	*watchers = (struct watchers){ .count = 0 };
}

/* How many watch the table; found: whether the person is one of them. */
static unsigned count(const struct watchers *watchers, const struct table *table,
	const struct person *person, bool *found)
{
	unsigned watching = 0;
	*found = false;
	for (size_t i = 0; i < watchers->count; i++) {
		const struct watcher *watcher = &watchers->watcher[i];
		watching += watcher->table == table;
		*found = *found || (watcher->table == table && watcher->person == person);
	}
	return watching;
}

bool watchers_add(struct watchers *watchers, const struct table *table, struct person *person)
{
	bool found;
	if (count(watchers, table, person, &found) >= WATCHERS_MOST || found)
		return found;
	struct watcher *grown = realloc(watchers->watcher, (watchers->count + 1) * sizeof *grown);
	if (grown == NULL)
		return false;
	watchers->watcher = grown;
	watchers->watcher[watchers->count++] = (struct watcher){ person, table };
	person->held++;
	return true;
}

bool watchers_remove(struct watchers *watchers, const struct person *person, unsigned number)
{
	bool any = false;
	for (size_t i = watchers->count; i-- > 0;) {
		const struct watcher *watcher = &watchers->watcher[i];
		if (watcher->person != person || (number > 0 && watcher->table->number != number))
			continue;
		drop(watchers, i);
		any = true;
	}
	return any;
}

void watchers_follow(struct watchers *watchers, struct person *from, struct person *to)
{
	for (size_t i = watchers->count; i-- > 0;) {
		const struct table *table = watchers->watcher[i].table;
		if (watchers->watcher[i].person != from)
			continue;
		drop(watchers, i);
		watchers_add(watchers, table, to);
	}
}

void watchers_leave(struct watchers *watchers, const struct table *table)
{
	for (size_t i = watchers->count; i-- > 0;)
		if (watchers->watcher[i].table == table)
			drop(watchers, i);
}
