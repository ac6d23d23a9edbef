/* store.c - the store by itself: refusals, limits, snapshots, omitted writes */
#include <sys/stat.h>

#include "engine/text.h"
#include "storage/channels.h"
#include "storage/corrections.h"
#include "storage/credentials.h"
#include "storage/expiry.h"
#include "storage/ignores.h"
#include "storage/journal.h"
#include "storage/network_data.h"
#include "storage/prune.h"
#include "storage/scenes.h"
#include "storage/seat_keys.h"
#include "tests/world.h"

WORLD_CASE(a_name_in_any_case_finds_its_latest_owner)
{
	int64_t second = 0;
	int64_t id = 0;
	done(store_find_person_by_name(world->store, world->network, "ANNA", &id));
	assert_int_equal(id, world->anna);
	done(store_find_or_add_person(
		world->store, world->network, "nick annie", "annA", 300, &second));
	done(store_find_person_by_name(world->store, world->network, "anna", &id));
	assert_int_equal(id, second);
	done(store_find_or_add_person(
		world->store, world->network, "account anna", "anna2", 400, &id));
	done(store_find_or_add_person(
		world->store, world->network, "account anna", "anna", 500, &id));
	done(store_find_person_by_name(world->store, world->network, "anna", &id));
	assert_int_equal(id, world->anna);
	assert_int_equal(
		store_find_person_by_name(world->store, world->network, "nobody", &id), STORE_NONE);
	assert_int_equal(
		store_find_person_by_name(world->store, world->network, "greedy", &id), STORE_NONE);
}

/* Lists all stored data of a network as "name=value ". */
static const char *kept_by(struct store *store, int64_t network, char *list, size_t size)
{
	static char value[STORE_DATA_VALUE];
	char name[STORE_DATA_NAME] = "";
	struct text text = text_in(list, size);
	while (store_next_network_data(store, network, name, name, value) == STORE_OK) {
		text_add(&text, name);
		text_char(&text, '=');
		text_add(&text, value);
		text_char(&text, ' ');
	}
	return list;
}

WORLD_CASE(each_network_reads_only_its_own_stored_data)
{
	char list[200];
	int64_t other = 0;
	done(store_find_or_add_network(world->store, "other", &other));
	assert_string_equal(kept_by(world->store, world->network, list, sizeof list), "");
	done(store_set_network_data(world->store, world->network, "since", "s1"));
	done(store_set_network_data(world->store, world->network, "out 1", "{}"));
	done(store_set_network_data(world->store, other, "since", "o1"));
	done(store_commit(world->store));
	done(store_set_network_data(world->store, world->network, "since", "s2"));
	assert_string_equal(
		kept_by(world->store, world->network, list, sizeof list), "out 1={} since=s2 ");
	store_rollback(world->store);
	assert_string_equal(
		kept_by(world->store, world->network, list, sizeof list), "out 1={} since=s1 ");
	done(store_set_network_data(world->store, world->network, "out 1", NULL));
	done(store_set_network_data(world->store, world->network, "never", NULL));
	done(store_commit(world->store));
	assert_string_equal(kept_by(world->store, world->network, list, sizeof list), "since=s1 ");
	assert_string_equal(kept_by(world->store, other, list, sizeof list), "since=o1 ");
}

/* An address becomes the home address of a person after some time of use, or if it was the first.
 */
