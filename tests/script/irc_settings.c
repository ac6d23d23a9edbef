/* irc_settings.c - tests of the settings of a network, by what the bot sends to the server. */
#include <unistd.h>

#include "bot/net/irc/irc.h"
#include "bot/net/irc/state.h"
#include "tests/irc/duo.h"

/* ---- channels ---- */

DUO_CASE(a_channel_key_is_sent_with_the_join)
{
	static const char *const channels[] = { "#a", "#b", "#c" };
	static const char *const keys[] = { NULL, "sesame", NULL };
	duo->settings.common.channels.item = (char **)channels;
	duo->settings.common.channels.key = (char **)keys;
	duo->settings.common.channels.count = 3;
	duo_open(duo);
	duo_register(duo);
	duo_hear(duo, "JOIN #b :sesame");
	duo_hear(duo, "JOIN #a,#c");
}

/* After a refused JOIN the bot waits long, but it tries a new key at once. */
DUO_CASE(a_changed_channel_key_is_tried_at_once)
{
	static const char *const wrong[] = { "wrong" }, *const right[] = { "right" };
	duo->settings.common.channels.key = (char **)wrong;
	duo_open(duo);
	duo_register(duo);
	duo_hear(duo, "JOIN #mitaines :wrong");
	duo->times.rejoin = duo->times.retry_most = (uint64_t)DUO_PATIENCE * 10;
	duo_change(duo);
	fake_says(&duo->fake, ":irc.test 475 mitaines #mitaines :Cannot join channel (+k)");
	duo_never_hears(duo, "JOIN");
	duo->settings.common.channels.key = (char **)right;
	duo_change(duo);
	duo_hear(duo, "JOIN #mitaines :right");
}

/* ---- connecting ---- */

/* Configures three servers, of which only the second exists. */
static void three_servers(struct duo *duo)
{
	static const char *const more[] = { "127.0.0.1", "127.0.0.98" };
	duo->settings.server.host = "127.0.0.99";
	duo->settings.more_hosts.item = (char **)more;
	duo->settings.more_hosts.count = 2;
	duo_open(duo);
}

/* Checks in the bot's log which addresses it has tried, in order. `expected` has the last number of
 * each address. */
static void tried(const struct duo *duo, const char *expected)
{
	static const char mark[] = "connecting to 127.0.0.";
	char text[16 * 1024], found[64] = "";
	ssize_t length = pread(duo->log, text, sizeof text - 1, 0);
	assert_true(length >= 0);
	text[length] = '\0';
	for (const char *at = text; (at = strstr(at, mark)) != NULL;) {
		at += sizeof mark - 1;
		strncat(found, at, strcspn(at, " ") + 1);
	}
	assert_string_equal(found, expected);
}

DUO_CASE(the_bot_tries_the_next_server_if_one_does_not_answer)
{
	three_servers(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	fake_hang_up(&duo->fake);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	tried(duo, "99 1 98 99 1 ");
}

DUO_CASE(after_a_stable_connection_the_first_server_is_tried_again)
{
	duo->times.stable = 0;
	three_servers(duo);
	duo_connect(duo);
	fake_hang_up(&duo->fake);
	duo_connect(duo);
	tried(duo, "99 1 99 1 ");
	duo_ping(duo);
}

DUO_CASE(servers_removed_from_the_settings_are_not_tried)
{
	three_servers(duo);
	duo_connect(duo);
	duo->settings.server.host = "127.0.0.1";
	duo->settings.more_hosts.count = 0;
	duo_change(duo);
	fake_hang_up(&duo->fake);
	duo_connect(duo);
	tried(duo, "99 1 1 ");
	duo_ping(duo);
}

/* ---- after the welcome ---- */

DUO_CASE(configured_modes_and_lines_are_sent_before_the_join)
{
	static const char *const lines[] = { "PRIVMSG Q :AUTH me sesame", "LUSERS" };
	duo->settings.modes = "+ix-w";
	duo->settings.after_welcome.item = (char **)lines;
	duo->settings.after_welcome.count = 2;
	duo_open(duo);
	duo_register(duo);
	duo_hear(duo, "MODE mitaines +ix-w");
	duo_hear(duo, "PRIVMSG Q :AUTH me sesame");
	duo_hear(duo, "LUSERS");
	duo_join(duo, "mitaines");
	duo_ping(duo);
}

/* ---- messages to members of a rank ---- */

/* A message to `@#mitaines` reaches only the channel's operators. The bot handles a command there
 * like one to the whole channel. */
DUO_CONNECTED(a_command_to_operators_only_is_answered_in_the_channel)
{
	fake_says(&duo->fake, ":anna!a@h PRIVMSG @#mitaines :!ping unknown");
	fake_says(&duo->fake, ":irc.test 005 mitaines STATUSMSG=@+ :are supported");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG @#mitaines :!ping ops");
	duo_hear(duo, "PRIVMSG #mitaines :pong ops");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG @+#mitaines :!ping both");
	duo_hear(duo, "PRIVMSG #mitaines :pong both");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG @mitaines :!ping nobody");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG @#other :!ping nobody");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "pong nobody"), 0);
	assert_int_equal(fake_count(&duo->fake, "pong unknown"), 0);
	duo_noted(duo, "message anna anna #mitaines !ping ops\n");
}

