/* atheme.h - services for a private inspircd: accounts, SASL, NickServ. */
#ifndef TESTS_IRC_ATHEME_H
#define TESTS_IRC_ATHEME_H

#include "tests/irc/client.h"
#include "tests/irc/inspircd.h"

struct atheme {
	const struct inspircd *inspircd;
	pid_t pid; /* 0: they do not run */
};

/*
 * Starts services in the folder of a server that runs and waits until they are there; they end with
 * the program at the latest. Accounts of an earlier start are known. Fails the test with an
 * explanation when they do not come.
 */
void atheme_start(struct atheme *atheme, const struct inspircd *inspircd);
/* Lets them save what they know and end, if they run. */
void atheme_stop(struct atheme *atheme);

/* Somebody who is connected gets an account by their nick, which knows a certificate unless NULL.
 */
void atheme_register(struct client *client, const char *password, const char *fingerprint);

#endif
