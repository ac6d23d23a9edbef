/* irc_window.c - the limit of unconfirmed bytes sent to a server */

#include "bot/net/irc/window.h"
#include "tests/cases.h"

/* Sends lines of this length until the window is full. Returns their number. */
static size_t fill(struct irc_window *window, size_t bytes)
{
	size_t lines = 0;
	for (; irc_window_has_room(window) && lines < 10000; lines++)
		irc_window_count_lines(window, 1, bytes);
	return lines;
}

/* Lets the server confirm all lines after this many milliseconds. */
static void take(struct irc_window *window, uint64_t milliseconds)
{
	static const char *const digits[] = { "1", "2", "3", "4", "5", "6", "7", "8", "9" };
	uint64_t question = irc_window_count_ping(window, 1000);
	assert_in_range(question, 1, 9);
	assert_true(irc_window_handle_pong(window, digits[question - 1], 1000 + milliseconds));
}

CASE(the_send_window_holds_a_burst_including_the_ping)
{
	struct irc_window window = irc_window_new(8, 1);
	assert_int_equal(fill(&window, 20), 7);
	assert_int_equal(fill(&window, 20), 0);
	take(&window, 5);
	assert_int_equal(fill(&window, 20), 7);
	window = irc_window_new(1, 1);
	assert_int_equal(fill(&window, 20), 1);
}

/* The unconfirmed bytes, with 20 for the ping, stay below the limit of ircu, for lines of any
 * length. */
CASE(the_send_window_has_as_many_bytes_as_the_strictest_server_allows)
{
	for (size_t bytes = 1; bytes <= 512; bytes++) {
		struct irc_window window = irc_window_new(1000, 1);
		assert_true(fill(&window, bytes) * bytes + 20 < 1000);
		take(&window, 5);
		assert_true(fill(&window, bytes) * bytes + 20 < 1000);
	}
}

CASE(an_answer_to_a_ping_does_not_confirm_lines_sent_after_it)
{
	struct irc_window window = irc_window_new(8, 1);
	fill(&window, 20);
	irc_window_count_ping(&window, 0);
	irc_window_count_lines(&window, 3, 60);
	assert_true(irc_window_handle_pong(&window, "1", 5));
	assert_int_equal(fill(&window, 20), 4);
}

CASE(only_the_first_pong_to_the_last_ping_counts)
{
	struct irc_window window = irc_window_new(8, 1);
	assert_false(irc_window_handle_pong(&window, "0", 5));
	irc_window_count_ping(&window, 0);
	irc_window_count_ping(&window, 0);
	assert_false(irc_window_handle_pong(&window, "1", 5));
	assert_false(irc_window_handle_pong(&window, "", 5));
	assert_false(irc_window_handle_pong(&window, "02", 5));
	assert_true(irc_window_handle_pong(&window, "2", 5));
	assert_false(irc_window_handle_pong(&window, "2", 5));
}

CASE(the_send_window_is_larger_for_a_quick_server)
{
	struct irc_window window = irc_window_new(1000, 1);
	irc_window_kind(&window, "InspIRCd-3");
	assert_true(fill(&window, 100) < 10);
	for (int i = 0; i < 6; i++)
		take(&window, 5);
	assert_in_range(fill(&window, 100), 30, 80);
	take(&window, 6000);
	assert_true(fill(&window, 100) < 10);
}

CASE(a_ping_is_needed_when_the_send_window_is_full)
{
	struct irc_window window = irc_window_new(8, 1);
	assert_false(irc_window_needs_ping(&window, true));
	irc_window_count_lines(&window, 6, 60);
	assert_false(irc_window_needs_ping(&window, false));
	irc_window_count_lines(&window, 1, 10);
	assert_true(irc_window_needs_ping(&window, false));
	irc_window_count_ping(&window, 0);
	assert_false(irc_window_needs_ping(&window, false));
}

CASE(a_ping_is_needed_when_the_window_is_half_full_and_no_line_waits)
{
	struct irc_window window = irc_window_new(8, 1);
	irc_window_count_lines(&window, 3, 30);
	assert_false(irc_window_needs_ping(&window, true));
	irc_window_count_lines(&window, 1, 10);
	assert_true(irc_window_needs_ping(&window, true));
	irc_window_set_rate(&window, 8, 0);
	assert_false(irc_window_needs_ping(&window, true));
}

CASE(an_answer_to_a_ping_confirms_the_lines_sent_before_it)
{
	struct irc_window window = irc_window_new(8, 1);
	irc_window_count_lines(&window, 3, 90);
	irc_window_count_ping(&window, 0);
	irc_window_count_lines(&window, 2, 40);
	assert_true(irc_window_handle_pong(&window, "1", 5));
	assert_int_equal(window.confirmed.lines, 3);
	assert_int_equal(window.confirmed.bytes, 90);
	irc_window_count_ping(&window, 10);
	assert_true(irc_window_handle_pong(&window, "2", 15));
	assert_int_equal(window.confirmed.lines, 2);
}

/* These are the versions as servers report them. */
CASE(tolerant_servers_are_recognized_by_version)
{
	static const char *const versions[] = { "InspIRCd-3", "UnrealIRCd-6.1.8.1",
		"ircd-hybrid-1:8.2.43+dfsg.1-1", "solanum-1.0-dev", "ngircd-26.1" };
	for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
		struct irc_window window = irc_window_new(1000, 1);
		irc_window_kind(&window, versions[i]);
		assert_true(window.bytes_limit > IRC_WINDOW_BYTES_MIN);
	}
}

CASE(unknown_servers_count_as_strict)
{
	struct irc_window window = irc_window_new(1000, 1);
	irc_window_kind(&window, "u2.10.12.10");
	assert_int_equal(window.bytes_limit, IRC_WINDOW_BYTES_MIN);
	assert_false(window.counts_pings);
	irc_window_kind(&window, "InspIRCd-3");
	assert_true(window.counts_pings);
}

CASE(the_send_window_has_no_limit_without_a_pace)
{
	struct irc_window window = irc_window_new(8, 0);
	assert_int_equal(fill(&window, 500), 10000);
	irc_window_set_rate(&window, 0, 1);
	take(&window, 5);
	assert_int_equal(fill(&window, 20), 1);
}
