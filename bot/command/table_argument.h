/* command/table_argument.h - finds the table that a command applies to. */
#ifndef BOT_COMMAND_TABLE_ARGUMENT_H
#define BOT_COMMAND_TABLE_ARGUMENT_H

#include "bot/command/command.h"

/*
 * Finds the exercise or table that a request is for, and sets `exercise` and `table` in the
 * request. Keeps a table that the surface has set. Returns false after telling the caller what to
 * type.
 */
bool table_argument_resolve(struct request *request);
/*
 * Finds the caller's exercise, for commands in private and without #N. Ends the exercise if the
 * caller has taken a seat at a table, unless matches wait for exercises (settings.matches_wait).
 * Returns NULL if not found.
 */
struct exercise *table_argument_find_exercise(const struct request *request);
/*
 * Finds the table named by #N, else the only one that fits. Returns NULL after telling the caller
 * what to type. For commands that check their other words first.
 */
struct table *table_argument_find(struct request *request, enum table_for which);
/*
 * Finds the table of the caller's network with the number #N of the request. In private, first
 * looks for a table of another network where the caller plays. Returns NULL if not found.
 */
struct table *table_argument_find_number(const struct request *request);
/*
 * Finds the caller's table: the one named by #N, else the one where they sit, else the only one in
 * the channel. Returns NULL, without an answer, if not found.
 */
struct table *table_argument_find_own(const struct request *request);
/* True if a table has an offered seat or an invitation for the caller. */
bool table_argument_has_offer(const struct request *request);
/*
 * True if the caller may give a channel command in private: they have a private table, or a seat in
 * a channel that bars the bot.
 */
bool table_argument_works_private(const struct request *request);
/*
 * Reads the number of a table from the first word, written without #. If the first word is not a
 * number, answers with the message `otherwise` and returns false.
 */
bool table_argument_read_number(struct request *request, enum message otherwise);

#endif
