/* outbox_bounds.c - limits of waiting lines, and when they pause the input */
#include "tests/outbox.h"

/* Private lines never pause the input; public lines do. */
CASE(waiting_private_lines_do_not_pause_the_input)
{
	struct outbox *outbox = outbox_open(8, 1);
	uint64_t now = 1000;
	for (int i = 0; i < 5; i++)
		fill_each(outbox, 200);
	fill(outbox, 1000);
	for (int i = 0; i < 1000; i++)
		whisper(outbox, "host eve", "a line of chatter");
	assert_false(outbox_is_above_high(outbox));
	outbox_clear(outbox);
	for (int i = 0; i < 1000; i++)
		stage(outbox, false, "#c", "a public line");
	outbox_queue_staged(outbox, 0);
	assert_false(outbox_is_above_high(outbox));
	stage(outbox, false, "#c", "staged lines count");
	assert_true(outbox_is_above_high(outbox));
	outbox_discard_staged(outbox);
	assert_false(outbox_is_above_high(outbox));
	for (; !outbox_is_below_low(outbox); now += 1000)
		burst(outbox, now);
	assert_in_range(outbox_lines(outbox), 300, 333);
	outbox_close(outbox);
}

/* Waiting private lines use memory; at its limit the outbox pauses the input. */
OUTBOX_CASE(the_bot_reads_no_more_input_at_the_memory_limit)
{
	char text[1001], nick[16];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (int i = 0; !outbox_is_above_high(outbox); i++) {
		snprintf(nick, sizeof nick, "luc%d", i);
		assert_true(outbox_stage(outbox, OUTBOX_TO_MEMBER, 1, nick, SAYING(text)));
		assert_true(i * 1000 < OUTBOX_BYTES / 2);
	}
	assert_false(outbox_is_below_low(outbox));
	outbox_clear(outbox);
	assert_true(outbox_is_below_low(outbox));
}

/* ---- strangers ---- */

OUTBOX_CASE(lines_to_strangers_are_sent_last)
{
	assert_true(whisper(outbox, "host eve", "help 1"));
	assert_true(whisper(outbox, "host eve", "help 2"));
	assert_true(whisper(outbox, "host bob", "rules"));
	for (int i = 0; i < 2; i++)
		stage(outbox, false, "#c", i == 0 ? "pong 1" : "pong 2");
	for (int i = 0; i < 2; i++)
		stage(outbox, true, "anna", i == 0 ? "hand 1" : "hand 2");
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_STRANGER, "host eve"), 2);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_STRANGER, "host"), 0);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_MEMBER, "host eve"), 0);
	expect(outbox, 0, 400, "anna", "hand 1");
	expect(outbox, 0, 400, "#c", "pong 1");
	expect(outbox, 0, 400, "anna", "hand 2");
	expect(outbox, 0, 400, "#c", "pong 2");
	expect(outbox, 0, 400, "host eve", "help 1");
	stage(outbox, true, "luc", "hand");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "luc", "hand");
	expect(outbox, 0, 400, "host bob", "rules");
	expect(outbox, 0, 400, "host eve", "help 2");
	expect(outbox, 0, 400, NULL, NULL);
	assert_int_equal(outbox_lines(outbox), 0);
}

/* Lines to strangers leave most of the burst to others. */
CASE(lines_to_strangers_leave_the_burst_to_other_lines)
{
	struct outbox *outbox = outbox_open(8, 1);
	uint64_t now = 5000000;
	for (int i = 0; i < OUTBOX_STRANGER; i++)
		assert_true(whisper(outbox, "host eve", "a line of chatter"));
	outbox_queue_staged(outbox, 0);
	assert_int_equal(burst(outbox, now), 2);
	for (int i = 0; i < 10; i++) {
		assert_int_equal(outbox_delay(outbox, now), 1000);
		now += 1000;
		assert_int_equal(burst(outbox, now), 1);
	}
	fill_each(outbox, 10);
	assert_int_equal(burst(outbox, now), 6);
	assert_int_equal(outbox_delay(outbox, now), 1000);
	outbox_close(outbox);
	/* Even with a burst of one, strangers get their turn. */
	outbox = outbox_open(1, 1);
	for (int i = 0; i < 3; i++)
		whisper(outbox, "host eve", "a line of chatter");
	outbox_queue_staged(outbox, 0);
	assert_int_equal(burst(outbox, now), 1);
	assert_int_equal(burst(outbox, now + 999), 0);
	assert_int_equal(burst(outbox, now + 1000), 1);
	outbox_close(outbox);
}

