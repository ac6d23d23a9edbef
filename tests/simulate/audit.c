/* audit.c - checks that tables are the same after a restart, that ratings and statistics match the
 * stored records, and that the bot's memory is bounded. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/app/app.h"
#include "bot/history/record.h"
#include "storage/journal.h"
#include "storage/matches.h"
#include "storage/ratings.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/world.h"
#include "tests/stage/recount.h"

/* AUDIT_MATCHES: most matches of a run. AUDIT_MEMORY: most bytes of the bot, eight million for four
 * review threads, five for SQLite, catalogues and networks, and one to spare. */
enum { AUDIT_MATCHES = 2048, AUDIT_MEMORY = 14000000 };

/* ---- after a restart ---- */

uint64_t audit_digest(struct table *table)
{
	return world_digest(WORLD_DIGEST, table_state(table), table->game->state_size);
}

static struct table *table_of_match(int64_t match)
{
	struct table *table;
	for (size_t n = 0; (table = tables_next(&world()->app->lobby.tables, &n)) != NULL;)
		if (table->match == match)
			return table;
	return NULL;
}

static const char *what_differs(const struct scene *scene, struct table *table)
{
	if (table == NULL || !table->running)
		return "it";
	for (unsigned i = 0; i < table->seats_taken; i++) {
		const struct person *player = table->seat[i].player;
		if ((player != NULL ? player->id : 0) != scene->player[i])
			return "who plays";
		if (table->seat[i].has_stand_in != scene->away[i])
			return "for whom an AI player stands in";
		if (table->seat[i].misses != scene->misses[i])
			return "how many turns somebody has missed";
	}
	return table->moves != scene->moves            ? "how many moves were made"
		: audit_digest(table) != scene->digest ? "the game"
						       : NULL;
}

void audit_tables(void)
{
	struct world *here = world();
	for (unsigned i = 0; i < here->servers; i++)
		for (unsigned n = 0; n < ORACLE_TABLES; n++) {
			const struct scene *scene = &here->scene[i][n];
			const char *what;
			if (!scene->running || scene->seen != here->looked)
				continue;
			what = what_differs(scene, table_of_match(scene->match));
			if (what != NULL)
				world_fault("match %lld: after a restart %s is not as before",
					(long long)scene->match, what);
		}
}

/* ---- ratings and statistics ---- */

struct audit_seats {
	struct store_seat row[STORE_SEATS];
	unsigned count;
};

static void add_id(struct string *out, const struct audit_seats *seats, unsigned seat)
{
	string_add_char(out, ' ');
	string_add_number(out, seats->row[seat].person.id);
}

/*
 * Copies a record, with the ids of persons in place of the names of its seats and in place of the
 * levels of AI players in lines like "# ai seat 1 normal".
 */
static void number_seats(struct string *out, const char *record, const struct audit_seats *seats)
{
	static const char robot[] = "\n# ai seat ";
	const char *line = strstr(record, "\nseats ") + 1;
	string_add_bytes(out, record, (size_t)(line - record));
	string_add(out, "seats");
	for (unsigned i = 0; i < seats->count; i++)
		add_id(out, seats, i);
	line += strcspn(line, "\n");
	for (const char *next; (next = strstr(line, robot)) != NULL;) {
		char *level;
		unsigned seat = (unsigned)strtoul(next + strlen(robot), &level, 10);
		string_add_bytes(out, line, (size_t)(level - line));
		add_id(out, seats, seat);
		line = level + strcspn(level, "\n");
	}
	string_add(out, line);
}

static void count_match(struct recount *recount, struct store *store, const struct store_match *row)
{
	struct string record = STRING_EMPTY, text = STRING_EMPTY;
	struct audit_seats seats;
	bool played;
	enum store_error error = history_write_record(store, row, &record);
	const char *fault = error != STORE_OK ? store_error_text(error) : NULL;
	if (fault == NULL &&
		(store_list_seats(store, row->id, seats.row, &seats.count) != STORE_OK ||
			store_has_human_move(store, row->id, &played) != STORE_OK))
		fault = "its seats or moves cannot be read";
	if (fault == NULL) {
		number_seats(&text, record.bytes, &seats);
		fault = recount_add(recount, text.bytes, row, seats.row, played);
	}
	if (fault != NULL)
		world_fault("match %lld: %s", (long long)row->id, fault);
	string_free(&record);
	string_free(&text);
}

