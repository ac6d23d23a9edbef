/*
 * Every call of the store to its database fails once. The caller reports the failure, a batch with
 * writes rolls back, and afterwards everything works. The Makefile wraps these calls.
 */
#include "storage/channels.h"
#include "storage/copy.h"
#include "storage/corrections.h"
#include "storage/credentials.h"
#include "storage/expiry.h"
#include "storage/ignores.h"
#include "storage/journal.h"
#include "storage/network_data.h"
#include "storage/people.h"
#include "storage/prune.h"
#include "storage/ratings.h"
#include "storage/recount.h"
#include "storage/schema.h"
#include "tests/world.h"

/* RETRIES: everything is tried again after one of so many failures */
enum { NOW = 1000000, MONTHS = 100 * 86400, RETRIES = 4 };

static struct {
	unsigned calls;
	unsigned fails; /* number of the failing call, from 1; 0: no call */
	bool excused;   /* the call failed, without any need for a report */
	int64_t number; /* the number in every column; 0: the real one */
	bool endless;   /* every query has another row */
} unlucky;

static bool fails(void)
{
	return ++unlucky.calls == unlucky.fails;
}

/* Makes a call, or fails. */
#define PASS_ON(type, error, name, parameters, ...) \
	__typeof__(name) __real_##name, __wrap_##name; \
	type __wrap_##name parameters \
	{ \
		return fails() ? (error) : __real_##name(__VA_ARGS__); \
	}
