/* guests.h - guests: people without a chat client, who join a table by a link and play on a
 * page. */
#ifndef TESTS_SIMULATE_GUESTS_H
#define TESTS_SIMULATE_GUESTS_H

#include <stdint.h>

#include "tests/simulate/pages.h"

/* Notes a link for a guest in a private line to its inviter, and lets a guest use it soon. */
void guests_hear(struct human *human, const char *text);
/* Handles the bot's answer to a request to join: its HTTP status, and the key of the guest's seat,
 * or NULL. */
void guests_answer(const struct page_ask *ask, int64_t status, const char *key);
/* Schedules the jump of the date by a day, after which the bot must delete old guests. */
void guests_plan(void);
/* Checks at the end of a run that guests have no ratings, and that old guests are deleted. */
void guests_end(void);

/* ---- steps ---- */

void guests_invite(struct chance *chance);
void guests_kick(struct chance *chance);
void guests_go(struct chance *chance);

#endif
