/* Tests commitments and roots when the database is damaged or unreadable. */
#include <unistd.h>

#include "bot/match/announce.h"
#include "storage/journal.h"
#include "storage/store.h"
#include "tests/stage/heard.h"

/* With another dealer, the players would hold other cards. */
static void a_match_with_a_changed_dealer_is_set_aside(void **state)
{
	struct stage *stage = *state;
	heard_begin(stage);
	heard_play_hand(stage);
	assert_int_equal(table_state(stage_table(stage, 1))->hand, 2);
	kept_hush(stage);
	kept_restart(stage, "UPDATE hands SET dealer = 1 - dealer WHERE hand = 2");
	assert_null(stage_table(stage, 1));
}

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

static void an_unreadable_hand_is_logged_with_its_reason(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	assert_start_fails(stage, "ALTER TABLE hands RENAME TO lost",
		"ALTER TABLE lost RENAME TO hands", STORE_DAMAGED);
	assert_start_fails(stage, "UPDATE hands SET hand = 3 WHERE hand = 1",
		"UPDATE hands SET hand = 1 WHERE hand = 3", STORE_NONE);
}

static void announced_nonces_stop_at_the_largest_number_of_seats(void **state)
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

static void the_arrival_of_an_unreadable_root_is_stored_later(void **state)
{
	struct stage *stage = *state;
	heard_stop(stage);
	heard_noted_late(stage, "roots");
}

static void a_pending_root_is_announced_when_it_is_readable_again(void **state)
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

/* The root of match 1 is pending and readable again. Fails unless the next command announces it
 * once, and then the text `told` once. */
static void assert_announced_after_root(
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

static void a_new_commitment_is_announced_after_a_pending_root(void **state)
{
	assert_announced_after_root(*state, "luc", "!new", "(fair.commitment match=3 ");
}

static void a_new_root_is_announced_after_a_pending_root(void **state)
{
	assert_announced_after_root(*state, "anna", "!leave", "(fair.root match=2 ");
}

static void a_root_unreadable_at_startup_is_announced_later(void **state)
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

static void an_unreadable_pending_root_is_logged(void **state)
{
	struct stage *stage = *state;
	FILE *file = tmpfile();
	assert_non_null(file);
	struct log before = stage->log;
	stage->log.fd = fileno(file);
	announce_check(&stage->lobby);
	assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
	kept_hide(stage, "roots");
	announce_check(&stage->lobby);
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
		KEPT_CASE(a_match_with_a_changed_dealer_is_set_aside),
		KEPT_CASE(a_hand_without_its_seed_is_not_dealt),
		KEPT_CASE(an_unreadable_hand_is_logged_with_its_reason),
		KEPT_CASE(announced_nonces_stop_at_the_largest_number_of_seats),
		KEPT_CASE(the_arrival_of_an_unreadable_root_is_stored_later),
		KEPT_CASE(a_pending_root_is_announced_when_it_is_readable_again),
		KEPT_CASE(a_new_commitment_is_announced_after_a_pending_root),
		KEPT_CASE(a_new_root_is_announced_after_a_pending_root),
		KEPT_CASE(a_root_unreadable_at_startup_is_announced_later),
		KEPT_CASE(an_unreadable_pending_root_is_logged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
