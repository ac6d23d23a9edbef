/* order.h - what somebody is told, or all in a channel, comes in the order it was said. */
#ifndef TESTS_SIMULATE_ORDER_H
#define TESTS_SIMULATE_ORDER_H

#include <stdint.h>

struct human;
struct server;

/* More than are under way, more than are said again, and more than there are people. */
enum { ORDER_SENT = 512, ORDER_HEARD = 1024, ORDER_PEOPLE = 32, ORDER_OWED = 16 };

/* Lines of the bot's by their numbers in its outbox. */
struct order {
	unsigned life; /* the process's */
	struct order_sent {
		uint64_t serial, at;
	} sent[ORDER_SENT];     /* by a connection, the latest */
	uint64_t said, taken;   /* by it, how many, and how many the server has taken */
	struct order_sent line; /* the one taken last; serial 0: not known */
	/* By serial: when it was staged, and whether (as the serial) it was heard. */
	uint64_t staged[ORDER_HEARD], heard[ORDER_HEARD];
	uint64_t refused;            /* when the bot heard last that something was */
	uint64_t last[ORDER_PEOPLE]; /* the highest somebody has heard; behind them, the channel */
	struct order_owed {
		uint64_t serial, at; /* serial 0: none */
		const struct human *human;
	} owed[ORDER_OWED]; /* what a server lets the bot say later */
};

/* The bot is about to say a line of that serial. */
void order_stage(struct server *server, uint64_t serial);
/* The bot has a new connection. */
void order_begin(struct server *server);
/* The server takes a line to somebody, or a channel … */
void order_take(struct server *server);
/* … and refuses it: what is under way behind it may come before it; … */
void order_refuse(struct server *server);
/* … for now: it is said again once that is possible, to somebody who stays as they are; … */
void order_owe(struct server *server, const struct human *human);
void order_look(struct server *server);
/*
 * … or it is heard there (human NULL) or by them. What goes again may be heard twice, and what was
 * said before the bot knew them by this nick, or there, is told whenever it may be.
 */
void order_hear(struct server *server, const struct human *human);

#endif
