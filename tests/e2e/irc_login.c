/*
 * irc_login.c - how the bot registers and proves who it is, with a server that answers as it likes;
 * and what it then learns of people.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/net/irc/state.h"
#include "tests/irc/duo.h"

#define ALL \
	"account-notify account-tag cap-notify chghost extended-join message-tags multi-prefix " \
	"sasl server-time setname"

/* Begins with a log that can be read, and an account. */
static int make(void **state)
{
	char path[] = "/tmp/mitaines-test.XXXXXX";
	struct duo *duo;

	if (duo_make(state) != 0)
		return -1;
	duo = *state;
	close(duo->log);
	duo->log = mkstemp(path);
	unlink(path);
	duo->settings.sasl = IRC_SASL_PLAIN;
	duo->settings.sasl_account = "jilles";
	duo->settings.sasl_password = "sesame";
	return duo->log >= 0 ? 0 : -1;
}

/* Whether the log has a part; never a password. */
static bool logged(const struct duo *duo, const char *part)
{
	char text[64 * 1024];
	ssize_t length = pread(duo->log, text, sizeof text - 1, 0);

	assert_true(length >= 0);
	text[length] = '\0';
	assert_null(strstr(text, "sesame"));
	assert_null(strstr(text, "amlsbGVzAGppbGxlcwBzZXNhbWU="));
	return strstr(text, part) != NULL;
}

static void must_log(const struct duo *duo, const char *part)
{
	if (!logged(duo, part))
		fail_msg("not logged: %s", part);
}

/* The server hears the bot's first lines and tells what it offers. */
static void offer(struct duo *duo, const char *caps)
{
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	duo_hear(duo, "CAP LS 302");
	duo_hear(duo, "NICK mitaines");
	duo_hear(duo, "USER mitaines 0 * :mitaines");
	fake_says(&duo->fake, ":irc.test CAP * LS :%s", caps);
}

static void grant(struct duo *duo, const char *caps)
{
	char line[300];

	snprintf(line, sizeof line, "CAP REQ :%s", caps);
	duo_hear(duo, line);
	fake_says(&duo->fake, ":irc.test CAP * ACK :%s", caps);
}

static void authenticate(struct duo *duo, const char *plus)
{
	duo_hear(duo, "AUTHENTICATE PLAIN");
	fake_says(&duo->fake, "AUTHENTICATE %s", plus);
	duo_hear(duo, "AUTHENTICATE amlsbGVzAGppbGxlcwBzZXNhbWU=");
}

static void succeed(struct duo *duo)
{
	fake_says(&duo->fake,
		":irc.test 900 mitaines mitaines!m@h jilles :You are now logged in as jilles");
	fake_says(&duo->fake, ":irc.test 903 mitaines :SASL authentication successful");
}

static void arrive(struct duo *duo)
{
	duo_welcome(duo, "mitaines");
	duo_join(duo, "mitaines");
	duo_ping(duo);
}

/* ---- SASL ---- */

static void test_plain(void **state)
{
	struct duo *duo = *state;

	duo_open(duo);
	offer(duo, "unknown sts=port=1 " ALL);
	grant(duo, ALL);
	authenticate(duo, "+");
	duo_never_hears(duo, "CAP END");
	succeed(duo);
	duo_hear(duo, "CAP END");
	arrive(duo);
	must_log(duo, "logged in as jilles");
}

