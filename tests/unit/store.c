/* store.c - the functions of the store: writing, reading back, refusals */
#include <sys/stat.h>

#include "engine/text.h"
#include "storage/credentials.h"
#include "storage/expiry.h"
#include "storage/ignores.h"
#include "storage/journal.h"
#include "storage/matches.h"
#include "storage/network_data.h"
#include "storage/people.h"
#include "tests/world.h"

WORLD_CASE(networks_and_ai_players_have_one_row_each)
{
	int64_t id = 0;
	done(store_find_or_add_network(world->store, "local", &id));
	assert_int_equal(id, world->network);
	done(store_find_or_add_network(world->store, "Local", &id));
	assert_int_not_equal(id, world->network);
	done(store_find_or_add_robot(world->store, "greedy", 200, &id));
	assert_int_equal(id, world->greedy);
	done(store_find_or_add_robot(world->store, "expert", 200, &id));
	assert_int_not_equal(id, world->greedy);
}

WORLD_CASE(people_are_stored)
{
	int64_t id = 0;
	int64_t other = 0;
	char name[STORE_NAME];
	done(store_find_or_add_person(
		world->store, world->network, "account anna", "Anna", 200, &id));
	assert_int_equal(id, world->anna);
	done(store_get_person_name(world->store, id, name));
	assert_string_equal(name, "Anna");
	done(store_find_person(world->store, world->network, "account anna", &id));
	assert_int_equal(id, world->anna);
	assert_int_equal(store_find_person(world->store, world->network, "anna", &id), STORE_NONE);
	done(store_find_or_add_network(world->store, "other", &other));
	done(store_find_or_add_person(world->store, other, "account anna", "anna", 200, &id));
	assert_int_not_equal(id, world->anna);
	assert_int_equal(store_get_person_name(world->store, 999, name), STORE_NONE);
	done(store_commit(world->store));
}

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

WORLD_CASE(ignored_masks_are_stored)
{
	const struct store_ignore eve = { .mask = "Eve!*@*", .author = "anna", .at = 100 };
	const struct store_ignore bob = { .mask = "account:bob", .author = "luc", .at = 200 };
	struct store_ignore rows[3];
	unsigned count = 0;
	int64_t other = 0;
	done(store_add_ignore(world->store, world->network, &eve));
	done(store_add_ignore(world->store, world->network, &bob));
	done(store_find_or_add_network(world->store, "other", &other));
	done(store_add_ignore(world->store, other, &eve));
	done(store_commit(world->store));
	done(store_list_ignores(world->store, world->network, rows, 3, &count));
	assert_int_equal(count, 2);
	assert_string_equal(rows[0].mask, "account:bob");
	assert_string_equal(rows[1].mask, "Eve!*@*");
	assert_string_equal(rows[1].author, "anna");
	assert_int_equal(rows[1].at, 100);
	done(store_delete_ignore(world->store, world->network, "eve!*@*"));
	done(store_commit(world->store));
	done(store_list_ignores(world->store, world->network, rows, 3, &count));
	assert_int_equal(count, 1);
	done(store_list_ignores(world->store, other, rows, 3, &count));
	assert_int_equal(count, 1);
	assert_int_equal(store_delete_ignore(world->store, other, "bob!*@*"), STORE_NONE);
	store_rollback(world->store);
	assert_int_equal(store_add_ignore(world->store, other, &eve), STORE_REFUSED);
	store_rollback(world->store);
}

WORLD_CASE(credentials_are_stored)
{
	struct store_proof proof;
	struct store_preferences preferences;
	char longer[STORE_ADDRESS + 1];
	int64_t anna = 0;
	done(store_find_or_add_person(world->store, world->network, "zoe", "zoe", 1, &anna));
	done(store_get_credentials(world->store, anna, &proof));
	assert_string_equal(proof.claim, "");
	assert_string_equal(proof.address, "");
	done(store_set_password(world->store, anna, "$argon2id$…"));
	done(store_set_address(world->store, anna, "a@h", 10, 5));
	done(store_set_address(world->store, anna, "a@h", 11, 5));
	done(store_commit(world->store));
	done(store_get_credentials(world->store, anna, &proof));
	assert_string_equal(proof.claim, "$argon2id$…");
	assert_string_equal(proof.address, "a@h");
	assert_string_equal(proof.home, "a@h");
	assert_int_equal(proof.addressed, 10);
	assert_false(proof.played);
	done(store_get_preferences(world->store, anna, &preferences));
	assert_string_equal(preferences.address, "a@h");
	assert_true(preferences.claimed);
	done(store_set_password(world->store, anna, NULL));
	done(store_get_preferences(world->store, anna, &preferences));
	assert_false(preferences.claimed);
	done(store_get_credentials(world->store, anna, &proof));
	assert_string_equal(proof.claim, "");
	assert_int_equal(store_get_credentials(world->store, 999, &proof), STORE_NONE);
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	assert_int_equal(store_set_address(world->store, anna, longer, 1, 1), STORE_REFUSED);
}

