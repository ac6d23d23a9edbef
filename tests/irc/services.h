/* services.h - services for a private server: accounts, SASL, NickServ. */
#ifndef TESTS_IRC_SERVICES_H
#define TESTS_IRC_SERVICES_H

#include "tests/irc/client.h"
#include "tests/irc/ircd.h"

enum services_kind { SERVICES_ATHEME, SERVICES_ANOPE };

struct services {
	pid_t pid; /* 0 if they do not run */
};

/* Starts services in the folder of a running server and waits for NickServ. They are killed when
 * the test's process ends. Accounts of an earlier start remain. Fails the test if they do not
 * start. */
void services_start(struct services *services, const struct ircd *ircd, enum services_kind kind);
/* Stops services with SIGTERM, so that they save their database. */
void services_stop(struct services *services);

/* Registers an account for the client's nick. A fingerprint is added as its certificate, with
 * atheme only; it may be NULL. */
void services_register(struct client *client, const char *password, const char *fingerprint);

#endif
