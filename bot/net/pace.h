/*
 * pace.h - rate limit for sending: a burst of lines, then a steady rate (token bucket); and the
 * delay before another attempt. The caller passes the time, in milliseconds of a monotonic clock.
 * The bucket is stored as one time, `due`: when a steady sender would be done with all lines
 * counted so far. A line may be sent while `due` is less than a burst ahead of now. A stalled
 * connection delivers the lines of a long time at once, so they are counted again when the server
 * confirms them late.
 */
#ifndef BOT_NET_PACE_H
#define BOT_NET_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * All values are in microseconds. A line may be sent when now + slack >= due; each line adds `step`
 * to `due`.
 */
struct pace {
	uint64_t step;  /* time per line; 0: no limit */
	uint64_t slack; /* how far a burst may run ahead of the steady rate */
	uint64_t due;   /* when the rate has caught up with all lines counted so far */
};

/*
 * Sets the limit. burst: maximum number of lines at once, at least 1. per_second: lines per second
 * on average, at least 0.001; 0: no limit. Lines already counted stay counted.
 */
void pace_set(struct pace *pace, unsigned burst, double per_second);
/*
 * Returns the milliseconds until a line may be sent so that `others` lines of the burst are left.
 */
uint64_t pace_delay(const struct pace *pace, uint64_t now, unsigned others);
/* Counts a line as sent now. */
void pace_count(struct pace *pace, uint64_t now);
/*
 * Counts lines again as if they were sent now, because a stalled connection may have delivered them
 * all at once. late: milliseconds that their confirmation took; this time is added, because a busy
 * server may not have refilled the bot's allowance then. The total is limited to a full burst.
 */
void pace_count_again(struct pace *pace, uint64_t now, size_t lines, uint64_t late);
/* True if a full burst may be sent now. */
bool pace_has_full_burst(const struct pace *pace, uint64_t now);
/* True if sending `lines` lines (at least 1) now would exceed the limit. */
bool pace_is_exceeded(const struct pace *pace, uint64_t now, size_t lines);
/*
 * Returns the delay before another attempt: `least`, doubled for each failed try, and at most
 * `most`, in ms. The delay is random, from half to one and a half of that, so that bots do not all
 * return at once.
 */
uint64_t pace_retry_delay(uint64_t least, uint64_t most, unsigned tries);

#endif
