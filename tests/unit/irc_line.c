/* irc_line.c - lines are parsed, checked for libircclient, and written again */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/net/irc/link.h"
#include "tests/cases.h"

static char bytes[20000];

static bool take(const char *text, struct irc_line *line)
{
	snprintf(bytes, sizeof bytes, "%s", text);
	return irc_line_read(bytes, line);
}

CASE(a_line_is_split_into_its_parts)
{
	struct irc_line line;
	assert_true(take("@a=1;b :anna!a@h privmsg  #c   :hello  you ", &line));
	assert_string_equal(line.source, "anna!a@h");
	assert_string_equal(line.command, "PRIVMSG");
	assert_int_equal(line.code, 0);
	assert_int_equal(line.params, 2);
	assert_string_equal(line.param[0], "#c");
	assert_string_equal(line.param[1], "hello  you ");
	assert_true(take(":irc.test 353 me = #c :@anna +luc", &line));
	assert_int_equal(line.code, 353);
	assert_int_equal(line.params, 4);
	assert_true(take("PING", &line));
	assert_null(line.source);
	assert_int_equal(line.params, 0);
	assert_true(take("PING :", &line));
	assert_int_equal(line.params, 1);
	assert_string_equal(line.param[0], "");
	assert_true(take("X 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", &line));
	assert_int_equal(line.params, IRC_LINE_PARAMS);
	assert_string_equal(line.param[14], "15");
}

CASE(malformed_lines_are_refused)
{
	static const char *const none[] = { "", " ", ":", ":abc", ": PRIVMSG a :b", "@tags",
		"@tags ", "000 me", "12 me", "1234 me", "PRIV-MSG a :b", "\xc3\x89 a", ":a\x01",
		"@ @ PING", ":a :b PING" };
	struct irc_line line;
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		if (take(none[i], &line))
			fail_msg("taken as a line: %s", none[i]);
}

CASE(the_length_of_a_line_is_limited)
{
	struct irc_line line;
	char text[IRC_LINE_TAGS + IRC_LINE_TEXT + 20];
	memset(text, 'x', sizeof text);
	memcpy(text, "PING :", 6);
	text[IRC_LINE_TEXT] = '\0';
	assert_true(take(text, &line));
	text[IRC_LINE_TEXT] = 'x';
	text[IRC_LINE_TEXT + 1] = '\0';
	assert_false(take(text, &line));
	memset(text, 'x', sizeof text);
	text[0] = '@';
	memcpy(text + IRC_LINE_TAGS, " PING :x", 9);
	assert_true(take(text, &line));
	text[IRC_LINE_TAGS] = 'x';
	memcpy(text + IRC_LINE_TAGS + 1, " PING :x", 9);
	assert_false(take(text, &line));
}

CASE(lines_that_libircclient_cannot_handle_are_refused)
{
	static const char *const fit[] = { ":a PRIVMSG b :c", ":a PRIVMSG b :\001ACTION x\001",
		":a PRIVMSG b :\001\001", ":a PRIVMSG b :", ":a JOIN #c", ":a QUIT", ":a NICK b",
		":a KICK #c b", ":a PART #c", "001 a", ":irc.test 376 a :x" };
	static const char *const unfit[] = { "NICK foo", "NOTICE x", "NOTICE", "001", "MODE",
		"MODE bot", ":a MODE bot", "QUIT", "PRIVMSG a :b", ":a PRIVMSG b",
		":a PRIVMSG b :\001", ":a KICK #c", ":a PRIVMSG b :\001DCC SEND x 1 2 3\001",
		":a PRIVMSG b :\001dcc CHAT chat 1 2\001", "PING x", ":a INVITE b #c", ":a JOIN",
		":a NICK", ":a TOPIC #c :x", ":a NOTICE b :c", ":a CTCP x", ":a ACTION x",
		":a ACCOUNT", ":a CHGHOST b", ":irc.test 005 a x=y :z", ":irc.test 353 a #c",
		":irc.test 366 a", ":irc.test 404 a", ":a PRIV b :c" };
	struct irc_line line;
	for (size_t i = 0; i < sizeof fit / sizeof fit[0]; i++)
		if (!take(fit[i], &line) || !irc_dispatch_needs_parser(&line))
			fail_msg("not fit: %s", fit[i]);
	for (size_t i = 0; i < sizeof unfit / sizeof unfit[0]; i++)
		if (take(unfit[i], &line) && irc_dispatch_needs_parser(&line))
			fail_msg("fit: %s", unfit[i]);
}

CASE(a_line_that_is_read_and_written_again_is_unchanged)
{
	struct irc_line line;
	char out[64];
	assert_true(take("@t=1  :a!b@c   privmsg   #d   e", &line));
	assert_int_equal(irc_line_write(&line, out, sizeof out), 22);
	assert_string_equal(out, ":a!b@c PRIVMSG #d :e\r\n");
	assert_true(take(":a QUIT", &line));
	irc_line_write(&line, out, sizeof out);
	assert_string_equal(out, ":a QUIT :\r\n");
	assert_true(take("353 1 2 3 4 5 6 7 8 9 10 11 12", &line));
	irc_line_write(&line, out, sizeof out);
	assert_string_equal(out, "353 1 2 3 4 5 6 7 8 9 :10\r\n");
	assert_true(take(":a PRIVMSG b :c", &line));
	assert_int_equal(irc_line_write(&line, out, 18), 17);
	assert_int_equal(irc_line_write(&line, out, 17), 0);
}

CASE(valid_and_invalid_nicks_are_distinguished)
{
	char nick[8];
	assert_true(irc_line_nick("anna!a@h", nick, sizeof nick));
	assert_string_equal(nick, "anna");
	assert_true(irc_line_nick("anna@h.test", nick, sizeof nick));
	assert_string_equal(nick, "anna");
	assert_true(irc_line_nick("anna", nick, sizeof nick));
	assert_false(irc_line_nick("irc.tes", nick, sizeof nick));
	assert_false(irc_line_nick("!a@h", nick, sizeof nick));
	assert_false(irc_line_nick("12345678!a@h", nick, sizeof nick));
}

/* Any bytes are written as a line that parses to the same parts. */
CASE(a_line_read_from_any_bytes_is_safe)
{
	static const char alphabet[] = " :@!#PRIVMSGJOINQUIT0123456789\001\x80\xff";
	uint32_t dice = 99;
	size_t lines = 0, fit = 0;
	for (int i = 0; i < 300000; i++) {
		struct irc_line line, again;
		char text[64], out[1100];
		size_t length;
		dice = dice * 1664525 + 1013904223;
		length = dice >> 26;
		for (size_t j = 0; j < length; j++) {
			dice = dice * 1664525 + 1013904223;
			text[j] = alphabet[(dice >> 16) % (sizeof alphabet - 1)];
		}
		text[length] = '\0';
		if (i % 2 == 0)
			memcpy(text, ":a JOIN ", length < 8 ? 0 : 8);
		if (!take(text, &line))
			continue;
		lines++;
		fit += irc_line_is_parser_safe(&line);
		assert_true(irc_line_write(&line, out, sizeof out) > 2);
		out[strlen(out) - 2] = '\0';
		assert_true(irc_line_read(out, &again));
		assert_string_equal(again.command, line.command);
		assert_int_equal(again.code, line.code);
		if (line.params > 0 && line.params <= 10)
			assert_string_equal(
				again.param[line.params - 1], line.param[line.params - 1]);
	}
	assert_true(lines > 10000 && fit > 1000);
}
