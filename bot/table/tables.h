/* tables.h - the tables of all networks; a batch that is not kept leaves them as they were. */
#ifndef BOT_TABLE_TABLES_H
#define BOT_TABLE_TABLES_H

#include "bot/table/table.h"
#include "storage/batch.h"

/* Starts as zeros but for the batch and who hears of tables that are no more. */
struct tables {
	struct participant participant; /* must be first */
	struct batch *batch;
	void (*gone)(void *above, const struct table *table);
	void *above;
	struct table **table; /* the oldest first; closed ones stay until the batch ends */
	size_t count;
};

void tables_close(struct tables *tables);
/* Takes over a table, from this batch on. */
void tables_add(struct tables *tables, struct table *table);
/* Remembers what lasts at a table; to be called before that first changes in a batch. */
void tables_touch(struct tables *tables, struct table *table);
/* The next live table after number *n, which counts from 0; NULL: no more. */
struct table *tables_next(const struct tables *tables, size_t *n);
/* The same at which somebody plays, and their seat. */
struct table *tables_next_seat(
	const struct tables *tables, const struct person *person, size_t *n, unsigned *seat);
/* True if somebody plays at a table; whoever owns a seat may have another play it. */
bool tables_plays(const struct tables *tables, const struct person *person);
/* The private table where somebody sits, or NULL. */
struct table *tables_private(const struct tables *tables, const struct person *person);
/* The network's live table of that number, or NULL; the lowest number that none has. */
struct table *tables_numbered(
	const struct tables *tables, const struct network *network, unsigned number);
unsigned tables_free_number(const struct tables *tables, const struct network *network);
/* The live table where that match is played, or NULL. */
struct table *tables_of_match(const struct tables *tables, int64_t match);

#endif
