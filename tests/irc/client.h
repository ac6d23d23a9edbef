/* client.h - a small blocking IRC client for tests. It answers PING whenever it reads. */
#ifndef TESTS_IRC_CLIENT_H
#define TESTS_IRC_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

struct client {
	int fd; /* -1 if not connected */
	char nick[64];
	char *transcript; /* all lines sent (after "> ") and received; NUL-terminated */
	size_t length;
	size_t size;
	size_t seen; /* offset up to which client_wait has searched */
	char line[1024];
	char partial[1024]; /* start of a line that is not complete yet */
	size_t pending;     /* number of bytes in `partial` */
};

/* Connects to 127.0.0.1 and registers. Returns false without a welcome after a minute. */
bool client_open(struct client *client, int port, const char *nick);
void client_close(struct client *client);

/* Sends a line and adds CR LF. */
void client_send(struct client *client, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void client_say(struct client *client, const char *target, const char *text);
/* Joins a channel and waits for the end of NAMES. Returns false after a minute. */
bool client_join(struct client *client, const char *channel);

/* Returns the next received line that contains `part`, valid until the next call. Returns NULL
 * after `patience` milliseconds. */
const char *client_wait(struct client *client, const char *part, int patience);
/* Waits for a line like client_wait, for a minute. Fails the test with the transcript if no such
 * line comes. */
void client_must_hear(struct client *client, const char *part);

#endif
