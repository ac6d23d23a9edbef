#include "bot/people/access.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/memory.h"

/*
 * CROWD: the limit of an address, as a multiple of one person's limit. QUEUED_LINES_MOST: commands
 * are refused if more private lines are queued for their sender. NAME: bytes of a bucket's name;
 * longer names are cut. NONCOMMAND_BURST: lines without a command allowed in a row;
 * NONCOMMAND_SECONDS: seconds until one more is allowed.
 */
enum {
	CROWD = 4,
	QUEUED_LINES_MOST = 8,
	NAME = 512,
	NONCOMMAND_BURST = 10,
	NONCOMMAND_SECONDS = 600
};

/* Reads the ignore masks. On an error keeps the old ones. */
static enum store_error recall(struct access *access)
{
	unsigned count;
	struct store_ignore *rows = memory_new(ACCESS_MOST_IGNORES, sizeof *rows);
	enum store_error error = store_list_ignores(
		access->batch->store, access->network, rows, ACCESS_MOST_IGNORES, &count);
	if (error != STORE_OK) {
		free(rows);
		return error;
	}
	free(access->ignored);
	access->count = count;
	access->ignored = memory_grow(rows, count, sizeof *rows);
	return STORE_OK;
}

/* Reads the ignore masks again when the batch ends, because a rollback restores the old ones. */
static void settle(struct participant *participant, bool kept)
{
	(void)kept;
	recall((struct access *)participant);
}

void access_reload_ignores(struct access *access)
{
	batch_join(access->batch, &access->participant);
	recall(access);
}

struct access *access_open(struct batch *batch, int64_t network)
{
	uint8_t key[RATELIMIT_KEY];
	struct access *access = memory_new(1, sizeof *access);
	access->participant.settle = settle;
	access->batch = batch;
	access->network = network;
	randombytes_buf(key, sizeof key);
	access->limit = ratelimit_open(key);
	if (recall(access) == STORE_OK)
		return access;
	access_close(access);
	return NULL;
}

void access_close(struct access *access)
{
	if (access == NULL)
		return;
	ratelimit_close(access->limit);
	free(access->ignored);
	free(access);
}

const struct store_ignore *access_find_ignore(const struct access *access, const char *mask)
{
	for (unsigned i = 0; i < access->count; i++)
		if (strcasecmp(access->ignored[i].mask, mask) == 0)
			return &access->ignored[i];
	return NULL;
}

bool access_is_admin(const struct access *access, const struct sender *sender)
{
	return masks_match_person(&access->rules.admins, sender->mask, sender->account);
}

bool access_is_allowed(const struct access *access, const struct sender *sender)
{
	const struct access_rules *rules = &access->rules;
	bool ignored = masks_match_person(&rules->ignore, sender->mask, sender->account);
	for (unsigned i = 0; i < access->count && !ignored; i++)
		ignored =
			mask_matches_person(access->ignored[i].mask, sender->mask, sender->account);
	if (!ignored && rules->allow.count > 0)
		ignored = !masks_match_person(&rules->allow, sender->mask, sender->account);
	return !ignored || access_is_admin(access, sender);
}

/* Returns "@host" of a sender's origin "user@host", or the whole origin if it has no @. */
static const char *host_of(const struct sender *sender)
{
	const char *host = strrchr(sender->origin, '@');
	return host != NULL ? host : sender->origin;
}

/*
 * Names the bucket of a person by first nick and host. So the person keeps the bucket after leaving
 * and returning, and outside channels. kind: prefix of the name, for lines that have a bucket of
 * their own; "" for commands.
 */
static const char *person_bucket_name(
	const struct sender *sender, const char *kind, char name[NAME])
{
	struct text text = text_in(name, NAME);
	text_add(&text, kind);
	text_add(&text, sender->first);
	text_add(&text, host_of(sender));
	return name;
}

/*
 * Names the bucket that all senders from one address share; senders from unknown addresses share
 * one too. The address is user@host, or only the host if the user name begins with ~, which means
 * that it is unchecked. People outside channels have another bucket than people inside, so that
 * strangers cannot use up the tokens of players.
 */
static const char *address_bucket_name(const struct sender *sender, char name[NAME])
{
	struct text text = text_in(name, NAME);
	text_add(&text, sender->is_passing ? "!!" : "!");
	text_add(&text, *sender->origin == '~' ? host_of(sender) : sender->origin);
	return name;
}

