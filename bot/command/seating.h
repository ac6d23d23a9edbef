/* command/seating.h - who may open tables and take seats. */
#ifndef BOT_COMMAND_SEATING_H
#define BOT_COMMAND_SEATING_H

#include "bot/command/command.h"

/* True if one more table may stand in the caller's channel; says no itself. */
bool command_may_open(const struct request *request);
/* True if the caller may take a seat under these terms, having left a match; says no itself. */
bool command_may_sit(const struct request *request, const struct channel_settings *settings);
/* Adds a game's options with their values: "target=10…10000, ranks=mitaines|standard, …". */
void command_options(const struct game *game, struct string *out);

#endif
