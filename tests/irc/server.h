/* server.h - a private ngircd for tests, on a free port of 127.0.0.1 and in its own folder; and
 * helpers to start, await and kill any server. */
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

/* Starts a server and waits until it listens. It is killed when the test's process ends. The
 * working directory must be the project's root. Returns false on failure, with the reason on
 * standard error. */
bool server_start(struct server *server);
/* Stops the server and removes its folder. */
void server_end(struct server *server);

/* Kills the server with SIGKILL; its folder stays. */
void server_stop(struct server *server);
/* Starts the server again on the same port. */
bool server_again(struct server *server);

/* Listens on a free port of 127.0.0.1. Returns the socket. */
int server_listener(int *port);
/* Returns a port of 127.0.0.1 that is free now. */
int server_free_port(void);
/* Returns true if a program listens on the port. */
bool server_listens(int port);

/* In a child process: appends output and errors to a file of a folder. */
void server_log_to(const char *folder, const char *name);
/* Waits until a child process listens on the port. Returns false if it ends before, with *pid 0. */
bool server_await(pid_t *pid, int port);
/* Kills a child process with SIGKILL and sets *pid to 0. Does nothing if it is 0. */
void server_kill(pid_t *pid);
/* Copies a file of a folder to standard error, if it exists. */
void server_explain(const char *folder, const char *name);

#endif
