/* order.h - checks that each reader gets the bot's IRC lines in the order in which it staged
 * them. */
#ifndef TESTS_SIMULATE_ORDER_H
#define TESTS_SIMULATE_ORDER_H

#include <stdint.h>

struct human;
struct server;

/* Sizes of tables: sent lines, lines to compare, readers, and refused lines to be sent again. */
enum { ORDER_SENT = 512, ORDER_HEARD = 1024, ORDER_PEOPLE = 32, ORDER_OWED = 16 };

/* The bot's lines to a server. A serial is the line's number in the bot's outbox; times are in
 * ms. */
struct order {
	unsigned life; /* number of the bot's process */
	struct order_sent {
		uint64_t serial, at;
	} sent[ORDER_SENT];   /* the last lines that the bot sent */
	uint64_t said, taken; /* number of lines sent on this connection, and taken by the server */
	struct order_sent line; /* the line that the server took last; serial 0: unknown */
	/* By serial modulo ORDER_HEARD: the time of staging, and the serial once the line was
	 * read. */
	uint64_t staged[ORDER_HEARD], heard[ORDER_HEARD];
	uint64_t refused;            /* when the last refusal arrives at the bot */
	uint64_t last[ORDER_PEOPLE]; /* highest serial read by each human, and by the channel */
	struct order_owed {
		uint64_t serial, at; /* serial 0: a free slot */
		const struct human *human;
	} owed[ORDER_OWED]; /* refused lines that the bot must send again */
};

/* order_stage notes that the bot stages the line of that serial. order_begin notes that the bot
 * begins a connection. */
void order_stage(struct server *server, uint64_t serial);
void order_begin(struct server *server);
/* Notes that the server takes the next line from the bot. */
void order_take(struct server *server);
/* Notes that the server refuses the line: lines already sent may then overtake it. */
void order_note_refused(struct server *server);
/* order_owe notes that the bot must send the refused line to the human again. order_look checks
 * that it did. */
void order_owe(struct server *server, const struct human *human);
void order_look(struct server *server);
/*
 * Checks that the line last taken arrives in order at the human, or at the channel if `human` is
 * NULL. A line sent again may arrive twice. A line staged before the bot knew the reader may arrive
 * at any time.
 */
void order_hear(struct server *server, const struct human *human);

#endif
