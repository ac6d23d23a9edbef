/* outbox.c - the queue of outgoing lines: order, splitting and pace, on a clock of the test */
#include "tests/outbox.h"

#include <stdlib.h>
#include <utf8proc.h>

OUTBOX_CASE(private_lines_are_sent_before_public_lines)
{
	stage(outbox, false, "#c", "anna plays 9D");
	stage(outbox, true, "luc", "your hand");
	stage(outbox, false, "#d", "other table");
	stage(outbox, true, "anna", "your hand");
	stage(outbox, true, "luc", "second line");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "luc", "your hand");
	stage(outbox, true, "eve", "later");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "anna", "your hand");
	expect(outbox, 0, 400, "eve", "later");
	expect(outbox, 0, 400, "#c", "anna plays 9D");
	expect(outbox, 0, 400, "luc", "second line");
	expect(outbox, 0, 400, "#d", "other table");
	expect(outbox, 0, 400, NULL, NULL);
}

OUTBOX_CASE(targets_with_waiting_lines_take_turns)
{
	for (int i = 0; i < 3; i++)
		stage(outbox, true, "eve", i == 0 ? "help 1" : i == 1 ? "help 2" : "help 3");
	stage(outbox, false, "#c", "anna plays 9D");
	stage(outbox, false, "#c", "luc to play");
	stage(outbox, true, "luc", "your hand");
	stage(outbox, false, "#d", "other table");
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_MEMBER, "eve"), 3);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_MEMBER, "#c"), 0);
	expect(outbox, 0, 400, "eve", "help 1");
	expect(outbox, 0, 400, "luc", "your hand");
	/* A target that had its turn waits, but is not forgotten. */
	expect(outbox, 0, 400, "#c", "anna plays 9D");
	expect(outbox, 0, 400, "eve", "help 2");
	stage(outbox, true, "anna", "your hand");
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_MEMBER, "eve"), 1);
	expect(outbox, 0, 400, "anna", "your hand");
	expect(outbox, 0, 400, "#d", "other table");
	expect(outbox, 0, 400, "eve", "help 3");
	expect(outbox, 0, 400, "#c", "luc to play");
	expect(outbox, 0, 400, NULL, NULL);
	assert_int_equal(outbox_lines(outbox), 0);
}

/* The rest of a long line goes before later lines to the same person. */
OUTBOX_CASE(other_targets_get_turns_between_the_pieces_of_a_long_line)
{
	stage(outbox, true, "eve", "12345678 23456789 34567890");
	stage(outbox, true, "eve", "end");
	stage(outbox, true, "luc", "hand");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 8, "eve", "12345678");
	expect(outbox, 0, 8, "luc", "hand");
	expect(outbox, 0, 8, "eve", "23456789");
	expect(outbox, 0, 8, "eve", "34567890");
	expect(outbox, 0, 8, "eve", "end");
	expect(outbox, 0, 8, NULL, NULL);
}

/* A temporary note goes with its line, and is dropped if a newer one waits. */
OUTBOX_CASE(a_temporary_note_is_dropped_if_a_newer_one_waits)
{
	stage_passing(outbox, false, "#c", 1, "anna plays 9D.", " luc to play.");
	stage_passing(outbox, false, "#c", 2, "rose plays 2C.", " yves to play.");
	stage(outbox, false, "#c", "a topic of its own");
	outbox_queue_staged(outbox, 0);
	stage_passing(outbox, false, "#c", 1, "luc plays 8C.", " anna to play.");
	stage_passing(outbox, false, "#c", 1, "forgotten", "");
	outbox_discard_staged(outbox);
	stage_passing(outbox, false, "#d", 1, "elsewhere", "");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "#c", "anna plays 9D. luc to play.");
	stage_passing(outbox, false, "#c", 1, "luc plays 8C.", " anna to play.");
	outbox_queue_staged(outbox, 0);
	stage_passing(outbox, false, "#c", 1, "anna sweeps.", NULL);
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "#d", "elsewhere");
	expect(outbox, 0, 400, "#c", "rose plays 2C. yves to play.");
	expect(outbox, 0, 400, "#c", "a topic of its own");
	expect(outbox, 0, 400, "#c", "luc plays 8C.");
	expect(outbox, 0, 400, "#c", "anna sweeps.");
	expect(outbox, 0, 400, NULL, NULL);
	assert_int_equal(outbox_lines(outbox), 0);
}

