/*
 * identity.h - who is who: which person speaks through a connection.
 *
 * Who is logged in to an account is that account's person, under any nick. Anybody else is the
 * person of the nick they first had, unless something speaks against it: that person is here
 * already, or a word was set for the nick, or it has a seat and was last heard from another
 * user@host. Then they are a stranger and a person of their own, until they prove by the word that
 * they are not.
 *
 * A person by a nick that the owner of a seat had since they sat down, and from the owner's
 * user@host, is the owner from then on, and their own seats go along: unless both have seats at one
 * table, or they gave a word for their own nick.
 *
 * One person is spoken to through one connection. While they have a seat, a second connection with
 * their account stays a guest who may look on, until it takes over by `swap`.
 */
#ifndef BOT_PEOPLE_IDENTITY_H
#define BOT_PEOPLE_IDENTITY_H

#include "bot/people/people.h"

/*
 * The person a sender is from now on, their name and address brought up to date. A seat follows who
 * logs in or out. NULL: too many strangers go by that nick.
 */
struct person *identity_resolve(
	struct people *people, struct network *network, const struct sender *sender);
/*
 * The same for somebody who has not asked for anything: NULL unless they are known already or may
 * have a seat, and while too little is known of them to tell.
 */
struct person *identity_peek(
	struct people *people, struct network *network, const struct sender *sender);
/* The account's person of somebody who is logged in, or NULL. */
struct person *identity_account(
	struct people *people, struct network *network, const struct sender *sender);
/* Returns the person of a nick, even while another person goes by it. */
struct person *identity_nick(struct people *people, struct network *network, const char *nick);
/* True if they are known by an account, and not by a nick. */
bool identity_has_account(const struct person *person);
/*
 * Who was `from` has shown that they are `to`: they are spoken to as that one from now on, who is
 * known to the store. False: the batch fails.
 */
bool identity_merge(struct people *people, struct person *from, struct person *to);

#endif
