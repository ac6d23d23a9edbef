/* irc_hostile.c - tests with servers that try to hold the bot for ever or to fill its memory. The
 * bot must disconnect, reconnect after growing delays, and bound its memory. */
#include <stdlib.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "bot/net/irc/roster.h"
#include "tests/irc/duo.h"

/* Sends the same bytes again and again until the bot disconnects. */
static void until_left(struct duo *duo, const char *bytes, size_t length)
{
	for (int i = 0; i < 20000 && duo->fake.wire != NULL; i++) {
		fake_bytes(&duo->fake, bytes, length);
		fake_waits(&duo->fake, 1);
	}
	assert_null(duo->fake.wire);
}

/* Connects a bot with short timeouts, and sends it the same bytes until it disconnects. */
static void until_dead(struct duo *duo, const char *bytes, size_t length)
{
	duo->times.ping = 50;
	duo->times.dead = 150;
	duo->fake.mute = true;
	duo_change(duo);
	until_left(duo, bytes, length);
	duo->fake.mute = false;
	duo->times.ping = 45000;
	duo->times.dead = 90000;
	duo_change(duo);
}

/* The server sends single bytes that never complete a line. */
DUO_CASE(a_server_that_sends_single_bytes_and_no_line_times_out)
{
	duo_arrive(duo);
	until_dead(duo, "x", 1);
	duo_connect(duo);
	duo_ping(duo);
}

DUO_CASE(an_endless_line_times_out)
{
	static char bytes[8192];
	memset(bytes, 'x', sizeof bytes);
	duo_arrive(duo);
	until_dead(duo, bytes, sizeof bytes);
	duo_connect(duo);
	duo_ping(duo);
}

/* Sends the same line instead of the welcome until the bot disconnects. */
static void never_welcomed(struct duo *duo, const char *line)
{
	duo->times.registration = 200;
	duo_reach(duo);
	until_left(duo, line, strlen(line));
	duo->times.registration = 60000;
	duo_change(duo);
}

DUO_CASE(an_endless_capability_list_times_out)
{
	never_welcomed(duo, "CAP * LS * :sasl=PLAIN,EXTERNAL account-tag multi-prefix a b c\r\n");
	assert_int_equal(fake_count(&duo->fake, "CAP REQ"), 0);
	duo_connect(duo);
	duo_ping(duo);
}

DUO_CASE(endless_new_capabilities_time_out)
{
	never_welcomed(
		duo, "CAP * LS :sasl setname\r\nCAP * NAK :sasl\r\nCAP * NEW :sasl setname\r\n");
	duo_connect(duo);
	duo_ping(duo);
}

DUO_CASE(endless_challenges_get_one_answer)
{
	duo->settings.sasl.mechanism = "plain";
	duo->settings.sasl.account = "mitaines";
	duo->settings.sasl.password = "secret";
	duo->times.registration = 2000;
	duo_reach(duo);
	fake_says(&duo->fake, "CAP * LS :sasl=PLAIN");
	fake_says(&duo->fake, "CAP * ACK :sasl");
	until_left(duo, "AUTHENTICATE +\r\n", 16);
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE bWl0"), 1);
	assert_true(fake_count(&duo->fake, "AUTHENTICATE") <= 3);
}

/* The server reports more people than any channel has, and the bot keeps a bounded number of
 * them. */
DUO_CONNECTED(the_bot_uses_bounded_memory_in_a_flood_of_people)
{
	struct network *network = duo->pong.network;
	struct network_status status;
	double before = memory_resident();
	for (int i = 0; i < 2 * ROSTER_MEMBERS_MAX; i++) {
		fake_says(&duo->fake, ":n%d!user@some.host.example JOIN #mitaines", i);
		if (i % 500 == 0)
			fake_waits(&duo->fake, 0);
	}
	duo_ping(duo);
	network->driver->status(network, &status);
	assert_int_equal(status.people, ROSTER_MEMBERS_MAX);
#ifndef __SANITIZE_ADDRESS__
	/* The limit includes the bytes that the fake server buffers in this process. */
	assert_true(memory_resident() - before < 40e6);
#else
	(void)before;
#endif
	fake_hang_up(&duo->fake);
	duo_connect(duo);
	duo_ping(duo);
	network->driver->status(network, &status);
	assert_int_equal(status.people, 2);
}

/* One person changes their nick endlessly. */
DUO_CONNECTED(the_bot_uses_bounded_memory_in_a_flood_of_nick_changes)
{
	struct network *network = duo->pong.network;
	struct network_status status;
	fake_says(&duo->fake, ":luc!l@h NICK :luc0");
	for (int i = 0; i < 20000; i++)
		fake_says(&duo->fake, ":luc%d!l@h NICK :luc%d", i, i + 1);
	duo_ping(duo);
	network->driver->status(network, &status);
	assert_int_equal(status.people, 2);
}

/* Reads the reconnect delays from the bot's log, in seconds. Returns their number. */
static size_t delays(int log, double *delay, size_t most)
{
	static const char again[] = "; trying again in ";
	static char text[1 << 16];
	ssize_t length = pread(log, text, sizeof text - 1, 0);
	size_t count = 0;
	text[length > 0 ? length : 0] = '\0';
	for (const char *at = text; count < most && (at = strstr(at, again)) != NULL;) {
		at += sizeof again - 1;
		delay[count++] = strtod(at, NULL);
	}
	return count;
}

/* Each time the server has refused all nicks, the bot waits longer before it reconnects. */
DUO_CASE(reconnect_delays_double_when_every_nick_is_refused)
{
	enum { ROUNDS = 8 };
	double delay[ROUNDS];
	duo->times.retry_least = 4;
	duo->times.retry_most = 1000;
	duo_open(duo);
	for (int round = 0; round < ROUNDS; round++) {
		assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
		for (int i = 0; i < 9; i++) {
			assert_non_null(fake_hears(&duo->fake, "NICK ", DUO_PATIENCE));
			fake_says(&duo->fake, ":irc.test 433 * x :in use");
		}
		assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	}
	/* Each delay is twice the last one, multiplied by a random factor from 0.5 to 1.5. */
	assert_int_equal(delays(duo->log, delay, ROUNDS), ROUNDS);
	for (int round = 0; round < ROUNDS; round++) {
		double due = 0.004 * (1 << round);
		assert_true(delay[round] >= due / 2 - 0.051 && delay[round] <= due * 1.5 + 0.051);
	}
	assert_true(delay[ROUNDS - 1] > 0.2);
}

CASES_AROUND(duo_start, duo_stop)
