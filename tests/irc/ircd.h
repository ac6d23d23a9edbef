/* ircd.h - a private IRC server of each kind in Debian, with the flood limits of its package for
 * the bot, on free ports of 127.0.0.1 and in its own folder. */
#ifndef TESTS_IRC_IRCD_H
#define TESTS_IRC_IRCD_H

#include <sys/types.h>

#include "tests/folder.h"

enum ircd_kind {
	IRCD_NGIRCD,
	IRCD_INSPIRCD,        /* delays lines that come too fast */
	IRCD_INSPIRCD_STRICT, /* not the default: disconnects a client that is too fast */
	IRCD_IRCU,
	IRCD_HYBRID,
	IRCD_KINDS
};

struct ircd {
	char folder[FOLDER_PATH];
	enum ircd_kind kind;
	int port;     /* for people; inspircd and hybrid have no flood limit here */
	int bot_port; /* for the bot, with the user name "mitaines" */
	pid_t pid;    /* 0 if it does not run */
};

const char *ircd_name(enum ircd_kind kind);
/* Starts a server and waits until it listens. It is killed when the test's process ends. The
 * working directory must be the project's root. `haste` is the factor of its clock, see
 * tests/preload/haste.c. Fails the test if the server does not start. */
void ircd_start(struct ircd *ircd, enum ircd_kind kind, unsigned haste);
/* In a child process: preloads this library of tests/preload in the program to be executed. */
void ircd_preload(const char *name);
/* In a child process: sets the factor of the clock of the program to be executed. */
void ircd_hasten(unsigned haste);
/* Stops the server and removes its folder. */
void ircd_end(struct ircd *ircd);

#endif
