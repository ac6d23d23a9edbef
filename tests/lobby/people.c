/* Tests the cache of people: how people are found, renamed, restored after a failed batch, and
 * evicted from memory. */
#include "bot/people/people.h"
#include "tests/stage/kept.h"

enum { CACHED = 1024 };

static void fill_memory(struct stage *stage, size_t count)
{
	struct people *people = &stage->lobby.people;
	for (unsigned i = 0; people->count < count; i++)
		assert_non_null(
			people_load(people, &stage->network, case_text("more%u", i), "nick"));
}

STAGE_CASE(a_full_cache_of_people_keeps_only_those_in_use)
{
	struct people *people = &stage->lobby.people;
	struct person *person[6];
	stage_say(stage, "here", "!ping");
	people_evict(people);
	for (unsigned i = 0; i < 6; i++) {
		person[i] = people_load(people, &stage->network, case_text("k%u", i), "nick");
		assert_non_null(person[i]);
	}
	people_set_connection(people, person[5], "there");
	people_set_connection(people, person[3], "here");
	batch_settle(people->batch, true);
	person[1]->seats = 1;
	person[2]->references = 1;
	person[3]->claimed = true;
	person[4]->claimed = true; /* claimed, but without a connection */
	fill_memory(stage, CACHED);
	people_evict(people);
	assert_int_equal(people->count, CACHED);
	fill_memory(stage, CACHED + 1);
	people_evict(people);
	assert_int_equal(people->count, 3);
	assert_ptr_equal(people_find(people, &stage->network, "k1"), person[1]);
	assert_ptr_equal(people_find(people, &stage->network, "k2"), person[2]);
	assert_ptr_equal(people_find_by_connection(people, &stage->network, "here"), person[3]);
	assert_null(people_find(people, &stage->network, "k4"));
	assert_null(people_find_by_connection(people, &stage->network, "there"));
	/* People whom the bot needs do not count for the size of the cache. */
	fill_memory(stage, CACHED + 3);
	people_evict(people);
	assert_int_equal(people->count, CACHED + 3);
	fill_memory(stage, CACHED + 4);
	people_evict(people);
	assert_int_equal(people->count, 3);
	person[1]->seats = person[2]->references = 0;
}

STAGE_CASE(a_failed_batch_restores_name_address_and_connection)
{
	struct people *people = &stage->lobby.people;
	struct person *anna = people_load(people, &stage->network, "anna", "anna");
	struct person *luc = people_load(people, &stage->network, "luc", "luc");
	assert_non_null(anna);
	assert_non_null(luc);
	person_set_address(anna, "a@home");
	people_set_connection(people, luc, "L");
	batch_settle(people->batch, true);
	people_set_connection(people, anna, "L");
	person_rename(anna, "lucien");
	person_set_address(anna, "l@home");
	people_set_connection(people, anna, NULL);
	batch_settle(people->batch, false);
	assert_string_equal(anna->name, "anna");
	assert_string_equal(anna->address, "a@home");
	assert_null(anna->connection);
	assert_ptr_equal(people_find_by_connection(people, &stage->network, "L"), luc);
	person_rename(luc, "lucien");
	person_set_address(luc, "l@office");
	people_mark_changed(people, luc);
	batch_settle(people->batch, false);
	assert_string_equal(luc->name, "lucien");
	assert_string_equal(luc->address, "l@office");
}

