/* irc_flood.c - tests with many lines to a slow server, which stalls and disconnects clients with
 * too many unread bytes. The bot must stay connected, and no line may be lost. */
#include "tests/irc/duo.h"
#include "tests/simulate/world.h"

/* QUEUE: unread bytes after which some servers disconnect a client (Excess Flood). */
enum { CHANNELS = 60, MUCH = 1500, QUEUE = 1024 };

/* All JOIN commands together exceed the server's buffer, so the bot sends them as the server
 * reads. */
DUO_CASE(many_join_commands_fit_the_buffer_of_a_slow_server)
{
	static char names[CHANNELS][64];
	static const char *list[CHANNELS];
	for (int i = 0; i < CHANNELS; i++) {
		snprintf(names[i], sizeof names[i], "#%02d.a-channel-with-a-rather-long-name", i);
		list[i] = names[i];
	}
	duo->settings.common.pace.burst = 8;
	duo->settings.common.pace.per_second = 100;
	duo->settings.common.channels.item = (char **)list;
	duo->settings.common.channels.count = CHANNELS;
	duo->times.rejoin = DUO_PATIENCE;
	duo->times.retry_most = DUO_PATIENCE;
	duo_open(duo);
	duo_offer(duo, "");
	duo_hear(duo, "CAP END");
	duo->fake.mute = true;
	fake_says(&duo->fake, ":irc.test 001 mitaines :Welcome");
	fake_says(&duo->fake, ":irc.test 376 mitaines :End of MOTD");
	while (fake_count(&duo->fake, names[CHANNELS - 1]) == 0) {
		size_t taken = duo->fake.heard.length;
		const char *ping = fake_hears(&duo->fake, "PING :", DUO_PATIENCE);
		assert_non_null(ping);
		fake_waits(&duo->fake, 1000);
		assert_in_range(duo->fake.heard.length - taken, 0, QUEUE);
		fake_says(&duo->fake, ":irc.test PONG irc.test %s", strchr(duo->fake.line, ':'));
	}
	for (int i = 0; i < CHANNELS; i++)
		assert_int_equal(fake_count(&duo->fake, names[i]), 1);
}

/* A NICK counts as several lines in servers' rate limits, so the bot sends it only when the server
 * has read all other lines. */
DUO_CASE(the_bot_regains_its_nick_once_the_server_has_read_all_lines)
{
	char number[16];
	size_t count;
	duo->settings.common.pace.burst = 8;
	duo->settings.common.pace.per_second = 100;
	duo->times.regain = 500;
	duo_open(duo);
	duo_offer(duo, "");
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, ":irc.test 433 * mitaines :Nickname is already in use");
	duo_hear(duo, "NICK mitaines_");
	duo_welcome(duo, "mitaines_");
	duo_join(duo, "mitaines_");
	duo_ping_as(duo, "mitaines_");
	duo->fake.mute = true;
	fake_says(&duo->fake, ":anna!a@host PRIVMSG #mitaines :!ping x");
	duo_hear(duo, "PRIVMSG #mitaines :pong x");
	snprintf(number, sizeof number, "%s",
		strchr(fake_hears(&duo->fake, "PING :", DUO_PATIENCE), ':') + 1);
	count = fake_count(&duo->fake, "NICK mitaines\r\n");
	fake_waits(&duo->fake, 1500);
	assert_int_equal(fake_count(&duo->fake, "NICK mitaines\r\n"), count);
	fake_says(&duo->fake, ":irc.test PONG irc.test :%s", number);
	duo_hear(duo, "NICK mitaines");
}

DUO_CASE(at_most_one_burst_of_lines_is_sent_after_a_stall)
{
	duo->settings.common.pace.burst = 4;
	duo->settings.common.pace.per_second = 100;
	duo_arrive(duo);
	duo_ping(duo);
	duo->fake.mute = true;
	for (int i = 0; i < 50; i++)
		fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping %d.", i);
	assert_non_null(fake_hears(&duo->fake, "PRIVMSG anna :pong ", DUO_PATIENCE));
	fake_waits(&duo->fake, 1000);
	assert_in_range(fake_count(&duo->fake, "PRIVMSG anna :pong "), 1, 1 + 4);
}

static const struct network_events *quick;

/* Handles a message, and lets three seconds pass, as a batch may take on a busy disk. */
static void handle_slowly(
	struct network *network, const struct sender *sender, const char *channel, const char *text)
{
	world()->now += 3000;
	quick->message(network, sender, channel, text);
}

