/*
 * identity.h - finds the person who speaks through a connection.
 *
 * A connection with an account speaks for the person of that account, under any nick. Any other
 * connection speaks for the person of its first nick, with three exceptions: that person has
 * another connection, has a password, or has a seat and was last seen from another user@host. Then
 * the connection speaks for a stranger, which is a person of its own, until it gives the password.
 *
 * A seat has all nicks that its owner has used since sitting down. If a connection takes such a
 * nick from the owner's user@host, it becomes the owner and brings its own seats along. It does not
 * become the owner if both have seats at one table, or if it has a seat and a password of its own.
 *
 * A person has one connection. If the person of an account has a seat, a second connection with
 * that account is a stranger, which may watch until it takes over by `swap`.
 */
#ifndef BOT_PEOPLE_IDENTITY_H
#define BOT_PEOPLE_IDENTITY_H

#include "bot/people/people.h"

/*
 * Finds the person of a sender and updates the person's name and address. If the sender has logged
 * in or out, moves their seats. Returns NULL if too many strangers have the nick.
 */
struct person *identity_resolve(
	struct people *people, struct network *network, const struct sender *sender);
/*
 * Like identity_resolve, for a sender that gave no command. Returns NULL if the person is unknown
 * and cannot have a seat, or if the sender's address is unknown.
 */
struct person *identity_peek(
	struct people *people, struct network *network, const struct sender *sender);
/* Returns the person of the sender's account. Returns NULL if the sender has no account. */
struct person *identity_find_by_account(
	struct people *people, struct network *network, const struct sender *sender);
/*
 * Returns the person of a nick, even while a stranger uses the nick. Adds an unknown person to
 * memory.
 */
struct person *identity_find_by_nick(
	struct people *people, struct network *network, const char *nick);
/*
 * Writes a key as operators name a person: account:NAME, guest:NICK (a stranger that had the nick
 * of another person) or nick:NICK.
 */
void identity_write_key(struct text *out, const char *key);
/* Reads a key from a word of identity_write_key. Returns false for another word. */
bool identity_read_key(struct network *network, const char *word, char key[STORE_KEY]);
/* True if a person is known by an account, false if by a nick. */
bool identity_has_account(const struct person *person);
/*
 * Makes the connection of `from` speak for `to`, after a proof of identity, and stores `to`.
 * Returns false if the batch fails.
 */
bool identity_merge(struct people *people, struct person *from, struct person *to);

#endif
