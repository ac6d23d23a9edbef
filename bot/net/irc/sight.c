/* irc/sight.c - finds out whether members are still there, and still the same people. */
#include <string.h>

#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "engine/text.h"

/*
 * IRC_SIGHT_HOLDS: validity of a WHO reply, in ms. IRC_SIGHT_AGAIN: ms before an unanswered WHO is
 * repeated. IRC_SIGHT_ROOM: people known, above which no more are added just for speaking.
 * IRC_SIGHT_OLD: ms without a sign of life, after which such people are then forgotten.
 */
enum {
	IRC_SIGHT_HOLDS = 5000,
	IRC_SIGHT_AGAIN = 15000,
	IRC_SIGHT_ROOM = ROSTER_MOST / 2,
	IRC_SIGHT_OLD = 600000
};

void irc_went(struct irc *irc, struct member *member, enum departure how)
{
	struct sender sender = irc_sender(member);
	irc->network.events->went(irc->network.above, &irc->network, &sender, how);
	roster_forget(irc->members->roster, member);
}

void irc_adopt(struct irc *irc, const struct member *member)
{
	char place[IRC_STATE_PLACE];
	if (roster_passes(member))
		return;
	irc_place_of(member, place);
	outbox_adopt(irc->outgoing->outbox, place, member->key);
	irc_said_adopt(irc, place, member);
}

bool irc_sight_hides(const struct irc *irc)
{
	bool hides = false;
	for (size_t i = 0; i < irc->channels->count; i++)
		hides = hides ||
			(irc->channels->channel[i].in && irc->channels->channel[i].hides != 0);
	return hides;
}

/* True if the server announces when a member leaves. */
static bool irc_is_watched(const struct irc *irc, const struct member *member)
{
	bool watched = false;
	for (unsigned i = 0; i < irc->channels->count; i++)
		watched = watched ||
			(irc->channels->channel[i].in && irc->channels->channel[i].hides == 0 &&
				roster_listed(member, i));
	return watched;
}

bool irc_sight_lost(struct irc *irc, struct member *member)
{
	if (irc_is_watched(irc, member) || roster_passes(member))
		return false;
	irc_went(irc, member, DEPARTED_NETWORK);
	return true;
}

/* ---- nicks that now belong to another person ---- */

void irc_sight_doubt(struct irc *irc, struct irc_channel *channel)
{
	uint64_t now = loop_now(irc->loop);
	if (!channel->ready || channel->names)
		return;
	channel->names = channel->who = true;
	channel->ask = irc->members->ask > now ? irc->members->ask : now;
	irc->members->ask = channel->ask + irc->times.ask;
	irc_arm(irc);
}

/*
 * Handles the unseen departure of a member: another person has their nick now. Returns that person,
 * or NULL if they share no channel.
 */
static struct member *irc_sight_another(struct irc *irc, struct member *member)
{
	struct sender sender = irc_sender(member);
	irc->network.events->went(irc->network.above, &irc->network, &sender, DEPARTED_NETWORK);
	member = roster_renew(irc->members->roster, member);
	for (unsigned i = 0; member != NULL && i < irc->channels->count; i++)
		if (roster_in(member, i))
			irc_sight_doubt(irc, &irc->channels->channel[i]);
	return member;
}

static void irc_sight_came(struct irc *irc, const struct member *member)
{
	struct sender sender = irc_sender(member);
	irc->network.events->came(irc->network.above, &irc->network, &sender);
}

void irc_sight_compare(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find(irc->members->roster, line->nick);
	if (member == NULL || !irc_account_parts(irc, member, line))
		return;
	member = irc_sight_another(irc, member);
	if (member == NULL)
		return;
	irc_account_learn(irc, member, line);
	irc_sight_came(irc, member);
}

/* ---- hosts that change by QUIT and JOIN ---- */

void irc_sight_move(struct irc *irc, struct member *member)
{
	struct text text = text_in(irc->members->moving, sizeof irc->members->moving);
	text_add(&text, member->key);
	roster_hear(irc->members->roster, member, true);
	for (unsigned i = 0; i < irc->channels->count; i++)
		roster_leave(irc->members->roster, member, i);
	roster_host(irc->members->roster, member, NULL, NULL);
	roster_account(irc->members->roster, member, NULL);
}

void irc_sight_settle(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_by_key(irc->members->roster, irc->members->moving);
	irc->members->moving[0] = '\0';
	if (member == NULL)
		return;
	roster_hear(irc->members->roster, member, false);
	if (strcmp(line->command, "JOIN") != 0 || !irc_same(irc, line->nick, member->wire))
		irc_went(irc, member, DEPARTED_NETWORK);
}

/* ---- people in channels that hide members ---- */

