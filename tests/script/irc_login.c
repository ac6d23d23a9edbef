/* irc_login.c - tests of registration, and of login by SASL or NickServ, with a scripted server. */

#include "bot/net/irc/link.h"
#include "bot/net/irc/state.h"
#include "tests/irc/entry.h"

/* ---- SASL ---- */

ENTRY_CASE(the_bot_logs_in_by_sasl_plain)
{
	duo_open(duo);
	duo_offer(duo, "unknown sts=duration=1 " DUO_ALL);
	duo_grant(duo, DUO_ALL);
	entry_authenticate(duo, ":+");
	duo_never_hears(duo, "CAP END");
	entry_finish(duo);
	entry_must_log(duo, "logged in as jilles");
}

ENTRY_CASE(the_bot_logs_in_by_sasl_external)
{
	duo->settings.sasl.mechanism = "external";
	duo->settings.sasl.account = duo->settings.sasl.password = NULL;
	duo_open(duo);
	duo_negotiate(duo, "sasl");
	duo_hear(duo, "AUTHENTICATE EXTERNAL");
	fake_says(&duo->fake, "AUTHENTICATE +");
	duo_hear(duo, "AUTHENTICATE +");
	entry_finish(duo);
}

ENTRY_CASE(the_bot_goes_on_when_an_optional_login_is_refused)
{
	duo_open(duo);
	duo_negotiate(duo, "sasl");
	entry_authenticate(duo, "+");
	fake_says(&duo->fake, ":irc.test 904 mitaines :SASL authentication failed");
	duo_hear(duo, "CAP END");
	entry_arrive(duo);
	entry_must_log(duo,
		"not logged in by SASL: the server says 904, SASL authentication failed; check "
		"account and password in sasl; going on without an account");
}

/* After each refusal the bot disconnects, logs one line, and reconnects much later. */
ENTRY_CASE(the_bot_disconnects_when_a_required_login_is_refused)
{
	static const char *const refusals[] = { "902 mitaines :You must use a nick assigned to you",
		"904 mitaines :SASL authentication failed", "905 mitaines :SASL message too long",
		"906 mitaines :SASL authentication aborted" };
	char part[200];
	duo->settings.require_sasl = true;
	duo_open(duo);
	for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
		duo_negotiate(duo, "sasl");
		entry_authenticate(duo, "+");
		fake_says(&duo->fake, ":irc.test %s", refusals[i]);
		assert_true(fake_left(&duo->fake, DUO_PATIENCE));
		assert_int_equal(fake_count(&duo->fake, "CAP END"), 0);
		snprintf(part, sizeof part,
			"not connected: SASL is required, and the login failed: the server says "
			"%.3s, ",
			refusals[i]);
		entry_must_log(duo, part);
	}
	duo_negotiate(duo, "sasl");
	entry_authenticate(duo, "+");
	entry_finish(duo);
}

/* Some servers refuse a login by the standard reply FAIL instead of a numeric. */
ENTRY_CASE(a_fail_reply_of_the_server_ends_the_login)
{
	duo_open(duo);
	duo_negotiate(duo, "sasl");
	entry_authenticate(duo, "+");
	fake_says(&duo->fake, ":irc.test FAIL");
	fake_says(&duo->fake, ":irc.test FAIL PRIVMSG NO :never");
	duo_never_hears(duo, "CAP END");
	fake_says(&duo->fake, ":irc.test FAIL AUTHENTICATE INVALID_SESSION :Not now");
	duo_hear(duo, "CAP END");
	entry_arrive(duo);
	entry_must_log(duo,
		"not logged in by SASL: the server says INVALID_SESSION, Not now; check account "
		"and password in sasl; going on without an account");
}

ENTRY_CASE(the_bot_reconnects_later_if_a_required_sasl_login_is_not_offered)
{
	duo->settings.require_sasl = true;
	duo->times.retry_least = 1;
	duo->times.retry_most = 3600000;
	duo_open(duo);
	duo_negotiate(duo, "account-tag");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	entry_must_log(
		duo, "the server offers no SASL, or its services are down; trying again in ");
	assert_true(duo->pong.irc->link->deadline - loop_now(duo->loop) > 1000000);
}

ENTRY_CASE(a_sasl_mechanism_that_the_server_lacks_is_logged)
{
	duo_open(duo);
	duo_offer(duo, "sasl=EXTERNAL,SCRAM-SHA-256");
	duo_grant(duo, "sasl");
	duo_hear(duo, "CAP END");
	entry_arrive(duo);
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE"), 0);
	entry_must_log(duo, "the server does not support this mechanism; going on");
}

