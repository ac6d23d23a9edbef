/*
 * seating.h - who sits where: tables opened, seats taken, given up and handed on.
 *
 * Seats follow people who turn out to be others than they were taken for: before the start with
 * what they bring, afterwards only who plays them.
 */
#ifndef BOT_MATCH_SEATING_H
#define BOT_MATCH_SEATING_H

#include "bot/lobby/lobby.h"

/* What seats and hands make of what people turn out to be; above is the lobby. */
extern const struct people_events seating_events;

/* True if the operator lets one more table stand in a channel of the network, NULL: in none. */
bool seating_space(
	const struct lobby *lobby, const struct network *network, const struct channel *channel);
/* True if somebody sits at as many tables as one person may open. */
bool seating_busy(const struct lobby *lobby, const struct person *person);
/*
 * Takes over a new table, gives it its number and its place in the store and seats its opener;
 * seating_say_opened follows.
 */
void seating_open(struct lobby *lobby, struct table *table, struct person *opener);
/* Says by that message that the table is open, and the commitment to its shuffles. */
void seating_say_opened(
	struct lobby *lobby, struct table *table, enum word word, const struct arg *args);
/* Adds the numbers of players a table can start with: "2, 3, 4". */
void seating_players(struct table *table, struct string *out);
/* True if a table can start with those who sit there. */
bool seating_enough(struct table *table);
/* Seats somebody, or an AI player (NULL), at a table that has room, and says so. */
void seating_sit(struct lobby *lobby, struct table *table, struct person *person, enum level level);
/*
 * Whoever plays the seat leaves the table, which was touched, and it is said: a match goes on, and
 * what nobody plays at any more closes.
 */
void seating_leave(struct lobby *lobby, struct table *table, unsigned seat);
/* Once a second before the start: seats of people who have been gone for a while are given up. */
void seating_look(struct lobby *lobby, struct table *table);
/* The cards are to be dealt: seats of people who are gone now are given up. */
void seating_clear(struct lobby *lobby, struct table *table);
/* The same before the start, for somebody to sit down there; false: nobody else would be left. */
bool seating_free(
	struct lobby *lobby, struct table *table, unsigned seat, const struct person *other);
/* Somebody plays a seat of a running match, which was touched, from now on: said as word. */
void seating_hand_over(struct lobby *lobby, struct table *table, unsigned seat,
	struct person *player, enum word word, const struct arg *args);
/*
 * Somebody goes on from another connection: they play what nobody who can be reached plays for
 * them, it is said where they sit, and they are shown their hands.
 */
void seating_take_over(struct lobby *lobby, struct person *person);
/* Says to a second connection, which is logged in, who has its account's seat, and how to take it
 * over. */
void seating_offer(struct lobby *lobby, const struct person *person, const struct sender *sender);

#endif
