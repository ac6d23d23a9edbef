/* access.h - access rules of a network: admins, ignore masks, rate limits, password guesses. */
#ifndef BOT_PEOPLE_ACCESS_H
#define BOT_PEOPLE_ACCESS_H

#include "bot/net/network.h"
#include "bot/people/mask.h"
#include "bot/people/ratelimit.h"
#include "bot/text/catalog.h"
#include "storage/batch.h"
#include "storage/ignores.h"

/* The configured rules. The caller owns the masks, which live until access_close or new rules. */
struct access_rules {
	struct masks admins; /* never ignored */
	struct masks ignore;
	struct masks allow;           /* if not empty, all others are ignored */
	struct masks trusted_servers; /* Matrix servers whose accounts are distinct people */
	struct ratelimit_rate limit;
};

/*
 * ACCESS_MOST_IGNORES: most stored ignore masks. ACCESS_GUESSES: password guesses in a row.
 * ACCESS_GUESS_SECONDS: seconds until one more guess.
 */
enum { ACCESS_MOST_IGNORES = 256, ACCESS_GUESSES = 3, ACCESS_GUESS_SECONDS = 60 };

/* Members may be read. The rules may be set at any time. */
struct access {
	struct participant participant; /* must be first */
	struct batch *batch;
	int64_t network; /* its id in the store */
	struct access_rules rules;
	struct store_ignore *ignored; /* masks that operators added by command */
	unsigned count;
	struct ratelimit *limit;
	struct locale locale; /* for people outside channels who chose none */
};

/*
 * Opens the access control of the network with this id in the store, and reads its ignore masks. It
 * has no rules yet. Returns NULL if the store fails.
 */
struct access *access_open(struct batch *batch, int64_t network);
void access_close(struct access *access);
/* Reads the ignore masks after a change, and once more when the batch ends. */
void access_reload_ignores(struct access *access);
/* Finds an ignore mask that an operator added, in any case of letters, or NULL. */
const struct store_ignore *access_find_ignore(const struct access *access, const char *mask);

bool access_is_admin(const struct access *access, const struct sender *sender);
/* True unless the sender is ignored. */
bool access_is_allowed(const struct access *access, const struct sender *sender);
/*
 * Counts a command against the rate limits. owed: private lines queued for the sender; with many of
 * them the command is refused. now: ms. Not for admins.
 */
enum ratelimit_verdict access_count_command(
	struct access *access, const struct sender *sender, size_t owed, int64_t now);
/*
 * Counts a line without a command. Returns false after many of them: a bot that answers bots sends
 * them, so the caller must not answer. access_return_noncommand: gives most of one back.
 */
bool access_count_noncommand(struct access *access, const struct sender *sender, int64_t now);
void access_return_noncommand(struct access *access, const struct sender *sender);
/*
 * Counts a guess at the password of a person with the last address "user@host". Counts by host, as
 * nicks, users and connections are cheap. Guesses from that very address count apart, so others
 * cannot use them up; all unknown hosts count together. Returns false after too many guesses; then
 * ACCESS_GUESS_SECONDS seconds allow one more.
 */
bool access_count_guess(
	struct access *access, const struct sender *sender, const char *address, int64_t now);
/* Gives back most of a guess that was right. */
void access_return_guess(struct access *access, const struct sender *sender, const char *address);
/* Gives back most of a command that was a move. */
void access_return_command(struct access *access, const struct sender *sender);

#endif
