/* command/invite.h - accepts and declines invitations. */
#ifndef BOT_COMMAND_INVITE_H
#define BOT_COMMAND_INVITE_H

#include "bot/command/command.h"

/* Accepts the caller's invitation to a table. Returns false if they have none. */
bool invite_accept(struct request *request, struct table *table);
/* Declines the caller's invitation to a table. Returns false if they have none. */
bool invite_decline(struct request *request, const struct table *table);

#endif
