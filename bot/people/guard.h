/* guard.h - who is heard on a network, how often passwords are tried, and who may give orders. */
#ifndef BOT_PEOPLE_GUARD_H
#define BOT_PEOPLE_GUARD_H

#include "bot/net/network.h"
#include "bot/people/limit.h"
#include "bot/people/mask.h"
#include "storage/ignores.h"
#include "storage/turn.h"

/* As configured; masks belong to the caller and live as long as the guard, or until set anew. */
struct guard_rules {
	struct masks admins; /* always heard */
	struct masks ignore;
	struct masks allow; /* none: everybody */
	struct limit_rate limit;
};

/* Masks that operators may have ignored; passwords tried before a pause, and its seconds. */
enum { GUARD_IGNORED = 256, GUARD_GUESSES = 3, GUARD_PAUSE = 60 };

/* Readable; the rules may be set at any time. */
struct guard {
	struct participant participant; /* must be first */
	struct turn *turn;
	int64_t network; /* its id in the store */
	struct guard_rules rules;
	struct store_ignore *ignored; /* what operators told the running bot */
	unsigned count;
	struct limit *limit;
};

/*
 * A guard without rules of the network of that id, who knows whom operators told the bot to ignore;
 * NULL: store or memory refuse.
 */
struct guard *guard_open(struct turn *turn, int64_t network);
void guard_close(struct guard *guard);
/* Whom operators told the bot to ignore was changed: it is read, and again when the turn has ended.
 */
void guard_change(struct guard *guard);
/* The mask operators told the bot to ignore, in whatever case, or NULL. */
const struct store_ignore *guard_ignored(const struct guard *guard, const char *mask);

bool guard_is_admin(const struct guard *guard, const struct sender *sender);
/* Whether what somebody says counts at all. */
bool guard_hears(const struct guard *guard, const struct sender *sender);
/*
 * Somebody asks for something; owed: lines that wait for them already, as far as they matter to
 * it. Not for admins.
 */
enum limit_verdict guard_ask(
	struct guard *guard, const struct sender *sender, size_t owed, int64_t now);
/*
 * Somebody tries a password of a person last heard from an address, "user@host". Counted is the
 * host, as nicks, users and connections are cheap; but that very address by itself, so that nobody
 * beside it uses up its tries; and those whose host is not known together. False: too many; then
 * GUARD_PAUSE seconds are wait enough.
 */
bool guard_guess(
	struct guard *guard, const struct sender *sender, const char *address, int64_t now);
/* It was the right one, which costs little. */
void guard_guessed(struct guard *guard, const struct sender *sender, const char *address);
/* It was only a move, which costs little. */
void guard_cheap(struct guard *guard, const struct sender *sender);

#endif
