/*
 * invite.h - people asked to a table: in private, once each and table, and no more than a few times
 * in a while whoever asks. Kept in memory only.
 */
#ifndef BOT_COMMAND_INVITE_H
#define BOT_COMMAND_INVITE_H

#include "bot/command/command.h"

/* Somebody asked to a table. Both are known by the keys of their connections. */
struct invitation {
	int64_t network; /* its id in the store */
	char guest[NETWORK_KEY];
	char host[NETWORK_KEY];
	int64_t match; /* of the table */
	int64_t at;    /* ms: when they were asked */
	bool answered;
};

/* True if the caller was asked to a table a while ago and has not answered. */
bool invite_stands(const struct request *request, const struct table *table);
/* The caller accepts or declines that; false: they were not asked. */
bool invite_accept(struct request *request, struct table *table);
bool invite_decline(struct request *request, const struct table *table);
/* All are forgotten. */
void invite_close(struct commands *commands);

#endif
