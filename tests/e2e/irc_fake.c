/*
 * irc_fake.c - an IRC network against a server that does what servers must not: every trap known of
 * libircclient and some more, each followed by a !ping that must be answered, in the channel and in
 * private.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <utf8proc.h>

#include "bot/irc_state.h"
#include "tests/irc/fake.h"
#include "tests/irc/pong.h"

enum { PATIENCE = 5000 };

static const char *const channels[] = { "#mitaines" };

static const struct irc_times times = {
	.ping = 45000,
	.dead = 90000,
	.registration = 60000,
	.retry_least = 10,
	.retry_most = 50,
	.stable = 60000,
	.rejoin = 10,
	.regain = 60000,
	.leave = 1000,
};

/* A bot and its server, on one loop. */
struct scene {
	struct loop *loop;
	int log;
	struct pong pong;
	struct fake fake;
	struct irc_settings settings;
	struct irc_times times;
	int pings;
};

/* ---- the ordinary course of things ---- */

static void hear(struct scene *scene, const char *line)
{
	const char *heard = fake_hears(&scene->fake, line, PATIENCE);

	if (heard == NULL)
		fail_msg("never heard: %s", line);
	assert_string_equal(heard, line);
}

static void never_hear(struct scene *scene, const char *part)
{
	const char *heard = fake_hears(&scene->fake, part, 50);

	if (heard != NULL)
		fail_msg("heard: %s", heard);
}

static void join(struct scene *scene, const char *nick)
{
	hear(scene, "JOIN #mitaines");
	fake_says(&scene->fake, ":%s!~bot@host.test JOIN :#mitaines", nick);
	fake_says(&scene->fake, ":irc.test 353 %s = #mitaines :%s @anna +luc", nick, nick);
	fake_says(&scene->fake, ":irc.test 366 %s #mitaines :End of NAMES list", nick);
}

static void welcome(struct scene *scene, const char *nick)
{
	fake_says(&scene->fake, ":irc.test 001 %s :Welcome", nick);
	fake_says(&scene->fake,
		":irc.test 005 %s A B=2 C=3 D=4 E=5 F=6 G=7 H=8 I=9 J=10 NICKLEN=30 K= "
		"CASEMAPPING=ascii :are supported",
		nick);
	fake_says(&scene->fake, ":irc.test 422 %s :no MOTD", nick);
}

static void connect_bot(struct scene *scene)
{
	assert_true(fake_meets(&scene->fake, PATIENCE));
	hear(scene, "NICK mitaines");
	hear(scene, "USER mitaines 0 * :mitaines");
	welcome(scene, "mitaines");
	join(scene, "mitaines");
}

/* The bot is alive, tells channel and private apart, and answers at once. */
static void ping_as(struct scene *scene, const char *nick)
{
	char answer[100];
	int number = ++scene->pings;

	fake_says(&scene->fake, ":anna!a@host PRIVMSG #mitaines :!ping %d", number);
	snprintf(answer, sizeof answer, "PRIVMSG #mitaines :pong %d", number);
	hear(scene, answer);
	fake_says(&scene->fake, ":anna!a@host PRIVMSG %s :!ping private %d", nick, number);
	snprintf(answer, sizeof answer, "PRIVMSG anna :pong private %d", number);
	hear(scene, answer);
}

static void ping(struct scene *scene)
{
	ping_as(scene, "mitaines");
}

static void diary(const struct scene *scene, const char *part)
{
	if (strstr(scene->pong.diary, part) == NULL)
		fail_msg("not in the diary: %s\n%s", part, scene->pong.diary);
}

/* ---- scenes ---- */

static void open_bot(struct scene *scene)
{
	assert_null(irc_settings_fault(&scene->settings));
	assert_true(pong_open(&scene->pong, scene->loop, &scene->settings, scene->log));
}

static int make(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);

	*state = scene;
	scene->loop = loop_open();
	scene->log = open("/dev/null", O_WRONLY);
	scene->times = times;
	if (!fake_open(&scene->fake, scene->loop))
		return -1;
	scene->settings = (struct irc_settings){ .name = "fake",
		.host = "127.0.0.1",
		.port = (unsigned)scene->fake.port,
		.nick = "mitaines",
		.channel = channels,
		.channels = 1,
		.burst = 8,
		.times = &scene->times };
	return 0;
}

