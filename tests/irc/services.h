/* services.h - services for a private inspircd: accounts, SASL, NickServ. */
#ifndef TESTS_IRC_SERVICES_H
#define TESTS_IRC_SERVICES_H

#include "tests/irc/client.h"
#include "tests/irc/inspircd.h"

enum services_kind { SERVICES_ATHEME, SERVICES_ANOPE };

struct services {
	pid_t pid; /* 0: they do not run */
};

/*
 * Starts services in the folder of a server that runs and waits until they are there; they end with
 * the program at the latest. Accounts of an earlier start are known. Fails the test with an
 * explanation when they do not come.
 */
void services_start(
	struct services *services, const struct inspircd *inspircd, enum services_kind kind);
/* Lets them save what they know and end, if they run. */
void services_stop(struct services *services);

/*
 * Somebody who is connected gets an account by their nick, which, unless NULL and with atheme
 * alone, knows a certificate.
 */
void services_register(struct client *client, const char *password, const char *fingerprint);

#endif
