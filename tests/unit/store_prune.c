/* store_prune.c - old journals are pruned, results stay, and the WAL stays small */
#include <sys/stat.h>

#include "storage/journal.h"
#include "storage/prune.h"
#include "storage/ratings.h"
#include "tests/world.h"

enum { NOW = 100000 };

/* Plays a match of one hand with this number of moves. */
static int64_t play(struct world *world, unsigned moves)
{
	int64_t match = run_match(world);
	const struct store_hand hand = { .hand = 1, .dealt = true };
	struct store_root root = { .told = STORE_UNANNOUNCED };
	memcpy(root.commitment, &match, sizeof match);
	done(store_add_root(world->store, match, &root));
	done(store_set_root_announced(world->store, match, STORE_ROOT_ANNOUNCED));
	done(store_add_hand(world->store, match, &hand));
	done(store_set_nonce(world->store, match, 1, world->anna, "salt"));
	for (unsigned n = 1; n <= moves; n++)
		done(store_add_move(world->store, match,
			&(struct store_move){ .n = n,
				.hand = 1,
				.seat = n % 2,
				.player = world->anna,
				.at = 2000,
				.text = "9C" }));
	return match;
}

static bool has_journal(struct world *world, int64_t id)
{
	struct store_hand hand;
	struct store_move move;
	struct store_match match;
	unsigned hands = 0, moves = 0;
	done(store_list_hands(world->store, id, 0, &hand, 1, &hands));
	done(store_list_moves(world->store, id, 1, &move, 1, &moves));
	done(store_get_match(world->store, id, &match));
	assert_int_equal(hands, moves);
	assert_int_equal(match.pruned, hands > 0 ? 0 : NOW);
	return hands > 0;
}

static unsigned prune(struct world *world, int64_t before, unsigned limit)
{
	struct store_pruning pruning = { .before = before };
	enum store_error error;
	while ((error = store_prune_journals(world->store, &pruning, NOW, limit)) == STORE_OK)
		;
	assert_int_equal(error, STORE_NONE);
	return pruning.removed;
}

