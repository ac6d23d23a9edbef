/* promise.c - checks that the bot tells the commitment and the root of each match, that they fit
 * each other, and that it tells no seed of a deck too early (engine/shuffle.h). */
#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/app/app.h"
#include "engine/shuffle.h"
#include "storage/journal.h"
#include "storage/matches.h"
#include "tests/simulate/oracle.h"
#include "tests/simulate/world.h"

/*
 * PROMISE_READ: longest time of a batch in which a read failed, in ms. PROMISE_SHOWN: number of
 * bytes that the bot shows of a commitment.
 */
enum { PROMISE_READ = 1000, PROMISE_SHOWN = 20 };

static struct promise *promise_of(int64_t match)
{
	struct world *here = world();
	for (unsigned i = 0; i < here->promises; i++)
		if (here->promise[i].match == match)
			return &here->promise[i];
	if (here->promises == PROMISES)
		return NULL;
	here->promise[here->promises] = (struct promise){ .match = match };
	return &here->promise[here->promises++];
}

/* Reads exactly `count` bytes as hexadecimal digits into `bytes`, and clears the rest of it.
 * Returns false if the text has fewer or more digits. */
static bool read_digits(const char *at, size_t count, uint8_t bytes[SHUFFLE_SEED])
{
	const char *end;
	size_t length;
	memset(bytes, 0, SHUFFLE_SEED);
	return sodium_hex2bin(bytes, count, at, 2 * count, NULL, &length, &end) == 0 &&
		length == count && !isxdigit((unsigned char)*end);
}

/* Reads `(fair.commitment match=3 digits=4f…)`, or `(fair.root …)`. Returns the record of the
 * match, or NULL if the text is neither. */
static struct promise *read_one(const char *told, size_t count, uint8_t bytes[SHUFFLE_SEED])
{
	const char *match = strstr(told, " match="), *digits = strstr(told, " digits=");
	if (match == NULL || digits == NULL ||
		!read_digits(digits + strlen(" digits="), count, bytes))
		return NULL;
	return promise_of(strtoll(match + strlen(" match="), NULL, 10));
}

static const char commitment_word[] = "(fair.commitment ", root_word[] = "(fair.root ";

/* ---- lines that people read ---- */

/* Notes that people read a commitment or root. Checks that it is the same each time, and that the
 * channel reads it no more often than the bot said it. `server` NULL: a person reads it. */
static void hear(struct server *server, const struct promise *promise, struct promise_told *told,
	const uint8_t bytes[SHUFFLE_SEED], const char *what)
{
	told->heard += server != NULL;
	if (told->at > 0 && memcmp(told->bytes, bytes, SHUFFLE_SEED) != 0)
		world_fault("match %lld: another %s is told", (long long)promise->match, what);
	/* A homeserver may have got the commitment or root once more, from a failed batch that the
	 * disk has kept after all. */
	else if (server != NULL && told->heard > told->said &&
		(server->home == NULL || told->heard > 1))
		world_fault("match %lld: the %s is heard more often than it was said",
			(long long)promise->match, what);
	memcpy(told->bytes, bytes, SHUFFLE_SEED);
	told->at = world()->now;
}

/* Checks that a root fits its commitment, and that the match is over, because the root reveals
 * every deck of the match. */
static void check_root(const struct promise *promise)
{
	struct world *here = world();
	struct store_match row;
	struct shuffle_chain chain;
	uint8_t commitment[SHUFFLE_COMMIT];
	shuffle_chain_open(&chain, promise->match, promise->root.bytes);
	shuffle_chain_commit(&chain, commitment);
	if (promise->commitment.at > 0 &&
		memcmp(commitment, promise->commitment.bytes, PROMISE_SHOWN) != 0)
		world_fault("match %lld: the root does not fit the commitment",
			(long long)promise->match);
	if (here->app == NULL || here->dead)
		return;
	here->disk.looking = true;
	if (store_get_match(here->app->store, promise->match, &row) == STORE_OK && row.ended == 0)
		world_fault(
			"match %lld: the root is told, and it goes on", (long long)promise->match);
	here->disk.looking = false;
}

void promise_hear(struct server *server, const char *text)
{
	uint8_t bytes[SHUFFLE_SEED];
	struct promise *promise;
	for (const char *at = text; (at = strstr(at, commitment_word)) != NULL; at++)
		if ((promise = read_one(at, PROMISE_SHOWN, bytes)) != NULL)
			hear(server, promise, &promise->commitment, bytes, "commitment");
	for (const char *at = text; (at = strstr(at, root_word)) != NULL; at++)
		if ((promise = read_one(at, SHUFFLE_SEED, bytes)) != NULL) {
			hear(server, promise, &promise->root, bytes, "root");
			check_root(promise);
		}
}

/* ---- lines that the bot is about to send ---- */

/* Returns true if the bytes are the root of the table's match, or the seed of its present hand or
 * of one of the next hands. */
static bool is_secret(struct table *table, const uint8_t bytes[SHUFFLE_SEED])
{
	unsigned hand = table_state(table)->hand;
	struct store_root root;
	struct shuffle_chain chain;
	uint8_t seed[SHUFFLE_SEED];
	if (store_get_root(world()->app->store, table->match, &root) != STORE_OK)
		return false;
	shuffle_chain_open(&chain, table->match, root.root);
	for (unsigned i = hand; i < hand + 4 && i < SHUFFLE_HANDS; i++) {
		shuffle_chain_seed(&chain, i, seed);
		if (memcmp(seed, bytes, SHUFFLE_SEED) == 0)
			return true;
	}
	return memcmp(root.root, bytes, SHUFFLE_SEED) == 0;
}

