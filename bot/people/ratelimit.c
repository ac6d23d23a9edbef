#include "bot/people/ratelimit.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

/*
 * REFUSED: tokens that a refused command costs, so that warnings stay rare. WARNING_READ_MS: ms
 * that a person has to read a warning; lines that come sooner may be older than the warning.
 */
enum { REFUSED = 4, WARNING_READ_MS = 2000 };

/*
 * Buckets are grouped into SETS sets of WAYS buckets; the hash of a bucket's name chooses its set.
 */
enum { WAYS = 8, SETS = RATELIMIT_MEMORY / WAYS };

_Static_assert(RATELIMIT_KEY == crypto_shorthash_KEYBYTES, "the key is the hash's");

/* A bucket. Its times are in microseconds. */
struct bucket {
	uint64_t name; /* hash of the bucket's name */
	/* time at which the bucket is full again; the later, the emptier it is now */
	int64_t full;
	int64_t ignored;  /* end of the time in which commands are ignored */
	int64_t warned;   /* time of the last warning */
	unsigned strikes; /* refused commands since the bucket was full */
};

struct ratelimit {
	uint8_t key[RATELIMIT_KEY];
	struct bucket bucket[SETS][WAYS];
};

struct ratelimit *ratelimit_open(const uint8_t key[RATELIMIT_KEY])
{
	struct ratelimit *limit = memory_new(1, sizeof *limit);
	memcpy(limit->key, key, RATELIMIT_KEY);
	return limit;
}

void ratelimit_close(struct ratelimit *limit)
{
	free(limit);
}

/*
 * Returns the time from which a bucket can be replaced: it is full, and its person is not ignored.
 */
static int64_t forgotten(const struct bucket *bucket)
{
	return bucket->full > bucket->ignored ? bucket->full : bucket->ignored;
}

/*
 * Finds a person's bucket. A new one replaces the bucket of its set that can be replaced soonest.
 */
static struct bucket *find(struct ratelimit *limit, const char *who)
{
	uint64_t name;
	crypto_shorthash(
		(unsigned char *)&name, (const unsigned char *)who, strlen(who), limit->key);
	struct bucket *set = limit->bucket[name % SETS];
	struct bucket *soonest = set;
	for (struct bucket *bucket = set; bucket < set + WAYS; bucket++) {
		if (bucket->name == name)
			return bucket;
		if (forgotten(bucket) < forgotten(soonest))
			soonest = bucket;
	}
	*soonest = (struct bucket){ .name = name };
	return soonest;
}

/* Returns the microseconds in which a bucket gains one token. */
static int64_t step_of(const struct ratelimit_rate *rate)
{
	return (int64_t)(1e6 / rate->per_second);
}

static enum ratelimit_verdict strike(
	struct bucket *bucket, const struct ratelimit_rate *rate, int64_t now)
{
	if (bucket->strikes++ == 0) {
		bucket->warned = now;
		return RATELIMIT_WARN;
	}
	if (bucket->strikes <= rate->burst || now < bucket->warned + WARNING_READ_MS * 1000)
		return RATELIMIT_SKIP;
	/* Do not refill the bucket: being ignored must give no more tokens than waiting. */
	bucket->ignored = now + (int64_t)rate->ignore_seconds * 1000000;
	bucket->strikes = 0;
	return RATELIMIT_IGNORE;
}

static enum ratelimit_verdict judge(struct ratelimit *limit, const struct ratelimit_rate *rate,
	const char *who, int64_t now, bool refused)
{
	struct bucket *bucket = find(limit, who);
	if (bucket->ignored > now)
		return RATELIMIT_IGNORED;
	if (bucket->full <= now) {
		bucket->full = now;
		bucket->strikes = 0;
	}
	if (bucket->full - now > (int64_t)(rate->burst - 1) * step_of(rate))
		return strike(bucket, rate, now);
	bucket->full += step_of(rate) * (refused ? REFUSED : 1);
	return refused ? strike(bucket, rate, now) : RATELIMIT_PASS;
}

enum ratelimit_verdict ratelimit_take(
	struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who, int64_t now)
{
	return rate->burst == 0 ? RATELIMIT_PASS : judge(limit, rate, who, now * 1000, false);
}

enum ratelimit_verdict ratelimit_refuse(
	struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who, int64_t now)
{
	return rate->burst == 0 ? RATELIMIT_PASS : judge(limit, rate, who, now * 1000, true);
}

void ratelimit_return(struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who)
{
	if (rate->burst > 0)
		find(limit, who)->full -= step_of(rate) / 10 * 9;
}
