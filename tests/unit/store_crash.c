/* store_crash.c - a process killed at any instant keeps what it acknowledged, once */
#define _GNU_SOURCE /* ppoll */
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "storage/journal.h"
#include "tests/world.h"

enum { ROUNDS = 150, TURNS = 12, TAIL = 3000 /* microseconds */, PATIENCE = 30000000 };

/* Returns the moves of a turn, one to three, from the number of its first move. */
static unsigned turn_size(unsigned first)
{
	return 1 + first % 3;
}

static enum store_error make_turn(
	struct store *store, int64_t match, int64_t player, unsigned first)
{
	for (unsigned n = first; n < first + turn_size(first); n++) {
		struct store_move move = { .n = n, .hand = 1, .player = player, .at = first };
		snprintf(move.text, sizeof(move.text), "move %u", n);
		store_add_move(store, match, &move);
	}
	return store_commit(store);
}

/*
 * Opens the database and makes turns from move `first` on until it is killed. Acknowledges each
 * turn by writing the number of its last move. The WAL is small, so many kills meet a checkpoint.
 */
static void live(const char *path, int64_t match, int64_t player, unsigned first, int out)
{
	struct store *store = NULL;
	if (store_open(path, &store) != STORE_OK)
		_exit(1);
	sqlite3_exec(handle(store), "PRAGMA wal_autocheckpoint = 8", NULL, NULL, NULL);
	for (;; first += turn_size(first)) {
		unsigned last = first + turn_size(first) - 1;
		if (make_turn(store, match, player, first) != STORE_OK ||
			write(out, &last, sizeof(last)) != sizeof(last))
			_exit(1);
	}
}

static int64_t microseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

/*
 * Reads that many acknowledgements, fewer at `end` or the end of the pipe. Sets *last to the last
 * one.
 */
static void take_acknowledgements(int in, unsigned turns, int64_t end, unsigned *last)
{
	struct pollfd wait = { .fd = in, .events = POLLIN };
	int64_t left = end - microseconds();
	unsigned next;
	for (; turns > 0 && left > 0; turns--, left = end - microseconds()) {
		struct timespec timeout = { .tv_sec = left / 1000000,
			.tv_nsec = left % 1000000 * 1000 };
		if (ppoll(&wait, 1, &timeout, NULL) != 1 ||
			read(in, &next, sizeof(next)) != sizeof(next))
			break;
		*last = next;
	}
}

/*
 * Lets a process make some turns and kills it a random time later (without turns: while it starts).
 * Returns the last acknowledged move.
 */
static unsigned live_and_die(struct world *world, int64_t match, unsigned stored, unsigned random)
{
	unsigned last = stored;
	int ends[2];
	int status = 0;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0) {
		close(ends[0]);
		live(world->path, match, world->anna, stored + 1, ends[1]);
	}
	close(ends[1]);
	take_acknowledgements(ends[0], random / TAIL % TURNS, microseconds() + PATIENCE, &last);
	take_acknowledgements(ends[0], UINT32_MAX, microseconds() + random % TAIL, &last);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	take_acknowledgements(ends[0], UINT32_MAX, microseconds() + PATIENCE, &last);
	close(ends[0]);
	return last;
}

/* Checks the whole journal: numbers without gaps, right texts, whole turns. Returns its length. */
static unsigned check_journal(struct store *store, int64_t match)
{
	struct store_move moves[64];
	char text[STORE_MOVE];
	unsigned stored = 0;
	unsigned left = 0; /* moves missing in the current turn */
	unsigned count = 0;
	do {
		done(store_list_moves(store, match, stored + 1, moves, 64, &count));
		for (unsigned i = 0; i < count; i++) {
			stored++;
			if (left == 0)
				left = turn_size(stored);
			left--;
			snprintf(text, sizeof(text), "move %u", stored);
			assert_int_equal(moves[i].n, stored);
			assert_string_equal(moves[i].text, text);
		}
	} while (count > 0);
	assert_int_equal(left, 0);
	return stored;
}

static void a_killed_process_keeps_acknowledged_turns(void **state)
{
	struct world *world = *state;
	const struct store_hand hand = { .hand = 1 };
	int64_t match = run_match(world);
	unsigned random = (unsigned)microseconds();
	unsigned stored = 0;
	done(store_add_hand(world->store, match, &hand));
	done(store_commit(world->store));
	for (int round = 0; round < ROUNDS; round++) {
		unsigned acknowledged;
		store_close(world->store);
		world->store = NULL;
		random = random * 1664525 + 1013904223;
		acknowledged = live_and_die(world, match, stored, random >> 4);
		done(store_open(world->path, &world->store));
		stored = check_journal(world->store, match);
		/* One committed turn may still lack its acknowledgement. */
		assert_in_range(stored, acknowledged, acknowledged + turn_size(acknowledged + 1));
	}
	assert_true(stored > ROUNDS);
	assert_int_equal(asked(world,
				 "SELECT count(*) FROM pragma_integrity_check"
				 " WHERE integrity_check = 'ok'"),
		1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_killed_process_keeps_acknowledged_turns, world_make, world_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
