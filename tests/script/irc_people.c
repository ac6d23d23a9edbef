/* irc_people.c - what servers tell of people and of themselves once the bot is there. */
#include "tests/irc/duo.h"

/* Connects to a server with all capabilities and this said of itself. */
static void with_people(struct duo *duo, const char *support)
{
	duo->settings.sasl = IRC_SASL_NONE;
	duo_open(duo);
	duo_negotiate(duo, DUO_ALL);
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, ":irc.test 001 mitaines :Welcome");
	fake_says(
		&duo->fake, ":irc.test 005 mitaines %s CASEMAPPING=ascii :are supported", support);
	duo_join(duo, "mitaines");
}

static void test_accounts(void **state)
{
	struct duo *duo = *state;
	with_people(duo, "A=1");
	fake_says(&duo->fake, ":eve!e@h JOIN #mitaines EveAccount :Eve");
	fake_says(&duo->fake, ":zoe!z@h JOIN #mitaines * :Zoe");
	fake_says(&duo->fake, "@account=AnnaAccount :anna!a@h PRIVMSG #mitaines :hello");
	fake_says(&duo->fake, "@account=AnnaAccount :anna!a@h PRIVMSG #mitaines :again");
	fake_says(&duo->fake, ":zoe!z@h ACCOUNT zed");
	fake_says(&duo->fake, ":eve!e@h ACCOUNT *");
	fake_says(&duo->fake, ":eve!e@h CHGHOST ~eve cloak.test");
	fake_says(&duo->fake, ":anna!a@h ACCOUNT *");
	fake_says(&duo->fake, ":anna!a@h PRIVMSG #mitaines :logged out");
	fake_says(&duo->fake, ":anna!a@h SETNAME :Anna");
	fake_says(&duo->fake, "@+typing=active :anna!a@h TAGMSG #mitaines");
	duo_ping(duo);
	duo_noted(duo,
		"joined #mitaines\ncame eve eve\ncame zoe zoe\nknown anna anna!a@h AnnaAccount\n"
		"message anna anna #mitaines hello\nmessage anna anna #mitaines again\n"
		"known zoe zoe!z@h zed\nknown eve eve!e@h -\nknown eve eve!~eve@cloak.test -\n"
		"known anna anna!a@h -\nmessage anna anna #mitaines logged out\n");
}

/* Without WHOX the hosts of who was there before the bot are all there is to learn. */
static void test_who_without_accounts(void **state)
{
	struct duo *duo = *state;
	with_people(duo, "A=1");
	duo_hear(duo, "WHO #mitaines");
	fake_says(&duo->fake,
		":irc.test 352 mitaines #mitaines a host.test irc.test anna H@ :0 Anna");
	fake_says(&duo->fake, ":irc.test 352 mitaines #mitaines a host.test irc.test nobody H");
	fake_says(&duo->fake, ":irc.test 352 mitaines #mitaines a host.test");
	fake_says(&duo->fake, ":irc.test 315 mitaines #mitaines :End of /WHO list.");
	duo_ping(duo);
	duo_noted(duo, "joined #mitaines\nknown anna anna!a@host.test -\n");
}

/* Lines that come together keep each its own account. */
static void test_accounts_of_many_lines(void **state)
{
	struct duo *duo = *state;
	char bytes[16384], part[200];
	int length = 0;
	with_people(duo, "A=1");
	for (int i = 0; i < 150; i++)
		length += snprintf(bytes + length, sizeof bytes - (size_t)length,
			"@account=acc%d :n%d!u@h PRIVMSG mitaines :!ping %d\r\n", i, i, i);
	assert_in_range(length, 1, sizeof bytes - 1);
	fake_bytes(&duo->fake, bytes, (size_t)length);
	duo_ping(duo);
	for (int i = 0; i < 150; i++) {
		snprintf(part, sizeof part, "known n%d n%d!u@h acc%d\nmessage n%d n%d - !ping %d\n",
			i, i, i, i, i, i);
		duo_noted(duo, part);
	}
}

