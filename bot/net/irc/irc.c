/* irc.c - one IRC network: comes and stays connected, and keeps its appointments. */
#include "bot/net/irc/irc.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "bot/net/irc/state.h"
#include "bot/net/irc/text.h"
#include "engine/text.h"

/* IRC_PAUSE: milliseconds before the bot looks again whether it may ask for its nick. */
enum { IRC_PAUSE = 1000 };
/* How many times as long as silence a server may take what it was told, while it speaks. */
enum { IRC_PATIENCE = 4 };

const struct irc_times irc_times_usual = {
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
	.ask = 5000,
};

/* ---- names ---- */

bool irc_same(const struct irc *irc, const char *name, const char *other)
{
	char folded[NETWORK_CHANNEL], other_folded[NETWORK_CHANNEL];
	return irc_case_fold(irc->support.mapping, name, folded, sizeof folded) &&
		irc_case_fold(irc->support.mapping, other, other_folded, sizeof other_folded) &&
		strcmp(folded, other_folded) == 0;
}

bool irc_is_self(const struct irc *irc, const char *nick)
{
	return irc_same(irc, nick, irc->wire);
}

void irc_call(struct irc *irc, const char *wire)
{
	struct text text = text_in(irc->wire, sizeof irc->wire);
	text_add(&text, wire);
	irc_text_clean(irc->wire, irc->nick, sizeof irc->nick);
}

void irc_wanted(const struct irc *irc, char nick[NETWORK_NICK])
{
	size_t most = irc->support.nick_length;
	struct text text = text_in(nick, most > 0 && most < NETWORK_NICK ? most + 1 : NETWORK_NICK);
	text_add(&text, irc->settings.nick);
}

/* ---- times ---- */

/* About so many milliseconds, a half more or less, so that bots don't come back all at once. */
static uint64_t irc_jitter(uint64_t milliseconds)
{
	uint32_t dice = 0;
	if (getrandom(&dice, sizeof dice, GRND_NONBLOCK) != (ssize_t)sizeof dice)
		return milliseconds;
	return milliseconds / 2 + (milliseconds * (dice >> 16) >> 16);
}

/* The delay before the next attempt after so many in vain. */
static uint64_t irc_backoff(const struct irc *irc, uint64_t least, unsigned tries)
{
	uint64_t delay = least;
	while (tries-- > 0 && delay < irc->times.retry_most)
		delay *= 2;
	return irc_jitter(delay < irc->times.retry_most ? delay : irc->times.retry_most);
}

bool irc_spare(uint64_t *until, uint64_t now, uint64_t most)
{
	if (*until < now)
		*until = now;
	return *until - now <= most;
}

static void irc_sooner(uint64_t *next, uint64_t due)
{
	if (due < *next)
		*next = due;
}

/* Where the bot is to be comes before all it says, but no sooner than a line might go. */
static uint64_t irc_join_at(const struct irc *irc, const struct irc_channel *channel, uint64_t now)
{
	uint64_t free = now + outbox_past(irc->outbox, now);
	if (!irc_window_open(&irc->window))
		return UINT64_MAX;
	return channel->due > free ? channel->due : free;
}

/* By when the server must have taken what it was sent; what cannot be read may be its answer. */
static uint64_t irc_patience_due(const struct irc *irc)
{
	if (!irc->window.waits || !outbox_waits(irc->outbox) || conn_full(irc->conn))
		return UINT64_MAX;
	return irc->window.asked + IRC_PATIENCE * irc->times.dead;
}

/* When the bot has to look after something while it is on. */
static uint64_t irc_next_duty(const struct irc *irc, uint64_t now)
{
	uint64_t heard = conn_heard(irc->conn);
	uint64_t next = heard + (irc->asked == heard ? irc->times.dead : irc->times.ping);
	irc_sooner(&next, irc->regain);
	irc_sooner(&next, irc->forced.due);
	irc_sooner(&next, irc_patience_due(irc));
	for (size_t i = 0; i < irc->channels; i++) {
		const struct irc_channel *channel = &irc->channel[i];
		if (channel->mute)
			irc_sooner(&next, channel->due);
		if (!channel->in && irc_channel_wanted(channel))
			irc_sooner(&next, irc_join_at(irc, channel, now));
		irc_sooner(&next, irc_account_due(irc, channel, now));
	}
	return next;
}