ENTRY_CASE(a_login_that_the_server_never_answers_times_out)
{
	duo->times.login = 30;
	duo_open(duo);
	duo_negotiate(duo, "sasl");
	/* The server sends its challenge without waiting for AUTHENTICATE, because the login times
	 * out after 30 ms. */
	fake_says(&duo->fake, "AUTHENTICATE +");
	duo_hear(duo, "AUTHENTICATE PLAIN");
	duo_hear(duo, "AUTHENTICATE amlsbGVzAGppbGxlcwBzZXNhbWU=");
	duo_hear(duo, "AUTHENTICATE *");
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, ":irc.test 906 mitaines :SASL authentication aborted");
	entry_arrive(duo);
	entry_must_log(duo, "the server did not answer in time; going on");
}

ENTRY_CASE(a_second_sasl_challenge_makes_the_login_fail)
{
	duo->settings.require_sasl = true;
	duo_open(duo);
	duo_negotiate(duo, "sasl");
	entry_authenticate(duo, "+");
	fake_says(&duo->fake, "AUTHENTICATE +");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	duo_negotiate(duo, "sasl");
	duo_hear(duo, "AUTHENTICATE PLAIN");
	fake_says(&duo->fake, "AUTHENTICATE c29tZXRoaW5n");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	assert_int_equal(fake_count(&duo->fake, "amls"), 0);
	entry_must_log(duo, "the server's challenge does not fit the mechanism");
}

ENTRY_CASE(an_invalid_challenge_aborts_the_login)
{
	duo_open(duo);
	duo_negotiate(duo, "sasl");
	duo_hear(duo, "AUTHENTICATE PLAIN");
	fake_says(&duo->fake, "AUTHENTICATE");
	duo_hear(duo, "AUTHENTICATE *");
	duo_hear(duo, "CAP END");
	entry_arrive(duo);
}

/* The bot sends the password only by a login mechanism that it has requested. */
ENTRY_CASE(unrequested_challenges_are_ignored)
{
	duo_reach(duo);
	fake_says(&duo->fake, "AUTHENTICATE +");
	fake_says(&duo->fake, ":irc.test 904 * :no");
	fake_says(&duo->fake, ":irc.test CAP * LS :account-tag");
	duo_grant(duo, "account-tag");
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, "AUTHENTICATE +");
	entry_arrive(duo);
	fake_says(&duo->fake, "AUTHENTICATE +");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE"), 0);
}

/* ---- servers that claim a success without proof ---- */

/* Starts a required login, until the server has accepted the mechanism. The bot has not sent its
 * proof yet. */
static void begin_to_prove(struct duo *duo)
{
	duo->settings.require_sasl = true;
	duo_open(duo);
	duo_negotiate(duo, "sasl");
	duo_hear(duo, "AUTHENTICATE PLAIN");
}

/* Fails unless the bot disconnects and has sent no JOIN. */
static void must_have_left(struct duo *duo)
{
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	assert_int_equal(fake_count(&duo->fake, "JOIN"), 0);
	entry_must_log(duo, "not connected: SASL is required, and the login failed: ");
	assert_string_equal(duo->pong.diary, "");
}

ENTRY_CASE(a_success_numeric_before_any_proof_does_not_satisfy_require_sasl)
{
	static const char *const successes[] = { "903 mitaines :SASL authentication successful",
		"907 mitaines :You have already authenticated" };
	begin_to_prove(duo);
	for (size_t i = 0; i < sizeof successes / sizeof successes[0]; i++) {
		fake_says(&duo->fake, ":irc.test %s", successes[i]);
		must_have_left(duo);
		assert_int_equal(fake_count(&duo->fake, "CAP END"), 0);
		duo_negotiate(duo, "sasl");
		duo_hear(duo, "AUTHENTICATE PLAIN");
	}
}