/* A list of several lines, a question behind a colon. */
static void test_plain_of_another_server(void **state)
{
	struct duo *duo = *state;

	duo_open(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	fake_says(&duo->fake, ":irc.test NOTICE * :*** Looking up your hostname");
	fake_says(&duo->fake, ":irc.test CAP * LS * :account-tag");
	fake_says(&duo->fake, ":irc.test CAP * LS * :chghost batch");
	duo_never_hears(duo, "CAP REQ");
	fake_says(&duo->fake, ":irc.test CAP * LS :sasl=EXTERNAL,PLAIN");
	grant(duo, "account-tag chghost sasl");
	authenticate(duo, ":+");
	succeed(duo);
	duo_hear(duo, "CAP END");
	arrive(duo);
}

static void test_external(void **state)
{
	struct duo *duo = *state;

	duo->settings.sasl = IRC_SASL_EXTERNAL;
	duo->settings.sasl_account = duo->settings.sasl_password = NULL;
	duo_open(duo);
	offer(duo, "sasl");
	grant(duo, "sasl");
	duo_hear(duo, "AUTHENTICATE EXTERNAL");
	fake_says(&duo->fake, "AUTHENTICATE +");
	duo_hear(duo, "AUTHENTICATE +");
	succeed(duo);
	duo_hear(duo, "CAP END");
	arrive(duo);
}

/* 300 bytes of answer: a full piece and an empty one. */
static void test_a_long_password(void **state)
{
	struct duo *duo = *state;
	char password[291];
	const char *line;

	memset(password, 'p', sizeof password);
	password[286] = '\0';
	duo->settings.sasl_password = password;
	duo_open(duo);
	offer(duo, "sasl");
	grant(duo, "sasl");
	duo_hear(duo, "AUTHENTICATE PLAIN");
	fake_says(&duo->fake, "AUTHENTICATE +");
	line = fake_hears(&duo->fake, "AUTHENTICATE ", DUO_PATIENCE);
	assert_non_null(line);
	assert_int_equal(strlen(line), strlen("AUTHENTICATE ") + 400);
	duo_hear(duo, "AUTHENTICATE +");
	succeed(duo);
	duo_hear(duo, "CAP END");
	arrive(duo);
}

static void test_refused_and_going_on(void **state)
{
	struct duo *duo = *state;

	duo_open(duo);
	offer(duo, "sasl");
	grant(duo, "sasl");
	authenticate(duo, "+");
	fake_says(&duo->fake, ":irc.test 904 mitaines :SASL authentication failed");
	duo_hear(duo, "CAP END");
	arrive(duo);
	must_log(duo,
		"not logged in by SASL: the server says 904, SASL authentication failed; check "
		"account and password in sasl; going on without an account");
}

/* Each way to fail makes the bot leave, and come back much later, once for each attempt logged. */
static void test_refused_and_required(void **state)
{
	static const char *const refusals[] = { "902 mitaines :You must use a nick assigned to you",
		"904 mitaines :SASL authentication failed", "905 mitaines :SASL message too long",
		"906 mitaines :SASL authentication aborted" };
	struct duo *duo = *state;
	char part[200];

	duo->settings.require_sasl = true;
	duo_open(duo);
	for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
		offer(duo, "sasl");
		grant(duo, "sasl");
		authenticate(duo, "+");
		fake_says(&duo->fake, ":irc.test %s", refusals[i]);
		assert_true(fake_left(&duo->fake, DUO_PATIENCE));
		assert_int_equal(fake_count(&duo->fake, "CAP END"), 0);
		snprintf(part, sizeof part,
			"not connected: SASL is required, and the login failed: the server says "
			"%.3s, ",
			refusals[i]);
		must_log(duo, part);
	}
	offer(duo, "sasl");
	grant(duo, "sasl");
	authenticate(duo, "+");
	succeed(duo);
	duo_hear(duo, "CAP END");
	arrive(duo);
}

static void test_required_comes_back_at_leisure(void **state)
{
	struct duo *duo = *state;

	duo->settings.require_sasl = true;
	duo->times.retry_least = 1;
	duo->times.retry_most = 3600000;
	duo_open(duo);
	offer(duo, "account-tag");
	grant(duo, "account-tag");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	must_log(duo, "the server offers no SASL, or its services are away; again in ");
	assert_true(duo->pong.irc->deadline - loop_now(duo->loop) > 1000000);
}