void irc_arm(struct irc *irc)
{
	uint64_t now = loop_now(irc->loop);
	uint64_t next = irc->phase == IRC_ON ? irc_next_duty(irc, now) : irc->deadline;
	if (irc->phase == IRC_ON || irc->phase == IRC_REGISTERING)
		irc_sooner(&next, irc->login.due);
	if (irc->phase == IRC_GONE)
		loop_timer_stop(irc->clock);
	else
		loop_timer_set(irc->clock, next > now ? next - now : 0);
}

void irc_rejoin(struct irc *irc, struct irc_channel *channel)
{
	channel->due = loop_now(irc->loop) + irc_backoff(irc, irc->times.rejoin, channel->tries++);
	irc_arm(irc);
}

void irc_forced(struct irc *irc, const char *name)
{
	struct irc_forced *forced = &irc->forced;
	uint64_t now = loop_now(irc->loop);
	size_t length = strlen(forced->names);
	struct text text = text_in(forced->names + length, sizeof forced->names - length);
	if (irc_server_may_log(irc))
		log_about(irc->log, LOG_WARN,
			(struct log_about){ .network = irc->settings.name, .channel = name },
			"made to join %s: leaves it", name);
	if (length + strlen(name) + 2 > sizeof forced->names)
		return;
	text_add(&text, length > 0 ? "," : "");
	text_add(&text, name);
	if (forced->due != UINT64_MAX)
		return;
	if (now > forced->last + irc->times.retry_most)
		forced->tries = 0;
	forced->last = now;
	forced->due = now;
	if (forced->tries++ > 0)
		forced->due += irc_backoff(irc, irc->times.rejoin, forced->tries);
	irc_arm(irc);
}

/* ---- connecting ---- */

static void irc_opened(void *context)
{
	irc_login_begin(context);
}

static void irc_line(void *context, char *line, size_t length)
{
	(void)length;
	irc_dispatch_line(context, line);
}

static void irc_lull(void *context)
{
	irc_dispatch_flush(context);
}

static bool irc_urgent(void *context, const char *line, size_t length)
{
	char copy[IRC_LINE_TEXT + 1];
	if (length >= sizeof copy || memchr(line, '\0', length) != NULL)
		return false;
	memcpy(copy, line, length);
	copy[length] = '\0';
	return irc_dispatch_now(context, copy);
}

static void irc_drained(void *context)
{
	irc_pump(context);
}

static void irc_disconnected(struct irc *irc)
{
	if (irc->conn != NULL)
		conn_close(irc->conn);
	if (irc->feed != NULL)
		irc_feed_close(irc->feed);
	irc->conn = NULL;
	irc->feed = NULL;
}

/* What was said and who was there is so no longer. */
static void irc_reset(struct irc *irc)
{
	loop_timer_stop(irc->pace);
	outbox_clear(irc->outbox);
	irc->window = irc_window_new(irc->settings.burst, irc->settings.per_second);
	irc->unsure = irc->taken = irc->spoken;
	irc->support = irc_support_default();
	roster_clear(irc->roster, irc->support.mapping);
	irc_sasl_wipe(&irc->login.sasl);
	irc->login = (struct irc_login){ .due = UINT64_MAX };
	sodium_memzero(irc->said, sizeof irc->said);
	irc->forced = (struct irc_forced){ .due = UINT64_MAX };
	irc->marked = irc->watching = irc->held = irc->deaf = false;
	irc->asked = UINT64_MAX;
	irc->ask = 0;
	irc->mask = IRC_STATE_MASK;
	irc->nicks = 0;
	irc_channel_reset(irc);
}

/*
 * After a connection that has held it is the first server's turn again, else the next one's. How
 * long to wait for it.
 */
static uint64_t irc_turn(struct irc *irc, uint64_t now)
{
	bool held = irc->phase == IRC_ON && now - irc->welcomed >= irc->times.stable;
	if (held)
		irc->tries = 0;
	size_t next = held ? 0 : (irc->server + 1) % (irc->settings.mores + 1);
	if (!irc->stays && next != irc->server) {
		irc->server = next;
		irc->sts = 0;
	}
	irc->stays = false;
	/* All of them are tried before the bot waits longer. */
	return irc_backoff(irc, irc->times.retry_least, irc->server > 0 ? 0 : irc->tries++);
}

