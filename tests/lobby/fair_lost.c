/*
 * Deals that anybody can check: commitments, nonces and roots outlive crashes, lost connections,
 * journals that cannot go on and disks that do not write; nobody is told what is not kept.
 */
#include "storage/journal.h"
#include "storage/store.h"
#include "tests/stage/heard.h"

static void crash_after(struct stage *stage, unsigned moves)
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

/* The bot ends anywhere: commitment and nonces stay, and the root is told in the end. */
static void a_crash_keeps_commitment_and_nonces(void **state)
{
	static const unsigned moves[] = { 0, 1, 30 };
	for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
		kept_open(state);
		crash_after(*state, moves[i]);
		kept_close(state);
	}
}

/* A commitment is said again until it has surely arrived, and then no more. */
static void a_commitment_is_repeated_while_in_doubt(void **state)
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

/* The root of match 1 was told behind its end, in the channel, and fits; then nothing is owed. */
static void assert_told_late(struct stage *stage, struct heard *heard)
{
	assert_in(stage->said.bytes, "#table: (fair.root match=1 digits=");
	heard_listen(stage, 1, heard);
	assert_string_not_equal(heard->root, "");
	stage_wait(stage, ARRIVED_MS);
	stage_lose(stage);
	stage_join(stage);
	assert_silence(stage);
}

/* A match whose journal is damaged can never go on: its root is told all the same, once. */
static void a_match_set_aside_is_told(void **state)
{
	struct heard heard = { .commit = "" };
	struct stage *stage = *state;
	heard_begin(stage);
	stage_play(stage, 1, 3);
	heard_listen(stage, 1, &heard);
	kept_hush(stage);
	kept_restart(stage, "UPDATE moves SET text = '2C 2C' WHERE n = 2");
	assert_null(stage_table(stage, 1));
	assert_told_late(stage, &heard);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

/*
 * A match that cannot go on, and cannot be set aside either, owes its channel a commitment that
 * nobody can say; once it is set aside its root is told.
 */
static void a_match_that_is_not_set_aside_promises_nothing(void **state)
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
	assert_told_late(stage, &heard);
}

/* However short its name. */
static void a_channel_of_one_letter_keeps_its_match(void **state)
{
	struct stage *stage = *state;
	heard_begin(stage);
	kept_restart(stage, "UPDATE matches SET channel = '#'");
	assert_non_null(stage_table(stage, 1));
	assert_string_equal(stage_table(stage, 1)->channel->name, "#");
}

/* A backup put back: its match is set aside and never dealt on, and its root is told. */
static void a_match_of_a_copy_is_told(void **state)
{
	struct heard heard = { .commit = "" };
	struct stage *stage = *state;
	heard_begin(stage);
	stage_play(stage, 1, 3);
	heard_listen(stage, 1, &heard);
	kept_restart(stage, "UPDATE settings SET copied = 1");
	assert_null(stage_table(stage, 1));
	assert_told_late(stage, &heard);
	stage_say(stage, "rose", "!verify 1");
	assert_said(stage, "(verify.done match=1 proved=1 over=1)");
}

/* What was on disk when the bot died, but never got out, is told when it is back; and then once. */
static void what_a_crash_kept_back_is_told(void **state)
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
	/* The deal, as if it had not been heard. */
	kept_restart(stage, NULL);
	assert_in(stage->said.bytes, drawn);
	assert_in(stage->said.bytes, given);
	heard_listen(stage, 1, &heard);
	/* The end of the match, likewise. */
	stage_wait(stage, ARRIVED_MS);
	stage_say(stage, "anna", "!stop");
	stage_say(stage, "luc", "!stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	kept_restart(stage, NULL);
	assert_in(stage->said.bytes, drawn);
	assert_in(stage->said.bytes, given);
	assert_told_late(stage, &heard);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

/* The connection is lost right after the end of a match, and the line on its way with it. */
static void what_a_lost_connection_kept_back_is_told(void **state)
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
	assert_told_late(stage, &heard);
}

/* What was told a moment before the connection is lost is in doubt, whatever was told before it. */
static void the_last_root_is_in_doubt(void **state)
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

/* What has arrived in one channel has not in another. */
static void roots_are_owed_to_their_own_channel(void **state)
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
	assert_int_equal(kept_asked(stage, told), STORE_TOLD_COMMITMENT);
}

/* Where nobody hears what counts, no nonce is taken. */
static void out_of_the_channel_no_nonce_is_taken(void **state)
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

/* Match 1 begins and is listened to; it ends while the bot is not there. */
static void end_unheard(struct stage *stage, struct heard *heard)
{
	heard_begin(stage);
	heard_listen(stage, 1, heard);
	stage_lose(stage);
	stage_whisper(stage, "anna", "leave");
	stage_whisper(stage, "luc", "leave");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
}

