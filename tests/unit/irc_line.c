/* irc_line.c - lines are parsed, checked for libircclient, and made events by it */
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
		":a PRIVMSG b :\001\001", ":a PRIVMSG b :", ":a JOIN #c", ":a QUIT :", ":a NICK b",
		":a KICK #c b", ":a PART #c", "001 a", ":irc.test 376 a :x" };
	static const char *const unfit[] = { "NICK foo", "NOTICE x", "NOTICE", "001", "MODE",
		"MODE bot", ":a MODE bot", "QUIT", "PRIVMSG a :b", ":a PRIVMSG b",
		":a PRIVMSG b :\001", ":a KICK #c", ":a PRIVMSG b :\001DCC SEND x 1 2 3\001",
		":a PRIVMSG b :\001dcc CHAT chat 1 2\001", "PING x", ":a INVITE b #c", ":a JOIN",
		":a NICK", ":a TOPIC #c :x", ":a NOTICE b :c", ":a CTCP x", ":a ACTION x",
		":a ACCOUNT", ":a CHGHOST b", ":a  JOIN #c", ":a PRIVMSG b  :c", ":a QUIT",
		":irc.test 005 a x=y :z", ":irc.test 353 a #c", ":irc.test 366 a",
		":irc.test 404 a", ":a PRIV b :c" };
	struct irc_line line;
	for (size_t i = 0; i < sizeof fit / sizeof fit[0]; i++)
		if (!take(fit[i], &line) || !irc_dispatch_needs_parser(&line))
			fail_msg("not fit: %s", fit[i]);
	for (size_t i = 0; i < sizeof unfit / sizeof unfit[0]; i++)
		if (take(unfit[i], &line) && irc_dispatch_needs_parser(&line))
			fail_msg("fit: %s", unfit[i]);
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

/* Compares an event of libircclient with the parts that line.c found. */
static void compare(void *context, struct irc_line *event)
{
	const struct irc_line **line = context;
	const struct irc_line *read = *line;
	assert_int_equal(event->code, read->code);
	if (strcmp(event->command, "CTCP") != 0 && strcmp(event->command, "ACTION") != 0) {
		assert_string_equal(event->command, read->command);
		assert_int_equal(event->params, read->params < 10 ? read->params : 10);
		for (size_t i = 0; i < event->params; i++)
			assert_string_equal(event->param[i], read->param[i]);
	}
	if (read->source != NULL)
		assert_string_equal(event->source, read->source);
	*line = NULL;
}

CASE(libircclient_splits_any_safe_line_as_the_bot_does)
{
	static const char alphabet[] = " :@!#PRIVMSGJOINQUIT0123456789\001\x80\xff";
	static const char *const starts[] = { "", ":a JOIN ", ":a PRIVMSG b :", ":a KICK ",
		"353 " };
	const struct irc_line *read = NULL;
	const char *reason;
	struct irc_parser *parser = irc_parser_open(compare, &read, &reason);
	uint32_t dice = 99;
	size_t fit = 0, bypassed = 0;
	for (int i = 0; i < 100000; i++) {
		struct irc_line line;
		char text[80];
		size_t length = (size_t)snprintf(text, sizeof text, "%s", starts[i % 5]);
		dice = dice * 1664525 + 1013904223;
		for (size_t end = length + (dice >> 26); length < end; length++) {
			dice = dice * 1664525 + 1013904223;
			text[length] = alphabet[(dice >> 16) % (sizeof alphabet - 1)];
		}
		text[length] = '\0';
		if (!take(text, &line))
			continue;
		if (!irc_dispatch_needs_parser(&line)) {
			bypassed += irc_line_can_bypass(&line);
			continue;
		}
		fit++;
		read = &line;
		assert_true(irc_parser_add(parser, &line) && irc_parser_flush(parser));
		assert_null(read);
	}
	irc_parser_close(parser);
	assert_true(fit > 10000 && bypassed > 1000);
}
