/* irc_sts.c - servers that want to be reached by TLS alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/net/conn.h"
#include "bot/net/irc/state.h"
#include "tests/irc/bot.h"
#include "tests/irc/entry.h"
#include "tests/irc/inspircd.h"

/* The first byte of TLS is no letter. */
enum { TLS_HANDSHAKE = 0x16 };

/* The bot comes to a door where it begins with TLS, which does not open. */
static void must_speak_tls(struct fake *fake)
{
	assert_true(fake_meets(fake, DUO_PATIENCE));
	fake_waits(fake, 50);
	while (fake->length == 0)
		fake_waits(fake, 10);
	assert_int_equal(fake->heard[0], TLS_HANDSHAKE);
	fake_hang_up(fake);
}

static void a_server_that_wants_tls_gets_no_password_without(void **state)
{
	struct duo *duo = *state;
	struct fake door;
	char offer[100];
	assert_true(fake_open(&door, duo->loop));
	duo_open(duo);
	snprintf(offer, sizeof offer, "sasl sts=duration=300,port=%d", door.port);
	duo_offer(duo, offer);
	must_speak_tls(&door);
	assert_int_equal(fake_count(&duo->fake, "AUTHENTICATE"), 0);
	assert_int_equal(fake_count(&duo->fake, "CAP REQ"), 0);
	/* It does not fall back. */
	for (int i = 0; i < 3; i++) {
		must_speak_tls(&door);
		assert_true(duo->fake.fd < 0);
	}
	entry_must_log(duo, "not connected: the server wants to be reached by TLS");
	entry_must_log(duo, "with TLS, as it asks for (STS)");
	/* What is said in the clear is not kept: anybody could have said it. */
	assert_null(strstr(duo->pong.diary, "secure"));
	fake_close(&door);
}

/* What comes first, and alone, where there is a secret to tell in the clear. */
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

static void the_password_of_a_server_is_told_after_its_policy(void **state)
{
	struct duo *duo = *state;
	struct fake door;
	assert_true(fake_open(&door, duo->loop));
	duo->settings.password = "secret";
	duo->settings.sasl = IRC_SASL_NONE;
	duo_open(duo);
	asks_first(duo);
	fake_says(&duo->fake, ":irc.test CAP * LS * :sasl");
	duo_never_hears(duo, "");
	fake_says(&duo->fake, ":irc.test CAP * LS :chghost");
	introduces_itself(duo);
	duo_grant(duo, "chghost sasl");
	duo_hear(duo, "CAP END");
	duo_welcome(duo, "mitaines");
	duo_join(duo, "mitaines");
	assert_int_equal(fake_count(&duo->fake, "USER"), 1);
	fake_hang_up(&duo->fake);
	asks_first(duo);
	fake_says(&duo->fake, ":irc.test CAP * LS * :sasl");
	fake_says(&duo->fake, ":irc.test CAP * LS :sts=port=%d", door.port);
	must_speak_tls(&door);
	assert_int_equal(fake_count(&duo->fake, "secret"), 0);
	fake_close(&door);
}

/* They cannot tell a policy. */
static void the_password_of_a_server_that_knows_no_capabilities(void **state)
{
	static const char *const answers[] = { ":irc.test 421 * CAP :Unknown command",
		":irc.test 451 * :You have not registered", ":irc.test 451 * CAP :Register first" };
	struct duo *duo = *state;
	duo->settings.password = "secret";
	duo->settings.sasl = IRC_SASL_NONE;
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
	duo_welcome(duo, "mitaines");
	duo_join(duo, "mitaines");
}

static void a_start_in_the_clear_cannot_be_forced_later(void **state)
{
	struct duo *duo = *state;
	struct fake door;
	assert_true(fake_open(&door, duo->loop));
	duo_open(duo);
	duo->pong.secured = (unsigned)door.port;
	for (int i = 0; i < 3; i++)
		must_speak_tls(&door);
	assert_true(duo->fake.fd < 0);
	fake_close(&door);
}

static void what_is_no_policy_changes_nothing(void **state)
{
	static const char *const offers[] = { "sts", "sts=", "sts=port", "sts=port=", "sts=port=0",
		"sts=port=65536", "sts=port=-1", "sts=port=1x", "sts=port=99999999999999999999",
		"sts=duration=300", "stsx=port=1", "st=port=1", "sts=xport=1" };
	struct duo *duo = *state;
	duo->settings.sasl = IRC_SASL_NONE;
	duo_open(duo);
	for (size_t i = 0; i < sizeof offers / sizeof offers[0]; i++) {
		duo_offer(duo, offers[i]);
		duo_hear(duo, "CAP END");
		fake_hang_up(&duo->fake);
	}
}

/* ---- a real server ---- */

/* The server wants TLS from now on. */
static void want_tls(const struct inspircd *inspircd)
{
	char path[PATH_MAX];
	struct client oper;
	FILE *file;
	folder_file(inspircd->folder, "inspircd.conf", path);
	file = fopen(path, "a");
	assert_non_null(file);
	fprintf(file,
		"<module name=\"ircv3_sts\">\n"
		"<sts host=\"localhost\" duration=\"5m\" port=\"%d\">\n",
		inspircd->tls_port);
	assert_int_equal(fclose(file), 0);
	assert_true(client_open(&oper, inspircd->port, "oper"));
	inspircd_oper(&oper);
	client_send(&oper, "REHASH");
	assert_non_null(client_wait(&oper, "uccessfully rehashed", BOT_PATIENCE));
	client_close(&oper);
}

static void wait_for(struct duo *duo, const char *part)
{
	for (int i = 0; i < DUO_PATIENCE / 10 && strstr(duo->pong.diary, part) == NULL; i++)
		fake_waits(&duo->fake, 10);
	duo_noted(duo, part);
}

static void a_policy_of_a_real_server_is_kept(void **state)
{
	struct duo *duo = *state;
	struct inspircd inspircd;
	char path[PATH_MAX], kept[60];
	char *pin;
	inspircd_start(&inspircd);
	want_tls(&inspircd);
	folder_file(inspircd.folder, "server.pin", path);
	pin = folder_read(path, NULL);
	pin[strcspn(pin, "\n")] = '\0';
	duo->settings.host = "localhost";
	duo->settings.port = (unsigned)inspircd.port;
	duo->settings.fingerprint = pin;
	duo->settings.sasl = IRC_SASL_NONE;
	duo_open(duo);
	snprintf(kept, sizeof kept, "secure localhost %d 300\n", inspircd.tls_port);
	wait_for(duo, kept);
	wait_for(duo, "joined #mitaines\n");
	free(pin);
	inspircd_end(&inspircd);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, entry_make, duo_end)

static int start(void **state)
{
	(void)state;
	return conn_start(true) ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_server_that_wants_tls_gets_no_password_without),
		CASE(the_password_of_a_server_is_told_after_its_policy),
		CASE(the_password_of_a_server_that_knows_no_capabilities),
		CASE(a_start_in_the_clear_cannot_be_forced_later),
		CASE(what_is_no_policy_changes_nothing),
		CASE(a_policy_of_a_real_server_is_kept),
	};
	return cmocka_run_group_tests(tests, start, duo_stop);
}
