/* irc_refusals.c - tests of servers that refuse lines, JOINs or connections. */
#include <unistd.h>

#include "bot/net/irc/link.h"
#include "bot/net/irc/state.h"
#include "tests/irc/duo.h"

/* Servers use different numerics if a line cannot reach its channel or person. */
DUO_CASE(numerics_of_refused_lines_are_understood)
{
	static const char *const deaf[] = { "401", "404", "415", "477", "489" };
	static const char *const people[] = { "401", "415", "477", "493" };
	duo->times.rejoin = DUO_PATIENCE * 4;
	duo_arrive(duo);
	for (size_t i = 0; i < sizeof deaf / sizeof deaf[0]; i++) {
		duo->pong.length = 0;
		fake_says(&duo->fake, ":irc.test %s mitaines #mitaines :Not heard", deaf[i]);
		fake_says(&duo->fake, ":anna!a@h MODE #mitaines +v mitaines");
		duo_ping(duo);
		duo_noted(duo, "left #mitaines\njoined #mitaines\n");
	}
	for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
		duo->pong.length = 0;
		fake_says(&duo->fake, ":irc.test %s mitaines luc :Not reached", people[i]);
		duo_ping(duo);
		duo_noted(duo, "unheard 2 luc\n");
	}
	fake_says(&duo->fake, ":irc.test 408 mitaines #mitaines :No control codes");
	duo_logs(duo, "the server says 408: #mitaines No control codes");
	fake_says(&duo->fake, ":irc.test 937 mitaines #mitaines word :Filtered");
	duo_logs(duo, "the server says 937: #mitaines word Filtered");
	fake_says(&duo->fake, ":irc.test 401 mitaines NickServ :No such nick");
	duo_logs(duo, "the server says 401: NickServ No such nick");
	duo_ping(duo);
}

/* The server limits how many new people the bot may write to (707). No line is lost, and the order
 * stays. */
DUO_CASE(a_temporarily_refused_line_is_sent_again)
{
	duo->times.hurry = 20;
	duo_arrive(duo);
	for (int i = 1; i <= 3; i++)
		fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping %d", i);
	duo_hear(duo, "PRIVMSG luc :pong 3");
	for (int i = 2; i <= 3; i++)
		fake_says(&duo->fake, ":irc.test 707 mitaines LUC :Targets changing too fast");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG mitaines :!ping others");
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 4");
	duo_hear(duo, "PRIVMSG anna :pong others");
	duo_hear(duo, "PRIVMSG luc :pong 2");
	duo_hear(duo, "PRIVMSG luc :pong 3");
	duo_hear(duo, "PRIVMSG luc :pong 4");
	fake_says(&duo->fake,
		":irc.test 439 mitaines luc :Target change too fast. Please wait 1 seconds.");
	fake_says(&duo->fake, ":irc.test 439 mitaines nobody :Target change too fast");
	fake_says(&duo->fake, ":irc.test 439 mitaines #mitaines");
	duo_hear(duo, "PRIVMSG luc :pong 4");
	duo_ping(duo);
}

/* Connects to a server that never answers PING, so that sent lines stay unconfirmed. */
static void duo_connect_mute(struct duo *duo)
{
	duo->settings.common.pace.per_second = 8;
	duo_arrive(duo);
	duo->fake.mute = true;
}

/* A slow server refuses one of two lines without saying which, so both are sent again, in order. */
DUO_CASE(all_lines_that_a_refusal_may_mean_are_sent_again)
{
	duo->times.hurry = 20;
	duo->settings.common.pace.burst = 16;
	duo_connect_mute(duo);
	for (int i = 1; i <= 2; i++) {
		char pong[32];
		snprintf(pong, sizeof pong, "PRIVMSG luc :pong %d", i);
		fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping %d", i);
		duo_hear(duo, pong);
	}
	fake_says(&duo->fake, ":irc.test 439 mitaines luc :Target change too fast");
	duo_hear(duo, "PRIVMSG luc :pong 1");
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 3");
	duo_hear(duo, "PRIVMSG luc :pong 2");
	duo_hear(duo, "PRIVMSG luc :pong 3");
	assert_int_equal(fake_count(&duo->fake, "PRIVMSG luc :pong 2"), 2);
}

