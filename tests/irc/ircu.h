/*
 * ircu.h - how ircu and its like take what a client says, on a fake server and a hundred times as
 * fast: each line costs 2 s and its bytes/120, ten seconds may be owed, and who has more than 1,024
 * bytes waiting is thrown out.
 */
#ifndef TESTS_IRC_IRCU_H
#define TESTS_IRC_IRCU_H

#include "tests/irc/fake.h"

struct ircu {
	struct fake *fake;
	struct loop_timer *timer;
	size_t taken;   /* bytes of what the fake has heard */
	uint64_t since; /* in microseconds: up to when the lines taken are paid for */
	uint64_t late;  /* milliseconds that answers to PING are late, all on their own */
	uint64_t owes;  /* since when such an answer waits; 0: none does */
	char answer[600];
	bool flooded; /* somebody was thrown out */
};

/* Takes what comes from now on; the fake no longer answers by itself. */
void ircu_open(struct ircu *ircu, struct fake *fake);
void ircu_close(struct ircu *ircu);

#endif
