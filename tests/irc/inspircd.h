/* inspircd.h - a private inspircd for tests, with and without TLS, on free ports of 127.0.0.1 and
 * in its own folder. Services and a second server can link to it. */
#ifndef TESTS_IRC_INSPIRCD_H
#define TESTS_IRC_INSPIRCD_H

#include <sys/types.h>

#include "tests/folder.h"
#include "tests/irc/client.h"

struct inspircd {
	char folder[FOLDER_PATH];
	char ca[PATH_MAX]; /* path of the CA certificate */
	int port;
	int tls_port;
	int conn_port;               /* port for services and for another server */
	const struct inspircd *peer; /* server that this one may link to, or NULL */
	unsigned haste;              /* factor of its clock */
	pid_t pid;                   /* 0 if it does not run */
};

/* Starts a server and waits until it listens. It is killed when the test's process ends. The
 * working directory must be the project's root. Fails the test if the server does not start. */
void inspircd_start(struct inspircd *inspircd);
/* Starts two servers of one network, not linked yet. Their clocks must agree, so they are not fast.
 */
void inspircd_start_two(struct inspircd *first, struct inspircd *second);
/* Makes a client an IRC operator. */
void inspircd_oper(struct client *client);
/* Links the two servers, for an operator on the second one, and waits until they are linked. */
void inspircd_link(struct client *oper);
/* Splits the network, for an operator on the first server. */
void inspircd_split(struct client *oper);
/* Kills the server with SIGKILL; its folder stays. */
void inspircd_stop(struct inspircd *inspircd);
/* Writes a file in the server's folder from a template, with @DIR@, @NAME@, @ID@, @PEER@ and the
 * ports (@PORT@ …) filled in. */
void inspircd_configure(const struct inspircd *inspircd, const char *template, const char *name);
/* In a child process: changes to the user and the folder of the server, and writes output to a file
 * there. */
void inspircd_become(const struct inspircd *inspircd, const char *output);
/* Reads the first line of a file in the server's folder. Returns it. */
const char *inspircd_line(const struct inspircd *inspircd, const char *name, char line[128]);
/* Makes the files of certificates.sh in a folder. */
void certificates_make(const char *folder);
/* Copies a file of the server's folder to standard error. */
void inspircd_explain(const struct inspircd *inspircd, const char *name);
/* Stops the server and removes its folder. */
void inspircd_end(struct inspircd *inspircd);

#endif
