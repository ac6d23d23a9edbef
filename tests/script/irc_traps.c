/* irc_traps.c - tests of lines that once crashed or stalled libircclient. After each of them the
 * bot must answer a !ping in the channel and one in private. */
#include <sys/resource.h>
#include <unistd.h>

#include "tests/irc/duo.h"

DUO_CONNECTED(the_bot_survives_malformed_lines)
{
	static const char *const lines[] = { "NICK foo", "NOTICE x", "NOTICE", ":abc", ":", "001",
		"MODE", "MODE mitaines", ":irc.test MODE mitaines", ":irc.test MODE", "QUIT",
		":anna!a@host QUIT", "PART", ":luc!l@h PART", "JOIN", ":luc!l@h JOIN",
		":luc!l@h JOIN :", "KICK #mitaines", ":x KICK #mitaines", ":luc!l@h NICK",
		":luc!l@h NICK :", "PRIVMSG", "PRIVMSG #mitaines :x", ":luc!l@h PRIVMSG",
		":luc!l@h PRIVMSG #mitaines", ":luc!l@h PRIVMSG #mitaines :", "000",
		":irc.test 000 mitaines :x", "1234 x", "12 x", ":irc.test", ": 001 x", "@", "@a",
		"@a=b ", "@a=b :x", "  ", " :luc!l@h  PRIVMSG   #mitaines   :x", "PING",
		"PING :", "PONG", "CAP", "AUTHENTICATE +", "BATCH +x netsplit", ":irc.test 353",
		":irc.test 353 x", ":irc.test 353 mitaines = #mitaines",
		":irc.test 353 mitaines = #mitaines :", ":irc.test 366", ":irc.test 366 mitaines",
		":irc.test 433", ":irc.test 433 * mitaines :in use", ":irc.test 437 x",
		":irc.test 396 mitaines", ":irc.test 005", ":irc.test 005 mitaines",
		":irc.test 474 mitaines", ":irc.test 001 mitaines :again", ":irc.test 376", "TOPIC",
		"INVITE", "KILL mitaines", ":luc!l@h PRIVMSG #mitaines :\001",
		":luc!l@h PRIVMSG mitaines :\001\001",
		":x 353 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18" };
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		fake_says(&duo->fake, "%s", lines[i]);
		duo_ping(duo);
	}
}

DUO_CONNECTED(a_nick_that_begins_like_the_bots_nick_is_another_person)
{
	fake_says(&duo->fake, ":mitainesX!u@h JOIN #mitaines");
	fake_says(&duo->fake, ":mitainesX!u@h NICK :evil");
	duo_ping(duo);
	fake_says(&duo->fake, ":evil!u@h PRIVMSG evil :!ping not for us");
	fake_says(&duo->fake, ":evil!u@h PRIVMSG mitainesX :!ping not for us");
	duo_never_hears(duo, "not for us");
	duo_noted(duo, "renamed mitainesx evil");
	duo_ping(duo);
}

DUO_CONNECTED(the_bot_keeps_a_nick_that_the_server_forces_on_it)
{
	struct network *network = duo->pong.network;
	fake_says(&duo->fake, ":mitaines!~bot@host.test NICK :Guest123");
	duo_ping_as(duo, "Guest123");
	assert_string_equal(network->driver->self(network), "Guest123");
	fake_says(&duo->fake, ":Guest123!~bot@host.test NICK :mitaines");
	duo_ping(duo);
}

DUO_CASE(empty_lines_are_ignored)
{
	duo_reach(duo);
	fake_bytes(&duo->fake, "\r\n\r\n\n\n\r\r\n", 9);
	duo_hear(duo, "NICK mitaines");
	duo_enter(duo);
	duo_ping(duo);
	fake_bytes(&duo->fake, "\r\n", 2);
	duo_ping(duo);
}

DUO_CONNECTED(tags_are_accepted_up_to_the_limit)
{
	char tags[9001];
	memset(tags, 'x', sizeof tags - 1);
	tags[sizeof tags - 1] = '\0';
	fake_says(
		&duo->fake, "@time=2024-01-01T00:00:00Z :anna!a@h PRIVMSG #mitaines :!ping tagged");
	duo_hear(duo, "PRIVMSG #mitaines :pong tagged");
	fake_says(&duo->fake, "@a=%.2000s :anna!a@h PRIVMSG #mitaines :!ping more", tags);
	duo_hear(duo, "PRIVMSG #mitaines :pong more");
	fake_says(&duo->fake, "@a=%.8188s :anna!a@h PRIVMSG #mitaines :!ping most", tags);
	duo_hear(duo, "PRIVMSG #mitaines :pong most");
	fake_says(&duo->fake, "@a=%.8189s :anna!a@h PRIVMSG #mitaines :!ping too much", tags);
	duo_never_hears(duo, "too much");
	duo_ping(duo);
}

