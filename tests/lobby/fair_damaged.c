/* Deals that anybody can check, where what is stored of them is damaged or cannot be read. */
#include <unistd.h>

#include "storage/journal.h"
#include "storage/store.h"
#include "tests/stage/heard.h"

/* A match where a hand was dealt by another seat: its cards would be others'. */
static void a_match_of_another_dealer_is_set_aside(void **state)
{
	struct stage *stage = *state;
	heard_begin(stage);
	heard_play_hand(stage);
	assert_int_equal(table_state(stage_table(stage, 1))->hand, 2);
	kept_hush(stage);
	kept_restart(stage, "UPDATE hands SET dealer = 1 - dealer WHERE hand = 2");
	assert_null(stage_table(stage, 1));
}

/* The seed of the first hand is gone, or is another hand's: nothing is dealt in its place. */
static void a_hand_without_its_seed_is_not_dealt(void **state)
{
	static const char *const losses[] = {
		"UPDATE hands SET hand = 3 WHERE hand = 1",
		"DELETE FROM hands WHERE hand = 3",
	};
	struct stage *stage = *state;
	kept_hush(stage);
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
		kept_meddle(stage, losses[i]);
		stage_hear(stage);
		stage_say(stage, "anna", "!start");
		assert_refused(stage, "anna", "(store.failed)");
		assert_false(stage_table(stage, 1)->running);
		stage_wait(stage, 5000);
	}
}

static void assert_start_fails(
	struct stage *stage, const char *loss, const char *gain, enum store_error error)
{
	char line[512];
	FILE *file = tmpfile();
	assert_non_null(file);
	struct log before = stage->log;
	stage->log.fd = fileno(file);
	kept_meddle(stage, loss);
	stage_hear(stage);
	stage_say(stage, "anna", "!start");
	kept_meddle(stage, gain);
	stage->log = before;
	rewind(file);
	assert_non_null(fgets(line, sizeof line, file));
	assert_in(line, store_error_text(error));
	fclose(file);
	assert_refused(stage, "anna", "(store.failed)");
	stage_wait(stage, 5000);
}

/* The operator learns why. */
static void a_hand_that_cannot_be_read_is_logged_as_that(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	assert_start_fails(stage, "ALTER TABLE hands RENAME TO lost",
		"ALTER TABLE lost RENAME TO hands", STORE_DAMAGED);
	assert_start_fails(stage, "UPDATE hands SET hand = 3 WHERE hand = 1",
		"UPDATE hands SET hand = 1 WHERE hand = 3", STORE_NONE);
}

/* A match with more seats than a table has: of those too many nothing is told. */
static void seats_that_cannot_be_gave_nothing(void **state)
{
	static const char drawn[] = "(fair.nonces.draw match=1 list=";
	char line[2048];
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!nonce zebra");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	kept_restart(stage,
		"WITH RECURSIVE more(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 15)"
		"INSERT INTO seats SELECT match, n, person, player, away, misses, gone, points, won"
		" FROM more JOIN seats ON seat = 1");
	const char *heard = assert_said(stage, drawn);
	const char *found = strstr(heard, drawn);
	snprintf(line, sizeof line, "%.*s", (int)strcspn(found, "\n"), found);
	assert_in(line, "(verify.nonce nonce=zebra), (verify.nonce nonce=)");
	assert_int_equal(case_count(line, "(verify.nonce nonce="), SEATS_MAX);
	assert_in(heard, "(fair.root match=1 ");
}

/* That it has arrived is noted once it can be read. */
static void a_root_that_cannot_be_read_has_arrived(void **state)
{
	struct stage *stage = *state;
	heard_stop(stage);
	heard_noted_late(stage, "roots");
}

/* While some of it cannot be read, nothing that is owed is told again and again. */
static void what_is_owed_is_told_once_it_can_be_read(void **state)
{
	struct stage *stage = *state;
	heard_stop(stage);
	stage_hear(stage);
	stage_lose(stage);
	kept_hide(stage, "roots");
	stage_join(stage);
	stage_wait(stage, ARRIVED_MS);
	assert_silence(stage);
	kept_show(stage, "roots");
	stage_wait(stage, ARRIVED_MS);
	assert_said(stage, "#table: (fair.root match=1 ");
	stage_wait(stage, ARRIVED_MS);
	assert_silence(stage);
}

/* The root of match 1 is owed and can be read: it is told before that, and neither again. */
static void assert_told_behind(
	struct stage *stage, const char *nick, const char *line, const char *told)
{
	heard_stop(stage);
	stage_say(stage, "anna", "!new");
	stage_lose(stage);
	kept_hide(stage, "roots");
	stage_join(stage);
	kept_show(stage, "roots");
	stage_hear(stage);
	stage_say(stage, nick, line);
	const char *heard = stage_hear(stage);
	assert_int_equal(case_count(heard, "(fair.root match=1 "), 1);
	assert_int_equal(case_count(heard, told), 1);
	stage_wait(stage, ARRIVED_MS);
	assert_silence(stage);
}

static void what_is_promised_is_told_behind_what_is_owed(void **state)
{
	assert_told_behind(*state, "luc", "!new", "(fair.commitment match=3 ");
}

static void what_ends_is_told_behind_what_is_owed(void **state)
{
	assert_told_behind(*state, "anna", "!leave", "(fair.root match=2 ");
}

/* The same of a start: what could not be read then is looked for again. */
static void what_a_start_could_not_read_is_told_later(void **state)
{
	struct stage *stage = *state;
	heard_stop(stage);
	stage_hear(stage);
	kept_restart(stage, "ALTER TABLE roots RENAME TO hidden");
	assert_silence(stage);
	kept_show(stage, "roots");
	stage_wait(stage, ARRIVED_MS);
	assert_said(stage, "#table: (fair.root match=1 ");
}

/* The operator learns of it. */
static void what_is_owed_and_cannot_be_read_is_logged(void **state)
{
	struct stage *stage = *state;
	FILE *file = tmpfile();
	assert_non_null(file);
	struct log before = stage->log;
	stage->log.fd = fileno(file);
	shuffle_check(&stage->lobby);
	assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
	kept_hide(stage, "roots");
	shuffle_check(&stage->lobby);
	kept_show(stage, "roots");
	assert_true(lseek(fileno(file), 0, SEEK_END) > 0);
	stage->log = before;
	fclose(file);
}

int main(void)
{
	if (sodium_init() < 0)
		return 1;
	const struct CMUnitTest tests[] = {
		KEPT_CASE(a_match_of_another_dealer_is_set_aside),
		KEPT_CASE(a_hand_without_its_seed_is_not_dealt),
		KEPT_CASE(a_hand_that_cannot_be_read_is_logged_as_that),
		KEPT_CASE(seats_that_cannot_be_gave_nothing),
		KEPT_CASE(a_root_that_cannot_be_read_has_arrived),
		KEPT_CASE(what_is_owed_is_told_once_it_can_be_read),
		KEPT_CASE(what_is_promised_is_told_behind_what_is_owed),
		KEPT_CASE(what_ends_is_told_behind_what_is_owed),
		KEPT_CASE(what_a_start_could_not_read_is_told_later),
		KEPT_CASE(what_is_owed_and_cannot_be_read_is_logged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
