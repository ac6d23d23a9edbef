/* order.h - checks that each reader gets the bot's IRC lines in the order they were said. */
#ifndef TESTS_SIMULATE_ORDER_H
#define TESTS_SIMULATE_ORDER_H

#include <stdint.h>

struct human;
struct server;

/* Sizes: lines in flight, lines to compare, readers, and refused lines to send again. */
enum { ORDER_SENT = 512, ORDER_HEARD = 1024, ORDER_PEOPLE = 32, ORDER_OWED = 16 };

/* The bot's lines, by their serial in its outbox. */
struct order {
	unsigned life; /* number of the process */
	struct order_sent {
		uint64_t serial, at;
	} sent[ORDER_SENT];     /* the last lines sent */
	uint64_t said, taken;   /* lines sent on this connection, and lines the server has taken */
	struct order_sent line; /* the last one taken; serial 0: unknown */
	/* By serial: when the line was staged, and its serial once it was read. */
	uint64_t staged[ORDER_HEARD], heard[ORDER_HEARD];
	uint64_t refused;            /* when the bot got the last refusal */
	uint64_t last[ORDER_PEOPLE]; /* highest serial read by each human, then by the channel */
	struct order_owed {
		uint64_t serial, at; /* serial 0: free */
		const struct human *human;
	} owed[ORDER_OWED]; /* refused lines that the bot must send again */
};

/* Notes that the bot stages a line of that serial. */
void order_stage(struct server *server, uint64_t serial);
void order_begin(struct server *server);
/* Notes that the server takes the next line. */
void order_take(struct server *server);
/* Notes that the server refuses that line: lines in flight may overtake it. */
void order_note_refused(struct server *server);
/* Expects a refused line again, unless the human changes. order_look checks that it came. */
void order_owe(struct server *server, const struct human *human);
void order_look(struct server *server);
/*
 * Checks that a line arrives in order; `human` NULL is the channel. A line sent again may arrive
 * twice. A line staged before the bot knew the reader may come at any time.
 */
void order_hear(struct server *server, const struct human *human);

#endif