/* With a bot that is in its channel. */
static int make_connected(void **state)
{
	if (make(state) != 0)
		return -1;
	open_bot(*state);
	connect_bot(*state);
	ping(*state);
	return 0;
}

static int end(void **state)
{
	struct scene *scene = *state;

	pong_close(&scene->pong);
	fake_close(&scene->fake);
	loop_close(scene->loop);
	close(scene->log);
	free(scene);
	return 0;
}

static int start(void **state)
{
	(void)state;
	return link_start(false) ? 0 : -1;
}

static int stop(void **state)
{
	(void)state;
	link_stop();
	return 0;
}

/* ---- libircclient's traps ---- */

static void test_lines_that_crash_or_stall_it(void **state)
{
	static const char *const lines[] = { "NICK foo", "NOTICE x", "NOTICE", ":abc", ":", "001",
		"MODE", "MODE mitaines", ":irc.test MODE mitaines", ":irc.test MODE", "QUIT",
		":anna!a@host QUIT", "PART", ":luc!l@h PART", "JOIN", ":luc!l@h JOIN",
		":luc!l@h JOIN :", "KICK #mitaines", ":x KICK #mitaines", ":luc!l@h NICK",
		":luc!l@h NICK :", "PRIVMSG", "PRIVMSG #mitaines :x", ":luc!l@h PRIVMSG",
		":luc!l@h PRIVMSG #mitaines", ":luc!l@h PRIVMSG #mitaines :", "000",
		":irc.test 000 mitaines :x", "1234 x", "12 x", ":irc.test", ": 001 x", "@", "@a",
		"@a=b ", "@a=b :x", "  ", " :luc!l@h  PRIVMSG   #mitaines   :x", "PING",
		"PING :", "PONG", "ERROR", "CAP", "AUTHENTICATE +", "BATCH +x netsplit",
		":irc.test 353", ":irc.test 353 x", ":irc.test 353 mitaines = #mitaines",
		":irc.test 353 mitaines = #mitaines :", ":irc.test 366", ":irc.test 366 mitaines",
		":irc.test 433", ":irc.test 433 * mitaines :in use", ":irc.test 437 x",
		":irc.test 396 mitaines", ":irc.test 005", ":irc.test 005 mitaines",
		":irc.test 474 mitaines", ":irc.test 001 mitaines :again", ":irc.test 376", "TOPIC",
		"INVITE", "KILL mitaines", ":luc!l@h PRIVMSG #mitaines :\001",
		":luc!l@h PRIVMSG mitaines :\001\001" };
	struct scene *scene = *state;

	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		fake_says(&scene->fake, "%s", lines[i]);
		ping(scene);
	}
}

static void test_somebody_whose_nick_begins_like_the_bots(void **state)
{
	struct scene *scene = *state;

	fake_says(&scene->fake, ":mitainesX!u@h JOIN #mitaines");
	fake_says(&scene->fake, ":mitainesX!u@h NICK :evil");
	ping(scene);
	fake_says(&scene->fake, ":evil!u@h PRIVMSG evil :!ping not for us");
	fake_says(&scene->fake, ":evil!u@h PRIVMSG mitainesX :!ping not for us");
	never_hear(scene, "not for us");
	diary(scene, "renamed mitainesx evil");
	ping(scene);
}

static void test_another_nick_before_the_welcome(void **state)
{
	struct scene *scene = *state;

	open_bot(scene);
	assert_true(fake_meets(&scene->fake, PATIENCE));
	hear(scene, "NICK mitaines");
	fake_says(&scene->fake, ":irc.test 433 * mitaines :in use");
	hear(scene, "NICK mitaines_");
	fake_says(&scene->fake, ":irc.test 433 * mitaines_ :in use");
	hear(scene, "NICK mitaines__");
	welcome(scene, "mitaines__");
	join(scene, "mitaines__");
	ping_as(scene, "mitaines__");
	/* The nick is free again. */
	fake_says(&scene->fake, ":mitaines!x@y QUIT :gone");
	hear(scene, "NICK mitaines");
	fake_says(&scene->fake, ":mitaines__!~bot@host.test NICK :mitaines");
	ping(scene);
}

static void test_no_nick_at_all(void **state)
{
	struct scene *scene = *state;

	open_bot(scene);
	assert_true(fake_meets(&scene->fake, PATIENCE));
	for (int i = 0; i < 9; i++) {
		assert_non_null(fake_hears(&scene->fake, "NICK ", PATIENCE));
		fake_says(&scene->fake, ":irc.test 433 * x :in use");
	}
	assert_true(fake_left(&scene->fake, PATIENCE));
	connect_bot(scene);
	ping(scene);
}

