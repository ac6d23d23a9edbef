/*
 * inspircd.h - a private inspircd for tests, on free ports of 127.0.0.1 and in a folder of its own,
 * with and without TLS, ready for services to link.
 */
#ifndef TESTS_IRC_INSPIRCD_H
#define TESTS_IRC_INSPIRCD_H

#include <sys/types.h>

#include "tests/folder.h"
#include "tests/irc/client.h"

struct inspircd {
	char folder[FOLDER_PATH];
	char ca[PATH_MAX]; /* the authority of its certificate */
	int port;
	int tls_port;
	int conn_port;               /* for services and for another server */
	const struct inspircd *peer; /* the server this one may link to, or NULL */
	pid_t pid;                   /* 0: it does not run */
};

/*
 * Starts a server and waits until it takes connections; it ends with the program at the latest. To
 * be called from the root of the project. Fails the test with an explanation when it does not.
 */
void inspircd_start(struct inspircd *inspircd);
/* The same with another server of the first one's network; they are not linked yet. */
void inspircd_start_beside(struct inspircd *inspircd, const struct inspircd *first);
/* Makes somebody an operator of the network. */
void inspircd_oper(struct client *client);
/* An operator on the second server links it to the first, and waits until they are linked. */
void inspircd_link(struct client *oper);
/* An operator on the first server cuts the second off. */
void inspircd_split(struct client *oper);
/* Kills the server at once, as in a crash; its folder stays. */
void inspircd_stop(struct inspircd *inspircd);
/*
 * Writes a file in the server's folder from a template; in a line of that every other part between
 * @ is DIR, NAME, ID, PEER or the name of a port and is filled in.
 */
void inspircd_configure(const struct inspircd *inspircd, const char *template, const char *name);
/* In a process of its own: becomes the user servers run as and says everything to a file. */
void inspircd_become(const struct inspircd *inspircd, const char *output);
/* Writes a file of the server's folder to standard error. */
void inspircd_explain(const struct inspircd *inspircd, const char *name);
/* Ends the server, if it runs, and removes its folder. */
void inspircd_end(struct inspircd *inspircd);

#endif
