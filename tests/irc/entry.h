/* entry.h - a bot that logs in to a fake server as jilles, by the password sesame. */
#ifndef TESTS_IRC_ENTRY_H
#define TESTS_IRC_ENTRY_H

#include <stdbool.h>

#include "tests/irc/duo.h"

/* For cmocka, as duo_make, with a log that can be read and an account for SASL. */
int entry_make(void **state);
/* True if the log has a part; never a password. */
bool entry_logged(const struct duo *duo, const char *part);
void entry_must_log(const struct duo *duo, const char *part);
/* The bot logs in by PLAIN, after a question of this form. */
void entry_authenticate(struct duo *duo, const char *plus);
/* The server believes it. */
void entry_succeed(struct duo *duo);
/* The bot is welcome, joins and is there; or the server believes it before. */
void entry_arrive(struct duo *duo);
void entry_finish(struct duo *duo);

#endif
