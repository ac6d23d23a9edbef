/*
 * gateway.h - an nginx for tests that stands before a server on 127.0.0.1, as before most
 * homeservers: with TLS, a certificate for 127.0.0.1, and HTTP/2; on a free port and in a folder of
 * its own.
 */
#ifndef TESTS_MATRIX_GATEWAY_H
#define TESTS_MATRIX_GATEWAY_H

#include <limits.h>
#include <sys/types.h>

#include "tests/folder.h"

struct gateway {
	char folder[FOLDER_PATH];
	char ca[PATH_MAX]; /* the authority of its certificate */
	int port;
	pid_t pid; /* 0: it does not run */
};

/*
 * Starts it before the server on a port of 127.0.0.1, and waits until it listens; it ends with the
 * program at the latest. requests: as many a connection may have, then it is told to go (GOAWAY).
 * Run from the root of the project. Fails the test when it does not start, or was not unpacked
 * (make deps).
 */
void gateway_start(struct gateway *gateway, int behind, unsigned requests);
/* Ends it at once, and what it was doing; its folder stays. */
void gateway_stop(struct gateway *gateway);
/* Starts it again on the same port. */
void gateway_again(struct gateway *gateway);
/* It begins anew, as after a change of its configuration: connections end with what they do now. */
void gateway_renew(const struct gateway *gateway);
/* Ends it and removes its folder. */
void gateway_end(struct gateway *gateway);

/*
 * What it was asked, to be freed: a line for each request that has ended, "HTTP/2.0 200 CONNECTION
 * METHOD /path".
 */
char *gateway_log(const struct gateway *gateway);

#endif
