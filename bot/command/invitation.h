/*
 * invitation.h - invitations to tables. A person gets one for each table, and few in ten minutes
 * from all callers together. Kept in memory only.
 */
#ifndef BOT_COMMAND_INVITATION_H
#define BOT_COMMAND_INVITATION_H

#include "bot/command/command.h"

/* Guest and host are known by the keys of their connections. */
struct invitation {
	int64_t network; /* its id in the store */
	char guest[NETWORK_KEY];
	char host[NETWORK_KEY];
	int64_t match; /* the table's */
	int64_t at;    /* ms: when the guest was invited */
	bool answered;
};

/* True if a guest was invited to this table before, or lately by the caller or too often. */
bool invitation_is_repeat(
	const struct request *request, const struct table *table, const char *guest);
/* Records an invitation by the caller. Returns false if too many are kept. */
bool invitation_add(const struct request *request, const struct table *table, const char *guest);
/* Finds the caller's recent unanswered invitation, or NULL. Valid until the next is added. */
struct invitation *invitation_find(const struct request *request, const struct table *table);
void invitations_free(struct commands *commands);

#endif
