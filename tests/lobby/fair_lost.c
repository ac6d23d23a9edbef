/* Tests that commitments, nonces and roots survive crashes, lost connections and failed writes. */
#include "storage/journal.h"
#include "storage/store.h"
#include "tests/stage/heard.h"

static void play_with_crashes(struct stage *stage, unsigned moves)
{
	struct heard heard = { .commit = "" };
	stage_say(stage, "anna", "!new target=150");
	heard_listen(stage, 1, &heard);
	kept_restart(stage, NULL);
	stage->chance.seed = 100;
	assert_in(stage->said.bytes, "(fair.commitment match=1 ");
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
	heard_listen(stage, 1, &heard);
	heard_play_hand(stage);
	assert_in(stage->said.bytes, "(fair.nonce seat=luc nonce=tiger)");
	heard_listen(stage, 1, &heard);
	while (stage_table(stage, 1) != NULL) {
		heard_play_hand(stage);
		heard_listen(stage, 1, &heard);
	}
	assert_string_not_equal(heard.root, "");
	stage_say(stage, "rose", "!verify 1");
	assert_said(stage, "(verify.done ");
}

static void a_crash_keeps_commitment_and_nonces(void **state)
{
	static const unsigned moves[] = { 0, 1, 30 };
	for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
		kept_open(state);
		play_with_crashes(*state, moves[i]);
		kept_close(state);
	}
}

static void a_commitment_is_repeated_until_it_surely_arrived(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	stage_say(stage, "anna", "!new");
	heard_listen(stage, 1, &heard);
	stage->stalled = true;
	stage_wait(stage, ARRIVED_MS);
	stage_wait(stage, 60 * ARRIVED_MS);
	stage_lose(stage);
	stage_join(stage);
	assert_in(stage->said.bytes, "(fair.commitment match=1 ");
	heard_listen(stage, 1, &heard);
	stage->stalled = false;
	stage_wait(stage, ARRIVED_MS);
	stage_lose(stage);
	stage_join(stage);
	assert_unsaid(stage, "(fair.");
	kept_restart(stage, NULL);
	assert_unsaid(stage, "(fair.");
	stage_say(stage, "anna", "!nonce zebra");
	assert_said(stage, "anna< [1] (nonce.taken.draw nonce=zebra)");
}

/* Fails unless the root of match 1 was announced in the channel, fits, and is announced only
 * once. */
static void assert_root_announced_late(struct stage *stage, struct heard *heard)
{
	assert_in(stage->said.bytes, "#table: (fair.root match=1 digits=");
	heard_listen(stage, 1, heard);
	assert_string_not_equal(heard->root, "");
	stage_wait(stage, ARRIVED_MS);
	stage_lose(stage);
	stage_join(stage);
	assert_silence(stage);
}

