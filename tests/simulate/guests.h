/* guests.h - people without a chat client: they join a table by a link, and play on a page. */
#ifndef TESTS_SIMULATE_GUESTS_H
#define TESTS_SIMULATE_GUESTS_H

#include <stdint.h>

#include "tests/simulate/pages.h"

/* Notes a link in a private line. A guest will use it. */
void guests_hear(struct human *human, const char *text);
/* Handles the answer to a request to join. `key` is of the guest's seat, or NULL. */
void guests_answer(const struct page_ask *ask, int64_t status, const char *key);
/* Plans the jump of the date that makes guests old enough to be deleted. */
void guests_plan(void);
/* Checks at the end that guests have no ratings, and that old guests are deleted. */
void guests_end(void);

/* ---- steps ---- */

void guests_invite(struct chance *chance);
void guests_kick(struct chance *chance);
void guests_go(struct chance *chance);

#endif
