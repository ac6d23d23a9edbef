/*
 * irc/presence.c - the identity and presence of members: reads accounts and hosts from lines of the
 * server, asks for them by WHO if the server does not report them, and replaces a member by the
 * next person with the same nick.
 */
#include <string.h>

#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/login.h"
#include "bot/net/irc/outgoing.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/support.h"
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

/* Token of the bot's WHO queries (WHOX); the server repeats it in the replies. */
#define IRC_ACCOUNT_TOKEN "152"

/* ---- account and host ---- */

struct sender irc_sender(const struct member *member)
{
	return (struct sender){ member->key, member->nick, member->first, member->account,
		member->mask, roster_origin(member), roster_is_passing(member),
		irc_is_relayed(member->wire) };
}

const char *irc_stranger_target(const char *host, const char *wire, char place[IRC_STRANGER_TARGET])
{
	struct text text = text_in(place, IRC_STRANGER_TARGET);
	text_add(&text, host);
	text_char(&text, ' ');
	text_add(&text, wire);
	return place;
}

const char *irc_stranger_target_of(const struct member *member, char place[IRC_STRANGER_TARGET])
{
	return irc_stranger_target(strrchr(member->mask, '@') + 1, member->wire, place);
}

/* Reports that a member's account or host has changed. */
static void irc_account_report_change(struct irc *irc, const struct member *member)
{
	const struct sender sender = irc_sender(member);
	irc->network.events->identity_changed(&irc->network, &sender);
}

/* Returns an account, or NULL if the text is empty or "*", the server's mark for "logged out". */
static const char *irc_account_read_name(const char *account)
{
	return account[0] == '\0' || strcmp(account, "*") == 0 ? NULL : account;
}

/*
 * Splits nick!user@host: writes the user and returns the host. Returns NULL if the source has no
 * host or equals the member's mask.
 */
static const char *irc_account_split_source(
	const struct member *member, const char *source, char user[NETWORK_NICK])
{
	const char *name = strchr(source, '!'), *host = name != NULL ? strchr(name, '@') : NULL;
	struct text text = text_in(user, NETWORK_NICK);
	/* Fast path: nearly always the mask is unchanged. */
	if (host == NULL || strcmp(source, member->mask) == 0)
		return NULL;
	text_bytes(&text, name + 1, (size_t)(host - name - 1));
	return text.cut ? NULL : host + 1;
}

/* Returns the account of a line's sender; "": logged out, NULL: not given in the line. */
static const char *irc_account_of_line(const struct irc *irc, const struct irc_line *line)
{
	const char *account = line->tags.account;
	bool extended = strcmp(line->command, "JOIN") == 0 && line->params >= 2 &&
		(irc->login->caps.on & IRC_CAP_EXTENDED_JOIN) != 0;
	if (extended)
		account = irc_account_read_name(line->param[1]);
	else if ((irc->login->caps.on & IRC_CAP_ACCOUNT_TAG) == 0 ||
		strcmp(line->command, "ACCOUNT") == 0)
		return NULL;
	return account != NULL ? account : "";
}

/*
 * True if user@host or account differ from the member's although no change was announced: the nick
 * now belongs to another person. host NULL: unknown. account NULL: unknown; "": logged out.
 */
static bool irc_account_is_other(
	const struct member *member, const char *user, const char *host, const char *account)
{
	bool known = strcmp(roster_origin(member), "@") != 0;
	bool moved = host != NULL && known && !roster_has_host(member, user, host);
	/*
	 * Servers announce every logout, but not every login. So an account that appears where none
	 * was known does not mean another person.
	 */
	bool renamed =
		account != NULL && member->account != NULL && !roster_has_account(member, account);
	return moved || renamed;
}

bool irc_account_read_line(
	const struct irc *irc, struct member *member, const struct irc_line *line)
{
	char user[NETWORK_NICK];
	const char *host = irc_account_split_source(member, line->source, user);
	const char *account = irc_account_of_line(irc, line);
	bool moved = host != NULL && roster_set_host(member, user, host);
	return (account != NULL && roster_set_account(member, account)) || moved;
}

void irc_on_account(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find(irc->members->roster, line->nick);
	if (member != NULL && roster_set_account(member, irc_account_read_name(line->param[0])))
		irc_account_report_change(irc, member);
}

void irc_on_chghost(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find(irc->members->roster, line->nick);
	if (member != NULL && roster_set_host(member, line->param[0], line->param[1]))
		irc_account_report_change(irc, member);
	if (irc_is_self(irc, line->nick))
		irc->self->mask = strlen(line->param[0]) + strlen(line->param[1]) + 2;
}

/*
 * If a second person joins before the WHO about the first is sent, one WHO about the whole channel
 * replaces those about both: many joins must not cause many WHO.
 */