static void check_digits(const char *text, const uint8_t bytes[SHUFFLE_SEED])
{
	struct world *here = world();
	struct table *table;
	bool looking = here->disk.looking;
	here->disk.looking = true;
	for (size_t n = 0; (table = tables_next(&here->app->lobby.tables, &n)) != NULL;)
		if (table->running && !table->closed && is_secret(table, bytes))
			world_fault("match %lld: a deck to come is told: %.80s",
				(long long)table->match, text);
	here->disk.looking = looking;
}

/* Notes that a line to a channel has a commitment or root. A private line (`server` NULL) does not
 * count. */
static void stage(struct promise_told *told, const struct server *server)
{
	if (server == NULL)
		return;
	told->staged = server;
	world()->staged = true;
}

void promise_stage(const struct server *server, const char *text)
{
	uint8_t bytes[SHUFFLE_SEED];
	struct promise *promise;
	size_t digits = 0;
	for (const char *at = text; *at != '\0'; at++) {
		digits = isxdigit((unsigned char)*at) ? digits + 1 : 0;
		if (digits == 2 * SHUFFLE_SEED && read_digits(at + 1 - digits, SHUFFLE_SEED, bytes))
			check_digits(text, bytes);
	}
	for (const char *at = text; (at = strstr(at, commitment_word)) != NULL; at++)
		if ((promise = read_one(at, PROMISE_SHOWN, bytes)) != NULL)
			stage(&promise->commitment, server);
	for (const char *at = text; (at = strstr(at, root_word)) != NULL; at++)
		if ((promise = read_one(at, SHUFFLE_SEED, bytes)) != NULL)
			stage(&promise->root, server);
}

/* Counts a commitment or root as said. Checks that the bot repeats it only after a fault or a
 * failed read. */
static void say(const struct server *server, const struct promise *promise,
	struct promise_told *told, const char *what)
{
	told->staged = NULL;
	if (told->said++ > 0 && told->said_at > server->disturbed &&
		told->said_at > world()->disk.hid_at + PROMISE_READ)
		world_fault("match %lld: the %s is told twice", (long long)promise->match, what);
	told->said_at = world()->now;
}

void promise_settle(const struct server *server, bool kept)
{
	struct world *here = world();
	here->staged = false;
	for (unsigned i = 0; i < here->promises; i++) {
		struct promise *promise = &here->promise[i];
		if (promise->commitment.staged == server && kept)
			say(server, promise, &promise->commitment, "commitment");
		if (promise->root.staged == server && kept)
			say(server, promise, &promise->root, "root");
		if (!kept)
			promise->commitment.staged = promise->root.staged = NULL;
		here->staged |= promise->commitment.staged != NULL || promise->root.staged != NULL;
	}
}

/* ---- checks in a calm ---- */

/* Returns the server of a channel. Returns NULL if it is unknown, or a terminal, where the bot
 * tells no commitments. */
static const struct server *server_of_channel(const char *channel)
{
	for (unsigned i = 0; i < world()->servers; i++)
		if (strcmp(world()->server[i].channel, channel) == 0 &&
			!world()->server[i].kind->terminal)
			return &world()->server[i];
	return NULL;
}

void promise_look(const struct server *server, int64_t match, uint64_t opened)
{
	const struct promise *promise = promise_of(match);
	if (promise != NULL && !server->kind->terminal && promise->commitment.at == 0 &&
		liveness_calm(server, opened))
		world_fault("match %lld: the commitment is never told", (long long)match);
}

/* Converts a Unix time on the bot's machine to ms since the start of the run. */
static uint64_t time_of(int64_t date)
{
	const struct world *here = world();
	uint64_t passed = (uint64_t)(date - here->date) * WORLD_SECOND;
	return passed > here->now ? passed - (uint64_t)here->jump * WORLD_SECOND : passed;
}

/* Checks that people have read the root of a match that ended in a channel, if no fault excuses the
 * bot. */
static void check_match(const struct store_match *row)
{
	const struct server *server = server_of_channel(row->channel);
	const struct promise *promise = promise_of(row->id);
	if (server != NULL && promise != NULL && row->state != STORE_SET_ASIDE && row->ended != 0 &&
		liveness_calm(server, time_of(row->ended)) && promise->root.at == 0)
		world_fault("match %lld: the root is never told", (long long)row->id);
}

void promise_end(struct store *store)
{
	struct store_match row = { .id = 0 };
	while (store_next_started_match(store, &row) == STORE_OK)
		check_match(&row);
}

void promise_forget(void)
{
	world()->promises = 0;
	world()->forgotten = true;
}

/* Returns true if the copy of the database has the same match, not another one of the same id. */
static bool is_in_copy(struct store *store, const struct promise *promise)
{
	struct store_root row;
	return store_get_root(store, promise->match, &row) == STORE_OK &&
		(promise->commitment.at == 0 ||
			memcmp(row.commitment, promise->commitment.bytes, PROMISE_SHOWN) == 0);
}

void promise_restore(struct store *store)
{
	struct world *here = world();
	unsigned left = 0;
	for (unsigned i = 0; i < here->promises; i++)
		if (is_in_copy(store, &here->promise[i]))
			here->promise[left++] = here->promise[i];
	here->promises = left;
}
