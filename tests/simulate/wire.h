/*
 * wire.h - a simulated connection between the bot and a server, as the kernel of the bot's machine
 * sees it.
 *
 * A reset acts as on Linux: bytes that came before it can still be read, and one read or write then
 * reports the error.
 */
#ifndef TESTS_SIMULATE_WIRE_H
#define TESTS_SIMULATE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/string.h"
#include "engine/playout.h"

struct server;
struct world;

enum { WIRE_READ = 1, WIRE_WRITE = 2, WIRE_ERROR = 4 };
enum wire_state { WIRE_CONNECTING, WIRE_REFUSED, WIRE_OPEN };

struct wire {
	struct chance chance; /* source of random delays */
	int fd;
	struct server *server;
	unsigned port;
	bool tls; /* the bot asked for TLS, but the bytes here are plain text */
	enum wire_state state;
	bool closed;                /* the bot has closed the connection */
	bool hung_up;               /* the server has closed it: its later bytes are dropped */
	bool ended;                 /* the server's FIN or reset has arrived at the bot's machine */
	bool error;                 /* a reset is still to be reported to the bot */
	bool broken;                /* a reset was reported to the bot */
	bool steady;                /* all bytes take 1 ms and arrive in one piece */
	bool deaf;                  /* the server does not read */
	struct string unheard;      /* bytes that arrived at the server while it does not read */
	bool lost;                  /* the link is cut: neither side gets anything */
	struct string in;           /* bytes that arrived for the bot */
	size_t taken;               /* number of bytes of `in` that the bot has read */
	uint64_t batch;             /* number of the last batch in which the bot read */
	uint64_t heard;             /* ms; value of `emptied` at the begin of that batch */
	uint64_t emptied;           /* ms; the bot has read all that came until this time */
	uint64_t unread;            /* ms; since when bytes or the end wait for the bot; 0: none */
	size_t flying;              /* number of bytes on their way to the server */
	uint64_t to_bot, to_server; /* ms; when the last bytes sent each way will arrive */
	uint64_t held;              /* ms; bytes in flight arrive no earlier than this time */
};

/* Begins a connection from the bot to a server. The world owns the wire until wire_clear. */
struct wire *wire_open(struct server *server);
/* Closes the connection from the bot's side. */
void wire_close(struct wire *wire);
/* Returns the WIRE_ flags of the events that the bot's kernel would report for a descriptor. */
unsigned wire_ready(int fd);
enum wire_state wire_state(const struct wire *wire);
/*
 * These are the bot's reads and writes. They return the number of bytes, 0 at the end of input, -1
 * if the bot must wait (EAGAIN), or -2 for a reset.
 */
long wire_read(struct wire *wire, char *bytes, size_t room);
long wire_write(struct wire *wire, const char *bytes, size_t length);

/* The functions below are for the server's side. wire_say sends bytes to the bot. */
void wire_say(struct wire *wire, const char *bytes, size_t length);
/* wire_hang_up closes the connection after all bytes sent have arrived. wire_reset then resets it
 * instead. */
void wire_hang_up(struct wire *wire);
void wire_reset(struct wire *wire);
/* Delays all bytes of both sides for so many ms, after which they arrive at once. */
void wire_hold(struct wire *wire, uint64_t milliseconds);
/* Makes the server stop reading, or read again, beginning with the bytes that arrived meanwhile. */
void wire_deafen(struct wire *wire, bool deaf);

void wire_clear(struct world *world);

#endif
