/* store.c - creates, writes, backs up, upgrades and reads a database, deletes its WAL, and calls
 * each function of the store; in each run one call fails. It tries some of the ways (torture.h) to
 * such calls; if the environment variable TORTURE is set, it tries all. Committed data must
 * survive, and a second try must succeed with the same results. */

#include <sys/mman.h>

#include "storage/channels.h"
#include "storage/copy.h"
#include "storage/corrections.h"
#include "storage/credentials.h"
#include "storage/expiry.h"
#include "storage/ignores.h"
#include "storage/jobs.h"
#include "storage/journal.h"
#include "storage/network_data.h"
#include "storage/prune.h"
#include "storage/recount.h"
#include "storage/scenes.h"
#include "storage/seat_keys.h"
#include "tests/torture/torture.h"
#include "tests/world.h"

/* TRIES: most tries of a batch. One may fail by the run's failing call, and another one when SQLite
 * first notices that the WAL is gone. */
enum { SAMPLE = 75, SECONDS = 60, TRIES = 3, NOW = 1794787200, MONTHS = 100 * 86400 };

struct life {
	char folder[FOLDER_PATH];
	char path[PATH_MAX], log[PATH_MAX], copy[PATH_MAX];
	struct store *store;
	/* The process of a run sets these, and the test reads them after its end. */
	unsigned written; /* number of committed batches, which add a person each */
	unsigned step;    /* step that failed twice, from 1; in call_each the failed call's line */
	uint64_t sum;     /* hash of the results of all calls, in their order */
};

/* ---- steps: each returns true on success, and must succeed at the second try ---- */

static bool open_it(struct life *life)
{
	return store_open(life->path, &life->store) == STORE_OK;
}

/* Opens the database for reading, and reads its key: a reader needs that to save a copy. */
static bool read_it(struct life *life)
{
	if (life->store == NULL &&
		store_open_read_only(life->path, false, &life->store) != STORE_OK)
		return false;
	return store_unseal(life->store, NULL) == STORE_OK;
}

/* Returns true if the reader's database is still the file at its path. Opens it again if not. */
static bool is_fresh(struct life *life)
{
	if (life->store != NULL && !store_is_stale(life->store, life->path))
		return true;
	store_close(life->store);
	life->store = NULL;
	return read_it(life) && false;
}

static bool save(struct life *life)
{
	return store_backup(life->store, life->copy, NULL) == STORE_OK;
}

static bool is_whole(struct life *life)
{
	return store_check_integrity(life->store) == STORE_OK;
}

/* Writes and commits a batch with one person. An error rolls the batch back. */
static enum store_error write_one(struct life *life)
{
	char level[STORE_WORD];
	int64_t id;
	snprintf(level, sizeof level, "level%u", life->written);
	enum store_error error = store_find_or_add_robot(life->store, level, NOW, &id);
	if (!error)
		error = copy_advance_generation(life->store);
	if (error)
		store_rollback(life->store);
	return error ? error : store_commit(life->store);
}

static bool write_it(struct life *life)
{
	for (unsigned i = 0; i < TRIES; i++)
		if (write_one(life) == STORE_OK) {
			life->written++;
			return true;
		}
	return false;
}

static bool lose_log(struct life *life)
{
	unlink(life->log);
	return true;
}

static bool close_it(struct life *life)
{
	store_close(life->store);
	life->store = NULL;
	return true;
}

static bool has_version(struct life *life)
{
	int64_t version;
	return store_get_data_version(life->store, &version) == STORE_OK;
}

/* Runs a step, and once more if it fails: a run has one failing call. Returns true on success. */
static bool try_twice(struct life *life, bool (*step)(struct life *life))
{
	for (unsigned i = 0; i < 2; i++)
		if (step(life))
			return true;
	return false;
}

