/* command/seating.h - what opens tables and fills seats, for all the commands that do. */
#ifndef BOT_COMMAND_SEATING_H
#define BOT_COMMAND_SEATING_H

#include "bot/command/command.h"

/* Whether one more table may stand in the caller's channel; says no itself. */
bool seating_space(const struct request *request);
/* Whether the caller may take a seat under these terms, having left a match; says no itself. */
bool seating_may_sit(const struct request *request, const struct terms *terms);
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
/* The same before the start, for somebody to sit down there; false: nobody else would be left. */
bool seating_free(
	struct lobby *lobby, struct table *table, unsigned seat, const struct person *other);
/* Somebody plays a seat of a running match, which was touched, from now on: said as word. */
void seating_hand_over(struct lobby *lobby, struct table *table, unsigned seat,
	struct person *player, enum word word, const struct arg *args);

#endif
