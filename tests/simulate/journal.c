/* journal.c - notes each move that the bot commits, and looks for it in the database at a start. */
#include "tests/simulate/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "storage/journal.h"
#include "storage/matches.h"
#include "tests/simulate/world.h"

enum { JOURNAL_HOUR = 3600000 }; /* an hour in ms */

void journal_clear(struct journal *journal)
{
	for (size_t i = 0; i < journal->matches; i++)
		free(journal->match[i].move);
	free(journal->match);
	*journal = (struct journal){ .matches = 0 };
}

struct journal_match *journal_find(struct journal *journal, int64_t id)
{
	for (size_t i = journal->matches; i-- > 0;)
		if (journal->match[i].id == id)
			return &journal->match[i];
	return NULL;
}

static struct journal_match *make(struct journal *journal, int64_t id)
{
	struct journal_match *match = journal_find(journal, id);
	if (match != NULL)
		return match;
	if (journal->matches == journal->room) {
		journal->room = 2 * journal->room + 16;
		journal->match = realloc(journal->match, journal->room * sizeof *journal->match);
		if (journal->match == NULL)
			abort();
	}
	match = &journal->match[journal->matches++];
	*match = (struct journal_match){ .id = id };
	return match;
}

static void add(struct journal_match *match, const char *text)
{
	if (match->moves == match->room) {
		match->room = 2 * match->room + 64;
		match->move = realloc(match->move, match->room * sizeof *match->move);
		if (match->move == NULL)
			abort();
	}
	snprintf(match->move[match->moves++], JOURNAL_MOVE, "%s", text);
}

static void keep(struct journal *journal, const struct journal_step *step)
{
	struct journal_match *match = make(journal, step->match);
	/* A disk that lied about a sync and then lost pages may have left two versions of a
	 * match. */
	if (step->n <= match->moves && world()->forgotten)
		match->moves = step->n - 1;
	if (step->n != match->moves + 1)
		world_fault("match %lld: move %u is acknowledged behind %zu",
			(long long)step->match, step->n, match->moves);
	add(match, step->text);
}

/* Notes after a commit that all moves of the run are on the disk: a commit syncs the whole WAL. */
static void make_sure(struct journal *journal)
{
	struct world *here = world();
	here->errors = here->disk.errors;
	here->played += here->now / JOURNAL_HOUR >= here->played_until;
	here->played_until = here->now / JOURNAL_HOUR + 1;
	journal->unsures = 0;
	for (size_t i = 0; i < journal->matches; i++)
		journal->match[i].sure = journal->match[i].moves;
}

void journal_died(struct journal *journal)
{
	for (size_t i = 0; i < journal->steps && journal->unsures < JOURNAL_BATCH; i++)
		journal->unsure[journal->unsures++] = journal->batch[i];
	journal->steps = 0;
}

/* ---- writes of the bot ---- */

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */
__typeof__(store_add_move) __real_store_add_move, __wrap_store_add_move;
enum store_error __wrap_store_add_move(
	struct store *store, int64_t match, const struct store_move *row)
{
	struct journal *journal = &world()->journal;
	enum store_error error = __real_store_add_move(store, match, row);
	if (error == STORE_OK && !world()->dead && journal->steps < JOURNAL_BATCH) {
		struct journal_step *step = &journal->batch[journal->steps++];
		*step = (struct journal_step){ .match = match, .n = row->n };
		snprintf(step->text, sizeof step->text, "%.*s", JOURNAL_MOVE - 1, row->text);
	}
	return error;
}

__typeof__(store_commit) __real_store_commit, __wrap_store_commit;
enum store_error __wrap_store_commit(struct store *store)
{
	struct world *here = world();
	struct journal *journal = &here->journal;
	size_t steps = journal->steps;
	enum store_error error = __real_store_commit(store);
	/* With the linker lld, a failed commit calls the wrapped rollback, which clears `steps`. */
	journal->steps = steps;
	if (here->dead)
		return error;
	if (error == STORE_OK)
		for (size_t i = 0; i < journal->steps; i++)
			keep(journal, &journal->batch[i]);
	if (error != STORE_OK) {
		world_mutter("a batch fails: %s", store_error_text(error));
		here->failed = here->now;
		journal_died(journal);
	} else if (journal->steps > 0) {
		make_sure(journal);
	}
	journal->steps = 0;
	return error;
}

/* Forgets the moves of a batch that the bot rolls back without a commit. */
void __real_store_rollback(struct store *store);
void __wrap_store_rollback(struct store *store);
void __wrap_store_rollback(struct store *store)
{
	if (!world()->dead)
		world()->journal.steps = 0;
	__real_store_rollback(store);
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* ---- comparison with the database ---- */

static void wrong(const struct journal_match *match, unsigned n, const char *what)
{
	world_fault("match %lld: move %u, %s, of %zu acknowledged", (long long)match->id, n, what,
		match->moves);
}

/* Returns true if a move belongs to a failed batch: the database may or may not have it. */
static bool was_unsure(const struct journal *journal, int64_t match, const struct store_move *row)
{
	for (size_t i = 0; i < journal->unsures; i++)
		if (journal->unsure[i].match == match && journal->unsure[i].n == row->n &&
			strncmp(journal->unsure[i].text, row->text, JOURNAL_MOVE - 1) == 0)
			return true;
	return false;
}

static void compare_move(struct journal *journal, struct journal_match *match,
	const struct store_move *row, unsigned n, bool lost)
{
	if (row->n != n) {
		wrong(match, n, "is missing");
	} else if (n > match->moves) {
		if (!lost && !was_unsure(journal, match->id, row))
			wrong(match, n, "was never acknowledged");
		add(match, row->text);
	} else if (strncmp(match->move[n - 1], row->text, JOURNAL_MOVE - 1) != 0) {
		if (!lost && n <= match->sure)
			wrong(match, n, "is another one");
		snprintf(match->move[n - 1], JOURNAL_MOVE, "%.*s", JOURNAL_MOVE - 1, row->text);
	}
}

static void compare_match(
	struct journal *journal, struct journal_match *match, struct store *store, bool lost)
{
	struct store_move rows[64];
	unsigned count, n = 0;
	do {
		enum store_error error =
			store_list_moves(store, match->id, n + 1, rows, 64, &count);
		/* If the disk has lost data, the database may be damaged beyond repair. */
		if (error == STORE_DAMAGED && (lost || world()->forgotten))
			return;
		if (error != STORE_OK) {
			world_fault("match %lld cannot be read: %s", (long long)match->id,
				store_error_text(error));
			return;
		}
		for (unsigned i = 0; i < count; i++)
			compare_move(journal, match, &rows[i], ++n, lost);
	} while (count > 0);
	if (n < match->sure && !lost)
		wrong(match, n + 1, "is lost");
	match->moves = match->sure = n;
	if (match->told > n)
		match->told = n;
}

void journal_compare(struct journal *journal, struct store *store, bool lost)
{
	struct store_match row = { .id = 0 };
	for (size_t i = 0; i < journal->unsures; i++)
		make(journal, journal->unsure[i].match);
	/* If the disk has lost data, it may have matches of batches that failed long ago. */
	while (lost && store_next_live_match(store, &row) == STORE_OK)
		make(journal, row.id);
	for (size_t i = 0; i < journal->matches; i++)
		compare_match(journal, &journal->match[i], store, lost);
	journal->unsures = 0;
}
