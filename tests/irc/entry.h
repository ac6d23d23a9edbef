/* entry.h - a bot that logs in to a fake server as jilles with the password sesame. */
#ifndef TESTS_IRC_ENTRY_H
#define TESTS_IRC_ENTRY_H

#include <stdbool.h>

#include "tests/irc/duo.h"

/* Test setup for cmocka: duo_make with an account for SASL. */
int entry_make(void **state);
#define ENTRY_CASE(name) CASE_WITH(name, struct duo *duo, entry_make, duo_end)
/* Returns true if the log has this part. Fails if the log has the password. */
bool entry_logged(const struct duo *duo, const char *part);
void entry_must_log(const struct duo *duo, const char *part);
/* Sends `plus` as the challenge of SASL PLAIN, and waits for the bot's login. */
void entry_authenticate(struct duo *duo, const char *plus);
/* Confirms the login: numerics 900 and 903. */
void entry_succeed(struct duo *duo);
/* Welcomes the bot and lets it join. */
void entry_arrive(struct duo *duo);
void entry_finish(struct duo *duo);

#endif
