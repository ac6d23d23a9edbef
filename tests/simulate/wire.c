/* wire.c - a simulated connection: carries bytes between the bot and a server, with delays. */
#include "tests/simulate/wire.h"

#include <stdlib.h>
#include <string.h>

#include "tests/simulate/world.h"

/* WIRE_FD: first descriptor. WIRE_DELAY: longest delay without a fault, in ms. WIRE_ROOM: most
 * bytes on their way to the server. */
enum { WIRE_FD = 1 << 24, WIRE_DELAY = 80, WIRE_ROOM = 32 * 1024 };

static uint64_t later_of(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Returns the delay of bytes sent now, in ms. They arrive behind earlier bytes, which arrive at the
 * time `last`. */
static uint64_t arrival(struct wire *wire, uint64_t last)
{
	uint64_t now = world()->now;
	uint64_t delay = wire->steady ? 0 : chance_below(&wire->chance, WIRE_DELAY);
	return later_of(later_of(now + 1 + delay, last), wire->held) - now;
}

static void answer(struct incident *incident)
{
	struct wire *wire = incident->subject;
	if (wire->state != WIRE_CONNECTING || wire->closed)
		return;
	wire->state = server_answers(wire->server) ? WIRE_OPEN : WIRE_REFUSED;
	if (wire->state == WIRE_OPEN)
		server_meet(wire->server, wire);
}

struct wire *wire_open(struct server *server)
{
	struct wire *wire = calloc(1, sizeof *wire);
	if (wire == NULL)
		abort();
	if ((world()->wires & (world()->wires + 1)) == 0)
		world()->wire =
			realloc(world()->wire, (2 * world()->wires + 2) * sizeof *world()->wire);
	if (world()->wire == NULL)
		abort();
	world()->wire[world()->wires] = wire;
	wire->fd = WIRE_FD + (int)world()->wires++;
	wire->server = server;
	wire->chance.seed = chance_part(world()->setting.seed, 1000 + world()->wires);
	wire->in = wire->unheard = STRING_EMPTY;
	server->dialled = wire;
	if (!server_is_silent(server))
		world_later(1 + chance_below(&wire->chance, WIRE_DELAY), answer, wire, 0, NULL, 0);
	return wire;
}

static struct wire *wire_of(int fd)
{
	unsigned at = (unsigned)(fd - WIRE_FD);
	return at < world()->wires ? world()->wire[at] : NULL;
}

enum wire_state wire_state(const struct wire *wire)
{
	return wire->state;
}

unsigned wire_ready(int fd)
{
	const struct wire *wire = wire_of(fd);
	if (wire == NULL || wire->state == WIRE_CONNECTING)
		return 0;
	if (wire->state == WIRE_REFUSED || wire->error)
		return WIRE_ERROR;
	return (wire->in.length > wire->taken || wire->ended ? WIRE_READ : 0u) |
		(wire->flying < WIRE_ROOM || wire->ended ? WIRE_WRITE : 0u);
}

/* Reports a reset to the bot, which happens only once for each wire. */
static long report(struct wire *wire)
{
	wire->error = false;
	wire->broken = true;
	return -2;
}

long wire_read(struct wire *wire, char *bytes, size_t room)
{
	size_t count = wire->in.length - wire->taken;
	if (count == 0 && wire->error)
		return report(wire);
	if (count == 0)
		return wire->ended ? 0 : -1;
	count = count < room ? count : room;
	memcpy(bytes, wire->in.bytes + wire->taken, count);
	wire->taken += count;
	if (wire->batch != world()->batches) {
		wire->batch = world()->batches;
		wire->heard = wire->emptied;
	}
	if (wire->taken == wire->in.length) {
		wire->emptied = world()->now;
		string_clear(&wire->in);
		wire->taken = 0;
		wire->unread = wire->ended ? wire->unread : 0;
	}
	return (long)count;
}

static void reach_server(struct incident *incident)
{
	struct wire *wire = incident->subject;
	if (wire->deaf) {
		string_add_bytes(&wire->unheard, incident->bytes, incident->length);
		return;
	}
	wire->flying -= incident->length;
	if (!wire->hung_up && !wire->lost)
		server_hear(wire->server, wire, incident->bytes, incident->length);
}

long wire_write(struct wire *wire, const char *bytes, size_t length)
{
	uint64_t delay;
	if (wire->error || wire->broken)
		return report(wire);
	if (wire->flying >= WIRE_ROOM)
		return -1;
	length = length < WIRE_ROOM - wire->flying ? length : WIRE_ROOM - wire->flying;
	delay = arrival(wire, wire->to_server);
	wire->to_server = world()->now + delay;
	wire->flying += length;
	world_later(delay, reach_server, wire, 0, bytes, length);
	return (long)length;
}

static void leave_server(struct incident *incident)
{
	struct wire *wire = incident->subject;
	if (!wire->hung_up && !wire->lost)
		server_lose(wire->server, wire, "Connection closed");
}

void wire_close(struct wire *wire)
{
	uint64_t delay = arrival(wire, wire->to_server);
	if (wire->closed)
		return;
	wire->closed = true;
	if (wire->state == WIRE_OPEN)
		world_later(delay, leave_server, wire, 0, NULL, 0);
}

/* ---- the server's side ---- */

static void mind_unread(struct wire *wire)
{
	if (wire->unread == 0)
		wire->unread = world()->now;
}

static void reach_bot(struct incident *incident)
{
	struct wire *wire = incident->subject;
	if (wire->closed || wire->lost || wire->ended)
		return;
	string_add_bytes(&wire->in, incident->bytes, incident->length);
	mind_unread(wire);
}

static void say_part(struct wire *wire, const char *bytes, size_t length)
{
	uint64_t delay = arrival(wire, wire->to_bot);
	wire->to_bot = world()->now + delay;
	world_later(delay, reach_bot, wire, 0, bytes, length);
}

/* Sends bytes to the bot, at times in two pieces with different delays. */
void wire_say(struct wire *wire, const char *bytes, size_t length)
{
	size_t first = length > 1 && !wire->steady && chance_below(&wire->chance, 8) == 0
		? chance_below(&wire->chance, (unsigned)length)
		: 0;
	if (wire->hung_up || wire->closed)
		return;
	if (first > 0)
		say_part(wire, bytes, first);
	say_part(wire, bytes + first, length - first);
}

static void end(struct incident *incident)
{
	struct wire *wire = incident->subject;
	if (wire->lost)
		return;
	wire->ended = true;
	wire->error = incident->number != 0;
	mind_unread(wire);
}

void wire_hang_up(struct wire *wire)
{
	uint64_t delay = arrival(wire, wire->to_bot);
	if (wire->hung_up)
		return;
	wire->hung_up = true;
	world_later(delay, end, wire, 0, NULL, 0);
}

void wire_reset(struct wire *wire)
{
	uint64_t delay = arrival(wire, wire->to_bot);
	if (wire->hung_up)
		return;
	wire->hung_up = true;
	world_later(delay, end, wire, 1, NULL, 0);
}

void wire_hold(struct wire *wire, uint64_t milliseconds)
{
	wire->held = later_of(wire->held, world()->now + milliseconds);
	server_disturb(wire->server, milliseconds);
}

void wire_deafen(struct wire *wire, bool deaf)
{
	wire->deaf = deaf;
	if (deaf || wire->unheard.length == 0)
		return;
	world_later(1, reach_server, wire, 0, wire->unheard.bytes, wire->unheard.length);
	string_clear(&wire->unheard);
}

void wire_clear(struct world *world)
{
	for (unsigned i = 0; i < world->wires; i++) {
		string_free(&world->wire[i]->unheard);
		string_free(&world->wire[i]->in);
		free(world->wire[i]);
	}
	free(world->wire);
	world->wire = NULL;
	world->wires = 0;
}
