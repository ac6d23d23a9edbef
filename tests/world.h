/* world.h - a new store for each test, with three people and their matches. */
#ifndef TESTS_WORLD_H
#define TESTS_WORLD_H

#include <sys/wait.h>

#include "storage/matches.h"
#include "storage/people.h"
#include "storage/query.h"
#include "storage/ratings.h"
#include "storage/sqlite/sqlite.h"
#include "tests/cases.h"
#include "tests/folder.h"
#include "tests/sql.h"

struct world {
	char folder[FOLDER_PATH];
	char path[PATH_MAX];
	struct store *store;
	int64_t network;
	int64_t anna;
	int64_t luc;
	int64_t greedy;
	char *file[64];
	unsigned files;
};

/* Defines a test with the parameter `world`. */
#define WORLD_CASE(name) CASE_WITH(name, struct world *world, world_make, world_end)

#define done(call) assert_int_equal(call, STORE_OK)

static inline int world_make(void **state)
{
	struct world *world = calloc(1, sizeof(*world));
	assert_non_null(world);
	folder_make(world->folder);
	folder_file(world->folder, "test.db", world->path);
	done(store_open(world->path, &world->store));
	done(store_find_or_add_network(world->store, "local", &world->network));
	done(store_find_or_add_person(
		world->store, world->network, "account anna", "anna", 100, &world->anna));
	done(store_find_or_add_person(
		world->store, world->network, "account luc", "luc", 100, &world->luc));
	done(store_find_or_add_robot(world->store, "greedy", 100, &world->greedy));
	done(store_commit(world->store));
	*state = world;
	return 0;
}

static inline int world_end(void **state)
{
	struct world *world = *state;
	store_close(world->store);
	folder_remove(world->folder);
	for (unsigned i = 0; i < world->files; i++)
		free(world->file[i]);
	free(world);
	return 0;
}

/* Returns the path of a file in the folder, valid until the end of the test. */
static inline const char *world_file(struct world *world, const char *name)
{
	char path[PATH_MAX];
	folder_file(world->folder, name, path);
	assert_true(world->files < sizeof world->file / sizeof world->file[0]);
	return world->file[world->files++] = strdup(path);
}

static inline void world_restart(struct world *world)
{
	store_close(world->store);
	done(store_open(world->path, &world->store));
}

/* Runs a function in a child process. Returns its result. */
static inline int elsewhere(int (*run)(const char *path), const char *path)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0)
		_exit(run(path));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static inline int64_t open_match(struct world *world, unsigned number)
{
	struct store_match match = {
		.network = world->network,
		.channel = "#mitaines",
		.number = number,
		.game = "mitaines",
		.preset = "classic",
		.options = "target=500 left_ten=standard",
		.opened = 1000,
	};
	int64_t id = 0;
	done(store_add_match(world->store, &match, &id));
	return id;
}

static inline struct store_seat seat_of(int64_t person)
{
	return (struct store_seat){ .person.id = person, .player.id = person };
}

/* Starts a match of anna (seat 0), luc (1) and greedy (2). */
static inline int64_t run_match(struct world *world)
{
	const struct store_seat seats[] = { seat_of(world->anna), seat_of(world->luc),
		seat_of(world->greedy) };
	int64_t match = open_match(world, 1);
	done(store_set_seats(world->store, match, seats, 3));
	done(store_start_match(world->store, match, true, 1100));
	return match;
}

static const char *const world_stats[] = { "mittens", "socks", "tens", NULL };

static inline void finish_match(struct world *world, int64_t match, int64_t now)
{
	const struct store_result results[] = {
		{ .points = 510, .won = true, .names = world_stats, .stats = { { 3, 0, 1 }, 150 } },
		{ .points = 320 },
		{ .points = -20 },
	};
	done(store_end_match(world->store, match, STORE_FINISHED, 7, results, 3, now));
}

/* Returns the SQLite connection of a store. */
static inline sqlite3 *handle(struct store *store)
{
	return store->database->db;
}

/* Stores a rating of a person in a match, and gives them three established opponents. */
static inline void world_rate(struct world *world, enum store_edition edition, int64_t match,
	int64_t person, int32_t shown, bool won)
{
	struct store_change change = {
		.match = match,
		.person = person,
		.game = "mitaines",
		.preset = "classic",
		.after = { .mu = 25 + shown / 3.0,
			.sigma = 8.065506316323548,
			.points = shown / 7.0,
			.shown = shown,
			.met = 3,
			.known = 2,
			.day = 77 },
		.won = won,
		.at = 5000,
	};
	done(store_set_rating(world->store, edition, &change));
	sql_run(handle(world->store),
		"UPDATE ratings SET peers = 3, ranked = matches >= (SELECT minimum FROM settings)");
}

/* Fails unless a write was refused and its batch rolls back. */
static inline void refuse(struct world *world, enum store_error error)
{
	assert_int_equal(error, STORE_REFUSED);
	assert_int_equal(store_commit(world->store), STORE_REFUSED);
}

/* Returns the number that an SQL query on the open database gives. */
#define asked(world, sql) sql_number(handle((world)->store), sql)

#endif