/* Luc asks twice, with a pause between. If `mute`, the server does not answer PING, so that the
 * bot's first answer stays unconfirmed. */
static void answer_after_a_pause(struct duo *duo, bool mute)
{
	duo->times.hurry = 20;
	duo->settings.common.pace.burst = 40;
	duo->settings.common.pace.per_second = 1000;
	duo_arrive(duo);
	duo->fake.mute = mute;
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 1");
	duo_hear(duo, "PRIVMSG luc :pong 1");
	duo_never_hears(duo, "PRIVMSG");
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 2");
}

/* A refusal and a PONG arrive in one block of bytes. The bot handles the refusal although the PONG
 * behind it confirms all lines. */
DUO_CASE(a_refusal_is_noticed_even_if_a_pong_follows_at_once)
{
	answer_after_a_pause(duo, true);
	duo_hear(duo, "PING :1");
	duo_hear(duo, "PRIVMSG luc :pong 2");
	fake_says(&duo->fake,
		":irc.test 439 mitaines luc :Target change too fast\r\n"
		":irc.test PONG irc.test :1");
	duo_hear(duo, "PRIVMSG luc :pong 1");
}

/* The server's answer to PING confirmed the lines before the pause, so only the later line can be
 * the refused one. */
DUO_CASE(a_confirmed_line_is_not_sent_again)
{
	answer_after_a_pause(duo, false);
	duo_hear(duo, "PRIVMSG luc :pong 2");
	fake_says(&duo->fake, ":irc.test 439 mitaines luc :Target change too fast");
	duo_hear(duo, "PRIVMSG luc :pong 2");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "PRIVMSG luc :pong 1"), 1);
}

/* The bot's line was on its way while luc changed nicks. */
DUO_CONNECTED(lines_refused_for_an_old_nick_are_sent_to_the_new_nick)
{
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 1");
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 2");
	duo_hear(duo, "PRIVMSG luc :pong 2");
	fake_bytes(&duo->fake,
		":luc!l@h NICK :lucas\r\n:irc.test 401 mitaines luc :No such nick\r\n"
		":irc.test 401 mitaines luc :No such nick\r\n",
		106);
	duo_hear(duo, "PRIVMSG lucas :pong 1");
	duo_hear(duo, "PRIVMSG lucas :pong 2");
	duo_ping(duo);
}

/* The bot sent many lines to the channel before the refusal arrives. */
DUO_CONNECTED(a_line_refused_after_many_others_is_sent_to_the_new_nick)
{
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 1");
	duo_hear(duo, "PRIVMSG luc :pong 1");
	for (int i = 0; i < 100; i++) {
		char line[40];
		fake_says(&duo->fake, ":luc!l@h PRIVMSG #mitaines :!ping %d", i);
		snprintf(line, sizeof line, "PRIVMSG #mitaines :pong %d", i);
		duo_hear(duo, line);
	}
	fake_bytes(&duo->fake,
		":luc!l@h NICK :lucas\r\n:irc.test 401 mitaines luc :No such nick\r\n", 64);
	duo_hear(duo, "PRIVMSG lucas :pong 1");
}

/* Luc changes nicks, and another person takes the nick luc at once. The bot's line to luc may have
 * reached that person. */
DUO_CASE(a_line_to_a_nick_taken_by_a_rename_is_sent_again)
{
	duo_connect_mute(duo);
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 1");
	duo_hear(duo, "PRIVMSG luc :pong 1");
	fake_says(&duo->fake, ":luc!l@h NICK :lucas");
	fake_says(&duo->fake, ":anna!a@h NICK :luc");
	duo_hear(duo, "PRIVMSG lucas :pong 1");
}

/* Luc changes nicks, and another person joins with the nick luc. The bot's line to luc may have
 * reached that person. */
DUO_CASE(a_line_to_a_nick_taken_by_a_join_is_sent_again)
{
	duo_connect_mute(duo);
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 1");
	duo_hear(duo, "PRIVMSG luc :pong 1");
	fake_says(&duo->fake, ":luc!l@h NICK :lucas");
	fake_says(&duo->fake, ":luc!a@h JOIN #mitaines");
	duo_hear(duo, "PRIVMSG lucas :pong 1");
}

