/* irc/clock.h - deadlines and delays. */
#ifndef BOT_NET_IRC_CLOCK_H
#define BOT_NET_IRC_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct irc;
struct irc_channel;

/* Sets the timer to the next deadline; must be called after any deadline changes. */
void irc_clock_set_timer(struct irc *irc);
/* Returns a random delay between a half and one and a half times as long. */
uint64_t irc_clock_jitter(uint64_t milliseconds);
/*
 * Returns the delay before the next attempt: doubles with each failed one, up to retry_most, and
 * varies by half, so bots do not all reconnect at once.
 */
uint64_t irc_clock_retry_delay(const struct irc *irc, uint64_t least, unsigned tries);
/*
 * Limits how often something is done: the caller adds the cost of each time to *until, in
 * milliseconds. Returns true while *until is at most `most` ahead of now.
 */
bool irc_clock_is_within_rate(uint64_t *until, uint64_t now, uint64_t most);
/* Returns when a channel may be joined: before waiting lines, but within the rate limit. */
uint64_t irc_clock_join_time(
	const struct irc *irc, const struct irc_channel *channel, uint64_t now);
/* Returns by when the server must have answered the latest PING, or UINT64_MAX. */
uint64_t irc_clock_pong_deadline(const struct irc *irc);
/* Returns when the WHO, MODE or NAMES due in a channel may be sent, or UINT64_MAX. */
uint64_t irc_clock_query_time(
	const struct irc *irc, const struct irc_channel *channel, uint64_t now);

#endif