/* The server claims success before the bot has asked for anything. */
ENTRY_CASE(a_success_numeric_before_any_request_does_not_satisfy_require_sasl)
{
	duo->settings.require_sasl = true;
	duo_reach(duo);
	entry_succeed(duo);
	fake_says(&duo->fake, ":irc.test CAP * LS :account-tag");
	duo_grant(duo, "account-tag");
	must_have_left(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	entry_succeed(duo);
	duo_welcome(duo, "mitaines");
	must_have_left(duo);
	/* At the next connection the bot must still prove the password. */
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	entry_succeed(duo);
	fake_says(&duo->fake, ":irc.test CAP * LS :sasl");
	duo_grant(duo, "sasl");
	entry_authenticate(duo, "+");
	entry_finish(duo);
}

ENTRY_CASE(an_account_given_before_any_proof_does_not_satisfy_require_sasl)
{
	begin_to_prove(duo);
	fake_says(&duo->fake, ":irc.test 900 mitaines mitaines!m@h jilles :You are now logged in");
	duo_welcome(duo, "mitaines");
	must_have_left(duo);
}

ENTRY_CASE(an_account_that_the_server_takes_back_does_not_satisfy_require_sasl)
{
	begin_to_prove(duo);
	fake_says(&duo->fake, "AUTHENTICATE +");
	duo_hear(duo, "AUTHENTICATE amlsbGVzAGppbGxlcwBzZXNhbWU=");
	entry_succeed(duo);
	duo_hear(duo, "CAP END");
	fake_says(&duo->fake, ":irc.test 901 mitaines mitaines!m@h :You are now logged out");
	duo_welcome(duo, "mitaines");
	must_have_left(duo);
}

/* A bot with an optional login stays connected without it. So does a bot that the server knows by
 * its certificate. */
ENTRY_CASE(an_optional_login_ends_if_a_success_numeric_precedes_any_proof)
{
	duo_open(duo);
	duo_negotiate(duo, "sasl");
	duo_hear(duo, "AUTHENTICATE PLAIN");
	fake_says(&duo->fake, ":irc.test 903 mitaines :SASL authentication successful");
	duo_hear(duo, "CAP END");
	entry_arrive(duo);
	entry_must_log(
		duo, "not logged in by SASL: the server reports success too early; going on");
	fake_hang_up(&duo->fake);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	fake_says(&duo->fake, ":irc.test 900 mitaines mitaines!m@h jilles :You are now logged in");
	fake_says(&duo->fake, ":irc.test CAP * LS :sasl");
	duo_grant(duo, "sasl");
	duo_hear(duo, "CAP END");
	entry_arrive(duo);
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE"), 0);
}

/* ---- services that come after the bot ---- */

ENTRY_CASE(the_bot_logs_in_when_services_come_late)
{
	duo_open(duo);
	duo_negotiate(duo, "cap-notify");
	duo_hear(duo, "CAP END");
	entry_arrive(duo);
	fake_says(&duo->fake, ":irc.test CAP mitaines NEW :sasl=PLAIN");
	duo_grant(duo, "sasl");
	entry_authenticate(duo, "+");
	entry_succeed(duo);
	duo_ping(duo);
	entry_must_log(duo, "logged in as jilles");
	assert_int_equal(fake_count(&duo->fake, "CAP END"), 1);
	fake_says(&duo->fake, ":irc.test CAP mitaines DEL :sasl");
	fake_says(&duo->fake, ":irc.test CAP mitaines NEW :sasl=PLAIN");
	duo_grant(duo, "sasl");
	duo_ping(duo);
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE PLAIN"), 1);
}

/* ---- servers without capabilities ---- */

ENTRY_CASE(the_bot_registers_on_a_server_without_capabilities)
{
	duo->settings.sasl.mechanism = NULL;
	duo_reach(duo);
	fake_says(&duo->fake, ":irc.test 421 * CAP :Unknown command");
	duo_hear(duo, "NICK mitaines");
	entry_arrive(duo);
	assert_false(entry_logged(duo, "Unknown command"));
	assert_false(entry_logged(duo, "SASL"));
}

ENTRY_CASE(the_bot_leaves_a_server_without_capabilities_if_login_is_required)
{
	duo->settings.require_sasl = true;
	duo_reach(duo);
	fake_says(&duo->fake, ":irc.test 421 * CAP :Unknown command");
	duo_welcome(duo, "mitaines");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	assert_int_equal(fake_count(&duo->fake, "JOIN"), 0);
	entry_must_log(duo,
		"SASL is required, and the login failed: the server ended registration too early");
	assert_string_equal(duo->pong.diary, "");
}

/* ---- NickServ ---- */

static void with_nickserv(struct duo *duo)
{
	duo->settings.sasl.mechanism = NULL;
	duo_use_nickserv(duo);
	duo_open(duo);
}

ENTRY_CASE(the_bot_identifies_to_nickserv_before_it_joins)
{
	with_nickserv(duo);
	duo_offer(duo, "");
	duo_hear(duo, "CAP END");
	duo_welcome(duo, "mitaines");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	fake_says(&duo->fake, ":NickServ!s@services. NOTICE mitaines :Please identify");
	duo_never_hears(duo, "JOIN");
	fake_says(&duo->fake, ":irc.test 900 mitaines mitaines!m@h jilles :You are now logged in");
	duo_join(duo, "mitaines");
	duo_ping(duo);
	entry_must_log(duo, "NickServ says: Please identify");
	entry_must_log(duo, "logged in as jilles");
}

/* Services without accounts confirm a login by a user mode. */
ENTRY_CASE(a_user_mode_set_by_services_confirms_the_login)
{
	with_nickserv(duo);
	duo_offer(duo, "");
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

/* On the network OFTC, IDENTIFY takes the password before the nick, and user mode +R confirms
 * it. */
ENTRY_CASE(the_login_command_and_its_user_mode_can_be_configured)
{
	duo->settings.sasl.mechanism = NULL;
	duo_use_nickserv(duo);
	duo->settings.nickserv.identify = "IDENTIFY {password} {account} {x}{";
	duo->settings.nickserv.modes = "R";
	duo_open(duo);
	duo_offer(duo, "");
	duo_welcome(duo, "mitaines");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY sesame jilles {x}{");
	fake_says(&duo->fake, ":NickServ MODE mitaines :+r-R");
	duo_never_hears(duo, "JOIN");
	fake_says(&duo->fake, ":mitaines MODE mitaines :+i-r+R");
	duo_join(duo, "mitaines");
	duo_ping(duo);
}

/* X, the services of Undernet, confirms a login only by a notice, without a numeric or mode. It has
 * no command to free a nick. */
ENTRY_CASE(the_configured_notice_of_services_confirms_the_login)
{
	duo->settings.sasl.mechanism = NULL;
	duo_use_nickserv(duo);
	duo->settings.nickserv.service = "X@services.test";
	duo->settings.nickserv.identify = "LOGIN {account} {password}";
	duo->settings.nickserv.ghost = "";
	duo->settings.nickserv.modes = "";
	duo->settings.nickserv.answer = "SUCCESSFUL";
	duo_open(duo);
	duo_offer(duo, "");
	fake_says(&duo->fake, ":irc.test 433 * mitaines :Nickname is already in use");
	duo_hear(duo, "NICK mitaines_");
	duo_welcome(duo, "mitaines_");
	duo_hear(duo, "PRIVMSG X@services.test :LOGIN jilles sesame");
	fake_says(&duo->fake, ":luc!l@h NOTICE mitaines_ :AUTHENTICATION SUCCESSFUL as jilles!");
	fake_says(&duo->fake, ":X!x@services.test NOTICE mitaines_ :Wait");
	duo_never_hears(duo, "JOIN");
	fake_says(&duo->fake,
		":X!x@services.test NOTICE mitaines_ :AUTHENTICATION SUCCESSFUL as jilles!");
	duo_hear(duo, "NICK mitaines");
	duo_join(duo, "mitaines_");
	duo_ping_as(duo, "mitaines_");
}

ENTRY_CASE(a_login_to_a_silent_nickserv_times_out)
{
	duo->times.login = 30;
	with_nickserv(duo);
	duo_offer(duo, "");
	duo_welcome(duo, "mitaines");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	duo_join(duo, "mitaines");
	duo_ping(duo);
	entry_must_log(duo, "NickServ does not answer the login; going on without an account");
}

ENTRY_CASE(a_password_that_nickserv_refuses_is_named_and_tried_again_later)
{
	duo->times.login = 30;
	duo->times.regain = 30;
	with_nickserv(duo);
	duo_offer(duo, "");
	duo_welcome(duo, "mitaines");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	fake_says(&duo->fake, ":NickServ!s@services. NOTICE mitaines :Invalid password.");
	duo_join(duo, "mitaines");
	entry_must_log(duo,
		"check account and password in nickserv; going on without an account, "
		"next try in 5 minutes");
	fake_waits(&duo->fake, 4 * 30);
	assert_int_equal(fake_count(&duo->fake, "IDENTIFY"), 1);
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	fake_says(&duo->fake, ":NickServ!s@services. NOTICE mitaines :Invalid password.");
	fake_waits(&duo->fake, 9 * 30);
	assert_int_equal(fake_count(&duo->fake, "IDENTIFY"), 2);
	entry_must_log(duo, "next try in 10 minutes");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	fake_says(&duo->fake, ":irc.test 900 mitaines mitaines!b@h jilles :You are logged in");
	duo_ping(duo);
	entry_must_log(duo, "logged in as jilles");
}

ENTRY_CASE(the_bot_identifies_once_nickserv_is_back)
{
	duo->times.regain = 30;
	with_nickserv(duo);
	duo_offer(duo, "");
	duo_welcome(duo, "mitaines");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	fake_says(&duo->fake, ":irc.test 401 mitaines NickServ :No such nick");
	duo_join(duo, "mitaines");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	fake_says(&duo->fake, ":irc.test 900 mitaines mitaines!b@h jilles :You are logged in");
	duo_ping(duo);
	entry_must_log(duo, "logged in as jilles");
}

ENTRY_CASE(the_bot_does_not_identify_to_nickserv_after_a_sasl_login)
{
	duo_use_nickserv(duo);
	duo_open(duo);
	duo_negotiate(duo, "sasl");
	entry_authenticate(duo, "+");
	entry_finish(duo);
	assert_int_equal(fake_count(&duo->fake, "NickServ"), 0);
}

/* Connects the bot, whose configured nick is in use, by another nick, and logs it in. */
static void come_as_another(struct duo *duo)
{
	duo_offer(duo, "");
	fake_says(&duo->fake, ":irc.test 433 * mitaines :Nickname is already in use");
	duo_hear(duo, "NICK mitaines_");
	duo_welcome(duo, "mitaines_");
	duo_hear(duo, "PRIVMSG NickServ :IDENTIFY jilles sesame");
	fake_says(
		&duo->fake, ":irc.test 900 mitaines_ mitaines_!m@h jilles :You are now logged in");
}

ENTRY_CASE(the_regain_command_of_nickserv_returns_the_nick_to_the_bot)
{
	with_nickserv(duo);
	duo->settings.nickserv.regain = "REGAIN {nick} {password}";
	duo_change(duo);
	come_as_another(duo);
	duo_hear(duo, "PRIVMSG NickServ :REGAIN mitaines sesame");
	fake_says(&duo->fake, ":mitaines_!m@h NICK :mitaines");
	fake_says(&duo->fake, ":NickServ!s@services. NOTICE mitaines :mitaines has been regained.");
	duo_hear(duo, "JOIN #mitaines");
	duo_never_hears(duo, "NICK ");
	assert_int_equal(fake_count(&duo->fake, "GHOST"), 0);
}

/* The services have no REGAIN, and the nick's other user takes it again before the bot does. */
ENTRY_CASE(the_ghost_command_of_nickserv_is_tried_if_regain_fails)
{
	with_nickserv(duo);
	duo->settings.nickserv.regain = "REGAIN {nick} {password}";
	duo->times.regain = 20;
	duo_change(duo);
	come_as_another(duo);
	duo_hear(duo, "PRIVMSG NickServ :REGAIN mitaines sesame");
	fake_says(&duo->fake, ":NickServ!s@services. NOTICE mitaines_ :Invalid command.");
	duo_hear(duo, "PRIVMSG NickServ :GHOST mitaines sesame");
	fake_says(&duo->fake, ":NickServ!s@services. NOTICE mitaines_ :mitaines has been ghosted.");
	for (int i = 0; i < 3; i++) {
		duo_hear(duo, "NICK mitaines");
		fake_says(&duo->fake, ":irc.test 433 mitaines_ mitaines :Nickname is in use");
	}
	assert_int_equal(fake_count(&duo->fake, "GHOST"), 1);
	assert_int_equal(fake_count(&duo->fake, "REGAIN"), 1);
}

ENTRY_CASE(the_bot_takes_its_nick_after_the_ghost_command_of_nickserv)
{
	with_nickserv(duo);
	come_as_another(duo);
	duo_hear(duo, "PRIVMSG NickServ :GHOST mitaines sesame");
	duo_never_hears(duo, "NICK ");
	fake_says(&duo->fake, ":NickServ!s@services. NOTICE mitaines_ :mitaines has been ghosted.");
	duo_hear(duo, "NICK mitaines");
	fake_says(&duo->fake, ":mitaines_!m@h NICK :mitaines");
	fake_says(&duo->fake, ":irc.test PONG :x");
	assert_int_equal(fake_count(&duo->fake, "GHOST"), 1);
	fake_waits(&duo->fake, 10);
	assert_string_equal(duo->pong.network->driver->self(duo->pong.network), "mitaines");
}

CASES_AROUND(duo_start, duo_stop)
