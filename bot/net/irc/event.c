/* irc/event.c - what a server says, and what follows from it. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "bot/net/irc/state.h"
#include "bot/net/irc/text.h"
#include "engine/text.h"

/*
 * IRC_EVENT_TEXT: a line's text made UTF-8. IRC_EVENT_NICKS: nicks to try until the server has had
 * enough, of which so many by appending. IRC_EVENT_REPLY, IRC_EVENT_REPLIES: milliseconds that the
 * answer to a CTCP request takes, and how many may be taken in advance.
 */
enum {
	IRC_EVENT_TEXT = 2 * IRC_LINE_TEXT + 1,
	IRC_EVENT_NICKS = 8,
	IRC_EVENT_APPENDED = 4,
	IRC_EVENT_REPLY = 5000,
	IRC_EVENT_REPLIES = 15000
};

/* ---- people ---- */

struct sender irc_sender(const struct member *member)
{
	return (struct sender){ member->key, member->nick, member->first, member->account,
		member->mask, roster_origin(member), roster_passes(member) };
}

/* He can be reached no longer. */
static void irc_went(struct irc *irc, struct member *member, enum departure how)
{
	struct sender sender = irc_sender(member);

	irc->network.events->went(irc->network.above, &irc->network, &sender, how);
	roster_forget(irc->roster, member);
}

/*
 * Somebody is in the channel, or, where that is NULL, passes by; event, unless NULL, is what he did
 * and tells more of him.
 */
static struct member *irc_came(struct irc *irc, const char *nick, struct irc_channel *channel,
	const struct irc_event *event)
{
	const struct network_events *events = irc->network.events;
	bool came = false, learnt;
	struct member *member = channel != NULL
		? roster_enter(irc->roster, nick, irc_channel_number(irc, channel), &came)
		: roster_pass(irc->roster, nick);
	struct sender sender;

	if (member == NULL)
		return NULL;
	learnt = event != NULL && irc_account_learn(irc, member, event);
	sender = irc_sender(member);
	if (came && event != NULL)
		irc_account_wonder(irc, channel, member);
	if (came)
		events->came(irc->network.above, &irc->network, &sender);
	else if (learnt)
		events->known(irc->network.above, &irc->network, &sender);
	return member;
}

static void irc_parted(struct irc *irc, const char *nick, const struct irc_channel *channel)
{
	struct member *member = roster_find(irc->roster, nick);

	if (member != NULL && roster_leave(irc->roster, member, irc_channel_number(irc, channel)))
		irc_went(irc, member, DEPARTED_CHANNEL);
}

/* Whoever had the bot's nick may have given it up. */
static void irc_freed(struct irc *irc, const char *nick)
{
	char wanted[NETWORK_NICK];

	irc_wanted(irc, wanted);
	if (irc_is_self(irc, wanted) || !irc_same(irc, nick, wanted))
		return;
	irc->regain = loop_now(irc->loop);
	irc_arm(irc);
}

/* ---- channels ---- */

/* Who was in the channel is so no longer, as far as the bot can see. */
static void irc_empty(struct irc *irc, const struct irc_channel *channel)
{
	struct member *member, *next;

	for (member = roster_next(irc->roster, NULL); member != NULL; member = next) {
		next = roster_next(irc->roster, member);
		if (roster_leave(irc->roster, member, irc_channel_number(irc, channel)))
			irc_went(irc, member, DEPARTED_CHANNEL);
	}
}

/* The bot is out of the channel. */
static void irc_out(struct irc *irc, struct irc_channel *channel)
{
	if (!channel->in)
		return;
	channel->in = channel->ready = channel->mute = false;
	channel->newcomer[0] = '\0';
	outbox_drop(irc->outbox, channel->folded);
	irc_rejoin(irc, channel);
	irc_empty(irc, channel);
	irc->network.events->left(irc->network.above, &irc->network, channel->name);
	if (channel->left)
		channel->name[0] = '\0';
}

static void irc_in(struct irc *irc, struct irc_channel *channel, const struct irc_event *event)
{
	irc->mask = strlen(event->source + strcspn(event->source, "!@"));
	if (irc->mask == 0)
		irc->mask = IRC_STATE_MASK;
	channel->in = true;
	channel->ready = channel->who = channel->mute = false;
	channel->since = event->time;
	irc_empty(irc, channel);
	if (channel->left)
		irc_send(irc, "PART", channel->name, NULL);
}

static void irc_on_join(struct irc *irc, const struct irc_event *event, const char *nick)
{
	struct irc_channel *channel = irc_channel_find(irc, event->param[0]);

	if (channel == NULL)
		return;
	if (irc_is_self(irc, nick))
		irc_in(irc, channel, event);
	else if (channel->in)
		irc_came(irc, nick, channel, event);
}

