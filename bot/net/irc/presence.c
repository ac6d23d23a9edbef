/* irc/presence.c - finds out whether members are still there, and still the same people. */
#include <string.h>

#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "engine/text.h"

/*
 * IRC_PRESENCE_VALID_MS: how long a WHO reply is valid, in ms. IRC_PRESENCE_RETRY_MS: delay before
 * an unanswered WHO is repeated, in ms. IRC_PRESENCE_MEMBERS: with this many people in the roster,
 * no more are added only for writing a line. IRC_PRESENCE_SILENT_MS: after this silence in ms,
 * members whose departure is not announced can be removed to make room.
 */
enum {
	IRC_PRESENCE_VALID_MS = 5000,
	IRC_PRESENCE_RETRY_MS = 15000,
	IRC_PRESENCE_MEMBERS = ROSTER_MEMBERS_MAX / 2,
	IRC_PRESENCE_SILENT_MS = 600000
};

void irc_presence_remove(struct irc *irc, struct member *member, enum departure how)
{
	struct sender sender = irc_sender(member);
	irc->network.events->departed(&irc->network, &sender, how);
	roster_remove(irc->members->roster, member);
}

void irc_presence_adopt_lines(struct irc *irc, const struct member *member)
{
	char place[IRC_STRANGER_TARGET];
	if (roster_is_passing(member))
		return;
	irc_stranger_target_of(member, place);
	outbox_move_to_member(irc->outgoing->outbox, place, member->key);
	irc_sent_readdress(irc, place, member);
}

bool irc_presence_has_hidden(const struct irc *irc)
{
	bool hides = irc->members->is_kept_out;
	for (size_t i = 0; i < irc->channels->count; i++)
		hides = hides ||
			(irc->channels->channel[i].in &&
				irc->channels->channel[i].hiding_modes != 0);
	return hides;
}

/* True if the server will announce a member's departure. */
static bool irc_presence_is_announced(const struct irc *irc, const struct member *member)
{
	bool watched = false;
	for (unsigned i = 0; i < irc->channels->count; i++)
		watched = watched ||
			(irc->channels->channel[i].in &&
				irc->channels->channel[i].hiding_modes == 0 &&
				roster_is_listed(member, i));
	return watched;
}

bool irc_presence_remove_lost(struct irc *irc, struct member *member)
{
	if (irc_presence_is_announced(irc, member) || roster_is_passing(member))
		return false;
	irc_presence_remove(irc, member, DEPARTED_NETWORK);
	return true;
}

void irc_presence_schedule_names(struct irc *irc, struct irc_channel *channel)
{
	uint64_t now = loop_now(irc->loop);
	if (!channel->ready || channel->names_due)
		return;
	channel->names_due = channel->who_due = true;
	channel->query_time = irc->members->query_time > now ? irc->members->query_time : now;
	irc->members->query_time = channel->query_time + irc->times.ask;
	irc_clock_set_timer(irc);
}

/*
 * Replaces a member by a new person with the member's nick. Reports the member as departed. Returns
 * the new member, or NULL if the replaced member shared no channel with the bot.
 */
static struct member *irc_presence_replace(struct irc *irc, struct member *member)
{
	struct sender sender = irc_sender(member);
	irc->network.events->departed(&irc->network, &sender, DEPARTED_NETWORK);
	member = roster_replace_person(irc->members->roster, member);
	for (unsigned i = 0; member != NULL && i < irc->channels->count; i++)
		if (roster_is_in_channel(member, i))
			irc_presence_schedule_names(irc, &irc->channels->channel[i]);
	return member;
}

static void irc_presence_report_new(struct irc *irc, const struct member *member)
{
	struct sender sender = irc_sender(member);
	irc->network.events->arrived(&irc->network, &sender);
}

void irc_presence_check_sender(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find(irc->members->roster, line->nick);
	if (member == NULL || !irc_account_is_other_sender(irc, member, line))
		return;
	member = irc_presence_replace(irc, member);
	if (member == NULL)
		return;
	irc_account_read_line(irc, member, line);
	irc_presence_report_new(irc, member);
}

void irc_presence_begin_chghost(struct irc *irc, struct member *member)
{
	text_copy(irc->members->changing_host, sizeof irc->members->changing_host, member->key);
	roster_set_kept(irc->members->roster, member, true);
	for (unsigned i = 0; i < irc->channels->count; i++)
		roster_leave(irc->members->roster, member, i);
	roster_set_host(member, NULL, NULL);
	roster_set_account(member, NULL);
}

void irc_presence_end_chghost(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find_key(irc->members->roster, irc->members->changing_host);
	irc->members->changing_host[0] = '\0';
	if (member == NULL)
		return;
	roster_set_kept(irc->members->roster, member, false);
	if (strcmp(line->command, "JOIN") != 0 || !irc_is_same_name(irc, line->nick, member->wire))
		irc_presence_remove(irc, member, DEPARTED_NETWORK);
}

