/* seating.h - opens tables; fills, frees and hands over seats. */
#ifndef BOT_MATCH_SEATING_H
#define BOT_MATCH_SEATING_H

#include "bot/lobby/lobby.h"

/* ms without a move after which the match of one person may be closed to make room */
enum { SEATING_IDLE_MS = 10 * 60 * 1000 };

/* True if the limits allow one more table in a channel of the network; channel NULL: in private. */
bool seating_can_add_table(
	const struct lobby *lobby, const struct network *network, const struct channel *channel);
/*
 * Finds the running match of one person that has waited longest for a move, at least
 * SEATING_IDLE_MS, in a channel; channel NULL: in the whole network. Returns NULL if
 * not found.
 */
struct table *seating_find_idlest(
	const struct lobby *lobby, const struct network *network, const struct channel *channel);
/*
 * True if seating_can_add_table is true, or if seating_open can close the match of one person in
 * the channel to make room.
 */
bool seating_has_room(
	const struct lobby *lobby, const struct network *network, const struct channel *channel);
/*
 * Adds, numbers and stores a table, and seats the person who opens it. Call announce_opening
 * next.
 */
void seating_open(struct lobby *lobby, struct table *table, struct person *opener);
/* Adds the numbers of players with which a table can start, like "2–4". */
void seating_add_player_counts(struct table *table, struct string *out);
/* True if a table has enough players to start. */
bool seating_has_enough_players(struct table *table);
/*
 * Returns the person who opened a table that has not started. If they left, returns the person who
 * sat down next. Returns NULL if only outsiders (guests and people of other networks) sit there.
 */
const struct person *seating_find_opener(const struct table *table);
/*
 * Seats a person at a table with room and says so. person NULL: an AI player of that level.
 * inviter: the name of the person who invited an outsider, else "".
 */
void seating_sit(struct lobby *lobby, struct table *table, struct person *person, enum level level,
	const char *inviter);
/*
 * Makes a new link to a person's seat on a page, and tells it to them in private. Ends an earlier
 * link.
 */
void seating_tell_link(struct lobby *lobby, struct table *table, const struct person *person);
/*
 * Lets the player of a seat leave, and says so. The match goes on while other people play; a table
 * without people closes. The caller has saved the table (lobby_snapshot_table).
 */
void seating_leave(struct lobby *lobby, struct table *table, unsigned seat);
/* Frees the seats of people gone for half a minute. Call it once a second before the start. */
void seating_free_gone(struct lobby *lobby, struct table *table);
/*
 * True if a table that has not started must close, because its opener has been gone for two minutes
 * and no person has come or left since.
 */
bool seating_has_lost_opener(const struct lobby *lobby, struct table *table);
/* Frees the seats of all absent people. Call it before the first deal. */
void seating_free_absent(struct lobby *lobby, struct table *table);
/*
 * Frees a seat for another person before the start. Returns false if it is the last person's seat.
 */
bool seating_free_seat(
	struct lobby *lobby, struct table *table, unsigned seat, const struct person *other);
/* Sends the player of a seat away, as another person orders. The caller has saved the table. */
void seating_send_away(
	struct lobby *lobby, struct table *table, unsigned seat, const struct person *by);
/*
 * Makes a person the player of a seat in a running match, and says so. The caller has saved the
 * table.
 */
void seating_hand_over(struct lobby *lobby, struct table *table, unsigned seat,
	struct person *player, enum message message, const struct arg *args);
/*
 * Gives the seats of `from` to `to`, who turned out to be the same person: before the start as
 * owner and player, in a running match only as player. proved: shown by an account or a password.
 */
void seating_follow(struct lobby *lobby, struct person *from, struct person *to, bool proved);
/* True if the two people have different seats at one table, and so cannot be one person. */
bool seating_has_conflict(
	const struct lobby *lobby, const struct person *from, const struct person *to);
/*
 * Moves a person to the connection that they speak through now. They get back the seats that an
 * unreachable person plays for them, and see their hands. Their tables are told.
 */
void seating_take_over(struct lobby *lobby, struct person *person);
/*
 * Tells a second connection of an account that the first one has the seat, and how to take the seat
 * over.
 */
void seating_offer_swap(
	struct lobby *lobby, const struct person *person, const struct sender *sender);

#endif
