/*
 * wire.h - a connection between the bot and a server, as the kernel of the bot's machine has it.
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
	struct chance chance; /* random delays */
	int fd;
	struct server *server;
	unsigned port;
	bool tls; /* the bot asked for TLS; the bytes are plain all the same */
	enum wire_state state;
	bool closed;                /* the bot has closed it */
	bool hung_up;               /* the server has closed it: later bytes are dropped */
	bool ended;                 /* the bot's machine has the FIN or the reset */
	bool error;                 /* a reset is not yet reported */
	bool broken;                /* a reset was reported */
	bool steady;                /* bytes take 1 ms and arrive in one piece */
	bool deaf;                  /* the server does not read */
	struct string unheard;      /* bytes that arrived meanwhile */
	bool lost;                  /* the link is cut: neither side gets anything */
	struct string in;           /* bytes that arrived for the bot */
	size_t taken;               /* how many of them were read */
	uint64_t batch;             /* the last batch in which the bot read */
	uint64_t heard;             /* before that batch it had read all that came by then */
	uint64_t emptied;           /* now it has read all that came by then */
	uint64_t unread;            /* since when bytes or the end wait to be read; 0: none wait */
	size_t flying;              /* bytes on their way to the server */
	uint64_t to_bot, to_server; /* when the last bytes sent will arrive */
	uint64_t held;              /* bytes in flight arrive no earlier than this */
};

/* Begins a connection from the bot to a server. */
struct wire *wire_open(struct server *server);
/* Closes it from the bot's side. */
void wire_close(struct wire *wire);
/* Returns the WIRE_ flags of events that the bot's kernel would report. */
unsigned wire_ready(int fd);
enum wire_state wire_state(const struct wire *wire);
/*
 * Reads or writes for the bot. Returns the number of bytes, 0 at the end of input, -1 for EAGAIN,
 * or -2 after a reset.
 */
long wire_read(struct wire *wire, char *bytes, size_t room);
long wire_write(struct wire *wire, const char *bytes, size_t length);

/* The rest is the server's side. */
void wire_say(struct wire *wire, const char *bytes, size_t length);
/* wire_hang_up closes the wire behind all bytes sent. wire_reset does so with a reset. */
void wire_hang_up(struct wire *wire);
void wire_reset(struct wire *wire);
/* Delays all bytes for so many ms; they then arrive at once. */
void wire_hold(struct wire *wire, uint64_t milliseconds);
/* Stops the server's reading, or resumes it with all bytes that arrived meanwhile. */
void wire_deafen(struct wire *wire, bool deaf);

void wire_clear(struct world *world);

#endif