static void test_the_mechanism_is_not_there(void **state)
{
	struct duo *duo = *state;

	duo_open(duo);
	offer(duo, "sasl=EXTERNAL,SCRAM-SHA-256");
	grant(duo, "sasl");
	duo_hear(duo, "CAP END");
	arrive(duo);
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE"), 0);
	must_log(duo, "the server does not take this mechanism; going on");
}

static void test_the_capability_is_refused(void **state)
{
	struct duo *duo = *state;

	duo_open(duo);
	offer(duo, "chghost sasl");
	duo_hear(duo, "CAP REQ :chghost sasl");
	fake_says(&duo->fake, ":irc.test CAP * NAK :chghost sasl");
	grant(duo, "chghost");
	duo_hear(duo, "CAP REQ :sasl");
	fake_says(&duo->fake, ":irc.test CAP * NAK :sasl");
	duo_hear(duo, "CAP END");
	arrive(duo);
	must_log(duo, "the server offers no SASL");
}

static void test_services_that_never_answer(void **state)
{
	struct duo *duo = *state;

	duo->times.login = 30;
	duo_open(duo);
	offer(duo, "sasl");
	grant(duo, "sasl");
	authenticate(duo, "+");
	duo_hear(duo, "AUTHENTICATE *");
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, ":irc.test 906 mitaines :SASL authentication aborted");
	arrive(duo);
	must_log(duo, "the server does not answer; going on");
}

static void test_a_server_that_asks_for_more(void **state)
{
	struct duo *duo = *state;

	duo->settings.require_sasl = true;
	duo_open(duo);
	offer(duo, "sasl");
	grant(duo, "sasl");
	authenticate(duo, "+");
	fake_says(&duo->fake, "AUTHENTICATE +");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	offer(duo, "sasl");
	grant(duo, "sasl");
	duo_hear(duo, "AUTHENTICATE PLAIN");
	fake_says(&duo->fake, "AUTHENTICATE c29tZXRoaW5n");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	assert_int_equal(fake_count(&duo->fake, "amls"), 0);
	must_log(duo, "the server asks what the mechanism does not know");
}

static void test_a_server_that_asks_something_else(void **state)
{
	struct duo *duo = *state;

	duo_open(duo);
	offer(duo, "sasl");
	grant(duo, "sasl");
	duo_hear(duo, "AUTHENTICATE PLAIN");
	fake_says(&duo->fake, "AUTHENTICATE");
	duo_hear(duo, "AUTHENTICATE *");
	duo_hear(duo, "CAP END");
	arrive(duo);
}

/* Nobody gets the password who was not asked to. */
static void test_questions_nobody_asked_for(void **state)
{
	struct duo *duo = *state;

	duo_open(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	fake_says(&duo->fake, "AUTHENTICATE +");
	fake_says(&duo->fake, ":irc.test 904 * :no");
	fake_says(&duo->fake, ":irc.test CAP * LS :account-tag");
	grant(duo, "account-tag");
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, "AUTHENTICATE +");
	arrive(duo);
	fake_says(&duo->fake, "AUTHENTICATE +");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE"), 0);
}

static void test_services_that_come_back(void **state)
{
	struct duo *duo = *state;

	duo_open(duo);
	offer(duo, "cap-notify");
	grant(duo, "cap-notify");
	duo_hear(duo, "CAP END");
	arrive(duo);
	fake_says(&duo->fake, ":irc.test CAP mitaines NEW :sasl=PLAIN");
	grant(duo, "sasl");
	authenticate(duo, "+");
	succeed(duo);
	duo_ping(duo);
	must_log(duo, "logged in as jilles");
	assert_int_equal(fake_count(&duo->fake, "CAP END"), 1);
	fake_says(&duo->fake, ":irc.test CAP mitaines DEL :sasl");
	fake_says(&duo->fake, ":irc.test CAP mitaines NEW :sasl=PLAIN");
	grant(duo, "sasl");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE PLAIN"), 1);
}

/* ---- servers that know none of this ---- */