/* Removes the silent members whose departure the server would not announce. */
static void irc_presence_drop_silent(struct irc *irc)
{
	uint64_t now = loop_now(irc->loop);
	struct member *member, *next;
	for (member = roster_next(irc->members->roster, NULL); member != NULL; member = next) {
		next = roster_next(irc->members->roster, member);
		if (now > member->presence.seen + IRC_PRESENCE_SILENT_MS &&
			!irc_presence_is_announced(irc, member) && !roster_is_passing(member))
			irc_presence_remove(irc, member, DEPARTED_CHANNEL);
	}
}

bool irc_presence_make_room(struct irc *irc)
{
	if (roster_count(irc->members->roster) >= IRC_PRESENCE_MEMBERS)
		irc_presence_drop_silent(irc);
	return roster_count(irc->members->roster) < IRC_PRESENCE_MEMBERS;
}

void irc_presence_record_line(struct irc *irc, struct member *member)
{
	member->presence.last_batch = irc->members->batches;
	member->presence.seen = loop_now(irc->loop);
	if (member->presence.who_sent != 0)
		outbox_resume(irc->outgoing->outbox, member->key);
	member->presence.who_sent = 0;
}

void irc_presence_drop_hidden(struct irc *irc)
{
	struct member *member, *next;
	if (irc_presence_has_hidden(irc))
		return;
	for (member = roster_next(irc->members->roster, NULL); member != NULL; member = next) {
		next = roster_next(irc->members->roster, member);
		roster_set_kept(irc->members->roster, member, false);
		if (roster_is_passing(member))
			irc_presence_remove(irc, member, DEPARTED_CHANNEL);
	}
}

static void irc_presence_send_who(struct irc *irc, struct member *member, uint64_t now)
{
	if (member->presence.who_sent != 0 &&
		now < member->presence.who_sent + IRC_PRESENCE_RETRY_MS)
		return;
	member->presence.who_sent = now;
	member->presence.who_serial = outbox_last_serial(irc->outgoing->outbox);
	irc_account_send_who(irc, member->wire);
}

bool irc_presence_can_send(struct irc *irc, const struct outbox_line *line, uint64_t now)
{
	struct member *member = line->target_kind == OUTBOX_TO_MEMBER
		? roster_find_key(irc->members->roster, line->target)
		: NULL;
	if (member == NULL || irc_presence_is_announced(irc, member))
		return true;
	if (member->presence.last_batch == irc->members->batches ||
		(line->serial <= member->presence.confirmed_serial &&
			now < member->presence.confirmed_until))
		return true;
	irc_presence_send_who(irc, member, now);
	outbox_defer(irc->outgoing->outbox, member->presence.who_sent + IRC_PRESENCE_RETRY_MS);
	return false;
}

/*
 * Handles a WHO reply about a member: the member is there, so lines deferred until the reply may be
 * sent.
 */
static void irc_presence_confirm(struct irc *irc, struct member *member)
{
	struct roster_presence *presence = &member->presence;
	presence->seen = loop_now(irc->loop);
	if (presence->who_sent == 0)
		return;
	presence->who_sent = 0;
	presence->confirmed_serial = presence->who_serial;
	presence->confirmed_until = presence->seen + IRC_PRESENCE_VALID_MS;
	outbox_resume(irc->outgoing->outbox, member->key);
	loop_timer_set(irc->outgoing->pace, 0);
}

/* Handles a WHO reply. account NULL: unknown; "": logged out. */
static void irc_presence_handle_who(struct irc *irc, const char *nick, const char *user,
	const char *host, const char *flags, const char *account)
{
	struct member *member = roster_find(irc->members->roster, nick);
	bool other, learnt;
	if (member == NULL)
		return;
	other = irc_account_is_other(member, user, host, account);
	if (other)
		member = irc_presence_replace(irc, member);
	if (member == NULL)
		return;
	irc_account_read_flags(irc, member, flags);
	learnt = roster_set_host(member, user, host);
	if (account != NULL)
		learnt = roster_set_account(member, account) || learnt;
	if (other || learnt)
		irc_presence_adopt_lines(irc, member);
	if (other)
		irc_presence_report_new(irc, member);
	else if (learnt)
		irc_account_report_change(irc, member);
	irc_presence_confirm(irc, member);
}

/* Handles `354 bot 152 #channel user host nick flags account`. */
void irc_on_whox_reply(struct irc *irc, const struct irc_line *line)
{
	const char *account = line->param[7];
	if (strcmp(line->param[1], IRC_ACCOUNT_TOKEN) == 0)
		irc_presence_handle_who(irc, line->param[5], line->param[3], line->param[4],
			line->param[6], strcmp(account, "0") == 0 ? "" : account);
}

/*
 * Handles `352 bot #channel user host server nick flags :hops name`, the reply of servers without
 * WHOX.
 */
void irc_on_who_reply(struct irc *irc, const struct irc_line *line)
{
	irc_presence_handle_who(irc, line->param[5], line->param[2], line->param[3],
		line->params > 6 ? line->param[6] : "", NULL);
}

/*
 * Handles `315 bot anna :End of WHO list.`. If no reply about the member came before the end of the
 * list, the member is gone.
 */
void irc_on_who_end(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find(irc->members->roster, line->param[1]);
	if (member != NULL && member->presence.who_sent != 0)
		irc_presence_remove_lost(irc, member);
}