static void test_the_server_gives_another_nick(void **state)
{
	struct scene *scene = *state;
	struct network *network = irc_network(scene->pong.irc);

	fake_says(&scene->fake, ":mitaines!~bot@host.test NICK :Guest123");
	ping_as(scene, "Guest123");
	assert_string_equal(network->driver->self(network), "Guest123");
	fake_says(&scene->fake, ":Guest123!~bot@host.test NICK :mitaines");
	ping(scene);
}

static void test_empty_lines_first(void **state)
{
	struct scene *scene = *state;

	open_bot(scene);
	assert_true(fake_meets(&scene->fake, PATIENCE));
	fake_bytes(&scene->fake, "\r\n\r\n\n\n\r\r\n", 9);
	hear(scene, "NICK mitaines");
	welcome(scene, "mitaines");
	join(scene, "mitaines");
	ping(scene);
	fake_bytes(&scene->fake, "\r\n", 2);
	ping(scene);
}

static void test_tags(void **state)
{
	struct scene *scene = *state;
	char tags[9001];

	memset(tags, 'x', sizeof tags - 1);
	tags[sizeof tags - 1] = '\0';
	fake_says(&scene->fake,
		"@time=2024-01-01T00:00:00Z :anna!a@h PRIVMSG #mitaines :!ping tagged");
	hear(scene, "PRIVMSG #mitaines :pong tagged");
	fake_says(&scene->fake, "@a=%.2000s :anna!a@h PRIVMSG #mitaines :!ping more", tags);
	hear(scene, "PRIVMSG #mitaines :pong more");
	fake_says(&scene->fake, "@a=%.8188s :anna!a@h PRIVMSG #mitaines :!ping most", tags);
	hear(scene, "PRIVMSG #mitaines :pong most");
	fake_says(&scene->fake, "@a=%.8189s :anna!a@h PRIVMSG #mitaines :!ping too much", tags);
	never_hear(scene, "too much");
	ping(scene);
}

static void test_long_lines(void **state)
{
	struct scene *scene = *state;
	static const int lengths[] = { 400, 900, 950, 1000, 1021, 1022, 1023, 1024, 1025, 2048,
		9000, 9300, 15000 };
	char text[15001];

	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
		fake_says(&scene->fake, ":anna!a@h PRIVMSG #mitaines :%.*s", lengths[i], text);
		ping(scene);
		fake_says(&scene->fake, ":%.*s PRIVMSG #mitaines :x", lengths[i], text);
		ping(scene);
	}
	/* A megabyte without an end. */
	for (int i = 0; i < 1024 * 1024 / 15000; i++)
		fake_bytes(&scene->fake, text, 15000);
	fake_bytes(&scene->fake, "\r\n", 2);
	ping(scene);
}

static void test_pings_are_never_lost(void **state)
{
	struct scene *scene = *state;

	for (int i = 0; i < 500; i++)
		fake_says(&scene->fake, "PING :token%03d", i);
	hear(scene, "PONG :token499");
	assert_int_equal(fake_count(&scene->fake, "PONG :token"), 500);
	fake_says(&scene->fake, ":irc.test PING irc.test mitaines");
	hear(scene, "PONG :irc.test");
	ping(scene);
}

static void test_percent_signs(void **state)
{
	struct scene *scene = *state;

	scene->settings.nick = "m%n%s%x";
	scene->settings.user = "%s%n";
	scene->settings.realname = "100 %s%n";
	scene->settings.password = "%n %s";
	open_bot(scene);
	assert_true(fake_meets(&scene->fake, PATIENCE));
	hear(scene, "PASS :%n %s");
	hear(scene, "NICK m%n%s%x");
	hear(scene, "USER %s%n 0 * :100 %s%n");
	welcome(scene, "m%n%s%x");
	join(scene, "m%n%s%x");
	ping_as(scene, "m%n%s%x");
	fake_says(&scene->fake, ":anna!a@h PRIVMSG #mitaines :!ping %%n%%s%%s%%s");
	hear(scene, "PRIVMSG #mitaines :pong %n%s%s%s");
}

