/* irc_settings.c - what an operator can choose about a network, and what the server sees of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/net/irc/state.h"
#include "tests/irc/duo.h"

/* The bot registers and is welcome. */
static void come(struct duo *duo)
{
	assert_true(fake_meets(&duo->fake, DUO_PATIENCE));
	duo_hear(duo, "NICK mitaines");
	duo_hear(duo, "USER mitaines 0 * :mitaines");
	duo_welcome(duo, "mitaines");
}

/* ---- channels ---- */

static void test_a_channel_that_asks_for_a_key(void **state)
{
	static const char *const channels[] = { "#a", "#b", "#c" };
	static const char *const keys[] = { NULL, "sesame", NULL };
	struct duo *duo = *state;
	duo->settings.channel = channels;
	duo->settings.channel_key = keys;
	duo->settings.channels = 3;
	duo_open(duo);
	come(duo);
	duo_hear(duo, "JOIN #b :sesame");
	duo_hear(duo, "JOIN #a,#c");
}

/* It is refused for long, until the operator has the right one. */
static void test_another_key_while_the_bot_is_kept_out(void **state)
{
	static const char *const wrong[] = { "wrong" }, *const right[] = { "right" };
	struct duo *duo = *state;
	duo->settings.channel_key = wrong;
	duo_open(duo);
	come(duo);
	duo_hear(duo, "JOIN #mitaines :wrong");
	duo->times.rejoin = duo->times.retry_most = (uint64_t)DUO_PATIENCE * 10;
	duo_change(duo);
	fake_says(&duo->fake, ":irc.test 475 mitaines #mitaines :Cannot join channel (+k)");
	duo_never_hears(duo, "JOIN");
	duo->settings.channel_key = right;
	duo_change(duo);
	duo_hear(duo, "JOIN #mitaines :right");
}

static void test_keys_that_are_none(void **state)
{
	static const char *const keys[] = { "", "a b", "a,b", "a\rQUIT" };
	struct duo *duo = *state;
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		duo->settings.channel_key = &keys[i];
		assert_non_null(irc_settings_fault(&duo->settings));
	}
}

#define fresh(test)     cmocka_unit_test_setup_teardown(test, duo_make, duo_end)
#define connected(test) cmocka_unit_test_setup_teardown(test, duo_make_connected, duo_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		fresh(test_a_channel_that_asks_for_a_key),
		fresh(test_another_key_while_the_bot_is_kept_out),
		fresh(test_keys_that_are_none),
	};
	return cmocka_run_group_tests(tests, duo_start, duo_stop);
}