static int take(struct life *life, bool (*const *steps)(struct life *life))
{
	for (unsigned i = 0; steps[i] != NULL; i++)
		if (!try_twice(life, steps[i])) {
			life->step = i + 1;
			return 1;
		}
	return 0;
}

/* Creates a database and uses it; the second backup must replace the first. */
static int live(void *context)
{
	static bool (*const steps[])(struct life * life) = { open_it, write_it, write_it, save,
		write_it, save, is_whole, lose_log, write_it, write_it, close_it, read_it,
		has_version, is_whole, is_fresh, save, close_it, NULL };
	return take(context, steps);
}

static int upgrade(void *context)
{
	static bool (*const steps[])(struct life * life) = { open_it, save, close_it, NULL };
	return take(context, steps);
}

/* ---- each function of the store ---- */

/* Commits a call that returned `error`, and empties SQLite's cache, so that the next call reads the
 * file again. If the call or the commit failed, returns false, or exits if this was the second try
 * (`again`). */
static bool is_stored(struct life *life, unsigned line, enum store_error error, bool again)
{
	enum store_error kept = store_commit(life->store);
	sqlite3_db_release_memory(handle(life->store));
	if (error == STORE_OK)
		error = kept;
	if (error == STORE_OK || error == STORE_NONE)
		return true;
	life->step = line;
	if (again)
		exit(1);
	return false;
}

/* Makes a call of the store, once more if it fails, and adds its result to life->sum. */
#define CALL(call, result) \
	do { \
		if (!is_stored(life, __LINE__, call, false)) \
			is_stored(life, __LINE__, call, true); \
		life->sum = 31 * life->sum + (uint64_t)(result); \
	} while (0)

struct rows {
	int64_t network, anna, luc, robot, match;
};

static void call_people(struct life *life, struct rows *rows)
{
	struct store *store = life->store;
	struct store_preferences preferences;
	struct store_proof proof;
	struct store_person person;
	struct store_leaver leaver;
	char name[STORE_NAME];
	int64_t network, id = 0;
	CALL(store_find_or_add_network(store, "home", &rows->network), rows->network);
	network = rows->network;
	CALL(store_find_or_add_person(store, network, "nick anna", "anna", NOW, &rows->anna), 0);
	CALL(store_find_or_add_person(store, network, "nick luc", "luc", NOW, &rows->luc), 0);
	CALL(store_find_or_add_person(store, network, "nick eve", "eve", NOW, &id), id);
	CALL(store_set_last_seen(store, id, NOW + 1), 0);
	CALL(store_find_or_add_robot(store, "normal", NOW, &rows->robot), rows->robot);
	CALL(store_find_person(store, network, "nick anna", &id), id);
	CALL(store_find_person_by_name(store, network, "luc", &id), id);
	CALL(store_get_person(store, rows->anna, &person), person.network);
	CALL(store_get_person_name(store, rows->luc, name), name[0]);
	CALL(store_set_preference(store, rows->luc, STORE_LANG, "fr"), 0);
	CALL(store_get_preferences(store, rows->luc, &preferences), preferences.lang[0]);
	CALL(store_set_notified(store, rows->luc, true), 0);
	person = (struct store_person){ .network = network };
	CALL(store_next_notified_person(store, &person), person.id);
	CALL(store_set_address(store, rows->luc, "l@home", NOW, 60), 0);
	CALL(store_set_password(store, rows->luc, "hash"), 0);
	CALL(store_get_credentials(store, rows->luc, &proof), proof.claim[0] + proof.home[0]);
	CALL(store_clear_password(store, rows->luc, NOW), 0);
	CALL(store_count_leave(store, rows->luc, NOW), 0);
	CALL(store_get_leaves(store, rows->luc, &leaver), leaver.leaves);
	CALL(store_count_finished_match(store, rows->luc, 1), 0);
}

