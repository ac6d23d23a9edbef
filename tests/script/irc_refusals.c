/*
 * irc_refusals.c - what servers refuse and do to the bot by their own rules: lines, joins,
 * connections.
 */
#include <unistd.h>

#include "bot/net/irc/link.h"
#include "bot/net/irc/state.h"
#include "tests/irc/duo.h"

/* Each server has its own numbers for a channel or somebody that a line does not reach. */
static void test_a_refused_line_has_a_meaning(void **state)
{
	static const char *const deaf[] = { "401", "404", "415", "477", "489" };
	static const char *const people[] = { "401", "415", "477", "493" };
	struct duo *duo = *state;
	duo->times.rejoin = DUO_PATIENCE * 4;
	duo_open(duo);
	duo_connect(duo);
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

/* A server that lets nobody speak to many people at once: nothing is lost, and all in order. */
static void test_a_line_refused_for_now_is_said_again(void **state)
{
	struct duo *duo = *state;
	duo->times.hurry = 20;
	duo_open(duo);
	duo_connect(duo);
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

/* The server never says what it has taken. */
static void duo_connect_mute(struct duo *duo)
{
	duo->settings.per_second = 8;
	duo_open(duo);
	duo_connect(duo);
	duo->fake.mute = true;
}

/*
 * A slow server refuses one of two lines, and nobody knows which: the first, and the next one was
 * on its way and is taken later, or the next one, as time has passed. Both come back, in order.
 */
static void test_lines_of_which_one_is_refused_all_come_back(void **state)
{
	struct duo *duo = *state;
	duo->times.hurry = 20;
	duo->settings.burst = 16;
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

/* Luc asks again after a pause; a server that is mute has not said that it took the first answer.
 */
static void answer_after_a_pause(struct duo *duo, bool mute)
{
	duo->times.hurry = 20;
	duo->settings.burst = 40;
	duo->settings.per_second = 1000;
	duo_open(duo);
	duo_connect(duo);
	duo->fake.mute = mute;
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 1");
	duo_hear(duo, "PRIVMSG luc :pong 1");
	duo_never_hears(duo, "PRIVMSG");
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 2");
}

/* A refusal counts before the answer that comes right behind it, which tells that all was taken. */
static void test_a_refusal_right_before_an_answer(void **state)
{
	struct duo *duo = *state;
	answer_after_a_pause(duo, true);
	duo_hear(duo, "PING :1");
	duo_hear(duo, "PRIVMSG luc :pong 2");
	fake_says(&duo->fake,
		":irc.test 439 mitaines luc :Target change too fast\r\n"
		":irc.test PONG irc.test :1");
	duo_hear(duo, "PRIVMSG luc :pong 1");
}

/* What was said to them before a pause is asked about first: it is not that which is refused. */
static void test_a_line_taken_before_a_pause_is_not_the_one_refused(void **state)
{
	struct duo *duo = *state;
	answer_after_a_pause(duo, false);
	duo_hear(duo, "PRIVMSG luc :pong 2");
	fake_says(&duo->fake, ":irc.test 439 mitaines luc :Target change too fast");
	duo_hear(duo, "PRIVMSG luc :pong 2");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "PRIVMSG luc :pong 1"), 1);
}

/* The line and the news of their nick have crossed on the way. */
static void test_a_line_to_a_nick_that_is_no_more(void **state)
{
	struct duo *duo = *state;
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

/* The refusal is heard of behind all that was said in the channel meanwhile. */
static void test_a_line_to_a_nick_that_is_no_more_and_many_behind_it(void **state)
{
	struct duo *duo = *state;
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

/* Somebody else has that nick at once, and may have had the line. */
static void test_a_line_to_a_nick_that_is_another_s(void **state)
{
	struct duo *duo = *state;
	duo_connect_mute(duo);
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 1");
	duo_hear(duo, "PRIVMSG luc :pong 1");
	fake_says(&duo->fake, ":luc!l@h NICK :lucas");
	fake_says(&duo->fake, ":anna!a@h NICK :luc");
	duo_hear(duo, "PRIVMSG lucas :pong 1");
}

/* So may somebody who comes by it. */
static void test_a_line_to_a_nick_that_another_comes_by(void **state)
{
	struct duo *duo = *state;
	duo_connect_mute(duo);
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping 1");
	duo_hear(duo, "PRIVMSG luc :pong 1");
	fake_says(&duo->fake, ":luc!l@h NICK :lucas");
	fake_says(&duo->fake, ":luc!a@h JOIN #mitaines");
	duo_hear(duo, "PRIVMSG lucas :pong 1");
}

/* Whoever had it before, and is gone, had a line, too. */
static void test_a_line_to_a_nick_that_many_have_had(void **state)
{
	struct duo *duo = *state;
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

/* They had the first line by their old nick: only what came after it was refused. */
static void test_a_line_before_the_new_nick_is_said_once(void **state)
{
	struct duo *duo = *state;
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

/* Also by numbers nobody has told the bot of. */
static void test_a_refused_join_is_logged(void **state)
{
	struct duo *duo = *state;
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

/* After each refusal twice as long, and not four times. */
static void test_a_refused_join_is_tried_again(void **state)
{
	struct duo *duo = *state;
	duo->times.rejoin = 1;
	duo->times.retry_most = 100000;
	duo_open(duo);
	duo_register(duo);
	for (int i = 0; i < 10; i++) {
		duo_hear(duo, "JOIN #mitaines");
		fake_says(&duo->fake, ":irc.test 473 mitaines #mitaines :Cannot join channel (+i)");
	}
}

static void test_what_the_server_tells_the_operator(void **state)
{
	struct duo *duo = *state;
	duo_open(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
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

/* The bot does not wait for a server that has said its last word to hang up. */
static void test_an_error_ends_a_connection_left_open(void **state)
{
	struct duo *duo = *state;
	fake_says(&duo->fake, "ERROR :Closing link: (shutting down)");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	duo_noted(duo, "lost\n");
	duo_connect(duo);
	duo_ping(duo);
}

/* One that is sure to be refused again does not come back at once. */
static void test_who_is_banned_or_throttled_comes_back_later(void **state)
{
	static const char *const words[] = { ":irc.test 465 mitaines :You are banned",
		":irc.test 464 mitaines :Password incorrect",
		"ERROR :Your host is trying to (re)connect too fast -- Throttled" };
	struct duo *duo = *state;
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
		irc_quit(duo->pong.irc, "again");
		duo_change(duo);
	}
}

/* A server that lets somebody in after all, as bouncers do once they have the password. */
static void test_a_password_asked_for_again(void **state)
{
	struct duo *duo = *state;
	duo_open(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	fake_says(&duo->fake, ":irc.test 464 mitaines :Password required");
	duo_hear(duo, "NICK mitaines");
	duo_enter(duo);
	duo_ping(duo);
}

/* What the server allows comes after its welcome. */
static void test_joins_wait_for_what_the_server_allows(void **state)
{
	static const char *const channels[] = { "#a", "#b", "#c", "#d", "&e" };
	struct duo *duo = *state;
	duo->settings.channel = channels;
	duo->settings.channels = 5;
	duo->times.rejoin = DUO_PATIENCE;
	duo->times.retry_most = DUO_PATIENCE;
	duo->times.settle = DUO_PATIENCE;
	duo_open(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
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

/* Some servers have no message of the day, and do not say so either. */
static void test_a_greeting_without_an_end(void **state)
{
	struct duo *duo = *state;
	duo->times.settle = 20;
	duo_open(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	duo_hear(duo, "NICK mitaines");
	fake_says(&duo->fake, ":irc.test 001 mitaines :Welcome");
	fake_says(&duo->fake, ":irc.test 005 mitaines A=1 :are supported");
	duo_join(duo, "mitaines");
	duo_ping(duo);
}

/* By services, or by a forward: 470. */
static void test_made_to_join(void **state)
{
	struct duo *duo = *state;
	duo->times.rejoin = DUO_PATIENCE;
	duo->times.retry_most = DUO_PATIENCE;
	duo_open(duo);
	duo_connect(duo);
	fake_says(&duo->fake, ":mitaines!~bot@host.test JOIN #other");
	fake_says(&duo->fake, ":irc.test 353 mitaines = #other :@eve");
	fake_says(&duo->fake, ":irc.test 366 mitaines #other :End");
	duo_hear(duo, "PART #other");
	duo_logs(duo, "made to join #other: leaves it");
	/* Whoever insists is not fought. */
	for (int i = 0; i < 100; i++)
		fake_says(&duo->fake, ":mitaines!~bot@host.test JOIN #other");
	duo_never_hears(duo, "PART");
	duo_ping(duo);
	assert_null(strstr(duo->pong.diary, "eve"));
}

static void test_invited_where_it_belongs(void **state)
{
	struct duo *duo = *state;
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

/* Two bots that answer each other would never come to an end. */
static void test_a_bot_is_not_answered(void **state)
{
	struct duo *duo = *state;
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

/* luc asks in private, and the answer goes like this. */
static void answers_luc(struct duo *duo, const char *begin)
{
	char answer[100];
	int number = ++duo->pings;
	fake_says(&duo->fake, ":luc!l@h PRIVMSG mitaines :!ping %d", number);
	snprintf(answer, sizeof answer, "%s :pong %d", begin, number);
	duo_hear(duo, answer);
}

/* Such a line counts against no limit on how many people one speaks to. */
static void test_who_is_voiced_speaks_through_the_channel(void **state)
{
	struct duo *duo = *state;
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
	/* As it comes in again. */
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

static void test_a_notice_goes_through_the_channel_too(void **state)
{
	struct duo *duo = *state;
	struct network *network = irc_network(duo->pong.irc);
	struct sender luc;
	fake_says(&duo->fake, ":irc.test 005 mitaines CNOTICE :are supported");
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines +v mitaines");
	answers_luc(duo, "PRIVMSG luc");
	assert_true(network->driver->find_nick(network, "luc", &luc));
	network->driver->tell(network, luc.key, VIA_NOTICE, SAYING("hello"));
	network->driver->send_staged(network);
	duo_hear(duo, "CNOTICE luc #mitaines :hello");
}

/* What a server takes of such a line is less than it relays when the channel's name is long. */
static void test_a_line_through_a_channel_is_no_longer_than_a_line(void **state)
{
	static char name[180];
	static const char *const channels[] = { name };
	struct duo *duo = *state;
	char text[400], *heard;
	memset(name, 'x', sizeof name - 1);
	name[0] = '#';
	duo->settings.channel = channels;
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

/* The bot has lost its voice, or somebody has left, while the lines were on their way. */
static void test_a_line_refused_by_the_channel_goes_past_it(void **state)
{
	static const char refusals[] =
		":irc.test 489 mitaines #Mitaines :You're neither voiced nor channel operator\r\n"
		":irc.test 489 mitaines #mitaines :You're neither voiced nor channel operator\r\n";
	struct duo *duo = *state;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		DUO_CASE(test_a_refused_line_has_a_meaning),
		DUO_CASE(test_a_line_refused_for_now_is_said_again),
		DUO_CASE(test_lines_of_which_one_is_refused_all_come_back),
		DUO_CASE(test_a_refusal_right_before_an_answer),
		DUO_CASE(test_a_line_taken_before_a_pause_is_not_the_one_refused),
		DUO_CONNECTED(test_a_line_to_a_nick_that_is_no_more),
		DUO_CONNECTED(test_a_line_to_a_nick_that_is_no_more_and_many_behind_it),
		DUO_CASE(test_a_line_before_the_new_nick_is_said_once),
		DUO_CASE(test_a_line_to_a_nick_that_is_another_s),
		DUO_CASE(test_a_line_to_a_nick_that_another_comes_by),
		DUO_CASE(test_a_line_to_a_nick_that_many_have_had),
		DUO_CONNECTED(test_who_is_voiced_speaks_through_the_channel),
		DUO_CONNECTED(test_a_notice_goes_through_the_channel_too),
		DUO_CASE(test_a_line_through_a_channel_is_no_longer_than_a_line),
		DUO_CONNECTED(test_a_line_refused_by_the_channel_goes_past_it),
		DUO_CASE(test_a_refused_join_is_logged),
		DUO_CASE(test_a_refused_join_is_tried_again),
		DUO_CASE(test_what_the_server_tells_the_operator),
		DUO_CONNECTED(test_an_error_ends_a_connection_left_open),
		DUO_CASE(test_who_is_banned_or_throttled_comes_back_later),
		DUO_CASE(test_a_password_asked_for_again),
		DUO_CONNECTED(test_a_bot_is_not_answered),
		DUO_CASE(test_made_to_join),
		DUO_CASE(test_invited_where_it_belongs),
		DUO_CASE(test_joins_wait_for_what_the_server_allows),
		DUO_CASE(test_a_greeting_without_an_end),
	};
	return cmocka_run_group_tests(tests, duo_start, duo_stop);
}