static void test_who(void **state)
{
	struct duo *duo = *state;
	with_people(duo, "WHOX");
	duo_hear(duo, "WHO #mitaines %tcnuhaf,152");
	fake_says(&duo->fake, ":irc.test 354 mitaines 152 #mitaines ~m host.test mitaines H 0");
	fake_says(
		&duo->fake, ":irc.test 354 mitaines 152 #mitaines a host.test anna H@ AnnaAccount");
	fake_says(&duo->fake, ":irc.test 354 mitaines 152 #mitaines l host.test luc G+ 0");
	fake_says(&duo->fake, ":irc.test 354 mitaines 99 #mitaines x host.test luc H eve");
	fake_says(&duo->fake, ":irc.test 354 mitaines 152 #mitaines x host.test luc");
	fake_says(&duo->fake, ":irc.test 315 mitaines #mitaines :End of /WHO list.");
	fake_says(&duo->fake, "@account=AnnaAccount :anna!a@host.test PRIVMSG #mitaines :!ping me");
	duo_hear(duo, "PRIVMSG #mitaines :pong me");
	duo_noted(duo,
		"joined #mitaines\nknown anna anna!a@host.test AnnaAccount\n"
		"known luc luc!l@host.test -\nmessage anna anna #mitaines !ping me\n");
	assert_int_equal(fake_count(&duo->fake, "WHO "), 1);
	fake_says(&duo->fake, ":anna!a@host KICK #mitaines mitaines :out");
	duo_join(duo, "mitaines");
	duo_hear(duo, "WHO #mitaines %tcnuhaf,152");
}

/* ---- who comes later ---- */

/* Connects to a server with these capabilities; it has answered for all who were there. */
static void with_caps(struct duo *duo, const char *caps, const char *support)
{
	duo->settings.sasl = IRC_SASL_NONE;
	duo_open(duo);
	duo_offer(duo, caps);
	if (caps[0] != '\0')
		duo_grant(duo, caps);
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, ":irc.test 001 mitaines :Welcome");
	fake_says(
		&duo->fake, ":irc.test 005 mitaines %s CASEMAPPING=ascii :are supported", support);
	duo_join(duo, "mitaines");
	duo_ping(duo);
}

static void who_comes_later_is_asked_about(void **state)
{
	struct duo *duo = *state;
	with_caps(duo, "", "WHOX");
	fake_says(&duo->fake, ":eve!e@h JOIN #mitaines");
	duo_hear(duo, "WHO eve %tcnuhaf,152");
	fake_says(&duo->fake, ":irc.test 354 mitaines 152 * e h eve H EveAccount");
	duo_ping(duo);
	duo_noted(duo, "came eve eve\nknown eve eve!e@h EveAccount\n");
	/* They speak: nothing new. */
	fake_says(&duo->fake, ":eve!e@h PRIVMSG #mitaines :hello");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "WHO "), 2);
}

/* The first is asked about at once, and of the others, while they wait, nobody. */
static void a_flood_of_joins_is_no_flood_of_questions(void **state)
{
	struct duo *duo = *state;
	duo->times.ask = 4 * DUO_PATIENCE;
	with_caps(duo, "", "WHOX");
	fake_says(&duo->fake, ":n0!u@h JOIN #mitaines");
	duo_hear(duo, "WHO n0 %tcnuhaf,152");
	for (int i = 1; i < 500; i++)
		fake_says(&duo->fake, ":n%d!u@h JOIN #mitaines", i);
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "WHO "), 2);
}