static void the_root_of_a_damaged_match_is_announced_once(void **state)
{
	struct heard heard = { .commit = "" };
	struct stage *stage = *state;
	heard_begin(stage);
	stage_play(stage, 1, 3);
	heard_listen(stage, 1, &heard);
	kept_hush(stage);
	kept_restart(stage, "UPDATE moves SET text = '2C 2C' WHERE n = 2");
	assert_null(stage_table(stage, 1));
	assert_root_announced_late(stage, &heard);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

/* The damaged match is not set aside yet, so its root must stay secret and its commitment is
 * unknown. */
static void a_damaged_match_announces_its_root_only_when_set_aside(void **state)
{
	struct heard heard = { .commit = "" };
	struct stage *stage = *state;
	heard_begin(stage);
	stage_play(stage, 1, 3);
	heard_listen(stage, 1, &heard);
	kept_hush(stage);
	kept_restart(stage,
		"UPDATE moves SET text = '2C 2C' WHERE n = 2;"
		"CREATE TRIGGER stuck BEFORE UPDATE ON matches BEGIN SELECT RAISE(FAIL, ''); END");
	assert_null(stage_table(stage, 1));
	stage_wait(stage, ARRIVED_MS);
	assert_silence(stage);
	kept_restart(stage, "DROP TRIGGER stuck");
	assert_root_announced_late(stage, &heard);
}

static void a_channel_with_a_name_of_one_letter_keeps_its_match(void **state)
{
	struct stage *stage = *state;
	heard_begin(stage);
	kept_restart(stage, "UPDATE matches SET channel = '#'");
	assert_non_null(stage_table(stage, 1));
	assert_string_equal(stage_table(stage, 1)->channel->name, "#");
}

static void the_root_of_a_match_from_a_backup_is_announced(void **state)
{
	struct heard heard = { .commit = "" };
	struct stage *stage = *state;
	heard_begin(stage);
	stage_play(stage, 1, 3);
	heard_listen(stage, 1, &heard);
	kept_restart(stage, "UPDATE settings SET copied = 1");
	assert_null(stage_table(stage, 1));
	assert_root_announced_late(stage, &heard);
	stage_say(stage, "rose", "!verify 1");
	assert_said(stage, "(verify.done match=1 proved=1 over=1)");
}

static void announcements_lost_in_a_crash_are_repeated_once(void **state)
{
	struct heard heard = { .commit = "" };
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_say(stage, "anna", "!nonce zebra");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
	bool anna = strcmp(stage_table(stage, 1)->seat[0].player->name, "anna") == 0;
	const char *given = anna ? "(fair.nonces match=1 hand=1 list=(verify.nonce nonce=zebra), "
				   "(verify.nonce nonce=))"
				 : "(fair.nonces match=1 hand=1 list=(verify.nonce nonce=), "
				   "(verify.nonce nonce=zebra))";
	static const char drawn[] =
		"(fair.nonces.draw match=1 list=(verify.nonce nonce=zebra), (verify.nonce nonce=))";
	heard_listen(stage, 1, &heard);
	/* The program crashes before the deal was delivered. */
	kept_restart(stage, NULL);
	assert_in(stage->said.bytes, drawn);
	assert_in(stage->said.bytes, given);
	heard_listen(stage, 1, &heard);
	/* The program crashes before the end of the match was delivered. */
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	kept_restart(stage, NULL);
	assert_in(stage->said.bytes, drawn);
	assert_in(stage->said.bytes, given);
	assert_root_announced_late(stage, &heard);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

static void a_root_lost_with_the_connection_is_announced_again(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	heard_begin(stage);
	heard_listen(stage, 1, &heard);
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	stage_hear(stage);
	stage_lose(stage);
	stage_wait(stage, ARRIVED_MS);
	stage_join(stage);
	assert_root_announced_late(stage, &heard);
}

/* The connection may have lost the newest lines. */
static void a_root_sent_just_before_a_lost_connection_is_sent_again(void **state)
{
	struct stage *stage = *state;
	heard_stop(stage);
	stage->stalled = true;
	stage_wait(stage, ARRIVED_MS);
	stage_hear(stage);
	stage_lose(stage);
	stage_join(stage);
	assert_said(stage, "#table: (fair.root match=1 ");
}

static void roots_are_marked_as_announced_per_channel(void **state)
{
	static const char told[] = "SELECT told FROM roots WHERE match = 1";
	struct stage *stage = *state;
	for (unsigned i = 0; i < 2; i++)
		heard_stop(stage);
	kept_restart(stage,
		"UPDATE roots SET told = 1 WHERE match = 1;"
		"UPDATE matches SET channel = '#other' WHERE id = 1");
	assert_in(stage->said.bytes, "(fair.root match=2 ");
	assert_not_in(stage->said.bytes, "(fair.root match=1 ");
	stage_say(stage, "rose", "!new");
	stage_wait(stage, ARRIVED_MS);
	stage_wait(stage, ARRIVED_MS);
	assert_int_equal(kept_asked(stage, told), STORE_COMMITMENT_ANNOUNCED);
}

/* The channel would not hear the nonce before the shuffle. */
static void a_nonce_is_refused_while_the_bot_is_out_of_the_channel(void **state)
{
	struct stage *stage = *state;
	heard_begin(stage);
	stage_lose(stage);
	stage_hear(stage);
	stage_whisper(stage, "anna", "nonce zebra");
	assert_said(stage, "anna< (nonce.absent channel=#table)");
	stage_join(stage);
	stage_hear(stage);
	stage_whisper(stage, "anna", "nonce zebra");
	assert_said(stage, "(nonce.taken nonce=zebra hand=2)");
}

/* Begins match 1, notes its commitment, and ends it while the bot is offline. */
static void end_while_offline(struct stage *stage, struct heard *heard)
{
	heard_begin(stage);
	heard_listen(stage, 1, heard);
	stage_lose(stage);
	stage_whisper(stage, "anna", "leave");
	stage_whisper(stage, "luc", "leave");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
}

static void a_pending_root_is_announced_when_the_bot_is_back(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	end_while_offline(stage, &heard);
	stage_join(stage);
	assert_root_announced_late(stage, &heard);
}

/* The root may be lost with the connection. */
static void a_pending_root_that_may_be_lost_is_announced_again(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	end_while_offline(stage, &heard);
	stage_join(stage);
	assert_said(stage, "(fair.root match=1 ");
	stage_lose(stage);
	stage_join(stage);
	assert_root_announced_late(stage, &heard);
}

static void a_durable_network_needs_only_one_announcement_of_a_root(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	end_while_offline(stage, &heard);
	stage_shows(stage, true);
	stage_join(stage);
	assert_said(stage, "(fair.root match=1 ");
	assert_int_equal(
		kept_asked(stage, "SELECT told FROM roots WHERE match = 1"), STORE_ROOT_ANNOUNCED);
}

/* A private table has no channel; its player gets the root in private. */
static void the_root_of_a_private_match_is_not_pending(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo");
	stage_whisper(stage, "anna", "stop");
	assert_said(stage, "(fair.root match=1 ");
	assert_int_equal(
		kept_asked(stage, "SELECT told FROM roots WHERE match = 1"), STORE_ROOT_ANNOUNCED);
}

static void a_root_announced_in_a_failed_batch_is_announced_later(void **state)
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
	stage_wait(stage, 1000);
	assert_silence(stage);
	stage_wait(stage, 5000);
	assert_in(stage_hear(stage), "#table: (fair.root match=1 ");
	stage_wait(stage, 5000);
	assert_silence(stage);
}

static void a_failed_batch_announces_no_commitment_or_nonce(void **state)
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
	assert_in(said, "(event.hand ");
	assert_not_in(said, "zebra");
	assert_not_in(said, "(fair.");
}