/* The bot also wrote to an earlier owner of the nick before that person quit. */
DUO_CASE(a_line_to_a_nick_with_several_owners_is_sent_to_the_right_one)
{
	duo_connect_mute(duo);
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 1");
	duo_hear(duo, "PRIVMSG luc :pong 1");
	fake_says(&duo->fake, ":luc!l@h QUIT :gone");
	fake_says(&duo->fake, ":luc!b@h JOIN #mitaines");
	fake_says(&duo->fake, ":luc!b@h PRIVMSG mitaines :!ping 2");
	duo_hear(duo, "PRIVMSG luc :pong 2");
	fake_says(&duo->fake, ":luc!b@h NICK :lucas");
	fake_says(&duo->fake, ":luc!a@h JOIN #mitaines");
	duo_hear(duo, "PRIVMSG lucas :pong 2");
}

/* The first line reached luc under the old nick. The server refused only the second line. */
DUO_CASE(a_line_that_reached_the_old_nick_is_not_sent_to_the_new_nick)
{
	duo_connect_mute(duo);
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 1");
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 2");
	duo_hear(duo, "PRIVMSG luc :pong 2");
	fake_bytes(&duo->fake,
		":luc!l@h NICK :lucas\r\n:irc.test 401 mitaines luc :No such nick\r\n", 64);
	duo_hear(duo, "PRIVMSG lucas :pong 2");
	duo_never_hears(duo, "PRIVMSG lucas");
	assert_int_equal(fake_count(&duo->fake, "PRIVMSG lucas"), 1);
}

/* The log also has refusals by numerics that the bot does not know. */
DUO_CASE(every_refused_join_is_logged)
{
	duo_open(duo);
	duo_register(duo);
	for (int code = 400; code < 600; code += 5) {
		char text[100];
		duo_hear(duo, "JOIN #mitaines");
		fake_says(&duo->fake, ":irc.test %d mitaines #mitaines :Go away", code);
		snprintf(text, sizeof text, "cannot join #mitaines (%d): Go away", code);
		duo_logs(duo, text);
	}
	duo_hear(duo, "JOIN #mitaines");
	fake_says(&duo->fake, ":irc.test 470 mitaines #mitaines ##other :Forwarding");
	duo_logs(duo, "cannot join #mitaines (470): ##other Forwarding");
	duo_join(duo, "mitaines");
	duo_ping(duo);
}

/* The delay before the next JOIN doubles after each refusal. */
DUO_CASE(the_bot_tries_a_refused_join_again)
{
	duo->times.rejoin = 1;
	duo->times.retry_most = 100000;
	duo_open(duo);
	duo_register(duo);
	for (int i = 0; i < 10; i++) {
		duo_hear(duo, "JOIN #mitaines");
		fake_says(&duo->fake, ":irc.test 473 mitaines #mitaines :Cannot join channel (+i)");
	}
}

DUO_CASE(notices_and_standard_replies_are_logged)
{
	duo_reach(duo);
	fake_says(&duo->fake, "NOTICE * :*** Looking up your host");
	fake_says(&duo->fake, ":irc.test NOTICE AUTH :*** No ident");
	duo_logs(duo, "the server says NOTICE: *** Looking up your host");
	duo_logs(duo, "the server says NOTICE: *** No ident");
	fake_says(&duo->fake, ":irc.test FAIL * REG_INVALID mitaines :No");
	duo_logs(duo, "the server says FAIL: * REG_INVALID mitaines No");
	duo_connect(duo);
	fake_says(&duo->fake, ":irc.test NOTE * SOON :Restart");
	duo_logs(duo, "the server says NOTE: * SOON Restart");
	for (int i = 0; i < 1000; i++)
		fake_says(&duo->fake, ":irc.test WARN * AGAIN :%d", i);
	duo_ping(duo);
	assert_true(lseek(duo->log, 0, SEEK_END) < 5000);
}

/* After ERROR the bot does not wait for the server to close the connection. */
DUO_CONNECTED(an_error_from_the_server_ends_the_connection)
{
	fake_says(&duo->fake, "ERROR :Closing link: (shutting down)");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	duo_noted(duo, "lost\n");
	duo_connect(duo);
	duo_ping(duo);
}