static void many_who_come_are_asked_about_together(void **state)
{
	struct duo *duo = *state;
	char part[64];
	duo->times.ask = 100;
	with_caps(duo, "", "WHOX");
	for (int i = 0; i < 50; i++)
		fake_says(&duo->fake, ":n%d!u@h JOIN #mitaines", i);
	duo_hear(duo, "WHO #mitaines %tcnuhaf,152");
	for (int i = 0; i < 50; i++)
		fake_says(&duo->fake, ":irc.test 354 mitaines 152 #mitaines u h n%d H acc%d", i, i);
	duo_ping(duo);
	for (int i = 0; i < 50; i++) {
		snprintf(part, sizeof part, "known n%d n%d!u@h acc%d\n", i, i, i);
		duo_noted(duo, part);
	}
}

/* Who has another nick is asked about by that, and who has gone is not. */
static void who_waits_to_be_asked_about_may_go_or_be_renamed(void **state)
{
	struct duo *duo = *state;
	duo->times.ask = 100;
	with_caps(duo, "", "WHOX");
	fake_says(&duo->fake, ":n0!u@h JOIN #mitaines");
	duo_hear(duo, "WHO n0 %tcnuhaf,152");
	fake_says(&duo->fake, ":eve!e@h JOIN #mitaines");
	fake_says(&duo->fake, ":eve!e@h NICK :eva");
	duo_hear(duo, "WHO eva %tcnuhaf,152");
	fake_says(&duo->fake, ":max!m@h JOIN #mitaines");
	fake_says(&duo->fake, ":max!m@h QUIT :bye");
	fake_says(&duo->fake, ":zoe!z@h JOIN #mitaines");
	assert_non_null(fake_hears(&duo->fake, "WHO ", DUO_PATIENCE));
	fake_says(&duo->fake, ":irc.test 354 mitaines 152 #mitaines z h zoe H ZoeAccount");
	duo_ping(duo);
	duo_noted(duo, "known zoe zoe!z@h ZoeAccount\n");
	assert_int_equal(fake_count(&duo->fake, "WHO max"), 0);
}

static void the_bot_is_thrown_out_before_it_has_asked(void **state)
{
	struct duo *duo = *state;
	duo->times.ask = 100;
	with_caps(duo, "", "WHOX");
	fake_says(&duo->fake, ":n0!u@h JOIN #mitaines");
	fake_says(&duo->fake, ":eve!e@h JOIN #mitaines");
	fake_says(&duo->fake, ":anna!a@host KICK #mitaines mitaines :out");
	duo_join(duo, "mitaines");
	duo_hear(duo, "WHO #mitaines %tcnuhaf,152");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "WHO "), 2);
}

static void nobody_is_asked_about_whose_account_comes_with_the_join(void **state)
{
	static const char *const caps[] = { "extended-join", "account-tag", DUO_ALL };
	struct duo *duo = *state;
	for (size_t i = 0; i < sizeof caps / sizeof caps[0]; i++) {
		with_caps(duo, caps[i], "WHOX");
		fake_says(&duo->fake, ":eve!e@h JOIN #mitaines * :Eve");
		duo_ping(duo);
		assert_int_equal(fake_count(&duo->fake, "WHO "), 1);
		pong_close(&duo->pong);
		duo->pong.irc = NULL;
		fake_hang_up(&duo->fake);
	}
	duo_open(duo);
}

/*
 * As long as it is not known who they are nobody of them is shown their hand: what there is to say
 * fills all that a slow server lets wait, each time anew.
 */
static void questions_do_not_wait_until_all_is_said(void **state)
{
	enum { LINES = 60 };
	struct duo *duo = *state;
	char answer[80];
	const char *ping;
	duo->settings.burst = 1000;
	duo->settings.per_second = 1000;
	with_caps(duo, "", "WHOX");
	duo->fake.mute = true;
	for (unsigned i = 0; i < LINES; i++)
		fake_says(&duo->fake, ":anna!a@host PRIVMSG mitaines :!ping number %u", i);
	ping = fake_hears(&duo->fake, "PING :", DUO_PATIENCE);
	assert_non_null(ping);
	snprintf(answer, sizeof answer, ":irc.test PONG irc.test %s", strchr(ping, ':'));
	fake_says(&duo->fake, ":eve!e@h JOIN #mitaines\r\nPING :there");
	duo_hear(duo, "PONG :there");
	fake_says(&duo->fake, "%s", answer);
	assert_non_null(fake_hears(&duo->fake, "PING :", DUO_PATIENCE));
	assert_int_equal(fake_count(&duo->fake, "WHO eve"), 1);
	assert_null(strstr(duo->fake.heard.bytes, "number 59"));
}