static void test_ctcp(void **state)
{
	struct scene *scene = *state;
	char text[901];

	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	fake_says(&scene->fake, ":anna!a@h PRIVMSG mitaines :\001VERSION\001");
	hear(scene, "NOTICE anna :\001VERSION mitaines\001");
	fake_says(&scene->fake, ":anna!a@h PRIVMSG mitaines :\001PING 12 34\001");
	hear(scene, "NOTICE anna :\001PING 12 34\001");
	fake_says(&scene->fake, ":anna!a@h PRIVMSG mitaines :\001TIME\001");
	fake_says(&scene->fake, ":anna!a@h PRIVMSG mitaines :\001FINGER\001");
	fake_says(&scene->fake, ":anna!a@h PRIVMSG #mitaines :\001ACTION !ping\001");
	fake_says(&scene->fake, ":anna!a@h PRIVMSG mitaines :\001PING %s\001", text);
	fake_says(&scene->fake, ":anna!a@h PRIVMSG mitaines :\001%s\001", text);
	fake_says(&scene->fake, ":anna!a@h NOTICE mitaines :\001VERSION\001");
	never_hear(scene, "FINGER");
	assert_int_equal(fake_count(&scene->fake, "TIME"), 0);
	/* Not for every request in a flood of them. */
	for (int i = 0; i < 100; i++)
		fake_says(&scene->fake, ":anna!a@h PRIVMSG mitaines :\001VERSION\001");
	ping(scene);
	assert_true(fake_count(&scene->fake, "VERSION") < 6);
}

static void test_dcc(void **state)
{
	struct scene *scene = *state;

	fake_says(
		&scene->fake, ":anna!a@h PRIVMSG mitaines :\001DCC SEND file 2130706433 9 100\001");
	fake_says(&scene->fake, ":anna!a@h PRIVMSG mitaines :\001DCC CHAT chat 2130706433 9\001");
	fake_says(&scene->fake, ":anna!a@h PRIVMSG mitaines :\001dcc send %%n%%s 1 1 1\001");
	never_hear(scene, "DCC");
	ping(scene);
}

static void test_many_parameters(void **state)
{
	struct scene *scene = *state;
	struct network *network = irc_network(scene->pong.irc);
	char folded[NETWORK_CHANNEL];

	network->driver->fold(network, "#A[", folded);
	assert_string_equal(folded, "#a[");
	fake_says(&scene->fake, ":x 353 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18");
	ping(scene);
}

/* ---- what else servers do ---- */

/* A connection that ends in the middle of a line must not spoil the next one. */
static void test_a_half_line_before_a_reconnect(void **state)
{
	struct scene *scene = *state;

	fake_bytes(&scene->fake, ":anna!a@h PRIVMSG #mita", 23);
	fake_waits(&scene->fake, 5);
	fake_says(&scene->fake, "ines :!ping half");
	hear(scene, "PRIVMSG #mitaines :pong half");
	fake_bytes(&scene->fake, ":anna!a@h PRIVMSG #mita", 23);
	fake_waits(&scene->fake, 5);
	fake_hang_up(&scene->fake);
	connect_bot(scene);
	ping(scene);
	diary(scene, "lost\n");
}

static void test_byte_by_byte(void **state)
{
	struct scene *scene = *state;
	const char line[] = ":anna!a@h PRIVMSG #mitaines :!ping slowly\r\n";

	for (size_t i = 0; i < sizeof line - 1; i++) {
		fake_bytes(&scene->fake, line + i, 1);
		fake_waits(&scene->fake, 1);
	}
	hear(scene, "PRIVMSG #mitaines :pong slowly");
}

static void test_junk(void **state)
{
	struct scene *scene = *state;
	uint32_t dice = 2024;

	for (int i = 0; i < 200; i++) {
		char junk[512];

		for (size_t j = 0; j < sizeof junk; j++) {
			dice = dice * 1664525 + 1013904223;
			junk[j] = (char)(dice >> 24);
		}
		fake_bytes(&scene->fake, junk, sizeof junk);
		fake_bytes(&scene->fake, "\r\n", 2);
		if (i % 10 == 0)
			ping(scene);
	}
	fake_bytes(&scene->fake, ":anna!a@h PRIVMSG #mitaines :!ping a\0b\r\n", 40);
	fake_bytes(&scene->fake, ":anna!a@h PRIVMSG #mitaines :!ping a\rQUIT\r\n", 43);
	never_hear(scene, "pong a");
	ping(scene);
}

