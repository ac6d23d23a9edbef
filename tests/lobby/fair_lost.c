/*
 * Deals that anybody can check: promises, nonces and seeds outlive crashes, lost connections,
 * damaged journals and disks that do not write; nobody is told what is not kept.
 */
#include "storage/store.h"
#include "tests/stage/heard.h"

static void crash_after(struct stage *stage, unsigned moves)
{
	struct heard heard = { .commit = { "" } };
	stage_say(stage, "anna", "!new target=150");
	heard_listen(stage, 1, &heard);
	kept_restart(stage, NULL);
	stage->chance.seed = 100;
	heard_listen(stage, 1, &heard);
	stage_say(stage, "luc", "!join");
	stage_say(stage, "luc", "!nonce zebra");
	kept_restart(stage, NULL);
	stage->chance.seed = 200;
	heard_listen(stage, 1, &heard);
	stage_say(stage, "anna", "!start");
	assert_in(stage->said.bytes, "(fair.nonce seat=luc nonce=zebra)");
	heard_listen(stage, 1, &heard);
	stage_play(stage, 1, moves);
	stage_say(stage, "luc", "!nonce tiger");
	heard_listen(stage, 1, &heard);
	unsigned hand = table_state(stage_table(stage, 1))->hand;
	kept_restart(stage, NULL);
	stage->chance.seed = 300;
	assert_int_equal(table_state(stage_table(stage, 1))->hand, hand);
	assert_in(stage->said.bytes, "(fair.match match=1)");
	heard_listen(stage, 1, &heard);
	heard_play_hand(stage);
	assert_in(stage->said.bytes, "(fair.nonce seat=luc nonce=tiger)");
	heard_listen(stage, 1, &heard);
	while (stage_table(stage, 1) != NULL) {
		heard_play_hand(stage);
		heard_listen(stage, 1, &heard);
	}
	for (unsigned h = 0; h < 32; h++)
		assert_int_equal(heard.commit[h][0] != '\0', heard.seed[h][0] != '\0');
	stage_say(stage, "rose", "!verify 1");
	assert_said(stage, "(verify.done ");
}

/* The bot ends anywhere: promises and nonces stay, and everything promised is told in the end. */
static void a_crash_keeps_promises_and_nonces(void **state)
{
	static const unsigned moves[] = { 0, 1, 30 };
	for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
		kept_open(state);
		crash_after(*state, moves[i]);
		kept_close(state);
	}
}

/* The seeds of both hands of match 1 were told behind its end, and fit. */
static void assert_told_late(const struct heard *heard, const char *said)
{
	char digits[DIGITS + 1];
	for (unsigned hand = 1; hand < 3; hand++) {
		char key[64];
		snprintf(key, sizeof key, "#table: (fair.late hand=%u match=1 digits=", hand);
		assert_true(heard_find(said, key, digits));
		heard_opens(1, hand, heard->commit[hand], digits);
	}
}

