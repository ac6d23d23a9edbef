/* batch.c - a batch commits or rolls back as a whole, and reports that to its participants */
#include "storage/batch.h"

#include "tests/world.h"

/* A participant that counts results, and may join the next batch at once. */
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

/* Writes a person in a batch, with this store error. */
static bool write_one(struct world *world, struct batch *batch, enum store_error error)
{
	int64_t id;
	done(store_find_or_add_person(world->store, world->network, "nick rose", "rose", 100, &id));
	return batch_check_write(batch, error);
}

static bool is_stored(struct world *world)
{
	return asked(world, "SELECT count(*) FROM people WHERE name = 'rose'") > 0;
}

WORLD_CASE(a_batch_commits_its_writes)
{
	struct batch batch = { .store = world->store };
	assert_true(write_one(world, &batch, STORE_OK));
	assert_true(batch_check_write(&batch, STORE_OK));
	assert_int_equal(batch.writes, 2);
	done(batch_end(&batch));
	assert_int_equal(batch.writes, 0);
	world_restart(world);
	assert_true(is_stored(world));
}

WORLD_CASE(an_error_rolls_the_batch_back)
{
	struct batch batch = { .store = world->store };
	assert_true(write_one(world, &batch, STORE_OK));
	assert_false(batch_check_write(&batch, STORE_REFUSED));
	/* The first error is the reason. */
	assert_false(batch_check_write(&batch, STORE_FULL));
	assert_true(batch_check_write(&batch, STORE_OK));
	assert_int_equal(batch.writes, 4);
	assert_int_equal(batch_end(&batch), STORE_REFUSED);
	assert_false(is_stored(world));
	/* The next batch starts empty. */
	assert_int_equal(batch.writes, 0);
	assert_true(write_one(world, &batch, STORE_OK));
	done(batch_end(&batch));
	assert_true(is_stored(world));
}

WORLD_CASE(a_failed_commit_rolls_the_batch_back)
{
	struct batch batch = { .store = world->store };
	assert_true(write_one(world, &batch, STORE_OK));
	unlink(world->path);
	assert_int_equal(batch_end(&batch), STORE_MOVED);
	assert_false(is_stored(world));
}

CASE(each_participant_of_a_batch_gets_its_result_once)
{
	struct batch batch = { .store = NULL };
	struct minder minder[3] = { { .participant.settle = settle },
		{ .participant.settle = settle, .again = &batch },
		{ .participant.settle = settle } };
	for (unsigned i = 0; i < 6; i++)
		batch_join(&batch, &minder[i / 2].participant);
	batch_settle(&batch, true);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(minder[i].kept, 1);
		assert_int_equal(minder[i].undone, 0);
	}
	/* Only the participant of the next batch gets its result. */
	batch_join(&batch, &minder[2].participant);
	batch_settle(&batch, false);
	assert_int_equal(minder[0].undone, 0);
	assert_int_equal(minder[1].undone, 1);
	assert_int_equal(minder[2].undone, 1);
}
