/*
 * irc/member.c - handles lines by which people or the bot join, leave or change nick, and channel
 * modes.
 */
#include <string.h>

#include "bot/net/irc/backlog.h"
#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/login.h"
#include "bot/net/irc/member.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/support.h"
#include "bot/net/irc/text.h"
#include "engine/text.h"

/* ---- people ---- */

struct member *irc_member_add(
	struct irc *irc, const char *nick, struct irc_channel *channel, const struct irc_line *line)
{
	const struct network_events *events = irc->network.events;
	struct roster *roster = irc->members->roster;
	unsigned number = channel != NULL ? irc_channel_number(irc, channel) : 0;
	bool listed = line == NULL || strcmp(line->command, "JOIN") == 0;
	bool came = false, learnt;
	struct member *member = roster_add_passing(roster, nick);
	if (member == NULL)
		return NULL;
	/*
	 * A member who sends a line is there, so private lines to them may be sent at the end of
	 * this batch. This goes before irc_presence_make_room, which removes silent members.
	 */
	if (line != NULL) {
		member->presence.last_batch = irc->members->batches;
		member->presence.seen = loop_now(irc->loop);
		if (member->presence.who_sent != 0)
			outbox_resume(irc->outgoing->outbox, member->key);
		member->presence.who_sent = 0;
	}
	/* If the roster has too many people, the sender stays in it for this batch only. */
	if (channel != NULL &&
		(listed || roster_is_in_channel(member, number) || irc_presence_make_room(irc)))
		roster_add_to_channel(roster, nick, number, &came);
	if (listed)
		roster_mark_listed(member, number);
	else if (channel == NULL)
		/*
		 * The sender of a private line may be a hidden member of a channel, so keep them.
		 */
		came = roster_is_passing(member) && irc_presence_has_hidden(irc) &&
			irc_presence_make_room(irc) && roster_set_kept(roster, member, true);
	learnt = line != NULL && irc_account_read_line(irc, member, line);
	struct sender sender = irc_sender(member);
	if (came && line != NULL && channel != NULL)
		irc_account_schedule_who(irc, channel, member);
	if (came || learnt)
		irc_presence_adopt_lines(irc, member);
	if (came) {
		events->arrived(&irc->network, &sender);
	} else if (learnt) {
		events->identity_changed(&irc->network, &sender);
	}
	return member;
}

void irc_member_part(struct irc *irc, const char *nick, const struct irc_channel *channel)
{
	struct member *member = roster_find(irc->members->roster, nick);
	if (member != NULL &&
		roster_leave(irc->members->roster, member, irc_channel_number(irc, channel)))
		irc_presence_remove(irc, member, DEPARTED_CHANNEL);
}

/* Schedules an attempt to get `nick`, which its user gave up, if it is the configured nick. */
static void irc_schedule_regain(struct irc *irc, const char *nick)
{
	char wanted[NETWORK_NICK];
	irc_wanted_nick(irc, wanted);
	if (irc_is_self(irc, wanted) || !irc_is_same_name(irc, nick, wanted))
		return;
	irc->self->regain = loop_now(irc->loop);
	irc_clock_set_timer(irc);
}

/* ---- channels ---- */

/*
 * Removes all members from a channel, because the bot does not see them any more; missing: only
 * those whom a complete NAMES list does not contain, because they left unseen.
 */
static void irc_channel_remove_members(
	struct irc *irc, const struct irc_channel *channel, bool missing)
{
	struct roster *roster = irc->members->roster;
	unsigned number = irc_channel_number(irc, channel);
	struct member *member, *next;
	for (member = roster_next(roster, NULL); member != NULL; member = next) {
		next = roster_next(roster, member);
		if ((!missing || !roster_is_listed(member, number)) &&
			roster_leave(roster, member, number))
			irc_presence_remove(
				irc, member, missing ? DEPARTED_NETWORK : DEPARTED_CHANNEL);
	}
}

/*
 * Schedules leaving a channel that the server made the bot join. The delay grows with each such
 * join in a row.
 */
static void irc_channel_leave_unasked(struct irc *irc, const char *name)
{
	struct irc_forced_joins *forced = &irc->channels->forced;
	uint64_t now = loop_now(irc->loop);
	size_t length = strlen(forced->names);
	struct text text = text_in(forced->names + length, sizeof forced->names - length);
	if (irc_server_text_can_log(irc))
		irc_log_channel(irc, LOG_WARN, name,
			"the server made the bot join %s unasked: leaving it", name);
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
		forced->due +=
			pace_retry_delay(irc->times.rejoin, irc->times.retry_most, forced->tries);
	irc_clock_set_timer(irc);
}

