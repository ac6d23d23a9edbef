/* command/admin.h - what operators say to the running bot, in private. */
#ifndef BOT_COMMAND_ADMIN_H
#define BOT_COMMAND_ADMIN_H

#include "bot/command/command.h"

/* `admin WORD …`: command.c lets only those through whom the configuration lists. */
void command_admin(struct request *request);

#endif