/* The server tells the bot that it is banned, or that it connects too often. */
DUO_CASE(the_bot_reconnects_later_if_it_is_banned_or_throttled)
{
	static const char *const words[] = { ":irc.test 465 mitaines :You are banned",
		":irc.test 464 mitaines :Password incorrect",
		"ERROR :Your host is trying to (re)connect too fast -- Throttled" };
	duo->times.retry_most = 400000000;
	duo_open(duo);
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
		duo_hear(duo, "NICK mitaines");
		fake_says(&duo->fake, "%s", words[i]);
		fake_says(&duo->fake, "ERROR :Closing link");
		assert_true(fake_left(&duo->fake, DUO_PATIENCE));
		fake_waits(&duo->fake, 5);
		assert_true(duo->pong.irc->link->deadline > loop_now(duo->loop) + 100000000);
		pong_quit(&duo->pong, "again");
		duo_change(duo);
	}
}

/* Bouncers ask for their password by 464, and accept the bot once they have it. */
DUO_CASE(the_numeric_464_before_the_welcome_does_not_end_the_connection)
{
	duo_reach(duo);
	fake_says(&duo->fake, ":irc.test 464 mitaines :Password required");
	duo_hear(duo, "NICK mitaines");
	duo_enter(duo);
	duo_ping(duo);
}

/* The bot must know the limits CHANLIMIT and TARGMAX, which come after the welcome. */
DUO_CASE(the_bot_joins_channels_only_after_isupport)
{
	static const char *const channels[] = { "#a", "#b", "#c", "#d", "&e" };
	duo->settings.common.channels.item = (char **)channels;
	duo->settings.common.channels.count = 5;
	duo->times.rejoin = DUO_PATIENCE;
	duo->times.retry_most = DUO_PATIENCE;
	duo->times.settle = DUO_PATIENCE;
	duo_reach(duo);
	duo_hear(duo, "NICK mitaines");
	fake_says(&duo->fake, ":irc.test 001 mitaines :Welcome");
	duo_never_hears(duo, "JOIN");
	fake_says(&duo->fake, ":irc.test 005 mitaines CHANLIMIT=#:3,&: :are supported");
	fake_says(&duo->fake, ":irc.test 005 mitaines TARGMAX=JOIN:2 :are supported");
	duo_never_hears(duo, "JOIN");
	fake_says(&duo->fake, ":irc.test 376 mitaines :End of MOTD");
	duo_hear(duo, "JOIN #a,#b");
	duo_hear(duo, "JOIN #c,&e");
	duo_logs(duo, "cannot join #d: the server allows no more channels");
	duo_never_hears(duo, "JOIN");
}

/* Some servers send neither a message of the day nor 422. */
DUO_CASE(the_bot_joins_even_if_no_message_of_the_day_follows_the_welcome)
{
	duo->times.settle = 20;
	duo_reach(duo);
	duo_hear(duo, "NICK mitaines");
	fake_says(&duo->fake, ":irc.test 001 mitaines :Welcome");
	fake_says(&duo->fake, ":irc.test 005 mitaines A=1 :are supported");
	duo_join(duo, "mitaines");
	duo_ping(duo);
}

/* Services force the bot into a channel by SAJOIN, and servers by a forward (470). */
DUO_CASE(the_bot_parts_only_once_from_a_channel_it_was_forced_to_join)
{
	duo->times.rejoin = DUO_PATIENCE;
	duo->times.retry_most = DUO_PATIENCE;
	duo_arrive(duo);
	fake_says(&duo->fake, ":mitaines!~bot@host.test JOIN #other");
	fake_says(&duo->fake, ":irc.test 353 mitaines = #other :@eve");
	fake_says(&duo->fake, ":irc.test 366 mitaines #other :End");
	duo_hear(duo, "PART #other");
	duo_logs(duo, "made the bot join #other unasked: leaving it");
	/* Forced to join again and again, the bot does not part again. */
	for (int i = 0; i < 100; i++)
		fake_says(&duo->fake, ":mitaines!~bot@host.test JOIN #other");
	duo_never_hears(duo, "PART");
	duo_ping(duo);
	assert_null(strstr(duo->pong.diary, "eve"));
}