/* Lines that almost are some of the protocol. */
static void test_junk_of_the_protocol(void **state)
{
	static const char *const words[] = { ":anna!a@h", ":irc.test", ":luc", "@t=1", "PRIVMSG",
		"JOIN", "PART", "KICK", "NICK", "QUIT", "353", "366", "433", "005", "MODE",
		"#mitaines", "mitaines", "anna", "luc", ":", "", ":\001PING x\001",
		"CASEMAPPING=rfc7613", "NICKLEN=1", "=", ":@a +b", "\xff\xfe" };
	struct scene *scene = *state;
	size_t count = sizeof words / sizeof words[0];
	uint32_t dice = 4711;

	for (int i = 0; i < 20000; i++) {
		char line[400];
		size_t length = 0;

		for (int j = 0; j < 6; j++) {
			const char *word;

			dice = dice * 1664525 + 1013904223;
			word = words[(dice >> 16) % count];
			length += (size_t)snprintf(line + length, sizeof line - length, "%s%s",
				j > 0 ? " " : "", word);
			/* The bot is not to be renamed or thrown out by this. */
			if (j == 0 && word[0] != ':')
				break;
		}
		if (strstr(line, "KICK #mitaines mitaines") == NULL &&
			strncmp(line, ":mitaines", 9) != 0)
			fake_says(&scene->fake, "%s", line);
	}
	ping(scene);
}

static void test_bytes_that_are_not_utf8(void **state)
{
	struct scene *scene = *state;

	fake_says(&scene->fake,
		":anna!a@h PRIVMSG #mitaines :!ping \xe9"
		"carter \xe2\x99\xa6 \xff");
	hear(scene,
		"PRIVMSG #mitaines :pong \xc3\xa9"
		"carter \xe2\x99\xa6 \xc3\xbf");
	fake_says(&scene->fake,
		":anna!a@h PRIVMSG #mitaines :\x02!pi\xe2\x80\x8bng\x02 \x03"
		"04,12x\x03");
	hear(scene, "PRIVMSG #mitaines :pong x");
	fake_says(&scene->fake, ":\xc9mile!a@h PRIVMSG mitaines :!ping old");
	hear(scene, "PRIVMSG \xc9mile :pong old");
	diary(scene, "message \xc3\x89mile \xc3\x89mile - !ping old");
}

/* As the server relays it: `:nick!user@host PRIVMSG target :text` and CR LF in 512 bytes. */
static void test_long_answers_are_cut(void **state)
{
	struct scene *scene = *state;
	size_t around = strlen(":mitaines!~bot@host.test PRIVMSG #mitaines :\r\n");
	char text[900] = "", heard[1200] = "";
	const char *line;

	for (int i = 0; i < 220; i++)
		strncat(text, "\xe2\x99\xa6", 4);
	fake_says(&scene->fake, ":anna!a@h PRIVMSG #mitaines :!ping %s", text);
	while (strlen(heard) < strlen(text)) {
		line = fake_hears(&scene->fake, "PRIVMSG #mitaines :", PATIENCE);
		assert_non_null(line);
		line += strlen("PRIVMSG #mitaines :");
		assert_true(strlen(line) + around <= 512);
		if (strcmp(line, "pong") == 0)
			continue;
		assert_int_equal(strlen(line) % 3, 0);
		strncat(heard, line, sizeof heard - strlen(heard) - 1);
	}
	assert_string_equal(heard, text);
	assert_int_equal(fake_count(&scene->fake, "\xe2\x99\xa6\r\n"), 2);
}

