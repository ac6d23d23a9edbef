/*
 * ratelimit.h - token buckets that limit commands. Pure: the caller gives the time.
 *
 * A person has a bucket of `burst` tokens that fills at `per_second`. A command takes one token.
 * With an empty bucket the person gets one warning, then no answers; after another burst of
 * commands, once they can have read the warning, they are ignored for `ignore_seconds`. Memory is
 * fixed: a new bucket replaces the one that is nearest to full in its set.
 */
#ifndef BOT_PEOPLE_RATELIMIT_H
#define BOT_PEOPLE_RATELIMIT_H

#include <stdint.h>

struct ratelimit_rate {
	unsigned burst; /* 0: no limit */
	double per_second;
	unsigned ignore_seconds;
};

enum ratelimit_verdict {
	RATELIMIT_PASS,
	RATELIMIT_WARN,   /* skip it and warn them */
	RATELIMIT_SKIP,   /* skip it */
	RATELIMIT_IGNORE, /* skip it: from now on they are ignored */
	RATELIMIT_IGNORED /* skip it: they are being ignored */
};

enum { RATELIMIT_KEY = 16, RATELIMIT_MEMORY = 2048 };

struct ratelimit;

/* Creates a limiter. key: secret random bytes, so that a person cannot aim at another's bucket. */
struct ratelimit *ratelimit_open(const uint8_t key[RATELIMIT_KEY]);
void ratelimit_close(struct ratelimit *limit);
/* Takes a token for a command. who: any name of a person. now: monotonic ms. */
enum ratelimit_verdict ratelimit_take(
	struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who, int64_t now);
/* Refuses a command even if the bucket is full. Returns RATELIMIT_PASS only without a limit. */
enum ratelimit_verdict ratelimit_refuse(
	struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who, int64_t now);
/* Gives back nine tenths of a token, for a cheap command. */
void ratelimit_return(struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who);

#endif