/* A newer hand replaces an older one, wherever it waits in the queue of its target. */
OUTBOX_CASE(a_newer_hand_replaces_an_unsent_older_one)
{
	stage_passing(outbox, true, "luc", 1, "", "hand 1");
	stage(outbox, true, "luc", "an answer");
	stage_passing(outbox, true, "luc", 1, "", "hand 2");
	stage(outbox, true, "anna", "another answer");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "luc", "an answer");
	stage_passing(outbox, true, "luc", 3, "", "hand of a match that ends");
	stage_passing(outbox, true, "luc", 3, "", "");
	stage_passing(outbox, true, "luc", 2, "", "another table's hand");
	stage_passing(outbox, true, "luc", 1, "You draw 9D.", " hand 3");
	stage_passing(outbox, true, "luc", 1, "", "hand 4");
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_MEMBER, "luc"), 3);
	expect(outbox, 0, 400, "anna", "another answer");
	expect(outbox, 0, 400, "luc", "another table's hand");
	expect(outbox, 0, 400, "luc", "You draw 9D.");
	expect(outbox, 0, 400, "luc", "hand 4");
	expect(outbox, 0, 400, NULL, NULL);
	stage_passing(outbox, true, "luc", 1, "", "hand 5");
	outbox_queue_staged(outbox, 0);
	stage_passing(outbox, true, "luc", 1, "", "hand 6");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "luc", "hand 6");
	expect(outbox, 0, 400, NULL, NULL);
	assert_int_equal(outbox_lines(outbox), 0);
}

OUTBOX_CASE(a_line_that_is_partly_sent_is_sent_to_its_end)
{
	stage_passing(outbox, true, "luc", 1, "", "12345678 23456789");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 8, "luc", "12345678");
	stage_passing(outbox, true, "luc", 1, "", "3456");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 8, "luc", "23456789");
	expect(outbox, 0, 8, "luc", "3456");
	expect(outbox, 0, 8, NULL, NULL);
}

OUTBOX_CASE(lines_of_a_target_can_be_dropped)
{
	stage(outbox, false, "#c", "one");
	stage(outbox, false, "#d", "two");
	stage(outbox, true, "#c", "a person by an odd name");
	outbox_queue_staged(outbox, 0);
	stage(outbox, false, "#c", "three");
	outbox_drop_public(outbox, "#c");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "#c", "a person by an odd name");
	expect(outbox, 0, 400, "#d", "two");
	stage(outbox, false, "#c", "four");
	stage(outbox, true, "luc", "five");
	outbox_queue_staged(outbox, 0);
	outbox_skip(outbox);
	expect(outbox, 0, 400, "#c", "four");
	stage(outbox, false, "#c", "six");
	outbox_clear(outbox);
	outbox_queue_staged(outbox, 0);
	assert_false(outbox_has_ready(outbox));
	assert_int_equal(outbox_lines(outbox), 0);
}

static void said(const char *text, const char *line)
{
	struct outbox *outbox = unpaced();
	stage(outbox, false, "#c", text);
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "#c", line);
	expect(outbox, 0, 400, NULL, NULL);
	outbox_close(outbox);
}

CASE(line_ends_in_a_text_cannot_end_the_sent_line)
{
	said("a\r\nQUIT :b", "a QUIT :b");
	said("a\rb\nc\n", "a b c");
	said("\001VERSION\001", "VERSION");
	said(" \00304,01x", " \00304,01x");
	said("", NULL);
	said("\r\n", NULL);
	said("\001\001", NULL);
}

static void cut(const char *text, size_t limit, const char *first, const char *second)
{
	struct outbox *outbox = unpaced();
	stage(outbox, false, "#c", text);
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, limit, "#c", first);
	expect(outbox, 0, limit, "#c", second);
	outbox_close(outbox);
}

