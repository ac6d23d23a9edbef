/*
 * irc.c - one IRC network: connects, reconnects, runs due tasks, changes settings, and implements
 * network_driver.
 */
#include "bot/net/irc/irc.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/net/irc/address.h"
#include "bot/net/irc/backlog.h"
#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/login.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/support.h"
#include "bot/net/irc/text.h"
#include "bot/net/irc/venue.h"
#include "engine/text.h"

static const struct irc_times irc_times_usual = {
	.ping = 45000,
	.dead = 90000,
	.registration = 60000,
	.retry_least = 1000,
	.retry_most = 300000,
	.stable = 60000,
	.rejoin = 5000,
	.regain = 60000,
	.leave = 2000,
	.login = 15000,
	.settle = 1000,
	.hurry = 15000,
	.follow = 3000,
	.ask = 5000,
};

/* A network with all its parts, in one allocation. */
struct irc_parts {
	struct irc irc; /* must be first */
	struct irc_address address;
	struct irc_link link;
	struct irc_login login;
	struct irc_support support;
	struct irc_self self;
	struct irc_channels channels;
	struct irc_members members;
	struct irc_outgoing outgoing;
	struct irc_sent sent;
	struct irc_backlog backlog;
};

/* ---- connecting ---- */

static void irc_close_connection(struct irc *irc)
{
	if (irc->link->conn != NULL)
		conn_close(irc->link->conn);
	if (irc->link->parser != NULL)
		irc_parser_close(irc->link->parser);
	irc->link->conn = NULL;
	irc->link->parser = NULL;
}

/* Clears the state of a connection that has ended. */
static void irc_reset(struct irc *irc)
{
	loop_timer_stop(irc->outgoing->pace);
	outbox_clear(irc->outgoing->outbox);
	irc->outgoing->window = irc_window_new(
		irc->settings->common.pace.burst, irc->settings->common.pace.per_second);
	irc->sent->sent_before_ping = irc->sent->confirmed = irc->sent->sent;
	*irc->support = irc_support_default();
	roster_clear(irc->members->roster, irc->support->mapping);
	irc_sasl_wipe(&irc->login->sasl);
	*irc->login = (struct irc_login){ .due = UINT64_MAX };
	sodium_memzero(irc->sent->lines, sizeof irc->sent->lines);
	irc->channels->forced = (struct irc_forced_joins){ .due = UINT64_MAX };
	irc->self->marked = irc->self->watching = irc->network.input_paused =
		irc->link->discarding_input = false;
	irc->link->asked = UINT64_MAX;
	irc->members->query_time = 0;
	irc->members->batches++;
	irc->members->changing_host[0] = '\0';
	irc->members->is_kept_out = false;
	irc->self->mask = IRC_SELF_MASK;
	irc->self->nicks = 0;
	irc_channel_reset(irc);
}

/*
 * Chooses the next server: after a stable connection the first of the list, otherwise the next one.
 * Returns the delay before connecting.
 */
static uint64_t irc_choose_server(struct irc *irc, uint64_t now)
{
	bool held =
		irc->link->phase == IRC_CONNECTED && now - irc->link->welcomed >= irc->times.stable;
	if (held)
		irc->address->tries = 0;
	size_t next = held ? 0 : (irc->address->server + 1) % (irc->settings->more_hosts.count + 1);
	if (!irc->address->same_server && next != irc->address->server) {
		irc->address->server = next;
		irc->address->sts = 0;
	}
	irc->address->same_server = false;
	/* The delay grows once per round through the list. */
	return pace_retry_delay(irc->times.retry_least, irc->times.retry_most,
		irc->address->server > 0 ? 0 : irc->address->tries++);
}

/*
 * Ends a connection and schedules the next. The connection may own `reason`, so `reason` is used
 * before the connection is freed.
 */