WORLD_CASE(the_home_address_is_the_first_one_or_one_used_long_enough)
{
	static const struct {
		const char *address;
		int64_t now;
		const char *home;
		int64_t addressed;
	} steps[] = {
		{ "@", 100, "@", 100 },
		{ "a@h", 101, "a@h", 101 },
		{ "b@h", 105, "a@h", 105 },
		{ "c@h", 114, "a@h", 114 },
		{ "c@h", 120, "a@h", 114 },
		{ "d@h", 124, "c@h", 124 },
		{ "@", 125, "c@h", 125 },
		{ "e@h", 200, "c@h", 200 },
		/* The clock was set back. */
		{ "e@h", 150, "c@h", 150 },
		{ "f@h", 140, "c@h", 140 },
	};
	struct store_proof proof;
	int64_t zoe = 0;

	done(store_find_or_add_person(world->store, world->network, "zoe", "zoe", 1, &zoe));
	for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
		done(store_set_address(world->store, zoe, steps[i].address, steps[i].now, 10));
		done(store_get_credentials(world->store, zoe, &proof));
		assert_string_equal(proof.address, steps[i].address);
		assert_string_equal(proof.home, steps[i].home);
		assert_int_equal(proof.addressed, steps[i].addressed);
	}
	done(store_set_password(world->store, zoe, "$argon2id$…"));
	done(store_clear_password(world->store, zoe, 190));
	done(store_get_credentials(world->store, zoe, &proof));
	assert_string_equal(proof.claim, "");
	assert_int_equal(proof.addressed, 190);
	assert_int_equal(store_clear_password(world->store, 999, 190), STORE_NONE);
}

/* The tests of the lobby have only one network. */
WORLD_CASE(networks_share_no_people_masks_or_settings)
{
	struct store *store = world->store;
	const struct store_ignore eve = { .mask = "Eve!*@*", .author = "anna", .at = 100 };
	const struct store_ignore bob = { .mask = "account:bob", .author = "luc", .at = 200 };
	const struct store_channel_setting quiet = { .key = "detail", .value = "quiet" };
	struct store_channel_setting setting;
	struct store_ignore rows[3];
	struct store_venue venues[3];
	unsigned count;
	int64_t other, id;
	done(store_find_or_add_network(store, "Local", &other));
	assert_int_not_equal(other, world->network);
	done(store_find_or_add_person(store, other, "account anna", "anna", 200, &id));
	assert_int_not_equal(id, world->anna);
	done(store_find_person(store, world->network, "account anna", &id));
	assert_int_equal(id, world->anna);
	done(store_add_ignore(store, world->network, &eve));
	done(store_add_ignore(store, world->network, &bob));
	done(store_add_ignore(store, other, &eve));
	done(store_add_ignore(store, other, &bob));
	done(store_delete_ignore(store, other, "eve!*@*"));
	done(store_set_channel_setting(store, other, "#a", &quiet));
	done(store_set_channel_setting(store, world->network, "#b", &quiet));
	done(store_set_venue(store, other, "#a", "irc://h/other"));
	done(store_set_venue(store, world->network, "#b", "irc://h/b"));
	done(store_set_venue(store, world->network, "#a", "irc://h/a"));
	done(store_commit(store));
	done(store_list_venues(store, venues, 3, &count));
	assert_int_equal(count, 3);
	assert_string_equal(venues[0].link, "irc://h/a");
	assert_string_equal(venues[1].link, "irc://h/b");
	assert_string_equal(venues[2].network, "Local");
	done(store_list_ignores(store, world->network, rows, 3, &count));
	assert_int_equal(count, 2);
	assert_string_equal(rows[0].mask, "account:bob");
	assert_string_equal(rows[1].author, "anna");
	assert_int_equal(rows[1].at, 100);
	assert_int_equal(
		store_next_channel_setting(store, world->network, "#a", "", &setting), STORE_NONE);
	refuse(world, store_add_ignore(store, world->network, &eve));
}

WORLD_CASE(preferences_are_stored)
{
	static const char *const values[] = { "fr", "ascii", "off", "notice", "on", "off" };
	static const enum store_preference each[] = { STORE_LANG, STORE_CARDS, STORE_ADVICE,
		STORE_VIA, STORE_SEAT, STORE_CONFIRM };
	struct store_preferences read;
	for (unsigned i = 0; i < 6; i++)
		done(store_set_preference(world->store, world->anna, each[i], values[i]));
	done(store_get_preferences(world->store, world->anna, &read));
	const char *const found[] = { read.lang, read.cards, read.advice, read.via, read.seat,
		read.confirm };
	for (unsigned i = 0; i < 6; i++)
		assert_string_equal(found[i], values[i]);
	done(store_commit(world->store));
}

