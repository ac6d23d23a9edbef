/* Tests that commitments, nonces and roots survive crashes, lost connections and failed writes. */
#include "storage/journal.h"
#include "storage/store.h"
#include "tests/stage/heard.h"

KEPT_CASE(commitment_and_nonces_survive_a_crash)
{
	struct heard heard = { .commit = "" };
	stage_say(stage, "anna", "!new target=150");
	heard_listen(stage, 1, &heard);
	kept_restart(stage, NULL);
	stage->chance.seed = 100;
	assert_in(stage->said.bytes, "(fair.commitment match=1 ");
	heard_listen(stage, 1, &heard);
	case_dialog(stage, "luc: !join", "luc: !nonce zebra");
	kept_restart(stage, NULL);
	stage->chance.seed = 200;
	heard_listen(stage, 1, &heard);
	stage_say(stage, "anna", "!start");
	assert_in(stage->said.bytes, "(fair.nonce seat=luc nonce=zebra)");
	heard_listen(stage, 1, &heard);
	stage_play(stage, 1, 30);
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
	assert_answer(stage, "rose", "!verify 1", "(verify.done ");
}

KEPT_CASE(a_commitment_is_repeated_until_it_surely_arrived)
{
	struct heard heard = { .commit = "" };
	stage_say(stage, "anna", "!new");
	heard_listen(stage, 1, &heard);
	stage->stalled = true;
	stage_wait(stage, ARRIVED_MS);
	stage_wait(stage, 60 * ARRIVED_MS);
	case_reconnect(stage);
	assert_in(stage->said.bytes, "(fair.commitment match=1 ");
	heard_listen(stage, 1, &heard);
	stage->stalled = false;
	stage_wait(stage, ARRIVED_MS);
	case_reconnect(stage);
	assert_unsaid(stage, "(fair.");
	kept_restart(stage, NULL);
	assert_unsaid(stage, "(fair.");
	assert_answer(stage, "anna", "!nonce zebra", "anna< [1] (nonce.taken.draw nonce=zebra)");
}

/* Fails unless the channel has heard the root of match 1, the root fits the commitment, and the bot
 * does not repeat it. */
static void assert_root_announced_late(struct stage *stage, struct heard *heard)
{
	assert_in(stage->said.bytes, "#table: (fair.root match=1 digits=");
	heard_listen(stage, 1, heard);
	assert_string_not_equal(heard->root, "");
	stage_wait(stage, ARRIVED_MS);
	case_reconnect(stage);
	assert_silence(stage);
}

/* While the bot cannot set the damaged match aside, the root of the match must stay secret, and its
 * commitment cannot be read. */
KEPT_CASE(the_root_of_a_damaged_match_is_announced_after_it_is_set_aside)
{
	struct heard heard = { .commit = "" };
	heard_begin(stage);
	stage_play(stage, 1, 3);
	heard_listen(stage, 1, &heard);
	kept_hush(stage);
	kept_restart(stage,
		"UPDATE moves SET text = '2C 2C', box = NULL WHERE n = 2;"
		"CREATE TRIGGER stuck BEFORE UPDATE ON matches BEGIN SELECT RAISE(FAIL, ''); END");
	assert_null(stage_table(stage, 1));
	stage_wait(stage, ARRIVED_MS);
	assert_silence(stage);
	kept_restart(stage, "DROP TRIGGER stuck");
	assert_root_announced_late(stage, &heard);
}

KEPT_CASE(a_match_in_a_channel_named_by_one_character_is_resumed)
{
	heard_begin(stage);
	kept_restart(stage, "UPDATE matches SET channel = '#'");
	assert_non_null(stage_table(stage, 1));
	assert_string_equal(stage_table(stage, 1)->channel->name, "#");
}

KEPT_CASE(the_root_of_a_match_from_a_backup_is_announced)
{
	struct heard heard = { .commit = "" };
	heard_begin(stage);
	stage_play(stage, 1, 3);
	heard_listen(stage, 1, &heard);
	kept_restart(stage, "UPDATE settings SET copied = 1");
	assert_null(stage_table(stage, 1));
	assert_root_announced_late(stage, &heard);
	assert_answer(stage, "rose", "!verify 1", "(verify.done match=1 proved=1 over=1)");
}

