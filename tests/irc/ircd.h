/* ircd.h - a private IRC server of each kind in Debian, on free ports of 127.0.0.1 and in its own
 * folder. */
#ifndef TESTS_IRC_IRCD_H
#define TESTS_IRC_IRCD_H

#include <stdbool.h>
#include <sys/types.h>

#include "tests/folder.h"
#include "tests/irc/client.h"

/* Kinds of servers. Most of them limit the bot as their packages do by default; the last two,
 * IRCD_PLAIN and IRCD_SECURE, have no flood limit. */
enum ircd_kind {
	IRCD_NGIRCD,
	IRCD_INSPIRCD,        /* delays lines that come too fast */
	IRCD_INSPIRCD_STRICT, /* not the default: disconnects a client that is too fast */
	IRCD_IRCU,
	IRCD_HYBRID,
	IRCD_PLAIN,  /* an ngircd */
	IRCD_SECURE, /* an inspircd with TLS, for services */
	IRCD_KINDS
};

/* IRCD_HASTE: the clock of an inspircd runs so many times as fast, because an inspircd welcomes
 * clients only once a second. */
enum { IRCD_HASTE = 8 };

struct ircd {
	char folder[FOLDER_PATH];
	enum ircd_kind kind;
	int port;       /* for people; inspircd and hybrid have no flood limit here */
	int bot_port;   /* for the bot, with the user name "mitaines" */
	int tls_port;   /* only with IRCD_SECURE */
	int link_port;  /* for services; only with IRCD_SECURE */
	unsigned haste; /* factor by which the clock is faster */
	pid_t pid;      /* 0 if it does not run */
};

const char *ircd_name(enum ircd_kind kind);
/* Starts a server and waits until it listens. It is killed when the test's process ends. The
 * working directory must be the project's root. `haste` is the factor of its clock, see
 * tests/preload/haste.c. IRCD_SECURE makes certificates in its folder. Fails the test if the server
 * does not start. */
void ircd_start(struct ircd *ircd, enum ircd_kind kind, unsigned haste);
/* Kills the server with SIGKILL; its folder stays. */
void ircd_stop(struct ircd *ircd);
/* Starts the server again on the same ports. Returns false if it does not listen. */
bool ircd_again(struct ircd *ircd);
/* Stops the server and removes its folder. */
void ircd_end(struct ircd *ircd);

/* Writes a file in the server's folder from a template, with %DIR% and the ports (%PORT% ...)
 * filled in. */
void ircd_configure(const struct ircd *ircd, const char *template, const char *name);
/* Makes a client of IRCD_SECURE an IRC operator. */
void ircd_oper(struct client *client);
/* Adds the library `name` of tests/preload to LD_PRELOAD. A child process calls this before it
 * execs a program. */
void ircd_preload(const char *name);
/* Makes the clock of a program run `haste` times as fast. A child process calls this before it
 * execs the program. */
void ircd_hasten(unsigned haste);

#endif
