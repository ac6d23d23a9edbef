/* command/seating.h - checks and steps of the commands that open tables and seat people. */
#ifndef BOT_COMMAND_SEATING_H
#define BOT_COMMAND_SEATING_H

#include "bot/command/command.h"

/* True if the caller may open one more table here, and sit at it; else tells them why not. */
bool command_can_open_table(const struct request *request);
/* Returns a new table in the channel, or a private one. The caller owns it. */
struct table *command_new_table(
	const struct request *request, const struct game *game, unsigned preset);
/* Returns the settings of the channel, or in private of the network. */
struct channel_settings command_settings(const struct request *request);
/* True if the caller may take a seat; if they left a match lately, tells them how long to wait. */
bool command_can_sit(const struct request *request, const struct channel_settings *settings);
/* Adds a game's options with their values: "target=10…10000, ranks=mitaines|standard, …". */
void command_add_options(const struct game *game, struct string *out);

/* Answers a question like `new mate ?` with the possible words. Returns false for other words. */
bool command_answer_question(const struct request *request);
/*
 * Makes the table that the words describe. The caller owns it. Returns NULL after telling the
 * person which word is wrong.
 */
struct table *command_read_table(struct request *request);
/*
 * Seats the caller at a table. Starts it if its opener seeks players and there are enough. Returns
 * false after telling the caller why not.
 */
bool command_seat_caller(struct request *request, struct table *table);

#endif
