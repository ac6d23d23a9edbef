/* store_recount.c - the two editions of ratings, and the stages of a recount */
#include "storage/recount.h"
#include "tests/world.h"

static void finish_two(struct world *world, int64_t one, int64_t other, int64_t ended)
{
	const struct store_seat seats[] = { seat_of(one), seat_of(other) };
	const struct store_result results[] = { { .points = 500 }, { .points = 20 } };
	int64_t match = open_match(world, 1);
	done(store_set_seats(world->store, match, seats, 2));
	done(store_start_match(world->store, match, true, 1100));
	world_rate(world, STORE_SHOWN, match, one, 10, true);
	world_rate(world, STORE_SHOWN, match, other, 20, false);
	done(store_end_match(world->store, match, STORE_FINISHED, 2, results, 2, ended));
}

static struct store_recount recount_of(struct world *world)
{
	struct store_recount recount = { .stage = RECOUNT_NONE };
	done(store_get_recount(world->store, &recount));
	return recount;
}

/* Clears the edition that is not shown, until the stage ends. */
static void clear_all(struct world *world)
{
	enum store_error error;
	while ((error = store_clear_draft(world->store)) == STORE_OK)
		continue;
	assert_int_equal(error, STORE_NONE);
}

static int32_t shown_of(struct world *world, enum store_edition edition, int64_t person)
{
	struct store_rating rating = { .shown = 0 };
	store_get_rating(world->store, edition, person, "mitaines", &rating);
	return rating.shown;
}

WORLD_CASE(a_recount_writes_a_draft_and_swaps_it_in)
{
	struct store_match match = { .id = 0 };
	bool rated;
	finish_two(world, world->anna, world->luc, 3000);
	finish_two(world, world->luc, world->anna, 2000);
	assert_int_equal(recount_of(world).stage, RECOUNT_NONE);
	done(store_begin_recount(world->store));
	assert_int_equal(recount_of(world).stage, RECOUNT_CLEAR);
	clear_all(world);
	assert_int_equal(recount_of(world).stage, RECOUNT_COUNT);
	/* Matches come in the order of their ends. */
	done(store_next_recount_match(world->store, &match));
	assert_int_equal(match.ended, 2000);
	done(store_was_rated(world->store, match.id, world->anna, &rated));
	assert_true(rated);
	done(store_was_rated(world->store, match.id, world->greedy, &rated));
	assert_false(rated);
	world_rate(world, STORE_DRAFT, match.id, world->anna, 70, true);
	done(store_set_counted(world->store, &match));
	assert_int_equal(recount_of(world).counted, match.id);
	assert_int_equal(shown_of(world, STORE_SHOWN, world->anna), 20);
	assert_int_equal(shown_of(world, STORE_DRAFT, world->anna), 70);
	done(store_next_recount_match(world->store, &match));
	assert_int_equal(match.ended, 3000);
	assert_int_equal(store_next_recount_match(world->store, &match), STORE_NONE);
	done(store_swap_ratings(world->store, 5));
	assert_int_equal(recount_of(world).stage, RECOUNT_SWEEP);
	assert_int_equal(recount_of(world).rule, 5);
	assert_int_equal(shown_of(world, STORE_SHOWN, world->anna), 70);
	clear_all(world);
	assert_int_equal(recount_of(world).stage, RECOUNT_NONE);
	assert_int_equal(shown_of(world, STORE_DRAFT, world->anna), 0);
	assert_int_equal(asked(world, "SELECT count(*) FROM ratings"), 1);
	assert_int_equal(asked(world, "SELECT count(*) FROM rating_history"), 1);
	assert_int_equal(asked(world, "SELECT count(*) FROM standings"), 1);
}

WORLD_CASE(a_recount_goes_on_after_a_restart_and_can_start_over)
{
	struct store_match match = { .id = 0 };
	finish_two(world, world->anna, world->luc, 3000);
	done(store_begin_recount(world->store));
	clear_all(world);
	done(store_next_recount_match(world->store, &match));
	world_rate(world, STORE_DRAFT, match.id, world->anna, 70, true);
	done(store_set_counted(world->store, &match));
	done(store_commit(world->store));
	world_restart(world);
	assert_int_equal(recount_of(world).stage, RECOUNT_COUNT);
	assert_int_equal(recount_of(world).counted, match.id);
	assert_int_equal(shown_of(world, STORE_DRAFT, world->anna), 70);
	done(store_begin_recount(world->store));
	assert_int_equal(recount_of(world).counted, 0);
	clear_all(world);
	assert_int_equal(shown_of(world, STORE_DRAFT, world->anna), 0);
	assert_int_equal(shown_of(world, STORE_SHOWN, world->anna), 10);
	done(store_commit(world->store));
}

/* A queued match that ended before the last one counted would be missed: all begins again. */
WORLD_CASE(a_queued_match_is_counted_also_when_the_clock_was_set_back)
{
	struct store_match match = { .id = 0 };
	bool rated;
	finish_two(world, world->anna, world->luc, 3000);
	done(store_begin_recount(world->store));
	clear_all(world);
	done(store_next_recount_match(world->store, &match));
	done(store_set_counted(world->store, &match));
	int64_t late = run_match(world);
	done(store_queue_rating(world->store, late, 3001, world->greedy));
	assert_int_equal(recount_of(world).stage, RECOUNT_COUNT);
	done(store_was_rated(world->store, late, world->greedy, &rated));
	assert_true(rated);
	done(store_was_rated(world->store, late, world->anna, &rated));
	assert_false(rated);
	done(store_queue_rating(world->store, late, 2999, world->anna));
	assert_int_equal(recount_of(world).stage, RECOUNT_CLEAR);
	assert_int_equal(recount_of(world).counted, 0);
}