static void call_network(struct life *life, struct rows *rows)
{
	struct store *store = life->store;
	const struct store_ignore ignored = { .mask = "*!*@eve", .author = "anna", .at = NOW };
	struct store_channel_setting setting = { .key = "tables", .value = "2", .at = NOW };
	struct store_ignore ignores[4];
	struct store_venue venues[2];
	char name[STORE_DATA_NAME], *value = malloc(STORE_DATA_VALUE);
	unsigned count = 0;
	int64_t ran = 0, network = rows->network;
	CALL(store_add_ignore(store, network, &ignored), 0);
	CALL(store_list_ignores(store, network, ignores, 4, &count), count);
	CALL(store_delete_ignore(store, network, "*!*@EVE"), 0);
	CALL(store_set_channel_setting(store, network, "#home", &setting), 0);
	CALL(store_next_channel_setting(store, network, "#home", "", &setting), setting.at);
	CALL(store_delete_channel_setting(store, network, "#home", "tables"), 0);
	CALL(store_set_venue(store, network, "#home", "irc://irc.example/home"), 0);
	CALL(store_get_venue(store, network, "#home", venues), venues[0].link[0]);
	CALL(store_list_venues(store, venues, 2, &count), count);
	CALL(store_clear_venues(store), 0);
	CALL(store_set_network_data(store, network, "since", "s1"), 0);
	CALL(store_next_network_data(store, network, "", name, value), value[1]);
	CALL(store_set_job(store, "copy", NOW), 0);
	CALL(store_get_job(store, "copy", &ran), ran);
	CALL(store_set_sts_policy(store, "irc.example", 6697, NOW + 60), 0);
	CALL(store_get_sts_policy(store, "irc.example", NOW, &count), count);
	free(value);
}

static void call_match(struct life *life, struct rows *rows)
{
	struct store *store = life->store;
	const struct store_match opened = { .network = rows->network,
		.channel = "#home",
		.number = 1,
		.game = "mitaines",
		.preset = "classic",
		.opened = NOW };
	const struct store_seat seats[] = { seat_of(rows->anna), seat_of(rows->luc) };
	const struct store_root root = { .root = { 1 }, .commitment = { 2 } };
	const struct store_hand hand = { .hand = 1 };
	const struct store_move move = {
		.n = 1, .hand = 1, .player = rows->anna, .at = NOW, .text = "9C"
	};
	const struct store_seat_key key = { .hash = { 1 }, .person = rows->anna };
	const struct store_scene scene = { .n = 1, .size = 2, .bytes = { 3, 4 } };
	struct store_seat_key keys;
	struct store_root read;
	enum store_announced told = STORE_UNANNOUNCED;
	char nonce[STORE_NONCE];
	struct store_nonce nonces[STORE_SEATS];
	struct store_hand hands[4];
	struct store_move moves[4];
	struct store_scene scenes;
	unsigned count = 0;
	bool is = false;
	int64_t id;
	CALL(store_add_match(store, &opened, &rows->match), rows->match);
	int64_t match = rows->match;
	CALL(store_hide_match(store, match, true), 0);
	CALL(store_hide_match(store, match, false), 0);
	CALL(store_add_root(store, match, &root), 0);
	CALL(store_set_seats(store, match, seats, 2), 0);
	CALL(store_set_seat(store, match, 1, &seats[1]), 0);
	CALL(store_start_match(store, match, true, NOW), 0);
	CALL(store_add_hand(store, match, &hand), 0);
	CALL(store_set_nonce(store, match, 1, rows->anna, "abc"), 0);
	CALL(store_get_nonce(store, match, 1, rows->anna, nonce), nonce[0]);
	CALL(store_mark_nonce_used(store, match, 1, rows->anna, 0), 0);
	CALL(store_list_nonces(store, match, 1, nonces, &count), count);
	CALL(store_deal_hand(store, match, 1, 1), 0);
	CALL(store_get_hand_in_play(store, match, &count), count);
	CALL(store_add_move(store, match, &move), 0);
	CALL(store_get_root(store, match, &read), read.root[0]);
	CALL(store_is_root_shared(store, match, &is), is);
	CALL((id = 0, store_next_unannounced_root(store, &id, &told)), told);
	CALL(store_set_root_announced(store, match, STORE_COMMITMENT_ANNOUNCED), 0);
	CALL(store_list_hands(store, match, 0, hands, 4, &count), count + hands[0].dealt);
	CALL(store_list_moves(store, match, 0, moves, 4, &count),
		count + (unsigned)moves[0].text[0]);
	CALL(store_has_moved(store, match, 0, rows->anna, &is), is);
	CALL(store_has_human_move(store, match, &is), is);
	CALL(store_add_scene(store, match, &scene), 0);
	CALL(store_next_scene(store, match, true, &scenes), scenes.bytes[1]);
	CALL(store_delete_scenes(store, match), 0);
	CALL(store_add_seat_key(
		     store, &(struct store_seat_key){ { 1 }, rows->anna, match, 0 }, NOW),
		0);
	CALL(store_end_seat_key(store, key.hash, NOW), 0);
	CALL((keys = (struct store_seat_key){ .person = 0 }, store_next_seat_key(store, &keys)),
		keys.ends);
	CALL(store_delete_seat_key(store, key.hash), 0);
}

