/*
 * access.h - the access rules of a network: admins, ignore masks, rate limits, limits on password
 * guesses.
 */
#ifndef BOT_PEOPLE_ACCESS_H
#define BOT_PEOPLE_ACCESS_H

#include "bot/net/network.h"
#include "bot/people/mask.h"
#include "bot/people/ratelimit.h"
#include "bot/text/catalog.h"
#include "engine/text.h"
#include "storage/batch.h"
#include "storage/ignores.h"

/*
 * The rules from the configuration. The caller owns the masks, which must live until access_close
 * or until new rules are set.
 */
struct access_rules {
	struct masks admins; /* operators; never ignored */
	struct masks ignore;
	struct masks allow; /* allowed people; if there are any masks, all others are ignored */
	struct ratelimit_rate limit;
	bool same_host_rated; /* a match of two people from one host or server can be rated */
};

/*
 * ACCESS_MOST_IGNORES: maximum number of stored ignore masks. ACCESS_GUESSES: password guesses
 * allowed in a row. ACCESS_GUESS_SECONDS: seconds until one more guess is allowed.
 */
enum { ACCESS_MOST_IGNORES = 256, ACCESS_GUESSES = 3, ACCESS_GUESS_SECONDS = 60 };

/*
 * The access control of a network. Other rooms may read its members, and set `rules` at any time.
 */
struct access {
	struct participant participant; /* must be the first member */
	struct batch *batch;
	int64_t network; /* the network's id in the store */
	struct access_rules rules;
	struct store_ignore *ignored; /* ignore masks that operators added by command */
	unsigned count;
	struct ratelimit *limit;
	struct locale locale; /* locale of people in no channel; their own choices win */
};

/*
 * Opens the access control of a network, without rules, and reads its stored ignore masks. network:
 * its id in the store. Returns NULL if the store fails.
 */
struct access *access_open(struct batch *batch, int64_t network);
void access_close(struct access *access);
/* Reads the stored ignore masks again after a change, and once more when the batch ends. */
void access_reload_ignores(struct access *access);
/*
 * Finds an ignore mask that an operator added, ignoring the case of letters. Returns NULL if not
 * found.
 */
const struct store_ignore *access_find_ignore(const struct access *access, const char *mask);

bool access_is_admin(const struct access *access, const struct sender *sender);
/* True if the bot answers the sender's commands: the sender is an admin or is not ignored. */
bool access_is_allowed(const struct access *access, const struct sender *sender);
/*
 * Counts a command against the rate limits; do not call it for admins. queued: number of private
 * lines queued for the sender; if there are many, the command is refused. now: ms of a monotonic
 * clock. Returns what to do with the command.
 */
enum ratelimit_verdict access_count_command(
	struct access *access, const struct sender *sender, size_t queued, int64_t now);
/*
 * Counts a line that has no command. Returns false if there were many: then another bot is probably
 * answering this bot, and the caller must not answer.
 */
bool access_count_noncommand(struct access *access, const struct sender *sender, int64_t now);
/*
 * Gives back most of the token that access_count_noncommand took, after a line that turned out to
 * be a command.
 */
void access_return_noncommand(struct access *access, const struct sender *sender);
/*
 * Counts a guess at the password of a person. address: the person's last address, "user@host".
 * Returns false after too many guesses; then ACCESS_GUESS_SECONDS allow one more.
 *
 * Counts by host, because a guesser can easily change nick, user or connection. Guesses from the
 * person's own address are counted apart, so that others cannot use them up. All unknown hosts
 * count as one.
 */
bool access_count_guess(
	struct access *access, const struct sender *sender, const char *address, int64_t now);
/* Gives back most of the token that access_count_guess took, after a correct guess. */
void access_return_guess(struct access *access, const struct sender *sender, const char *address);
/* Gives back most of the tokens that access_count_command took, because moves are cheap. */
void access_return_command(struct access *access, const struct sender *sender);
/*
 * Adds to `text` the host of an origin "user@host", or nothing if the host is unknown. Of an IPv6
 * address adds the /64 prefix, because one subscriber has all of it. Writes an IPv4 address mapped
 * to IPv6 as IPv4.
 */
void access_add_host(struct text *text, const char *origin);

#endif