static void test_a_server_without_capabilities(void **state)
{
	struct duo *duo = *state;

	duo->settings.sasl = IRC_SASL_NONE;
	duo_open(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	fake_says(&duo->fake, ":irc.test 421 * CAP :Unknown command");
	duo_hear(duo, "NICK mitaines");
	arrive(duo);
	assert_false(logged(duo, "Unknown command"));
	assert_false(logged(duo, "SASL"));
}

static void test_required_of_a_server_without(void **state)
{
	struct duo *duo = *state;

	duo->settings.require_sasl = true;
	duo_open(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	fake_says(&duo->fake, ":irc.test 421 * CAP :Unknown command");
	duo_welcome(duo, "mitaines");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	assert_int_equal(fake_count(&duo->fake, "JOIN"), 0);
	must_log(duo, "SASL is required, and the login failed: the server does not wait for it");
	assert_string_equal(duo->pong.diary, "");
}

/* ---- NickServ ---- */

static void with_nickserv(struct duo *duo)
{
	duo->settings.sasl = IRC_SASL_NONE;
	duo->settings.nickserv = "NickServ";
	duo->settings.nickserv_account = "jilles";
	duo->settings.nickserv_password = "sesame";
	duo_open(duo);
}

static void test_nickserv(void **state)
{
	struct duo *duo = *state;

	with_nickserv(duo);
	offer(duo, "");
	duo_hear(duo, "CAP END");
	duo_welcome(duo, "mitaines");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	fake_says(&duo->fake, ":NickServ!s@services. NOTICE mitaines :Please identify");
	duo_never_hears(duo, "JOIN");
	fake_says(&duo->fake, ":irc.test 900 mitaines mitaines!m@h jilles :You are now logged in");
	duo_join(duo, "mitaines");
	duo_ping(duo);
	must_log(duo, "NickServ says: Please identify");
	must_log(duo, "logged in as jilles");
}

/* Services without accounts give a mode. */
static void test_nickserv_by_mode(void **state)
{
	struct duo *duo = *state;

	with_nickserv(duo);
	offer(duo, "");
	duo_welcome(duo, "mitaines");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	fake_says(&duo->fake, ":mitaines MODE mitaines :+ix-r");
	fake_says(&duo->fake, ":NickServ MODE luc :+r");
	fake_says(&duo->fake, "MODE");
	fake_says(&duo->fake, "MODE mitaines");
	duo_never_hears(duo, "JOIN");
	fake_says(&duo->fake, ":NickServ MODE mitaines :+r");
	duo_join(duo, "mitaines");
	duo_ping(duo);
}

static void test_nickserv_that_is_silent(void **state)
{
	struct duo *duo = *state;

	duo->times.login = 30;
	with_nickserv(duo);
	offer(duo, "");
	duo_welcome(duo, "mitaines");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	duo_join(duo, "mitaines");
	duo_ping(duo);
	must_log(duo, "NickServ has not confirmed the login; joining without an account");
}

static void test_no_nickserv_after_sasl(void **state)
{
	struct duo *duo = *state;

	duo->settings.nickserv = "NickServ";
	duo->settings.nickserv_account = "jilles";
	duo->settings.nickserv_password = "sesame";
	duo_open(duo);
	offer(duo, "sasl");
	grant(duo, "sasl");
	authenticate(duo, "+");
	succeed(duo);
	duo_hear(duo, "CAP END");
	arrive(duo);
	assert_int_equal(fake_count(&duo->fake, "NickServ"), 0);
}

static void test_a_ghost_has_the_nick(void **state)
{
	struct duo *duo = *state;

	with_nickserv(duo);
	offer(duo, "");
	fake_says(&duo->fake, ":irc.test 433 * mitaines :Nickname is already in use");
	duo_hear(duo, "NICK mitaines_");
	duo_welcome(duo, "mitaines_");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	fake_says(
		&duo->fake, ":irc.test 900 mitaines_ mitaines_!m@h jilles :You are now logged in");
	duo_hear(duo, "PRIVMSG NickServ :GHOST mitaines sesame");
	duo_never_hears(duo, "NICK ");
	fake_says(&duo->fake, ":NickServ!s@services. NOTICE mitaines_ :mitaines has been ghosted.");
	duo_hear(duo, "NICK mitaines");
	fake_says(&duo->fake, ":mitaines_!m@h NICK :mitaines");
	fake_says(&duo->fake, ":irc.test PONG :x");
	assert_int_equal(fake_count(&duo->fake, "GHOST"), 1);
	fake_waits(&duo->fake, 10);
	assert_string_equal(
		irc_network(duo->pong.irc)->driver->self(irc_network(duo->pong.irc)), "mitaines");
}

/* ---- people ---- */

/* Connects to a server with all capabilities and this said of itself. */
static void with_people(struct duo *duo, const char *support)
{
	duo->settings.sasl = IRC_SASL_NONE;
	duo_open(duo);
	offer(duo, ALL);
	grant(duo, ALL);
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

/* What was said before the bot came is no command, whenever it is told. */
static void test_history(void **state)
{
	struct duo *duo = *state;

	duo->settings.sasl = IRC_SASL_NONE;
	duo_open(duo);
	offer(duo, ALL);
	grant(duo, ALL);
	duo_hear(duo, "CAP END");
	duo_welcome(duo, "mitaines");
	duo_hear(duo, "JOIN #mitaines");
	fake_says(&duo->fake,
		"@time=2026-11-21T10:00:00.000Z :mitaines!~bot@host.test JOIN #mitaines * :m");
	fake_says(&duo->fake,
		"@time=2026-11-21T09:59:59.999Z :anna!a@host PRIVMSG #mitaines :!ping old");
	fake_says(&duo->fake, ":irc.test 366 mitaines #mitaines :End of NAMES list");
	fake_says(&duo->fake,
		"@time=2025-01-01T00:00:00.000Z :anna!a@host PRIVMSG #mitaines :!ping old");
	fake_says(&duo->fake,
		"@time=2026-11-21T10:00:00.000Z :anna!a@host PRIVMSG #mitaines :!ping new");
	duo_hear(duo, "PRIVMSG #mitaines :pong new");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "old"), 0);
}

static void test_marked_as_a_bot(void **state)
{
	struct duo *duo = *state;

	with_people(duo, "BOT=B");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "MODE mitaines +B\r\n"), 1);
	fake_says(&duo->fake, ":irc.test 005 mitaines BOT=B -NICKLEN :are supported");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "MODE"), 1);
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
	offer(duo, "");
	duo_hear(duo, "CAP END");
	fake_bytes(&duo->fake, welcome, sizeof welcome - 1);
	duo_hear(duo, "JOIN #a,#b");
	duo_hear(duo, "JOIN #c");
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, make, duo_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_plain),
		CASE(test_plain_of_another_server),
		CASE(test_external),
		CASE(test_a_long_password),
		CASE(test_refused_and_going_on),
		CASE(test_refused_and_required),
		CASE(test_required_comes_back_at_leisure),
		CASE(test_the_mechanism_is_not_there),
		CASE(test_the_capability_is_refused),
		CASE(test_services_that_never_answer),
		CASE(test_a_server_that_asks_for_more),
		CASE(test_a_server_that_asks_something_else),
		CASE(test_questions_nobody_asked_for),
		CASE(test_services_that_come_back),
		CASE(test_a_server_without_capabilities),
		CASE(test_required_of_a_server_without),
		CASE(test_nickserv),
		CASE(test_nickserv_by_mode),
		CASE(test_nickserv_that_is_silent),
		CASE(test_no_nickserv_after_sasl),
		CASE(test_a_ghost_has_the_nick),
		CASE(test_accounts),
		CASE(test_accounts_of_many_lines),
		CASE(test_who),
		CASE(test_who_without_accounts),
		CASE(test_history),
		CASE(test_marked_as_a_bot),
		CASE(test_few_channels_at_once),
	};

	return cmocka_run_group_tests(tests, duo_start, duo_stop);
}
