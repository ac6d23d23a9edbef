/* store_trials.c - trials and tries: secrets, places, entries, deletions */
#include "storage/expiry.h"
#include "storage/trials.h"
#include "tests/world.h"

/* Hash of the seat key of the browser "b". */
static const uint8_t seat_key[STORE_KEY_HASH] = { 1, 2, 3 };

static struct store_trial add_trial(struct world *world, enum store_trial_kind kind)
{
	struct store_trial row = { .kind = kind,
		.day = "2026-12-01",
		.game = "mitaines",
		.preset = "classic",
		.hands = 1,
		.version = 1,
		.starts = 1000,
		.ends = 2000 };
	memset(row.seed, 7, sizeof row.seed);
	done(store_add_trial(world->store, &row));
	return row;
}

static int64_t add_try(struct world *world, int64_t trial, const char *browser, const char *address)
{
	uint8_t one[STORE_HASH], other[STORE_HASH];
	int64_t id = 0;
	store_hash_secretly(world->store, browser, one);
	store_hash_secretly(world->store, address, other);
	const struct store_new_try row = { .trial = trial,
		.browser = one,
		.address = other,
		.seat = *browser == 'b' && browser[1] == '\0' ? seat_key : NULL,
		.lang = "fr",
		.begun = 1100 };
	done(store_add_try(world->store, &row, 1100, &id));
	return id;
}

/* Ends a try with points. Returns true if the try got a place in the ranking. */
static bool end_try(struct world *world, int64_t id, int32_t own, int32_t other)
{
	struct store_try row;
	uint8_t result[STORE_KEY_HASH] = { 0 };
	done(store_get_try(world->store, id, &row));
	memcpy(result, &id, sizeof id);
	row.own = own;
	row.other = other;
	done(store_end_try(world->store, &row, true, 2, result, 1200));
	return row.counted;
}

WORLD_CASE(seed_and_moves_are_sealed_until_they_are_revealed)
{
	struct store_trial trial = add_trial(world, STORE_OPEN_DEAL);
	struct store_try row;
	int64_t id = add_try(world, trial.id, "b", "a");
	done(store_set_try_moves(world->store, id, "9D;4C mitten", 1150));
	done(store_get_try(world->store, id, &row));
	assert_string_equal(row.moves, "9D;4C mitten");
	assert_int_equal(asked(world, "SELECT count(*) FROM trials WHERE seed = zeroblob(32)"), 1);
	assert_int_equal(asked(world, "SELECT count(*) FROM tries WHERE moves = ''"), 1);
	done(store_find_trial_of_day(world->store, STORE_OPEN_DEAL, "2026-12-01", &trial));
	assert_int_equal(trial.seed[31], 7);
	done(store_reveal_trial(world->store, &trial, 2000));
	assert_int_equal(store_reveal_try(world->store, trial.id), STORE_NONE);
	end_try(world, id, 60, 40);
	done(store_reveal_try(world->store, trial.id));
	assert_int_equal(store_reveal_try(world->store, trial.id), STORE_NONE);
	assert_int_equal(store_find_try_by_seat(world->store, seat_key, &row), STORE_OK);
	assert_int_equal(row.id, id);
	assert_int_equal(asked(world, "SELECT count(*) FROM trials WHERE seed <> zeroblob(32)"), 1);
	assert_int_equal(
		asked(world, "SELECT count(*) FROM tries WHERE moves = '9D;4C mitten'"), 1);
}

/* The key of a result follows from the number of its try: a deleted link must stay dead. */
WORLD_CASE(a_deleted_try_leaves_its_number_unused)
{
	const struct store_trial trial = add_trial(world, STORE_OPEN_DEAL);
	int64_t id = add_try(world, trial.id, "1", "1");
	done(store_delete_try(world->store, id));
	done(store_commit(world->store));
	assert_true(add_try(world, trial.id, "1", "1") > id);
}

WORLD_CASE(a_browser_counts_once_and_an_address_twice)
{
	const struct store_trial trial = add_trial(world, STORE_OPEN_DEAL);
	assert_true(end_try(world, add_try(world, trial.id, "b1", "a"), 10, 5));
	assert_false(end_try(world, add_try(world, trial.id, "b1", "other"), 90, 0));
	assert_true(end_try(world, add_try(world, trial.id, "b2", "a"), 20, 5));
	assert_false(end_try(world, add_try(world, trial.id, "b3", "a"), 30, 5));
}

WORLD_CASE(more_points_win_and_equal_results_share_a_place)
{
	const struct store_trial trial = add_trial(world, STORE_OPEN_DEAL);
	struct store_standing place = { .all = 0 };
	struct store_try best[4];
	unsigned count;
	end_try(world, add_try(world, trial.id, "1", "1"), 60, 40);
	end_try(world, add_try(world, trial.id, "2", "2"), 60, 30);
	end_try(world, add_try(world, trial.id, "3", "3"), 60, 30);
	end_try(world, add_try(world, trial.id, "4", "4"), 10, 0);
	done(store_get_standing(world->store, trial.id, 60, 30, &place));
	assert_int_equal(place.better, 0);
	assert_int_equal(place.equal, 2);
	assert_int_equal(place.all, 4);
	done(store_get_standing(world->store, trial.id, 10, 0, &place));
	assert_int_equal(place.better, 3);
	done(store_list_places(world->store, trial.id, best, 4, &count));
	assert_int_equal(count, 4);
	assert_int_equal(best[1].other, 30);
	assert_int_equal(best[2].other, 40);
	done(store_hide_try(world->store, best[1].id, true));
	done(store_get_standing(world->store, trial.id, 10, 0, &place));
	assert_int_equal(place.better, 2);
}