/* Forgets people known just by speaking after a long silence. */
static void irc_sight_sweep(struct irc *irc)
{
	uint64_t now = loop_now(irc->loop);
	struct member *member, *next;
	for (member = roster_next(irc->members->roster, NULL); member != NULL; member = next) {
		next = roster_next(irc->members->roster, member);
		if (now > member->sight.seen + IRC_SIGHT_OLD && !irc_is_watched(irc, member) &&
			!roster_passes(member))
			irc_went(irc, member, DEPARTED_CHANNEL);
	}
}

bool irc_sight_room(struct irc *irc)
{
	if (roster_count(irc->members->roster) >= IRC_SIGHT_ROOM)
		irc_sight_sweep(irc);
	return roster_count(irc->members->roster) < IRC_SIGHT_ROOM;
}

void irc_sight_spoke(struct irc *irc, struct member *member)
{
	member->sight.spoke = irc->members->batches;
	member->sight.seen = loop_now(irc->loop);
	if (member->sight.asked != 0)
		outbox_resume(irc->outgoing->outbox, member->key);
	member->sight.asked = 0;
}

void irc_sight_unhide(struct irc *irc)
{
	struct member *member, *next;
	if (irc_sight_hides(irc))
		return;
	for (member = roster_next(irc->members->roster, NULL); member != NULL; member = next) {
		next = roster_next(irc->members->roster, member);
		roster_hear(irc->members->roster, member, false);
		if (roster_passes(member))
			irc_went(irc, member, DEPARTED_CHANNEL);
	}
}

/* ---- before sending a private line ---- */

static void irc_sight_ask(struct irc *irc, struct member *member, uint64_t now)
{
	if (member->sight.asked != 0 && now < member->sight.asked + IRC_SIGHT_AGAIN)
		return;
	member->sight.asked = now;
	member->sight.asked_for = outbox_serial(irc->outgoing->outbox);
	irc_account_who(irc, member->wire);
}

bool irc_sight_sure(struct irc *irc, const struct outbox_line *line, uint64_t now)
{
	struct member *member = line->whom == OUTBOX_TO_MEMBER
		? roster_by_key(irc->members->roster, line->target)
		: NULL;
	if (member == NULL || irc_is_watched(irc, member))
		return true;
	if (member->sight.spoke == irc->members->batches ||
		(line->serial <= member->sight.sure_for && now < member->sight.sure_until))
		return true;
	irc_sight_ask(irc, member, now);
	outbox_defer(irc->outgoing->outbox, member->sight.asked + IRC_SIGHT_AGAIN);
	return false;
}

/* Handles a sign that a member is there: the lines that waited for it may go. */
static void irc_sight_found(struct irc *irc, struct member *member)
{
	struct roster_sight *sight = &member->sight;
	sight->seen = loop_now(irc->loop);
	if (sight->asked == 0)
		return;
	sight->asked = 0;
	sight->sure_for = sight->asked_for;
	sight->sure_until = sight->seen + IRC_SIGHT_HOLDS;
	outbox_resume(irc->outgoing->outbox, member->key);
	loop_timer_set(irc->outgoing->pace, 0);
}

/* ---- WHO ---- */

/* Handles a WHO reply; account NULL: unknown, "": logged out. */
static void irc_sight_told(struct irc *irc, const char *nick, const char *user, const char *host,
	const char *flags, const char *account)
{
	struct member *member = roster_find(irc->members->roster, nick);
	bool other, learnt;
	if (member == NULL)
		return;
	other = irc_account_is_other(member, user, host, account);
	if (other)
		member = irc_sight_another(irc, member);
	if (member == NULL)
		return;
	irc_account_flags(irc, member, flags);
	learnt = roster_host(irc->members->roster, member, user, host);
	if (account != NULL)
		learnt = roster_account(irc->members->roster, member, account) || learnt;
	if (other || learnt)
		irc_adopt(irc, member);
	if (other)
		irc_sight_came(irc, member);
	else if (learnt)
		irc_account_changed(irc, member);
	irc_sight_found(irc, member);
}

/* Handles `354 bot 152 #channel user host nick flags account`. */
void irc_on_who(struct irc *irc, const struct irc_line *line)
{
	const char *account = line->param[7];
	if (strcmp(line->param[1], IRC_ACCOUNT_TOKEN) == 0)
		irc_sight_told(irc, line->param[5], line->param[3], line->param[4], line->param[6],
			strcmp(account, "0") == 0 ? "" : account);
}

/* Handles `352 bot #channel user host server nick flags :hops name`, the reply without WHOX. */
void irc_on_who_plain(struct irc *irc, const struct irc_line *line)
{
	irc_sight_told(irc, line->param[5], line->param[2], line->param[3],
		line->params > 6 ? line->param[6] : "", NULL);
}

/* Handles `315 bot anna :End of WHO list.`; a member without a reply before it has gone. */
void irc_on_who_end(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find(irc->members->roster, line->param[1]);
	if (member != NULL && member->sight.asked != 0)
		irc_sight_lost(irc, member);
}
