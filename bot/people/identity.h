/*
 * identity.h - who is who: which person speaks through a connection.
 *
 * Who is logged in to an account is that account's person, under any nick. Anybody else is the
 * person of the nick he first had, unless something speaks against it: that person is here already,
 * or a word was set for the nick, or it has a seat and was last heard from another user@host. Then
 * he is a stranger and a person of his own, until he proves by the word that he is not.
 *
 * One person is spoken to through one connection. While he has a seat, a second connection with his
 * account stays a guest who may look on, until it takes over by `swap`.
 */
#ifndef BOT_PEOPLE_IDENTITY_H
#define BOT_PEOPLE_IDENTITY_H

#include "bot/lobby/lobby.h"

/*
 * The person a sender is from now on, his name and address brought up to date. A seat follows who
 * logs in or out. NULL without memory.
 */
struct person *identity_meet(
	struct lobby *lobby, struct network *network, const struct sender *sender);
/*
 * The same for somebody who has not asked for anything: NULL unless he is known already or may have
 * a seat, and while too little is known of him to tell.
 */
struct person *identity_notice(
	struct lobby *lobby, struct network *network, const struct sender *sender);
/* Whether he owns or plays a seat. */
bool identity_seated(const struct lobby *lobby, const struct person *person);
/* The account's person of somebody who is logged in, or NULL. */
struct person *identity_account(
	struct lobby *lobby, struct network *network, const struct sender *sender);
/* The person of a nick, whoever goes by it now; NULL without memory. */
struct person *identity_nick(struct lobby *lobby, struct network *network, const char *nick);
/* Says to a second connection who has its account's seat, and how to take it over. */
void identity_offer(struct lobby *lobby, const struct person *person);
/* Whether he is known by an account, and not by a nick. */
bool identity_has_account(const struct person *person);
/*
 * Who was `from` has shown that he is `to`: he is spoken to as that one from now on, keeps his
 * seats and gets those of `to`, with their hands. False without memory.
 */
bool identity_take(struct lobby *lobby, struct person *from, struct person *to);

#endif
