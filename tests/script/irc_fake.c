/* irc_fake.c - tests with a scripted server that does what a test cannot make a real server do: it
 * sends junk, is silent, does not read, renames or kicks people. */
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/state.h"
#include "tests/irc/duo.h"

/* The first half of a line, at the end of a connection, must not become a part of the next
 * connection's first line. */
DUO_CONNECTED(half_a_line_read_before_a_reconnect_is_dropped)
{
	fake_bytes(&duo->fake, ":anna!a@h PRIVMSG #mita", 23);
	fake_waits(&duo->fake, 5);
	fake_says(&duo->fake, "ines :!ping half");
	duo_hear(duo, "PRIVMSG #mitaines :pong half");
	fake_bytes(&duo->fake, ":anna!a@h PRIVMSG #mita", 23);
	fake_waits(&duo->fake, 5);
	fake_hang_up(&duo->fake);
	duo_connect(duo);
	duo_ping(duo);
	duo_noted(duo, "lost\n");
}

DUO_CONNECTED(malformed_lines_from_the_server_are_ignored)
{
	uint32_t dice = 2024;
	for (int i = 0; i < 200; i++) {
		char junk[512];
		for (size_t j = 0; j < sizeof junk; j++) {
			dice = dice * 1664525 + 1013904223;
			junk[j] = (char)(dice >> 24);
		}
		fake_bytes(&duo->fake, junk, sizeof junk);
		fake_bytes(&duo->fake, "\r\n", 2);
		if (i % 10 == 0)
			duo_ping(duo);
	}
	fake_bytes(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping a\0b\r\n", 40);
	fake_bytes(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping a\rQUIT\r\n", 43);
	duo_never_hears(duo, "pong a");
	duo_ping(duo);
}

DUO_CONNECTED(bytes_outside_utf8_are_read_as_latin1)
{
	fake_says(&duo->fake,
		":anna!a@h PRIVMSG #mitaines :!ping \xe9"
		"carter \xe2\x99\xa6 \xff");
	duo_hear(duo,
		"PRIVMSG #mitaines :pong \xc3\xa9"
		"carter \xe2\x99\xa6 \xc3\xbf");
	fake_says(&duo->fake,
		":anna!a@h PRIVMSG #mitaines :\x02!pi\xe2\x80\x8bng\x02 \x03"
		"04,12x\x03");
	duo_hear(duo, "PRIVMSG #mitaines :pong x");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping\xc2\xa0y");
	duo_hear(duo, "PRIVMSG #mitaines :pong y");
	fake_says(&duo->fake, ":\xc9mile!a@h PRIVMSG mitaines :!ping old");
	duo_hear(duo, "PRIVMSG \xc9mile :pong old");
	duo_noted(duo, "message %c9mile %c9mile - !ping old");
}

DUO_CONNECTED(the_bot_notes_joins_and_renames_of_people)
{
	struct network *network = duo->pong.network;
	struct sender sender;
	duo_noted(duo, "came anna anna\ncame luc luc\njoined #mitaines\n");
	fake_says(&duo->fake, ":eve!e@h JOIN :#MITAINES");
	fake_says(&duo->fake, ":anna!a@host NICK :away");
	fake_says(&duo->fake, ":eve!e@h NICK :Anna");
	fake_says(&duo->fake, ":thief!t@h JOIN #mitaines");
	fake_says(&duo->fake, ":thief!t@h PRIVMSG #mitaines :!ping");
	fake_says(&duo->fake, ":Anna!e@h PRIVMSG mitaines :!ping");
	duo_hear(duo, "PRIVMSG Anna :pong");
	duo_noted(duo,
		"came eve eve\nrenamed anna away\nrenamed eve Anna\ncame thief thief\n"
		"message thief thief #mitaines !ping\nmessage eve Anna - !ping\n");
	assert_true(network->driver->find_nick(network, "ANNA", &sender));
	assert_string_equal(sender.first, "eve");
	assert_string_equal(sender.mask, "Anna!e@h");
	assert_string_equal(sender.origin, "e@h");
	assert_string_equal(network->driver->nick(network, sender.key), "Anna");
	assert_false(network->driver->find_nick(network, "nobody", &sender));
	fake_says(&duo->fake, ":Anna!e@h PART #mitaines");
	fake_says(&duo->fake, ":irc.test KICK #mitaines thief :out");
	fake_says(&duo->fake, ":away!a@host QUIT :Ping timeout");
	fake_says(&duo->fake, ":anna!a@host JOIN #mitaines");
	fake_says(&duo->fake, ":anna!a@host QUIT :hub.irc.test leaf.irc.test");
	fake_says(&duo->fake, ":luc!l@h QUIT");
	fake_says(&duo->fake, ":anna!a@host JOIN #mitaines");
	duo_ping(duo);
	duo_noted(duo,
		"went eve Anna\nwent thief thief\nquit anna away\ncame anna anna\n"
		"split anna anna\nquit luc luc\ncame anna anna\n");
}

/* Real servers send these numerics if a person accepts no private messages. */
DUO_CONNECTED(a_refused_private_message_is_reported)
{
	fake_says(&duo->fake, ":irc.test 716 mitaines ANNA :is in +g mode (server-side ignore).");
	fake_says(&duo->fake, ":irc.test 717 mitaines anna :has been informed that you messaged.");
	fake_says(&duo->fake, ":irc.test 531 mitaines luc :You are not permitted to send to luc");
	fake_says(&duo->fake, ":irc.test 477 mitaines luc :You need to be identified");
	fake_says(&duo->fake, ":irc.test 486 mitaines anna :You must log in");
	fake_says(&duo->fake,
		":irc.test 486 mitaines :Cannot send to user (+b) -- You must identify to a "
		"registered nick to private message luc");
	fake_says(&duo->fake, ":irc.test 716 mitaines nobody :is in +g mode");
	fake_says(&duo->fake, ":irc.test 716 mitaines");
	duo_ping(duo);
	duo_noted(duo,
		"unheard 1 anna\nunheard 2 luc\nunheard 2 luc\nunheard 1 anna\n"
		"unheard 2 luc\n"
		"message anna anna");
}

DUO_CONNECTED(no_line_of_a_discarded_batch_is_sent)
{
	duo->pong.forgetful = true;
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping forget");
	duo_never_hears(duo, "forget");
	duo->pong.forgetful = false;
	duo_ping(duo);
}

DUO_CONNECTED(the_bot_rejoins_after_a_kick)
{
	fake_says(&duo->fake, ":anna!a@h KICK #mitaines mitaines :no bots");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping nobody there");
	duo_hear(duo, "JOIN #mitaines");
	fake_says(&duo->fake, ":irc.test 474 mitaines #mitaines :banned");
	duo_join(duo, "mitaines");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "nobody there"), 0);
	duo_noted(duo, "went anna anna\n");
	duo_noted(duo, "left #mitaines\n");
	duo_noted(duo,
		"joined #mitaines\nknown anna anna!a@host -\n"
		"message anna anna #mitaines !ping 1\n");
}

