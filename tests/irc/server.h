/* server.h - helpers to start, await and kill any server of a test. */
#ifndef TESTS_IRC_SERVER_H
#define TESTS_IRC_SERVER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "tests/folder.h"

/* Listens on a free port of 127.0.0.1. Returns the socket. */
int server_listener(int *port);
/* Returns a port of 127.0.0.1 that is free now. */
int server_free_port(void);
/* Connects to a port of 127.0.0.1. Returns the socket, or -1. */
int server_connect(int port);
/* Connects to a port of 127.0.0.1 from this IPv4 address of the machine, in host byte order, once a
 * program listens there. Fails the test if none listens within a minute. Returns the socket. */
int server_reach(int port, uint32_t from);
/* Returns true if a program listens on the port. */
bool server_listens(int port);

/* Forks. The child is killed when the test's process ends, and appends output and errors to a file
 * of the folder, unless `output` is NULL. Returns the child's process id, or 0 in the child. */
pid_t server_fork(const char *folder, const char *output);
/* In a child process of root: becomes the user irc, because most servers refuse to run as root.
 * Changes to the folder. */
void server_drop(const char *folder);
/* Gives the folder and its files to the user irc. Does nothing unless we are root. */
void server_give(const char *folder);
/* Returns the folder where `make deps` unpacks servers. */
const char *server_unpacked(void);
/* Waits until a child process listens on the port. Returns false if it ends before, with *pid 0. */
bool server_await(pid_t *pid, int port);
/* Kills a child process with SIGKILL and sets *pid to 0. Does nothing if it is 0. */
void server_kill(pid_t *pid);
/* Copies a file of a folder to standard error, if it exists. */
void server_explain(const char *folder, const char *name);

/* Makes the files of certificates.sh in a folder. */
void certificates_make(const char *folder);
/* Reads the first line of a file in a folder. Returns it. */
const char *certificates_line(const char *folder, const char *name, char line[128]);

#endif
