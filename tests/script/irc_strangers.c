/* irc_strangers.c - tests of strangers: people who share no channel with the bot. */
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/state.h"
#include "tests/irc/duo.h"

DUO_CONNECTED(the_bot_knows_a_stranger_only_for_one_batch)
{
	struct network *network = duo->pong.network;
	struct sender sender;
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG mitaines :!ping me");
	duo_hear(duo, "PRIVMSG zoe :pong me");
	assert_false(network->driver->find_nick(network, "zoe", &sender));
	assert_null(strstr(duo->pong.diary, "came zoe"));
	/* The bot ignores lines to other channels, to all users, from servers, or from itself. */
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG #other :!ping no");
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG @#mitaines :!ping no");
	fake_says(&duo->fake, ":zoe!z@h PRIVMSG $*.test :!ping no");
	fake_says(&duo->fake, ":irc.test PRIVMSG mitaines :!ping no");
	fake_says(&duo->fake, ":mitaines!~bot@host.test PRIVMSG #mitaines :!ping no");
	duo_never_hears(duo, "pong no");
	duo_ping(duo);
}

/* In a channel without mode +n the bot answers outsiders, but does not count them as members. */
DUO_CONNECTED(an_outsider_who_speaks_in_a_channel_is_a_stranger)
{
	struct network *network = duo->pong.network;
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

/* Many private lines to one person do not delay lines to other people, members or strangers. */
DUO_CASE(many_lines_to_one_person_do_not_delay_lines_to_other_people)
{
	duo->settings.common.pace.per_second = 1;
	duo_arrive(duo);
	for (int i = 0; i < 300; i++) {
		fake_says(&duo->fake, ":eve!e@h PRIVMSG mitaines :!ping eve %d", i);
		fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :!ping anna %d", i);
	}
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping luc");
	duo_hear(duo, "PRIVMSG luc :pong luc");
	fake_says(&duo->fake, ":luc!l@h PRIVMSG #mitaines :!ping all");
	duo_hear(duo, "PRIVMSG #mitaines :pong all");
	assert_false(duo->pong.irc->network.input_paused);
	/* While lines to anna wait, lines to strangers wait too, in a short queue of their own. */
	assert_true(fake_count(&duo->fake, ":pong eve") <= 2);
	assert_in_range(outbox_lines(duo->pong.irc->outgoing->outbox), 200, 256 + 20);
}

/* The lines that wait for a stranger are found by the stranger's nick and host. */
DUO_CASE(lines_that_wait_for_strangers_are_counted)
{
	duo->settings.common.pace.burst = 1;
	duo->settings.common.pace.per_second = 0.1;
	duo_arrive(duo);
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

/* Answers to eve's lines from before the JOIN must not come behind the answer to a later line. */
DUO_CASE(a_stranger_who_joins_gets_all_answers_in_order)
{
	duo->settings.common.pace.burst = 2;
	duo->settings.common.pace.per_second = 20;
	duo_arrive(duo);
	for (int i = 0; i < 5; i++)
		fake_says(&duo->fake, ":eve!e@h PRIVMSG mitaines :!ping %d", i);
	fake_says(&duo->fake, ":eve!e@h JOIN #mitaines");
	fake_says(&duo->fake, ":eve!e@h PRIVMSG mitaines :!ping last");
	duo_hear(duo, "PRIVMSG eve :pong last");
	assert_int_equal(fake_count(&duo->fake, "PRIVMSG eve :pong "), 6);
}

/* The bot sees no QUIT of strangers, so a line from the same nick at another host comes from
 * another person. */
DUO_CONNECTED(a_person_who_joins_with_the_nick_of_a_stranger_is_another_person)
{
	fake_says(
		&duo->fake, ":zoe!z@h PRIVMSG mitaines :!ping me\r\n:zoe!eve@other JOIN #mitaines");
	duo_ping(duo);
	duo_noted(duo, "quit zoe zoe\ncame zoe zoe\n");
}

CASES_AROUND(duo_start, duo_stop)
