/*
 * invitation.h - who was asked to which table: in private, once each and table, and no more than a
 * few times in a while whoever asks. Kept in memory only.
 */
#ifndef BOT_COMMAND_INVITATION_H
#define BOT_COMMAND_INVITATION_H

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

/* True if somebody was asked to that table before, or lately by the caller or by too many. */
bool invitation_made(const struct request *request, const struct table *table, const char *guest);
/* Minds that the caller asked somebody to a table; false: it is too much. */
bool invitation_add(const struct request *request, const struct table *table, const char *guest);
/* By which the caller was asked to a table a while ago, and that is not answered; or NULL. It
 * stands until the next one is added. */
struct invitation *invitation_find(const struct request *request, const struct table *table);
/* All are forgotten. */
void invitations_free(struct commands *commands);

#endif