WORLD_CASE(a_match_is_stored_from_start_to_end)
{
	struct store_match match;
	int64_t id = run_match(world);
	finish_match(world, id, 1200);
	done(store_commit(world->store));
	done(store_get_match(world->store, id, &match));
	assert_int_equal(match.network, world->network);
	assert_string_equal(match.channel, "#mitaines");
	assert_int_equal(match.number, 1);
	assert_string_equal(match.game, "mitaines");
	assert_string_equal(match.preset, "classic");
	assert_string_equal(match.options, "target=500 left_ten=standard");
	assert_int_equal(match.state, STORE_FINISHED);
	assert_true(match.rated);
	assert_int_equal(match.opened, 1000);
	assert_int_equal(match.started, 1100);
	assert_int_equal(match.ended, 1200);
	assert_int_equal(match.hands, 7);
}

/* store_next_notified_person gives the people of one network, one at a time. */
WORLD_CASE(people_with_notifications_are_listed)
{
	struct store *store = world->store;
	struct store_person row = { .network = world->network };
	int64_t other, rose, zoe;
	done(store_find_or_add_network(store, "other", &other));
	done(store_find_or_add_person(store, other, "nick rose", "rose", 100, &rose));
	done(store_find_or_add_person(store, world->network, "nick zoe", "zoe", 100, &zoe));
	done(store_set_notified(store, rose, true));
	done(store_set_notified(store, world->luc, true));
	done(store_set_notified(store, zoe, true));
	done(store_set_notified(store, world->luc, false));
	done(store_next_notified_person(store, &row));
	assert_int_equal(row.id, zoe);
	assert_string_equal(row.key, "nick zoe");
	assert_int_equal(store_next_notified_person(store, &row), STORE_NONE);
	done(store_commit(store));
}

/* Pages list the matches that were played in channels and are not hidden, the latest first. */
WORLD_CASE(the_list_of_recent_matches_omits_private_hidden_unplayed_and_voided_ones)
{
	struct store *store = world->store;
	struct store_match match = { .id = INT64_MAX };
	int64_t matches[6];
	for (unsigned i = 0; i < 6; i++)
		matches[i] = i == 5 ? open_match(world, 2) : run_match(world);
	finish_match(world, matches[0], 1200);
	done(store_end_match(store, matches[1], STORE_STOPPED, 1, NULL, 0, 1200));
	done(store_end_match(store, matches[2], STORE_SET_ASIDE, 1, NULL, 0, 1200));
	finish_match(world, matches[3], 1200);
	done(store_hide_match(store, matches[3], true));
	done(store_end_match(store, matches[5], STORE_STOPPED, 1, NULL, 0, 1200));
	struct store_match alone = { .network = world->network, .game = "mate", .opened = 1000 };
	done(store_add_match(store, &alone, &alone.id));
	done(store_start_match(store, alone.id, false, 1100));
	done(store_end_match(store, alone.id, STORE_STOPPED, 1, NULL, 0, 1200));
	for (unsigned i = 2; i > 0; i--) {
		done(store_next_recent_match(store, &match));
		assert_int_equal(match.id, matches[i - 1]);
	}
	assert_int_equal(store_next_recent_match(store, &match), STORE_NONE);
}

WORLD_CASE(the_last_match_of_a_person_is_found_for_each_channel)
{
	struct store_match match;
	struct store *store = world->store;
	const char channel[] = "#mitaines";
	int64_t first = run_match(world), second = run_match(world), other;
	done(store_find_or_add_network(store, "other", &other));
	finish_match(world, second, 2000);
	finish_match(world, first, 3000);
	run_match(world);
	done(store_find_last_match(store, world->anna, world->network, channel, &match));
	assert_int_equal(match.id, second);
	assert_int_equal(
		store_find_last_match(store, world->anna, other, channel, &match), STORE_NONE);
	assert_int_equal(store_find_last_match(store, world->anna, world->network, "#m", &match),
		STORE_NONE);
}

WORLD_CASE(a_scene_is_stored_once_for_each_number_of_moves)
{
	struct store_scene scene = { .n = 3, .size = 1, .bytes = { 7 } };
	int64_t match = run_match(world);
	done(store_add_scene(world->store, match, &scene));
	scene.bytes[0] = 8;
	done(store_add_scene(world->store, match, &scene));
	done(store_next_scene(world->store, match, true, &scene));
	assert_int_equal(scene.bytes[0], 7);
	assert_int_equal(store_next_scene(world->store, match, false, &scene), STORE_NONE);
}

