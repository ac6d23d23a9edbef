#include "bot/people/ratelimit.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

/*
 * REFUSED: tokens for what is refused, so that warnings stay rare. HEED: milliseconds in which a
 * warning is read; what comes before may have been said long ago, and is heard all at once.
 */
enum { REFUSED = 4, HEED = 2000 };

/* People are kept in the set their name falls into: so many each. */
enum { WAYS = 8, SETS = RATELIMIT_MEMORY / WAYS };

_Static_assert(RATELIMIT_KEY == crypto_shorthash_KEYBYTES, "the key is the hash's");

/* Times in microseconds. */
struct bucket {
	uint64_t name;    /* hashed */
	int64_t full;     /* when it is full again: the later, the emptier it is */
	int64_t ignored;  /* until then */
	int64_t warned;   /* when they were last */
	unsigned strikes; /* skipped since it was full */
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

/* When a bucket is as good as none. */
static int64_t forgotten(const struct bucket *bucket)
{
	return bucket->full > bucket->ignored ? bucket->full : bucket->ignored;
}

/* Somebody's bucket; a new one takes the place of the one that is soonest as good as none. */
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

/* How long a token takes. */
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
	if (bucket->strikes <= rate->burst || now < bucket->warned + HEED * 1000)
		return RATELIMIT_SKIP;
	bucket->ignored = now + (int64_t)rate->ignore_seconds * 1000000;
	bucket->full = now;
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