/* A server that would not tell their account is not asked. */
static void without_whox_nobody_is_asked_about(void **state)
{
	struct duo *duo = *state;
	with_caps(duo, "", "A=1");
	fake_says(&duo->fake, ":eve!e@h JOIN #mitaines");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "WHO "), 1);
}

/* ---- what servers tell of themselves ---- */

/* ---- old lines ---- */

/* Registers at a server with all capabilities; time: a tag of its lines, or "". */
static void with_times(struct duo *duo, const char *time)
{
	duo->settings.sasl = IRC_SASL_NONE;
	duo_open(duo);
	duo_negotiate(duo, DUO_ALL);
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, "%s:irc.test 001 mitaines :Welcome", time);
	fake_says(&duo->fake, "%s:irc.test 422 mitaines :No MOTD", time);
	duo_hear(duo, "JOIN #mitaines");
}

/* The bot answers the lines that say "new", and none that says "old". */
static void only_new_lines_count(struct duo *duo)
{
	fake_says(&duo->fake, ":anna!a@host PRIVMSG #mitaines :!ping new");
	duo_hear(duo, "PRIVMSG #mitaines :pong new");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "old"), 0);
}

static void a_line_from_before_the_join_is_ignored(void **state)
{
	struct duo *duo = *state;
	with_times(duo, "");
	fake_says(&duo->fake,
		"@time=2026-11-21T10:00:00.000Z :mitaines!~bot@host.test JOIN #mitaines * :m");
	fake_says(&duo->fake,
		"@time=2026-11-21T09:59:59.999Z :anna!a@host PRIVMSG #mitaines :!ping old");
	fake_says(&duo->fake, ":irc.test 366 mitaines #mitaines :End of NAMES list");
	fake_says(&duo->fake,
		"@time=2025-01-01T00:00:00.000Z :anna!a@host PRIVMSG @#mitaines :!ping old");
	fake_says(&duo->fake,
		"@time=2026-11-21T10:00:00.000Z :anna!a@host PRIVMSG #mitaines :!ping new");
	duo_hear(duo, "PRIVMSG #mitaines :pong new");
	only_new_lines_count(duo);
}

static void batches_of_replayed_lines_are_ignored(void **state)
{
	static const char *const types[] = { "znc.in/playback", "chathistory",
		"draft/chathistory" };
	struct duo *duo = *state;
	with_people(duo, "A=1");
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
		fake_says(&duo->fake, ":irc.test BATCH +b %s op", types[i]);
		fake_says(&duo->fake, "@batch=b :anna!a@host PRIVMSG mitaines :!ping old");
		fake_says(&duo->fake, "@batch=b :anna!a@host PRIVMSG #mitaines :!ping old");
		fake_says(&duo->fake, "@batch=b :anna!a@host PRIVMSG mitaines :\001PING old\001");
		fake_says(&duo->fake, "@batch=b :mitaines!m@host PART #mitaines :old");
		fake_says(&duo->fake, "@batch=b :irc.test BATCH +inner netjoin a b");
		fake_says(&duo->fake, "@batch=inner :anna!a@host PRIVMSG #mitaines :!ping old");
		fake_says(&duo->fake, "@batch=b :irc.test BATCH -inner");
		fake_says(&duo->fake, ":irc.test BATCH -b");
		only_new_lines_count(duo);
	}
	/* References may be used again, and other batches are news. */
	fake_says(&duo->fake, ":irc.test BATCH +b netjoin a.test b.test");
	fake_says(&duo->fake, "@batch=b :zoe!z@h JOIN #mitaines * :Zoe");
	fake_says(&duo->fake, ":irc.test BATCH -b");
	duo_ping(duo);
	duo_noted(duo, "came zoe zoe\n");
	duo_logs(duo, "replayed lines, said before the bot was here, are ignored");
}

