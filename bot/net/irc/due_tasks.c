/* irc/due_tasks.c - the tasks that run by a timer while connected. */
#include <string.h>

#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/login.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/support.h"
#include "engine/text.h"

/* Delay in ms before the bot checks again whether it may ask for the configured nick. */
enum { IRC_REGAIN_CHECK_MS = 1000 };

static void irc_check_silence(struct irc *irc, uint64_t now)
{
	uint64_t last_line = conn_last_line_time(irc->link->conn);
	if (now - last_line >= irc->times.dead) {
		conn_drop(irc->link->conn, "the server did not answer PING");
	} else if (now >= irc_clock_pong_deadline(irc)) {
		conn_drop(irc->link->conn,
			"the server did not answer the PING behind the last lines");
	} else if (now - last_line >= irc->times.ping && irc->link->asked != last_line) {
		irc->link->asked = last_line;
		irc_send_ping(irc);
	}
}

static void irc_regain_nick(struct irc *irc, uint64_t now)
{
	char wanted[NETWORK_NICK];
	if (irc->self->regain > now)
		return;
	irc_wanted_nick(irc, wanted);
	irc->self->regain = UINT64_MAX;
	if (irc_is_self(irc, wanted))
		return;
	/*
	 * Servers count a NICK like many lines: send it only when a full burst is allowed and no
	 * line is unconfirmed.
	 */
	bool rested = pace_has_full_burst(outbox_pace(irc->outgoing->outbox), now),
	     clear = irc_window_is_clear(&irc->outgoing->window);
	if (rested && !clear && !irc->outgoing->window.pong_awaited)
		irc_send_ping(irc);
	if (!rested || !clear) {
		irc->self->regain =
			now + outbox_delay(irc->outgoing->outbox, now) + IRC_REGAIN_CHECK_MS;
		return;
	}
	irc->self->regain = now + irc->times.regain;
	irc_monitor_nick(irc);
	/* If a command to NickServ was sent, NICK follows after NickServ's answer. */
	if (!irc_login_regain_nick(irc, wanted))
		irc_send(irc, "NICK", wanted, NULL);
}

/* True if CHANLIMIT allows the bot this channel in addition to those joined or requested. */
static bool irc_join_is_allowed(const struct irc *irc, const struct irc_channel *channel)
{
	const struct irc_support_limit *limit = irc_support_limit(irc->support, channel->name);
	size_t count = 0;
	for (size_t i = 0; i < irc->channels->count; i++) {
		const struct irc_channel *other = &irc->channels->channel[i];
		if (other != channel &&
			(other->in || (other->asked && irc_channel_is_wanted(other))))
			count += irc_support_limit(irc->support, other->name) == limit;
	}
	return limit == NULL || limit->most == 0 || count < limit->most;
}

/*
 * Sends one JOIN for as many due channels as fit in a line; a channel with a key gets its own JOIN.
 * Returns false if no channel is due.
 */
static bool irc_join_send_line(struct irc *irc, uint64_t now)
{
	char names[IRC_CHANNEL_NAMES];
	struct text list = text_in(names, sizeof names);
	const char *key = NULL;
	size_t count = 0;
	for (size_t i = 0; i < irc->channels->count && key == NULL; i++) {
		struct irc_channel *channel = &irc->channels->channel[i];
		if (channel->in || !irc_channel_is_wanted(channel) ||
			irc_clock_join_time(irc, channel, now) > now)
			continue;
		const char *own = irc_channel_key(irc, irc->settings, channel->name);
		if (count > 0 &&
			(own != NULL || count == irc->support->joins ||
				text_length(&list) + strlen(channel->name) + 2 > sizeof names))
			break;
		/* An answer may never come. */
		channel->due = now +
			pace_retry_delay(
				irc->times.rejoin, irc->times.retry_most, ++channel->tries);
		channel->asked = irc_join_is_allowed(irc, channel);
		if (!channel->asked) {
			irc_log_channel(irc, LOG_WARN, channel->name,
				"cannot join %s: the server allows no more channels",
				channel->name);
			continue;
		}
		key = own;
		text_add(&list, count++ > 0 ? "," : "");
		text_add(&list, channel->name);
	}
	if (count > 0)
		irc_send(irc, "JOIN", names, key);
	return count > 0;
}

void irc_run_due_tasks(struct irc *irc)
{
	uint64_t now = loop_now(irc->loop);
	struct irc_channels *channels = irc->channels;
	if (now >= irc->login->due)
		irc_login_handle_timeout(irc);
	irc_check_silence(irc, now);
	irc_regain_nick(irc, now);
	if (channels->forced.due <= now) {
		irc_send(irc, "PART", channels->forced.names, NULL);
		channels->forced.names[0] = '\0';
		channels->forced.due = UINT64_MAX;
	}
	for (size_t lines = 0; lines < channels->count && irc_join_send_line(irc, now); lines++)
		;
	for (size_t i = 0; i < channels->count; i++)
		if (channels->channel[i].mute && channels->channel[i].due <= now)
			irc_channel_unmute(irc, &channels->channel[i]);
	irc_send_queued(irc);
	irc_clock_set_timer(irc);
}
