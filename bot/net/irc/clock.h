/* irc/clock.h - deadlines and delays of a network. */
#ifndef BOT_NET_IRC_CLOCK_H
#define BOT_NET_IRC_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct irc;
struct irc_channel;

/* Sets the timer to the next deadline. Must be called after any change of a deadline. */
void irc_clock_set_timer(struct irc *irc);
/*
 * True if a rate limit allows one more action: *until is at most `most` milliseconds ahead of
 * `now`. The caller adds the cost of each action to *until.
 */
bool irc_clock_is_within_rate(uint64_t *until, uint64_t now, uint64_t most);
/*
 * Returns when the JOIN of a channel may be sent. A JOIN goes before waiting lines, but within the
 * rate limit.
 */
uint64_t irc_clock_join_time(
	const struct irc *irc, const struct irc_channel *channel, uint64_t now);
/* Returns the deadline for the answer to the last PING, or UINT64_MAX without a deadline. */
uint64_t irc_clock_pong_deadline(const struct irc *irc);
/*
 * Returns when a channel's pending WHO, MODE or NAMES may be sent, or UINT64_MAX if nothing is
 * pending or nothing may be sent.
 */
uint64_t irc_clock_query_time(
	const struct irc *irc, const struct irc_channel *channel, uint64_t now);

#endif
