/*
 * identity.h - finds the person that speaks through a connection.
 *
 * A connection with an account is the person of the account, under any nick. Any other is the
 * person of its first nick, unless that person is here already, has a password, or has a seat and
 * was last seen from another user@host. Then it is a guest, a person of its own, until it gives the
 * password.
 *
 * A connection that takes a nick which the owner of a seat has had since they sat down, from the
 * owner's user@host, becomes the owner, together with its own seats: unless both have seats at one
 * table, or it has a seat and a password of its own.
 *
 * A person has one connection. While they have a seat, a second connection with their account is a
 * guest and may watch until it takes over by `swap`.
 */
#ifndef BOT_PEOPLE_IDENTITY_H
#define BOT_PEOPLE_IDENTITY_H

#include "bot/people/people.h"

/*
 * Finds the person of a sender and updates their name and address. A login or logout moves seats.
 * Returns NULL if too many guests have the nick.
 */
struct person *identity_resolve(
	struct people *people, struct network *network, const struct sender *sender);
/*
 * Like identity_resolve, for a sender without a command. Returns NULL if the person is unknown and
 * cannot have a seat, or while the sender's address is unknown.
 */
struct person *identity_peek(
	struct people *people, struct network *network, const struct sender *sender);
/* Returns the person of the sender's account, or NULL for a sender without account. */
struct person *identity_find_by_account(
	struct people *people, struct network *network, const struct sender *sender);
/* Returns the person of a nick, even while another person goes by it. */
struct person *identity_find_by_nick(
	struct people *people, struct network *network, const char *nick);
/* True if a person is known by an account, not by a nick. */
bool identity_has_account(const struct person *person);
/*
 * Makes the connection of `from` speak for `to`, after a proof, and stores `to`. Returns false if
 * the batch fails.
 */
bool identity_merge(struct people *people, struct person *from, struct person *to);

#endif