/* When to connect again. */
static void irc_schedule(struct irc *irc, const char *reason)
{
	uint64_t now = loop_now(irc->loop), delay = irc_turn(irc, now);
	if (irc->slow)
		delay = irc_jitter(irc->times.retry_most);
	irc->slow = false;
	irc->deadline = now + delay;
	log_network(irc->log, LOG_WARN, irc->settings.name, "not connected: %s; again in %.1f s",
		reason, (double)delay / 1000);
}

/* The connection is no more; the reason may live in the connection. */
static void irc_lost(struct irc *irc, const char *reason)
{
	bool was_on = irc->phase == IRC_ON || irc->phase == IRC_LEAVING;
	if (irc->phase == IRC_LEAVING && !irc->returns) {
		irc->phase = IRC_GONE;
		log_network(irc->log, LOG_NOTE, irc->settings.name, "left: %s", reason);
	} else {
		irc_schedule(irc, reason);
		irc->phase = IRC_WAITING;
	}
	irc_disconnected(irc);
	irc_reset(irc);
	irc_arm(irc);
	if (was_on)
		irc->network.events->lost(irc->network.above, &irc->network);
}

static void irc_closed(void *context, const char *reason)
{
	struct irc *irc = context;
	unsigned long dropped = conn_dropped(irc->conn);
	if (dropped > 0)
		log_network(irc->log, LOG_NOTE, irc->settings.name,
			"%lu malformed lines were ignored", dropped);
	irc_lost(irc, reason);
}

static const struct conn_events irc_conn_events = {
	.opened = irc_opened,
	.line = irc_line,
	.lull = irc_lull,
	.urgent = irc_urgent,
	.drained = irc_drained,
	.closed = irc_closed,
};

const char *irc_host(const struct irc *irc)
{
	size_t server = irc->server;
	return server > 0 && server <= irc->settings.mores ? irc->settings.more[server - 1]
							   : irc->settings.host;
}

static void irc_begin(struct irc *irc)
{
	const struct irc_settings *settings = &irc->settings;
	unsigned sts = settings->tls ? 0 : irc_sts_port(irc);
	const struct conn_settings where = {
		.host = irc_host(irc),
		.port = sts > 0 ? sts : settings->port,
		.tls = settings->tls || sts > 0,
		.ca_file = settings->ca_file,
		.fingerprint = settings->fingerprint,
		.certificate = settings->certificate,
		.key = settings->key,
		.source = settings->source,
		.proxy = settings->proxy,
	};
	const char *reason;
	log_network(irc->log, LOG_INFO, settings->name, "connecting to %s port %u%s%s", where.host,
		where.port, where.tls ? " with TLS" : "", sts > 0 ? ", as it asks for (STS)" : "");
	irc->port = where.port;
	irc->secure = where.tls;
	irc->phase = IRC_REGISTERING;
	irc->deadline = loop_now(irc->loop) + irc->times.registration;
	irc_call(irc, settings->nick);
	irc->feed = irc_feed_open(irc_dispatch_event, irc, &reason);
	if (irc->feed != NULL) {
		reason = "out of memory";
		irc->conn = conn_open(irc->loop, &where, &irc_conn_events, irc);
	}
	if (irc->conn == NULL)
		irc_lost(irc, reason);
	else
		irc_arm(irc);
}

/* ---- duties ---- */

static void irc_watch(struct irc *irc, uint64_t now)
{
	uint64_t heard = conn_heard(irc->conn);
	if (now - heard >= irc->times.dead) {
		conn_drop(irc->conn, "the server has gone silent");
	} else if (now >= irc_patience_due(irc)) {
		conn_drop(irc->conn, "the server does not take what it is told");
	} else if (now - heard >= irc->times.ping && irc->asked != heard) {
		irc->asked = heard;
		irc_ask(irc);
	}
}