/* The bot says nothing in a channel where it cannot speak, until a mode changes. */
DUO_CASE(the_bot_is_silent_until_a_mode_allows_it_to_speak)
{
	duo->times.rejoin = DUO_PATIENCE * 4;
	duo_arrive(duo);
	fake_says(&duo->fake, ":irc.test 404 mitaines #mitaines :Cannot send to channel (+m)");
	fake_says(&duo->fake, ":anna!a@host PRIVMSG #mitaines :!ping vain");
	fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping one");
	duo_hear(duo, "PRIVMSG anna :pong one");
	duo_noted(duo, "left #mitaines\n");
	duo_noted(duo, "message anna anna #mitaines !ping vain\n");
	assert_null(strstr(duo->pong.diary, "went"));
	assert_int_equal(fake_count(&duo->fake, "pong vain"), 0);
	/* Any mode change lets the bot try again. Two refusals (404) of its lines count once. */
	fake_says(&duo->fake, ":anna!a@host MODE #mitaines -v mitaines");
	fake_says(&duo->fake, ":anna!a@host PRIVMSG #mitaines :!ping two");
	duo_hear(duo, "PRIVMSG #mitaines :pong two");
	fake_says(&duo->fake, ":irc.test 404 mitaines #mitaines :Cannot send to channel (+m)");
	fake_says(&duo->fake, ":irc.test 404 mitaines #mitaines :Cannot send to channel (+m)");
	fake_says(&duo->fake, ":anna!a@host MODE #mitaines -m");
	duo_ping(duo);
	duo_noted(duo, "!ping two\nleft #mitaines\njoined #mitaines\nmessage anna");
}

/* Services can silence the bot without a mode change that would end the silence, so the bot tries
 * again by itself. */
DUO_CONNECTED(the_bot_tries_to_speak_again_after_a_refusal)
{
	fake_says(&duo->fake, ":irc.test 404 mitaines #mitaines :Cannot send to channel");
	fake_says(&duo->fake, ":irc.test 404 mitaines #elsewhere :Cannot send to channel");
	fake_says(&duo->fake, ":irc.test 404 mitaines");
	while (strstr(duo->pong.diary, "left #mitaines\n") == NULL ||
		fake_count(&duo->fake, "pong heard") == 0) {
		fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping heard");
		fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :!ping there");
		duo_hear(duo, "PRIVMSG anna :pong there");
	}
}

