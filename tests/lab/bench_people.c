/* bench_people.c - measurements of the store with a million people. */
#include "tests/lab/bench.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playout.h"
#include "storage/matches.h"
#include "storage/people.h"
#include "storage/ratings.h"
#include "tests/folder.h"
#include "tests/lab/measure.h"

enum { PEOPLE = 1000000, MATCHES = 10000000, ASKED = 2000, TOP_ROWS = 20, RECORDED = 200 };

/* SQL statements that fill the database. ?1: the network, ?2: the number of people, ?3: the number
 * of matches. In round k, person 2i plays person 2i + 1 + 2k, so that all play equally often and
 * most rows are inserted in key order. */
static const char *const statements[] = {
	"BEGIN",
	"WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)"
	" INSERT INTO people (id, network, key, name, named, created)"
	" SELECT i, ?1, 'crowd ' || i, 'crowd' || i, 0, 0 FROM n",
	"WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?3)"
	" INSERT INTO matches (id, network, channel, number, game, preset, options, state,"
	" rated, opened, started, ended, hands)"
	" SELECT i, ?1, '#crowd', 1, 'mitaines', 'classic', '', 2, 1, i, i, i + 600, 8 FROM n",
	"WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 2 * ?3 - 1)"
	" INSERT INTO seats (match, seat, person, player, away, misses, points, won)"
	" SELECT i / 2 + 1, i % 2, p, p, 0, 0, 300 + i % 400, i % 2"
	" FROM (SELECT i, 1 + (i % ?2 + i % 2 * 2 * (i / ?2)) % ?2 AS p FROM n)",
	"INSERT INTO rating_history"
	" SELECT 0, person, match, 1700 + match % 7 * 4 FROM seats",
	"WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)"
	" INSERT INTO ratings SELECT 0, i, 'mitaines', 25.0, 2.0, 500.0,"
	" 1000 + i * 7919 % 100003 % 1400, 20, 10, 20, 20, 0, 0, 3, 1, 0 FROM n",
	"INSERT INTO figures (person, game, matches, wins, points, hands)"
	" SELECT person, game, matches, wins, 10000, 160 FROM ratings",
	"INSERT INTO versus"
	" SELECT min(a.person, b.person), max(a.person, b.person), 1, 0, 1, a.points, b.points"
	" FROM seats a JOIN seats b ON b.match = a.match AND b.seat = 1 WHERE a.seat = 0",
	"INSERT INTO tallies"
	" SELECT 0, 'week 0', game, '', person, 20, 10, shown - 1700 FROM ratings",
	"COMMIT",
};

static bool run(sqlite3 *db, const char *sql, const int64_t values[3])
{
	sqlite3_stmt *statement = NULL;
	bool done = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK;
	for (int i = 1; done && i <= 3; i++)
		sqlite3_bind_int64(statement, i, values[i - 1]);
	done = done && sqlite3_step(statement) == SQLITE_DONE;
	sqlite3_finalize(statement);
	return done;
}

/* Creates the tables and the network. Returns the network's id, or 0 on an error. */
static int64_t make_network(const char *path)
{
	struct store *store = NULL;
	int64_t network = 0;
	bool done = store_open(path, &store) == STORE_OK &&
		store_find_or_add_network(store, "crowd", &network) == STORE_OK &&
		store_commit(store) == STORE_OK;
	store_close(store);
	return done ? network : 0;
}

/* Creates a database with an even number of people of one network, and so many finished, rated
 * matches of Mitaines `classic` between them. Takes minutes, and about 250 bytes a match. Returns
 * false on an error. */
static bool make_crowd(const char *path, unsigned people, unsigned matches)
{
	const int64_t values[3] = { make_network(path), people, matches };
	sqlite3 *db = NULL;
	bool done = values[0] != 0 &&
		sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
	for (size_t i = 0; done && i < sizeof statements / sizeof statements[0]; i++)
		done = run(db, statements[i], values);
	if (!done)
		fprintf(stderr, "%s: %s\n", path, db != NULL ? sqlite3_errmsg(db) : "no database");
	sqlite3_close(db);
	return done;
}

