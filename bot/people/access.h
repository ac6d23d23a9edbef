/*
 * access.h - who is heard on a network, how often passwords are tried, who may give orders, and how
 * whoever the bot knows nothing of is spoken to.
 */
#ifndef BOT_PEOPLE_ACCESS_H
#define BOT_PEOPLE_ACCESS_H

#include "bot/net/network.h"
#include "bot/people/mask.h"
#include "bot/people/ratelimit.h"
#include "bot/text/catalog.h"
#include "storage/batch.h"
#include "storage/ignores.h"

/* As configured; masks belong to the caller and live as long as the access, or until set anew. */
struct access_rules {
	struct masks admins; /* always heard */
	struct masks ignore;
	struct masks allow;           /* none: everybody */
	struct masks trusted_servers; /* names of Matrix servers; their accounts are people */
	struct ratelimit_rate limit;
};

/* Masks that operators may have ignored; passwords tried before a pause, and its seconds. */
enum { ACCESS_IGNORED = 256, ACCESS_GUESSES = 3, ACCESS_PAUSE = 60 };

/* Readable; the rules may be set at any time. */
struct access {
	struct participant participant; /* must be first */
	struct batch *batch;
	int64_t network; /* its id in the store */
	struct access_rules rules;
	struct store_ignore *ignored; /* what operators told the running bot */
	unsigned count;
	struct ratelimit *limit;
	struct locale locale; /* of who was in no channel yet and chose none */
};

/*
 * An access without rules of the network of that id, who knows whom operators told the bot to
 * ignore; NULL: the store refuses.
 */
struct access *access_open(struct batch *batch, int64_t network);
void access_close(struct access *access);
/* Whom operators told the bot to ignore was changed: it is read, and again when the batch has
 * ended.
 */
void access_change(struct access *access);
/* The mask operators told the bot to ignore, in whatever case, or NULL. */
const struct store_ignore *access_ignored(const struct access *access, const char *mask);

bool access_is_admin(const struct access *access, const struct sender *sender);
/* True if what somebody says counts at all. */
bool access_hears(const struct access *access, const struct sender *sender);
/*
 * Somebody asks for something; owed: lines that wait for them already, as far as they matter to
 * it. Not for admins.
 */
enum ratelimit_verdict access_ask(
	struct access *access, const struct sender *sender, size_t owed, int64_t now);
/*
 * Somebody says what means nothing. False: they do it all the time, as programs do that answer
 * whatever they are told; the way out is not to answer. access_meant: what they say means
 * something.
 */
bool access_strange(struct access *access, const struct sender *sender, int64_t now);
void access_meant(struct access *access, const struct sender *sender);
/*
 * Somebody tries a password of a person last heard from an address, "user@host". Counted is the
 * host, as nicks, users and connections are cheap; but that very address by itself, so that nobody
 * beside it uses up its tries; and those whose host is not known together. False: too many; then
 * ACCESS_PAUSE seconds are wait enough.
 */
bool access_guess(
	struct access *access, const struct sender *sender, const char *address, int64_t now);
/* It was the right one, which costs little. */
void access_guessed(struct access *access, const struct sender *sender, const char *address);
/* It was only a move, which costs little. */
void access_cheap(struct access *access, const struct sender *sender);

#endif