static void a_root_owed_is_told_when_the_bot_is_back(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	end_unheard(stage, &heard);
	stage_join(stage);
	assert_told_late(stage, &heard);
}

/* It went with the connection, for all that is known. */
static void a_root_owed_that_may_be_lost_is_told_again(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	end_unheard(stage, &heard);
	stage_join(stage);
	assert_said(stage, "(fair.root match=1 ");
	stage_lose(stage);
	stage_join(stage);
	assert_told_late(stage, &heard);
}

/* Where the network keeps what is to be said there is no doubt that it arrives. */
static void a_root_owed_is_told_once_it_is_kept(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	end_unheard(stage, &heard);
	stage_shows(stage, true);
	stage_join(stage);
	assert_said(stage, "(fair.root match=1 ");
	assert_int_equal(
		kept_asked(stage, "SELECT told FROM roots WHERE match = 1"), STORE_TOLD_ROOT);
}

/* At a private table who plays can ask for it. */
static void a_private_root_is_not_owed(void **state)
{
	struct stage *stage = *state;
	stage_whisper(stage, "anna", "solo");
	stage_whisper(stage, "anna", "stop");
	assert_said(stage, "(fair.root match=1 ");
	assert_int_equal(
		kept_asked(stage, "SELECT told FROM roots WHERE match = 1"), STORE_TOLD_ROOT);
}

/* The turn that told it was not kept: it is told again, and once. */
static void a_root_that_could_not_be_told_is_told_later(void **state)
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

/* Another program holds the database: nothing is said of a root that is not on disk. */
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
	assert_in(said, "(event.hand ");
	assert_not_in(said, "zebra");
	assert_not_in(said, "(fair.");
}

/*
 * Where it may not have been heard a commitment is owed like a root: over a lost connection and a
 * restart it is told again until it has surely arrived, each time once, and then never more.
 */
static void a_commitment_in_doubt_is_owed_over_a_restart(void **state)
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

/* The batch in which it was told again was not kept: nobody heard it, and it is still owed. */
static void a_commitment_that_could_not_be_told_is_told_later(void **state)
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

/* That it has arrived could not be noted: it is later, and nothing is said again. */
static void a_commitment_that_could_not_be_noted_is_noted_later(void **state)
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

/*
 * A match that ended while its commitment was in doubt owes its root alone. A commitment told
 * behind the cards would promise nothing, and who heard it in time can hold the root against it.
 */
static void a_match_that_ended_meanwhile_owes_its_root_alone(void **state)
{
	struct stage *stage = *state;
	struct heard heard = { .commit = "" };
	end_unheard(stage, &heard);
	kept_restart(stage, NULL);
	assert_not_in(stage->said.bytes, "(fair.commitment ");
	assert_int_equal(case_count(stage->said.bytes, "(fair.root match=1 "), 1);
	assert_told_late(stage, &heard);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

/* It is the line that was sent then that must have arrived, however few are sent later. */
static void what_was_sent_then_is_in_doubt(void **state)
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

/* What still waits for the network's pace has not arrived, however long ago it was said. */
static void what_waits_to_be_sent_is_in_doubt(void **state)
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
		KEPT_CASE(a_commitment_is_repeated_while_in_doubt),
		KEPT_CASE(a_commitment_in_doubt_is_owed_over_a_restart),
		STAGE_CASE(a_commitment_that_could_not_be_told_is_told_later),
		KEPT_CASE(a_commitment_that_could_not_be_noted_is_noted_later),
		KEPT_CASE(a_match_that_ended_meanwhile_owes_its_root_alone),
		KEPT_CASE(what_was_sent_then_is_in_doubt),
		STAGE_CASE(what_waits_to_be_sent_is_in_doubt),
		KEPT_CASE(a_match_set_aside_is_told),
		KEPT_CASE(a_match_that_is_not_set_aside_promises_nothing),
		KEPT_CASE(a_channel_of_one_letter_keeps_its_match),
		KEPT_CASE(a_match_of_a_copy_is_told),
		KEPT_CASE(what_a_crash_kept_back_is_told),
		STAGE_CASE(what_a_lost_connection_kept_back_is_told),
		STAGE_CASE(the_last_root_is_in_doubt),
		KEPT_CASE(roots_are_owed_to_their_own_channel),
		STAGE_CASE(out_of_the_channel_no_nonce_is_taken),
		KEPT_CASE(a_private_root_is_not_owed),
		STAGE_CASE(a_root_owed_is_told_when_the_bot_is_back),
		STAGE_CASE(a_root_owed_that_may_be_lost_is_told_again),
		KEPT_CASE(a_root_owed_is_told_once_it_is_kept),
		STAGE_CASE(a_root_that_could_not_be_told_is_told_later),
		KEPT_CASE(what_is_not_on_disk_is_not_promised),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
