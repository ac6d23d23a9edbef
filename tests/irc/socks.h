/* socks.h - a minimal proxy for SOCKS5 and HTTP CONNECT, without login. */
#ifndef TESTS_IRC_SOCKS_H
#define TESTS_IRC_SOCKS_H

#include <limits.h>
#include <sys/types.h>

struct socks {
	int port;
	pid_t pid;
	char log[PATH_MAX]; /* file with a line for each connection: the requested host:port, after
			       "HTTP " for HTTP */
};

/* Starts the proxy as a child process that ends with the test. It appends to the file `log`. */
void socks_start(struct socks *socks, const char *log);
void socks_end(struct socks *socks);

#endif
