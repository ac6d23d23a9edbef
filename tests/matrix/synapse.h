/*
 * synapse.h - a private Synapse for tests, on a free port of 127.0.0.1 and in a folder of its own.
 * Everybody may register; tokens that can be renewed live for 15 seconds.
 */
#ifndef TESTS_MATRIX_SYNAPSE_H
#define TESTS_MATRIX_SYNAPSE_H

#include <stdbool.h>
#include <sys/types.h>

#include "tests/folder.h"

#define SYNAPSE_NAME "hs.test"

struct synapse {
	char folder[FOLDER_PATH];
	int port;
	pid_t pid; /* 0: it does not run */
};

/*
 * Starts a server and waits until it answers; it ends with the program at the latest. stock: with
 * the limits it is shipped with on what is said, else with none. Run from the root of the project.
 * Fails the test with an explanation when it does not start, or was not unpacked (make deps).
 */
void synapse_start(struct synapse *synapse, bool stock);
/* Kills it at once; its folder stays. */
void synapse_stop(struct synapse *synapse);
/* Starts it again on the same port. */
void synapse_again(struct synapse *synapse);
/* Ends it and removes its folder. */
void synapse_end(struct synapse *synapse);

#endif
