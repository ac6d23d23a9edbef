/* entry.c - a bot that logs in, and a log that the test reads. */
#include "tests/irc/entry.h"

#include <unistd.h>

int entry_make(void **state)
{
	int made = duo_make(state);
	struct duo *duo = *state;
	duo->settings.sasl.mechanism = "plain";
	duo->settings.sasl.account = "jilles";
	duo->settings.sasl.password = "sesame";
	return made;
}

bool entry_logged(const struct duo *duo, const char *part)
{
	char text[64 * 1024];
	ssize_t length = pread(duo->log, text, sizeof text - 1, 0);
	assert_true(length >= 0);
	text[length] = '\0';
	assert_null(strstr(text, "sesame"));
	assert_null(strstr(text, "amlsbGVzAGppbGxlcwBzZXNhbWU="));
	return strstr(text, part) != NULL;
}

void entry_must_log(const struct duo *duo, const char *part)
{
	if (!entry_logged(duo, part))
		fail_msg("not logged: %s", part);
}

void entry_authenticate(struct duo *duo, const char *plus)
{
	duo_hear(duo, "AUTHENTICATE PLAIN");
	fake_says(&duo->fake, "AUTHENTICATE %s", plus);
	duo_hear(duo, "AUTHENTICATE amlsbGVzAGppbGxlcwBzZXNhbWU=");
}

void entry_succeed(struct duo *duo)
{
	fake_says(&duo->fake,
		":irc.test 900 mitaines mitaines!m@h jilles :You are now logged in as jilles");
	fake_says(&duo->fake, ":irc.test 903 mitaines :SASL authentication successful");
}

void entry_arrive(struct duo *duo)
{
	duo_enter(duo);
	duo_ping(duo);
}

void entry_finish(struct duo *duo)
{
	entry_succeed(duo);
	duo_hear(duo, "CAP END");
	entry_arrive(duo);
}
