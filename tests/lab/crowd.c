#include "tests/lab/crowd.h"

#include <sqlite3.h>
#include <stdio.h>

#include "storage/people.h"

/* ?1 is the network, ?2 the number of people, ?3 of matches. In round k person 2i meets 2i + 1 +
 * 2k, so that people play equally often and most rows are inserted in key order. */
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

/* Creates the tables and the network. Returns its id, or 0 on an error. */
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

bool crowd_make(const char *path, unsigned people, unsigned matches)
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
