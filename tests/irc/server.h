/* server.h - a private ngircd for tests, on a free port of 127.0.0.1 and in a folder of its own. */
#ifndef TESTS_IRC_SERVER_H
#define TESTS_IRC_SERVER_H

#include <stdbool.h>
#include <sys/types.h>

#include "tests/folder.h"

struct server {
	char folder[FOLDER_PATH];
	int port;
	pid_t pid; /* 0: it does not run */
};

/*
 * Starts a server and waits until it takes connections; it ends with the program at the latest.
 * more: lines to add to its configuration, or NULL. Run from the root of the project. False after
 * an explanation on standard error.
 */
bool server_start(struct server *server, const char *more);
/* Ends the server and removes its folder. */
void server_end(struct server *server);

/* Kills the server at once, as in a crash; its folder stays. */
void server_stop(struct server *server);
/* Starts it again on the same port. */
bool server_again(struct server *server);

/* Stops it and starts it again with other lines added to its configuration. */
bool server_change(struct server *server, const char *more);

/* A port nobody listens on now. */
int server_free_port(void);
/* True if somebody does. */
bool server_listens(int port);

#endif
