/*
 * limit.h - how much anybody may ask for. Pure: the clock is told.
 *
 * Everybody has a bucket of `burst` tokens that fills at `per_second`; what he asks for takes one.
 * With an empty bucket he is warned once, then skipped in silence; who goes on for another burst is
 * ignored for a while. It remembers a fixed number of people: who has a full bucket is as good as
 * forgotten, and of the others the one nearest to that is forgotten for want of room.
 */
#ifndef BOT_PEOPLE_LIMIT_H
#define BOT_PEOPLE_LIMIT_H

#include <stdint.h>

struct limit_rate {
	unsigned burst; /* 0: no limit */
	double per_second;
	unsigned ignore_seconds;
};

enum limit_verdict {
	LIMIT_PASS,
	LIMIT_WARN,   /* skip it and warn him */
	LIMIT_SKIP,   /* skip it */
	LIMIT_IGNORE, /* skip it: from now on he is ignored */
	LIMIT_IGNORED /* skip it: he is being ignored */
};

enum { LIMIT_KEY = 16, LIMIT_MEMORY = 2048 };

struct limit;

/* key: bytes nobody can foresee, so that nobody can aim at another's bucket. NULL: no memory. */
struct limit *limit_open(const uint8_t key[LIMIT_KEY]);
void limit_close(struct limit *limit);
/* Somebody, by any name for him, asks for something; now in milliseconds, never going back. */
enum limit_verdict limit_take(
	struct limit *limit, const struct limit_rate *rate, const char *who, int64_t now);
/* The same for what he cannot have now, however full his bucket is; with a limit not LIMIT_PASS. */
enum limit_verdict limit_refuse(
	struct limit *limit, const struct limit_rate *rate, const char *who, int64_t now);
/* What he asked for last was worth less: gives nine tenths of it back. */
void limit_return(struct limit *limit, const struct limit_rate *rate, const char *who);

#endif