CASE(long_lines_are_split_between_words)
{
	cut("12345678", 8, "12345678", NULL);
	cut("123 567 90", 8, "123 567", "90");
	cut("123 5678 9", 8, "123 5678", "9");
	cut("123 56789 1", 8, "123", "56789 1");
	cut("123      90", 8, "123", "90");
	cut("1234567890", 8, "12345678", "90");
	cut("  34567890", 8, "  345678", "90");
	/* Characters of 3 bytes are never split. */
	cut("\xe2\x99\xa6\xe2\x99\xa6\xe2\x99\xa6", 8, "\xe2\x99\xa6\xe2\x99\xa6", "\xe2\x99\xa6");
	/* Letters keep their accents, and signs their variation selectors. */
	cut("1234567e\xcc\x81x", 8, "1234567", "e\xcc\x81x");
	cut("12345\xe2\x99\xa6\xef\xb8\x8fx", 8, "12345", "\xe2\x99\xa6\xef\xb8\x8fx");
	/* A sign and its accents are parted only if they alone are longer than the line. */
	cut("e\xcc\x81\xcc\x81\xcc\x81\xcc\x81", 8, "e\xcc\x81\xcc\x81\xcc\x81", "\xcc\x81");
	cut("\x80\x80\x80\x80\x80\x80\x80\x80\x80", 8, "\x80\x80\x80\x80", "\x80\x80\x80\x80\x80");
}

/* Any text in any width arrives whole, except for blanks, in valid UTF-8 pieces that fit. */
CASE(any_text_arrives_whole)
{
	static const char *const parts[] = { "a", "bc", " ", " ", "\xc3\xa9", "\xe2\x99\xa6",
		"\xcc\x81", "\xf0\x9f\x82\xa1" };
	uint32_t dice = 3;
	for (int i = 0; i < 5000; i++) {
		struct outbox *outbox = unpaced();
		char text[600] = "", back[700] = "", piece[101];
		size_t limit = 8 + (dice >> 8) % 92, length = 0, heard = 0;
		for (int j = 0; j < 120; j++) {
			const char *part = parts[dice >> 16 & 7];
			dice = dice * 1664525 + 1013904223;
			memcpy(text + length, part, strlen(part) + 1);
			length += strlen(part);
		}
		stage(outbox, false, "#c", text);
		outbox_queue_staged(outbox, 0);
		while (outbox_next(outbox, 0) != NULL) {
			outbox_take(outbox, 0, limit, piece);
			assert_true(strlen(piece) > 0 && strlen(piece) <= limit);
			for (const char *at = piece; *at != '\0';) {
				int32_t point;
				utf8proc_ssize_t count =
					utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &point);

				assert_true(count > 0);
				at += count;
			}
			for (const char *at = piece; *at != '\0'; at++)
				if (*at != ' ')
					back[heard++] = *at;
		}
		back[heard] = '\0';
		length = 0;
		for (const char *at = text; *at != '\0'; at++)
			if (*at != ' ')
				text[length++] = *at;
		text[length] = '\0';
		assert_string_equal(back, text);
		assert_int_equal(outbox_lines(outbox), 0);
		outbox_close(outbox);
	}
}

OUTBOX_CASE(a_text_that_is_too_long_is_cut)
{
	char *text = malloc(2 * OUTBOX_TEXT), piece[401];
	size_t length = 0;
	memset(text, 'x', 2 * OUTBOX_TEXT);
	text[2 * OUTBOX_TEXT - 1] = '\0';
	memcpy(text + OUTBOX_TEXT - 1, "\xc3\xa9", 2);
	stage(outbox, false, "#c", text);
	outbox_queue_staged(outbox, 0);
	while (outbox_next(outbox, 0) != NULL) {
		outbox_take(outbox, 0, 400, piece);
		length += strlen(piece);
	}
	assert_int_equal(length, OUTBOX_TEXT - 1);
	free(text);
}

/* The waiting time counts once for each line, also if it is split or joined. */
CASE(the_waiting_time_of_a_line_is_measured_only_once)
{
	struct outbox *outbox = outbox_open(2, 1);
	const struct histogram *waited = outbox_wait_times(outbox);
	char piece[401], text[1000];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	stage(outbox, true, "anna", "a line");
	outbox_queue_staged(outbox, 1000000);
	assert_non_null(outbox_next(outbox, 1000000));
	outbox_take(outbox, 1000000, 400, piece);
	assert_int_equal(waited->bucket[0], 1);
	stage(outbox, true, "luc", text);
	stage(outbox, false, "#c", "one");
	stage(outbox, false, "#c", "two");
	stage(outbox, false, "#c", "three");
	outbox_queue_staged(outbox, 1060000);
	assert_int_equal(burst(outbox, 1060000), 2);
	assert_int_equal(burst(outbox, 1062000), 2);
	assert_int_equal(burst(outbox, 1070000), 0);
	assert_int_equal(outbox_lines(outbox), 0);
	assert_int_equal(waited->bucket[0], 1 + 1 + 3);
	assert_int_equal(waited->sum, 0);
	stage(outbox, true, "luc", "one");
	stage(outbox, true, "anna", "two");
	stage(outbox, true, "eve", "three");
	outbox_queue_staged(outbox, 1080000);
	assert_int_equal(burst(outbox, 1080000), 2);
	assert_int_equal(burst(outbox, 1081000), 1);
	assert_int_equal(waited->bucket[8], 1);
	assert_int_equal(waited->sum, 1000000000);
	outbox_close(outbox);
}