static void call_end(struct life *life, struct rows *rows)
{
	struct store *store = life->store;
	const struct store_result results[] = {
		{ .points = 510, .won = true, .names = world_stats, .stats = { { 3, 0, 1 }, 150 } },
		{ .points = 320, .names = world_stats, .stats = { { 0, 1 }, 90 } },
	};
	const struct store_change change = { .match = rows->match,
		.person = rows->anna,
		.game = "mitaines",
		.preset = "classic",
		.after = { .mu = 26, .sigma = 7, .points = 20, .shown = 1040, .met = 1 },
		.shown_before = 1000,
		.won = true,
		.at = NOW };
	const struct store_meeting meeting = { 1, 20 };
	struct store_match match;
	struct store_seat seats[STORE_SEATS];
	unsigned count = 0;
	int64_t id = 0, anna = rows->anna, luc = rows->luc;
	CALL((match.id = 0, store_next_live_match(store, &match)), match.id);
	CALL(store_unrate_match(store, rows->match), 0);
	CALL(store_end_match(store, rows->match, STORE_FINISHED, 1, results, 2, NOW + 60), 0);
	CALL(store_set_rating(store, STORE_SHOWN, &change), 0);
	CALL(store_set_meeting(store, STORE_SHOWN, anna, luc, "mitaines", &meeting), 0);
	CALL(store_set_peers(store, STORE_SHOWN, anna, "mitaines"), 0);
	CALL(store_set_rank_minimum(store, 1), 0);
	CALL(store_get_match(store, rows->match, &match), match.ended);
	CALL(store_get_newest_match(store, &id), id);
	CALL(store_find_last_match(store, anna, rows->network, "#home", &match), match.hands);
	CALL((match.id = 0, store_next_started_match(store, &match)), match.id);
	CALL((match.id = INT64_MAX, store_next_recent_match(store, &match)), match.id);
	CALL(store_list_seats(store, rows->match, seats, &count),
		count + (unsigned)seats[0].points);
}