static void test_people(void **state)
{
	struct scene *scene = *state;
	struct network *network = irc_network(scene->pong.irc);

	diary(scene, "came anna anna\ncame luc luc\njoined #mitaines\n");
	fake_says(&scene->fake, ":eve!e@h JOIN :#MITAINES");
	fake_says(&scene->fake, ":anna!a@host NICK :away");
	fake_says(&scene->fake, ":eve!e@h NICK :Anna");
	fake_says(&scene->fake, ":thief!t@h JOIN #mitaines");
	fake_says(&scene->fake, ":thief!t@h PRIVMSG #mitaines :!ping");
	fake_says(&scene->fake, ":Anna!e@h PRIVMSG mitaines :!ping");
	hear(scene, "PRIVMSG Anna :pong");
	diary(scene,
		"came eve eve\nrenamed anna away\nrenamed eve Anna\ncame thief thief\n"
		"message thief thief #mitaines !ping\nmessage eve Anna - !ping\n");
	assert_string_equal(network->driver->nick(network, "anna"), "away");
	assert_string_equal(network->driver->key(network, "ANNA"), "eve");
	assert_null(network->driver->key(network, "nobody"));
	fake_says(&scene->fake, ":Anna!e@h PART #mitaines");
	fake_says(&scene->fake, ":irc.test KICK #mitaines thief :out");
	fake_says(&scene->fake, ":away!a@host QUIT :Ping timeout");
	fake_says(&scene->fake, ":anna!a@host JOIN #mitaines");
	ping(scene);
	diary(scene, "went eve Anna\nwent thief thief\nwent anna away\ncame anna anna\n");
}

static void test_a_stranger_is_known_for_the_turn(void **state)
{
	struct scene *scene = *state;
	struct network *network = irc_network(scene->pong.irc);

	fake_says(&scene->fake, ":zoe!z@h PRIVMSG mitaines :!ping me");
	hear(scene, "PRIVMSG zoe :pong me");
	assert_null(network->driver->nick(network, "zoe"));
	assert_null(network->driver->key(network, "zoe"));
	assert_null(strstr(scene->pong.diary, "came zoe"));
	/* Nor can anybody speak to the bot in channels it is not in, or as a server. */
	fake_says(&scene->fake, ":zoe!z@h PRIVMSG #other :!ping no");
	fake_says(&scene->fake, ":zoe!z@h PRIVMSG @#mitaines :!ping no");
	fake_says(&scene->fake, ":zoe!z@h PRIVMSG $*.test :!ping no");
	fake_says(&scene->fake, ":irc.test PRIVMSG mitaines :!ping no");
	fake_says(&scene->fake, ":mitaines!~bot@host.test PRIVMSG #mitaines :!ping no");
	never_hear(scene, "pong no");
	ping(scene);
}

static void test_a_forgotten_turn_says_nothing(void **state)
{
	struct scene *scene = *state;

	scene->pong.forgetful = true;
	fake_says(&scene->fake, ":anna!a@h PRIVMSG #mitaines :!ping forget");
	never_hear(scene, "forget");
	scene->pong.forgetful = false;
	ping(scene);
}

static void test_kicked(void **state)
{
	struct scene *scene = *state;

	fake_says(&scene->fake, ":anna!a@h KICK #mitaines mitaines :no bots");
	fake_says(&scene->fake, ":anna!a@h PRIVMSG #mitaines :!ping nobody there");
	hear(scene, "JOIN #mitaines");
	fake_says(&scene->fake, ":irc.test 474 mitaines #mitaines :banned");
	join(scene, "mitaines");
	ping(scene);
	assert_int_equal(fake_count(&scene->fake, "nobody there"), 0);
	diary(scene, "went anna anna\n");
	diary(scene, "joined #mitaines\nmessage anna anna #mitaines !ping 1\n");
}

static void test_somewhere_else(void **state)
{
	struct scene *scene = *state;

	fake_says(&scene->fake, ":mitaines!~bot@host.test JOIN #other");
	fake_says(&scene->fake, ":irc.test 353 mitaines = #other :@eve");
	fake_says(&scene->fake, ":irc.test 366 mitaines #other :End");
	ping(scene);
	assert_null(strstr(scene->pong.diary, "eve"));
	assert_null(strstr(scene->pong.diary, "#other"));
}

static void test_a_silent_server(void **state)
{
	struct scene *scene = *state;

	scene->times.ping = 40;
	scene->times.dead = 80;
	open_bot(scene);
	connect_bot(scene);
	hear(scene, "PING :fake");
	fake_says(&scene->fake, ":irc.test PONG irc.test :fake");
	hear(scene, "PING :fake");
	fake_says(&scene->fake, "x");
	ping(scene);
	hear(scene, "PING :fake");
	assert_true(fake_left(&scene->fake, PATIENCE));
	connect_bot(scene);
	ping(scene);
}