#define PASS_DATABASE(name, parameters, ...) \
	PASS_ON(enum store_error, STORE_IO, db_##name, parameters, __VA_ARGS__)
#define PASS_SQLITE(name, parameters, ...) \
	PASS_ON(int, SQLITE_IOERR, sqlite3_##name, parameters, __VA_ARGS__)
PASS_DATABASE(begin, (struct database * database), database)
PASS_DATABASE(ready, (struct database * database), database)
PASS_DATABASE(set_mark, (struct database * database, int32_t application, int32_t version),
	database, application, version)
PASS_DATABASE(execute, (struct database * database, const char *sql), database, sql)
PASS_DATABASE(check, (struct database * database), database)
PASS_SQLITE(prepare_v3,
	(sqlite3 * db, const char *sql, int length, unsigned flags, sqlite3_stmt **statement,
		const char **tail),
	db, sql, length, flags, statement, tail)
PASS_SQLITE(
	bind_int64, (sqlite3_stmt * statement, int n, sqlite3_int64 number), statement, n, number)
PASS_SQLITE(bind_double, (sqlite3_stmt * statement, int n, double number), statement, n, number)
PASS_SQLITE(bind_text,
	(sqlite3_stmt * statement, int n, const char *text, int length, void (*end)(void *)),
	statement, n, text, length, end)
PASS_SQLITE(bind_blob,
	(sqlite3_stmt * statement, int n, const void *bytes, int size, void (*end)(void *)),
	statement, n, bytes, size, end)

/* The statements of identify do not count. */
__typeof__(db_identify) __real_db_identify, __wrap_db_identify;
enum store_error __wrap_db_identify(struct database *database, struct db_mark *mark)
{
	if (fails())
		return STORE_IO;
	unsigned calls = unlucky.calls, failing = unlucky.fails;
	unlucky.fails = 0;
	enum store_error error = __real_db_identify(database, mark);
	unlucky.calls = calls;
	unlucky.fails = failing;
	return error;
}

/* A note that fails after a commit is written with the next one. */
__typeof__(db_note) __real_db_note, __wrap_db_note;
enum store_error __wrap_db_note(
	struct database *database, const struct generation *generation, bool sync)
{
	if (!fails())
		return __real_db_note(database, generation, sync);
	unlucky.excused = !sync;
	return STORE_IO;
}

__typeof__(sqlite3_step) __real_sqlite3_step, __wrap_sqlite3_step;
int __wrap_sqlite3_step(sqlite3_stmt *statement)
{
	if (unlucky.endless)
		return SQLITE_ROW;
	return fails() ? SQLITE_IOERR : __real_sqlite3_step(statement);
}

__typeof__(sqlite3_column_int64) __real_sqlite3_column_int64, __wrap_sqlite3_column_int64;
sqlite3_int64 __wrap_sqlite3_column_int64(sqlite3_stmt *statement, int column)
{
	return unlucky.number ? unlucky.number : __real_sqlite3_column_int64(statement, column);
}

/* The calls so far, up to the first failure. */
struct story {
	struct store *store;
	enum store_error error;
	const char *failed; /* the failed call */
	int64_t network, anna, luc, robot, match;
};

static void took(struct story *story, const char *call, enum store_error error)
{
	if (error == STORE_OK || error == STORE_NONE)
		return;
	story->error = error;
	story->failed = call;
}
/* Makes a call unless an earlier one failed; the call may find no row. */
#define TELL(call) took(story, #call, story->error ? STORE_OK : (call))

static void tell_people(struct story *story)
{
	struct store *store = story->store;
	struct store_preferences preferences;
	struct store_proof proof;
	struct store_person person = { .id = 0 };
	struct store_leaver leaver;
	char name[STORE_NAME];
	int64_t id;
	TELL(store_find_or_add_network(store, "home", &story->network));
	TELL(store_find_or_add_person(
		store, story->network, "nick anna", "anna", NOW, &story->anna));
	TELL(store_find_or_add_person(store, story->network, "nick luc", "luc", NOW, &story->luc));
	TELL(store_find_or_add_person(store, story->network, "nick eve", "eve", NOW, &id));
	TELL(store_find_or_add_robot(store, "normal", NOW, &story->robot));
	TELL(store_find_person(store, story->network, "nick anna", &id));
	TELL(store_find_person_by_name(store, story->network, "luc", &id));
	TELL(store_get_person_name(store, story->luc, name));
	TELL(store_set_preference(store, story->luc, STORE_LANG, "fr"));
	TELL(store_get_preferences(store, story->luc, &preferences));
	TELL(store_set_notified(store, story->luc, true));
	TELL(store_next_notified_person(store, &person));
	TELL(store_set_address(store, story->luc, "l@home", NOW, 60));
	TELL(store_set_password(store, story->luc, "hash"));
	TELL(store_get_credentials(store, story->luc, &proof));
	TELL(store_clear_password(store, story->luc, NOW));
	TELL(store_count_leave(store, story->luc, NOW));
	TELL(store_get_leaves(store, story->luc, &leaver));
	TELL(store_count_finished_match(store, story->luc, 1));
}

static void tell_network(struct story *story)
{
	struct store *store = story->store;
	const struct store_ignore ignored = { .mask = "*!*@eve", .author = "anna", .at = NOW };
	struct store_channel_setting setting = { .key = "tables", .value = "2", .at = NOW };
	struct store_ignore ignores[4];
	unsigned count;
	TELL(store_add_ignore(store, story->network, &ignored));
	TELL(store_list_ignores(store, story->network, ignores, 4, &count));
	TELL(store_delete_ignore(store, story->network, "*!*@EVE"));
	TELL(store_set_channel_setting(store, story->network, "#home", &setting));
	TELL(store_next_channel_setting(store, story->network, "#home", "", &setting));
	TELL(store_delete_channel_setting(store, story->network, "#home", "tables"));
	TELL(store_set_venue(store, story->network, "#home", "irc://irc.example/home"));
	TELL(store_clear_venues(store));
	TELL(store_set_network_data(store, story->network, "since", "s1"));
	TELL(store_set_sts_policy(store, "irc.example", 6697, NOW + 60));
	TELL(store_get_sts_policy(store, "irc.example", NOW, &count));
}

static void tell_match(struct story *story)
{
	struct store *store = story->store;
	const struct store_match opened = { .network = story->network,
		.channel = "#home",
		.number = 1,
		.game = "mitaines",
		.preset = "classic",
		.opened = NOW };
	const struct store_seat seats[] = { seat_of(story->anna), seat_of(story->luc) };
	const struct store_root root = { .root = { 1 }, .commitment = { 2 } };
	const struct store_hand hand = { .hand = 1 };
	const struct store_move move = {
		.n = 1, .hand = 1, .player = story->anna, .at = NOW, .text = "9C"
	};
	struct store_root read;
	enum store_announced told;
	char nonce[STORE_NONCE];
	struct store_nonce nonces[STORE_SEATS];
	struct store_hand hands[4];
	struct store_move moves[4];
	unsigned count;
	bool played, busy;
	int64_t id = 0;
	TELL(store_add_match(store, &opened, &story->match));
	TELL(store_add_root(store, story->match, &root));
	TELL(store_set_seats(store, story->match, seats, 2));
	TELL(store_set_seat(store, story->match, 1, &seats[1]));
	TELL(store_start_match(store, story->match, true, NOW));
	TELL(store_add_hand(store, story->match, &hand));
	TELL(store_set_nonce(store, story->match, 1, story->anna, "abc"));
	TELL(store_get_nonce(store, story->match, 1, story->anna, nonce));
	TELL(store_mark_nonce_used(store, story->match, 1, story->anna, 0));
	TELL(store_list_nonces(store, story->match, 1, nonces, &count));
	TELL(store_deal_hand(store, story->match, 1, 1));
	TELL(store_get_hand_in_play(store, story->match, &count));
	TELL(store_add_move(store, story->match, &move));
	TELL(store_get_root(store, story->match, &read));
	TELL(store_is_root_shared(store, story->match, &busy));
	TELL(store_next_unannounced_root(store, &id, &told));
	TELL(store_set_root_announced(store, story->match, STORE_COMMITMENT_ANNOUNCED));
	TELL(store_list_hands(store, story->match, 0, hands, 4, &count));
	TELL(store_list_moves(store, story->match, 0, moves, 4, &count));
	TELL(store_has_moved(store, story->match, 0, story->anna, &played));
	TELL(store_has_human_move(store, story->match, &played));
	TELL(store_commit(store));
}

static void tell_end(struct story *story)
{
	struct store *store = story->store;
	const struct store_result results[] = {
		{ .points = 510, .won = true, .names = world_stats, .stats = { { 3, 0, 1 }, 150 } },
		{ .points = 320, .names = world_stats, .stats = { { 0, 1 }, 90 } },
	};
	const struct store_change change = { .match = story->match,
		.person = story->anna,
		.game = "mitaines",
		.preset = "classic",
		.after = { .mu = 26, .sigma = 7, .points = 20, .shown = 1040, .met = 1 },
		.shown_before = 1000,
		.won = true,
		.at = NOW };
	const struct store_meeting meeting = { 1, 20 };
	struct store_match match = { .id = 0 };
	struct store_seat seats[STORE_SEATS];
	unsigned count;
	int64_t id;
	TELL(store_next_live_match(store, &match));
	TELL(store_unrate_match(store, story->match));
	TELL(store_end_match(store, story->match, STORE_FINISHED, 1, results, 2, NOW + 60));
	TELL(store_set_rating(store, STORE_SHOWN, &change));
	TELL(store_set_meeting(store, STORE_SHOWN, story->anna, story->luc, "mitaines", &meeting));
	TELL(store_set_peers(store, STORE_SHOWN, story->anna, "mitaines"));
	TELL(store_set_rank_minimum(store, 1));
	TELL(store_commit(store));
	TELL(store_get_match(store, story->match, &match));
	TELL(store_get_newest_match(store, &id));
	TELL(store_find_last_match(store, story->anna, story->network, "#home", &match));
	match.id = 0;
	TELL(store_next_started_match(store, &match));
	match.id = INT64_MAX;
	TELL(store_next_recent_match(store, &match));
	TELL(store_list_seats(store, story->match, seats, &count));
}

static void tell_figures(struct story *story)
{
	struct store *store = story->store;
	const struct store_span span = { "mitaines", "classic", STORE_WEEK, NOW };
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
	unsigned count, counts[STORE_COUNTS];
	int64_t version, rows[2];
	TELL(store_get_rating(store, STORE_SHOWN, story->anna, "mitaines", &rating));
	TELL(store_get_rank(store, story->anna, "mitaines", &rank));
	TELL(store_get_meeting(store, STORE_SHOWN, story->anna, story->luc, "mitaines", &meeting));
	TELL(store_list_top(store, "mitaines", false, places, 4, &count));
	TELL(store_list_newcomers(store, "mitaines", NOW, places, 4, &count));
	TELL(store_get_stats(store, story->anna, "mitaines", &stats));
	TELL(store_get_counts(store, story->anna, "mitaines", world_stats, counts));
	TELL(store_get_counts(store, story->anna, "mitaines", NULL, counts));
	TELL(store_list_gains(store, &span, false, places, 4, &count));
	TELL(store_get_versus(store, story->anna, story->luc, &versus));
	TELL(store_list_rivals(store, story->anna, rivals, 4, &count));
	TELL(store_list_rating_history(store, story->anna, "mitaines", curve, 4, &count));
	TELL(store_list_history(store, story->anna, past, 4, &count));
	TELL(store_get_status(store, &status));
	TELL(store_count_rows(store, &rows[0], &rows[1]));
	TELL(store_get_data_version(store, &version));
}

static void tell_corrections(struct story *story)
{
	struct store *store = story->store;
	const struct store_counts counts = { { 1, 0, 1 }, 150 };
	struct store_person person = { .network = story->network };
	struct store_match match = { .id = 0 };
	int64_t shared = 0;
	bool counted;
	unsigned count;
	TELL(store_next_namesake(store, "anna", &person));
	TELL(store_count_matches(store, story->anna, &count));
	TELL(store_next_shared_match(store, story->anna, story->luc, &shared));
	TELL(store_next_finished_match(store, story->anna, "mitaines", &match));
	TELL(store_is_match_counted(store, story->match, &counted));
	TELL(store_void_match(store, story->match));
	TELL(store_subtract_counts(store, story->anna, "mitaines", world_stats, &counts));
	TELL(store_set_best_hand(store, story->anna, "mitaines", 90));
	TELL(store_merge_people(store, story->luc, story->anna));
	TELL(store_rename_person(store, story->anna, "nick anna", "anna", NOW));
	TELL(store_commit(store));
}

/* The calls outside of normal batches. */
static void tell_upkeep(struct story *story)
{
	struct store *store = story->store;
	struct store_expired expired;
	struct store_pruning pruning = { .before = NOW + MONTHS };
	struct store_match match = { .id = 0 };
	struct store_recount recount;
	bool rated;
	TELL(store_delete_person(store, story->luc));
	TELL(store_commit(store));
	TELL(store_prune_journals(store, &pruning, NOW + MONTHS, 4));
	TELL(store_delete_expired(store, NOW + MONTHS, &expired));
	TELL(store_begin_recount(store));
	TELL(store_get_recount(store, &recount));
	TELL(store_clear_draft(store));
	TELL(store_next_recount_match(store, &match));
	TELL(store_was_rated(store, match.id, story->anna, &rated));
	TELL(store_queue_rating(store, match.id, match.ended, story->anna));
	TELL(store_set_counted(store, &match));
	TELL(store_swap_ratings(store, 1));
}

static void tell_all(struct story *story)
{
	tell_people(story);
	tell_network(story);
	tell_match(story);
	tell_end(story);
	tell_figures(story);
	tell_corrections(story);
	tell_upkeep(story);
}

/* The calls of a start. */
static void tell_start(struct story *story)
{
	struct database *database = story->store->database;
	int version = 0;
	TELL(schema_identify(database, &version));
	TELL(schema_upgrade(database));
	TELL(copy_before_upgrade(story->store, version));
}

/* The calls of a start with a copy. */
static void tell_adoption(struct story *story)
{
	TELL(copy_detect(story->store));
}

/*
 * Fails the n-th call and expects a report; then everything works. Returns false if there are fewer
 * calls.
 */
static bool try_call(struct store *store, unsigned n, void (*tell)(struct story *story))
{
	struct story story = { .store = store };
	unlucky.calls = 0;
	unlucky.fails = n;
	unlucky.excused = false;
	tell(&story);
	bool failed = unlucky.calls >= n;
	unlucky.fails = 0;
	if (failed && !unlucky.excused) {
		if (story.error != STORE_IO)
			fail_msg("call %u fails, and nobody tells", n);
		store_rollback(store);
		story.error = STORE_OK;
		if (n % RETRIES == 0)
			tell(&story);
	}
	if (story.error)
		fail_msg("after call %u failed: %s: %s", n, story.failed,
			store_error_text(story.error));
	assert_int_equal(
		sql_number(handle(store), "SELECT count(*) FROM pragma_foreign_key_check"), 0);
	return failed;
}

/* Copies a database in memory, faster than creating its schema. NULL: without the schema. */
static struct store *copy_of(struct store *from)
{
	struct store *store = calloc(1, sizeof *store);
	sqlite3_backup *backup;
	assert_non_null(store);
	done(db_open(NULL, true, &store->database));
	if (from == NULL)
		return store;
	backup = sqlite3_backup_init(handle(store), "main", handle(from), "main");
	assert_int_equal(sqlite3_backup_step(backup, -1), SQLITE_DONE);
	assert_int_equal(sqlite3_backup_finish(backup), SQLITE_OK);
	done(db_ready(store->database));
	return store;
}

/* Fails each call, in a copy of a database or in a new one (NULL). Returns the number of calls. */
static unsigned try_calls_in(struct store *whole, void (*tell)(struct story *story))
{
	unsigned n = 0;
	for (bool failed = true; failed;) {
		struct store *store = copy_of(whole);
		failed = try_call(store, ++n, tell);
		store_close(store);
	}
	return n - 1;
}

static unsigned try_calls(void (*tell)(struct story *story))
{
	struct store *empty;
	done(store_open(NULL, &empty));
	unsigned calls = try_calls_in(empty, tell);
	store_close(empty);
	return calls;
}

static void the_store_survives_a_failure_of_each_call(void **state)
{
	(void)state;
	assert_true(try_calls(tell_all) > 300);
	assert_true(try_calls(tell_start) >= 2);
	assert_true(try_calls_in(NULL, tell_start) >= 8);
}

static void detecting_a_copy_survives_a_failure_of_each_call(void **state)
{
	unsigned n = 0;
	for (bool failed = true; failed;) {
		struct world *world;
		world_make(state);
		world = *state;
		run_match(world);
		done(store_commit(world->store));
		sql_run(handle(world->store), sql_statements[SQL_COPIED]);
		failed = try_call(world->store, ++n, tell_adoption);
		done(copy_detect(world->store));
		assert_int_equal(
			asked(world, "SELECT count(*) FROM matches WHERE ended IS NULL"), 0);
		world_end(state);
	}
	assert_true(n > 10);
}

/* A damaged database may hold numbers of any size, and any number of rows. */
static void stored_numbers_out_of_range_are_read_as_zero(void **state)
{
	struct world *world = *state;
	struct store_leaver leaver;
	struct store_stats stats;
	struct store_past past[2];
	unsigned count;
	done(store_count_leave(world->store, world->anna, NOW));
	finish_match(world, run_match(world), NOW);
	unlucky.number = INT64_MIN;
	done(store_get_leaves(world->store, world->anna, &leaver));
	assert_int_equal(leaver.leaves, 0);
	done(store_get_stats(world->store, world->anna, "mitaines", &stats));
	assert_int_equal(stats.best, 0);
	unlucky.number = INT64_MAX;
	done(store_get_leaves(world->store, world->anna, &leaver));
	assert_int_equal(leaver.leaves, 0);
	done(store_get_stats(world->store, world->anna, "mitaines", &stats));
	assert_int_equal(stats.best, 0);
	unlucky.endless = true;
	done(store_list_history(world->store, world->anna, past, 2, &count));
	assert_int_equal(count, 2);
	assert_int_equal(past[1].count, STORE_SEATS);
	unlucky.number = 0;
	unlucky.endless = false;
}

/* No person expires within a batch, and no query reads more rows than it has room for. */
static void a_query_reads_no_more_rows_than_its_buffer_holds(void **state)
{
	struct world *world = *state;
	const struct store_ignore masks[] = {
		{ .mask = "*!*@a", .author = "anna", .at = NOW },
		{ .mask = "*!*@b", .author = "anna", .at = NOW },
	};
	struct store_expired expired;
	struct store_ignore row;
	unsigned count;
	done(store_add_ignore(world->store, world->network, &masks[0]));
	done(store_add_ignore(world->store, world->network, &masks[1]));
	assert_int_equal(store_delete_expired(world->store, NOW + MONTHS, &expired), STORE_IN_USE);
	assert_int_equal(expired.count, 0);
	done(store_commit(world->store));
	done(store_list_ignores(world->store, world->network, &row, 1, &count));
	assert_int_equal(count, 1);
	assert_string_equal(row.mask, "*!*@a");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_store_survives_a_failure_of_each_call),
		cmocka_unit_test(detecting_a_copy_survives_a_failure_of_each_call),
		WORLD_TEST(stored_numbers_out_of_range_are_read_as_zero),
		WORLD_TEST(a_query_reads_no_more_rows_than_its_buffer_holds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
