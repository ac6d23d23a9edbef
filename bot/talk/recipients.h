/*
 * recipients.h - the recipients of a table's public lines: its channel, and in private its watchers
 * and the players outside the channel. All of them get the view of a bystander. The list is lost in
 * a restart, and ends when the table closes.
 */
#ifndef BOT_TALK_RECIPIENTS_H
#define BOT_TALK_RECIPIENTS_H

#include "bot/table/table.h"

/* Maximum number of watchers of one table. */
enum { WATCHERS_MOST = 20 };

/* The updates that a recipient waits for, besides lines. */
struct recipient_updates {
	bool scored;   /* the score changed and was not told since */
	int64_t shown; /* ms: when the changed table must be shown; 0: it is up to date */
};

struct recipient {
	struct person *person; /* NULL: this entry is the table's channel */
	const struct table *table;
	bool is_player;     /* a player whom the table's channel does not reach */
	struct string news; /* lines that are held back and told with the next event */
	size_t kept_length; /* bytes of `news` from earlier batches */
	size_t told_length; /* bytes of `news` that this batch has told */
	int64_t due;        /* ms: latest time at which `news` are told */
	struct recipient_updates updates;
	/* copy of `updates` at the start of this batch, for a rollback */
	struct recipient_updates updates_saved;
};

/* The recipients of all tables. Starts as zeros. */
struct recipients {
	struct recipient *recipient;
	size_t count;
};

void recipients_close(struct recipients *recipients);
/*
 * Ends a batch. After a commit (kept is true) drops the news that were told; after a rollback
 * restores the news.
 */
void recipients_end_batch(struct recipients *recipients, bool kept);
/* Returns the part of a recipient's news that was not told yet. */
const char *recipient_news(const struct recipient *recipient);
/* Marks all news of a recipient as told. */
void recipient_mark_told(struct recipient *recipient);
/*
 * Returns the entry of the table's channel, which is added if absent. The pointer is valid until
 * the next entry is added.
 */
struct recipient *recipients_get_channel(struct recipients *recipients, const struct table *table);
/* True if the table's channel shows a person the same news in the same language and style. */
bool recipients_is_redundant(const struct table *table, const struct person *person);
/*
 * Steps through the watchers of a table. *n starts at 0. Returns NULL after the last. Skips people
 * in the table's channel. Skips people with too many unsent lines, and drops their pending news.
 */
struct recipient *recipients_next(
	const struct recipients *recipients, const struct table *table, size_t *n);
/* Adds a person as watcher of a table. Returns false if the table has too many watchers. */
bool recipients_add_watcher(
	struct recipients *recipients, const struct table *table, struct person *person);
/*
 * Adds the players whom the table's channel does not reach. They remain until the end of the batch
 * in which they give up their seat, or the bot comes back to the channel.
 */
void recipients_add_players(struct recipients *recipients, const struct table *table);
/*
 * Removes a person as watcher of the table with that number; number 0: of all tables. Returns false
 * if they watched none. Players remain.
 */
bool recipients_remove_watcher(
	struct recipients *recipients, const struct person *person, unsigned number);
/* Lets `to` watch everything that `from` watches, in place of `from`. */
void recipients_move_watcher(struct recipients *recipients, struct person *from, struct person *to);
/* Removes all recipients of a table. */
void recipients_remove_table(struct recipients *recipients, const struct table *table);

#endif