static void old_lines_are_ignored_when_the_server_shows_no_time(void **state)
{
	struct duo *duo = *state;
	with_times(duo, "");
	fake_says(&duo->fake,
		"@time=2024-11-21T09:00:00.000Z :anna!a@host PRIVMSG mitaines :!ping old");
	fake_says(&duo->fake, ":mitaines!~bot@host.test JOIN #mitaines * :m");
	fake_says(&duo->fake,
		"@time=2024-11-21T09:00:00.000Z :anna!a@host PRIVMSG #mitaines :!ping old");
	fake_says(&duo->fake, ":irc.test 366 mitaines #mitaines :End of NAMES list");
	only_new_lines_count(duo);
}

static void hears_by_the_clock_of(struct duo *duo, const char *year)
{
	char tag[64];
	snprintf(tag, sizeof tag, "@time=%s-01-01T12:00:00.000Z ", year);
	with_times(duo, tag);
	fake_says(&duo->fake,
		"@time=%s-01-01T11:59:59.999Z :anna!a@host PRIVMSG mitaines :!ping old", year);
	fake_says(&duo->fake, "%s:anna!a@host PRIVMSG mitaines :!ping now", tag);
	duo_hear(duo, "PRIVMSG anna :pong now");
	fake_says(&duo->fake, ":mitaines!~bot@host.test JOIN #mitaines * :m");
	fake_says(&duo->fake, ":irc.test 366 mitaines #mitaines :End of NAMES list");
	only_new_lines_count(duo);
}

static void a_server_whose_clock_is_behind_is_heard(void **state)
{
	hears_by_the_clock_of(*state, "2020");
}

static void a_server_whose_clock_is_ahead_is_heard(void **state)
{
	hears_by_the_clock_of(*state, "2120");
}

/* A bouncer tells the server's first lines as it stored them. */
static void a_later_line_corrects_the_clock_of_a_stored_one(void **state)
{
	struct duo *duo = *state;
	with_times(duo, "@time=2020-01-01T12:00:00.000Z ");
	fake_says(&duo->fake,
		"@time=2020-06-01T00:00:00.000Z :mitaines!~bot@host.test JOIN #mitaines * :m");
	fake_says(&duo->fake, ":irc.test 366 mitaines #mitaines :End of NAMES list");
	fake_says(&duo->fake,
		"@time=2020-03-01T00:00:00.000Z :anna!a@host PRIVMSG mitaines :!ping old");
	fake_says(&duo->fake,
		"@time=2020-06-01T00:00:00.000Z :anna!a@host PRIVMSG mitaines :!ping later");
	duo_hear(duo, "PRIVMSG anna :pong later");
	only_new_lines_count(duo);
}

static void people_behind_a_relay_are_heard_in_channels(void **state)
{
	struct duo *duo = *state;
	with_people(duo, "A=1");
	fake_says(&duo->fake, ":luc/discord!r@relay PRIVMSG #mitaines :!ping relayed");
	duo_hear(duo, "PRIVMSG #mitaines :pong relayed");
	fake_says(&duo->fake, ":luc/discord!r@relay PRIVMSG mitaines :!ping alone");
	/* A bridge may be marked as a bot: its own words do not count. */
	fake_says(&duo->fake, "@bot :bridge!b@h PRIVMSG #mitaines :!ping itself");
	fake_says(&duo->fake, "@bot :bridge!b@h PRIVMSG #mitaines :<luc> hello");
	duo_ping(duo);
	duo_noted(duo, "message bridge bridge #mitaines <luc> hello\n");
	assert_int_equal(fake_count(&duo->fake, "luc/discord"), 0);
	assert_int_equal(fake_count(&duo->fake, "pong itself"), 0);
}

