/* proxy.h - a proxy before a homeserver that keeps pantalaimon's promises to its clients, without
 * its cryptography: it hides messages to encrypted rooms, and shows them again in syncs. */
#ifndef TESTS_MATRIX_PROXY_H
#define TESTS_MATRIX_PROXY_H

#include <sys/types.h>

#include "tests/folder.h"

struct proxy {
	char folder[FOLDER_PATH]; /* has a file for each room that a sync has shown */
	int port;
	pid_t pid;
};

/* Starts the proxy before the homeserver on the port `behind`. The proxy ends with the test's
 * process. */
void proxy_start(struct proxy *proxy, int behind);
void proxy_end(struct proxy *proxy);

#endif