void irc_on_join(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel = irc_channel_find(irc, line->param[0]);
	bool self = irc_is_self(irc, line->nick);
	if (channel == NULL && self && irc_channel_is_valid_name(line->param[0]))
		irc_channel_leave_unasked(irc, line->param[0]);
	if (channel == NULL)
		return;
	if (self) {
		irc->self->mask = strlen(line->source + strcspn(line->source, "!@"));
		if (irc->self->mask == 0)
			irc->self->mask = IRC_SELF_MASK;
		channel->in = true;
		channel->asked = false;
		channel->ready = channel->who_due = channel->mute = false;
		channel->modes_due = channel->names_due = channel->no_external = false;
		channel->ranks = channel->hiding_modes = channel->closing_modes = 0;
		channel->restricting_modes = 0;
		channel->modes_known = channel->replays = false;
		channel->since = irc_backlog_server_time(irc);
		irc_channel_remove_members(irc, channel, false);
		if (channel->leaving)
			irc_send(irc, "PART", channel->name, NULL);
	} else if (channel->in) {
		/*
		 * A person already in the channel must have left it unseen: report their departure
		 * first, because lines since then did not reach them.
		 */
		struct member *member = roster_find(irc->members->roster, line->nick);
		if (member != NULL &&
			roster_is_in_channel(member, irc_channel_number(irc, channel)))
			irc_presence_remove(irc, member, DEPARTED_NETWORK);
		if (irc_member_add(irc, line->nick, channel, line) != NULL)
			irc_sent_resend_unconfirmed(irc, line->nick);
	}
}

/*
 * Joins a channel on invitation, at most once per times.rejoin: many invitations must not make the
 * bot flood the server.
 */
void irc_on_invite(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel = irc_channel_find(irc, line->param[1]);
	uint64_t now = loop_now(irc->loop);
	if (channel == NULL || channel->in || !irc_channel_is_wanted(channel) ||
		now < channel->invited || irc->login->step != IRC_LOGIN_DONE)
		return;
	if (!irc_is_self(irc, line->param[0]))
		return;
	channel->invited = now + irc->times.rejoin;
	channel->due = now;
	channel->tries = 0;
	irc_clock_set_timer(irc);
}

/* Handles the PART or KICK of `nick`. */
static void irc_channel_handle_part(
	struct irc *irc, const char *name, const char *nick, const char *how)
{
	struct irc_channel *channel = irc_channel_find(irc, name);
	if (channel == NULL)
		return;
	if (!irc_is_self(irc, nick)) {
		irc_member_part(irc, nick, channel);
		return;
	}
	irc_log_channel(irc, LOG_NOTE, channel->name, "%s %s", channel->leaving ? "left" : how,
		channel->name);
	if (!channel->in)
		return;
	channel->in = channel->ready = channel->mute = false;
	channel->modes_due = channel->names_due = false;
	channel->ranks = 0;
	channel->newcomer[0] = '\0';
	outbox_drop_public(irc->outgoing->outbox, channel->folded);
	/* Count failed joins from 0, because the tries so far may be failed attempts to send. */
	channel->tries = 0;
	irc_channel_schedule_retry(irc, channel);
	/* Report channel_lost before the members depart, so that the bot can still tell them. */
	irc->network.events->channel_lost(&irc->network, channel->name);
	irc_channel_remove_members(irc, channel, false);
	irc->members->is_kept_out = true;
	if (channel->leaving)
		channel->name[0] = '\0';
}

void irc_on_part(struct irc *irc, const struct irc_line *line)
{
	irc_channel_handle_part(irc, line->param[0], line->nick, "the server made the bot leave");
}

void irc_on_kick(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel = irc_channel_find(irc, line->param[0]);
	irc_channel_handle_part(irc, line->param[0], line->param[1], "kicked out of");
	if (channel != NULL && !irc->settings->rejoin_after_kick &&
		irc_is_self(irc, line->param[1]))
		channel->due = UINT64_MAX;
}

void irc_on_quit(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find(irc->members->roster, line->nick);
	const char *reason = line->params > 0 ? line->param[0] : "";
	if (member != NULL && irc_text_is_host_change(reason))
		irc_presence_begin_chghost(irc, member);
	else if (member != NULL)
		irc_presence_remove(irc, member,
			irc_text_is_netsplit(reason) ? DEPARTED_SPLIT : DEPARTED_NETWORK);
	irc_schedule_regain(irc, line->nick);
}