CASE(lines_are_sent_at_the_configured_pace)
{
	struct outbox *outbox = outbox_open(8, 2);
	uint64_t now = 5000000;
	fill_each(outbox, 30);
	assert_int_equal(outbox_delay(outbox, now), 0);
	assert_int_equal(burst(outbox, now), 8);
	assert_int_equal(outbox_delay(outbox, now), 500);
	assert_int_equal(burst(outbox, now + 499), 0);
	assert_int_equal(outbox_delay(outbox, now + 499), 1);
	assert_int_equal(burst(outbox, now + 500), 1);
	assert_int_equal(burst(outbox, now + 2000), 3);
	/* After a rest the burst is full again, and no larger. */
	assert_int_equal(burst(outbox, now + 60000), 8);
	pace_count(outbox_pace(outbox), now + 60000);
	assert_int_equal(outbox_delay(outbox, now + 60000), 1000);
	outbox_close(outbox);
}

/* A long answer leaves part of the burst to later lines, even if no other line waits. */
CASE(a_long_answer_leaves_part_of_the_burst_to_other_lines)
{
	struct outbox *outbox = outbox_open(8, 1);
	uint64_t now = 5000000;
	fill(outbox, 30);
	assert_int_equal(burst(outbox, now), 6);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(outbox_delay(outbox, now), 1000);
		now += 1000;
		assert_int_equal(burst(outbox, now), 1);
	}
	fill_each(outbox, 1);
	assert_int_equal(burst(outbox, now), 1);
	stage(outbox, false, "#c", "so do channels get their lines");
	outbox_queue_staged(outbox, 0);
	assert_int_equal(burst(outbox, now), 1);
	/* The long answer continues when the burst is back, and sooner beside other lines. */
	assert_int_equal(outbox_delay(outbox, now), 3000);
	fill_each(outbox, 5);
	assert_int_equal(outbox_delay(outbox, now), 1000);
	outbox_close(outbox);
}

/* Lines sent at intervals may arrive all at once, and a slow server does not count the time between
 * them. */
CASE(a_line_confirmed_late_counts_from_its_confirmation_for_the_pace)
{
	struct outbox *outbox = outbox_open(8, 1);
	pace_count_again(outbox_pace(outbox), 1000, 5, 0);
	assert_int_equal(pace_delay(outbox_pace(outbox), 1000, 0), 0);
	pace_count_again(outbox_pace(outbox), 1000, 8, 0);
	assert_int_equal(pace_delay(outbox_pace(outbox), 1000, 0), 1000);
	/* A recount never lowers the count of the lines sent before. */
	pace_count_again(outbox_pace(outbox), 2000, 3, 0);
	assert_int_equal(pace_delay(outbox_pace(outbox), 2000, 0), 0);
	pace_count(outbox_pace(outbox), 2000);
	assert_int_equal(pace_delay(outbox_pace(outbox), 2000, 0), 1000);
	pace_count_again(outbox_pace(outbox), 6000, 1, 2000);
	assert_int_equal(pace_delay(outbox_pace(outbox), 6000, 0), 0);
	pace_count_again(outbox_pace(outbox), 6000, 1, 90000);
	assert_int_equal(pace_delay(outbox_pace(outbox), 6000, 0), 1000);
	outbox_close(outbox);
	outbox = outbox_open(0, 0);
	pace_count_again(outbox_pace(outbox), 7000, 100, 90000);
	assert_int_equal(pace_delay(outbox_pace(outbox), 7000, 0), 0);
	outbox_close(outbox);
}

/*
 * A default inspircd counts one for each line and forgets one in each second of its clock; above
 * ten it disconnects the client. The pace is the default of the bot.
 */
