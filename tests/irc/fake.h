/* fake.h - an IRC server scripted by a test, on the wire and the clock of the simulation.
 * Milliseconds are simulated: waiting takes no time. */
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
	struct wire *next;   /* opened by the bot before it closed `wire`, or NULL */
	bool late;           /* the current wait has timed out */
	bool deaf;           /* the server reads nothing */
	bool mute;           /* the server does not answer PING by itself */
	struct string said;  /* bytes to send when the loop runs */
	struct string heard; /* all bytes received on this connection */
	size_t seen;         /* offset from which fake_hears searches */
	size_t answered;     /* offset up to which PINGs are answered */
	char line[9000];
};

/* Begins a simulated world with its loop, and the server in it. */
void fake_open(struct fake *fake);
void fake_close(struct fake *fake);

/* Waits for the bot to connect, and forgets the bytes of the connection before. Returns false on
 * timeout. */
bool fake_meets(struct fake *fake, int milliseconds);
void fake_hang_up(struct fake *fake);
/* Resets the connection instead of closing it. */
void fake_reset(struct fake *fake);
/* Waits for the bot to close the connection. Returns false on timeout. */
bool fake_left(struct fake *fake, int milliseconds);

/* Sends bytes unchanged. */
void fake_bytes(struct fake *fake, const char *bytes, size_t length);
void fake_says(struct fake *fake, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns the next line from the bot that contains `part`, without its end, valid until the next
 * call. Returns NULL on timeout. */
const char *fake_hears(struct fake *fake, const char *part, int milliseconds);
/* Runs the loop for so many milliseconds. */
void fake_waits(struct fake *fake, int milliseconds);
/* Counts occurrences of `part` in the bytes received on this connection. */
size_t fake_count(const struct fake *fake, const char *part);
/* Makes the server stop reading, or read again. */
void fake_deafen(struct fake *fake, bool deaf);

#endif