WORLD_CASE(old_journals_are_deleted_and_results_stay)
{
	struct store_root root;
	struct store_seat seats[STORE_SEATS];
	struct store_stats stats;
	unsigned count = 0;
	int64_t old = play(world, 5), late = play(world, 5), live = play(world, 5);
	int64_t unplayed = open_match(world, 9);
	finish_match(world, old, 4000);
	finish_match(world, late, 5000);
	done(store_end_match(world->store, unplayed, STORE_STOPPED, 0, NULL, 0, 1500));
	done(store_commit(world->store));
	assert_int_equal(prune(world, 4000, 10), 0);
	assert_int_equal(prune(world, 5000, 10), 1);
	assert_false(has_journal(world, old));
	assert_true(has_journal(world, late));
	assert_true(has_journal(world, live));
	assert_int_equal(prune(world, 5000, 10), 0);
	world_restart(world);
	assert_false(has_journal(world, old));
	done(store_get_root(world->store, old, &root));
	done(store_list_seats(world->store, old, seats, &count));
	assert_int_equal(count, 3);
	assert_int_equal(seats[0].points, 510);
	done(store_get_stats(world->store, world->anna, "mitaines", &stats));
	assert_int_equal(stats.matches, 2);
	assert_int_equal(asked(world, "SELECT count(*) FROM nonces"), 2);
	assert_int_equal(asked(world, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
	done(store_check_integrity(world->store));
}

/* Players can still verify a match until its root is announced. */
WORLD_CASE(the_journal_of_a_match_with_an_unannounced_root_stays)
{
	int64_t match = play(world, 2);
	finish_match(world, match, 2000);
	done(store_commit(world->store));
	sql_run(handle(world->store), "UPDATE roots SET told = 1 WHERE match = 1");
	assert_int_equal(prune(world, NOW, 10), 0);
	done(store_set_root_announced(world->store, match, STORE_ROOT_ANNOUNCED));
	done(store_commit(world->store));
	assert_int_equal(prune(world, NOW, 10), 1);
}

WORLD_CASE(one_batch_of_a_prune_deletes_only_a_few_journals)
{
	struct store_pruning pruning = { .before = NOW };
	for (unsigned i = 0; i < 7; i++)
		finish_match(world, play(world, 3), 3000);
	done(store_commit(world->store));
	done(store_prune_journals(world->store, &pruning, NOW, 3));
	assert_int_equal(asked(world, "SELECT count(*) FROM hands"), 4);
	done(store_prune_journals(world->store, &pruning, NOW, 3));
	assert_int_equal(asked(world, "SELECT count(*) FROM hands"), 1);
	assert_int_equal(store_prune_journals(world->store, &pruning, NOW, 3), STORE_NONE);
	assert_int_equal(pruning.removed, 7);
	assert_int_equal(asked(world, "SELECT count(*) FROM moves"), 0);
}

/* Matches that must stay are checked in small steps. */
WORLD_CASE(a_prune_goes_on_behind_many_matches_that_must_stay)
{
	struct store_pruning pruning = { .before = NOW };
	char many[512];
	int64_t match = open_match(world, 1);
	done(store_commit(world->store));
	snprintf(many, sizeof many,
		"WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 2500)"
		" INSERT INTO matches (network, channel, number, game, preset, options, state, "
		"rated,"
		" opened, ended, hands) SELECT network, channel, n + 9, game, preset, options, 3, "
		"0,"
		" opened, 2000, 0 FROM i, matches WHERE id = %lld",
		(long long)match);
	sql_run(handle(world->store), many);
	int64_t last = play(world, 3);
	finish_match(world, last, 3000);
	done(store_commit(world->store));
	done(store_prune_journals(world->store, &pruning, NOW, 1));
	assert_int_equal(pruning.removed, 0);
	done(store_prune_journals(world->store, &pruning, NOW, 1));
	assert_int_equal(pruning.removed, 1);
	assert_false(has_journal(world, last));
	assert_int_equal(store_prune_journals(world->store, &pruning, NOW, 1), STORE_NONE);
}

WORLD_CASE(a_prune_refused_by_a_lock_changes_nothing_and_succeeds_the_next_time)
{
	struct store_pruning pruning = { .before = NOW };
	finish_match(world, play(world, 3), 3000);
	done(store_commit(world->store));
	sqlite3 *other = sql_open(world->path, "BEGIN IMMEDIATE");
	assert_int_equal(store_prune_journals(world->store, &pruning, NOW, 3), STORE_LOCKED);
	assert_int_equal(pruning.removed, 0);
	sqlite3_close(other);
	assert_int_equal(store_prune_journals(world->store, &pruning, NOW, 3), STORE_NONE);
	assert_int_equal(pruning.removed, 1);
}

/* A reader delays the checkpoint, which comes after the reader has ended. */
WORLD_CASE(the_wal_stays_small_during_a_prune)
{
	struct store_status status;
	char log[PATH_MAX + 8];
	struct stat file;
	enum { LIMIT = 8 * 1024 * 1024 };
	sqlite3 *reader = sql_open(world->path, "BEGIN; SELECT count(*) FROM matches");
	for (int64_t size = 0; size <= LIMIT; size = status.log) {
		for (unsigned i = 0; i < 100; i++)
			play(world, 40);
		done(store_commit(world->store));
		done(store_get_status(world->store, &status));
	}
	snprintf(log, sizeof log, "%s-wal", world->path);
	assert_int_equal(stat(log, &file), 0);
	assert_int_equal(file.st_size, status.log);
	sqlite3_close(reader);
	for (unsigned i = 0; i < 3; i++) {
		play(world, 40);
		done(store_commit(world->store));
	}
	done(store_get_status(world->store, &status));
	assert_in_range(status.log, 1, LIMIT);
	assert_true(status.matches > 100);
}

/* A missing WAL has size 0, without an error. */
WORLD_CASE(a_removed_wal_has_size_zero)
{
	struct store_status status;
	char log[PATH_MAX + 8];
	snprintf(log, sizeof log, "%s-wal", world->path);
	done(store_get_status(world->store, &status));
	assert_true(status.log > 0);
	assert_int_equal(unlink(log), 0);
	done(store_get_status(world->store, &status));
	assert_int_equal(status.log, 0);
}