/* An address is a home after some time, or if it was the first. */
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

WORLD_CASE(preferences_are_stored)
{
	struct store_preferences preferences;
	done(store_get_preferences(world->store, world->anna, &preferences));
	assert_string_equal(preferences.lang, "");
	done(store_set_preference(world->store, world->anna, STORE_LANG, "fr"));
	done(store_set_preference(world->store, world->anna, STORE_CARDS, "ascii"));
	done(store_set_preference(world->store, world->anna, STORE_VIA, "notice"));
	done(store_set_preference(world->store, world->anna, STORE_SEAT, "on"));
	done(store_set_preference(world->store, world->anna, STORE_CONFIRM, "off"));
	done(store_set_preference(world->store, world->anna, STORE_LANG, NULL));
	done(store_commit(world->store));
	world_restart(world);
	done(store_get_preferences(world->store, world->anna, &preferences));
	assert_string_equal(preferences.lang, "");
	assert_string_equal(preferences.cards, "ascii");
	assert_string_equal(preferences.via, "notice");
	assert_string_equal(preferences.seat, "on");
	assert_string_equal(preferences.confirm, "off");
	done(store_get_preferences(world->store, world->luc, &preferences));
	assert_string_equal(preferences.cards, "");
	assert_int_equal(store_get_preferences(world->store, 999, &preferences), STORE_NONE);
}

WORLD_CASE(a_match_is_stored_from_start_to_end)
{
	int64_t id = open_match(world, 4);
	struct store_match match;
	done(store_get_match(world->store, id, &match));
	assert_int_equal(match.id, id);
	assert_int_equal(match.network, world->network);
	assert_string_equal(match.channel, "#mitaines");
	assert_int_equal(match.number, 4);
	assert_string_equal(match.game, "mitaines");
	assert_string_equal(match.preset, "classic");
	assert_string_equal(match.options, "target=500 left_ten=standard");
	assert_int_equal(match.state, STORE_OPEN);
	assert_int_equal(match.opened, 1000);
	assert_int_equal(match.started, 0);
	done(store_start_match(world->store, id, true, 1100));
	done(store_get_match(world->store, id, &match));
	assert_int_equal(match.state, STORE_RUNNING);
	assert_int_equal(match.started, 1100);
	assert_true(match.rated);
	done(store_end_match(world->store, id, STORE_SET_ASIDE, 3, NULL, 0, 1200));
	done(store_commit(world->store));
	world_restart(world);
	done(store_get_match(world->store, id, &match));
	assert_int_equal(match.state, STORE_SET_ASIDE);
	assert_int_equal(match.ended, 1200);
	assert_int_equal(match.hands, 3);
	assert_int_equal(store_get_match(world->store, id + 1, &match), STORE_NONE);
	int64_t newest;
	done(store_get_newest_match(world->store, &newest));
	assert_int_equal(newest, id);
}

WORLD_CASE(the_list_of_recent_matches_contains_only_matches_in_channels)
{
	struct store_match match = { .id = INT64_MAX };
	int64_t first = run_match(world);
	assert_int_equal(store_next_recent_match(world->store, &match), STORE_NONE);
	done(store_end_match(world->store, first, STORE_STOPPED, 1, NULL, 0, 1200));
	int64_t second = run_match(world);
	finish_match(world, second, 1200);
	int64_t third = run_match(world);
	done(store_end_match(world->store, third, STORE_SET_ASIDE, 1, NULL, 0, 1200));
	struct store_match alone = { .network = world->network, .game = "mate", .opened = 1000 };
	done(store_add_match(world->store, &alone, &alone.id));
	done(store_start_match(world->store, alone.id, false, 1100));
	done(store_end_match(world->store, alone.id, STORE_STOPPED, 1, NULL, 0, 1200));
	match.id = INT64_MAX;
	done(store_next_recent_match(world->store, &match));
	assert_int_equal(match.id, second);
	done(store_next_recent_match(world->store, &match));
	assert_int_equal(match.id, first);
	assert_int_equal(store_next_recent_match(world->store, &match), STORE_NONE);
}