DUO_CASE(an_invitation_to_a_configured_channel_is_accepted)
{
	duo->times.rejoin = DUO_PATIENCE * 4;
	duo->times.retry_most = DUO_PATIENCE * 4;
	duo_open(duo);
	duo_register(duo);
	duo_hear(duo, "JOIN #mitaines");
	fake_says(&duo->fake, ":irc.test 473 mitaines #mitaines :Invite only");
	fake_says(&duo->fake, ":eve!e@h INVITE mitaines :#elsewhere");
	fake_says(&duo->fake, ":eve!e@h INVITE anna :#mitaines");
	duo_never_hears(duo, "JOIN");
	fake_says(&duo->fake, ":eve!e@h INVITE mitaines :#Mitaines");
	duo_hear(duo, "JOIN #mitaines");
	fake_says(&duo->fake, ":eve!e@h INVITE mitaines :#mitaines");
	duo_never_hears(duo, "JOIN");
}

/* Two bots that answer each other would never stop. */
DUO_CONNECTED(the_bot_does_not_answer_other_bots)
{
	fake_says(&duo->fake, ":irc.test 005 mitaines BOT=B WHOX :are supported");
	fake_says(&duo->fake, "@bot :eve!e@h PRIVMSG mitaines :!ping tagged");
	fake_says(&duo->fake, "@time=x;draft/bot;a=b :eve!e@h PRIVMSG #mitaines :!ping tagged");
	fake_says(&duo->fake, "@bot= :eve!e@h PRIVMSG mitaines :\001VERSION\001");
	fake_says(&duo->fake, ":irc.test 354 mitaines 152 #mitaines l h luc HB+ 0");
	fake_says(&duo->fake, ":luc!l@h NICK :lucas");
	fake_says(&duo->fake, ":lucas!l@h PRIVMSG mitaines :!ping marked");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "tagged"), 0);
	assert_int_equal(fake_count(&duo->fake, "marked"), 0);
	assert_int_equal(fake_count(&duo->fake, "VERSION"), 0);
	fake_says(&duo->fake, ":irc.test 352 mitaines #mitaines l h irc.test lucas H+ :0 Luc");
	fake_says(&duo->fake, ":lucas!l@h PRIVMSG mitaines :!ping again");
	duo_hear(duo, "PRIVMSG lucas :pong again");
}

/* ---- private lines through a channel ---- */

/* Makes luc ping in private. Fails unless the bot's answer begins with `begin`. */
static void answers_luc(struct duo *duo, const char *begin)
{
	char answer[100];
	int number = ++duo->pings;
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping %d", number);
	snprintf(answer, sizeof answer, "%s :pong %d", begin, number);
	duo_hear(duo, answer);
}

/* The command CPRIVMSG lets a voiced client write to members beyond the limit on message
 * targets. */
DUO_CONNECTED(a_voiced_bot_uses_cprivmsg)
{
	fake_says(&duo->fake,
		":irc.test 005 mitaines PREFIX=(ov)@+ CHANMODES=be,k,l,imn :are supported");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines +v mitaines");
	answers_luc(duo, "PRIVMSG luc");
	fake_says(&duo->fake, ":irc.test 005 mitaines CPRIVMSG CNOTICE :are supported");
	answers_luc(duo, "CPRIVMSG luc #mitaines");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines -v+v luc Luc");
	answers_luc(duo, "CPRIVMSG luc #mitaines");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines +bok-l+e-v *!*@x MITAINES key x mitaines");
	answers_luc(duo, "CPRIVMSG luc #mitaines");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines -kno+l * mitaines 5");
	answers_luc(duo, "PRIVMSG luc");
	fake_says(&duo->fake, ":eve!e@h PRIVMSG mitaines :!ping 0");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines +o");
	duo_hear(duo, "PRIVMSG eve :pong 0");
	/* The bot joins the channel again, and learns from NAMES that it has a voice. */
	fake_says(&duo->fake, ":mitaines!~bot@host.test PART #mitaines");
	duo_hear(duo, "JOIN #mitaines");
	fake_says(&duo->fake, ":mitaines!~bot@host.test JOIN :#mitaines");
	fake_says(&duo->fake, ":irc.test 353 mitaines = #mitaines :@+mitaines @anna +luc");
	fake_says(&duo->fake, ":irc.test 366 mitaines #mitaines :End of NAMES list");
	answers_luc(duo, "CPRIVMSG luc #mitaines");
	fake_says(&duo->fake, ":eve!e@h PRIVMSG mitaines :!ping 1");
	duo_hear(duo, "PRIVMSG eve :pong 1");
	fake_says(&duo->fake, ":irc.test 005 mitaines -CPRIVMSG :are supported");
	answers_luc(duo, "PRIVMSG luc");
}

