/*
 * pace.h - how often something may be said: a burst at once, and so much a second in the long run,
 * as networks allow. Pure: times are told, in milliseconds of a clock that never goes back.
 */
#ifndef BOT_NET_PACE_H
#define BOT_NET_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All in microseconds: a line takes `step`, and may go `slack` before `due`. */
struct pace {
	uint64_t step; /* 0: there is no limit */
	uint64_t slack;
	uint64_t due;
};

/*
 * From now on `burst` lines (at least 1) may go at once and per_second in the long run, which is no
 * slower than one in a quarter of an hour; 0: no limit. What has gone counts on.
 */
void pace_set(struct pace *pace, unsigned burst, double per_second);
/* Milliseconds until a line may go; and until one may that leaves so many more of the burst. */
uint64_t pace_wait(const struct pace *pace, uint64_t now, unsigned others);
/* A line goes. */
void pace_count(struct pace *pace, uint64_t now);
/*
 * So many lines that went may have arrived only now, however they were spaced: they count as if
 * they went now. The answer that says so was late milliseconds under way: a server that had no time
 * for it may not have counted that time for the bot either. No more is owed for it than a burst.
 */
void pace_settle(struct pace *pace, uint64_t now, size_t lines, uint64_t late);
/* True if a whole burst might go now. */
bool pace_rested(const struct pace *pace, uint64_t now);
/* True if so many lines (at least 1) are more than may go at once. */
bool pace_pressed(const struct pace *pace, uint64_t now, size_t lines);

#endif