/* The lines of a stranger who joins stay in order, and are now sent as early as members' lines. */
OUTBOX_CASE(the_lines_to_a_stranger_who_joins_stay_in_one_queue)
{
	whisper(outbox, "host eve", "first");
	whisper(outbox, "host zoe", "hers");
	whisper(outbox, "host eve", "second");
	outbox_queue_staged(outbox, 0);
	whisper(outbox, "host eve", "third");
	outbox_move_to_member(outbox, "host eve", "17");
	stage(outbox, true, "17", "hand");
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_MEMBER, "17"), 4);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_STRANGER, "host eve"), 0);
	expect(outbox, 0, 400, "17", "first");
	expect(outbox, 0, 400, "17", "second");
	expect(outbox, 0, 400, "17", "third");
	expect(outbox, 0, 400, "17", "hand");
	expect(outbox, 0, 400, "host zoe", "hers");
	assert_int_equal(outbox_lines(outbox), 0);
}

/* The lines get a longer target when the stranger becomes a member. A stranger with the same nick
 * from another host stays a stranger. */
OUTBOX_CASE(a_delayed_line_to_a_stranger_who_joins_stays_delayed)
{
	struct outbox_resend gone = { OUTBOX_TO_STRANGER, 2, "h e", 1, 1 };
	assert_true(outbox_resend(outbox, &gone, "refused", 1000));
	outbox_move_to_member(outbox, "h e", "12345678901234567890");
	expect(outbox, 0, 400, NULL, NULL);
	assert_int_equal(outbox_next_deferral_end(outbox), 1000);
	whisper(outbox, "h e", "second");
	whisper(outbox, "other e", "theirs");
	outbox_queue_staged(outbox, 0);
	outbox_move_to_member(outbox, "h e", "12345678901234567890");
	expect(outbox, 0, 400, "other e", "theirs");
	expect(outbox, 0, 400, NULL, NULL);
	expect(outbox, 1000, 400, "12345678901234567890", "refused");
	expect(outbox, 1000, 400, "12345678901234567890", "second");
}

/* Strangers get no more room by new nicks or many hosts, and take no room from members. */
OUTBOX_CASE(the_number_of_lines_to_strangers_is_limited)
{
	char target[32];
	for (int i = 0; i < 100; i++)
		assert_true(whisper(outbox, "host eve", "a line of chatter"));
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_lines(outbox), OUTBOX_STRANGER);
	for (int i = 0; i < 100; i++) {
		snprintf(target, sizeof target, "host eve%d", i);
		assert_true(whisper(outbox, target, "a line of chatter"));
	}
	assert_true(whisper(outbox, "hos teve", "a line of chatter"));
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_lines(outbox), OUTBOX_HOST + 1);
	for (int i = 0; i < 1000; i++) {
		snprintf(target, sizeof target, "host%d eve", i);
		whisper(outbox, target, "a line of chatter");
	}
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_lines(outbox), OUTBOX_STRANGERS);
	assert_false(whisper(outbox, "other eve", "a line of chatter"));
	stage(outbox, true, "eve", "hand");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "eve", "hand");
	outbox_clear(outbox);
	assert_false(outbox_has_ready(outbox));
	assert_true(whisper(outbox, "other eve", "a line of chatter"));
}

/* The limit of lines to one channel member is larger than any answer of the bot. */
OUTBOX_CASE(the_number_of_lines_to_one_person_is_limited)
{
	fill(outbox, OUTBOX_MEMBER);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_MEMBER, "luc"), OUTBOX_MEMBER);
	fill(outbox, 10);
	fill_each(outbox, 10);
	stage(outbox, false, "luc", "a channel by that name");
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_MEMBER, "luc"), OUTBOX_MEMBER);
	assert_int_equal(outbox_lines(outbox), OUTBOX_MEMBER + 11);
}

OUTBOX_CASE(the_memory_of_the_outbox_is_bounded)
{
	char text[1001];
	size_t lines = 0;
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	while (outbox_stage(outbox, OUTBOX_TO_CHANNEL, 0, "#c", SAYING(text)))
		assert_true(++lines * 1000 < OUTBOX_BYTES);
	assert_true(lines * 1200 > OUTBOX_BYTES);
	outbox_discard_staged(outbox);
	stage(outbox, false, "#c", text);
}