static void irc_handle_disconnect(struct irc *irc, const char *reason)
{
	bool was_on = irc->link->phase == IRC_CONNECTED || irc->link->phase == IRC_LEAVING;
	if (irc->link->phase == IRC_LEAVING && !irc->link->reconnects) {
		irc->link->phase = IRC_GONE;
		irc_log(irc, LOG_NOTE, "left the network: %s", reason);
	} else {
		uint64_t now = loop_now(irc->loop), delay = irc_choose_server(irc, now);
		if (irc->address->long_delay)
			delay = pace_retry_delay(irc->times.retry_most, irc->times.retry_most, 0);
		irc->address->long_delay = false;
		irc->link->deadline = now + delay;
		irc->link->phase = IRC_WAITING;
		irc_log(irc, LOG_WARN, "not connected: %s; trying again in %.1f s", reason,
			(double)delay / 1000);
	}
	irc_close_connection(irc);
	irc_reset(irc);
	irc_clock_set_timer(irc);
	if (was_on)
		irc->network.events->lost(&irc->network);
}

static void irc_closed(void *context, const char *reason)
{
	struct irc *irc = context;
	unsigned long dropped = conn_count_bad_lines(irc->link->conn);
	if (dropped > 0)
		irc_log(irc, LOG_NOTE, "ignored malformed lines from the server: %lu", dropped);
	irc_handle_disconnect(irc, reason);
}

static const struct conn_events irc_conn_events = {
	.opened = irc_login_begin,
	.line = irc_dispatch_line,
	.lines_done = irc_handle_parsed_lines,
	.urgent = irc_dispatch_urgent,
	.drained = irc_send_queued,
	.closed = irc_closed,
};

static void irc_open_connection(struct irc *irc)
{
	const struct irc_settings *settings = irc->settings;
	struct conn_settings where = settings->server;
	unsigned sts = where.tls ? 0 : irc->address->sts;
	where.host = irc_address_host(irc);
	if (!where.tls && sts == 0)
		sts = irc->network.events->get_sts_port(&irc->network, where.host);
	where.port = sts > 0 ? sts : where.port;
	where.tls = where.tls || sts > 0;
	const char *reason;
	log_network(irc->log, LOG_INFO, settings->common.name, "connecting to %s port %u%s%s",
		where.host, where.port, where.tls ? " with TLS" : "",
		sts > 0 ? ", as the server requires (STS)" : "");
	irc->address->port = where.port;
	irc->address->secure = where.tls;
	irc->link->phase = IRC_REGISTERING;
	irc_backlog_begin(irc);
	irc->link->deadline = loop_now(irc->loop) + irc->times.registration;
	irc_set_own_nick(irc, settings->nick);
	irc->link->parser = irc_parser_open(irc_dispatch_event, irc, &reason);
	if (irc->link->parser != NULL) {
		reason = "cannot create a connection";
		irc->link->conn = conn_open(irc->loop, &where, &irc_conn_events, irc);
	}
	if (irc->link->conn == NULL)
		irc_handle_disconnect(irc, reason);
	else
		irc_clock_set_timer(irc);
}

/* ---- due tasks ---- */

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
		/* Schedule another attempt now, because the server may never answer this JOIN. */
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

/* Runs all tasks whose time has come, in IRC_CONNECTED. */
static void irc_run_due_tasks(struct irc *irc)
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

static void irc_run_timer(void *context)
{
	struct irc *irc = context;
	uint64_t now = loop_now(irc->loop);
	switch (irc->link->phase) {
	case IRC_WAITING: irc_open_connection(irc); return;
	case IRC_REGISTERING:
		if (now < irc->link->deadline) {
			irc_login_handle_timeout(irc);
			return;
		}
		conn_drop(irc->link->conn, "the server did not welcome the bot in time");
		return;
	case IRC_LEAVING:
		conn_drop(irc->link->conn, "the server did not close the connection after QUIT");
		return;
	case IRC_GONE: return;
	case IRC_CONNECTED: irc_run_due_tasks(irc); return;
	}
}

/* ---- changing and ending ---- */

/*
 * Applies new settings: rate limit, channels and nick at once, the others at the next connection.
 * After a quit, connects again.
 */
