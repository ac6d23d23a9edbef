/*
 * watchers.h - people who hear a table's public lines in private. Kept in memory only, and ends
 * with the table; watchers see what bystanders see.
 */
#ifndef BOT_TALK_WATCHERS_H
#define BOT_TALK_WATCHERS_H

#include "bot/table/table.h"

/* So many may watch one table. */
enum { WATCHERS_MOST = 20 };

struct watcher {
	struct person *person;
	const struct table *table;
};

/* Starts as zeros. */
struct watchers {
	struct watcher *watcher;
	size_t count;
};

void watchers_close(struct watchers *watchers);
/*
 * The next who watches the table after number *n, which counts from 0; NULL: no more. Whoever has
 * much to read still is passed over: they miss what would only come too late.
 */
struct watcher *watchers_next(
	const struct watchers *watchers, const struct table *table, size_t *n);
/* Somebody watches a table from now on, or does already; false: too many do, or no memory. */
bool watchers_add(struct watchers *watchers, const struct table *table, struct person *person);
/* Somebody watches no longer: the table of that number, or with 0 any. False: they did not. */
bool watchers_remove(struct watchers *watchers, const struct person *person, unsigned number);
/* What somebody watched another watches from now on. */
void watchers_follow(struct watchers *watchers, struct person *from, struct person *to);
/* The table is no more: nobody watches it. */
void watchers_leave(struct watchers *watchers, const struct table *table);

#endif
