/* irc_people.c - tests of the accounts and hosts of people, and of the times of their lines, as
 * servers report them. */
#include "tests/irc/duo.h"

/* Connects to a server with all capabilities and with `support` in its ISUPPORT (005). */
static void with_people(struct duo *duo, const char *support)
{
	duo->settings.sasl.mechanism = NULL;
	duo_open(duo);
	duo_negotiate(duo, DUO_ALL);
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, ":irc.test 001 mitaines :Welcome");
	fake_says(
		&duo->fake, ":irc.test 005 mitaines %s CASEMAPPING=ascii :are supported", support);
	duo_join(duo, "mitaines");
}

DUO_CASE(the_bot_notes_changes_of_accounts_and_hosts)
{
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

/* Without WHOX the bot learns the hosts of people who joined before it, but not their accounts. */
DUO_CASE(the_bot_reads_hosts_from_who_if_whox_is_missing)
{
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

DUO_CASE(each_of_many_lines_keeps_the_account_of_its_sender)
{
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

DUO_CASE(the_bot_reads_accounts_from_whox)
{
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

/* ---- people who join after the bot ---- */

/* Connects to a server with these capabilities, and answers the bot's WHO for all members. */
static void with_caps(struct duo *duo, const char *caps, const char *support)
{
	duo->settings.sasl.mechanism = NULL;
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

DUO_CASE(the_bot_sends_who_about_a_person_who_joins_later)
{
	with_caps(duo, "", "WHOX");
	fake_says(&duo->fake, ":eve!e@h JOIN #mitaines");
	duo_hear(duo, "WHO eve %tcnuhaf,152");
	fake_says(&duo->fake, ":irc.test 354 mitaines 152 * e h eve H EveAccount");
	duo_ping(duo);
	duo_noted(duo, "came eve eve\nknown eve eve!e@h EveAccount\n");
	/* A line of a person causes no further WHO. */
	fake_says(&duo->fake, ":eve!e@h PRIVMSG #mitaines :hello");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "WHO "), 2);
}

/* The first JOIN causes a WHO at once. The next WHO, for all later JOINs, is
 * delayed. */
DUO_CASE(a_flood_of_joins_causes_only_one_who_request)
{
	duo->times.ask = 4 * DUO_PATIENCE;
	with_caps(duo, "", "WHOX");
	fake_says(&duo->fake, ":n0!u@h JOIN #mitaines");
	duo_hear(duo, "WHO n0 %tcnuhaf,152");
	for (int i = 1; i < 500; i++)
		fake_says(&duo->fake, ":n%d!u@h JOIN #mitaines", i);
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "WHO "), 2);
}

DUO_CASE(many_joins_at_once_are_covered_by_one_who_request)
{
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

/* A waiting WHO request names people by their new nicks after NICK, and omits them after QUIT. */
DUO_CASE(a_pending_who_request_follows_renames_and_quits)
{
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

DUO_CASE(a_kick_cancels_a_pending_who_request)
{
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

DUO_CASE(the_bot_sends_no_who_if_joins_contain_accounts)
{
	static const char *const caps[] = { "extended-join", "account-tag", DUO_ALL };
	for (size_t i = 0; i < sizeof caps / sizeof caps[0]; i++) {
		with_caps(duo, caps[i], "WHOX");
		fake_says(&duo->fake, ":eve!e@h JOIN #mitaines * :Eve");
		duo_ping(duo);
		assert_int_equal(fake_count(&duo->fake, "WHO "), 1);
		pong_close(&duo->pong);
		duo->pong.network = NULL;
		fake_hang_up(&duo->fake);
	}
	duo_open(duo);
}

/* The bot shows a hand only after the server's reply to a WHO request about the player. So this
 * request must not wait behind many lines to a slow server. */
DUO_CASE(private_lines_do_not_delay_a_who_request)
{
	enum { LINES = 60 };
	char answer[80];
	const char *ping;
	duo->settings.common.pace.burst = 1000;
	duo->settings.common.pace.per_second = 1000;
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

/* Without WHOX the bot cannot ask for accounts, so it asks nothing. */
DUO_CASE(a_join_causes_no_who_request_if_whox_is_missing)
{
	with_caps(duo, "", "A=1");
	fake_says(&duo->fake, ":eve!e@h JOIN #mitaines");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "WHO "), 1);
}

/* ---- replays of old lines ---- */

/* Connects to a server with all capabilities. `time` is a server-time tag and a blank before its
 * first lines, or "". */
static void with_times(struct duo *duo, const char *time)
{
	duo->settings.sasl.mechanism = NULL;
	duo_open(duo);
	duo_negotiate(duo, DUO_ALL);
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, "%s:irc.test 001 mitaines :Welcome", time);
	fake_says(&duo->fake, "%s:irc.test 422 mitaines :No MOTD", time);
	duo_hear(duo, "JOIN #mitaines");
}

/* Fails unless the bot answers `!ping new`, and has answered no earlier `!ping old`. */
static void only_new_lines_count(struct duo *duo)
{
	fake_says(&duo->fake, ":anna!a@host PRIVMSG #mitaines :!ping new");
	duo_hear(duo, "PRIVMSG #mitaines :pong new");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "old"), 0);
}

