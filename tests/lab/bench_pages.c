/* bench_pages.c - measures the pages of a deal of the day that many people have finished. */
#include "tests/lab/bench.h"

#include <stdio.h>
#include <string.h>

#include "bot/history/trial_walk.h"
#include "bot/net/types.h"
#include "bot/people/seat_key.h"
#include "bot/web/web.h"
#include "engine/playout.h"
#include "tests/folder.h"
#include "tests/lab/measure.h"

enum { FINISHERS = 10000, VISITS = 2000, NOW = 1100 };

#define DAY "2026-12-01"

/* Adds a try (storage/trials.h) with random points. Writes the key of its result to `key`. Returns
 * false on an error. */
static bool add_try(struct store *store, int64_t trial, unsigned number, struct chance *chance,
	char key[SEAT_KEY])
{
	struct store_try row = { .trial = trial };
	char name[32];
	uint8_t hash[STORE_KEY_HASH];
	const struct store_new_try begun = { .trial = trial, .lang = "en", .begun = NOW };
	snprintf(key, SEAT_KEY, "%022u", number);
	snprintf(name, sizeof name, "guest %u", number);
	seat_key_hash(key, hash);
	row.own = (int32_t)chance_below(chance, 40) * 10;
	row.other = (int32_t)chance_below(chance, 40) * 10;
	return store_add_try(store, &begun, NOW, &row.id) == STORE_OK &&
		store_end_try(store, &row, true, FINISHERS, hash, NOW) == STORE_OK &&
		store_sign_try(store, row.id, name, true) == STORE_OK;
}

static bool fill(struct store *store, char key[SEAT_KEY])
{
	struct store_trial trial = { .kind = STORE_OPEN_DEAL,
		.day = DAY,
		.game = "mitaines",
		.preset = "classic",
		.hands = 1,
		.version = 1,
		.starts = NOW - 100,
		.ends = NOW + 100 };
	struct chance chance = { 1 };
	bool done = store_add_trial(store, &trial) == STORE_OK &&
		store_set_commitment(store, trial.id, trial.commitment) == STORE_OK;
	for (unsigned i = 0; done && i < FINISHERS; i++)
		done = add_try(store, trial.id, i, &chance, key);
	return done && store_commit(store) == STORE_OK;
}

/* Prints the 99th percentile of the time to compute a page, in ms. The page is computed anew
 * each time, without a cache. */
static bool visit(const struct web *web, const char *name, const char *target)
{
	static double took[VISITS];
	const struct web_request request = { .method = "GET", .target = target, .now = NOW };
	bool done = true;
	for (unsigned i = 0; i < VISITS; i++) {
		struct web_response answer;
		double begin = timing_work();
		web_answer(web, &request, &answer);
		took[i] = (timing_work() - begin) * 1e3;
		done = done && answer.status == 200;
		string_free(&answer.body);
		string_free(&answer.question);
	}
	printf("%s %.3f ms\n", name, timing_percentile(took, VISITS, 99));
	return done;
}

int bench_pages(const char *name)
{
	char folder[FOLDER_PATH], path[PATH_MAX], key[SEAT_KEY], result[ROUTE_PATH];
	struct store *store = NULL;
	struct web web;
	folder_make(folder);
	folder_file(folder, "daily.db", path);
	bool done = store_open(path, &store) == STORE_OK && fill(store, key);
	web_open(&web, catalog_open(catalogues, "!"), network_types, NULL, 0);
	web.store = store;
	snprintf(result, sizeof result, "/daily/" DAY "/r/%s", key);
	done = done && visit(&web, name, "/daily") && visit(&web, "daily.result", result);
	catalog_free(web.catalog);
	store_close(store);
	folder_remove(folder);
	return done ? 0 : 1;
}