/* PART and KICK alike. */
static void irc_on_leave(struct irc *irc, const char *name, const char *nick, const char *how)
{
	struct irc_channel *channel = irc_channel_find(irc, name);

	if (channel == NULL)
		return;
	if (!irc_is_self(irc, nick)) {
		irc_parted(irc, nick, channel);
		return;
	}
	log_line(irc->log, LOG_NOTE, irc->settings.name, "%s %s", channel->left ? "left" : how,
		channel->name);
	irc_out(irc, channel);
}

static void irc_on_part(struct irc *irc, const struct irc_event *event, const char *nick)
{
	irc_on_leave(irc, event->param[0], nick, "made to leave");
}

static void irc_on_kick(struct irc *irc, const struct irc_event *event, const char *nick)
{
	(void)nick;
	irc_on_leave(irc, event->param[0], event->param[1], "kicked out of");
}

static void irc_on_quit(struct irc *irc, const struct irc_event *event, const char *nick)
{
	struct member *member = roster_find(irc->roster, nick);
	const char *reason = event->params > 0 ? event->param[0] : "";

	if (member != NULL)
		irc_went(irc, member, irc_text_split(reason) ? DEPARTED_SPLIT : DEPARTED_NETWORK);
	irc_freed(irc, nick);
}

static void irc_on_nick(struct irc *irc, const struct irc_event *event, const char *nick)
{
	struct member *member, *other, *renamed;
	struct sender sender;

	if (irc_is_self(irc, nick)) {
		irc_call(irc, event->param[0]);
		irc->regain = loop_now(irc->loop) + irc->times.regain;
		irc_arm(irc);
		return;
	}
	member = roster_find(irc->roster, nick);
	other = roster_find(irc->roster, event->param[0]);
	if (member != NULL) {
		/* Somebody whose leave was missed. */
		if (other != NULL && other != member)
			irc_went(irc, other, DEPARTED_NETWORK);
		renamed = roster_rename(irc->roster, member, event->param[0]);
		if (renamed == NULL) {
			irc_went(irc, member, DEPARTED_NETWORK);
		} else {
			sender = irc_sender(renamed);
			irc->network.events->renamed(irc->network.above, &irc->network, &sender);
		}
	}
	irc_freed(irc, nick);
}

/* ---- what people say ---- */

/* What was said before the bot came: some servers tell it to whoever joins. */
static bool irc_is_history(const struct irc_channel *channel, const struct irc_event *event)
{
	return channel != NULL && event->time != 0 && event->time < channel->since;
}

static void irc_on_speech(struct irc *irc, const struct irc_event *event, const char *nick)
{
	struct irc_channel *channel = irc_channel_find(irc, event->param[0]);
	char text[IRC_EVENT_TEXT];
	struct member *member;
	struct sender sender;

	if (channel != NULL ? !channel->in : !irc_is_self(irc, event->param[0]))
		return;
	if (irc_is_self(irc, nick) || irc_is_history(channel, event))
		return;
	irc_text_clean(event->param[1], text, sizeof text);
	irc_text_blanks(text);
	/* Some channels let people speak from outside: that makes nobody one of those in it. */
	member = irc_came(irc, nick, channel != NULL && !channel->ready ? channel : NULL, event);
	if (member == NULL || text[0] == '\0')
		return;
	sender = irc_sender(member);
	irc->network.events->message(irc->network.above, &irc->network, &sender,
		channel != NULL ? channel->name : NULL, text);
}

/* VERSION and PING, a few at a time; nothing else is worth an answer. */
static void irc_on_request(struct irc *irc, const struct irc_event *event, const char *nick)
{
	const char *request = event->param[0];
	uint64_t now = loop_now(irc->loop);
	char text[IRC_EVENT_TEXT];

	if (irc->replies < now)
		irc->replies = now;
	if (irc->replies - now > IRC_EVENT_REPLIES || irc_is_self(irc, nick))
		return;
	if (strcmp(request, "VERSION") == 0)
		irc_reply(irc, nick, "VERSION mitaines");
	else if (strncmp(request, "PING ", 5) == 0 && irc_text_clean(request, text, sizeof text))
		irc_reply(irc, nick, text);
	else
		return;
	irc->replies += IRC_EVENT_REPLY;
}

static void irc_on_action(struct irc *irc, const struct irc_event *event, const char *nick)
{
	(void)irc;
	(void)event;
	(void)nick;
}

/* ---- numerics ---- */

