/*
 * fake.h - an IRC server that says what a test makes it say, on the wire and the clock of the
 * simulation. Milliseconds are simulated: waiting takes no time.
 */
#ifndef TESTS_IRC_FAKE_H
#define TESTS_IRC_FAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/loop.h"
#include "bot/base/string.h"
#include "tests/simulate/world.h"

/* The address of the server; another address of 127.0.0.0/8 refuses connections. */
#define FAKE_HOST "127.0.0.1"
enum { FAKE_PORT = 6667 };

struct fake {
	struct world world;
	struct loop *loop;
	struct loop_timer *timer;
	struct wire *wire;   /* the bot's connection, or NULL */
	struct wire *next;   /* a connection that the bot opened before it closed the first one */
	bool late;           /* the time to wait is over */
	bool deaf;           /* reads nothing */
	bool mute;           /* does not answer PING by itself */
	struct string said;  /* goes out when the loop runs */
	struct string heard; /* all bytes received on this connection */
	size_t seen;         /* fake_hears looks from here on */
	size_t answered;     /* PINGs before this are answered */
	char line[9000];
};

/* Begins a world with a loop in it. */
void fake_open(struct fake *fake);
void fake_close(struct fake *fake);

/* Waits for the bot to connect; what was heard on the connection before is forgotten. */
bool fake_meets(struct fake *fake, int milliseconds);
void fake_hang_up(struct fake *fake);
/* The same without a goodbye: the connection is reset. */
void fake_reset(struct fake *fake);
/* Waits for the bot to hang up. */
bool fake_left(struct fake *fake, int milliseconds);

/* Sends bytes as they are, or a line, to which CR LF is added. */
void fake_bytes(struct fake *fake, const char *bytes, size_t length);
void fake_says(struct fake *fake, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Returns the first line with this part behind the line returned last, without its end, until the
 * next call. NULL: no such line comes within so many milliseconds.
 */
const char *fake_hears(struct fake *fake, const char *part, int milliseconds);
/* Runs the loop for so many milliseconds. */
void fake_waits(struct fake *fake, int milliseconds);
/* Counts a part in all bytes received on this connection. */
size_t fake_count(const struct fake *fake, const char *part);
/* Stops or begins again to read. */
void fake_deafen(struct fake *fake, bool deaf);

#endif