KEPT_CASE(announcements_lost_in_a_crash_are_repeated_once)
{
	struct heard heard = { .commit = "" };
	case_dialog(stage, "anna: !new", "anna: !nonce zebra", "luc: !join", "anna: !start");
	bool anna = strcmp(stage_table(stage, 1)->seat[0].player->name, "anna") == 0;
	const char *given = anna ? "(fair.nonces match=1 hand=1 list=(verify.nonce nonce=zebra), "
				   "(verify.nonce nonce=))"
				 : "(fair.nonces match=1 hand=1 list=(verify.nonce nonce=), "
				   "(verify.nonce nonce=zebra))";
	static const char drawn[] =
		"(fair.nonces.draw match=1 list=(verify.nonce nonce=zebra), (verify.nonce nonce=))";
	heard_listen(stage, 1, &heard);
	/* The program crashes before the deal has reached the channel. */
	kept_restart(stage, NULL);
	assert_in(stage->said.bytes, drawn);
	assert_in(stage->said.bytes, given);
	heard_listen(stage, 1, &heard);
	/* The program crashes before the end of the match has reached the channel. */
	stage_wait(stage, ARRIVED_MS);
	case_dialog(stage, "anna: !stop", "luc: !stop");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
	kept_restart(stage, NULL);
	assert_in(stage->said.bytes, drawn);
	assert_in(stage->said.bytes, given);
	assert_root_announced_late(stage, &heard);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

/* While the connection stalls, it may lose the newest lines. */
STAGE_CASE(a_root_sent_just_before_a_lost_connection_is_sent_again)
{
	heard_stop(stage);
	stage->stalled = true;
	stage_wait(stage, ARRIVED_MS);
	stage_hear(stage);
	case_reconnect(stage);
	assert_said(stage, "#table: (fair.root match=1 ");
}

KEPT_CASE(announcing_the_roots_of_one_channel_leaves_other_channels_pending)
{
	static const char told[] = "SELECT told FROM roots WHERE match = 1";
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

/* Outside the channel, the bot could not announce the nonce before the shuffle. */
STAGE_CASE(a_nonce_is_refused_while_the_bot_is_out_of_the_channel)
{
	heard_begin(stage);
	stage_lose(stage);
	assert_reply(stage, "anna", "nonce zebra", "anna< (nonce.absent channel=#table)");
	stage_join(stage);
	assert_reply(stage, "anna", "nonce zebra", "(nonce.taken nonce=zebra hand=2)");
}

/* Begins match 1 and notes its commitment. Ends the match when the commitment has arrived and the
 * bot is offline. */
static void end_while_offline(struct stage *stage, struct heard *heard)
{
	heard_begin(stage);
	heard_listen(stage, 1, heard);
	stage_wait(stage, ARRIVED_MS);
	stage_wait(stage, ARRIVED_MS);
	stage_lose(stage);
	case_dialog(stage, "anna> leave", "luc> leave");
	assert_null(stage_table(stage, 1));
	stage_hear(stage);
}

/* The connection breaks just after the bot has said the root, so people may not have received
 * it. */
STAGE_CASE(a_pending_root_that_may_be_lost_is_announced_again)
{
	struct heard heard = { .commit = "" };
	end_while_offline(stage, &heard);
	stage_join(stage);
	assert_said(stage, "(fair.root match=1 ");
	case_reconnect(stage);
	assert_root_announced_late(stage, &heard);
}

KEPT_CASE(a_root_is_announced_once_on_a_network_that_keeps_messages)
{
	struct heard heard = { .commit = "" };
	end_while_offline(stage, &heard);
	stage_shows(stage, true);
	stage_join(stage);
	assert_said(stage, "(fair.root match=1 ");
	assert_int_equal(
		kept_asked(stage, "SELECT told FROM roots WHERE match = 1"), STORE_ROOT_ANNOUNCED);
}

/* At a private table the bot announces neither commitment nor root, but its player can ask for
 * both. */
KEPT_CASE(commitment_and_root_of_a_private_match_are_only_told_by_verify)
{
	stage_whisper(stage, "anna", "solo");
	assert_unsaid(stage, "(fair.commitment ");
	assert_reply(stage, "anna", "verify 1", "anna< (verify.commitment match=1 ");
	assert_reply(stage, "anna", "stop", "(match.stopped ");
	stage_whisper(stage, "anna", "solo");
	stage_whisper(stage, "anna", "stop");
	assert_unsaid(stage, "(fair.root ");
	assert_reply(stage, "anna", "verify 1", "anna< (verify.root match=1 ");
	assert_int_equal(
		kept_asked(stage, "SELECT told FROM roots WHERE match = 1"), STORE_ROOT_ANNOUNCED);
}

STAGE_CASE(a_root_announced_in_a_failed_batch_is_announced_later)
{
	heard_begin(stage);
	stage_lose(stage);
	case_dialog(stage, "anna> leave", "luc> leave");
	case_fail(stage);
	stage_hear(stage);
	stage_join(stage);
	assert_silence(stage);
	stage_wait(stage, 1000);
	assert_silence(stage);
	stage_wait(stage, 5000);
	assert_said(stage, "#table: (fair.root match=1 ");
	stage_wait(stage, 5000);
	assert_silence(stage);
}

KEPT_CASE(a_failed_batch_announces_no_commitment_or_nonce)
{
	kept_hush(stage);
	case_dialog(stage, "anna: !new", "luc: !join");
	stage_hear(stage);
	sqlite3 *other = kept_lock(stage);
	static const char *const tries[] = { "!new", "!start", "!nonce zebra" };
	for (size_t i = 0; i < 3; i++) {
		const char *said = assert_answer(stage, "anna", tries[i], "anna< (store.failed)");
		assert_not_in(said, "(fair.");
		assert_not_in(said, "zebra");
	}
	sqlite3_close(other);
	stage_wait(stage, 5000);
	const char *said = assert_answer(stage, "anna", "!start", "(event.hand ");
	assert_not_in(said, "zebra");
	assert_not_in(said, "(fair.");
}

STAGE_CASE(a_commitment_repeated_in_a_failed_batch_is_repeated_later)
{
	struct heard heard = { .commit = "" };
	stage_say(stage, "anna", "!new");
	heard_listen(stage, 1, &heard);
	stage_lose(stage);
	case_fail(stage);
	stage_join(stage);
	assert_silence(stage);
	stage_wait(stage, 5000);
	assert_int_equal(case_count(stage->said.bytes, "(fair.commitment match=1 "), 1);
	heard_listen(stage, 1, &heard);
	stage_wait(stage, ARRIVED_MS);
	assert_silence(stage);
	case_reconnect(stage);
	assert_unsaid(stage, "(fair.");
}

KEPT_CASE(the_arrival_of_a_commitment_is_stored_later_if_its_batch_fails)
{
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

/* A commitment announced after the cards would prove nothing. The root can be checked against the
 * first announcement. */
KEPT_CASE(a_match_that_has_ended_announces_its_root_and_no_commitment)
{
	struct heard heard = { .commit = "" };
	end_while_offline(stage, &heard);
	kept_restart(stage, NULL);
	assert_not_in(stage->said.bytes, "(fair.commitment ");
	assert_int_equal(case_count(stage->said.bytes, "(fair.root match=1 "), 1);
	assert_root_announced_late(stage, &heard);
	kept_restart(stage, NULL);
	assert_silence(stage);
}

/* The bot sent the commitment while the network stalled, so it may be lost, however long ago that
 * was. */
KEPT_CASE(a_commitment_sent_while_the_network_stalled_is_repeated)
{
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	stage->stalled = true;
	stage_wait(stage, ARRIVED_MS);
	stage->stalled = false;
	stage_wait(stage, 2 * ARRIVED_MS);
	case_reconnect(stage);
	assert_said(stage, "(fair.commitment match=1 ");
}

STAGE_CASE(a_commitment_still_in_the_send_queue_is_repeated)
{
	stage_say(stage, "anna", "!new");
	stage_hear(stage);
	stage->owed = 1;
	stage_wait(stage, 2 * ARRIVED_MS);
	stage->owed = 0;
	case_reconnect(stage);
	assert_said(stage, "(fair.commitment match=1 ");
	stage->owed = 1;
	stage_wait(stage, ARRIVED_MS);
	stage->owed = 0;
	stage_wait(stage, ARRIVED_MS);
	case_reconnect(stage);
	assert_unsaid(stage, "(fair.");
}
