/* socks.c - a minimal proxy: SOCKS5 (RFC 1928) and HTTP CONNECT. */
#include "tests/irc/socks.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/irc/server.h"

enum { SOCKS_NAME = 256, SOCKS_BUFFER = 16384 };

static bool take(int fd, void *bytes, size_t length)
{
	return recv(fd, bytes, length, MSG_WAITALL) == (ssize_t)length;
}

static bool give(int fd, const void *bytes, size_t length)
{
	return send(fd, bytes, length, MSG_NOSIGNAL) == (ssize_t)length;
}

/* Reads the requested host, an IPv4 address or a name. */
static bool take_host(int fd, uint8_t kind, char host[SOCKS_NAME])
{
	uint8_t address[4], length;
	if (kind == 1)
		return take(fd, address, sizeof address) &&
			inet_ntop(AF_INET, address, host, SOCKS_NAME) != NULL;
	if (kind != 3 || !take(fd, &length, 1) || !take(fd, host, length))
		return false;
	host[length] = '\0';
	return true;
}

static void note(const struct socks *socks, const char *host, uint16_t port)
{
	FILE *log = fopen(socks->log, "a");
	if (log == NULL)
		return;
	fprintf(log, "%s:%d\n", host, port);
	fclose(log);
}

/* Finishes the SOCKS5 handshake after its first two bytes. Returns the outgoing connection, or
 * -1. */
static int agree_socks(const struct socks *socks, int fd, const uint8_t head[2])
{
	static const uint8_t fine[10] = { 5, 0, 0, 1 };
	uint8_t methods[255], request[4];
	char host[SOCKS_NAME];
	uint16_t port;
	int there;
	if (head[0] != 5 || !take(fd, methods, head[1]) || !give(fd, "\5\0", 2) ||
		!take(fd, request, 4) || request[1] != 1 || !take_host(fd, request[3], host) ||
		!take(fd, &port, 2))
		return -1;
	note(socks, host, ntohs(port));
	/* The proxy connects to this machine, whatever the requested host. */
	there = server_connect(ntohs(port));
	if (there >= 0 && give(fd, fine, sizeof fine))
		return there;
	close(there);
	return -1;
}

/* Answers a request `CONNECT host:port HTTP/1.1` with headers. Returns the outgoing connection, or
 * -1. */
static int agree_http(const struct socks *socks, int fd)
{
	static const char fine[] = "HTTP/1.1 200 Fine\r\n\r\n";
	char request[SOCKS_BUFFER] = "CO", host[SOCKS_NAME] = "HTTP ";
	const char *at;
	uint16_t port;
	int there;
	for (size_t length = 2; strstr(request, "\r\n\r\n") == NULL; length++)
		if (length + 1 >= sizeof request || !take(fd, request + length, 1))
			return -1;
	at = strchr(request, ':');
	if (at == NULL || sscanf(request, "CONNECT %200[^: ]", host + strlen(host)) != 1)
		return -1;
	port = (uint16_t)strtoul(at + 1, NULL, 10);
	note(socks, host, port);
	there = server_connect(port);
	if (there >= 0 && give(fd, fine, sizeof fine - 1))
		return there;
	close(there);
	return -1;
}

static int agree(const struct socks *socks, int fd)
{
	uint8_t head[2];
	if (!take(fd, head, 2))
		return -1;
	return memcmp(head, "CO", 2) == 0 ? agree_http(socks, fd) : agree_socks(socks, fd, head);
}

/* Forwards available bytes. Returns false at the end. */
static bool pass(int from, int to)
{
	char bytes[SOCKS_BUFFER];
	ssize_t count = recv(from, bytes, sizeof bytes, 0);
	return count > 0 && give(to, bytes, (size_t)count);
}

static void serve(const struct socks *socks, int fd)
{
	int there = agree(socks, fd);
	struct pollfd both[2] = { { .fd = fd, .events = POLLIN },
		{ .fd = there, .events = POLLIN } };
	bool open = there >= 0;
	while (open && poll(both, 2, -1) > 0) {
		if (both[0].revents != 0)
			open = pass(fd, there);
		if (open && both[1].revents != 0)
			open = pass(there, fd);
	}
	if (there >= 0)
		close(there);
	close(fd);
}

/* Serves each connection in a child process. */
static void serve_all(const struct socks *socks, int listener)
{
	signal(SIGCHLD, SIG_IGN);
	for (;;) {
		int fd = accept(listener, NULL, NULL);
		if (fork() == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			serve(socks, fd);
			_exit(0);
		}
		close(fd);
	}
}

void socks_start(struct socks *socks, const char *log)
{
	int listener = server_listener(&socks->port);
	snprintf(socks->log, sizeof socks->log, "%s", log);
	socks->pid = server_fork(NULL, NULL);
	if (socks->pid == 0)
		serve_all(socks, listener);
	close(listener);
}

void socks_end(struct socks *socks)
{
	server_kill(&socks->pid);
}