WORLD_CASE(seats_are_changed_and_deleted)
{
	struct store_seat seats[STORE_SEATS];
	unsigned count;
	int64_t match = run_match(world);
	done(store_list_seats(world->store, match, seats, &count));
	seats[0] = seats[2];
	seats[1].player.id = world->greedy;
	seats[1].away = true;
	seats[1].misses = 3;
	seats[1].left = 1234;
	done(store_set_seats(world->store, match, seats, 2));
	done(store_commit(world->store));
	done(store_list_seats(world->store, match, seats, &count));
	assert_int_equal(count, 2);
	assert_string_equal(seats[0].person.name, "greedy");
	assert_false(seats[0].away || seats[0].left != 0);
	assert_string_equal(seats[1].person.key, "account luc");
	assert_int_equal(seats[1].person.network, world->network);
	assert_string_equal(seats[1].player.key, "greedy");
	assert_true(seats[1].away);
	assert_int_equal(seats[1].misses, 3);
	assert_int_equal(seats[1].left, 1234);
}

WORLD_CASE(a_reader_sees_one_snapshot_and_notices_that_another_process_wrote)
{
	struct store *reader;
	int64_t before, same, after, version, next;
	run_match(world);
	done(store_commit(world->store));
	done(store_open_read_only(world->path, false, &reader));
	done(store_get_data_version(reader, &version));
	done(store_get_data_version(reader, &next));
	assert_int_equal(next, version);
	done(store_begin_snapshot(reader));
	done(store_get_newest_match(reader, &before));
	run_match(world);
	done(store_commit(world->store));
	done(store_get_newest_match(reader, &same));
	store_end_snapshot(reader);
	done(store_get_data_version(reader, &next));
	assert_int_not_equal(next, version);
	done(store_get_newest_match(reader, &after));
	done(store_begin_snapshot(reader));
	store_end_snapshot(reader);
	store_end_snapshot(reader);
	store_close(reader);
	assert_int_equal(same, before);
	assert_int_equal(after, before + 1);
	run_match(world);
	done(store_begin_snapshot(world->store)); /* inside a batch */
	store_end_snapshot(world->store);
	done(store_commit(world->store));
	done(store_get_newest_match(world->store, &after));
	assert_int_equal(after, before + 2);
}

WORLD_CASE(a_match_can_start_and_end_only_once)
{
	int64_t id = run_match(world);
	int64_t next = 0;
	done(store_commit(world->store));
	assert_int_equal(store_start_match(world->store, id, true, 1100), STORE_NONE);
	assert_int_equal(store_commit(world->store), STORE_NONE);
	done(store_end_match(world->store, id, STORE_STOPPED, 1, NULL, 0, 1200));
	done(store_commit(world->store));
	assert_int_equal(
		store_end_match(world->store, id, STORE_FINISHED, 1, NULL, 0, 1300), STORE_NONE);
	assert_int_equal(store_commit(world->store), STORE_NONE);
	next = open_match(world, 1);
	assert_true(next > id);
}

WORLD_CASE(contradictory_rows_are_refused)
{
	int64_t match = run_match(world);
	struct store_hand hand = { .hand = 1 };
	struct store_move move = { .n = 1, .hand = 1, .player = world->anna, .text = "9C" };
	struct store_seat seat = seat_of(999);
	struct store_seat seats[] = { seat_of(world->anna) };
	done(store_add_hand(world->store, match, &hand));
	move.seat = 1;
	done(store_add_move(world->store, match, &move));
	done(store_commit(world->store));
	refuse(world, store_add_move(world->store, match, &move)); /* n twice */
	refuse(world, store_add_hand(world->store, match, &hand));
	move.n = 2;
	move.seat = 3;
	refuse(world, store_add_move(world->store, match, &move)); /* no such seat */
	move.seat = 1;
	move.hand = 2;
	refuse(world, store_add_move(world->store, match, &move)); /* no such hand */
	move.hand = 1;
	move.player = 999;
	refuse(world, store_add_move(world->store, match, &move));
	refuse(world, store_add_move(world->store, match + 1, &move));
	refuse(world, store_set_seat(world->store, match, 0, &seat));
	seat = seat_of(world->anna);
	refuse(world, store_set_seat(world->store, match, STORE_SEATS, &seat));
	refuse(world, store_set_seats(world->store, match, seats, 1)); /* a seat with moves */
	done(store_deal_hand(world->store, match, 1, 2));
	done(store_commit(world->store));
	assert_int_equal(store_deal_hand(world->store, match, 1, 2), STORE_NONE);
	assert_int_equal(store_commit(world->store), STORE_NONE);
}