static void call_figures(struct life *life, struct rows *rows)
{
	struct store *store = life->store;
	const struct store_span span = { "mitaines", "classic", STORE_WEEK, NOW };
	const char game[] = "mitaines";
	struct store_rating rating;
	struct store_rank rank;
	struct store_place places[4];
	struct store_stats stats;
	struct store_versus versus;
	struct store_rival rivals[4];
	struct store_past past[4];
	struct store_status status;
	struct store_meeting meeting;
	int32_t curve[4];
	unsigned count = 0, counts[STORE_COUNTS];
	int64_t version, counted[2], anna = rows->anna, luc = rows->luc;
	bool is = false;
	CALL(store_get_rating(store, STORE_SHOWN, anna, game, &rating), rating.shown);
	CALL(store_get_rank(store, anna, game, &rank), rank.rating.shown);
	CALL(store_get_meeting(store, STORE_SHOWN, anna, luc, game, &meeting), meeting.won);
	CALL(store_list_top(store, game, false, places, 4, &count), count);
	CALL(store_list_ladder(store, game, NOW, places, 4, &count), count);
	CALL(store_list_newcomers(store, game, NOW, places, 4, &count), count);
	CALL(store_get_stats(store, anna, game, &stats), stats.points);
	CALL(store_get_counts(store, anna, game, world_stats, counts), counts[0]);
	CALL(store_get_counts(store, anna, game, NULL, counts), 0);
	CALL(store_list_gains(store, &span, false, places, 4, &count), count);
	CALL(store_get_versus(store, anna, luc, &versus), versus.matches);
	CALL(store_list_rivals(store, anna, rivals, 4, &count), count);
	CALL(store_list_rating_history(store, anna, game, curve, 4, &count), count);
	CALL(store_list_history(store, anna, past, 4, &count), count + past[0].count);
	CALL(store_has_public_match(store, anna, luc, &is), is);
	CALL(store_get_status(store, &status), status.matches);
	CALL(store_count_rows(store, &counted[0], &counted[1]), counted[0] + counted[1]);
	CALL(store_get_data_version(store, &version), 0);
}

static void call_corrections(struct life *life, struct rows *rows)
{
	struct store *store = life->store;
	const struct store_counts counts = { { 1, 0, 1 }, 150 };
	struct store_person person;
	struct store_match match;
	int64_t id = 0, anna = rows->anna, luc = rows->luc;
	bool is = false;
	unsigned count = 0;
	CALL((person = (struct store_person){ .network = rows->network },
		     store_next_namesake(store, "anna", &person)),
		person.id);
	CALL(store_count_matches(store, anna, &count), count);
	CALL((id = 0, store_next_shared_match(store, anna, luc, &id)), id);
	CALL((match.id = 0, store_next_finished_match(store, anna, "mitaines", &match)), match.id);
	CALL(store_is_match_counted(store, rows->match, &is), is);
	CALL(store_void_match(store, rows->match), 0);
	CALL(store_subtract_counts(store, anna, "mitaines", world_stats, &counts), 0);
	CALL(store_set_best_hand(store, anna, "mitaines", 90), 0);
	CALL(store_merge_people(store, luc, anna), 0);
	CALL(store_rename_person(store, anna, "nick anne", "anne", NOW), 0);
}

/* Calls the functions that begin and commit batches themselves, and others of maintenance. */
static void call_upkeep(struct life *life, struct rows *rows)
{
	struct store *store = life->store;
	struct store_expired expired;
	struct store_pruning pruning = { .before = NOW + MONTHS };
	struct store_match match = { .id = 0 };
	struct store_recount recount;
	struct store_person person;
	bool is = false;
	CALL(store_delete_statistics(store, rows->luc), 0);
	CALL(store_delete_person(store, rows->luc), 0);
	CALL(store_prune_journals(store, &pruning, NOW + MONTHS, 4), 0);
	CALL(store_find_old_guest(store, "home", NOW, &person), 0);
	CALL(store_delete_expired(store, NOW + MONTHS, &expired), 0);
	CALL(store_begin_recount(store), 0);
	CALL(store_get_recount(store, &recount), recount.stage);
	CALL(store_clear_draft(store), 0);
	CALL(store_next_recount_match(store, &match), match.id);
	CALL(store_was_rated(store, rows->match, rows->anna, &is), is);
	CALL(store_queue_rating(store, rows->match, NOW, rows->anna), 0);
	CALL(store_set_counted(store, &match), 0);
	CALL(store_swap_ratings(store, 1), 0);
	CALL(copy_detect(store), 0);
}

