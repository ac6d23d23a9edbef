/*
 * ratelimit.h - limits commands by token buckets. Pure functions: the caller gives the time.
 *
 * A person has a bucket that holds `burst` tokens and gains `per_second`. A command takes one
 * token. If the bucket is empty, the person gets one warning and no further answers. After another
 * `burst` of commands, once there was time to read the warning, the person is ignored for
 * `ignore_seconds`. While ignored, a person gains tokens as usual, so a person who keeps to the
 * rate never gets fewer answers than one who exceeds it. The number of buckets is fixed: a new
 * bucket replaces another one of its set, the one nearest to full.
 */
#ifndef BOT_PEOPLE_RATELIMIT_H
#define BOT_PEOPLE_RATELIMIT_H

#include <stdint.h>

struct ratelimit_rate {
	unsigned burst; /* tokens of a full bucket; 0: no limit */
	double per_second;
	unsigned ignore_seconds;
};

enum ratelimit_verdict {
	RATELIMIT_PASS,
	RATELIMIT_WARN,   /* do not run the command; warn the person */
	RATELIMIT_SKIP,   /* do not run the command */
	RATELIMIT_IGNORE, /* do not run the command; the person is ignored from now on */
	RATELIMIT_IGNORED /* do not run the command; the person is being ignored */
};

enum { RATELIMIT_KEY = 16, RATELIMIT_MEMORY = 2048 };

struct ratelimit;

/*
 * Creates a limiter. key: secret random bytes, so that no person can find a name that shares
 * another person's bucket.
 */
struct ratelimit *ratelimit_open(const uint8_t key[RATELIMIT_KEY]);
void ratelimit_close(struct ratelimit *limit);
/*
 * Takes a token for a command. who: a name for the person. now: ms of a monotonic clock. Returns
 * what to do with the command.
 */
enum ratelimit_verdict ratelimit_take(
	struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who, int64_t now);
/* Refuses a command even if the bucket has tokens. Returns RATELIMIT_PASS only without a limit. */
enum ratelimit_verdict ratelimit_refuse(
	struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who, int64_t now);
/* Gives back nine tenths of a token, because the command was a cheap one. */
void ratelimit_return(struct ratelimit *limit, const struct ratelimit_rate *rate, const char *who);

#endif