CASE(the_default_pace_never_exceeds_the_limit_of_a_default_server)
{
	struct outbox *outbox = outbox_open(8, 1);
	uint64_t now = 1000, tick = now;
	uint32_t dice = 23;
	size_t counted = 0;
	for (int i = 0; i < 20000; i++) {
		dice = dice * 1664525 + 1013904223;
		/* Times between bursts are short; after a rare rest, many lines wait at once. */
		now += (dice >> 8 & 255) == 0 ? 20000 : dice >> 22;
		for (; tick <= now; tick += 1000)
			counted -= counted > 0;
		if (outbox_lines(outbox) < 100)
			fill_each(outbox, 50);
		counted += burst(outbox, now);
		assert_in_range(counted, 0, 10);
	}
	outbox_close(outbox);
}

/* Waiting lines are joined if they fit into one line; nothing else changes. */
CASE(public_lines_that_wait_are_joined_into_one)
{
	struct outbox *outbox = outbox_open(2, 1);
	uint64_t now = 5000000;
	stage(outbox, false, "#c", "one");
	stage(outbox, false, "#c", "two");
	outbox_queue_staged(outbox, 0);
	expect(outbox, now, 400, "#c", "one");
	expect(outbox, now, 400, "#c", "two");
	expect(outbox, now, 400, NULL, NULL);
	stage(outbox, false, "#c", "three");
	stage(outbox, false, "#d", "elsewhere");
	stage(outbox, false, "#c", "four");
	stage(outbox, false, "#c", "fives");
	stage(outbox, false, "#c", "six");
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_lines(outbox), 5);
	expect(outbox, now + 1000, 16, "#c", "three four fives");
	assert_int_equal(outbox_lines(outbox), 2);
	stage(outbox, false, "#c", "seven");
	outbox_queue_staged(outbox, 0);
	expect(outbox, now + 2000, 400, "#d", "elsewhere");
	expect(outbox, now + 3000, 400, "#c", "six seven");
	expect(outbox, now + 9000, 400, NULL, NULL);
	assert_int_equal(outbox_lines(outbox), 0);
	outbox_close(outbox);
}

/* Joined lines name their table once, and again if it changes. */
CASE(joined_lines_name_their_table_once)
{
	struct outbox *outbox = outbox_open(1, 1);
	stage(outbox, false, "#c", "one");
	stage(outbox, false, "#c", "[1] luc plays");
	stage(outbox, false, "#c", "[1] anna plays");
	stage(outbox, false, "#c", "[1]");
	stage(outbox, false, "#c", "[2] rose plays");
	stage(outbox, false, "#c", "[1] luc wins");
	stage(outbox, false, "#c", "[12] kim plays");
	stage(outbox, false, "#c", "From me");
	stage(outbox, false, "#c", "From you");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 1000, 400, "#c",
		"one [1] luc plays anna plays [1] [2] rose plays [1] luc wins [12] kim plays "
		"From me From you");
	outbox_close(outbox);
}

/* Hands are never joined. Public lines are joined only if they wait. */
CASE(hands_and_prompt_lines_are_not_joined)
{
	struct outbox *outbox = outbox_open(1, 1);
	stage(outbox, true, "luc", "first hand");
	stage(outbox, true, "luc", "second hand");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 1000, 400, "luc", "first hand");
	expect(outbox, 2000, 400, "luc", "second hand");
	outbox_close(outbox);
	outbox = unpaced();
	stage(outbox, false, "#c", "one");
	stage(outbox, false, "#c", "two");
	outbox_queue_staged(outbox, 0);
	expect(outbox, 1000, 400, "#c", "one");
	expect(outbox, 1000, 400, "#c", "two");
	outbox_close(outbox);
}

/* A channel gets its share of the sent lines, however many hands wait. */
OUTBOX_CASE(lines_to_a_channel_are_sent_between_many_private_lines)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		stage(outbox, true, names[i], "hand");
	stage(outbox, false, "#c", "news");
	outbox_queue_staged(outbox, 0);
	for (size_t i = 0; i < 4; i++)
		expect(outbox, 0, 400, names[i], "hand");
	expect(outbox, 0, 400, "#c", "news");
	expect(outbox, 0, 400, "e", "hand");
	expect(outbox, 0, 400, "f", "hand");
}