static void irc_driver_change(
	struct network *network, const struct config_network *config, const char *reason)
{
	struct irc *irc = (struct irc *)network;
	const struct irc_settings *settings = (const struct irc_settings *)config;
	uint64_t now = loop_now(irc->loop);
	irc_channel_apply_settings(irc, settings, reason);
	if (strcmp(irc->settings->nick, settings->nick) != 0) {
		irc->self->regain = now;
		irc->self->watching = false;
	}
	outbox_set_rate(irc->outgoing->outbox, settings->common.pace.burst,
		settings->common.pace.per_second);
	if (strcmp(irc->settings->server.host, settings->server.host) != 0)
		irc->address->sts = 0;
	irc_window_set_rate(&irc->outgoing->window, settings->common.pace.burst,
		settings->common.pace.per_second);
	irc->settings = settings;
	irc->network.name = settings->common.name;
	if (irc->link->phase == IRC_GONE || irc->link->phase == IRC_LEAVING) {
		irc->link->reconnects = irc->link->phase == IRC_LEAVING;
		irc->link->phase = irc->link->reconnects ? IRC_LEAVING : IRC_WAITING;
		irc->link->deadline = irc->link->reconnects ? irc->link->deadline : now;
	}
	irc_clock_set_timer(irc);
	if (irc->link->conn != NULL)
		conn_flush(irc->link->conn);
}

static void irc_driver_quit(struct network *network, const char *reason)
{
	struct irc *irc = (struct irc *)network;
	bool said = irc->link->phase == IRC_CONNECTED;
	irc->link->deadline = loop_now(irc->loop) + irc->times.leave;
	irc->link->reconnects = false;
	if (irc->link->phase == IRC_LEAVING || irc->link->phase == IRC_GONE)
		return;
	irc->link->phase = irc->link->conn != NULL ? IRC_LEAVING : IRC_GONE;
	if (said) {
		irc_send(irc, "QUIT", NULL, reason);
		conn_flush(irc->link->conn);
	} else if (irc->link->conn != NULL) {
		conn_drop(irc->link->conn, "leaving");
	}
	irc_clock_set_timer(irc);
}

static bool irc_driver_gone(const struct network *network)
{
	return ((const struct irc *)network)->link->phase == IRC_GONE;
}

static void irc_driver_close(struct network *network)
{
	struct irc *irc = (struct irc *)network;
	irc_close_connection(irc);
	loop_timer_close(irc->link->clock);
	loop_timer_close(irc->outgoing->pace);
	outbox_close(irc->outgoing->outbox);
	roster_close(irc->members->roster);
	free(irc);
}

/* ---- network_driver ---- */

static bool irc_driver_join(struct network *network, const char *channel)
{
	return irc_channel_join((struct irc *)network, channel);
}

static bool irc_driver_part(struct network *network, const char *channel, const char *reason)
{
	return irc_channel_part((struct irc *)network, channel, reason);
}

static void irc_driver_status(struct network *network, struct network_status *status)
{
	const struct irc *irc = (const struct irc *)network;
	*status = (struct network_status){
		.connected = irc->link->phase == IRC_CONNECTED,
		.tried = irc->link->phase == IRC_CONNECTED || irc->address->tries > 0,
		.people = roster_count(irc->members->roster),
		.waiting = outbox_lines(irc->outgoing->outbox),
		.sent = irc->sent->sent,
		.confirmed = irc->sent->confirmed,
		.connects = irc->link->connects,
		.delay = outbox_wait_times(irc->outgoing->outbox),
	};
	for (size_t i = 0; i < irc->channels->count; i++)
		status->channels += irc->channels->channel[i].in;
}

static const char *irc_driver_nick(struct network *network, const char *key)
{
	const struct member *member =
		roster_find_key(((struct irc *)network)->members->roster, key);
	return member != NULL ? member->nick : NULL;
}

static bool irc_driver_in(struct network *network, const char *key, const char *name)
{
	struct irc *irc = (struct irc *)network;
	const struct member *member = roster_find_key(irc->members->roster, key);
	const struct irc_channel *channel = irc_channel_find(irc, name);
	return member != NULL && channel != NULL &&
		roster_is_in_channel(member, irc_channel_number(irc, channel));
}

