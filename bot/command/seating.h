/* command/seating.h - checks and steps shared by the commands that open tables and seat people. */
#ifndef BOT_COMMAND_SEATING_H
#define BOT_COMMAND_SEATING_H

#include "bot/command/command.h"

/*
 * Returns true if the caller may open one more table here and sit at it. Otherwise tells them why
 * not.
 */
bool command_can_open_table(const struct request *request);
/* True if the channel allows a game. Otherwise tells the caller which games it allows. */
bool command_can_play_game(const struct request *request, const struct game *game);
/*
 * Creates a table in the channel of the command; in private, a private table. The caller of this
 * function owns it.
 */
struct table *command_new_table(
	const struct request *request, const struct game *game, unsigned preset);
/* Returns the settings of the command's channel; in private, the settings of the network. */
struct channel_settings command_settings(const struct request *request);
/*
 * Returns true if the caller may take a seat. If they left a match a short time ago, tells them how
 * long to wait.
 */
bool command_can_sit(const struct request *request, const struct channel_settings *settings);
/* Adds the options of a game with their values: "target=10…10000, ranks=mitaines|standard, …". */
void command_add_options(const struct game *game, struct string *out);

/*
 * Answers a question like `new mate ?` with the words that may stand there. Returns false if the
 * words are not such a question.
 */
bool command_answer_question(const struct request *request);
/*
 * Creates the table that the words of a command describe. The caller of this function owns it.
 * Returns NULL after telling the person which word is wrong.
 */
struct table *command_read_table(struct request *request);
/* Returns the message that tells a person that they have a seat at a table already. */
enum message command_seated_message(struct table *table);
/*
 * Seats the caller at a table. inviter: the name of the person who invited an outsider (a guest or
 * a person of another network), or "". Starts the match if its opener was seeking players and there
 * are now enough. Returns false after telling the caller why they cannot sit down.
 */
bool command_seat_caller(struct request *request, struct table *table, const char *inviter);

#endif