WORLD_CASE(text_too_long_for_its_column_is_refused)
{
	char text[600];
	struct store_match match = { .network = world->network, .number = 1 };
	int64_t id = 0;
	memset(text, 'x', sizeof(text));
	text[STORE_NAME] = '\0';
	refuse(world, store_find_or_add_person(world->store, world->network, "k", text, 1, &id));
	text[STORE_NAME - 1] = '\0';
	done(store_find_or_add_person(world->store, world->network, "k", text, 1, &id));
	done(store_commit(world->store));
	text[STORE_NAME - 1] = 'x';
	text[STORE_WORD] = '\0';
	refuse(world, store_set_preference(world->store, world->anna, STORE_LANG, text));
	memset(match.channel, 'x', sizeof(match.channel)); /* no NUL at its end either */
	refuse(world, store_add_match(world->store, &match, &id));
	text[STORE_WORD] = 'x';
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(
		store_find_person_by_name(world->store, world->network, text, &id), STORE_REFUSED);
	done(store_commit(world->store));
}

WORLD_CASE(a_failed_backup_does_not_harm_the_database)
{
	char path[PATH_MAX];
	int64_t id = 0;
	assert_int_equal(store_backup(world->store, world->path, NULL), STORE_IN_USE);
	folder_file(world->folder, "absent/copy.db", path);
	assert_int_equal(store_backup(world->store, path, NULL), STORE_UNOPENED);
	assert_int_equal(store_backup(world->store, world->folder, NULL), STORE_IN_USE);
	done(store_find_or_add_person(world->store, world->network, "new", "new", 1, &id));
	folder_file(world->folder, "copy.db", path);
	assert_int_equal(store_backup(world->store, path, NULL), STORE_IN_USE);
	assert_int_equal(access(path, F_OK), -1);
	done(store_commit(world->store));
	world_restart(world);
	done(store_find_person(world->store, world->network, "new", &id));
}