static void irc_on_welcome(struct irc *irc, const struct irc_event *event)
{
	uint64_t now = loop_now(irc->loop);

	if (irc->phase != IRC_REGISTERING)
		return;
	irc->welcomed = now;
	irc_call(irc, event->param[0]);
	if (!irc_login_welcome(irc))
		return;
	log_line(irc->log, LOG_NOTE, irc->settings.name, "connected as %s", irc->nick);
}

/* `396 bot host :is now your host`: as others see the bot. */
static void irc_on_host(struct irc *irc, const struct irc_event *event)
{
	size_t user = strlen("!1234567890a@");

	if (event->params >= 2)
		irc->mask = user + strlen(event->param[1]);
}

/* `353 bot = #channel :@anna luc`: who is there. */
static void irc_on_names(struct irc *irc, const struct irc_event *event)
{
	struct irc_channel *channel;
	const char *at;

	if (event->params < 3)
		return;
	channel = irc_channel_find(irc, event->param[event->params - 2]);
	if (channel == NULL || !channel->in)
		return;
	for (at = event->param[event->params - 1]; *at != '\0'; at += strspn(at, " ")) {
		char nick[NETWORK_NICK];
		struct text text = text_in(nick, sizeof nick);

		at += strspn(at, irc->support.prefixes);
		text_bytes(&text, at, strcspn(at, " !"));
		at += strcspn(at, " ");
		if (!text.cut && nick[0] != '\0' && !irc_is_self(irc, nick))
			irc_came(irc, nick, channel, NULL);
	}
}

static void irc_on_names_end(struct irc *irc, const struct irc_event *event)
{
	struct irc_channel *channel =
		event->params >= 2 ? irc_channel_find(irc, event->param[1]) : NULL;

	if (channel == NULL || !channel->in || channel->ready)
		return;
	channel->ready = true;
	channel->tries = 0;
	channel->who = true;
	channel->ask = 0;
	irc_arm(irc);
	log_line(irc->log, LOG_INFO, irc->settings.name, "in %s", channel->name);
	irc->network.events->joined(irc->network.above, &irc->network, channel->name);
}

/* Any nick will do for a start; the configured one is asked for again later. */
static void irc_on_nick_refused(struct irc *irc, const struct irc_event *event)
{
	char nick[NETWORK_NICK];
	struct text text = text_in(nick, sizeof nick);
	uint32_t dice = 0;

	(void)event;
	if (irc->phase != IRC_REGISTERING)
		return;
	if (++irc->nicks > IRC_EVENT_NICKS) {
		link_drop(irc->link, "the server refuses every nick");
		return;
	}
	if (irc->nicks <= IRC_EVENT_APPENDED) {
		text_add(&text, irc->wire);
		text_char(&text, '_');
	} else {
		/* Nine bytes are what every server allows. */
		text_bytes(&text, irc->settings.nick, strnlen(irc->settings.nick, 5));
		(void)!getrandom(&dice, sizeof dice, GRND_NONBLOCK);
		text_number(&text, 1000 + dice % 9000);
	}
	irc_call(irc, nick);
	irc_send(irc, "NICK", nick, NULL);
}

static void irc_on_join_refused(struct irc *irc, const struct irc_event *event)
{
	struct irc_channel *channel =
		event->params >= 2 ? irc_channel_find(irc, event->param[1]) : NULL;

	if (channel == NULL || channel->in || irc->phase != IRC_ON)
		return;
	log_line(irc->log, LOG_WARN, irc->settings.name, "cannot join %s (%03d)", channel->name,
		event->code);
	irc_rejoin(irc, channel);
}

/* `404 bot #channel :Cannot send to channel (+m)`: the tables there wait until the bot is heard. */
static void irc_on_mute(struct irc *irc, const struct irc_event *event)
{
	struct irc_channel *channel =
		event->params >= 2 ? irc_channel_find(irc, event->param[1]) : NULL;
	char text[IRC_EVENT_TEXT];

	if (channel == NULL || !channel->ready || channel->mute)
		return;
	irc_text_clean(event->param[event->params - 1], text, sizeof text);
	log_line(irc->log, LOG_WARN, irc->settings.name, "not heard in %s (404): %s", channel->name,
		text);
	irc_channel_mute(irc, channel);
}

/*
 * `716 bot anna :is in +g mode`, or another way to have no private messages; `486 bot :… anna` as
 * ngircd has it.
 */
