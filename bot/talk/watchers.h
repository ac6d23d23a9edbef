/*
 * watchers.h - the listeners of a table's public lines: its channel, and people watching in
 * private. All get the bystanders' view. Kept in memory only, until the table closes.
 */
#ifndef BOT_TALK_WATCHERS_H
#define BOT_TALK_WATCHERS_H

#include "bot/table/table.h"

/* Watchers of one table. */
enum { WATCHERS_MOST = 20 };

/* News beside the lines. */
struct watcher_updates {
	bool scored;   /* the score has changed, or is due again, and is not told yet */
	int64_t shown; /* ms: when the changed table will be shown; 0: it is up to date */
};

struct watcher {
	struct person *person; /* NULL: the channel */
	const struct table *table;
	struct string news; /* pending lines, told together with the next event */
	size_t kept_length; /* bytes of news from earlier batches */
	size_t told_length; /* bytes of news told in this batch */
	int64_t due;        /* ms: when the news are told at the latest */
	struct watcher_updates updates;
	struct watcher_updates updates_saved; /* rest at the start of this batch, for a rollback */
};

/* Starts as zeros. */
struct watchers {
	struct watcher *watcher;
	size_t count;
};

void watchers_close(struct watchers *watchers);
/* Ends a batch: drops the news that were told, or restores them if it was not kept (rollback). */
void watchers_end_batch(struct watchers *watchers, bool kept);
/* Returns the news not told yet; watcher_mark_told marks them as told. */
const char *watcher_news(const struct watcher *watcher);
void watcher_mark_told(struct watcher *watcher);
/* Returns the entry of the table's channel, added if absent. Valid until the next one is added. */
struct watcher *watchers_get_channel(struct watchers *watchers, const struct table *table);
/* True if the table's channel tells a person the same news in the same words. */
bool watchers_is_redundant(const struct table *table, const struct person *person);
/*
 * Steps through a table's watchers; *n starts at 0. Returns NULL after the last. Skips people in
 * the table's channel and people with too many unsent lines: their pending news are dropped.
 */
struct watcher *watchers_next(
	const struct watchers *watchers, const struct table *table, size_t *n);
/* Adds a watcher. Returns false if the table has too many. */
bool watchers_add(struct watchers *watchers, const struct table *table, struct person *person);
/* Stops watching the table with that number, or with 0 all. Returns false if they watched none. */
bool watchers_remove(struct watchers *watchers, const struct person *person, unsigned number);
/* Moves all that one person watches to another. */
void watchers_move(struct watchers *watchers, struct person *from, struct person *to);
/* Removes all listeners of a table. */
void watchers_remove_table(struct watchers *watchers, const struct table *table);

#endif
