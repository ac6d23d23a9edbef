/* irc/account.c - what a server tells about who people are, handed to the roster. */
#include <string.h>

#include "bot/net/irc/state.h"
#include "engine/text.h"

/* Marks the answers to the bot's own WHO. */
#define IRC_ACCOUNT_TOKEN "152"

struct sender irc_sender(const struct member *member)
{
	return (struct sender){ member->key, member->nick, member->first, member->account,
		member->mask, roster_origin(member), roster_passes(member) };
}

/* Somebody's account or host is another now. */
static void irc_account_changed(struct irc *irc, const struct member *member)
{
	const struct sender sender = irc_sender(member);
	irc->network.events->known(irc->network.above, &irc->network, &sender);
}

/* The account a server writes; what it writes for none is none. */
static const char *irc_account_named(const char *account, const char *none)
{
	return account[0] == '\0' || strcmp(account, none) == 0 ? NULL : account;
}

/* The host in nick!user@host, and the user; NULL: there is none, or it is what is known already. */
static const char *irc_account_source(
	const struct member *member, const char *source, char user[NETWORK_NICK])
{
	const char *name = strchr(source, '!'), *host = name != NULL ? strchr(name, '@') : NULL;
	struct text text = text_in(user, NETWORK_NICK);
	/* The latter as nearly always. */
	if (host == NULL || strcmp(source, member->mask) == 0)
		return NULL;
	text_bytes(&text, name + 1, (size_t)(host - name - 1));
	return text.cut ? NULL : host + 1;
}

bool irc_account_parts(const struct member *member, const struct irc_line *line)
{
	char user[NETWORK_NICK];
	const char *host = irc_account_source(member, line->source, user);
	return host != NULL && !roster_is_at(member, user, host);
}

/* Each true when it is new. */
static bool irc_account_host(struct irc *irc, struct member *member, const char *source)
{
	char user[NETWORK_NICK];
	const char *host = irc_account_source(member, source, user);
	return host != NULL && roster_host(irc->roster, member, user, host);
}

/* A line without the tag comes from somebody who is not logged in. */
static bool irc_account_of(struct irc *irc, struct member *member, const struct irc_line *line)
{
	if (strcmp(line->command, "JOIN") == 0 && line->params >= 2 &&
		(irc->login.caps.on & IRC_CAP_EXTENDED_JOIN) != 0)
		return roster_account(irc->roster, member, irc_account_named(line->param[1], "*"));
	return (irc->login.caps.on & IRC_CAP_ACCOUNT_TAG) != 0 &&
		roster_account(irc->roster, member, line->tags.account);
}

bool irc_account_learn(struct irc *irc, struct member *member, const struct irc_line *line)
{
	bool moved = irc_account_host(irc, member, line->source);
	return irc_account_of(irc, member, line) || moved;
}

void irc_on_account(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find(irc->roster, line->nick);
	if (member != NULL &&
		roster_account(irc->roster, member, irc_account_named(line->param[0], "*")))
		irc_account_changed(irc, member);
}

void irc_on_host_changed(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find(irc->roster, line->nick);
	if (member != NULL && roster_host(irc->roster, member, line->param[0], line->param[1]))
		irc_account_changed(irc, member);
	if (irc_is_self(irc, line->nick))
		irc->mask = strlen(line->param[0]) + strlen(line->param[1]) + 2;
}

/* What WHO tells of somebody in letters: their mode as a bot is one, where the network has it. */
static void irc_account_flags(const struct irc *irc, struct member *member, const char *flags)
{
	char mode = irc->support.bot_mode;
	roster_bot(member, mode != '\0' && strchr(flags, mode) != NULL);
}

/* `354 bot 152 #channel user host nick flags account`. */
void irc_on_who(struct irc *irc, const struct irc_line *line)
{
	struct member *member;
	bool moved;
	if (strcmp(line->param[1], IRC_ACCOUNT_TOKEN) != 0)
		return;
	member = roster_find(irc->roster, line->param[5]);
	if (member == NULL)
		return;
	irc_account_flags(irc, member, line->param[6]);
	moved = roster_host(irc->roster, member, line->param[3], line->param[4]);
	if (roster_account(irc->roster, member, irc_account_named(line->param[7], "0")) || moved)
		irc_account_changed(irc, member);
}

/* `352 bot #channel user host server nick flags :hops name`, from servers without WHOX. */
void irc_on_who_plain(struct irc *irc, const struct irc_line *line)
{
	struct member *member = roster_find(irc->roster, line->param[5]);
	if (member != NULL && line->params > 6)
		irc_account_flags(irc, member, line->param[6]);
	if (member != NULL && roster_host(irc->roster, member, line->param[2], line->param[3]))
		irc_account_changed(irc, member);
}

/* ---- questions ---- */

/* True if servers tell the account of who comes only when they are asked. */
static bool irc_account_is_untold(const struct irc *irc)
{
	return irc->support.whox &&
		(irc->login.caps.on & (IRC_CAP_EXTENDED_JOIN | IRC_CAP_ACCOUNT_TAG)) == 0;
}

/*
 * One question for each who comes would be too many in a flood of them: when a second one comes
 * before it is asked about the first, it is asked about the channel.
 */
void irc_account_wonder(struct irc *irc, struct irc_channel *channel, const struct member *member)
{
	uint64_t now = loop_now(irc->loop);
	struct text text;
	if (!irc_account_is_untold(irc) || !channel->ready || channel->who)
		return;
	if (channel->newcomer[0] != '\0') {
		channel->newcomer[0] = '\0';
		channel->who = true;
		return;
	}
	text = text_in(channel->newcomer, sizeof channel->newcomer);
	text_add(&text, member->key);
	channel->ask = irc->ask > now ? irc->ask : now;
	irc->ask = channel->ask + irc->times.ask;
	irc_arm(irc);
}

/* Whom to ask about: a channel, or somebody; NULL: they have gone. */
static const char *irc_account_whom(const struct irc *irc, const struct irc_channel *channel)
{
	const struct member *member = roster_by_key(irc->roster, channel->newcomer);
	if (channel->who)
		return channel->name;
	return member != NULL ? member->wire : NULL;
}

static void irc_account_ask_in(struct irc *irc, struct irc_channel *channel)
{
	const char *whom = irc_account_whom(irc, channel);
	char target[NETWORK_CHANNEL + 24];
	struct text text = text_in(target, sizeof target);
	channel->who = false;
	channel->newcomer[0] = '\0';
	if (whom == NULL)
		return;
	text_add(&text, whom);
	text_add(&text, irc->support.whox ? " %tcnuhaf," IRC_ACCOUNT_TOKEN : "");
	irc_send(irc, "WHO", target, NULL);
}

void irc_account_ask(struct irc *irc, uint64_t now)
{
	for (size_t i = 0; i < irc->channels; i++)
		if (irc_ask_at(irc, &irc->channel[i], now) <= now)
			irc_account_ask_in(irc, &irc->channel[i]);
}