static void test_a_server_that_never_welcomes(void **state)
{
	struct scene *scene = *state;

	scene->times.registration = 50;
	open_bot(scene);
	assert_true(fake_meets(&scene->fake, PATIENCE));
	hear(scene, "NICK mitaines");
	for (int i = 0; i < 1000 && scene->fake.fd >= 0; i++) {
		fake_says(&scene->fake, "NOTICE * :still looking up your host");
		fake_waits(&scene->fake, 2);
	}
	assert_int_equal(scene->fake.fd, -1);
	scene->times.registration = 60000;
	connect_bot(scene);
	ping(scene);
}

static void test_thrown_out(void **state)
{
	struct scene *scene = *state;

	for (int i = 0; i < 5; i++) {
		fake_says(&scene->fake, "ERROR :Closing link: (K-lined %%n\001)");
		fake_hang_up(&scene->fake);
		connect_bot(scene);
		ping(scene);
	}
}

/* Whoever cannot be written to any more is not written to, and ends nobody. */
static void test_closed_while_speaking(void **state)
{
	struct scene *scene = *state;

	for (int i = 0; i < 20; i++) {
		for (int j = 0; j < 100; j++)
			fake_says(&scene->fake, ":anna!a@h PRIVMSG #mitaines :!ping to nobody");
		fake_hang_up(&scene->fake);
		connect_bot(scene);
	}
	ping(scene);
}

/* Asks more than the bot can say while nobody listens; then listens: nothing is lost. */
static void test_a_server_that_does_not_read(void **state)
{
	struct scene *scene = *state;
	char filler[301], last[64];
	int asked = 0, most = 50000;

	memset(filler, 'x', sizeof filler - 1);
	filler[sizeof filler - 1] = '\0';
	fake_deafen(&scene->fake, true);
	for (; asked < most; asked++) {
		fake_says(&scene->fake, ":anna!a@h PRIVMSG #mitaines :!ping %d %s", asked, filler);
		if (asked % 100 == 0)
			fake_waits(&scene->fake, 1);
		/* Some more for what lies between. */
		if (scene->pong.irc->held && most == 50000)
			most = asked + 2000;
	}
	assert_true(scene->pong.irc->held);
	assert_in_range(outbox_lines(scene->pong.irc->outbox), 1000, 1100);
	fake_deafen(&scene->fake, false);
	snprintf(last, sizeof last, "PRIVMSG #mitaines :pong %d ", asked - 1);
	assert_non_null(fake_hears(&scene->fake, last, PATIENCE));
	assert_int_equal(fake_count(&scene->fake, "PRIVMSG #mitaines :pong "), asked + 1);
	ping(scene);
}

/* A slow pace holds the reading up, but not the answer to PING; and nothing is lost. */
static void test_alive_while_busy(void **state)
{
	struct scene *scene = *state;

	scene->settings.burst = 2;
	scene->settings.per_second = 20;
	open_bot(scene);
	connect_bot(scene);
	for (int i = 0; i < 700; i++)
		fake_says(&scene->fake, ":anna!a@h PRIVMSG #mitaines :!ping %03d", i);
	fake_says(&scene->fake, "PING :now");
	assert_non_null(fake_hears(&scene->fake, "PONG :now", 1000));
	assert_true(fake_count(&scene->fake, ":pong ") < 100);
	assert_true(scene->pong.irc->held);
	assert_in_range(outbox_lines(scene->pong.irc->outbox), 500, 700);
}

static void test_paced(void **state)
{
	struct scene *scene = *state;
	uint64_t began, took;

	scene->settings.burst = 3;
	scene->settings.per_second = 50;
	open_bot(scene);
	connect_bot(scene);
	fake_waits(&scene->fake, 100);
	began = loop_now(scene->loop);
	for (int i = 0; i < 13; i++)
		fake_says(&scene->fake, ":anna!a@h PRIVMSG #mitaines :!ping %02d", i);
	hear(scene, "PRIVMSG #mitaines :pong 02");
	assert_true(loop_now(scene->loop) - began < 100);
	hear(scene, "PRIVMSG #mitaines :pong 12");
	took = loop_now(scene->loop) - began;
	assert_in_range(took, 195, 2000);
}

static void test_goodbye(void **state)
{
	struct scene *scene = *state;

	assert_false(irc_gone(scene->pong.irc));
	irc_quit(scene->pong.irc, "until next time");
	irc_quit(scene->pong.irc, "twice");
	hear(scene, "QUIT :until next time");
	assert_false(irc_gone(scene->pong.irc));
	fake_hang_up(&scene->fake);
	assert_false(fake_meets(&scene->fake, 100));
	assert_true(irc_gone(scene->pong.irc));
}