static int call_each(void *context)
{
	struct life *life = context;
	struct rows rows = { .match = 0 };
	life->sum = 0;
	if (!try_twice(life, open_it))
		return 1;
	call_people(life, &rows);
	call_network(life, &rows);
	call_match(life, &rows);
	call_end(life, &rows);
	call_figures(life, &rows);
	call_corrections(life, &rows);
	call_upkeep(life, &rows);
	return !close_it(life);
}

/* ---- runs ---- */

static void begin(struct life *life, int (*tale)(void *life))
{
	folder_make(life->folder);
	folder_file(life->folder, "bot.db", life->path);
	folder_file(life->folder, "bot.db-wal", life->log);
	folder_file(life->folder, "backup.db", life->copy);
	life->written = 0;
	life->step = 0;
	if (tale == upgrade)
		sql_make_first(life->path, "");
	if (tale == call_each && open_it(life))
		close_it(life);
}

/* Returns the number of people in a database. Fails unless SQLite finds the database intact. */
static int64_t people_in(const char *path)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	int64_t people = sql_number(db, "SELECT count(*) FROM people");
	assert_int_equal(sql_number(db,
				 "SELECT count(*) FROM pragma_integrity_check WHERE "
				 "integrity_check <> 'ok'"),
		0);
	sqlite3_close(db);
	return people;
}

/* Checks after a run that the database has all committed data, and that its backup is intact. */
static void check(const struct life *life, int (*tale)(void *life), uint64_t sum,
	const struct torture_run *run)
{
	if (run->status != 0)
		fail_msg("call %d, %s, fails: step %u, status %x", (int)run->fails, run->failed,
			life->step, (unsigned)run->status);
	int64_t people = people_in(life->path);
	if (tale == call_each) {
		if (run->fails > 0 && life->sum != sum)
			fail_msg("call %d, %s, fails after step %u: a result is wrong",
				(int)run->fails, run->failed, life->step);
		return;
	}
	if (people != life->written)
		fail_msg("call %d, %s, fails: %u people were kept, %d are there", (int)run->fails,
			run->failed, life->written, (int)people);
	assert_true(people_in(life->copy) >= (people > 0));
}

static void play(struct life *life, int (*tale)(void *life), uint64_t sum, struct torture_run *run)
{
	begin(life, tale);
	assert_true(torture_run(run, tale, life, SECONDS));
	check(life, tale, sum, run);
	folder_remove(life->folder);
}

static void fail_each(int (*tale)(void *life), size_t sample)
{
	struct torture_run *map = torture_open(), *run = torture_open();
	struct life *life =
		mmap(NULL, sizeof *life, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(map != NULL && run != NULL && life != MAP_FAILED);
	map->maps = true;
	play(life, tale, 0, map);
	uint64_t sum = life->sum;
	assert_true(map->ways > 10); /* ways not known from earlier tests */
	size_t apart = 1,
	       first = *torture_word() == '\0' ? torture_sample(map->ways, sample, &apart) : 0;
	for (size_t i = first; i < map->ways; i += apart) {
		run->fails = map->way[i];
		play(life, tale, sum, run);
	}
	munmap(life, sizeof *life);
}

static void a_new_database_survives_a_failure_of_any_call(void **state)
{
	(void)state;
	fail_each(live, SAMPLE);
}

static void an_old_database_survives_a_failure_of_any_call_in_an_upgrade(void **state)
{
	(void)state;
	fail_each(upgrade, SAMPLE);
}

static void each_function_of_the_store_gives_its_result_when_it_is_called_again(void **state)
{
	(void)state;
	fail_each(call_each, 3 * SAMPLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_database_survives_a_failure_of_any_call),
		cmocka_unit_test(an_old_database_survives_a_failure_of_any_call_in_an_upgrade),
		cmocka_unit_test(
			each_function_of_the_store_gives_its_result_when_it_is_called_again),
	};
	torture_libraries(NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