WORLD_CASE(an_account_enters_once_even_after_forget_me)
{
	const struct store_trial trial = add_trial(world, STORE_LADDER_DEAL);
	uint8_t account[STORE_HASH];
	bool entered = true;
	int64_t id;
	store_hash_secretly(world->store, "account anna", account);
	done(store_has_entered(world->store, trial.id, account, &entered));
	assert_false(entered);
	const struct store_new_try row = { .trial = trial.id,
		.person = world->anna,
		.account = account,
		.lang = "",
		.begun = 1100 };
	done(store_add_try(world->store, &row, 1100, &id));
	done(store_delete_person(world->store, world->anna));
	done(store_commit(world->store));
	done(store_has_entered(world->store, trial.id, account, &entered));
	assert_true(entered);
	assert_int_equal(store_add_try(world->store, &row, 1100, &id), STORE_REFUSED);
	store_rollback(world->store);
	assert_int_equal(asked(world, "SELECT count(*) FROM tries WHERE person IS NOT NULL"), 0);
}

WORLD_CASE(a_person_with_a_result_expires_like_others)
{
	const struct store_trial trial = add_trial(world, STORE_OPEN_DEAL);
	struct store_expired expired;
	int64_t id;
	const struct store_new_try row = {
		.trial = trial.id, .person = world->anna, .lang = "", .begun = 5
	};
	done(store_add_try(world->store, &row, 1100, &id));
	done(store_commit(world->store));
	done(store_delete_expired(world->store, 1000000000, &expired));
	assert_int_equal(expired.count, 2);
	assert_int_equal(asked(world, "SELECT count(*) FROM tries WHERE person IS NULL"), 1);
	assert_int_equal(asked(world, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
}

WORLD_CASE(the_sums_add_the_ladder_days_after_a_day)
{
	struct store_trial trial = add_trial(world, STORE_LADDER_DEAL);
	struct store_sum sum;
	struct store_try try;
	uint8_t result[STORE_KEY_HASH] = { 1 };
	int64_t id;
	unsigned count;
	const struct store_new_try row = {
		.trial = trial.id, .person = world->anna, .lang = "", .begun = 1100
	};
	done(store_add_try(world->store, &row, 1100, &id));
	done(store_get_try(world->store, id, &try));
	try.own = 70;
	done(store_end_try(world->store, &try, true, 5, result, 1200));
	done(store_count_sums(world->store, "2026-11-01"));
	done(store_list_sums(world->store, &sum, 1, &count));
	assert_int_equal(count, 0);
	done(store_reveal_trial(world->store, &trial, 2000));
	done(store_count_sums(world->store, "2026-11-01"));
	done(store_list_sums(world->store, &sum, 1, &count));
	assert_int_equal(sum.points, 70);
	assert_string_equal(sum.person.name, "anna");
	done(store_count_sums(world->store, "2026-12-01"));
	done(store_list_sums(world->store, &sum, 1, &count));
	assert_int_equal(count, 0);
}

WORLD_CASE(results_without_a_person_are_deleted_by_age)
{
	const struct store_trial trial = add_trial(world, STORE_OPEN_DEAL);
	unsigned deleted;
	end_try(world, add_try(world, trial.id, "1", "1"), 60, 40);
	add_try(world, trial.id, "2", "2");
	done(store_delete_old_tries(world->store, 1100, &deleted));
	assert_int_equal(deleted, 0);
	done(store_delete_old_tries(world->store, 1200, &deleted));
	assert_int_equal(deleted, 1);
	assert_int_equal(asked(world, "SELECT count(*) FROM tries WHERE ended = 1200"), 1);
	done(store_delete_old_tries(world->store, 1201, &deleted));
	assert_int_equal(deleted, 1);
}

WORLD_CASE(a_challenge_goes_with_its_last_try)
{
	const struct store_trial day = add_trial(world, STORE_LADDER_DEAL);
	const struct store_trial trial = add_trial(world, STORE_CHALLENGE);
	unsigned deleted;
	add_try(world, day.id, "1", "1");
	add_try(world, trial.id, "2", "2");
	end_try(world, add_try(world, trial.id, "3", "3"), 60, 40);
	done(store_delete_old_tries(world->store, 1200, &deleted));
	assert_int_equal(asked(world, "SELECT count(*) FROM trials"), 2);
	done(store_delete_old_tries(world->store, 1201, &deleted));
	assert_int_equal(asked(world, "SELECT count(*) FROM trials"), 1);
	assert_int_equal(asked(world, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
}
