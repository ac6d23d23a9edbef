/* pace.c - rate limit for sending, and delays between attempts. */
#include "bot/net/pace.h"

#include <sodium.h>

/* The slowest rate, in lines per second; slower rates would overflow the arithmetic. */
#define PACE_SLOWEST 0.001

void pace_set(struct pace *pace, unsigned burst, double per_second)
{
	pace->step = pace->slack = 0;
	if (!(per_second > 0))
		return;
	if (per_second < PACE_SLOWEST)
		per_second = PACE_SLOWEST;
	pace->step = (uint64_t)(1e6 / per_second);
	pace->slack = burst > 1 ? (burst - 1) * pace->step : 0;
}

uint64_t pace_delay(const struct pace *pace, uint64_t now, unsigned others)
{
	uint64_t left = others * pace->step;
	uint64_t ready = now * 1000 + pace->slack - (left < pace->slack ? left : pace->slack);
	return pace->due <= ready ? 0 : (pace->due - ready + 999) / 1000;
}

void pace_count(struct pace *pace, uint64_t now)
{
	if (pace->due < now * 1000)
		pace->due = now * 1000;
	pace->due += pace->step;
}

void pace_count_again(struct pace *pace, uint64_t now, size_t lines, uint64_t late)
{
	uint64_t most = now * 1000 + pace->slack + pace->step;
	uint64_t due = now * 1000 + lines * pace->step;
	if (due < pace->due)
		due = pace->due;
	due += late * 1000;
	if (due > most)
		due = most;
	if (pace->due < due)
		pace->due = due;
}

bool pace_has_full_burst(const struct pace *pace, uint64_t now)
{
	return pace->due <= now * 1000;
}

bool pace_is_exceeded(const struct pace *pace, uint64_t now, size_t lines)
{
	return pace->due + (lines - 1) * pace->step > now * 1000 + pace->slack;
}

uint64_t pace_retry_delay(uint64_t least, uint64_t most, unsigned tries)
{
	uint64_t delay = least;
	while (tries-- > 0 && delay < most)
		delay *= 2;
	delay = delay < most ? delay : most;
	return delay / 2 + randombytes_uniform((uint32_t)delay);
}