WORLD_CASE(a_reader_notices_that_another_process_wrote)
{
	struct store *reader;
	int64_t before, same, after;
	run_match(world);
	done(store_commit(world->store));
	done(store_open_read_only(world->path, false, &reader));
	done(store_get_data_version(reader, &before));
	done(store_get_data_version(reader, &same));
	run_match(world);
	done(store_commit(world->store));
	done(store_get_data_version(reader, &after));
	store_close(reader);
	assert_int_equal(same, before);
	assert_int_not_equal(after, before);
}

WORLD_CASE(a_reader_sees_one_snapshot)
{
	struct store *reader;
	int64_t before, same, after;
	run_match(world);
	done(store_commit(world->store));
	done(store_open_read_only(world->path, false, &reader));
	done(store_begin_snapshot(reader));
	done(store_get_newest_match(reader, &before));
	run_match(world);
	done(store_commit(world->store));
	done(store_get_newest_match(reader, &same));
	store_end_snapshot(reader);
	done(store_get_newest_match(reader, &after));
	done(store_begin_snapshot(reader));
	store_end_snapshot(reader);
	store_end_snapshot(reader);
	store_close(reader);
	assert_int_equal(same, before);
	assert_int_equal(after, before + 1);
	run_match(world);
	done(store_begin_snapshot(world->store)); /* in a batch */
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

WORLD_CASE(running_matches_are_listed)
{
	struct store_match match = { .id = 0 };
	int64_t first = open_match(world, 1);
	int64_t second = open_match(world, 2);
	int64_t third = run_match(world);
	done(store_end_match(world->store, second, STORE_STOPPED, 0, NULL, 0, 1200));
	done(store_next_live_match(world->store, &match));
	assert_int_equal(match.id, first);
	assert_int_equal(match.state, STORE_OPEN);
	done(store_end_match(world->store, first, STORE_SET_ASIDE, 0, NULL, 0, 1200));
	done(store_next_live_match(world->store, &match));
	assert_int_equal(match.id, third);
	assert_int_equal(match.state, STORE_RUNNING);
	assert_int_equal(store_next_live_match(world->store, &match), STORE_NONE);
}

WORLD_CASE(seats_are_added_changed_and_deleted)
{
	struct store_seat seats[STORE_SEATS];
	unsigned count = 9;
	int64_t match = open_match(world, 1);
	struct store_seat seat = seat_of(world->anna);
	done(store_list_seats(world->store, match, seats, &count));
	assert_int_equal(count, 0);
	done(store_set_seat(world->store, match, 0, &seat));
	seat = seat_of(world->greedy);
	done(store_set_seat(world->store, match, 1, &seat));
	seat = seat_of(world->luc);
	done(store_set_seat(world->store, match, 2, &seat));
	done(store_list_seats(world->store, match, seats, &count));
	assert_int_equal(count, 3);
	assert_string_equal(seats[0].person.key, "account anna");
	assert_string_equal(seats[0].person.name, "anna");
	assert_int_equal(seats[0].person.network, world->network);
	assert_int_equal(seats[1].player.network, 0);
	assert_string_equal(seats[1].player.key, "greedy");
	seats[0] = seats[2];
	seats[1].person.id = world->anna;
	seats[1].player.id = world->greedy;
	seats[1].away = true;
	seats[1].misses = 3;
	seats[1].left = 1234;
	done(store_set_seats(world->store, match, seats, 2));
	done(store_commit(world->store));
	world_restart(world);
	done(store_list_seats(world->store, match, seats, &count));
	assert_int_equal(count, 2);
	assert_string_equal(seats[0].person.name, "luc");
	assert_false(seats[0].away);
	assert_int_equal(seats[0].left, 0);
	assert_string_equal(seats[1].person.name, "anna");
	assert_int_equal(seats[1].player.id, world->greedy);
	assert_true(seats[1].away);
	assert_int_equal(seats[1].misses, 3);
	assert_int_equal(seats[1].left, 1234);
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
	memset(match.channel, 'x', sizeof(match.channel)); /* and no NUL */
	refuse(world, store_add_match(world->store, &match, &id));
	text[STORE_WORD] = 'x';
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(
		store_find_person_by_name(world->store, world->network, text, &id), STORE_REFUSED);
	done(store_commit(world->store));
}

WORLD_CASE(a_batch_is_stored_whole_or_not_at_all)
{
	int64_t match = run_match(world);
	struct store_preferences preferences;
	struct store_hand hand = { .hand = 1 };
	unsigned count = 0;
	done(store_commit(world->store));
	done(store_set_preference(world->store, world->anna, STORE_LANG, "fr"));
	done(store_add_hand(world->store, match, &hand));
	assert_int_equal(store_add_hand(world->store, match, &hand), STORE_REFUSED);
	assert_int_equal(
		store_set_preference(world->store, world->luc, STORE_LANG, "fr"), STORE_REFUSED);
	assert_int_equal(store_commit(world->store), STORE_REFUSED);
	done(store_get_preferences(world->store, world->anna, &preferences));
	assert_string_equal(preferences.lang, "");
	done(store_list_hands(world->store, match, 0, &hand, 1, &count));
	assert_int_equal(count, 0);
	done(store_set_preference(world->store, world->anna, STORE_LANG, "en"));
	store_rollback(world->store);
	done(store_commit(world->store));
	done(store_get_preferences(world->store, world->anna, &preferences));
	assert_string_equal(preferences.lang, "");
	done(store_set_preference(world->store, world->anna, STORE_LANG, "en"));
	done(store_commit(world->store));
	done(store_commit(world->store));
	world_restart(world);
	done(store_get_preferences(world->store, world->anna, &preferences));
	assert_string_equal(preferences.lang, "en");
}

WORLD_CASE(an_uncommitted_write_is_gone_after_a_restart)
{
	int64_t id = 0;
	done(store_find_or_add_person(world->store, world->network, "new", "new", 1, &id));
	world_restart(world);
	assert_int_equal(store_find_person(world->store, world->network, "new", &id), STORE_NONE);
}

WORLD_CASE(a_backup_is_a_whole_database)
{
	char path[PATH_MAX];
	struct store *copy = NULL;
	struct stat file;
	int64_t id = 0;
	folder_file(world->folder, "copy.db", path);
	done(store_backup(world->store, path, NULL));
	done(store_find_or_add_person(world->store, world->network, "later", "later", 1, &id));
	done(store_commit(world->store));
	done(store_open(path, &copy));
	done(store_find_person(copy, world->network, "account anna", &id));
	assert_int_equal(id, world->anna);
	assert_int_equal(store_find_person(copy, world->network, "later", &id), STORE_NONE);
	assert_int_equal(store_backup(world->store, path, NULL), STORE_OWNED);
	store_close(copy);
	done(store_backup(world->store, path, NULL));
	assert_int_equal(stat(path, &file), 0);
	assert_int_equal(file.st_mode & 0777, 0600);
	done(store_open(path, &copy));
	done(store_find_person(copy, world->network, "later", &id));
	store_close(copy);
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

WORLD_CASE(a_database_may_live_in_memory)
{
	char path[PATH_MAX];
	struct store *memory = NULL;
	struct store *copy = NULL;
	int64_t id = 0;
	done(store_open(NULL, &memory));
	done(store_find_or_add_robot(memory, "greedy", 1, &id));
	done(store_commit(memory));
	folder_file(world->folder, "copy.db", path);
	done(store_backup(memory, path, NULL));
	store_close(memory);
	done(store_open(path, &copy));
	done(store_find_or_add_robot(copy, "greedy", 2, &world->greedy));
	assert_int_equal(world->greedy, id);
	store_close(copy);
	done(store_open(NULL, &memory));
	done(store_find_or_add_network(memory, "fresh", &id));
	assert_int_equal(id, 1);
	store_close(memory);
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

/* A deleted person is gone for all readers of the file at once, and from the WAL. */
WORLD_CASE(a_deleted_person_is_gone_at_once)
{
	const int64_t later = 200 + 2 * 366 * 24 * 60 * 60;
	struct store_expired expired;
	sqlite3 *other;
	int64_t passer;
	int64_t last;
	done(store_find_or_add_person(
		world->store, world->network, "nick yves", "yves", 200, &passer));
	done(store_find_or_add_person(
		world->store, world->network, "nick zoe", "zoe", later, &last));
	done(store_commit(world->store));
	done(store_delete_expired(world->store, later, &expired));
	assert_int_equal(expired.more, false);
	bool removed = false;
	for (unsigned i = 0; i < expired.count; i++)
		removed = removed || expired.person[i] == passer;
	assert_true(removed);
	struct store_status status;
	done(store_get_status(world->store, &status));
	assert_int_equal(status.log, 0);
	assert_int_equal(sqlite3_open(world->path, &other), SQLITE_OK);
	assert_int_equal(sql_number(other, "SELECT count(*) FROM people WHERE name = 'yves'"), 0);
	assert_int_equal(sql_number(other, "SELECT count(*) FROM people WHERE name = 'zoe'"), 1);
	sqlite3_close(other);
	done(store_delete_expired(world->store, later, &expired));
	assert_int_equal(expired.count, 0);
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
