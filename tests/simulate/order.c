/* order.c - compares the serials of IRC lines when the bot stages and sends them, and people read
 * them. */
#include "tests/simulate/order.h"

#include <string.h>

#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/state.h"
#include "tests/simulate/world.h"

/* Returns the record of a server. Clears it in a new process, where serials start again. */
static struct order *order_of(struct server *server)
{
	struct order *order = &server->order;
	if (order->life != world()->lives)
		*order = (struct order){ .life = world()->lives };
	return order;
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */
__typeof__(irc_sent_add) __real_irc_sent_add, __wrap_irc_sent_add;
struct irc_sent_line *__wrap_irc_sent_add(struct irc *irc, const struct outbox_line *line,
	const char *wire, const struct irc_channel *through)
{
	if (!world_ended()) {
		struct order *order = order_of(oracle_server(&irc->network));
		order->sent[order->said++ % ORDER_SENT] =
			(struct order_sent){ line->serial, world()->now };
	}
	return __real_irc_sent_add(irc, line, wire, through);
}
/* NOLINTEND(bugprone-reserved-identifier) */

void order_stage(struct server *server, uint64_t serial)
{
	order_of(server)->staged[serial % ORDER_HEARD] = world()->now;
}

void order_begin(struct server *server)
{
	struct order *order = order_of(server);
	order->said = order->taken = 0;
	/* The bot need not send again the lines refused on the last connection: they are lost with
	 * it. */
	memset(order->owed, 0, sizeof order->owed);
}

void order_take(struct server *server)
{
	struct order *order = order_of(server);
	order->line.serial = 0;
	if (order->taken < order->said && order->said <= order->taken + ORDER_SENT)
		order->line = order->sent[order->taken % ORDER_SENT];
	order->taken++;
}

void order_owe(struct server *server, const struct human *human)
{
	struct order *order = order_of(server);
	unsigned place = 0;
	while (place < ORDER_OWED && order->owed[place].serial != 0 &&
		order->owed[place].serial != order->line.serial)
		place++;
	if (place < ORDER_OWED && order->line.serial != 0)
		order->owed[place] = (struct order_owed){ order->line.serial, world()->now, human };
}

/* Notes that the line, if it was refused before, has now arrived. */
static void order_pay(struct order *order)
{
	for (unsigned i = 0; i < ORDER_OWED; i++)
		if (order->owed[i].serial == order->line.serial)
			order->owed[i].serial = 0;
}

/* Returns true if a fault, or an absence or change of the human, excuses a line that was not sent
 * again. */
static bool has_changed(const struct server *server, const struct order_owed *owed)
{
	const struct human *human = owed->human;
	return server->disturbed >= owed->at || !human->here || human->split ||
		human->changed >= owed->at || human->closed >= owed->at;
}

void order_look(struct server *server)
{
	struct order *order = order_of(server);
	for (unsigned i = 0; i < ORDER_OWED; i++) {
		struct order_owed *owed = &order->owed[i];
		if (owed->serial != 0 && has_changed(server, owed))
			owed->serial = 0;
		if (owed->serial != 0 && liveness_calm(server, owed->at))
			world_fault("%s: line %llu, which was refused, is never said to %s again",
				server->kind->name, (unsigned long long)owed->serial,
				owed->human->name);
	}
}

void order_note_refused(struct server *server)
{
	order_of(server)->refused = server->wire->to_bot;
}

/* Returns the time at which the bot learned the human's present nick. */
static uint64_t known_since(const struct human *human)
{
	return human->news > world()->awake ? human->news : world()->awake;
}

void order_hear(struct server *server, const struct human *human)
{
	struct order *order = order_of(server);
	uint64_t *last = &order->last[human != NULL ? human->number : WORLD_HUMANS];
	uint64_t *heard = &order->heard[order->line.serial % ORDER_HEARD];
	uint64_t staged = order->staged[order->line.serial % ORDER_HEARD];
	order_pay(order);
	if (order->line.serial == 0 || (human != NULL && staged <= known_since(human)))
		return;
	if (order->line.serial < *last && *heard != order->line.serial)
		world_fault("%s: %s is told line %llu behind line %llu", server->kind->name,
			human != NULL ? human->name : "the channel",
			(unsigned long long)order->line.serial, (unsigned long long)*last);
	*heard = order->line.serial;
	if (order->line.serial > *last && order->line.at > order->refused)
		*last = order->line.serial;
}