static void irc_regain(struct irc *irc, uint64_t now)
{
	char wanted[NETWORK_NICK];
	if (irc->regain > now)
		return;
	irc_wanted(irc, wanted);
	irc->regain = UINT64_MAX;
	if (irc_is_self(irc, wanted))
		return;
	/* A nick costs as much as a burst of lines, and so does what is still under way. */
	bool rested = outbox_rested(irc->outbox, now), clear = irc_window_clear(&irc->window);
	if (rested && !clear && !irc->window.waits)
		irc_ask(irc);
	if (!rested || !clear) {
		irc->regain = now + outbox_delay(irc->outbox, now) + IRC_PAUSE;
		return;
	}
	irc->regain = now + irc->times.regain;
	irc_watch_nick(irc);
	/* Services answer, and then it is time to ask for the nick. */
	if (!irc_login_ghost(irc, wanted))
		irc_send(irc, "NICK", wanted, NULL);
}

/* True if the server, by CHANLIMIT, bears one more channel of that kind beside those asked for. */
static bool irc_join_fits(const struct irc *irc, const struct irc_channel *channel)
{
	size_t most = irc_support_most(&irc->support, channel->name), count = 0;
	for (size_t i = 0; i < irc->channels; i++) {
		const struct irc_channel *other = &irc->channel[i];
		if (other != channel && (other->in || (other->asked && irc_channel_wanted(other))))
			count += irc_support_alike(&irc->support, other->name, channel->name);
	}
	return most == 0 || count < most;
}

/* True if the bot asks for a channel now; it tries again should no answer come. */
static bool irc_join_may(struct irc *irc, struct irc_channel *channel, uint64_t now)
{
	channel->due = now + irc_backoff(irc, irc->times.rejoin, ++channel->tries);
	channel->asked = irc_join_fits(irc, channel);
	if (!channel->asked)
		log_about(irc->log, LOG_WARN,
			(struct log_about){
				.network = irc->settings.name, .channel = channel->name },
			"cannot join %s: the server allows no more channels", channel->name);
	return channel->asked;
}

/*
 * Joins channels it is time for, as many as a line holds; one with a key by itself. False: there
 * is none.
 */
static bool irc_join_some(struct irc *irc, uint64_t now)
{
	char names[IRC_STATE_NAMES];
	struct text list = text_in(names, sizeof names);
	const char *key = NULL;
	size_t count = 0;
	for (size_t i = 0; i < irc->channels && key == NULL; i++) {
		struct irc_channel *channel = &irc->channel[i];
		if (channel->in || !irc_channel_wanted(channel) ||
			irc_join_at(irc, channel, now) > now)
			continue;
		const char *own = irc_channel_key(irc, &irc->settings, channel->name);
		if (count > 0 &&
			(own != NULL || count == irc->support.joins ||
				text_length(&list) + strlen(channel->name) + 2 > sizeof names))
			break;
		if (!irc_join_may(irc, channel, now))
			continue;
		key = own;
		text_add(&list, count++ > 0 ? "," : "");
		text_add(&list, channel->name);
	}
	if (count > 0)
		irc_send(irc, "JOIN", names, key);
	return count > 0;
}

static void irc_join_due(struct irc *irc, uint64_t now)
{
	for (size_t lines = 0; lines < irc->channels && irc_join_some(irc, now); lines++)
		;
}

static void irc_forced_due(struct irc *irc, uint64_t now)
{
	struct irc_forced *forced = &irc->forced;
	if (forced->due > now)
		return;
	irc_send(irc, "PART", forced->names, NULL);
	forced->names[0] = '\0';
	forced->due = UINT64_MAX;
}

static void irc_unmute_due(struct irc *irc, uint64_t now)
{
	for (size_t i = 0; i < irc->channels; i++)
		if (irc->channel[i].mute && irc->channel[i].due <= now)
			irc_channel_unmute(irc, &irc->channel[i]);
}

