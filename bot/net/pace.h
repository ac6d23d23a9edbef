/*
 * pace.h - rate limit for sending: a burst at once, then a steady rate (token bucket). Pure: the
 * caller passes the time, in milliseconds of a clock that never goes back.
 */
#ifndef BOT_NET_PACE_H
#define BOT_NET_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In microseconds. A line may be sent once now + slack >= due, and adds `step` to `due`. */
struct pace {
	uint64_t step; /* 0: unlimited */
	uint64_t slack;
	uint64_t due;
};

/*
 * Sets the limit: at most `burst` lines at once (at least 1), and per_second lines a second on
 * average (at least 0.001, or 0 for no limit). Keeps the count of lines already sent.
 */
void pace_set(struct pace *pace, unsigned burst, double per_second);
/* Returns the milliseconds until a line may be sent that leaves `others` lines of the burst. */
uint64_t pace_delay(const struct pace *pace, uint64_t now, unsigned others);
/* Counts a line as sent now. */
void pace_count(struct pace *pace, uint64_t now);
/*
 * Counts lines again as if they were sent now, because a stalled link may have delivered them all
 * at once. `late`: milliseconds until their confirmation came; a busy server may not have refilled
 * the bot's allowance in that time, so it is added. The total is at most a full burst.
 */
void pace_count_again(struct pace *pace, uint64_t now, size_t lines, uint64_t late);
/* True if a whole burst may be sent now. */
bool pace_has_full_burst(const struct pace *pace, uint64_t now);
/* True if a number of lines (at least 1) exceeds the limit now. */
bool pace_is_exceeded(const struct pace *pace, uint64_t now, size_t lines);

#endif
