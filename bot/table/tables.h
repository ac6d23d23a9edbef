/* tables.h - the live tables of all networks. A rollback restores them. */
#ifndef BOT_TABLE_TABLES_H
#define BOT_TABLE_TABLES_H

#include "bot/table/table.h"
#include "storage/batch.h"

/* Starts as zeros but for batch, gone and above. `gone` is called with each removed table. */
struct tables {
	struct participant participant; /* must be first */
	struct batch *batch;
	void (*on_removed)(void *above, const struct table *table);
	void *above;
	struct table **table; /* oldest first; closed ones stay until the batch ends */
	size_t count;
};

void tables_close(struct tables *tables);
/* Adds a table, which the list then owns. */
void tables_add(struct tables *tables, struct table *table);
/* Saves the block of a table that lasts. Call it before the first change in a batch. */
void tables_snapshot(struct tables *tables, struct table *table);
/* Returns the next live table from index *n on, which starts at 0, or NULL at the end. */
struct table *tables_next(const struct tables *tables, size_t *n);
/* Returns the next live table at which a person plays, and their seat, in the same way. */
struct table *tables_next_seat(
	const struct tables *tables, const struct person *person, size_t *n, unsigned *seat);
/* True if a person plays at a table. Owning a seat that another person plays does not count. */
bool tables_has_player(const struct tables *tables, const struct person *person);
/* Finds the private table of a person, or NULL. */
struct table *tables_find_private(const struct tables *tables, const struct person *person);
/* Finds a live table of a network by its number, or NULL. */
struct table *tables_find_number(
	const struct tables *tables, const struct network *network, unsigned number);
unsigned tables_unused_number(const struct tables *tables, const struct network *network);
/* Finds the live table of a match, or NULL. */
struct table *tables_find_match(const struct tables *tables, int64_t match);

#endif
