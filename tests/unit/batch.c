/* batch.c - what is changed in one batch is kept or undone together, and everybody is told which.
 */
#include "storage/batch.h"

#include "tests/world.h"

/* Somebody who minds what they are told, and may join again at once. */
struct minder {
	struct participant participant; /* must be first */
	unsigned kept, undone;
	struct batch *again; /* or NULL */
};

static void settle(struct participant *participant, bool kept)
{
	struct minder *minder = (struct minder *)participant;
	minder->kept += kept;
	minder->undone += !kept;
	if (minder->again != NULL)
		batch_join(minder->again, participant);
}

/* A person is written, with that error. */
static bool write_one(struct world *world, struct batch *batch, enum store_error error)
{
	int64_t id;
	done(store_person(world->store, world->network, "nick rose", "rose", 100, &id));
	return batch_wrote(batch, error);
}

static bool is_stored(struct world *world)
{
	return asked(world, "SELECT count(*) FROM people WHERE name = 'rose'") > 0;
}

static void what_is_written_is_kept(void **state)
{
	struct world *world = *state;
	struct batch batch = { .store = world->store };
	assert_true(write_one(world, &batch, STORE_OK));
	assert_true(batch_wrote(&batch, STORE_OK));
	assert_int_equal(batch.writes, 2);
	done(batch_end(&batch));
	assert_int_equal(batch.writes, 0);
	world_restart(world);
	assert_true(is_stored(world));
}

static void after_an_error_nothing_is(void **state)
{
	struct world *world = *state;
	struct batch batch = { .store = world->store };
	assert_true(write_one(world, &batch, STORE_OK));
	assert_false(batch_wrote(&batch, STORE_REFUSED));
	/* The first is the reason of the others. */
	assert_false(batch_wrote(&batch, STORE_FULL));
	assert_true(batch_wrote(&batch, STORE_OK));
	assert_int_equal(batch.writes, 4);
	assert_int_equal(batch_end(&batch), STORE_REFUSED);
	assert_false(is_stored(world));
	/* The next begins anew. */
	assert_int_equal(batch.writes, 0);
	assert_true(write_one(world, &batch, STORE_OK));
	done(batch_end(&batch));
	assert_true(is_stored(world));
}

static void what_cannot_be_committed_is_undone(void **state)
{
	struct world *world = *state;
	struct batch batch = { .store = world->store };
	assert_true(write_one(world, &batch, STORE_OK));
	unlink(world->path);
	assert_int_equal(batch_end(&batch), STORE_MOVED);
	assert_false(is_stored(world));
}

static void everybody_is_told_once(void **state)
{
	struct batch batch = { .store = NULL };
	struct minder minder[3] = { { .participant.settle = settle },
		{ .participant.settle = settle, .again = &batch },
		{ .participant.settle = settle } };
	(void)state;
	for (unsigned i = 0; i < 6; i++)
		batch_join(&batch, &minder[i / 2].participant);
	batch_settle(&batch, true);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(minder[i].kept, 1);
		assert_int_equal(minder[i].undone, 0);
	}
	/* Only who has joined the next batch hears of that. */
	batch_join(&batch, &minder[2].participant);
	batch_settle(&batch, false);
	assert_int_equal(minder[0].undone, 0);
	assert_int_equal(minder[1].undone, 1);
	assert_int_equal(minder[2].undone, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_is_written_is_kept, world_make, world_end),
		cmocka_unit_test_setup_teardown(after_an_error_nothing_is, world_make, world_end),
		cmocka_unit_test_setup_teardown(
			what_cannot_be_committed_is_undone, world_make, world_end),
		cmocka_unit_test(everybody_is_told_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