DUO_CONNECTED(a_voiced_bot_uses_cnotice)
{
	struct network *network = duo->pong.network;
	struct sender luc;
	fake_says(&duo->fake, ":irc.test 005 mitaines CNOTICE :are supported");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines +v mitaines");
	answers_luc(duo, "PRIVMSG luc");
	assert_true(network->driver->find_nick(network, "luc", &luc));
	network->driver->tell(network, luc.key, VIA_NOTICE, SAYING("hello"));
	network->driver->send_staged(network);
	duo_hear(duo, "CNOTICE luc #mitaines :hello");
}

/* CPRIVMSG has the channel's name, which the server does not relay. With a long name the line to
 * the server, not the relayed one, limits the text. */
DUO_CASE(a_cprivmsg_is_not_longer_than_the_server_accepts)
{
	static char name[180];
	static const char *const channels[] = { name };
	char text[400], *heard;
	memset(name, 'x', sizeof name - 1);
	name[0] = '#';
	duo->settings.common.channels.item = (char **)channels;
	duo_open(duo);
	duo_register(duo);
	fake_says(&duo->fake, ":irc.test 005 mitaines CPRIVMSG :are supported");
	assert_non_null(fake_hears(&duo->fake, "JOIN #xxx", DUO_PATIENCE));
	fake_says(&duo->fake, ":mitaines!~bot@host.test JOIN :%s", name);
	fake_says(&duo->fake, ":irc.test 353 mitaines = %s :@mitaines luc", name);
	fake_says(&duo->fake, ":irc.test 366 mitaines %s :End of NAMES list", name);
	for (size_t i = 0; i < sizeof text - 1; i++)
		text[i] = i % 2 == 0 ? 'y' : ' ';
	text[sizeof text - 1] = '\0';
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping %s", text);
	heard = (char *)fake_hears(&duo->fake, "CPRIVMSG luc #", DUO_PATIENCE);
	assert_non_null(heard);
	assert_in_range(strlen(heard), 500, 510);
	assert_non_null(fake_hears(&duo->fake, "CPRIVMSG luc #", DUO_PATIENCE));
}

/* The bot lost its voice, or the person left the channel, while the CPRIVMSG was on its way. */
DUO_CONNECTED(a_refused_cprivmsg_is_sent_as_privmsg)
{
	static const char refusals[] =
		":irc.test 489 mitaines #Mitaines :You're neither voiced nor channel operator\r\n"
		":irc.test 489 mitaines #mitaines :You're neither voiced nor channel operator\r\n";
	fake_says(&duo->fake, ":irc.test 005 mitaines CPRIVMSG :are supported");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines +v mitaines");
	for (int i = 1; i <= 3; i++)
		fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping %d", i);
	duo_hear(duo, "CPRIVMSG luc #mitaines :pong 3");
	fake_bytes(&duo->fake, refusals, sizeof refusals - 1);
	duo_hear(duo, "PRIVMSG luc :pong 2");
	duo_hear(duo, "PRIVMSG luc :pong 3");
	duo_ping(duo);
	fake_says(&duo->fake, ":irc.test 442 mitaines #mitaines :You're not on that channel");
	duo_hear(duo, "PRIVMSG luc :pong 1");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines +v mitaines");
	answers_luc(duo, "CPRIVMSG luc #mitaines");
	fake_says(&duo->fake, ":irc.test 441 mitaines luc #mitaines :They aren't on that channel");
	fake_says(&duo->fake, ":irc.test 441 mitaines nobody #mitaines :They aren't there");
	fake_says(&duo->fake, ":irc.test 441 mitaines luc #elsewhere :They aren't there");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines -v mitaines");
	duo_ping(duo);
	duo_noted(duo, "went luc luc");
	assert_int_equal(fake_count(&duo->fake, "CPRIVMSG luc"), 4);
}

CASES_AROUND(duo_start, duo_stop)
