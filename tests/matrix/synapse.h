/* synapse.h - a private Synapse for tests, on a free port of 127.0.0.1 and in its own folder.
 * Registration is open; access tokens with a refresh token live for 8 seconds, or as
 * long as SYNAPSE_TOKEN_LIFE says. It keeps files only with SYNAPSE_MEDIA. Rate limits
 * are off. */
#ifndef TESTS_MATRIX_SYNAPSE_H
#define TESTS_MATRIX_SYNAPSE_H

#include <stdbool.h>
#include <sys/types.h>

#include "tests/folder.h"

#define SYNAPSE_NAME "hs.test"

struct synapse {
	char folder[FOLDER_PATH];
	int port;
	pid_t pid; /* 0 if it does not run */
};

/* Starts a server and waits until it answers. It is killed when the test's process ends. The
 * working directory must be the project's root. Fails the test if the server does not start. */
void synapse_start(struct synapse *synapse);
/* Stops the server and removes its folder. */
void synapse_end(struct synapse *synapse);

#endif
