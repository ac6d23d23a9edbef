/*
 * ircd.h - a private server of each kind there is in Debian, with the limits on the bot that it is
 * shipped with, on free ports of 127.0.0.1 and in a folder of its own.
 */
#ifndef TESTS_IRC_IRCD_H
#define TESTS_IRC_IRCD_H

#include <sys/types.h>

#include "tests/folder.h"

enum ircd_kind {
	IRCD_NGIRCD,
	IRCD_INSPIRCD,        /* lets wait what comes too fast */
	IRCD_INSPIRCD_STRICT, /* not shipped so: throws out instead */
	IRCD_IRCU,
	IRCD_HYBRID,
	IRCD_KINDS
};

struct ircd {
	char folder[FOLDER_PATH];
	enum ircd_kind kind;
	int port;     /* for people, whom inspircd and hybrid let say as much as they like here */
	int bot_port; /* for the bot, by the user name "mitaines" */
	pid_t pid;    /* 0: it does not run */
};

/* What the kind is called. */
const char *ircd_name(enum ircd_kind kind);
/*
 * Starts a server and waits until it takes connections; it ends with the program at the latest. To
 * be called from the root of the project. haste: how many times as fast its time runs, see
 * tests/preload/haste.c. Fails the test with an explanation when it does not start.
 */
void ircd_start(struct ircd *ircd, enum ircd_kind kind, unsigned haste);
/* In a process of its own: what it becomes has this library of tests/preload. */
void ircd_preload(const char *name);
/* In a process of its own: the time of what it becomes will run so fast. */
void ircd_hasten(unsigned haste);
/* Ends the server, if it runs, and removes its folder. */
void ircd_end(struct ircd *ircd);

#endif