void irc_account_schedule_who(
	struct irc *irc, struct irc_channel *channel, const struct member *member)
{
	uint64_t now = loop_now(irc->loop);
	bool told = (irc->login->caps.on & (IRC_CAP_EXTENDED_JOIN | IRC_CAP_ACCOUNT_TAG)) != 0;
	if (!irc->support->whox || told || !channel->ready || channel->who_due)
		return;
	if (channel->newcomer[0] != '\0') {
		channel->newcomer[0] = '\0';
		channel->who_due = true;
		return;
	}
	text_copy(channel->newcomer, sizeof channel->newcomer, member->key);
	channel->query_time = irc->members->query_time > now ? irc->members->query_time : now;
	irc->members->query_time = channel->query_time + irc->times.ask;
	irc_clock_set_timer(irc);
}

/* Sends a WHO about a channel or a nick; a WHOX query if the server supports it. */
static void irc_account_send_who(struct irc *irc, const char *whom)
{
	char target[NETWORK_CHANNEL + 24];
	struct text text = text_in(target, sizeof target);
	text_add(&text, whom);
	text_add(&text, irc->support->whox ? " %tcnuhaf," IRC_ACCOUNT_TOKEN : "");
	irc_send(irc, "WHO", target, NULL);
}

void irc_account_send_queries(struct irc *irc, uint64_t now)
{
	for (size_t i = 0; i < irc->channels->count; i++) {
		struct irc_channel *channel = &irc->channels->channel[i];
		if (irc_clock_query_time(irc, channel, now) > now)
			continue;
		const struct member *newcomer =
			roster_find_key(irc->members->roster, channel->newcomer);
		if (channel->modes_due)
			irc_send(irc, "MODE", channel->name, NULL);
		if (channel->names_due) {
			roster_clear_listed(irc->members->roster, irc_channel_number(irc, channel));
			irc_send(irc, "NAMES", channel->name, NULL);
		}
		if (channel->who_due)
			irc_account_send_who(irc, channel->name);
		else if (newcomer != NULL)
			irc_account_send_who(irc, newcomer->wire);
		channel->who_due = channel->modes_due = channel->names_due = false;
		channel->newcomer[0] = '\0';
	}
}

/* ---- presence ---- */

void irc_presence_remove(struct irc *irc, struct member *member, enum departure how)
{
	struct sender sender = irc_sender(member);
	irc->network.events->departed(&irc->network, &sender, how);
	roster_remove(irc->members->roster, member);
}

_Static_assert(
	(int)ROSTER_KEY <= (int)OUTBOX_NAME, "a member's key does not fit in a waiting line");

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
	char user[NETWORK_NICK];
	if (member == NULL)
		return;
	const char *host = irc_account_split_source(member, line->source, user);
	if (!irc_account_is_other(member, user, host, irc_account_of_line(irc, line)))
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

bool irc_presence_make_room(struct irc *irc)
{
	uint64_t now = loop_now(irc->loop);
	struct roster *roster = irc->members->roster;
	struct member *member, *next;
	if (roster_count(roster) < IRC_PRESENCE_MEMBERS)
		return true;
	for (member = roster_next(roster, NULL); member != NULL; member = next) {
		next = roster_next(roster, member);
		if (now > member->presence.seen + IRC_PRESENCE_SILENT_MS &&
			!irc_presence_is_announced(irc, member) && !roster_is_passing(member))
			irc_presence_remove(irc, member, DEPARTED_CHANNEL);
	}
	return roster_count(roster) < IRC_PRESENCE_MEMBERS;
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

bool irc_presence_can_send(struct irc *irc, const struct outbox_line *line, uint64_t now)
{
	struct member *member = line->target_kind == OUTBOX_TO_MEMBER
		? roster_find_key(irc->members->roster, line->target)
		: NULL;
	if (member == NULL || irc_presence_is_announced(irc, member))
		return true;
	struct roster_presence *presence = &member->presence;
	if (presence->last_batch == irc->members->batches ||
		(line->serial <= presence->confirmed_serial && now < presence->confirmed_until))
		return true;
	if (presence->who_sent == 0 || now >= presence->who_sent + IRC_PRESENCE_RETRY_MS) {
		presence->who_sent = now;
		presence->who_serial = outbox_last_serial(irc->outgoing->outbox);
		irc_account_send_who(irc, member->wire);
	}
	outbox_defer(irc->outgoing->outbox, presence->who_sent + IRC_PRESENCE_RETRY_MS);
	return false;
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
	char mode = irc->support->bot_mode;
	member->bot = mode != '\0' && strchr(flags, mode) != NULL;
	learnt = roster_set_host(member, user, host);
	if (account != NULL)
		learnt = roster_set_account(member, account) || learnt;
	if (other || learnt)
		irc_presence_adopt_lines(irc, member);
	if (other)
		irc_presence_report_new(irc, member);
	else if (learnt)
		irc_account_report_change(irc, member);
	/* The member is there, so lines deferred until the reply may be sent. */
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