static void test_goodbye_to_a_server_that_stays(void **state)
{
	struct scene *scene = *state;

	scene->times.leave = 30;
	open_bot(scene);
	connect_bot(scene);
	irc_quit(scene->pong.irc, "bye");
	assert_true(fake_left(&scene->fake, PATIENCE));
	assert_true(irc_gone(scene->pong.irc));
}

static void test_goodbye_before_the_welcome(void **state)
{
	struct scene *scene = *state;

	open_bot(scene);
	assert_true(fake_meets(&scene->fake, PATIENCE));
	irc_quit(scene->pong.irc, "bye");
	assert_true(fake_left(&scene->fake, PATIENCE));
	fake_waits(&scene->fake, 5);
	assert_true(irc_gone(scene->pong.irc));
}

/* ---- settings ---- */

static void fault(const struct scene *scene, bool is)
{
	assert_int_equal(irc_settings_fault(&scene->settings) != NULL, is);
}

static void test_settings(void **state)
{
	static const char *const twice[] = { "#a", "#a" };
	static const char *const wrong[] = { "", "mitaines", "#a b", "#a,b", "#a\r", "#a\x07",
		"#\xff" };
	static const char *const nicks[] = { "", "a b", "a!b", "a@b", ":a", "a\n", "irc.test",
		"\xff" };
	struct scene *scene = *state;

	fault(scene, false);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		scene->settings.channel = &wrong[i];
		fault(scene, true);
	}
	scene->settings.channel = twice;
	scene->settings.channels = 2;
	fault(scene, true);
	scene->settings.channels = 1;
	for (size_t i = 0; i < sizeof nicks / sizeof nicks[0]; i++) {
		scene->settings.nick = nicks[i];
		fault(scene, true);
	}
	scene->settings.nick = "mitaines";
	scene->settings.realname = "two\nlines";
	fault(scene, true);
	scene->settings.realname = NULL;
	scene->settings.password = "x\rQUIT";
	fault(scene, true);
	scene->settings.password = NULL;
	scene->settings.port = 0;
	fault(scene, true);
	scene->settings.port = 65536;
	fault(scene, true);
	scene->settings.port = 6667;
	scene->settings.host = "http://host/";
	fault(scene, true);
	scene->settings.host = "::1";
	fault(scene, false);
	open_bot(scene);
}

/* Nobody listens: the bot tries again, later each time. */
static void test_nobody_there(void **state)
{
	struct scene *scene = *state;

	scene->settings.host = "host.invalid";
	open_bot(scene);
	fake_waits(&scene->fake, 50);
	assert_int_equal(scene->fake.fd, -1);
}

#define fresh(test)     cmocka_unit_test_setup_teardown(test, make, end)
#define connected(test) cmocka_unit_test_setup_teardown(test, make_connected, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		connected(test_lines_that_crash_or_stall_it),
		connected(test_somebody_whose_nick_begins_like_the_bots),
		fresh(test_another_nick_before_the_welcome),
		fresh(test_no_nick_at_all),
		connected(test_the_server_gives_another_nick),
		fresh(test_empty_lines_first),
		connected(test_tags),
		connected(test_long_lines),
		connected(test_pings_are_never_lost),
		fresh(test_percent_signs),
		connected(test_ctcp),
		connected(test_dcc),
		connected(test_many_parameters),
		connected(test_a_half_line_before_a_reconnect),
		connected(test_byte_by_byte),
		connected(test_junk),
		connected(test_junk_of_the_protocol),
		connected(test_bytes_that_are_not_utf8),
		connected(test_long_answers_are_cut),
		connected(test_people),
		connected(test_a_stranger_is_known_for_the_turn),
		connected(test_a_forgotten_turn_says_nothing),
		connected(test_kicked),
		connected(test_somewhere_else),
		fresh(test_a_silent_server),
		fresh(test_a_server_that_never_welcomes),
		connected(test_thrown_out),
		connected(test_closed_while_speaking),
		connected(test_a_server_that_does_not_read),
		fresh(test_alive_while_busy),
		fresh(test_paced),
		connected(test_goodbye),
		fresh(test_goodbye_to_a_server_that_stays),
		fresh(test_goodbye_before_the_welcome),
		fresh(test_settings),
		fresh(test_nobody_there),
	};

	return cmocka_run_group_tests(tests, start, stop);
}
