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
	assert_in(stage->said.bytes, "luc “zebra”");
	heard_listen(stage, 1, &heard);
	stage_play(stage, 1, moves);
	stage_say(stage, "luc", "!nonce tiger");
	heard_listen(stage, 1, &heard);
	unsigned hand = table_state(stage_table(stage, 1))->hand;
	kept_restart(stage, NULL);
	stage->chance.seed = 300;
	assert_int_equal(table_state(stage_table(stage, 1))->hand, hand);
	assert_in(stage->said.bytes, "This is match 1.");
	heard_listen(stage, 1, &heard);
	heard_play_hand(stage);
	assert_in(stage->said.bytes, "luc “tiger”");
	heard_listen(stage, 1, &heard);
	while (stage_table(stage, 1) != NULL) {
		heard_play_hand(stage);
		heard_listen(stage, 1, &heard);
	}
	for (unsigned h = 0; h < 32; h++)
		assert_int_equal(heard.commit[h][0] != '\0', heard.seed[h][0] != '\0');
	stage_say(stage, "rose", "!verify 1");
	assert_said(stage, ", and the draw. Seeds fit the commitments");
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
	char digits[DIGITS + 1];
	const char *said = stage_hear(stage);
	for (unsigned hand = 1; hand < 3; hand++) {
		char key[64];
		snprintf(key, sizeof key, "#table: Seed of hand %u of match 1: ", hand);
		const char *found = strstr(said, key);
		assert_non_null(found);
		memcpy(digits, found + strlen(key), DIGITS);
		digits[DIGITS] = '\0';
		heard_opens(1, hand, heard.commit[hand], digits);
	}
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
	assert_said(stage, "Seed of the draw: ");
	kept_restart(stage, NULL);
	const char *said = stage_hear(stage);
	const char *nonces = strstr(said, "Nonces by seat: “zebra” “”. Commitment to hand 2: ");
	if (nonces == NULL)
		nonces = strstr(said, "Nonces by seat: “” “zebra”. Commitment to hand 2: ");
	assert_non_null(nonces);
	assert_in(said, "Nonces by seat: “zebra” “”. Seed of the draw: ");
	/* The end of the match, likewise. */
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	kept_restart(stage, NULL);
	said = stage_hear(stage);
	assert_in(said, "#table: Nonces by seat in hand 1 of match 1: “");
	assert_true(heard_find(said, "Seed of", 0, digits) == false);
	for (unsigned hand = 1; hand < 3; hand++) {
		char key[64];
		snprintf(key, sizeof key, "#table: Seed of hand %u of match 1: ", hand);
		const char *found = strstr(said, key);
		assert_non_null(found);
		memcpy(digits, found + strlen(key), DIGITS);
		heard_opens(1, hand, heard.commit[hand], digits);
	}
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
	assert_in(said, "#table: Seed of hand 1 of match 1: ");
	assert_in(said, "#table: Seed of hand 2 of match 1: ");
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
	assert_said(stage, "#table: Seed of hand 1 of match 1: ");
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
	assert_said(stage, "anna< I am not in #table now");
	stage_join(stage);
	const char *said = stage_hear(stage);
	char digits[DIGITS + 1];
	assert_true(heard_find(said, "Seed of", 0, digits));
	heard_opens(1, 0, heard.commit[0], digits);
	assert_true(heard_find(said, "Commitment to", 1, digits));
	assert_string_equal(digits, heard.commit[1]);
	assert_true(heard_find(said, "Commitment to", 2, digits));
	assert_string_equal(digits, heard.commit[2]);
	stage_whisper(stage, "anna", "nonce zebra");
	assert_said(stage, "goes into the shuffle of hand 2");
}

/* The same at a table where nothing was dealt yet. */
static void an_open_table_takes_nonces_again(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_lose(stage);
	stage_join(stage);
	assert_said(stage, "This is match 1. Commitment to the draw: ");
	stage_say(stage, "anna", "!nonce zebra");
	assert_said(stage, "anna< [1] “zebra” goes into the draw and the shuffle of hand 1");
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
	assert_in(said, "#table: Seed of hand 1 of match 1: ");
	assert_in(said, "#table: Seed of hand 2 of match 1: ");
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
	stage->lobby.turn.error = STORE_FULL;
	stage_hear(stage);
	stage_join(stage);
	assert_silence(stage);
	stage_wait(stage, 5000);
	assert_in(stage_hear(stage), "#table: Seed of hand 1 of match 1: ");
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
		assert_in(said, "anna< That could not be saved");
		assert_not_in(said, "ommitment");
		assert_not_in(said, "eed");
		assert_not_in(said, "zebra");
	}
	sqlite3_close(other);
	stage_wait(stage, 5000);
	stage_say(stage, "anna", "!start");
	const char *said = stage_hear(stage);
	assert_in(said, "Seed of the draw");
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