OUTBOX_CASE(a_line_stays_in_the_outbox_until_all_of_it_is_sent)
{
	char piece[16];
	uint64_t second;
	stage(outbox, true, "luc", "one");
	stage(outbox, true, "luc", "two and more");
	second = outbox_last_serial(outbox);
	assert_true(outbox_has_line(outbox, second));
	outbox_queue_staged(outbox, 0);
	expect(outbox, 0, 400, "luc", "one");
	assert_true(outbox_has_line(outbox, second));
	assert_non_null(outbox_next(outbox, 0));
	outbox_take(outbox, 0, 8, piece);
	assert_true(outbox_has_line(outbox, second));
	outbox_take(outbox, 0, 8, piece);
	assert_false(outbox_has_line(outbox, second));
	stage(outbox, true, "luc", "three");
	outbox_discard_staged(outbox);
	assert_false(outbox_has_line(outbox, outbox_last_serial(outbox)));
}

CASE(absurd_values_of_the_pace_never_stop_the_outbox)
{
	static const double paces[] = { -1, 0, 1e300, 1e-300, 1e9 };
	for (size_t i = 0; i < sizeof paces / sizeof paces[0]; i++) {
		struct outbox *outbox = outbox_open(UINT32_MAX, paces[i]);
		fill(outbox, 100);
		assert_int_equal(burst(outbox, 1000), 100);
		outbox_close(outbox);
	}
}

CASE(long_lines_count_more_for_the_pace)
{
	struct outbox *outbox = outbox_open(1, 1);
	char text[4001], piece[351];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	stage(outbox, false, "#c", text);
	outbox_queue_staged(outbox, 0);
	assert_int_equal(outbox_lines(outbox), 12);
	outbox_take(outbox, 0, 350, piece);
	assert_int_equal(outbox_lines(outbox), 11);
	outbox_close(outbox);
}

/* After the server has refused a line for a while, other lines to the same target wait until the
 * refused line is sent again. */
CASE(a_temporarily_refused_line_is_sent_again)
{
	struct outbox *outbox = outbox_open(8, 0);
	struct outbox_resend gone = { OUTBOX_TO_MEMBER, 7, "anna", 0, 1 };
	char piece[401];
	assert_true(outbox_stage(outbox, OUTBOX_TO_MEMBER, 7, "anna", SAYING("one")));
	gone.serial = outbox_last_serial(outbox);
	assert_true(outbox_stage(outbox, OUTBOX_TO_MEMBER, 7, "anna", SAYING("three")));
	outbox_queue_staged(outbox, 0);
	assert_non_null(outbox_next(outbox, 0));
	outbox_take(outbox, 0, 400, piece);
	assert_false(outbox_has_line(outbox, gone.serial));
	assert_int_equal(outbox_next_deferral_end(outbox), UINT64_MAX);
	assert_true(outbox_resend(outbox, &gone, "one", 400));
	gone.order = 3;
	assert_true(outbox_resend(outbox, &gone, "two and a half", 500));
	gone.order = 2;
	assert_true(outbox_resend(outbox, &gone, "two", 600));
	assert_true(outbox_stage(outbox, OUTBOX_TO_MEMBER, 7, "anna", SAYING("four")));
	assert_true(outbox_stage(outbox, OUTBOX_TO_MEMBER, 7, "luc", SAYING("meanwhile")));
	outbox_queue_staged(outbox, 0);
	assert_true(outbox_has_line(outbox, gone.serial));
	assert_int_equal(outbox_count_private(outbox, OUTBOX_TO_MEMBER, "anna"), 5);
	assert_string_equal(outbox_next(outbox, 0)->text, "meanwhile");
	outbox_take(outbox, 0, 400, piece);
	assert_false(outbox_has_ready(outbox));
	assert_null(outbox_next(outbox, 599));
	assert_int_equal(outbox_next_deferral_end(outbox), 600);
	for (size_t i = 0; i < 5; i++) {
		static const char *const texts[] = { "one", "two", "two and a half", "three",
			"four" };
		const struct outbox_line *line = outbox_next(outbox, 600);
		assert_non_null(line);
		assert_string_equal(line->text, texts[i]);
		assert_int_equal(line->send_kind, 7);
		outbox_take(outbox, 600, 400, piece);
	}
	assert_null(outbox_next(outbox, 600));
	assert_int_equal(outbox_lines(outbox), 0);
	gone = (struct outbox_resend){ OUTBOX_TO_CHANNEL, 1, "#t", 1, 1 };
	assert_true(outbox_resend(outbox, &gone, "lost", 700));
	outbox_drop_public(outbox, "#t");
	assert_int_equal(outbox_next_deferral_end(outbox), UINT64_MAX);
	assert_true(outbox_resend(outbox, &gone, "lost", 700));
	outbox_close(outbox);
}