/* ---- kicks and bans ---- */

DUO_CONNECTED(a_kicked_bot_stays_out_until_invited)
{
	duo->settings.rejoin_after_kick = false;
	duo_change(duo);
	fake_says(&duo->fake, ":anna!a@h KICK #mitaines luc :not the bot");
	duo_ping(duo);
	fake_says(&duo->fake, ":anna!a@h KICK #mitaines mitaines :no bots");
	duo_never_hears(duo, "JOIN");
	fake_says(&duo->fake, ":anna!a@h INVITE mitaines #other");
	fake_says(&duo->fake, ":anna!a@h INVITE luc #mitaines");
	duo_never_hears(duo, "JOIN");
	fake_says(&duo->fake, ":anna!a@h INVITE mitaines :#MITAINES");
	duo_join(duo, "mitaines");
	duo_ping(duo);
}

DUO_CONNECTED(a_kicked_bot_joins_on_the_next_connection)
{
	duo->settings.rejoin_after_kick = false;
	duo_change(duo);
	fake_says(&duo->fake, ":anna!a@h KICK #mitaines mitaines :no bots");
	duo_never_hears(duo, "JOIN");
	fake_hang_up(&duo->fake);
	duo_connect(duo);
	duo_ping(duo);
}

/* After a ban the bot waits long, but it tries to join at once when it is invited. */
DUO_CONNECTED(an_invitation_ends_the_wait_after_a_ban)
{
	fake_says(&duo->fake, ":anna!a@h KICK #mitaines mitaines :no bots");
	duo_hear(duo, "JOIN #mitaines");
	duo->times.rejoin = duo->times.retry_most = (uint64_t)DUO_PATIENCE * 10;
	duo_change(duo);
	fake_says(&duo->fake, ":irc.test 474 mitaines #mitaines :banned");
	duo_never_hears(duo, "JOIN");
	duo->times.rejoin = 20;
	duo_change(duo);
	fake_says(&duo->fake, ":anna!a@h INVITE mitaines #mitaines");
	duo_join(duo, "mitaines");
	duo_ping(duo);
}

/* A channel that bans the bot invites it again and again: the bot tries to join only once. */
DUO_CONNECTED(repeated_invitations_cause_one_join)
{
	duo->settings.rejoin_after_kick = false;
	duo->times.rejoin = 300;
	duo_change(duo);
	fake_says(&duo->fake, ":anna!a@h KICK #mitaines mitaines :no bots");
	for (int i = 0; i < 100; i++)
		fake_says(&duo->fake, ":anna!a@h INVITE mitaines #mitaines");
	duo_hear(duo, "JOIN #mitaines");
	assert_int_equal(fake_count(&duo->fake, "JOIN #mitaines"), 2);
}

/* ---- nicks ---- */

static void refuse_nick(struct duo *duo, const char *nick)
{
	fake_says(&duo->fake, ":irc.test 433 * %s :Nickname is already in use", nick);
}

DUO_CASE(the_bot_appends_to_its_nick_while_it_is_taken)
{
	duo_reach(duo);
	duo_hear(duo, "NICK mitaines");
	refuse_nick(duo, "mitaines");
	duo_hear(duo, "NICK mitaines_");
	refuse_nick(duo, "mitaines_");
	duo_hear(duo, "NICK mitaines__");
	duo_welcome(duo, "mitaines__");
	duo_join(duo, "mitaines__");
	duo_ping_as(duo, "mitaines__");
}

/* The server reports by 731 that the nick is free, so the bot does not wait for its own timer. */
DUO_CASE(the_bot_takes_its_nick_when_monitor_says_that_it_is_free)
{
	duo->times.regain = (uint64_t)DUO_PATIENCE * 10;
	duo_reach(duo);
	duo_hear(duo, "NICK mitaines");
	refuse_nick(duo, "mitaines");
	duo_hear(duo, "NICK mitaines_");
	fake_says(&duo->fake, ":irc.test 001 mitaines_ :Welcome");
	fake_says(&duo->fake, ":irc.test 005 mitaines_ MONITOR=100 :are supported");
	duo_hear(duo, "NICK mitaines");
	refuse_nick(duo, "mitaines");
	fake_says(&duo->fake, ":irc.test 731 mitaines_ :luc,anna!a@h,,");
	duo_never_hears(duo, "NICK");
	fake_says(&duo->fake, ":irc.test 731 mitaines_ :luc,MITAINES!m@h");
	duo_hear(duo, "NICK mitaines");
	fake_says(&duo->fake, ":mitaines_!~bot@host.test NICK :mitaines");
	fake_says(&duo->fake, ":irc.test 731 mitaines :mitaines");
	duo_never_hears(duo, "NICK");
	assert_int_equal(fake_count(&duo->fake, "MONITOR + mitaines\r\n"), 1);
	assert_int_equal(fake_count(&duo->fake, "MONITOR"), 1);
}

CASES_AROUND(duo_start, duo_stop)
