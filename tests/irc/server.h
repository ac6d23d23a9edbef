/* server.h - a private ngircd for tests, on a free port of 127.0.0.1 and in its own folder. */
#ifndef TESTS_IRC_SERVER_H
#define TESTS_IRC_SERVER_H

#include <stdbool.h>
#include <sys/types.h>

#include "tests/folder.h"

struct server {
	char folder[FOLDER_PATH];
	int port;
	pid_t pid; /* 0 if it does not run */
};

/* Starts a server and waits until it listens. It is killed when the test's process ends. `more` has
 * lines for its configuration, or is NULL. The working directory must be the project's root.
 * Returns false on failure, with the reason on standard error. */
bool server_start(struct server *server, const char *more);
/* Stops the server and removes its folder. */
void server_end(struct server *server);

/* Kills the server with SIGKILL; its folder stays. */
void server_stop(struct server *server);
/* Starts the server again on the same port. */
bool server_again(struct server *server);

/* Restarts the server with other lines added to its configuration. */
bool server_change(struct server *server, const char *more);

/* Returns a port of 127.0.0.1 that is free now. */
int server_free_port(void);
/* Returns true if a program listens on the port. */
bool server_listens(int port);

#endif
