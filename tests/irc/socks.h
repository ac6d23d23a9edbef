/*
 * socks.h - the smallest proxy there can be, SOCKS5 or HTTP as the client likes; nobody has to log
 * in.
 */
#ifndef TESTS_IRC_SOCKS_H
#define TESTS_IRC_SOCKS_H

#include <limits.h>
#include <sys/types.h>

struct socks {
	int port;
	pid_t pid;
	char log[PATH_MAX]; /* a line for each connection: host:port as it was asked for, behind
			       HTTP or not */
};

/* Starts it in a process of its own, which ends with the program; log: a file it may write. */
void socks_start(struct socks *socks, const char *log);
void socks_end(struct socks *socks);

#endif