static void irc_on_unheard(struct irc *irc, const struct irc_event *event)
{
	const char *name = event->params > 0 ? event->param[event->params - 1] : "";
	const char *last = strrchr(name, ' ');
	struct member *member;
	struct sender sender;

	if (event->params >= 3)
		name = event->param[1];
	else if (last != NULL)
		name = last + 1;
	member = roster_find(irc->roster, name);
	if (member == NULL)
		return;
	sender = irc_sender(member);
	irc->network.events->unheard(irc->network.above, &irc->network, &sender);
}

/* 477 is about somebody, or a channel, that is for people who are logged in. */
static void irc_on_unregistered(struct irc *irc, const struct irc_event *event)
{
	if (event->params >= 2 && irc_support_channel(&irc->support, event->param[1]))
		irc_on_join_refused(irc, event);
	else
		irc_on_unheard(irc, event);
}

/* 437 is about a nick or a channel. */
static void irc_on_unavailable(struct irc *irc, const struct irc_event *event)
{
	if (event->params >= 2 && irc_support_channel(&irc->support, event->param[1]))
		irc_on_join_refused(irc, event);
	else
		irc_on_nick_refused(irc, event);
}

/* What else is refused before the welcome is for the operator to know: a ban, a wrong password. */
static void irc_on_trouble(struct irc *irc, const struct irc_event *event)
{
	char text[IRC_EVENT_TEXT];

	if (irc->phase != IRC_REGISTERING || event->code < 400 || event->code > 599)
		return;
	irc_text_clean(event->param[event->params - 1], text, sizeof text);
	log_line(irc->log, LOG_WARN, irc->settings.name, "the server says %03d: %s", event->code,
		text);
}

/* Older servers know no CAP, and that is fine. */
static void irc_on_unknown(struct irc *irc, const struct irc_event *event)
{
	if (event->params < 2 || strcmp(event->param[event->params - 2], "CAP") != 0)
		irc_on_trouble(irc, event);
}

/* ---- dispatch ---- */

struct irc_rule {
	const char *name;
	bool server; /* a server may do it, and nick is no nick then */
	void (*take)(struct irc *irc, const struct irc_event *event, const char *nick);
};

struct irc_numeric {
	int code;
	void (*take)(struct irc *irc, const struct irc_event *event);
};

/* Both sorted. */
static const struct irc_rule irc_rules[] = {
	{ "ACCOUNT", false, irc_on_account },
	{ "ACTION", false, irc_on_action },
	{ "CHGHOST", false, irc_on_host_changed },
	{ "CTCP", false, irc_on_request },
	{ "JOIN", false, irc_on_join },
	{ "KICK", true, irc_on_kick },
	{ "NICK", false, irc_on_nick },
	{ "PART", false, irc_on_part },
	{ "PRIVMSG", false, irc_on_speech },
	{ "QUIT", false, irc_on_quit },
};

static const struct irc_numeric irc_numerics[] = {
	{ 1, irc_on_welcome },
	{ 352, irc_on_who_plain },
	{ 353, irc_on_names },
	{ 354, irc_on_who },
	{ 366, irc_on_names_end },
	{ 396, irc_on_host },
	{ 403, irc_on_join_refused },
	{ 404, irc_on_mute },
	{ 405, irc_on_join_refused },
	{ 421, irc_on_unknown },
	{ 432, irc_on_nick_refused },
	{ 433, irc_on_nick_refused },
	{ 436, irc_on_nick_refused },
	{ 437, irc_on_unavailable },
	{ 451, irc_on_unknown },
	{ 471, irc_on_join_refused },
	{ 473, irc_on_join_refused },
	{ 474, irc_on_join_refused },
	{ 475, irc_on_join_refused },
	{ 476, irc_on_join_refused },
	{ 477, irc_on_unregistered },
	{ 480, irc_on_join_refused },
	{ 486, irc_on_unheard },
	{ 489, irc_on_join_refused },
	{ 520, irc_on_join_refused },
	{ 531, irc_on_unheard },
	{ 716, irc_on_unheard },
	{ 900, irc_on_logged_in },
	{ 901, irc_on_logged_out },
	{ 902, irc_on_sasl_refused },
	{ 903, irc_on_sasl_done },
	{ 904, irc_on_sasl_refused },
	{ 905, irc_on_sasl_refused },
	{ 906, irc_on_sasl_refused },
	{ 907, irc_on_sasl_done },
};

static int irc_compare_rule(const void *name, const void *rule)
{
	return strcmp(name, ((const struct irc_rule *)rule)->name);
}

static int irc_compare_numeric(const void *code, const void *numeric)
{
	return *(const int *)code - ((const struct irc_numeric *)numeric)->code;
}

