/* command/seating.h - who may open tables and take seats. */
#ifndef BOT_COMMAND_SEATING_H
#define BOT_COMMAND_SEATING_H

#include "bot/command/command.h"

/*
 * True if the caller may open one more table where they ask for it, in a channel or for themselves,
 * and sit down there; says no itself.
 */
bool command_may_open(const struct request *request);
/* Returns a new table there. */
struct table *command_table(
	const struct request *request, const struct game *game, unsigned preset);
/* What holds where the command was given. */
struct channel_settings command_settings(const struct request *request);
/* True if the caller may take a seat under these terms, having left a match; says no itself. */
bool command_may_sit(const struct request *request, const struct channel_settings *settings);
/* Adds a game's options with their values: "target=10…10000, ranks=mitaines|standard, …". */
void command_options(const struct game *game, struct string *out);

/* Answers a question like `new mate ?` with the possible words. Returns false for other words.
 */
bool command_asks(const struct request *request);
/* A table as the caller's words ask for it, in their channel; NULL after saying what is wrong. */
struct table *command_read_table(struct request *request);
/*
 * Seats the caller at an open table that has room, and begins where somebody looked for people and
 * they are enough; false after saying why not.
 */
bool command_sit(struct request *request, struct table *table);

#endif