DUO_CONNECTED(lines_about_a_channel_that_is_not_configured_are_ignored)
{
	fake_says(&duo->fake, ":mitaines!~bot@host.test JOIN #other");
	fake_says(&duo->fake, ":irc.test 353 mitaines = #other :@eve");
	fake_says(&duo->fake, ":irc.test 366 mitaines #other :End");
	duo_ping(duo);
	assert_null(strstr(duo->pong.diary, "eve"));
	assert_null(strstr(duo->pong.diary, "#other"));
}

DUO_CASE(the_bot_pings_a_silent_server_and_then_disconnects)
{
	duo->times.ping = 50;
	duo->fake.mute = true;
	duo_arrive(duo);
	duo_hear(duo, "PING :1");
	fake_says(&duo->fake, ":irc.test PONG irc.test :1");
	duo_ping(duo);
	duo_change(duo);
	duo_hear(duo, "PING :2");
	fake_says(&duo->fake, "x");
	duo_ping(duo);
	duo->times.dead = 100;
	duo_change(duo);
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	duo->times.dead = 90000;
	duo->fake.mute = false;
	duo_change(duo);
	duo_connect(duo);
	duo_ping(duo);
}

/* The numeric 451 after the welcome means that the server does not take the bot as registered. */
DUO_CASE(the_bot_disconnects_from_a_server_that_denies_the_registration)
{
	duo_reach(duo);
	duo_welcome(duo, "mitaines");
	duo_hear(duo, "JOIN #mitaines");
	fake_says(&duo->fake, ":irc.test 451 * JOIN :You have not registered");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	duo_connect(duo);
	duo_ping(duo);
}

/* Disables all timeouts, so that the bot notices nothing but the end of the connection itself. */
static void never_ask(struct duo *duo)
{
	duo->times.ping = duo->times.dead = duo->times.registration = 100 * DUO_PATIENCE;
	duo->times.retry_least = duo->times.retry_most = 10;
}

DUO_CASE(the_bot_reconnects_after_a_reset_before_the_welcome)
{
	never_ask(duo);
	duo_open(duo);
	for (int i = 0; i < 100; i++) {
		assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
		fake_says(&duo->fake, "NOTICE * :Looking up your host");
		if (i % 2 == 0)
			duo_hear(duo, "NICK mitaines");
		fake_reset(&duo->fake);
	}
	duo_connect(duo);
	duo_ping(duo);
}

/* Returns the number of connections that the bot has not closed. */
static unsigned open_wires(const struct duo *duo)
{
	unsigned count = 0;
	for (unsigned i = 0; i < duo->fake.world.wires; i++)
		count += !duo->fake.world.wire[i]->closed;
	return count;
}

/* The bot writes to connections that the server has closed. That must not end the bot, and no
 * connection may stay open. */
DUO_CONNECTED(no_connection_stays_open_if_the_server_closes_while_the_bot_sends)
{
	for (int i = 0; i < 20; i++) {
		for (int j = 0; j < 100; j++)
			fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping to nobody");
		fake_hang_up(&duo->fake);
		duo_connect(duo);
	}
	duo_ping(duo);
	assert_int_equal(open_wires(duo), 1);
}

/* The server does not read, while people send the bot more pings than it can answer. Once the
 * server reads again, no answer is missing. */
DUO_CONNECTED(no_line_is_lost_if_the_server_does_not_read_for_a_while)
{
	char filler[301], last[64];
	int asked = 0, most = 50000;
	memset(filler, 'x', sizeof filler - 1);
	filler[sizeof filler - 1] = '\0';
	fake_deafen(&duo->fake, true);
	for (; asked < most; asked++) {
		fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping %d %s", asked, filler);
		if (asked % 100 == 0)
			fake_waits(&duo->fake, 1);
		/* Once the bot stops reading, send 2000 more lines: buffers on the way take
		 * many. */
		if (duo->pong.irc->network.input_paused && most == 50000)
			most = asked + 2000;
	}
	assert_true(duo->pong.irc->network.input_paused);
	assert_in_range(outbox_lines(duo->pong.irc->outgoing->outbox), 1000, 1100);
	fake_deafen(&duo->fake, false);
	snprintf(last, sizeof last, "PRIVMSG #mitaines :pong %d ", asked - 1);
	assert_non_null(fake_hears(&duo->fake, last, DUO_PATIENCE));
	assert_int_equal(fake_count(&duo->fake, "PRIVMSG #mitaines :pong "), asked + 1);
	duo_ping(duo);
}

