/*
 * inspircd.h - a private inspircd for tests, on free ports of 127.0.0.1 and in a folder of its own,
 * with and without TLS, ready for services to link.
 */
#ifndef TESTS_IRC_INSPIRCD_H
#define TESTS_IRC_INSPIRCD_H

#include <sys/types.h>

#include "tests/folder.h"

struct inspircd {
	char folder[FOLDER_PATH];
	char ca[PATH_MAX]; /* the authority of its certificate */
	int port;
	int tls_port;
	int lag_port; /* its clients have the limits of a stock server, which lets them wait … */
	int strict_port; /* … or throws them out */
	int link_port;   /* for services */
	pid_t pid;       /* 0: it does not run */
};

/*
 * Starts a server and waits until it takes connections; it ends with the program at the latest. To
 * be called from the root of the project. Fails the test with an explanation when it does not.
 */
void inspircd_start(struct inspircd *inspircd);
/*
 * Writes a file in the server's folder from a template; in a line of that every other part between
 * @ is DIR, PORT, TLS_PORT or LINK_PORT and is filled in.
 */
void inspircd_configure(const struct inspircd *inspircd, const char *template, const char *name);
/* In a process of its own: becomes the user servers run as and says everything to a file. */
void inspircd_become(const struct inspircd *inspircd, const char *output);
/* Writes a file of the server's folder to standard error. */
void inspircd_explain(const struct inspircd *inspircd, const char *name);
/* Ends the server, if it runs, and removes its folder. */
void inspircd_end(struct inspircd *inspircd);

#endif
