/*
 * ratelimit.h - how much anybody may ask for. Pure: the clock is told.
 *
 * Everybody has a bucket of `burst` tokens that fills at `per_second`; what they ask for takes one.
 * With an empty bucket they are warned once, then skipped in silence; who goes on for another burst
 * when they can have read that is ignored for a while. It remembers a fixed number of people: who
 * has a full bucket is as good as forgotten, and of the others the one nearest to that is forgotten
 * for want of room.
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

/* key: secret bytes, so that a person cannot aim at the bucket of another. */
struct ratelimit *ratelimit_open(const uint8_t key[RATELIMIT_KEY]);
void ratelimit_close(struct ratelimit *limit);
/* Somebody, by any name for them, asks for something; now in milliseconds, never going back. */
enum ratelimit_verdict ratelimit_take(
	struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who, int64_t now);
/* The same for what they cannot have now, however full their bucket is; with a limit not
 * RATELIMIT_PASS. */
enum ratelimit_verdict ratelimit_refuse(
	struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who, int64_t now);
/* What they asked for last was worth less: gives nine tenths of it back. */
void ratelimit_return(struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who);

#endif