static enum network_rank irc_driver_rank(struct network *network, const char *key, const char *name)
{
	struct irc *irc = (struct irc *)network;
	const struct member *member = roster_find_key(irc->members->roster, key);
	const struct irc_channel *channel = irc_channel_find(irc, name);
	if (member == NULL || channel == NULL)
		return RANK_NONE;
	unsigned number = irc_channel_number(irc, channel);
	for (unsigned rank = ROSTER_HALF_OPERATOR; rank < ROSTER_RANKS; rank++)
		if (roster_has_rank(member, number, rank))
			return RANK_OPERATOR;
	return roster_has_rank(member, number, ROSTER_VOICED) ? RANK_VOICED : RANK_NONE;
}

static bool irc_driver_find_nick(struct network *network, const char *nick, struct sender *sender)
{
	char wire[NETWORK_NICK];
	const struct member *member = irc_text_parse_name(nick, wire, sizeof wire)
		? roster_find(((struct irc *)network)->members->roster, wire)
		: NULL;
	if (member != NULL)
		*sender = irc_sender(member);
	return member != NULL;
}

static const char *irc_driver_self(struct network *network)
{
	return ((struct irc *)network)->self->nick;
}

static void irc_driver_fold(struct network *network, const char *name, char out[NETWORK_CHANNEL])
{
	irc_case_fold(((struct irc *)network)->support->mapping, name, out, NETWORK_CHANNEL);
}

/* An account name must be a valid nick, because services name accounts like nicks. */
static bool irc_driver_allows_name(struct network *network, const char *name)
{
	return irc_text_is_nick(name, ((struct irc *)network)->support->nick_length);
}

static bool irc_driver_add_link(
	struct network *network, const char *channel, bool local, struct string *link)
{
	return irc_venue_add_link(((struct irc *)network)->settings, channel, local, link);
}

static const struct network_driver irc_driver = {
	.protocol = "IRC",
	.operators = "irc",
	.say = irc_say,
	.tell = irc_tell,
	.waits = irc_is_waiting,
	.private_queue_length = irc_private_queue_length,
	.join = irc_driver_join,
	.part = irc_driver_part,
	.status = irc_driver_status,
	.nick = irc_driver_nick,
	.in = irc_driver_in,
	.rank = irc_driver_rank,
	.openness = irc_channel_openness,
	.is_restricted = irc_channel_is_restricted,
	.add_link = irc_driver_add_link,
	.find_nick = irc_driver_find_nick,
	.self = irc_driver_self,
	.fold = irc_driver_fold,
	.allows_name = irc_driver_allows_name,
	.send_staged = irc_send_staged,
	.discard_staged = irc_discard_staged,
	.change = irc_driver_change,
	.quit = irc_driver_quit,
	.gone = irc_driver_gone,
	.close = irc_driver_close,
};

static struct network *irc_open(const struct config_network *config, struct loop *loop,
	const struct log *log, const struct network_events *events, void *above)
{
	const struct irc_settings *settings = (const struct irc_settings *)config;
	struct irc_parts *whole = memory_new(1, sizeof *whole);
	struct irc *irc = &whole->irc;
	*irc = (struct irc){ .network = { .name = settings->common.name,
				     .driver = &irc_driver,
				     .events = events,
				     .above = above },
		.settings = settings,
		.times = irc_times_usual,
		.loop = loop,
		.log = log,
		.address = &whole->address,
		.link = &whole->link,
		.login = &whole->login,
		.support = &whole->support,
		.self = &whole->self,
		.channels = &whole->channels,
		.members = &whole->members,
		.outgoing = &whole->outgoing,
		.sent = &whole->sent,
		.backlog = &whole->backlog };
	irc->link->clock = loop_timer_open(loop, irc_run_timer, irc);
	irc->outgoing->pace = loop_timer_open(loop, irc_send_queued, irc);
	irc->outgoing->outbox =
		outbox_open(settings->common.pace.burst, settings->common.pace.per_second);
	irc->members->roster = roster_open();
	irc_reset(irc);
	irc_set_own_nick(irc, settings->nick);
	for (size_t i = 0; i < settings->common.channels.count; i++)
		irc_channel_join(irc, settings->common.channels.item[i]);
	irc_clock_set_timer(irc);
	return &irc->network;
}

const struct network_type irc_type = {
	.read_link = irc_venue_read_link,
	.open = irc_open,
};
