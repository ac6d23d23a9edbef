/* gateway.h - an nginx in front of a server on 127.0.0.1, as most homeservers have it: TLS with a
 * certificate for 127.0.0.1, and HTTP/2; on a free port and in its own folder. */
#ifndef TESTS_MATRIX_GATEWAY_H
#define TESTS_MATRIX_GATEWAY_H

#include <limits.h>
#include <sys/types.h>

#include "tests/folder.h"

struct gateway {
	char folder[FOLDER_PATH];
	char ca[PATH_MAX]; /* path of the CA certificate */
	int port;
	pid_t pid; /* 0 if it does not run */
};

/* Starts nginx in front of the server on port `behind` and waits until it listens. nginx ends with
 * the test's process. `requests` is the number of requests on a connection before GOAWAY. The
 * working directory must be the project's root. Fails the test if nginx does not start. */
void gateway_start(struct gateway *gateway, int behind, unsigned requests);
/* Starts nginx with a configuration that listens on gateway->port. Its paths are relative to the
 * gateway's folder, where gateway_open has put certificates. */
void gateway_start_with(struct gateway *gateway, const char *configuration);
/* Finds a free port, and makes a folder with certificates. */
void gateway_open(struct gateway *gateway);
/* Stops nginx at once and aborts open requests. The folder stays. */
void gateway_stop(struct gateway *gateway);
/* Stops nginx and removes its folder. */
void gateway_end(struct gateway *gateway);

/* Returns nginx's access log, which the caller frees: a line for each finished request, "HTTP/2.0
 * 200 CONNECTION METHOD /path". */
char *gateway_log(const struct gateway *gateway);

#endif
