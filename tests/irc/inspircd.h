/*
 * inspircd.h - a private inspircd for tests, on free ports of 127.0.0.1 and in a folder of its own,
 * with and without TLS.
 */
#ifndef TESTS_IRC_INSPIRCD_H
#define TESTS_IRC_INSPIRCD_H

#include <sys/types.h>

#include "tests/folder.h"

struct inspircd {
	char folder[FOLDER_PATH];
	char ca[PATH_MAX];    /* the authority of its certificate */
	char other[PATH_MAX]; /* an authority that does not know it */
	int port;
	int tls_port;
	int lag_port;    /* its clients have the limits of a stock server, which lets them wait … */
	int strict_port; /* … or throws them out */
	pid_t pid; /* 0: it does not run */
};

/*
 * Starts a server and waits until it takes connections; it ends with the program at the latest. To
 * be called from the root of the project. Fails the test with an explanation when it does not.
 */
void inspircd_start(struct inspircd *inspircd);
/* Ends the server, if it runs, and removes its folder. */
void inspircd_end(struct inspircd *inspircd);

#endif