void irc_on_nick(struct irc *irc, const struct irc_line *line)
{
	struct member *member, *other, *renamed;
	struct sender sender;
	if (irc_is_self(irc, line->nick)) {
		irc_set_own_nick(irc, line->param[0]);
		irc->self->regain = loop_now(irc->loop) + irc->times.regain;
		irc_clock_set_timer(irc);
		return;
	}
	member = roster_find(irc->members->roster, line->nick);
	other = roster_find(irc->members->roster, line->param[0]);
	if (member != NULL) {
		/* Another person with the new nick must have left unseen. */
		if (other != NULL && other != member)
			irc_presence_remove(irc, other, DEPARTED_NETWORK);
		renamed = roster_rename(irc->members->roster, member, line->param[0]);
		if (renamed == NULL) {
			irc_presence_remove(irc, member, DEPARTED_NETWORK);
		} else {
			irc_sent_resend_unconfirmed(irc, renamed->wire);
			irc_presence_adopt_lines(irc, renamed);
			sender = irc_sender(renamed);
			irc->network.events->renamed(&irc->network, &sender);
		}
	}
	irc_schedule_regain(irc, line->nick);
}

/* Handles `731 bot :anna,luc`, nicks that are offline (MONITOR). */
void irc_on_monitor_offline(struct irc *irc, const struct irc_line *line)
{
	for (const char *at = line->param[1]; *at != '\0'; at += *at == ',') {
		char nick[NETWORK_NICK];
		struct text text = text_in(nick, sizeof nick);
		size_t length = strcspn(at, ",");
		text_bytes(&text, at, strcspn(at, "!,"));
		irc_schedule_regain(irc, nick);
		at += length;
	}
}

/*
 * Channel modes by their effect. HIDING: the channel hides members (+u auditorium, +D and +d
 * delayed joins; a letter whose mode has a parameter on this server means something else there).
 * CLOSING: the channel is not public. RESTRICTING: only some people may join or speak. In a set of
 * modes, irc_support_bit gives the bit of each letter.
 */
#define IRC_MODES_HIDING      "uDd"
#define IRC_MODES_CLOSING     "spk"
#define IRC_MODES_RESTRICTING "miMR"

/* Converts a bit of irc_support_mode_bit to a rank, by the bit's place among the server's ranks. */
static enum roster_rank irc_rank_of(const struct irc_support *support, unsigned bit)
{
	unsigned operator= irc_support_mode_bit(support, 'o');
	unsigned half = irc_support_mode_bit(support, 'h');
	if (bit == operator)
		return ROSTER_OPERATOR;
	if (operator!= 0 && bit<operator)
		return ROSTER_ABOVE;
	return bit == half ? ROSTER_HALF_OPERATOR : ROSTER_VOICED;
}

/*
 * Handles `353 bot = #channel :@anna luc`, a part of a channel's member list. The symbol before the
 * channel is "@" for secret (+s), "*" for private (+p). ngircd always sends "=".
 */
void irc_on_names(struct irc *irc, const struct irc_line *line)
{
	const char *at, *symbol = line->params > 3 ? line->param[line->params - 3] : "";
	struct irc_channel *channel = irc_channel_find(irc, line->param[line->params - 2]);
	if (channel == NULL || !channel->in)
		return;
	unsigned number = irc_channel_number(irc, channel);
	if (strcmp(symbol, "@") == 0)
		channel->closing_modes |= irc_support_bit(IRC_MODES_CLOSING, 's');
	else if (strcmp(symbol, "*") == 0)
		channel->closing_modes |= irc_support_bit(IRC_MODES_CLOSING, 'p');
	for (at = line->param[line->params - 1]; *at != '\0'; at += strspn(at, " ")) {
		char nick[NETWORK_NICK];
		struct text text = text_in(nick, sizeof nick);
		unsigned ranks = 0;
		for (unsigned bit; (bit = irc_support_bit(irc->support->prefixes, *at)) != 0; at++)
			ranks |= bit;
		text_bytes(&text, at, strcspn(at, " !"));
		at += strcspn(at, " ");
		if (text.cut || nick[0] == '\0')
			continue;
		if (irc_is_self(irc, nick)) {
			channel->ranks = ranks;
			continue;
		}
		struct member *member = irc_member_add(irc, nick, channel, NULL);
		if (member == NULL)
			continue;
		for (unsigned rank = 0; rank < ROSTER_RANKS; rank++)
			roster_set_rank(member, number, rank, false);
		for (unsigned bit = 1; bit != 0 && bit <= ranks; bit <<= 1)
			if (ranks & bit)
				roster_set_rank(
					member, number, irc_rank_of(irc->support, bit), true);
	}
}