static void a_commitment_is_repeated_after_a_restart_until_it_arrived(void **state)
{
	static const char told[] = "(fair.commitment match=1 ";
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	heard_begin(stage);
	heard_listen(stage, 1, &heard);
	stage_lose(stage);
	stage_join(stage);
	assert_int_equal(case_count(stage->said.bytes, told), 1);
	heard_listen(stage, 1, &heard);
	kept_restart(stage, NULL);
	assert_int_equal(case_count(stage->said.bytes, told), 1);
	heard_listen(stage, 1, &heard);
	stage_wait(stage, ARRIVED_MS);
	assert_silence(stage);
	stage_lose(stage);
	stage_join(stage);
	assert_unsaid(stage, "(fair.");
	kept_restart(stage, NULL);
	assert_unsaid(stage, "(fair.");
}

static void a_commitment_repeated_in_a_failed_batch_is_repeated_later(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	stage_say(stage, "anna", "!new");
	heard_listen(stage, 1, &heard);
	stage_lose(stage);
	stage->log.level = 0;
	stage->lobby.batch.error = STORE_FULL;
	stage_join(stage);
	assert_silence(stage);
	stage_wait(stage, 5000);
	assert_int_equal(case_count(stage->said.bytes, "(fair.commitment match=1 "), 1);
	heard_listen(stage, 1, &heard);
	stage_wait(stage, ARRIVED_MS);
	assert_silence(stage);
	stage_lose(stage);
	stage_join(stage);
	assert_unsaid(stage, "(fair.");
}