DUO_CONNECTED(the_bot_survives_long_lines)
{
	static const int lengths[] = { 400, 900, 950, 1000, 1021, 1022, 1023, 1024, 1025, 2048,
		9000, 9300, 15000 };
	char text[15001];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
		fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :%.*s", lengths[i], text);
		duo_ping(duo);
		fake_says(&duo->fake, ":%.*s PRIVMSG #mitaines :x", lengths[i], text);
		duo_ping(duo);
	}
	/* Send a megabyte without a line end. */
	for (int i = 0; i < 1024 * 1024 / 15000; i++)
		fake_bytes(&duo->fake, text, 15000);
	fake_bytes(&duo->fake, "\r\n", 2);
	duo_ping(duo);
}

/* Some servers relay longer lines than libircclient accepts. */
DUO_CONNECTED(lines_as_long_as_linelen_allows_are_answered)
{
	char text[1901], answer[2000];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	fake_says(&duo->fake, ":irc.test 005 mitaines LINELEN=2048 :are supported");
	fake_says(&duo->fake, "@time=2024-01-01T00:00:00Z :anna!a@h PRIVMSG #mitaines :!ping %s",
		text);
	snprintf(answer, sizeof answer, "PRIVMSG #mitaines :pong %s", text);
	duo_hear(duo, answer);
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping first");
	fake_says(&duo->fake, ":irc.test 353 mitaines = #mitaines :%s zoe", text);
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG #mitaines :!ping %s", text);
	duo_hear(duo, "PRIVMSG #mitaines :pong first");
	duo_hear(duo, answer);
	duo_noted(duo, "came zoe zoe\n");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001PING %s\001", text);
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping %s%s", text, text);
	duo_ping(duo);
}

DUO_CONNECTED(every_ping_is_answered)
{
	for (int i = 0; i < 500; i++)
		fake_says(&duo->fake, "PING :token%03d", i);
	duo_hear(duo, "PONG :token499");
	assert_int_equal(fake_count(&duo->fake, "PONG :token"), 500);
	fake_says(&duo->fake, ":irc.test PING irc.test mitaines");
	duo_hear(duo, "PONG :irc.test");
	duo_ping(duo);
}

DUO_CASE(percent_signs_in_names_and_texts_are_sent_unchanged)
{
	duo->settings.nick = "m%n%s%x";
	duo->settings.user = "%s%n";
	duo->settings.realname = "100 %s%n";
	duo->settings.password = "%n %s";
	duo_reach(duo);
	fake_says(&duo->fake, ":irc.test 421 * CAP :Unknown command");
	duo_hear(duo, "PASS :%n %s");
	duo_hear(duo, "NICK m%n%s%x");
	duo_hear(duo, "USER %s%n 0 * :100 %s%n");
	duo_welcome(duo, "m%n%s%x");
	duo_join(duo, "m%n%s%x");
	duo_ping_as(duo, "m%n%s%x");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping %%n%%s%%s%%s");
	duo_hear(duo, "PRIVMSG #mitaines :pong %n%s%s%s");
}

DUO_CONNECTED(ctcp_version_and_ping_are_answered)
{
	char text[901];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001VERSION\001");
	duo_hear(duo, "NOTICE anna :\001VERSION mitaines\001");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001PING 12 34\001");
	duo_hear(duo, "NOTICE anna :\001PING 12 34\001");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001TIME\001");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001FINGER\001");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :\001ACTION !ping\001");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001PING %s\001", text);
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001%s\001", text);
	fake_says(&duo->fake, ":anna!a@h NOTICE mitaines :\001VERSION\001");
	duo_never_hears(duo, "FINGER");
	assert_int_equal(fake_count(&duo->fake, "TIME"), 0);
	/* The bot answers only a few of many requests. */
	for (int i = 0; i < 100; i++)
		fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001VERSION\001");
	duo_ping(duo);
	assert_true(fake_count(&duo->fake, "VERSION") < 6);
}

DUO_CONNECTED(dcc_requests_are_ignored)
{
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001DCC SEND file 2130706433 9 100\001");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001DCC CHAT chat 2130706433 9\001");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :\001dcc send %%n%%s 1 1 1\001");
	duo_never_hears(duo, "DCC");
	duo_ping(duo);
}

/* libircclient uses select() and would abort at a descriptor beyond FD_SETSIZE. */
DUO_CASE(descriptors_beyond_fd_setsize_delay_the_connection)
{
	struct rlimit before, many = { .rlim_cur = 2048 };
	int held[1100], count = 0;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	many.rlim_max = before.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &many), 0);
	while (count < 1100 && (held[count] = dup(duo->log)) >= 0)
		count++;
	assert_int_equal(count, 1100);
	duo_open(duo);
	assert_false(fake_meets(&duo->fake, 100));
	while (count > 0)
		close(held[--count]);
	duo_connect(duo);
	duo_ping(duo);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

CASES_AROUND(duo_start, duo_stop)
