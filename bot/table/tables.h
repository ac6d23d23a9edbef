/* tables.h - the list of live tables of all networks. A rollback restores the tables. */
#ifndef BOT_TABLE_TABLES_H
#define BOT_TABLE_TABLES_H

#include "bot/table/table.h"
#include "storage/batch.h"

/*
 * The live tables of all networks. Starts as zeros, except batch, on_removed and above. on_removed
 * is called for each table that leaves the list.
 */
struct tables {
	struct participant participant; /* must be the first member */
	struct batch *batch;
	void (*on_removed)(void *above, const struct table *table);
	void *above;
	/* the tables, oldest first; a closed one stays until the batch ends */
	struct table **table;
	size_t count;
};

void tables_close(struct tables *tables);
/* Adds a table to the list, which then owns the table. */
void tables_add(struct tables *tables, struct table *table);
/*
 * Steps through the live tables: returns the next one from index *n on, which starts at 0. Returns
 * NULL after the last.
 */
struct table *tables_next(const struct tables *tables, size_t *n);
/*
 * Steps like tables_next through the live tables at which a person plays, and returns their seat in
 * *seat.
 */
struct table *tables_next_seat(
	const struct tables *tables, const struct person *person, size_t *n, unsigned *seat);
/*
 * Finds a table at which a person plays, and sets *seat to their seat. Prefers a table where it is
 * their turn, then a table of this channel. Returns NULL if they play nowhere.
 */
struct table *tables_find_played(const struct tables *tables, const struct person *person,
	const struct channel *channel, unsigned *seat);
/* Returns the table of another network at which a person plays, or NULL. */
const struct table *tables_find_elsewhere(const struct tables *tables, const struct person *person);
/*
 * True if a person is the player of a seat. Owning a seat that another person plays does not count.
 */
bool tables_has_player(const struct tables *tables, const struct person *person);
/* Finds the private table of a person. Returns NULL if not found. */
struct table *tables_find_private(const struct tables *tables, const struct person *person);
/* Finds a live table of a network by its number. Returns NULL if not found. */
struct table *tables_find_number(
	const struct tables *tables, const struct network *network, unsigned number);
/* Finds the live table of a match by the match's number. Returns NULL if not found. */
struct table *tables_find_match(const struct tables *tables, int64_t match);

#endif