static void the_arrival_of_a_commitment_is_stored_later_if_a_batch_fails(void **state)
{
	struct stage *stage = *state;
	kept_hush(stage);
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	stage_wait(stage, 2 * ARRIVED_MS);
	sqlite3_close(other);
	stage_wait(stage, 5 * ARRIVED_MS);
	assert_silence(stage);
	kept_restart(stage, NULL);
	assert_unsaid(stage, "(fair.");
}

/* A commitment announced after the cards would promise nothing. The root can be checked against the
 * first announcement. */
static void a_match_that_ended_announces_its_root_without_its_commitment(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	end_while_offline(stage, &heard);
	kept_restart(stage, NULL);
	assert_not_in(stage->said.bytes, "(fair.commitment ");
	assert_int_equal(case_count(stage->said.bytes, "(fair.root match=1 "), 1);
	assert_root_announced_late(stage, &heard);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

/* The lost line is the one sent while the network stalled; the time since then does not matter. */
static void a_commitment_sent_while_the_network_stalled_is_repeated(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	stage->stalled = true;
	stage_wait(stage, ARRIVED_MS);
	stage->stalled = false;
	stage_wait(stage, 2 * ARRIVED_MS);
	stage_lose(stage);
	stage_join(stage);
	assert_said(stage, "(fair.commitment match=1 ");
}

static void a_commitment_still_in_the_send_queue_is_repeated(void **state)
{
	struct stage *stage = *state;
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	stage->owed = 1;
	stage_wait(stage, 2 * ARRIVED_MS);
	stage->owed = 0;
	stage_lose(stage);
	stage_join(stage);
	assert_in(stage_hear(stage), "(fair.commitment match=1 ");
	stage->owed = 1;
	stage_wait(stage, ARRIVED_MS);
	stage->owed = 0;
	stage_wait(stage, ARRIVED_MS);
	stage_lose(stage);
	stage_join(stage);
	assert_unsaid(stage, "(fair.");
}

int main(void)
{
	if (sodium_init() < 0)
		return 1;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crash_keeps_commitment_and_nonces),
		KEPT_CASE(a_commitment_is_repeated_until_it_surely_arrived),
		KEPT_CASE(a_commitment_is_repeated_after_a_restart_until_it_arrived),
		STAGE_CASE(a_commitment_repeated_in_a_failed_batch_is_repeated_later),
		KEPT_CASE(the_arrival_of_a_commitment_is_stored_later_if_a_batch_fails),
		KEPT_CASE(a_match_that_ended_announces_its_root_without_its_commitment),
		KEPT_CASE(a_commitment_sent_while_the_network_stalled_is_repeated),
		STAGE_CASE(a_commitment_still_in_the_send_queue_is_repeated),
		KEPT_CASE(the_root_of_a_damaged_match_is_announced_once),
		KEPT_CASE(a_damaged_match_announces_its_root_only_when_set_aside),
		KEPT_CASE(a_channel_with_a_name_of_one_letter_keeps_its_match),
		KEPT_CASE(the_root_of_a_match_from_a_backup_is_announced),
		KEPT_CASE(announcements_lost_in_a_crash_are_repeated_once),
		STAGE_CASE(a_root_lost_with_the_connection_is_announced_again),
		STAGE_CASE(a_root_sent_just_before_a_lost_connection_is_sent_again),
		KEPT_CASE(roots_are_marked_as_announced_per_channel),
		STAGE_CASE(a_nonce_is_refused_while_the_bot_is_out_of_the_channel),
		KEPT_CASE(the_root_of_a_private_match_is_not_pending),
		STAGE_CASE(a_pending_root_is_announced_when_the_bot_is_back),
		STAGE_CASE(a_pending_root_that_may_be_lost_is_announced_again),
		KEPT_CASE(a_durable_network_needs_only_one_announcement_of_a_root),
		STAGE_CASE(a_root_announced_in_a_failed_batch_is_announced_later),
		KEPT_CASE(a_failed_batch_announces_no_commitment_or_nonce),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