DUO_CASE(a_line_sent_before_the_bot_joined_is_ignored)
{
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

DUO_CASE(batches_of_replayed_lines_are_ignored)
{
	static const char *const types[] = { "znc.in/playback", "chathistory",
		"draft/chathistory" };
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
	/* The server reuses the reference of an ended batch for a batch of another type. The bot
	 * must not take the new batch for a replay. */
	fake_says(&duo->fake, ":irc.test BATCH +b netjoin a.test b.test");
	fake_says(&duo->fake, "@batch=b :zoe!z@h JOIN #mitaines * :Zoe");
	fake_says(&duo->fake, ":irc.test BATCH -b");
	duo_ping(duo);
	duo_noted(duo, "came zoe zoe\n");
	duo_logs(duo, "ignoring replayed lines from before the bot joined");
}

/* InspIRCd replays history to people who join a channel with mode +H. Without the capability
 * server-time, the lines have no time and look new. */
DUO_CASE(lines_after_a_notice_of_replay_are_ignored_until_the_modes_come)
{
	with_people(duo, "A=1");
	fake_says(&duo->fake,
		":irc.test NOTICE #mitaines :Replaying up to 50 lines of pre-join "
		"history from the last 1h");
	fake_says(&duo->fake, ":anna!a@host PRIVMSG #mitaines :!ping old");
	fake_says(&duo->fake, ":irc.test 324 mitaines #mitaines +ntH 50:1h");
	fake_says(&duo->fake, ":irc.test NOTICE #mitaines :Replaying up to noon");
	only_new_lines_count(duo);
}

DUO_CASE(old_lines_without_server_time_are_found_by_the_clock_of_the_bot)
{
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

DUO_CASE(lines_of_a_server_with_a_slow_clock_are_answered)
{
	hears_by_the_clock_of(duo, "2020");
}

DUO_CASE(lines_of_a_server_with_a_fast_clock_are_answered)
{
	hears_by_the_clock_of(duo, "2120");
}

/* A bouncer replays the server's first lines with old times, from which the bot first estimates the
 * server's clock wrongly. */
DUO_CASE(a_later_server_time_corrects_an_estimate_from_a_replayed_line)
{
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

DUO_CASE(people_behind_a_relay_are_answered_in_channels)
{
	with_people(duo, "A=1");
	fake_says(&duo->fake, ":luc/discord!r@relay PRIVMSG #mitaines :!ping relayed");
	duo_hear(duo, "PRIVMSG #mitaines :pong relayed");
	fake_says(&duo->fake, ":luc/discord!r@relay PRIVMSG mitaines :!ping alone");
	/* A bridge to another network may have the bot tag. The bot ignores the bridge's own
	 * commands, but not lines that it relays. */
	fake_says(&duo->fake, "@bot :bridge!b@h PRIVMSG #mitaines :!ping itself");
	fake_says(&duo->fake, "@bot :bridge!b@h PRIVMSG #mitaines :<luc> hello");
	duo_ping(duo);
	duo_noted(duo, "message bridge bridge #mitaines <luc> hello\n");
	assert_int_equal(fake_count(&duo->fake, "luc/discord"), 0);
	assert_int_equal(fake_count(&duo->fake, "pong itself"), 0);
}

DUO_CASE(the_bot_marks_itself_as_a_bot)
{
	with_people(duo, "BOT=B");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "MODE mitaines +B\r\n"), 1);
	fake_says(&duo->fake, ":irc.test 005 mitaines BOT=B -NICKLEN :are supported");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "MODE mitaines"), 1);
}

