/* command/seating.h - what opens tables and fills seats, for all the commands that do. */
#ifndef BOT_COMMAND_SEATING_H
#define BOT_COMMAND_SEATING_H

#include "bot/command.h"

/* Whether one more table may stand in the caller's channel; says no itself. */
bool seating_space(const struct request *request);
/*
 * Gives a new table its number and its place in the store and seats the caller. false without
 * memory: the table stays the caller's, else it is the lobby's.
 */
bool seating_open(struct request *request, struct table *table);
/* Seats somebody, or an AI player (NULL), at a table that has room, and says so. */
void seating_sit(
	struct request *request, struct table *table, struct person *person, enum level level);

/* Whoever plays the seat leaves the table, which was touched, and says so; a match goes on. */
void seating_leave(struct lobby *lobby, struct table *table, unsigned seat);

#endif