static struct ratelimit_rate crowd(const struct access *access)
{
	struct ratelimit_rate rate = access->rules.limit;
	rate.burst *= CROWD;
	rate.per_second *= CROWD;
	return rate;
}

enum ratelimit_verdict access_count_command(
	struct access *access, const struct sender *sender, size_t queued, int64_t now)
{
	const struct ratelimit_rate *rate = &access->rules.limit;
	struct ratelimit_rate shared = crowd(access);
	char name[NAME];
	person_bucket_name(sender, "", name);
	enum ratelimit_verdict verdict = queued > QUEUED_LINES_MOST
		? ratelimit_refuse(access->limit, rate, name, now)
		: ratelimit_take(access->limit, rate, name, now);
	/* A command without an answer takes no token from the other people at the address. */
	if (verdict != RATELIMIT_PASS && verdict != RATELIMIT_WARN)
		return verdict;
	enum ratelimit_verdict all =
		ratelimit_take(access->limit, &shared, address_bucket_name(sender, name), now);
	return all != RATELIMIT_PASS ? all : verdict;
}

void access_return_command(struct access *access, const struct sender *sender)
{
	struct ratelimit_rate shared = crowd(access);
	char name[NAME];
	ratelimit_return(access->limit, &access->rules.limit, person_bucket_name(sender, "", name));
	ratelimit_return(access->limit, &shared, address_bucket_name(sender, name));
}

static const struct ratelimit_rate strange = { NONCOMMAND_BURST, 1.0 / NONCOMMAND_SECONDS,
	NONCOMMAND_SECONDS };

static const char noncommand[] = "strange ";

bool access_count_noncommand(struct access *access, const struct sender *sender, int64_t now)
{
	char name[NAME];
	return ratelimit_take(access->limit, &strange, person_bucket_name(sender, noncommand, name),
		       now) == RATELIMIT_PASS;
}

void access_return_noncommand(struct access *access, const struct sender *sender)
{
	char name[NAME];
	ratelimit_return(access->limit, &strange, person_bucket_name(sender, noncommand, name));
}

static const struct ratelimit_rate guesses = { ACCESS_GUESSES, 1.0 / ACCESS_GUESS_SECONDS,
	ACCESS_GUESS_SECONDS };

void access_add_host(struct text *text, const char *origin)
{
	/*
	 * MAPPED: bytes in front of the IPv4 part of an IPv4-mapped address. HALF: bytes of a /64
	 * prefix.
	 */
	enum { MAPPED = 12, HALF = 8 };
	const char *at = strrchr(origin, '@');
	const char *host = at != NULL ? at + 1 : origin;
	char plain[INET_ADDRSTRLEN];
	struct in6_addr ip;
	if (inet_pton(AF_INET6, host, &ip) != 1) {
		text_add(text, host);
	} else if (IN6_IS_ADDR_V4MAPPED(&ip)) {
		text_add(text, inet_ntop(AF_INET, ip.s6_addr + MAPPED, plain, sizeof plain));
	} else {
		text_hex(text, ip.s6_addr, HALF);
		text_add(text, "/64");
	}
}

enum { GUESS_BUCKET_NAME = STORE_ADDRESS + 16 };

/*
 * Names the bucket of a password guess: by the guessed person's own address if the guess comes from
 * there, else by the guesser's host.
 */
static void guess_bucket_name(
	const struct sender *sender, const char *address, char name[GUESS_BUCKET_NAME])
{
	char host[STORE_ADDRESS];
	struct text text = text_in(host, sizeof host);
	access_add_host(&text, sender->origin);
	text = text_in(name, GUESS_BUCKET_NAME);
	text_add(&text, "guess ");
	text_add(&text, *host != '\0' && text_same(sender->origin, address) ? address : host);
}

bool access_count_guess(
	struct access *access, const struct sender *sender, const char *address, int64_t now)
{
	char name[GUESS_BUCKET_NAME];
	guess_bucket_name(sender, address, name);
	return ratelimit_take(access->limit, &guesses, name, now) == RATELIMIT_PASS;
}

void access_return_guess(struct access *access, const struct sender *sender, const char *address)
{
	char name[GUESS_BUCKET_NAME];
	guess_bucket_name(sender, address, name);
	ratelimit_return(access->limit, &guesses, name);
}