/* Queries leaderboards of all time and of a week in turns. Writes the milliseconds of each query to
 * `took`. Returns false on an error. */
static bool ask_tops(struct store *store, double took[ASKED])
{
	const struct store_span week = { "mitaines", "", STORE_WEEK, 0 };
	struct store_place rows[TOP_ROWS];
	for (unsigned i = 0; i < ASKED; i++) {
		unsigned count = 0;
		double begin = timing_now();
		enum store_error error = i % 2 == 0
			? store_list_top(store, "mitaines", false, rows, TOP_ROWS, &count)
			: store_list_gains(store, &week, false, rows, TOP_ROWS, &count);
		took[i] = (timing_now() - begin) * 1e3;
		if (error != STORE_OK || count != TOP_ROWS)
			return false;
	}
	return true;
}

static struct store_change change_of(int64_t match, int64_t person)
{
	return (struct store_change){ .match = match,
		.person = person,
		.game = "mitaines",
		.preset = "classic",
		.after = { .mu = 25.1, .sigma = 2, .points = 500, .shown = 1504 },
		.shown_before = 1500,
		.at = 700000 };
}

/* Opens and starts a match of two people, outside the measured time. Returns false on an error. */
static bool start_match(struct store *store, const int64_t people[2], int64_t *match)
{
	const struct store_match row = { .network = 1,
		.channel = "#crowd",
		.number = 1,
		.game = "mitaines",
		.preset = "classic",
		.opened = 1 };
	struct store_seat seats[2];
	for (unsigned i = 0; i < 2; i++)
		seats[i] = (struct store_seat){ .person.id = people[i], .player.id = people[i] };
	return store_add_match(store, &row, match) == STORE_OK &&
		store_set_seats(store, *match, seats, 2) == STORE_OK &&
		store_start_match(store, *match, true, 2) == STORE_OK &&
		store_commit(store) == STORE_OK;
}

/* Writes the end of a match and both new ratings, without committing. Returns false on an error. */
static bool record(struct store *store, const int64_t people[2], int64_t match)
{
	static const struct store_result results[2] = { { .points = 510, .won = true },
		{ .points = 400 } };
	bool done =
		store_end_match(store, match, STORE_FINISHED, 8, results, 2, 700000) == STORE_OK;
	for (unsigned i = 0; done && i < 2; i++) {
		struct store_change change = change_of(match, people[i]);
		done = store_set_rating(store, STORE_SHOWN, &change) == STORE_OK;
	}
	return done;
}

static bool record_matches(struct store *store, double took[RECORDED])
{
	struct chance chance = { 1 };
	for (unsigned i = 0; i < RECORDED; i++) {
		int64_t first = 1 + (int64_t)chance_below(&chance, PEOPLE - 1);
		const int64_t people[2] = { first, first + 1 };
		int64_t match = 0;
		if (!start_match(store, people, &match))
			return false;
		double begin = timing_now();
		if (!record(store, people, match))
			return false;
		took[i] = (timing_now() - begin) * 1e3;
		if (store_commit(store) != STORE_OK)
			return false;
	}
	return true;
}

static int measure(const char *name, struct store *store)
{
	double tops[ASKED];
	double records[RECORDED];
	if (!ask_tops(store, tops) || !record_matches(store, records))
		return 1;
	printf("%s %.3f ms\nleaderboard.record %.3f ms\n", name, timing_percentile(tops, ASKED, 99),
		timing_percentile(records, RECORDED, 99));
	return 0;
}

int bench_leaderboard(const char *name)
{
	char folder[FOLDER_PATH], path[PATH_MAX];
	struct store *store = NULL;
	folder_make(folder);
	folder_file(folder, "crowd.db", path);
	int status = make_crowd(path, PEOPLE, MATCHES) && store_open(path, &store) == STORE_OK
		? measure(name, store)
		: 1;
	store_close(store);
	folder_remove(folder);
	return status;
}
