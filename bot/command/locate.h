/* command/locate.h - which table a command means. */
#ifndef BOT_COMMAND_LOCATE_H
#define BOT_COMMAND_LOCATE_H

#include "bot/command/command.h"

/* Finds the tutorial or table its entry asks for; false after saying what to do instead. */
bool locate_meant(struct request *request);
/*
 * The table a command means: #N, else the only one that fits; NULL after saying what to do instead.
 * For commands that first tell whoever asks, seated or not, which words they take.
 */
struct table *locate_table(struct request *request, enum table_for which);
/*
 * Finds the caller's table: #N, the one where they sit, or the only one in the channel. Returns
 * NULL without an answer if they have no table.
 */
struct table *locate_own(const struct request *request);
/*
 * True if a command for channels works in private for the caller: they have a private table, or sit
 * at one whose channel is barred.
 */
bool locate_works_alone(const struct request *request);
/* Reads a first word as the table's number, without its #; if it is none, says so and is false. */
bool locate_number(struct request *request, enum word otherwise);

#endif