static void irc_due(void *context)
{
	struct irc *irc = context;
	uint64_t now = loop_now(irc->loop);
	switch (irc->phase) {
	case IRC_WAITING: irc_begin(irc); return;
	case IRC_REGISTERING:
		if (now < irc->deadline) {
			irc_login_late(irc);
			return;
		}
		conn_drop(irc->conn, "the server did not welcome the bot in time");
		return;
	case IRC_LEAVING: conn_drop(irc->conn, "the server did not say goodbye"); return;
	case IRC_GONE: return;
	case IRC_ON:
		if (now >= irc->login.due)
			irc_login_late(irc);
		irc_watch(irc, now);
		irc_regain(irc, now);
		irc_forced_due(irc, now);
		irc_join_due(irc, now);
		irc_unmute_due(irc, now);
		irc_pump(irc);
		irc_arm(irc);
	}
}

static void irc_pace_due(void *context)
{
	irc_pump(context);
}

/* ---- opening and closing ---- */

struct irc *irc_open(struct loop *loop, const struct log *log, const struct irc_settings *settings,
	const struct network_events *events, void *above)
{
	const char *fault = irc_settings_fault(settings);
	struct irc *irc;
	if (fault != NULL) {
		log_network(log, LOG_ERROR, settings->name, "%s", fault);
		return NULL;
	}
	irc = calloc(1, sizeof *irc);
	if (irc == NULL)
		return NULL;
	irc->network = (struct network){
		.name = settings->name, .driver = &irc_driver, .events = events, .above = above
	};
	irc->settings = *settings;
	irc->times = settings->times != NULL ? *settings->times : irc_times_usual;
	irc->loop = loop;
	irc->log = log;
	irc->clock = loop_timer_open(loop, irc_due, irc);
	irc->pace = loop_timer_open(loop, irc_pace_due, irc);
	irc->outbox = outbox_open(settings->burst, settings->per_second);
	irc->roster = roster_open();
	if (irc->clock == NULL || irc->pace == NULL || irc->outbox == NULL || irc->roster == NULL) {
		irc_close(irc);
		return NULL;
	}
	irc_reset(irc);
	irc_call(irc, settings->nick);
	for (size_t i = 0; i < settings->channels; i++)
		irc_channel_join(irc, settings->channel[i]);
	irc_arm(irc);
	return irc;
}

void irc_change(struct irc *irc, const struct irc_settings *settings, const char *reason)
{
	uint64_t now = loop_now(irc->loop);
	irc_channel_change(irc, settings, reason);
	if (strcmp(irc->settings.nick, settings->nick) != 0) {
		irc->regain = now;
		irc->watching = false;
	}
	outbox_pace(irc->outbox, settings->burst, settings->per_second);
	if (strcmp(irc->settings.host, settings->host) != 0)
		irc->sts = 0;
	irc_window_pace(&irc->window, settings->burst, settings->per_second);
	irc->settings = *settings;
	irc->network.name = settings->name;
	irc->times = settings->times != NULL ? *settings->times : irc_times_usual;
	if (irc->phase == IRC_GONE || irc->phase == IRC_LEAVING) {
		irc->returns = irc->phase == IRC_LEAVING;
		irc->phase = irc->returns ? IRC_LEAVING : IRC_WAITING;
		irc->deadline = irc->returns ? irc->deadline : now;
	}
	irc_arm(irc);
	if (irc->conn != NULL)
		conn_flush(irc->conn);
}

struct network *irc_network(struct irc *irc)
{
	return &irc->network;
}

void irc_quit(struct irc *irc, const char *reason)
{
	bool said = irc->phase == IRC_ON;
	irc->deadline = loop_now(irc->loop) + irc->times.leave;
	irc->returns = false;
	if (irc->phase == IRC_LEAVING || irc->phase == IRC_GONE)
		return;
	irc->phase = irc->conn != NULL ? IRC_LEAVING : IRC_GONE;
	if (said) {
		irc_send(irc, "QUIT", NULL, reason);
		conn_flush(irc->conn);
	} else if (irc->conn != NULL) {
		conn_drop(irc->conn, "leaving");
	}
	irc_arm(irc);
}

bool irc_gone(const struct irc *irc)
{
	return irc->phase == IRC_GONE;
}

void irc_close(struct irc *irc)
{
	irc_disconnected(irc);
	if (irc->clock != NULL)
		loop_timer_close(irc->clock);
	if (irc->pace != NULL)
		loop_timer_close(irc->pace);
	outbox_close(irc->outbox);
	roster_close(irc->roster);
	free(irc);
}
