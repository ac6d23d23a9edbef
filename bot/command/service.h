/* command/service.h - lists the settings that a person can change. */
#ifndef BOT_COMMAND_SERVICE_H
#define BOT_COMMAND_SERVICE_H

#include "bot/command/command.h"

/* Adds all settings as the caller would type them: "!set lang en|fr, …". */
void service_add_settings(struct request *request, struct string *list);

#endif
