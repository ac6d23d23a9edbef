/* bench_people.c - measurements of the store with a million people. */
#include "tests/lab/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playout.h"
#include "storage/matches.h"
#include "storage/ratings.h"
#include "tests/folder.h"
#include "tests/lab/crowd.h"
#include "tests/lab/measure.h"

enum { PEOPLE = 1000000, MATCHES = 10000000, ASKED = 2000, TOP_ROWS = 20, RECORDED = 200 };

/* Asks for leaderboards of different periods. Returns false on an error. */
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

/* Opens and starts a match of two people; this part is not measured. */
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

/* Writes the end of a match, up to the commit. */
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
	int status = crowd_make(path, PEOPLE, MATCHES) && store_open(path, &store) == STORE_OK
		? measure(name, store)
		: 1;
	store_close(store);
	folder_remove(folder);
	return status;
}
