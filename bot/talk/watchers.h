/*
 * watchers.h - the listeners of a table's public lines: its channel, and in private its watchers
 * and the players without the channel. All of them get the view of a bystander. The list
 * is lost in a restart, and ends when the table closes.
 */
#ifndef BOT_TALK_WATCHERS_H
#define BOT_TALK_WATCHERS_H

#include "bot/table/table.h"

/* Maximum number of watchers of one table. */
enum { WATCHERS_MOST = 20 };

/* The updates that a watcher waits for, besides lines. */
struct watcher_updates {
	bool scored;   /* the score was not told since it changed */
	int64_t shown; /* ms: when the changed table is shown; 0: it is up to date */
};

struct watcher {
	struct person *person; /* NULL: this entry is the table's channel */
	const struct table *table;
	bool is_player;     /* a player whom the table's channel does not reach */
	struct string news; /* lines that are held back and told with the next event */
	size_t kept_length; /* bytes of `news` from earlier batches */
	size_t told_length; /* bytes of `news` that this batch has told */
	int64_t due;        /* ms: latest time at which `news` are told */
	struct watcher_updates updates;
	/* copy of `updates` at the start of this batch, for a rollback */
	struct watcher_updates updates_saved;
};

/* The listeners of all tables. Starts as zeros. */
struct watchers {
	struct watcher *watcher;
	size_t count;
};

void watchers_close(struct watchers *watchers);
/*
 * Ends a batch. After a commit (kept is true) drops the news that were told; after a rollback
 * restores the news.
 */
void watchers_end_batch(struct watchers *watchers, bool kept);
/* Returns the part of a watcher's news that was not told yet. */
const char *watcher_news(const struct watcher *watcher);
/* Marks all news of a watcher as told. */
void watcher_mark_told(struct watcher *watcher);
/*
 * Returns the entry of the table's channel, which is added if absent. The pointer is valid until
 * the next entry is added.
 */
struct watcher *watchers_get_channel(struct watchers *watchers, const struct table *table);
/* True if the table's channel shows a person the same news in the same language and style. */
bool watchers_is_redundant(const struct table *table, const struct person *person);
/*
 * Steps through the watchers of a table. *n starts at 0. Returns NULL after the last. Skips people
 * in the table's channel. Skips people with too many unsent lines, and drops their pending news.
 */
struct watcher *watchers_next(
	const struct watchers *watchers, const struct table *table, size_t *n);
/* Adds a person as watcher of a table. Returns false if the table has too many watchers. */
bool watchers_add(struct watchers *watchers, const struct table *table, struct person *person);
/*
 * Adds the players whom the table's channel does not reach. They remain until the end of the batch
 * in which they give up their seat, or the bot comes back to the channel.
 */
void watchers_add_players(struct watchers *watchers, const struct table *table);
/*
 * Removes a person as watcher of the table with that number; number 0: of all tables. Returns false
 * if they watched none. Players remain.
 */
bool watchers_remove(struct watchers *watchers, const struct person *person, unsigned number);
/* Lets `to` watch everything that `from` watches, in place of `from`. */
void watchers_move(struct watchers *watchers, struct person *from, struct person *to);
/* Removes all listeners of a table. */
void watchers_remove_table(struct watchers *watchers, const struct table *table);

#endif