static void test_marked_as_a_bot(void **state)
{
	struct duo *duo = *state;
	with_people(duo, "BOT=B");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "MODE mitaines +B\r\n"), 1);
	fake_says(&duo->fake, ":irc.test 005 mitaines BOT=B -NICKLEN :are supported");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "MODE mitaines"), 1);
}

/* TARGMAX tells how many channels one JOIN may name. */
static void test_few_channels_at_once(void **state)
{
	static const char *const channels[] = { "#a", "#b", "#c" };
	static const char welcome[] =
		":irc.test 001 mitaines :Welcome\r\n"
		":irc.test 005 mitaines TARGMAX=JOIN:2,KICK:1 :are supported\r\n";
	struct duo *duo = *state;
	duo->settings.sasl = IRC_SASL_NONE;
	duo->settings.channel = channels;
	duo->settings.channels = 3;
	duo->times.rejoin = 60000;
	duo_open(duo);
	duo_offer(duo, "");
	duo_hear(duo, "CAP END");
	fake_bytes(&duo->fake, welcome, sizeof welcome - 1);
	duo_hear(duo, "JOIN #a,#b");
	duo_hear(duo, "JOIN #c");
}

/* The server forgot to tell that luc had left. */
static void test_a_nick_taken_from_somebody_who_left_unseen(void **state)
{
	struct duo *duo = *state;
	fake_says(&duo->fake, ":anna!a@host NICK :luc");
	fake_says(&duo->fake, ":luc!a@host PRIVMSG mitaines :!ping");
	duo_hear(duo, "PRIVMSG luc :pong");
	duo_noted(duo, "quit luc luc\nrenamed anna luc\nmessage anna luc - !ping\n");
}

/* Nor that luc had, who is back. */
static void test_somebody_who_left_unseen_comes_again(void **state)
{
	struct duo *duo = *state;
	fake_says(&duo->fake, ":luc!l@h JOIN #mitaines");
	duo_ping(duo);
	duo_noted(duo, "quit luc luc\ncame luc luc\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DUO_CASE(test_accounts),
		DUO_CASE(test_who_without_accounts),
		DUO_CASE(test_accounts_of_many_lines),
		DUO_CASE(test_who),
		DUO_CASE(who_comes_later_is_asked_about),
		DUO_CASE(a_flood_of_joins_is_no_flood_of_questions),
		DUO_CASE(many_who_come_are_asked_about_together),
		DUO_CASE(who_waits_to_be_asked_about_may_go_or_be_renamed),
		DUO_CASE(the_bot_is_thrown_out_before_it_has_asked),
		DUO_CASE(nobody_is_asked_about_whose_account_comes_with_the_join),
		DUO_CASE(questions_do_not_wait_until_all_is_said),
		DUO_CASE(without_whox_nobody_is_asked_about),
		DUO_CASE(a_line_from_before_the_join_is_ignored),
		DUO_CASE(batches_of_replayed_lines_are_ignored),
		DUO_CASE(old_lines_are_ignored_when_the_server_shows_no_time),
		DUO_CASE(a_server_whose_clock_is_behind_is_heard),
		DUO_CASE(a_server_whose_clock_is_ahead_is_heard),
		DUO_CASE(a_later_line_corrects_the_clock_of_a_stored_one),
		DUO_CASE(people_behind_a_relay_are_heard_in_channels),
		DUO_CASE(test_marked_as_a_bot),
		DUO_CASE(test_few_channels_at_once),
		DUO_CONNECTED(test_a_nick_taken_from_somebody_who_left_unseen),
		DUO_CONNECTED(test_somebody_who_left_unseen_comes_again),
	};
	return cmocka_run_group_tests(tests, duo_start, duo_stop);
}