/* Until the bot can read the stored preferences of a person, the default ones are in force. */
KEPT_CASE(unreadable_preferences_are_read_at_the_end_of_a_later_batch)
{
	struct people *people = &stage->lobby.people;
	case_dialog(stage, "anna> set cards plain", "anna> set via notice");
	kept_restart(stage, NULL);
	kept_hush(stage);
	kept_hide(stage, "people");
	struct person *anna = people_load(people, &stage->network, "anna", "anna");
	assert_non_null(anna);
	assert_true(anna->unread);
	assert_int_equal(anna->choices, 0);
	batch_settle(people->batch, true);
	assert_true(anna->unread);
	kept_show(stage, "people");
	batch_settle(people->batch, true);
	assert_false(anna->unread);
	assert_int_equal(anna->choices, 1u << STORE_CARDS | 1u << STORE_VIA);
	assert_int_equal(anna->via, VIA_NOTICE);
	assert_int_equal(anna->chosen.style, STYLE_PLAIN);
	/* eve has no row in the database, so the bot need not read it later. */
	struct person *eve = people_load(people, &stage->network, "eve", "eve");
	assert_non_null(eve);
	assert_false(eve->unread);
	assert_int_equal(eve->id, 0);
}

/* These values in memory come from a failed batch, so they are not in the store. */
STAGE_CASE(reloading_a_person_restores_the_stored_values)
{
	struct people *people = &stage->lobby.people;
	struct person *eve = people_load(people, &stage->network, "eve", "eve");
	assert_non_null(eve);
	eve->id = 7;
	eve->claimed = true;
	eve->via = VIA_NOTICE;
	eve->choices = 1u << STORE_VIA;
	people_reload(people, eve);
	assert_int_equal(eve->id, 0);
	assert_false(eve->claimed);
	assert_int_equal(eve->via, VIA_MESSAGE);
	assert_int_equal(eve->choices, 0);
	/* The person in the store has no address, so a reload drops the new address. */
	assert_true(people_store(people, eve));
	lobby_commit(&stage->lobby);
	person_set_address(eve, "e@e.home");
	eve->claimed = true;
	people_reload(people, eve);
	assert_string_equal(eve->address, "@");
	assert_false(eve->claimed);
	assert_true(eve->id != 0);
}

STAGE_CASE(activity_of_a_stored_person_is_stored_once_a_day)
{
	enum { NOW = 1900000000, DAY = 24 * 60 * 60 };
	struct people *people = &stage->lobby.people;
	struct person *eve = people_load(people, &stage->network, "eve", "eve");
	assert_non_null(eve);
	eve->spoke = true;
	assert_int_equal(people_store_last_seen(people, NOW), STORE_OK);
	assert_int_equal(eve->last_seen_stored, 0);
	assert_false(eve->spoke);
	assert_true(people_store(people, eve));
	lobby_commit(&stage->lobby);
	assert_int_equal(people_store_last_seen(people, NOW + 1), STORE_OK);
	assert_int_equal(eve->last_seen_stored, 0);
	eve->spoke = true;
	assert_int_equal(people_store_last_seen(people, NOW + 2), STORE_OK);
	assert_int_equal(eve->last_seen_stored, NOW + 2);
	eve->spoke = true;
	assert_int_equal(people_store_last_seen(people, NOW + DAY), STORE_OK);
	assert_int_equal(eve->last_seen_stored, NOW + 2);
	eve->spoke = true;
	assert_int_equal(people_store_last_seen(people, NOW + 2 + DAY), STORE_OK);
	assert_int_equal(eve->last_seen_stored, NOW + 2 + DAY);
}

STAGE_CASE(private_lines_to_a_person_are_tried_again_only_after_a_commit)
{
	struct people *people = &stage->lobby.people;
	struct person *anna = people_load(people, &stage->network, "anna", "anna");
	struct person *luc = people_load(people, &stage->network, "luc", "luc");
	assert_non_null(anna);
	assert_non_null(luc);
	anna->blocked = true;
	people_retry_private(people, anna);
	assert_false(anna->blocked);
	batch_settle(people->batch, false);
	assert_true(anna->blocked);
	people_retry_private(people, anna);
	batch_settle(people->batch, true);
	assert_false(anna->blocked);
	people_retry_private(people, luc);
	batch_settle(people->batch, false);
	assert_true(luc->blocked);
	assert_false(anna->blocked);
	people_mark_changed(people, anna);
	batch_settle(people->batch, true);
	assert_true(luc->blocked);
}
