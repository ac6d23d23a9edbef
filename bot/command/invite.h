/* command/invite.h - people asked to a table, who accept or decline. */
#ifndef BOT_COMMAND_INVITE_H
#define BOT_COMMAND_INVITE_H

#include "bot/command/command.h"

/* The caller accepts or declines what they were asked to; false: they were not asked. */
bool invite_accept(struct request *request, struct table *table);
bool invite_decline(struct request *request, const struct table *table);

#endif
