/* store_people.c - persons, subscriptions and last matches */
#include "storage/channels.h"
#include "storage/corrections.h"
#include "storage/expiry.h"
#include "storage/network_data.h"
#include "storage/prune.h"
#include "storage/ratings.h"
#include "storage/seat_keys.h"
#include "tests/world.h"

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

WORLD_CASE(a_person_is_found_by_id)
{
	struct store_person row;
	done(store_get_person(world->store, world->luc, &row));
	assert_int_equal(row.id, world->luc);
	assert_int_equal(row.network, world->network);
	assert_string_equal(row.key, "account luc");
	assert_string_equal(row.name, "luc");
	assert_int_equal(store_get_person(world->store, 999, &row), STORE_NONE);
}

/* Subscribers come by network, one at a time. */
WORLD_CASE(people_with_notifications_are_listed)
{
	struct store_person row = { .network = world->network };
	int64_t other, rose;
	done(store_find_or_add_network(world->store, "other", &other));
	done(store_find_or_add_person(world->store, other, "nick rose", "rose", 100, &rose));
	assert_int_equal(store_next_notified_person(world->store, &row), STORE_NONE);
	done(store_set_notified(world->store, world->anna, true));
	done(store_set_notified(world->store, world->luc, true));
	done(store_set_notified(world->store, rose, true));
	done(store_next_notified_person(world->store, &row));
	assert_int_equal(row.id, world->anna);
	assert_string_equal(row.key, "account anna");
	assert_string_equal(row.name, "anna");
	done(store_next_notified_person(world->store, &row));
	assert_int_equal(row.id, world->luc);
	assert_int_equal(store_next_notified_person(world->store, &row), STORE_NONE);
	assert_string_equal(row.name, "luc");
	row = (struct store_person){ .network = other };
	done(store_next_notified_person(world->store, &row));
	assert_int_equal(row.id, rose);
	done(store_set_notified(world->store, rose, false));
	row.id = 0;
	assert_int_equal(store_next_notified_person(world->store, &row), STORE_NONE);
}

WORLD_CASE(the_last_match_of_a_person_is_found_for_each_channel)
{
	struct store_match match;
	int64_t first = run_match(world), second = run_match(world), other;
	done(store_find_or_add_network(world->store, "other", &other));
	assert_int_equal(store_find_last_match(
				 world->store, world->anna, world->network, "#mitaines", &match),
		STORE_NONE);
	finish_match(world, second, 2000);
	finish_match(world, first, 3000);
	done(store_find_last_match(world->store, world->anna, world->network, "#mitaines", &match));
	assert_int_equal(match.id, second);
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
	assert_int_equal(match.ended, 2000);
	assert_int_equal(match.hands, 7);
	assert_int_equal(match.pruned, 0);
	assert_int_equal(
		store_find_last_match(world->store, world->anna, other, "#mitaines", &match),
		STORE_NONE);
	assert_int_equal(
		store_find_last_match(world->store, world->anna, world->network, "#m", &match),
		STORE_NONE);
}

WORLD_CASE(a_query_does_not_restart_after_its_last_row)
{
	struct query query = query_read(world->store, SQL_VERSION);
	assert_true(query_row(&query));
	assert_false(query_row(&query));
	assert_false(query_row(&query));
	done(query_end(&query));
}

WORLD_CASE(venues_are_stored_in_the_order_of_network_and_channel)
{
	struct store *store = world->store;
	struct store_venue rows[3];
	unsigned count;
	int64_t other;
	done(store_find_or_add_network(store, "a", &other));
	done(store_set_venue(store, world->network, "#b", "irc://h/b"));
	done(store_set_venue(store, world->network, "#a", "irc://h/old"));
	done(store_set_venue(store, world->network, "#a", "irc://h/a"));
	done(store_set_venue(store, other, "#c", "irc://o/c"));
	done(store_list_venues(store, rows, 3, &count));
	assert_int_equal(count, 3);
	assert_string_equal(rows[0].network, "local");
	assert_string_equal(rows[0].channel, "#a");
	assert_string_equal(rows[0].link, "irc://h/a");
	assert_string_equal(rows[1].channel, "#b");
	assert_string_equal(rows[2].network, "a");
	done(store_list_venues(store, rows, 1, &count));
	assert_int_equal(count, 1);
	done(store_get_venue(store, world->network, "#b", &rows[0]));
	assert_string_equal(rows[0].link, "irc://h/b");
	done(store_delete_venue(store, world->network, "#b"));
	done(store_delete_venue(store, world->network, "#b"));
	assert_int_equal(store_get_venue(store, world->network, "#b", &rows[0]), STORE_NONE);
	done(store_clear_venues(store));
	done(store_list_venues(store, rows, 3, &count));
	assert_int_equal(count, 0);
}

