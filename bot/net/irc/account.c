/* irc/account.c - reads people's accounts and hosts from lines of the server. */
#include <string.h>

#include "bot/net/irc/channel.h"
#include "bot/net/irc/clock.h"
#include "bot/net/irc/handler.h"
#include "bot/net/irc/link.h"
#include "bot/net/irc/login.h"
#include "bot/net/irc/member.h"
#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/support.h"
#include "engine/text.h"

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

void irc_account_report_change(struct irc *irc, const struct member *member)
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

bool irc_account_is_other(
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

bool irc_account_is_other_sender(
	const struct irc *irc, const struct member *member, const struct irc_line *line)
{
	char user[NETWORK_NICK];
	const char *host = irc_account_split_source(member, line->source, user);
	return irc_account_is_other(member, user, host, irc_account_of_line(irc, line));
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

void irc_account_read_flags(const struct irc *irc, struct member *member, const char *flags)
{
	char mode = irc->support->bot_mode;
	member->bot = mode != '\0' && strchr(flags, mode) != NULL;
}

/* True if the server reports accounts only in replies to WHO. */
static bool irc_account_needs_who(const struct irc *irc)
{
	return irc->support->whox &&
		(irc->login->caps.on & (IRC_CAP_EXTENDED_JOIN | IRC_CAP_ACCOUNT_TAG)) == 0;
}

/*
 * If a second person joins before the WHO about the first is sent, one WHO about the whole channel
 * replaces those about both: many joins must not cause many WHO.
 */
void irc_account_schedule_who(
	struct irc *irc, struct irc_channel *channel, const struct member *member)
{
	uint64_t now = loop_now(irc->loop);
	if (!irc_account_needs_who(irc) || !channel->ready || channel->who_due)
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

/* Returns the channel or nick to ask about by WHO, or NULL if there is nothing to ask. */
static const char *irc_account_who_target(const struct irc *irc, const struct irc_channel *channel)
{
	const struct member *member = roster_find_key(irc->members->roster, channel->newcomer);
	if (channel->who_due)
		return channel->name;
	return member != NULL ? member->wire : NULL;
}

void irc_account_send_who(struct irc *irc, const char *whom)
{
	char target[NETWORK_CHANNEL + 24];
	struct text text = text_in(target, sizeof target);
	text_add(&text, whom);
	text_add(&text, irc->support->whox ? " %tcnuhaf," IRC_ACCOUNT_TOKEN : "");
	irc_send(irc, "WHO", target, NULL);
}

static void irc_account_query_channel(struct irc *irc, struct irc_channel *channel)
{
	const char *whom = irc_account_who_target(irc, channel);
	if (channel->modes_due)
		irc_send(irc, "MODE", channel->name, NULL);
	if (channel->names_due) {
		roster_clear_listed(irc->members->roster, irc_channel_number(irc, channel));
		irc_send(irc, "NAMES", channel->name, NULL);
	}
	if (whom != NULL)
		irc_account_send_who(irc, whom);
	channel->who_due = channel->modes_due = channel->names_due = false;
	channel->newcomer[0] = '\0';
}

void irc_account_send_queries(struct irc *irc, uint64_t now)
{
	for (size_t i = 0; i < irc->channels->count; i++)
		if (irc_clock_query_time(irc, &irc->channels->channel[i], now) <= now)
			irc_account_query_channel(irc, &irc->channels->channel[i]);
}
