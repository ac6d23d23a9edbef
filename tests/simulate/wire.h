/*
 * wire.h - a connection between the bot and a server, as the kernel of the bot's machine has it.
 *
 * As under Linux: a reset leaves what has come before it to be read; it is an error that pends
 * until a read or write has reported it, then there is nothing more.
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
	struct chance chance; /* for how long things take on it */
	int fd;
	struct server *server;
	unsigned port;
	bool tls; /* the bot wants TLS; all stays in the clear */
	enum wire_state state;
	bool closed;           /* by the bot */
	bool hung_up;          /* by the server: whatever it says no longer counts */
	bool ended;            /* the bot's machine knows that nothing more will come, … */
	bool error;            /* … by a reset that was not reported yet, */
	bool broken;           /* or that was */
	bool steady;           /* all takes 1 ms on it, and comes in one piece */
	bool deaf;             /* the server reads nothing */
	struct string unheard; /* bytes that a deaf server has not read */
	bool lost;             /* nothing gets through any more, and nobody tells */
	struct string in;      /* arrived, */
	size_t taken;          /* of which so much was read */
	uint64_t batch;        /* in which the bot read from it last; … */
	uint64_t heard;        /* … before that it had read all that had arrived by then, … */
	uint64_t emptied;      /* … and now by then */
	uint64_t unread; /* since then there is something that the bot was not told; 0: nothing */
	size_t flying;   /* bytes on their way to the server */
	uint64_t to_bot, to_server; /* when the last bytes sent will have arrived */
	uint64_t held;              /* until then all that is on its way stays there */
};

/* Begins to connect the bot to a server. */
struct wire *wire_open(struct server *server);
/* The bot closes it. */
void wire_close(struct wire *wire);
/* What the bot can do with it now: WIRE_… bits. */
unsigned wire_ready(int fd);
enum wire_state wire_state(const struct wire *wire);
/* The bot reads or writes: how many bytes, 0: the end (of reading), -1: later, -2: an error. */
long wire_read(struct wire *wire, char *bytes, size_t room);
long wire_write(struct wire *wire, const char *bytes, size_t length);

/* The server's side. */
void wire_say(struct wire *wire, const char *bytes, size_t length);
/* After all that was said, or before it. */
void wire_hang_up(struct wire *wire);
void wire_reset(struct wire *wire);
/* All that is on its way, and will be, stays there for so many ms, then comes at once. */
void wire_hold(struct wire *wire, uint64_t milliseconds);
/* The server stops reading; or reads again, first all that has arrived meanwhile. */
void wire_deafen(struct wire *wire, bool deaf);

void wire_clear(struct world *world);

#endif
