/*
 * watchers.h - who hears a table's public lines: the channel where it stands, and people who watch
 * it, in private. Kept in memory only, and ends with the table; all see what bystanders see.
 */
#ifndef BOT_TALK_WATCHERS_H
#define BOT_TALK_WATCHERS_H

#include "bot/table/table.h"

/* So many may watch one table. */
enum { WATCHERS_MOST = 20 };

/* What is to be told or shown to them beside the news. */
struct watcher_rest {
	bool scored;   /* there was something that changes the score, or shows it anew */
	int64_t shown; /* the table has changed and is shown at this time, in ms; 0: it is */
};

struct watcher {
	struct person *person; /* NULL: the channel */
	const struct table *table;
	struct string news; /* what they will be told together with what happens next, … */
	size_t kept;        /* … bytes of it that are of earlier batches, … */
	size_t told;        /* … and that were told in this one; … */
	int64_t due;        /* … the rest is told at this time, in ms, in any case */
	struct watcher_rest rest;
	struct watcher_rest before; /* the same before this batch */
};

/* Starts as zeros. */
struct watchers {
	struct watcher *watcher;
	size_t count;
};

void watchers_close(struct watchers *watchers);
/* The end of a batch: what was not kept did not happen, and was not told. */
void watchers_settle(struct watchers *watchers, bool kept);
/* What waits of the news; they are told. */
const char *watcher_news(const struct watcher *watcher);
void watcher_told(struct watcher *watcher);
/* Returns the table's channel, which lives until the next is added. */
struct watcher *watchers_channel(struct watchers *watchers, const struct table *table);
/*
 * True if the table's channel tells somebody, who is in it, all that watching would, and in the
 * same words.
 */
bool watchers_hear(const struct table *table, const struct person *person);
/*
 * The next person who watches the table after number *n, which counts from 0; NULL: no more.
 * Whoever has much to read still is passed over: they miss what would only come too late. So is who
 * hears the channel: nobody is told twice. What waits to be told them is told no more.
 */
struct watcher *watchers_next(
	const struct watchers *watchers, const struct table *table, size_t *n);
/* Lets a person watch a table from now on. Returns false if it has too many watchers. */
bool watchers_add(struct watchers *watchers, const struct table *table, struct person *person);
/* Somebody watches no longer: the table of that number, or with 0 any. False: they did not. */
bool watchers_remove(struct watchers *watchers, const struct person *person, unsigned number);
/* What somebody watched another watches from now on. */
void watchers_follow(struct watchers *watchers, struct person *from, struct person *to);
/* The table is no more: nobody watches it. */
void watchers_leave(struct watchers *watchers, const struct table *table);

#endif
