/* Tests commitments and roots when the database is damaged or unreadable. */
#include <unistd.h>

#include "bot/match/announce.h"
#include "storage/store.h"
#include "tests/stage/heard.h"

KEPT_CASE(a_hand_without_its_seed_is_not_dealt)
{
	static const char *const losses[] = {
		"UPDATE hands SET hand = 3 WHERE hand = 1",
		"DELETE FROM hands WHERE hand = 3",
	};
	kept_hush(stage);
	case_dialog(stage, "anna: !new", "luc: !join");
	for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
		kept_meddle(stage, losses[i]);
		assert_refusal(stage, "anna", "!start", "(store.failed)");
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

KEPT_CASE(an_unreadable_hand_is_logged_with_its_reason)
{
	case_dialog(stage, "anna: !new", "luc: !join");
	assert_start_fails(stage, "ALTER TABLE hands RENAME TO lost",
		"ALTER TABLE lost RENAME TO hands", STORE_DAMAGED);
	assert_start_fails(stage, "UPDATE hands SET hand = 3 WHERE hand = 1",
		"UPDATE hands SET hand = 1 WHERE hand = 3", STORE_NONE);
}

KEPT_CASE(at_most_one_nonce_for_each_possible_seat_is_announced)
{
	static const char drawn[] = "(fair.nonces.draw match=1 list=";
	char line[2048];
	case_dialog(stage, "anna: !new", "anna: !nonce zebra", "luc: !join", "anna: !start");
	stage_wait(stage, ARRIVED_MS);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	kept_restart(stage,
		"WITH RECURSIVE more(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 15)"
		"INSERT INTO seats SELECT match, n, person, player, away, misses, gone, points, "
		"won, robot"
		" FROM more JOIN seats ON seat = 1");
	const char *heard = assert_said(stage, drawn);
	const char *found = strstr(heard, drawn);
	snprintf(line, sizeof line, "%.*s", (int)strcspn(found, "\n"), found);
	assert_in(line, "(verify.nonce nonce=zebra), (verify.nonce nonce=)");
	assert_int_equal(case_count(line, "(verify.nonce nonce="), SEATS_MAX);
	assert_in(heard, "(fair.root match=1 ");
}

KEPT_CASE(a_root_unreadable_when_it_arrived_is_not_announced_again)
{
	heard_stop(stage);
	stage_hear(stage);
	kept_hide(stage, "roots");
	stage_wait(stage, 2 * ARRIVED_MS);
	kept_show(stage, "roots");
	stage_wait(stage, 2 * ARRIVED_MS);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

KEPT_CASE(a_pending_root_is_announced_when_it_is_readable_again)
{
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

/* Lets nick say a line when the root of match 1 is pending and readable again. Fails unless the bot
 * then announces the root once, followed once by the text `told`. */
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

KEPT_CASE(a_new_commitment_is_announced_only_after_a_pending_root)
{
	assert_announced_after_root(stage, "luc", "!new", "(fair.commitment match=3 ");
}

KEPT_CASE(a_new_root_is_announced_only_after_a_pending_root)
{
	assert_announced_after_root(stage, "anna", "!leave", "(fair.root match=2 ");
}

KEPT_CASE(a_root_unreadable_at_startup_is_announced_later)
{
	heard_stop(stage);
	stage_hear(stage);
	kept_restart(stage, "ALTER TABLE roots RENAME TO hidden");
	assert_silence(stage);
	kept_show(stage, "roots");
	stage_wait(stage, ARRIVED_MS);
	assert_said(stage, "#table: (fair.root match=1 ");
}

KEPT_CASE(an_unreadable_pending_root_is_logged)
{
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