/* The ISUPPORT token TARGMAX tells how many channels one JOIN may name. */
DUO_CASE(targmax_limits_the_number_of_channels_in_a_join)
{
	static const char *const channels[] = { "#a", "#b", "#c" };
	static const char welcome[] =
		":irc.test 001 mitaines :Welcome\r\n"
		":irc.test 005 mitaines TARGMAX=JOIN:2,KICK:1 :are supported\r\n";
	duo->settings.sasl.mechanism = NULL;
	duo->settings.common.channels.item = (char **)channels;
	duo->settings.common.channels.count = 3;
	duo->times.rejoin = 60000;
	duo_open(duo);
	duo_offer(duo, "");
	duo_hear(duo, "CAP END");
	fake_bytes(&duo->fake, welcome, sizeof welcome - 1);
	duo_hear(duo, "JOIN #a,#b");
	duo_hear(duo, "JOIN #c");
}

/* The bot got no QUIT of luc before anna takes the nick luc. */
DUO_CONNECTED(a_rename_to_a_known_nick_means_that_its_owner_quit_unseen)
{
	fake_says(&duo->fake, ":anna!a@host NICK :luc");
	fake_says(&duo->fake, ":luc!a@host PRIVMSG mitaines :!ping");
	duo_hear(duo, "PRIVMSG luc :pong");
	duo_noted(duo, "quit luc luc\nrenamed anna luc\nmessage anna luc - !ping\n");
}

/* The bot got no QUIT of luc before luc joins again. */
DUO_CONNECTED(a_second_join_of_a_person_means_that_they_quit_unseen)
{
	fake_says(&duo->fake, ":luc!l@h JOIN #mitaines");
	duo_ping(duo);
	duo_noted(duo, "quit luc luc\ncame luc luc\n");
}

static enum network_rank rank_of(struct duo *duo, const char *nick)
{
	struct network *network = duo->pong.network;
	struct sender sender;
	duo_ping(duo);
	assert_true(network->driver->find_nick(network, nick, &sender));
	return network->driver->rank(network, sender.key, "#mitaines");
}

/* In the reply to NAMES, anna is an operator and luc is voiced. */
DUO_CASE(the_bot_notes_changes_of_operators_and_voiced_people)
{
	with_people(duo, "PREFIX=(qaohv)~&@%+");
	assert_int_equal(rank_of(duo, "anna"), RANK_OPERATOR);
	assert_int_equal(rank_of(duo, "luc"), RANK_VOICED);
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines +h-v luc luc");
	assert_int_equal(rank_of(duo, "luc"), RANK_OPERATOR);
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines +o-h luc luc");
	assert_int_equal(rank_of(duo, "luc"), RANK_OPERATOR);
	fake_says(&duo->fake, ":luc!l@h NICK lou");
	assert_int_equal(rank_of(duo, "lou"), RANK_OPERATOR);
	fake_says(&duo->fake, ":anna!a@h MODE #mitaines -o lou");
	assert_int_equal(rank_of(duo, "lou"), RANK_NONE);
	fake_says(&duo->fake, ":irc.test MODE #mitaines +q-o anna anna");
	assert_int_equal(rank_of(duo, "anna"), RANK_OPERATOR);
	fake_says(&duo->fake, ":anna!a@h PART #mitaines");
	fake_says(&duo->fake, ":anna!a@h JOIN #mitaines * :Anna");
	assert_int_equal(rank_of(duo, "anna"), RANK_NONE);
}

CASES_AROUND(duo_start, duo_stop)