WORLD_CASE(a_database_is_private_and_durable)
{
	struct stat file;
	assert_int_equal(stat(world->path, &file), 0);
	assert_int_equal(file.st_mode & 0777, 0600);
	assert_int_equal(asked(world, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
	assert_int_equal(asked(world, "PRAGMA synchronous"), 2);
	assert_int_equal(asked(world, "PRAGMA foreign_keys"), 1);
	assert_int_equal(asked(world,
				 "SELECT min(strict) FROM pragma_table_list"
				 " WHERE schema = 'main' AND name NOT LIKE 'sqlite%'"),
		1);
}

/* The cut falls between characters. */
WORLD_CASE(text_too_long_for_its_field_is_cut_when_it_is_read)
{
	static const struct {
		const char *repeated; /* in SQL */
		unsigned times;
		size_t length;
	} texts[] = {
		{ "'a'", STORE_NAME, STORE_NAME - 1 },
		{ "'é'", STORE_NAME, STORE_NAME - 2 },
		{ "'♥'", STORE_NAME, (STORE_NAME - 1) / 3 * 3 },
		{ "CAST(x'80' AS TEXT)", 2 * STORE_NAME, 0 },
	};
	char name[STORE_NAME], sql[200];
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		snprintf(sql, sizeof sql,
			"PRAGMA ignore_check_constraints = 1;"
			"UPDATE people SET name = replace(hex(zeroblob(%u)), '00', %s)",
			texts[i].times, texts[i].repeated);
		sql_run(handle(world->store), sql);
		done(store_get_person_name(world->store, world->anna, name));
		if (strnlen(name, STORE_NAME) != texts[i].length)
			fail_msg("%s: %zu bytes", texts[i].repeated, strnlen(name, STORE_NAME));
	}
}

static int64_t commits(struct world *world)
{
	struct store_status status;
	done(store_commit(world->store));
	done(store_get_status(world->store, &status));
	return status.commits;
}

WORLD_CASE(storing_an_unchanged_person_writes_nothing)
{
	int64_t before = commits(world), id;
	char name[STORE_NAME];
	done(store_find_or_add_person(
		world->store, world->network, "account anna", "anna", 200, &id));
	assert_int_equal(id, world->anna);
	assert_int_equal(commits(world), before);
	done(store_find_or_add_person(
		world->store, world->network, "account anna", "Anna", 200, &id));
	assert_int_equal(id, world->anna);
	assert_int_equal(commits(world), before + 1);
	done(store_get_person_name(world->store, id, name));
	assert_string_equal(name, "Anna");
}

WORLD_CASE(a_query_does_not_restart_after_its_last_row)
{
	struct query query = query_read(world->store, SQL_VERSION);
	assert_true(query_row(&query));
	assert_false(query_row(&query));
	assert_false(query_row(&query));
	done(query_end(&query));
}

/* Adds a key whose hash has this first byte. */
static void add_key(struct world *world, uint8_t hash, int64_t person, int64_t match)
{
	const struct store_seat_key row = { .hash = { hash }, .person = person, .match = match };
	done(store_add_seat_key(world->store, &row, 100));
}

/* Returns the first bytes of all stored hashes as a text: "\1\2". */
static const char *keys_of(struct world *world)
{
	static char text[8];
	struct store_seat_key row = { .person = 0 };
	unsigned count = 0;
	while (store_next_seat_key(world->store, &row) == STORE_OK)
		text[count++] = (char)row.hash[0];
	text[count] = '\0';
	return text;
}

WORLD_CASE(a_person_has_one_seat_key_per_match)
{
	struct store_seat_key row = { .person = 0 };
	int64_t match = run_match(world), other = run_match(world);
	add_key(world, 2, world->anna, match);
	add_key(world, 1, world->luc, match);
	add_key(world, 4, world->anna, other);
	add_key(world, 3, world->anna, match);
	assert_string_equal(keys_of(world), "\1\3\4");
	done(store_end_seat_key(world->store, (const uint8_t[STORE_KEY_HASH]){ 1 }, 300));
	done(store_delete_seat_key(world->store, (const uint8_t[STORE_KEY_HASH]){ 4 }));
	done(store_commit(world->store));
	assert_string_equal(keys_of(world), "\1\3");
	done(store_next_seat_key(world->store, &row));
	assert_int_equal(row.person, world->luc);
	assert_int_equal(row.match, match);
	assert_int_equal(row.ends, 300);
}

WORLD_CASE(a_seat_key_is_deleted_with_its_person_or_journal)
{
	struct store_expired expired;
	struct store_pruning pruning = { .before = 5001 };
	int64_t old = run_match(world), match = run_match(world), open = open_match(world, 9);
	int64_t rose, zoe;
	done(store_find_or_add_person(
		world->store, world->network, "nick rose", "rose", 100, &rose));
	done(store_find_or_add_person(world->store, world->network, "nick zoe", "zoe", 100, &zoe));
	add_key(world, 1, world->anna, match);
	add_key(world, 2, world->luc, match);
	add_key(world, 3, rose, open);
	add_key(world, 4, world->luc, old);
	done(store_delete_person(world->store, world->anna));
	assert_string_equal(keys_of(world), "\2\3\4");
	finish_match(world, old, 5000);
	done(store_commit(world->store));
	done(store_delete_expired(world->store, 100000000, &expired));
	assert_int_equal(expired.count, 1);
	assert_string_equal(keys_of(world), "\2\4");
	while (store_prune_journals(world->store, &pruning, 6000, 10) == STORE_OK)
		;
	assert_string_equal(keys_of(world), "\2");
	finish_match(world, match, 6000);
	done(store_merge_people(world->store, world->luc, zoe));
	assert_string_equal(keys_of(world), "");
}