/* A match whose journal is damaged can never go on: its seeds are told all the same, once. */
static void a_match_set_aside_is_told(void **state)
{
	struct heard heard = { .commit = { "" } };
	struct stage *stage = *state;
	heard_begin(stage);
	stage_play(stage, 1, 3);
	heard_listen(stage, 1, &heard);
	kept_hush(stage);
	kept_restart(stage, "UPDATE moves SET text = '2C 2C' WHERE n = 2");
	assert_null(stage_table(stage, 1));
	const char *said = stage_hear(stage);
	assert_told_late(&heard, said);
	stage_wait(stage, ARRIVED_MS);
	stage_join(stage);
	assert_silence(stage);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

/* What was on disk when the bot died, but never got out, is told when it is back; and then once. */
static void what_a_crash_kept_back_is_told(void **state)
{
	struct heard heard = { .commit = { "" } };
	char digits[DIGITS + 1];
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!nonce zebra");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	heard_listen(stage, 1, &heard);
	/* The deal, as if it had not been heard. */
	kept_restart(stage, NULL);
	assert_said(stage, "(fair.draw.seed ");
	kept_restart(stage, NULL);
	const char *said = stage_hear(stage);
	bool anna = strcmp(stage_table(stage, 1)->seat[0].player->name, "anna") == 0;
	assert_in(said,
		anna ? "(fair.nonces list=(verify.nonce nonce=zebra) (verify.nonce nonce=)) "
		       "(fair.hand hand=2 "
		     : "(fair.nonces list=(verify.nonce nonce=) (verify.nonce nonce=zebra)) "
		       "(fair.hand hand=2 ");
	assert_in(said,
		"(fair.nonces list=(verify.nonce nonce=zebra) (verify.nonce nonce=)) "
		"(fair.draw.seed ");
	/* The end of the match, likewise. */
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	kept_restart(stage, NULL);
	said = stage_hear(stage);
	assert_in(said, "#table: (fair.late.nonces hand=1 match=1 list=(verify.nonce ");
	assert_false(heard_seed(said, 0, digits));
	assert_told_late(&heard, said);
	stage_wait(stage, ARRIVED_MS);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

/* The connection is lost right after the end of a match, and the line on its way with it. */
static void what_a_lost_connection_kept_back_is_told(void **state)
{
	struct stage *stage = *state;
	heard_begin(stage);
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_hear(stage);
	stage_lose(stage);
	stage_wait(stage, ARRIVED_MS);
	stage_join(stage);
	const char *said = stage_hear(stage);
	assert_in(said, "#table: (fair.late hand=1 match=1 ");
	assert_in(said, "#table: (fair.late hand=2 match=1 ");
	assert_not_in(said, "draw");
	stage_wait(stage, ARRIVED_MS);
	stage_lose(stage);
	stage_join(stage);
	assert_silence(stage);
}

/* What was told a moment before the connection is lost is in doubt, whatever was told before it. */
static void the_last_seeds_are_in_doubt(void **state)
{
	struct stage *stage = *state;
	heard_begin(stage);
	stage_wait(stage, ARRIVED_MS - 2000);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_wait(stage, 2000);
	stage_hear(stage);
	stage_lose(stage);
	stage_join(stage);
	assert_said(stage, "#table: (fair.late hand=1 match=1 ");
}

/* Nobody heard what was said meanwhile: it is said again, and until then no nonce is taken. */
static void out_of_the_channel_nothing_is_promised(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = { "" } };
	heard_begin(stage);
	heard_listen(stage, 1, &heard);
	stage_lose(stage);
	stage_hear(stage);
	stage_whisper(stage, "anna", "nonce zebra");
	assert_said(stage, "anna< (nonce.absent channel=#table)");
	stage_join(stage);
	const char *said = stage_hear(stage);
	char digits[DIGITS + 1];
	assert_true(heard_seed(said, 0, digits));
	heard_opens(1, 0, heard.commit[0], digits);
	assert_true(heard_commitment(said, 1, digits));
	assert_string_equal(digits, heard.commit[1]);
	assert_true(heard_commitment(said, 2, digits));
	assert_string_equal(digits, heard.commit[2]);
	stage_whisper(stage, "anna", "nonce zebra");
	assert_said(stage, "(nonce.taken nonce=zebra hand=2)");
}

/* The same at a table where nothing was dealt yet. */
static void an_open_table_takes_nonces_again(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_lose(stage);
	stage_join(stage);
	assert_said(stage, "(fair.match match=1) (fair.draw ");
	stage_say(stage, "anna", "!nonce zebra");
	assert_said(stage, "anna< [1] (nonce.taken.draw nonce=zebra)");
}

static void a_seed_owed_is_told_when_the_bot_is_back(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = { "" } };
	heard_begin(stage);
	heard_listen(stage, 1, &heard);
	stage_lose(stage);
	stage_whisper(stage, "anna", "leave");
	stage_whisper(stage, "luc", "leave");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	stage_join(stage);
	const char *said = stage_hear(stage);
	assert_in(said, "#table: (fair.late hand=1 match=1 ");
	assert_in(said, "#table: (fair.late hand=2 match=1 ");
	stage_wait(stage, ARRIVED_MS);
	stage_join(stage);
	assert_silence(stage);
}

/* The turn that told it was not kept: it is told again, and once. */
static void a_seed_that_could_not_be_told_is_told_later(void **state)
{
	struct stage *stage = *state;
	heard_begin(stage);
	stage_lose(stage);
	stage_whisper(stage, "anna", "leave");
	stage_whisper(stage, "luc", "leave");
	stage->log.level = 0;
	stage->lobby.batch.error = STORE_FULL;
	stage_hear(stage);
	stage_join(stage);
	assert_silence(stage);
	stage_wait(stage, 5000);
	assert_in(stage_hear(stage), "#table: (fair.late hand=1 match=1 ");
	stage_wait(stage, 5000);
	assert_silence(stage);
}

/* Another program holds the database: nothing is said of a promise that is not on disk. */
static void what_is_not_on_disk_is_not_promised(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	static const char *const tries[] = { "!new", "!start", "!nonce zebra" };
	for (size_t i = 0; i < 3; i++) {
		stage_say(stage, "anna", tries[i]);
		const char *said = stage_hear(stage);
		assert_in(said, "anna< (store.failed)");
		assert_not_in(said, "(fair.");
		assert_not_in(said, "zebra");
	}
	sqlite3_close(other);
	stage_wait(stage, 5000);
	stage_say(stage, "anna", "!start");
	const char *said = stage_hear(stage);
	assert_in(said, "(fair.draw.seed ");
	assert_not_in(said, "zebra");
}

int main(void)
{
	if (sodium_init() < 0)
		return 1;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crash_keeps_promises_and_nonces),
		KEPT_CASE(a_match_set_aside_is_told),
		KEPT_CASE(what_a_crash_kept_back_is_told),
		STAGE_CASE(what_a_lost_connection_kept_back_is_told),
		STAGE_CASE(the_last_seeds_are_in_doubt),
		STAGE_CASE(out_of_the_channel_nothing_is_promised),
		STAGE_CASE(an_open_table_takes_nonces_again),
		STAGE_CASE(a_seed_owed_is_told_when_the_bot_is_back),
		STAGE_CASE(a_seed_that_could_not_be_told_is_told_later),
		KEPT_CASE(what_is_not_on_disk_is_not_promised),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