WORLD_CASE(settings_of_a_channel_are_stored)
{
	struct store *store = world->store;
	struct store_channel_setting row = {
		.key = "detail", .value = "full", .author = "anna", .at = 100
	};
	int64_t anna;
	done(store_find_or_add_person(store, world->network, "nick anna", "Anna", 90, &anna));
	done(store_set_channel_setting(store, world->network, "#b", &row));
	done(store_set_channel_setting(store, world->network, "#a", &row));
	row = (struct store_channel_setting){
		.key = "detail", .value = "quiet", .until = 300, .author = "anna", .at = 200
	};
	done(store_set_channel_setting(store, world->network, "#a", &row));
	done(store_delete_person(store, anna));
	done(store_commit(store));
	row = (struct store_channel_setting){ .at = 0 };
	done(store_next_channel_setting(store, world->network, "#a", "", &row));
	assert_string_equal(row.key, "detail");
	assert_string_equal(row.value, "quiet");
	assert_int_equal(row.until, 300);
	assert_string_not_equal(row.author, "anna");
	assert_int_equal(row.at, 200);
	assert_int_equal(store_next_channel_setting(store, world->network, "#a", "detail", &row),
		STORE_NONE);
	done(store_delete_channel_setting(store, world->network, "#a", "detail"));
	done(store_commit(store));
	assert_int_equal(
		store_next_channel_setting(store, world->network, "#a", "", &row), STORE_NONE);
	done(store_next_channel_setting(store, world->network, "#b", "", &row));
	assert_int_equal(
		store_delete_channel_setting(store, world->network, "#a", "detail"), STORE_NONE);
	store_rollback(store);
}

WORLD_CASE(an_sts_policy_lasts_until_it_expires)
{
	unsigned port = 0;
	assert_int_equal(store_get_sts_policy(world->store, "irc.test", 1, &port), STORE_NONE);
	done(store_set_sts_policy(world->store, "irc.test", 6697, 100));
	done(store_set_sts_policy(world->store, "Irc.Test", 7000, 300));
	done(store_set_sts_policy(world->store, "other.test", 1, 200));
	done(store_get_sts_policy(world->store, "IRC.test", 299, &port));
	assert_int_equal(port, 7000);
	assert_int_equal(store_get_sts_policy(world->store, "irc.test", 300, &port), STORE_NONE);
	/* The server withdraws its policy. */
	done(store_set_sts_policy(world->store, "irc.test", 7000, 250));
	assert_int_equal(store_get_sts_policy(world->store, "irc.test", 250, &port), STORE_NONE);
	done(store_commit(world->store));
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
	done(store_delete_seat_key(world->store, (const uint8_t[STORE_KEY_HASH]){ 9 }));
	done(store_commit(world->store));
	world_restart(world);
	done(store_next_seat_key(world->store, &row));
	assert_int_equal(row.person, world->luc);
	assert_int_equal(row.match, match);
	assert_int_equal(row.ends, 300);
	done(store_next_seat_key(world->store, &row));
	assert_int_equal(row.person, world->anna);
	assert_int_equal(row.ends, 0);
	assert_int_equal(store_next_seat_key(world->store, &row), STORE_NONE);
}

WORLD_CASE(the_seat_keys_of_a_match_are_deleted_when_it_is_set_aside)
{
	int64_t match = run_match(world), aside = run_match(world);
	add_key(world, 1, world->anna, match);
	add_key(world, 2, world->anna, aside);
	finish_match(world, match, 5000);
	done(store_end_match(world->store, aside, STORE_SET_ASIDE, 0, NULL, 0, 200));
	assert_string_equal(keys_of(world), "\1");
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
