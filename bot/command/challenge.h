/* command/challenge.h - accepts and declines challenges. */
#ifndef BOT_COMMAND_CHALLENGE_H
#define BOT_COMMAND_CHALLENGE_H

#include "bot/command/command.h"

/* Begins the newest challenge to the caller. Returns false if they have none. */
bool challenge_accept(const struct request *request);
/* Declines the newest challenge to the caller. Returns false if they have none. */
bool challenge_refuse(const struct request *request);

#endif
