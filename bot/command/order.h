/* order.h - functions shared by the orders of operators. */
#ifndef BOT_COMMAND_ORDER_H
#define BOT_COMMAND_ORDER_H

#include "bot/command/command.h"

/* Refuses an order and tells why. */
void order_refuse(const struct request *request, enum message message, const struct arg *args);
/*
 * Finds the network that a word names. Without that word, finds the operator's network, or the only
 * one. Returns NULL after telling the operator that no network was found.
 */
struct network *order_network(struct request *request, unsigned word);
/* Lists the results of today's deals, hides one or shows it again. Defined in daily.c. */
void order_daily(struct request *request);
/* Lists all tables. */
void order_list_tables(struct request *request);
/*
 * Finds the table of an order like `stop N [network]`. Returns NULL after telling the operator the
 * reason. usage: the answer to other words, before a list of the tables.
 */
struct table *order_find_table(struct request *request, enum message usage);

#endif