static void irc_take_numeric(struct irc *irc, const struct irc_event *event)
{
	const struct irc_numeric *numeric =
		bsearch(&event->code, irc_numerics, sizeof irc_numerics / sizeof irc_numerics[0],
			sizeof irc_numerics[0], irc_compare_numeric);

	if (numeric != NULL)
		numeric->take(irc, event);
	else
		irc_on_trouble(irc, event);
}

void irc_take_event(void *context, const struct irc_event *event)
{
	struct irc *irc = context;
	char nick[NETWORK_NICK];
	const struct irc_rule *rule;
	bool person;

	if (irc->phase != IRC_REGISTERING && irc->phase != IRC_ON)
		return;
	if (event->code > 0) {
		irc_take_numeric(irc, event);
		return;
	}
	rule = bsearch(event->name, irc_rules, sizeof irc_rules / sizeof irc_rules[0],
		sizeof irc_rules[0], irc_compare_rule);
	person = irc_line_nick(event->source, nick, sizeof nick);
	if (rule != NULL && irc->phase == IRC_ON && (person || rule->server))
		rule->take(irc, event, nick);
}

/* ---- lines ---- */

/* Names fold differently now; before anybody is known that harms nobody. */
static void irc_refold(struct irc *irc, enum irc_case before)
{
	if (roster_count(irc->roster) > 0) {
		irc->support.mapping = before;
		return;
	}
	roster_clear(irc->roster, irc->support.mapping);
	irc_channel_fold(irc);
}

/* Shows the bot as one, where the network has a mode for it. */
static void irc_mark(struct irc *irc)
{
	char mode[NETWORK_NICK + 4];
	struct text text = text_in(mode, sizeof mode);

	if (irc->marked || irc->support.bot_mode == '\0' || irc->phase != IRC_ON)
		return;
	irc->marked = true;
	text_add(&text, irc->wire);
	text_add(&text, " +");
	text_char(&text, irc->support.bot_mode);
	irc_send(irc, "MODE", mode, NULL);
}

/* `005 bot NAME=value … :are supported`, which can have more parameters than libircclient reads. */
static void irc_take_support(struct irc *irc, const struct irc_line *line)
{
	enum irc_case before = irc->support.mapping;

	for (size_t i = 1; i < line->params; i++)
		irc_support_take(&irc->support, line->param[i]);
	if (irc->support.mapping != before)
		irc_refold(irc, before);
	irc_mark(irc);
}

static void irc_take_error(struct irc *irc, const struct irc_line *line)
{
	char text[IRC_EVENT_TEXT];

	irc_text_clean(line->params > 0 ? line->param[0] : "", text, sizeof text);
	log_line(irc->log, LOG_WARN, irc->settings.name, "the server says: %s", text);
}

/* A channel whose modes change may be one where the bot is heard again. */
static void irc_take_mode(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel =
		line->params >= 2 ? irc_channel_find(irc, line->param[0]) : NULL;

	irc_login_take_mode(irc, line);
	if (channel == NULL || !channel->mute)
		return;
	channel->tries = 0;
	irc_channel_unmute(irc, channel);
}

static void irc_take_ping(struct irc *irc, const struct irc_line *line)
{
	irc_send(irc, "PONG", NULL, line->params > 0 ? line->param[0] : "");
}

/* Lines that libircclient has no event for, or cannot bear. */
static const struct {
	const char *command;
	bool now; /* may overtake what came before it */
	void (*take)(struct irc *irc, const struct irc_line *line);
} irc_raw[] = {
	{ "005", false, irc_take_support },
	{ "AUTHENTICATE", false, irc_login_take_challenge },
	{ "CAP", false, irc_login_take_caps },
	{ "ERROR", true, irc_take_error },
	{ "MODE", false, irc_take_mode },
	{ "NOTICE", false, irc_login_take_notice },
	{ "PING", true, irc_take_ping },
};

/* False: the line is none of these. */
static bool irc_take_raw(struct irc *irc, const struct irc_line *line)
{
	for (size_t i = 0; i < sizeof irc_raw / sizeof irc_raw[0]; i++) {
		if (strcmp(irc_raw[i].command, line->command) != 0)
			continue;
		if (!irc_raw[i].now)
			irc_take_events(irc);
		irc_raw[i].take(irc, line);
		return true;
	}
	return false;
}

void irc_take_line(struct irc *irc, char *bytes)
{
	struct irc_line line;

	if (irc_line_read(bytes, &line) && !irc_take_raw(irc, &line) && irc_line_fit(&line) &&
		!irc_feed_add(irc->feed, &line))
		link_drop(irc->link, "libircclient failed");
}

void irc_take_events(struct irc *irc)
{
	if (!irc_feed_flush(irc->feed))
		link_drop(irc->link, "libircclient failed");
}