static void keep_busy(struct duo *duo, int lines)
{
	duo->settings.common.pace.burst = 2;
	duo->settings.common.pace.per_second = 0.1;
	duo_arrive(duo);
	for (int i = 0; i < lines; i++)
		fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping %03d", i);
}

/* Too many lines in the channel make the bot stop reading, but it still answers the server's PING.
 * No line is lost. */
DUO_CASE(pings_are_answered_while_reading_is_stopped)
{
	keep_busy(duo, 3000);
	fake_says(&duo->fake, "PING :now");
	duo_hear(duo, "PONG :now");
	duo_logs(duo, "the send queue is full: ignoring people until it is shorter");
	assert_true(duo->pong.irc->network.input_paused);
	assert_in_range(outbox_lines(duo->pong.irc->outgoing->outbox), 900, 1100);
}

/* The bot handles a refusal (404) before the lines of people that came earlier and still wait. */
DUO_CASE(a_refused_channel_is_noticed_while_many_lines_wait)
{
	keep_busy(duo, 1100);
	fake_says(&duo->fake, ":irc.test 404 mitaines #mitaines :Cannot send");
	duo_logs(duo, "cannot speak in #mitaines");
}

DUO_CASE(lines_that_wait_are_dropped_when_the_connection_is_lost)
{
	duo->settings.common.pace.burst = 1;
	duo->settings.common.pace.per_second = 2;
	duo_arrive(duo);
	for (int i = 0; i < 10; i++)
		fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :!ping old %d", i);
	assert_non_null(fake_hears(&duo->fake, "pong old 0", DUO_PATIENCE));
	fake_hang_up(&duo->fake);
	duo_connect(duo);
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping new");
	assert_non_null(fake_hears(&duo->fake, "pong new", DUO_PATIENCE));
	assert_int_equal(fake_count(&duo->fake, "old"), 0);
}

DUO_CASE(lines_that_wait_are_dropped_when_the_bot_leaves_their_channel)
{
	duo->settings.common.pace.burst = 2;
	duo->settings.common.pace.per_second = 20;
	duo_arrive(duo);
	for (int i = 0; i < 10; i++)
		fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping old %d", i);
	fake_says(&duo->fake, ":anna!a@h KICK #mitaines mitaines :quiet");
	duo_join(duo, "mitaines");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping new");
	assert_non_null(fake_hears(&duo->fake, "pong new", DUO_PATIENCE));
	assert_true(fake_count(&duo->fake, "old") < 4);
}

DUO_CASE(lines_that_wait_are_dropped_when_the_bot_cannot_speak)
{
	keep_busy(duo, 1000);
	assert_non_null(fake_hears(&duo->fake, "pong 000", DUO_PATIENCE));
	fake_says(&duo->fake, ":irc.test 404 mitaines #mitaines :Cannot send to channel (+m)");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines -m");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :!ping new");
	assert_non_null(fake_hears(&duo->fake, "pong new", DUO_PATIENCE));
	assert_null(strstr(duo->fake.heard.bytes, "pong 999"));
}

DUO_CONNECTED(the_bot_sends_quit_only_once)
{
	assert_false(pong_is_gone(&duo->pong));
	pong_quit(&duo->pong, "until next time");
	pong_quit(&duo->pong, "twice");
	duo_hear(duo, "QUIT :until next time");
	assert_false(pong_is_gone(&duo->pong));
	fake_hang_up(&duo->fake);
	assert_false(fake_meets(&duo->fake, 100));
	assert_true(pong_is_gone(&duo->pong));
}

/* An operator removes the network from the configuration, reloads it, and puts the network back. */
DUO_CONNECTED(a_network_that_is_removed_and_added_again_reconnects)
{
	pong_quit(&duo->pong, "bye");
	duo_hear(duo, "QUIT :bye");
	duo_change(duo);
	fake_hang_up(&duo->fake);
	duo_connect(duo);
	duo_noted(duo, "lost\n");
	duo_ping(duo);
}

DUO_CASE(the_bot_closes_the_connection_if_quit_is_not_answered)
{
	duo->times.leave = 30;
	duo_arrive(duo);
	pong_quit(&duo->pong, "bye");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	assert_true(pong_is_gone(&duo->pong));
}

DUO_CASE(quitting_before_the_welcome_closes_the_connection)
{
	duo_reach(duo);
	pong_quit(&duo->pong, "bye");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	fake_waits(&duo->fake, 5);
	assert_true(pong_is_gone(&duo->pong));
}

CASES_AROUND(duo_start, duo_stop)
