#include "tests/lab/visit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/irc/site.h"
#include "tests/lab/measure.h"

void visit_ask(int fd, const char *target)
{
	char request[256];
	snprintf(request, sizeof request,
		"GET %s HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n", target);
	site_put(fd, request);
}

/* Returns the size of an answer, or 0 while its head is incomplete. Writes the size of the head. */
static size_t size_of(const char *reply, size_t *head)
{
	const char *end = strstr(reply, "\r\n\r\n");
	const char *length = strstr(reply, "Content-Length: ");
	if (end == NULL || length == NULL || length > end)
		return 0;
	*head = (size_t)(end - reply) + 4;
	return *head + strtoul(length + strlen("Content-Length: "), NULL, 10);
}

unsigned visit_read(struct visit *visit, int fd)
{
	size_t size = 0;
	visit->length = 0;
	do {
		ssize_t got =
			recv(fd, visit->reply + visit->length, VISIT_REPLY - 1 - visit->length, 0);
		if (got <= 0)
			bench_fail("visit", "an answer breaks off");
		visit->length += (size_t)got;
		visit->reply[visit->length] = '\0';
		size = size == 0 ? size_of(visit->reply, &visit->head) : size;
	} while (size == 0 || visit->length < size);
	return (unsigned)strtoul(visit->reply + strlen("HTTP/1.1 "), NULL, 10);
}

double visit_get(struct visit *visit, int fd, const char *target)
{
	double since = timing_now();
	visit_ask(fd, target);
	if (visit_read(visit, fd) != 200)
		bench_fail(target, visit->reply);
	return (timing_now() - since) * 1e3;
}
