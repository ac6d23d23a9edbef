/* client.h - a small blocking IRC client for tests; it answers PING whenever it reads. */
#ifndef TESTS_IRC_CLIENT_H
#define TESTS_IRC_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

struct client {
	int fd; /* -1: not connected */
	char nick[64];
	char *transcript; /* all lines sent (behind "> ") and received, LF-ended; NUL at the end */
	size_t length;
	size_t size;
	size_t seen; /* up to where client_wait has looked */
	char line[1024];
	char partial[1024]; /* of a line received in part */
	size_t pending;     /* bytes of it */
};

/* Connects to 127.0.0.1 and registers; false when the server does not welcome it within a minute.
 */
bool client_open(struct client *client, int port, const char *nick);
/* The same by another user name than the nick. */
bool client_open_as(struct client *client, int port, const char *nick, const char *user);
/* And from an address of the loopback, in the machine's order of bytes. */
bool client_open_from(
	struct client *client, unsigned from, int port, const char *nick, const char *user);
void client_close(struct client *client);

/* Sends a line, to which CR LF is added. */
void client_send(struct client *client, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void client_say(struct client *client, const char *target, const char *text);
/* Joins and waits until the server has told who is there; false after a minute. */
bool client_join(struct client *client, const char *channel);

/*
 * The first line received, after the one this gave last, that contains part; lives until the next
 * call. NULL when none comes within patience, in milliseconds.
 */
const char *client_wait(struct client *client, const char *part, int patience);
/* True if any line sent or received so far contains part; reads what is there already. */
bool client_saw(struct client *client, const char *part);
/* Writes the transcript to standard error. */
void client_tell(const struct client *client);

#endif
