#include "bot/people/guard.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/text.h"

/*
 * CROWD: how many times a person's limit all people of one address share. OWED_MOST: lines that may
 * wait for somebody before they have to be patient. NAME: bytes of a bucket's name; of two longer
 * ones that begin alike it is the same bucket.
 */
enum { CROWD = 4, OWED_MOST = 8, NAME = 512 };

/* Reads whom operators told the bot to ignore; on an error all stays as it was. */
static enum store_error recall(struct guard *guard)
{
	unsigned count;
	struct store_ignore *rows = calloc(GUARD_IGNORED, sizeof *rows);
	if (rows == NULL)
		return STORE_MEMORY;
	enum store_error error =
		store_ignores(guard->turn->store, guard->network, rows, GUARD_IGNORED, &count);
	if (error != STORE_OK) {
		free(rows);
		return error;
	}
	free(guard->ignored);
	guard->count = count;
	guard->ignored = count > 0 ? realloc(rows, count * sizeof *rows) : NULL;
	if (count == 0)
		free(rows);
	else if (guard->ignored == NULL)
		guard->ignored = rows;
	return STORE_OK;
}

/* Who is ignored is what the store says, whether the turn was kept or not. */
static void settle(struct participant *participant, bool kept)
{
	(void)kept;
	recall((struct guard *)participant);
}

void guard_change(struct guard *guard)
{
	turn_join(guard->turn, &guard->participant);
	recall(guard);
}

struct guard *guard_open(struct turn *turn, int64_t network)
{
	uint8_t key[LIMIT_KEY];
	struct guard *guard = calloc(1, sizeof *guard);
	if (guard == NULL)
		return NULL;
	guard->participant.settle = settle;
	guard->turn = turn;
	guard->network = network;
	randombytes_buf(key, sizeof key);
	guard->limit = limit_open(key);
	if (guard->limit != NULL && recall(guard) == STORE_OK)
		return guard;
	guard_close(guard);
	return NULL;
}

void guard_close(struct guard *guard)
{
	if (guard == NULL)
		return;
	limit_close(guard->limit);
	free(guard->ignored);
	free(guard);
}

const struct store_ignore *guard_ignored(const struct guard *guard, const char *mask)
{
	for (unsigned i = 0; i < guard->count; i++)
		if (strcasecmp(guard->ignored[i].mask, mask) == 0)
			return &guard->ignored[i];
	return NULL;
}

bool guard_is_admin(const struct guard *guard, const struct sender *sender)
{
	return mask_any(&guard->rules.admins, sender->mask, sender->account);
}

bool guard_hears(const struct guard *guard, const struct sender *sender)
{
	const struct guard_rules *rules = &guard->rules;
	bool ignored = mask_any(&rules->ignore, sender->mask, sender->account);
	for (unsigned i = 0; i < guard->count && !ignored; i++)
		ignored = mask_means(guard->ignored[i].mask, sender->mask, sender->account);
	if (!ignored && rules->allow.count > 0)
		ignored = !mask_any(&rules->allow, sender->mask, sender->account);
	return !ignored || guard_is_admin(guard, sender);
}

/* What follows the user of an origin, with its @; or all of it. */
static const char *host_of(const struct sender *sender)
{
	const char *host = strrchr(sender->origin, '@');
	return host != NULL ? host : sender->origin;
}

/*
 * Somebody's bucket is that of the nick they came by and their host: neither leaving and coming
 * back nor staying outside makes another one.
 */
static const char *person_name(const struct sender *sender, char name[NAME])
{
	struct text text = text_in(name, NAME);
	text_add(&text, sender->first);
	text_add(&text, host_of(sender));
	return name;
}

/*
 * All of one origin have one together, and all whose origin is not known; who is outside another
 * than who is in a channel, so that no stranger uses up what players may do. A user name that the
 * server did not check is whatever people say: then the host is their origin.
 */
static const char *crowd_name(const struct sender *sender, char name[NAME])
{
	struct text text = text_in(name, NAME);
	text_add(&text, sender->passes ? "!!" : "!");
	text_add(&text, *sender->origin == '~' ? host_of(sender) : sender->origin);
	return name;
}

static struct limit_rate crowd(const struct guard *guard)
{
	struct limit_rate rate = guard->rules.limit;
	rate.burst *= CROWD;
	rate.per_second *= CROWD;
	return rate;
}

enum limit_verdict guard_ask(
	struct guard *guard, const struct sender *sender, size_t owed, int64_t now)
{
	const struct limit_rate *rate = &guard->rules.limit;
	struct limit_rate shared = crowd(guard);
	char name[NAME];
	person_name(sender, name);
	enum limit_verdict verdict = owed > OWED_MOST ? limit_refuse(guard->limit, rate, name, now)
						      : limit_take(guard->limit, rate, name, now);
	/* Who is refused in silence does not use up what others of the address may ask for. */
	if (verdict != LIMIT_PASS && verdict != LIMIT_WARN)
		return verdict;
	enum limit_verdict all = limit_take(guard->limit, &shared, crowd_name(sender, name), now);
	return all != LIMIT_PASS ? all : verdict;
}

void guard_cheap(struct guard *guard, const struct sender *sender)
{
	struct limit_rate shared = crowd(guard);
	char name[NAME];
	limit_return(guard->limit, &guard->rules.limit, person_name(sender, name));
	limit_return(guard->limit, &shared, crowd_name(sender, name));
}

static const struct limit_rate guesses = { GUARD_GUESSES, 1.0 / GUARD_PAUSE, GUARD_PAUSE };

enum { GUESSER = STORE_ADDRESS + 16 };

/* What a guess is counted under. Of IPv6 it is the half that stands for a line. */
static void name_guesser(const struct sender *sender, const char *address, char name[GUESSER])
{
	const char *at = strrchr(sender->origin, '@');
	const char *host = at != NULL ? at + 1 : sender->origin;
	struct in6_addr ip;
	struct text text = text_in(name, GUESSER);
	text_add(&text, "guess ");
	if (*host != '\0' && text_same(sender->origin, address))
		text_add(&text, address);
	else if (inet_pton(AF_INET6, host, &ip) == 1)
		text_hex(&text, ip.s6_addr, sizeof ip.s6_addr / 2);
	else
		text_add(&text, host);
}

bool guard_guess(struct guard *guard, const struct sender *sender, const char *address, int64_t now)
{
	char name[GUESSER];
	name_guesser(sender, address, name);
	return limit_take(guard->limit, &guesses, name, now) == LIMIT_PASS;
}

void guard_guessed(struct guard *guard, const struct sender *sender, const char *address)
{
	char name[GUESSER];
	name_guesser(sender, address, name);
	limit_return(guard->limit, &guesses, name);
}