static bool is_guest(struct store *store, int64_t id)
{
	const struct network *guests = world()->app->lobby.guests.network;
	struct store_person row;
	return guests != NULL && store_get_person(store, id, &row) == STORE_OK &&
		row.network == guests->id;
}

static void compare_figures(
	const struct recount *recount, unsigned name, unsigned game, struct store *store)
{
	static const struct tally none = { .matches = 0 };
	int64_t id = strtoll(recount->name[name], NULL, 10);
	const struct tally *tally = is_guest(store, id) ? &none : &recount->tally[name][game];
	struct store_rating rating = { .matches = 0 };
	struct store_stats stats;
	enum store_error error =
		store_get_rating(store, STORE_SHOWN, id, games[game]->name, &rating);
	if (store_get_stats(store, id, games[game]->name, &stats) != STORE_OK ||
		error != (tally->rated > 0 ? STORE_OK : STORE_NONE) ||
		rating.matches != tally->rated || rating.wins != tally->rated_wins ||
		(tally->rated > 0 && rating.shown != rating_shown(tally->rating)))
		world_fault("person %lld: the rating in %s is %d, and should be %d", (long long)id,
			games[game]->name, (int)rating.shown, (int)rating_shown(tally->rating));
	if (stats.matches != tally->matches || stats.wins != tally->wins ||
		stats.points != tally->points || stats.hands != tally->hands ||
		stats.best != tally->best || stats.streak != tally->streak ||
		stats.longest != tally->longest)
		world_fault("person %lld: figures in %s are not those of their matches",
			(long long)id, games[game]->name);
}

static int by_end(const void *one, const void *other)
{
	const struct store_match *a = one, *b = other;
	return a->ended != b->ended ? (a->ended < b->ended ? -1 : 1) : a->id < b->id ? -1 : 1;
}

/* Lists the ended matches by the time of their end, and returns their number. Returns 0 if there
 * are too many, or if two ended in the same second, so that their order is unknown. */
static unsigned ended_matches(struct store *store, struct store_match rows[AUDIT_MATCHES])
{
	struct store_match row = { .id = 0 };
	unsigned count = 0;
	while (count < AUDIT_MATCHES && store_next_started_match(store, &row) == STORE_OK)
		if (row.ended != 0)
			rows[count++] = row;
	qsort(rows, count, sizeof *rows, by_end);
	for (unsigned i = 1; i < count; i++)
		if (rows[i].ended == rows[i - 1].ended)
			return 0;
	return count < AUDIT_MATCHES ? count : 0;
}

void audit_figures(struct store *store)
{
	struct recount *recount = calloc(1, sizeof *recount);
	struct store_match *rows = calloc(AUDIT_MATCHES, sizeof *rows);
	unsigned count;
	if (recount == NULL || rows == NULL)
		abort();
	count = ended_matches(store, rows);
	for (unsigned i = 0; i < count; i++)
		count_match(recount, store, &rows[i]);
	for (unsigned i = 0; i < recount->names; i++)
		for (unsigned game = 0; games[game] != NULL; game++)
			compare_figures(recount, i, game, store);
	free(recount);
	free(rows);
}

/* ---- memory ---- */

/* Returns the bytes that the simulated world uses, mostly for its disk: not the bot's memory. */
static size_t own_bytes(const struct world *here)
{
	size_t bytes = here->room * sizeof *here->event + disk_bytes(&here->disk);
	for (size_t i = 0; i < here->events; i++)
		bytes += here->event[i].length;
	for (size_t i = 0; i < here->journal.matches; i++)
		bytes += here->journal.match[i].room * JOURNAL_MOVE;
	for (unsigned i = 0; i < here->wires; i++)
		bytes += sizeof *here->wire + sizeof **here->wire + here->wire[i]->in.size;
	bytes += here->ledger.room * sizeof *here->ledger.line;
	for (unsigned i = WORLD_SERVERS; i < here->servers; i++)
		bytes += homeserver_bytes(here->server[i].home);
	return bytes;
}

void audit_memory(void)
{
	const struct world *here = world();
	if (here->app == NULL)
		return;
	/* Under a sanitizer mallinfo2 reports 0, so this check finds nothing. */
	size_t all = mallinfo2().uordblks, others = here->heap + own_bytes(here);
	if (all > others + AUDIT_MEMORY)
		world_fault("the bot has %zu bytes of memory", all - others);
}
