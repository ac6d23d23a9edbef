/* irc/clock.c - deadlines and delays of a network. */
#include "bot/net/irc/clock.h"
#include "bot/net/irc/channel.h"
#include "bot/net/irc/login.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"

/*
 * If a server sends lines but no PONG, the bot disconnects after IRC_CLOCK_PONG_FACTOR *
 * times.dead.
 */
enum { IRC_CLOCK_PONG_FACTOR = 4 };

bool irc_clock_is_within_rate(uint64_t *until, uint64_t now, uint64_t most)
{
	if (*until < now)
		*until = now;
	return *until - now <= most;
}

static void irc_clock_use_earlier(uint64_t *next, uint64_t due)
{
	if (due < *next)
		*next = due;
}

uint64_t irc_clock_join_time(const struct irc *irc, const struct irc_channel *channel, uint64_t now)
{
	uint64_t free = now + pace_delay(outbox_pace(irc->outgoing->outbox), now, 0);
	if (!irc_window_has_room(&irc->outgoing->window))
		return UINT64_MAX;
	return channel->due > free ? channel->due : free;
}

/* A full input buffer suspends the deadline: an unread line may be the PONG. */
uint64_t irc_clock_pong_deadline(const struct irc *irc)
{
	if (!irc->outgoing->window.pong_awaited || !outbox_has_ready(irc->outgoing->outbox) ||
		conn_is_input_full(irc->link->conn))
		return UINT64_MAX;
	return irc->outgoing->window.ping_time + IRC_CLOCK_PONG_FACTOR * irc->times.dead;
}

uint64_t irc_clock_query_time(
	const struct irc *irc, const struct irc_channel *channel, uint64_t now)
{
	uint64_t free = now + outbox_delay(irc->outgoing->outbox, now);
	bool pending = channel->in && (channel->who_due || channel->newcomer[0] != '\0');
	if (!pending || !irc_window_has_room(&irc->outgoing->window))
		return UINT64_MAX;
	return channel->query_time > free ? channel->query_time : free;
}

void irc_clock_set_timer(struct irc *irc)
{
	uint64_t now = loop_now(irc->loop), next = irc->link->deadline;
	if (irc->link->phase == IRC_GONE) {
		loop_timer_stop(irc->link->clock);
		return;
	}
	if (irc->link->phase == IRC_CONNECTED) {
		uint64_t last_line = conn_last_line_time(irc->link->conn);
		next = last_line +
			(irc->link->asked == last_line ? irc->times.dead : irc->times.ping);
		irc_clock_use_earlier(&next, irc->self->regain);
		irc_clock_use_earlier(&next, irc->channels->forced.due);
		irc_clock_use_earlier(&next, irc_clock_pong_deadline(irc));
		for (size_t i = 0; i < irc->channels->count; i++) {
			const struct irc_channel *channel = &irc->channels->channel[i];
			if (channel->mute)
				irc_clock_use_earlier(&next, channel->due);
			if (!channel->in && irc_channel_is_wanted(channel))
				irc_clock_use_earlier(
					&next, irc_clock_join_time(irc, channel, now));
			irc_clock_use_earlier(&next, irc_clock_query_time(irc, channel, now));
		}
	}
	if (irc->link->phase == IRC_CONNECTED || irc->link->phase == IRC_REGISTERING)
		irc_clock_use_earlier(&next, irc->login->due);
	loop_timer_set(irc->link->clock, next > now ? next - now : 0);
}
