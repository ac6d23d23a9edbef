#include "bot/table/tables.h"

#include <stdlib.h>

#include "bot/base/memory.h"

/*
 * Ends a batch: frees closed tables, and after a rollback the tables that the batch opened. Takes
 * part in every batch while there is a table, because the member `transient` of a table may change
 * without a call to lobby_snapshot_table.
 */
static void settle(struct participant *participant, bool kept)
{
	struct tables *tables = (struct tables *)participant;
	size_t count = 0;
	for (size_t i = 0; i < tables->count; i++) {
		struct table *table = tables->table[i];
		bool stillborn = table->opened_now && !kept;
		table_end_batch(table, kept);
		if (table->closed || stillborn) {
			tables->on_removed(tables->above, table);
			table_free(table);
		} else {
			tables->table[count++] = table;
		}
	}
	tables->count = count;
	batch_join(tables->batch, participant);
}

void tables_close(struct tables *tables)
{
	for (size_t i = 0; i < tables->count; i++)
		table_free(tables->table[i]);
	free(tables->table);
	*tables = (struct tables){ .count = 0 };
}

void tables_add(struct tables *tables, struct table *table)
{
	tables->table = memory_grow(tables->table, tables->count + 1, sizeof(struct table *));
	tables->table[tables->count++] = table;
	tables->participant.settle = settle;
	batch_join(tables->batch, &tables->participant);
}

struct table *tables_next(const struct tables *tables, size_t *n)
{
	while (*n < tables->count) {
		struct table *table = tables->table[(*n)++];
		if (!table->closed)
			return table;
	}
	return NULL;
}

struct table *tables_next_seat(
	const struct tables *tables, const struct person *person, size_t *n, unsigned *seat)
{
	struct table *table;
	while ((table = tables_next(tables, n)) != NULL) {
		*seat = table_find_seat(table, person);
		if (*seat != SEAT_NONE)
			return table;
	}
	return NULL;
}

struct table *tables_find_played(const struct tables *tables, const struct person *person,
	const struct channel *channel, unsigned *seat)
{
	struct table *table;
	struct table *found = NULL;
	unsigned best = 0;
	unsigned place;
	for (size_t n = 0; (table = tables_next_seat(tables, person, &n, &place)) != NULL;) {
		unsigned rank = table->channel == channel ? 2 : 1;
		if (table->running && table_state(table)->turn == place)
			rank += 2;
		if (rank <= best)
			continue;
		best = rank;
		found = table;
		*seat = place;
	}
	return found;
}

const struct table *tables_find_elsewhere(const struct tables *tables, const struct person *person)
{
	const struct table *table;
	size_t n = 0;
	unsigned seat;
	while ((table = tables_next_seat(tables, person, &n, &seat)) != NULL)
		if (table_is_outsider(table, person))
			return table;
	return NULL;
}

bool tables_has_player(const struct tables *tables, const struct person *person)
{
	size_t n = 0;
	unsigned seat;
	return tables_next_seat(tables, person, &n, &seat) != NULL;
}

struct table *tables_find_private(const struct tables *tables, const struct person *person)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(tables, &n)) != NULL;)
		if (table_is_private(table) && table->private_person == person)
			return table;
	return NULL;
}

struct table *tables_find_number(
	const struct tables *tables, const struct network *network, unsigned number)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(tables, &n)) != NULL;)
		if (table->number == number && table->channel->network == network)
			return table;
	return NULL;
}

struct table *tables_find_match(const struct tables *tables, int64_t match)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(tables, &n)) != NULL;)
		if (table->match == match)
			return table;
	return NULL;
}