DUO_CASE(lines_after_a_long_batch_count_from_when_they_are_sent)
{
	duo->settings.common.pace.burst = 8;
	duo->settings.common.pace.per_second = 1;
	duo_arrive(duo);
	fake_waits(&duo->fake, 20000);
	quick = duo->pong.network->events;
	struct network_events slow = *quick;
	slow.message = handle_slowly;
	duo->pong.network->events = &slow;
	for (int i = 1; i <= 3; i++)
		fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping %d.", i);
	assert_non_null(fake_hears(&duo->fake, "PRIVMSG anna :pong 3.", DUO_PATIENCE));
	duo->pong.network->events = quick;
	for (int i = 0; i < 9; i++)
		fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping 1%d.", i);
	fake_waits(&duo->fake, 500);
	assert_in_range(fake_count(&duo->fake, "PRIVMSG anna :pong "), 3, 8);
}

/* Sets up a test: a bot with a rate limit has joined its channel. */
static int pace(void **state)
{
	duo_make(state);
	struct duo *duo = *state;
	duo->settings.common.pace.burst = 4;
	duo->settings.common.pace.per_second = 100;
	duo_arrive(duo);
	return 0;
}

#define PACED_CASE(name) CASE_WITH(name, struct duo *duo, pace, duo_end)

/* The bot finds a PONG among its unread input even if many JOINs are before it. */
PACED_CASE(the_bot_notices_a_pong_behind_many_joins)
{
	duo->fake.mute = true;
	for (int i = 0; i < MUCH; i++)
		fake_says(&duo->fake, ":anna!a@host PRIVMSG #mitaines :!ping %d.", i);
	for (int i = 0; i < MUCH; i++)
		fake_says(&duo->fake, ":p%d!p@somewhere.far.away JOIN #mitaines", i);
	duo_hear(duo, "PING :1");
	assert_non_null(fake_hears(&duo->fake, "PRIVMSG #mitaines :pong ", DUO_PATIENCE));
	fake_waits(&duo->fake, 1000);
	assert_in_range(fake_count(&duo->fake, "PRIVMSG #mitaines :pong "), 1, 4);
	fake_says(&duo->fake, ":irc.test PONG irc.test :1");
	duo_hear(duo, "PING :2");
}

/* On some servers a person can send the bot a PONG, which must not count as the server's. */
DUO_CASE(only_an_answer_of_the_server_confirms_sent_lines)
{
	duo->settings.common.pace.burst = 4;
	duo->settings.common.pace.per_second = 100;
	duo->fake.mute = true;
	duo_arrive(duo);
	for (int i = 0; i < 20; i++)
		fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping %d.", i);
	duo_hear(duo, "PING :1");
	fake_says(&duo->fake, ":anna!a@host PONG anna :1");
	fake_says(&duo->fake, ":irc.test PONG irc.test :2");
	fake_says(&duo->fake, ":irc.test PONG");
	duo_never_hears(duo, "PING :2");
	fake_says(&duo->fake, ":irc.test PONG irc.test :1");
	duo_hear(duo, "PING :2");
}

/* The bot counts sent lines as unconfirmed until the server answers a PING sent after them: they
 * would be lost with the connection. */
PACED_CASE(sent_lines_are_unconfirmed_until_the_server_answers_a_ping)
{
	struct network *network = duo->pong.network;
	struct network_status before, after;
	duo->fake.mute = true;
	network->driver->status(network, &before);
	assert_int_equal(before.sent, before.confirmed);
	for (int i = 0; i < 20; i++)
		fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping %d.", i);
	duo_hear(duo, "PING :1");
	fake_says(&duo->fake, ":irc.test PONG irc.test :1");
	duo_hear(duo, "PING :2");
	network->driver->status(network, &before);
	assert_true(before.sent > before.confirmed);
	fake_says(&duo->fake, ":irc.test PONG irc.test :2");
	duo_hear(duo, "PING :3");
	network->driver->status(network, &after);
	assert_int_equal(after.confirmed, before.sent);
	assert_true(after.sent > after.confirmed);
}

/* The server still sends lines but answers no PING, so the bot must try a new connection. */
DUO_CASE(the_bot_disconnects_from_a_server_that_never_answers)
{
	duo->settings.common.pace.burst = 4;
	duo->settings.common.pace.per_second = 100;
	duo->times.dead = 200;
	duo->fake.mute = true;
	duo_arrive(duo);
	for (int i = 0; i < 20; i++)
		fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping %d.", i);
	for (int i = 0; i < 10000 && duo->fake.wire != NULL; i++) {
		fake_says(&duo->fake, ":irc.test NOTICE mitaines :still there");
		fake_waits(&duo->fake, 5);
	}
	assert_null(duo->fake.wire);
}

CASES_AROUND(duo_start, duo_stop)
