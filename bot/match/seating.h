/*
 * seating.h - opens tables; fills, frees and hands over seats.
 *
 * When a connection turns out to be another person, its seats follow: before the start fully, in a
 * running match only the player of a seat changes.
 */
#ifndef BOT_MATCH_SEATING_H
#define BOT_MATCH_SEATING_H

#include "bot/lobby/lobby.h"

/* Moves seats and shows hands when people turn out to be others. `above` is the lobby. */
extern const struct people_events seating_events;

/* True if the limits allow one more table in a channel of the network, or (NULL) in private. */
bool seating_can_add_table(
	const struct lobby *lobby, const struct network *network, const struct channel *channel);
/* True if a person sits at too many tables to open another. */
bool seating_is_busy(const struct lobby *lobby, const struct person *person);
/* Adds, numbers and stores a table and seats its opener. Call seating_say_opened after it. */
void seating_open(struct lobby *lobby, struct table *table, struct person *opener);
/* Says that a table is open, by a message, and tells its commitment. */
void seating_say_opened(
	struct lobby *lobby, struct table *table, enum message message, const struct arg *args);
/* Adds the numbers of players that a table can start with, which are consecutive: "2–4". */
void seating_add_player_counts(struct table *table, struct string *out);
/* True if a match can start with the players of a table. */
bool seating_has_enough_players(struct table *table);
/* Seats a person, or (NULL) an AI player of a level, at a table with room, and says so. */
void seating_sit(struct lobby *lobby, struct table *table, struct person *person, enum level level);
/*
 * Lets the player of a seat leave, and says so. A match goes on while other people play; a table
 * without people closes. The caller touched the table.
 */
void seating_leave(struct lobby *lobby, struct table *table, unsigned seat);
/* Frees the seats of people gone for half a minute. Call it once a second before the start. */
void seating_free_gone(struct lobby *lobby, struct table *table);
/* Frees the seats of all absent people. Call it before the cards are dealt. */
void seating_free_absent(struct lobby *lobby, struct table *table);
/* Frees a seat for another person before the start. Returns false for the last player's seat. */
bool seating_free_seat(
	struct lobby *lobby, struct table *table, unsigned seat, const struct person *other);
/* Makes a person a seat's player in a running match and says so. The caller touched the table. */
void seating_hand_over(struct lobby *lobby, struct table *table, unsigned seat,
	struct person *player, enum message message, const struct arg *args);
/*
 * Lets a person continue from another connection: they get seats back that an unreachable person
 * plays for them, it is said at their tables, and they see their hands.
 */
void seating_take_over(struct lobby *lobby, struct person *person);
/* Tells a second connection of an account that the first has the seat, and how to take over. */
void seating_offer_swap(
	struct lobby *lobby, const struct person *person, const struct sender *sender);

#endif
