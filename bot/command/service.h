/* command/service.h - what can be set. */
#ifndef BOT_COMMAND_SERVICE_H
#define BOT_COMMAND_SERVICE_H

#include "bot/command/command.h"

/* Adds all that can be set, as the caller would type it. */
void service_settings(struct request *request, struct string *list);

#endif
