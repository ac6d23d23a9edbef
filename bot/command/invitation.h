/*
 * invitation.h - invitations to tables. A person gets one invitation to a table, and only a few in
 * ten minutes from all callers together. Invitations are lost in a restart.
 */
#ifndef BOT_COMMAND_INVITATION_H
#define BOT_COMMAND_INVITATION_H

#include "bot/command/command.h"

/* An invitation to a person. The host sent the invitation, and sits at the table. */
struct invitation {
	int64_t network; /* id of the network in the store */
	/* Keys of the connections of the invited person and of the host. */
	char invited[NETWORK_KEY];
	char host[NETWORK_KEY];
	int64_t match; /* number of the table's match */
	int64_t at;    /* ms: when the person was invited */
	bool answered;
};

/*
 * True if the caller may not invite a person to a table: the person was invited to that table
 * before, was invited by the caller a short time ago, or was invited too often by all people
 * together.
 */
bool invitation_is_repeat(
	const struct request *request, const struct table *table, const char *invited);
/* Records an invitation by the caller. Returns false if there are too many invitations. */
bool invitation_add(const struct request *request, const struct table *table, const char *invited);
/*
 * Finds the caller's recent, unanswered invitation to a table. Returns NULL if not found. The
 * pointer is valid until the next invitation is added.
 */
struct invitation *invitation_find(const struct request *request, const struct table *table);
void invitations_free(struct commands *commands);

#endif
