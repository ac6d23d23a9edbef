/* irc_strangers.c - people who share no channel with the bot, as the network shows them. */
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/state.h"
#include "tests/irc/duo.h"

static void a_stranger_is_known_for_the_turn(void **state)
{
	struct duo *duo = *state;
	struct network *network = irc_network(duo->pong.irc);
	struct sender sender;
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG zoe :pong me");
	assert_false(network->driver->find_nick(network, "zoe", &sender));
	assert_null(strstr(duo->pong.diary, "came zoe"));
	/* Nor can anybody speak to the bot in channels it is not in, or as a server. */
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG #other :!ping no");
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG @#mitaines :!ping no");
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG $*.test :!ping no");
	fake_says(&duo->fake, ":irc.test PRIVMSG mitaines :!ping no");
	fake_says(&duo->fake, ":mitaines!~bot@host.test PRIVMSG #mitaines :!ping no");
	duo_never_hears(duo, "pong no");
	duo_ping(duo);
}

/* Where a channel lets them: they are heard, and not taken for one of those in it. */
static void who_speaks_from_outside_a_channel_is_a_stranger(void **state)
{
	struct duo *duo = *state;
	struct network *network = irc_network(duo->pong.irc);
	struct network_status status;
	for (int i = 0; i < 1000; i++)
		fake_says(&duo->fake, ":zoe%d!z@h PRIVMSG #mitaines :hello", i);
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG #mitaines :!ping you");
	duo_hear(duo, "PRIVMSG #mitaines :pong you");
	duo_ping(duo);
	network->driver->status(network, &status);
	assert_int_equal(status.people, 2);
	assert_null(strstr(duo->pong.diary, "came zoe"));
}

/* Whatever waits for somebody, whether they are in a channel or not: others are heard. */
static void much_to_tell_somebody_holds_nothing_up(void **state)
{
	struct duo *duo = *state;
	duo->settings.per_second = 1;
	duo_open(duo);
	duo_connect(duo);
	for (int i = 0; i < 300; i++) {
		fake_says(&duo->fake, ":eve!e@h PRIVMSG mitaines :!ping eve %d", i);
		fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :!ping anna %d", i);
	}
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping luc");
	duo_hear(duo, "PRIVMSG luc :pong luc");
	fake_says(&duo->fake, ":luc!l@h PRIVMSG #mitaines :!ping all");
	duo_hear(duo, "PRIVMSG #mitaines :pong all");
	assert_false(duo->pong.irc->network.unread);
	/* While anna has still to be told something strangers wait, and of much they get little. */
	assert_true(fake_count(&duo->fake, ":pong eve") <= 2);
	assert_in_range(outbox_lines(duo->pong.irc->outgoing->outbox), 200, 256 + 20);
}

/* What waits for them is known by nick and host, as long as it waits. */
static void strangers_are_owed_what_waits_for_them(void **state)
{
	struct duo *duo = *state;
	duo->settings.burst = 1;
	duo->settings.per_second = 0.1;
	duo_open(duo);
	duo_connect(duo);
	for (int i = 0; i < 9; i++)
		fake_says(&duo->fake, ":eve!e@h PRIVMSG mitaines :!ping %d", i);
	fake_says(&duo->fake, "PING :turn");
	duo_hear(duo, "PONG :turn");
	fake_says(&duo->fake, ":eve!e@h PRIVMSG mitaines :!owed");
	fake_says(&duo->fake, ":eve!e@other PRIVMSG mitaines :!owed");
	fake_says(&duo->fake, ":bob!e@h PRIVMSG mitaines :!owed");
	fake_says(&duo->fake, "PING :turn");
	duo_hear(duo, "PONG :turn");
	duo_noted(duo, "owed eve!e@h 9\n");
	duo_noted(duo, "owed eve!e@other 0\n");
	duo_noted(duo, "owed bob!e@h 0\n");
}

/* An older answer would else come behind a newer one. */
static void a_stranger_who_joins_is_told_in_order(void **state)
{
	struct duo *duo = *state;
	duo->settings.burst = 2;
	duo->settings.per_second = 20;
	duo_open(duo);
	duo_connect(duo);
	for (int i = 0; i < 5; i++)
		fake_says(&duo->fake, ":eve!e@h PRIVMSG mitaines :!ping %d", i);
	fake_says(&duo->fake, ":eve!e@h JOIN #mitaines");
	fake_says(&duo->fake, ":eve!e@h PRIVMSG mitaines :!ping last");
	duo_hear(duo, "PRIVMSG eve :pong last");
	assert_int_equal(fake_count(&duo->fake, "PRIVMSG eve :pong "), 6);
}

/* Nobody tells of them that they left: who comes by their nick from elsewhere is somebody else. */
static void who_comes_by_a_strangers_nick_is_another(void **state)
{
	struct duo *duo = *state;
	fake_says(
		&duo->fake, ":zoe!z@h PRIVMSG mitaines :!ping me\r\n:zoe!eve@other JOIN #mitaines");
	duo_ping(duo);
	duo_noted(duo, "quit zoe zoe\ncame zoe zoe\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DUO_CONNECTED(a_stranger_is_known_for_the_turn),
		DUO_CONNECTED(who_speaks_from_outside_a_channel_is_a_stranger),
		DUO_CASE(much_to_tell_somebody_holds_nothing_up),
		DUO_CASE(strangers_are_owed_what_waits_for_them),
		DUO_CASE(a_stranger_who_joins_is_told_in_order),
		DUO_CONNECTED(who_comes_by_a_strangers_nick_is_another),
	};
	return cmocka_run_group_tests(tests, duo_start, duo_stop);
}
