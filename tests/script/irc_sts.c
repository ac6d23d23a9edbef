/* irc_sts.c - tests of STS policies, by which servers require TLS. */
#include <stdlib.h>

#include "bot/net/irc/irc.h"
#include "tests/irc/entry.h"

enum { TLS_PORT = 6697 };

/* Fails unless the bot connects to the TLS port. Then closes the connection. */
static void must_speak_tls(struct fake *fake)
{
	assert_true(fake_meets(fake, DUO_PATIENCE));
	assert_true(fake->wire->tls);
	assert_int_equal(fake->wire->port, TLS_PORT);
	fake_hang_up(fake);
}

ENTRY_CASE(the_bot_connects_with_tls_before_login_if_an_sts_policy_asks)
{
	duo_open(duo);
	duo_offer(duo, "sasl sts=duration=300,port=6697");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	must_speak_tls(&duo->fake);
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE"), 0);
	assert_int_equal(fake_count(&duo->fake, "CAP REQ"), 0);
	/* The bot does not fall back to plain text. */
	for (int i = 0; i < 3; i++) {
		must_speak_tls(&duo->fake);
		assert_null(duo->fake.wire);
	}
	entry_must_log(duo, "not connected: the server requires TLS (STS)");
	entry_must_log(duo, "with TLS, as the server requires (STS)");
	/* The bot does not store an STS policy that it got without TLS, which may be forged. */
	assert_null(strstr(duo->pong.diary, "secure"));
}

/* Fails unless a bot that has a password, on a connection without TLS, first sends CAP LS alone:
 * the answer may have an STS policy. */
static void asks_first(struct duo *duo)
{
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	duo_hear(duo, "CAP LS 302");
	duo_never_hears(duo, "");
}

static void introduces_itself(struct duo *duo)
{
	duo_hear(duo, "PASS :secret");
	duo_hear(duo, "NICK mitaines");
	duo_hear(duo, "USER mitaines 0 * :mitaines");
}

ENTRY_CASE(a_server_password_is_sent_only_after_the_capability_list)
{
	duo->settings.password = "secret";
	duo->settings.sasl.mechanism = NULL;
	duo_open(duo);
	asks_first(duo);
	fake_says(&duo->fake, ":irc.test CAP * LS * :sasl");
	duo_never_hears(duo, "");
	fake_says(&duo->fake, ":irc.test CAP * LS :chghost");
	introduces_itself(duo);
	duo_grant(duo, "chghost sasl");
	duo_hear(duo, "CAP END");
	duo_enter(duo);
	assert_int_equal(fake_count(&duo->fake, "USER"), 1);
	fake_hang_up(&duo->fake);
	asks_first(duo);
	fake_says(&duo->fake, ":irc.test CAP * LS * :sasl");
	fake_says(&duo->fake, ":irc.test CAP * LS :sts=port=6697");
	assert_true(fake_left(&duo->fake, DUO_PATIENCE));
	must_speak_tls(&duo->fake);
	assert_int_equal(fake_count(&duo->fake, "secret"), 0);
}

/* A server without capabilities cannot have an STS policy. */
ENTRY_CASE(a_server_without_capabilities_gets_its_password)
{
	static const char *const answers[] = { ":irc.test 421 * CAP :Unknown command",
		":irc.test 451 * :You have not registered", ":irc.test 451 * CAP :Register first" };
	duo->settings.password = "secret";
	duo->settings.sasl.mechanism = NULL;
	duo_open(duo);
	for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
		asks_first(duo);
		fake_says(&duo->fake, "%s", answers[i]);
		introduces_itself(duo);
		fake_says(&duo->fake, "%s", answers[i]);
		duo_welcome(duo, "mitaines");
		duo_join(duo, "mitaines");
		assert_int_equal(fake_count(&duo->fake, "USER"), 1);
		fake_hang_up(&duo->fake);
	}
	duo->times.login = 50;
	duo_change(duo);
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	introduces_itself(duo);
	duo_enter(duo);
}

ENTRY_CASE(a_stored_sts_policy_prevents_connections_without_tls)
{
	duo_open(duo);
	duo->pong.secured = TLS_PORT;
	for (int i = 0; i < 3; i++)
		must_speak_tls(&duo->fake);
	assert_null(duo->fake.wire);
}

ENTRY_CASE(invalid_sts_policies_are_ignored)
{
	static const char *const offers[] = { "sts", "sts=", "sts=port", "sts=port=", "sts=port=0",
		"sts=port=65536", "sts=port=-1", "sts=port=1x", "sts=port=99999999999999999999",
		"sts=duration=300", "stsx=port=1", "st=port=1", "sts=xport=1" };
	duo->settings.sasl.mechanism = NULL;
	duo_open(duo);
	for (size_t i = 0; i < sizeof offers / sizeof offers[0]; i++) {
		duo_offer(duo, offers[i]);
		duo_hear(duo, "CAP END");
		fake_hang_up(&duo->fake);
	}
}

CASES_AROUND(duo_start, duo_stop)