void irc_on_names_end(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel = irc_channel_find(irc, line->param[1]);
	if (channel == NULL || !channel->in)
		return;
	if (channel->ready) {
		if (channel->hiding_modes == 0 && !channel->names_due)
			irc_channel_remove_members(irc, channel, true);
		return;
	}
	channel->ready = true;
	channel->tries = 0;
	channel->who_due = channel->modes_due = true;
	channel->query_time = 0;
	irc_clock_set_timer(irc);
	/* Once the bot is in all of its channels, it keeps no hidden members. */
	bool all = true;
	for (size_t i = 0; i < irc->channels->count; i++)
		all = all &&
			(irc->channels->channel[i].in || irc->channels->channel[i].name[0] == '\0');
	irc->members->is_kept_out = irc->members->is_kept_out && !all;
	irc_presence_drop_hidden(irc);
	irc_log_channel(irc, LOG_INFO, channel->name, "joined %s", channel->name);
	irc->network.events->joined(&irc->network, channel->name);
}

static void irc_modes_set(unsigned *modes, unsigned bit, bool plus)
{
	*modes = plus ? *modes | bit : *modes & ~bit;
}

/*
 * Reads mode changes of a channel, the bot's ranks included, like `+vo-nb mitaines anna *!*@host`.
 */
static void irc_modes_read(const struct irc *irc, struct irc_channel *channel,
	const struct irc_line *line, size_t from)
{
	unsigned number = irc_channel_number(irc, channel);
	size_t next = from + 1;
	bool plus = true;
	for (const char *at = line->param[from]; *at != '\0'; at++) {
		unsigned rank = irc_support_mode_bit(irc->support, *at);
		if (*at == '+' || *at == '-') {
			plus = *at == '+';
			continue;
		}
		if (*at == 'n')
			channel->no_external = plus;
		if (!irc_support_has_parameter(irc->support, *at, true))
			irc_modes_set(&channel->hiding_modes,
				irc_support_bit(IRC_MODES_HIDING, *at), plus);
		if (rank == 0) {
			next += irc_support_has_parameter(irc->support, *at, plus);
			irc_modes_set(&channel->closing_modes,
				irc_support_bit(IRC_MODES_CLOSING, *at), plus);
			irc_modes_set(&channel->restricting_modes,
				irc_support_bit(IRC_MODES_RESTRICTING, *at), plus);
		} else if (next < line->params) {
			const char *nick = line->param[next++];
			struct member *member = roster_find(irc->members->roster, nick);
			if (irc_is_self(irc, nick))
				irc_modes_set(&channel->ranks, rank, plus);
			else if (member != NULL && roster_is_in_channel(member, number))
				roster_set_rank(
					member, number, irc_rank_of(irc->support, rank), plus);
		}
	}
}

/*
 * Requests NAMES again after a change of modes or ranks: the server may now list other members, or
 * no longer announce departures.
 */
static void irc_modes_check_members(struct irc *irc, struct irc_channel *channel)
{
	roster_clear_listed(irc->members->roster, irc_channel_number(irc, channel));
	irc_presence_schedule_names(irc, channel);
	irc_presence_drop_hidden(irc);
}

/* Handles `324 bot #channel +ntu`, the full list of a channel's modes. */
void irc_on_channel_modes(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel = irc_channel_find(irc, line->param[1]);
	if (channel == NULL || !channel->in)
		return;
	unsigned hides = channel->hiding_modes;
	channel->no_external = false;
	channel->hiding_modes = channel->closing_modes = channel->restricting_modes = 0;
	channel->modes_known = true;
	channel->replays = false;
	irc_modes_read(irc, channel, line, 2);
	if (channel->hiding_modes != hides)
		irc_modes_check_members(irc, channel);
}

/* Handles MODE. After any mode change in a muted channel, the bot tries to send again. */
void irc_on_mode(struct irc *irc, const struct irc_line *line)
{
	struct irc_channel *channel = irc_channel_find(irc, line->param[0]);
	irc_login_check_mode(irc, line);
	if (channel == NULL)
		return;
	unsigned hides = channel->hiding_modes, ranks = channel->ranks;
	irc_modes_read(irc, channel, line, 1);
	if (channel->hiding_modes != hides || (hides != 0 && channel->ranks != ranks))
		irc_modes_check_members(irc, channel);
	if (!channel->mute)
		return;
	channel->tries = 0;
	irc_channel_unmute(irc, channel);
}
