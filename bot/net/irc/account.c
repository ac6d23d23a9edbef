/* irc/account.c - what a server tells about who people are, handed to the roster. */
#include <string.h>

#include "bot/net/irc/state.h"
#include "engine/text.h"

/* Marks the answers to the bot's own WHO. */
#define IRC_ACCOUNT_TOKEN "152"

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

/* Each true when it is new. */
static bool irc_account_host(struct irc *irc, struct member *member, const char *source)
{
	const char *user = strchr(source, '!'), *host = user != NULL ? strchr(user, '@') : NULL;
	char name[NETWORK_NICK];
	struct text text = text_in(name, sizeof name);

	/* As nearly always, what is known already. */
	if (host == NULL || strcmp(source, member->mask) == 0)
		return false;
	text_bytes(&text, user + 1, (size_t)(host - user - 1));
	return !text.cut && roster_host(irc->roster, member, name, host + 1);
}

/* A line without the tag comes from somebody who is not logged in. */
static bool irc_account_of(struct irc *irc, struct member *member, const struct irc_event *event)
{
	if (strcmp(event->name, "JOIN") == 0 && event->params >= 2 &&
		(irc->login.caps.on & IRC_CAP_EXTENDED_JOIN) != 0)
		return roster_account(irc->roster, member, irc_account_named(event->param[1], "*"));
	return (irc->login.caps.on & IRC_CAP_ACCOUNT_TAG) != 0 &&
		roster_account(irc->roster, member, event->account);
}

bool irc_account_learn(struct irc *irc, struct member *member, const struct irc_event *event)
{
	bool moved = irc_account_host(irc, member, event->source);

	return irc_account_of(irc, member, event) || moved;
}

void irc_on_account(struct irc *irc, const struct irc_event *event, const char *nick)
{
	struct member *member = roster_find(irc->roster, nick);

	if (member != NULL &&
		roster_account(irc->roster, member, irc_account_named(event->param[0], "*")))
		irc_account_changed(irc, member);
}

void irc_on_host_changed(struct irc *irc, const struct irc_event *event, const char *nick)
{
	struct member *member = roster_find(irc->roster, nick);

	if (member != NULL && roster_host(irc->roster, member, event->param[0], event->param[1]))
		irc_account_changed(irc, member);
	if (irc_is_self(irc, nick))
		irc->mask = strlen(event->param[0]) + strlen(event->param[1]) + 2;
}

/* `354 bot 152 #channel user host nick flags account`. */
void irc_on_who(struct irc *irc, const struct irc_event *event)
{
	struct member *member;
	bool moved;

	if (event->params < 8 || strcmp(event->param[1], IRC_ACCOUNT_TOKEN) != 0)
		return;
	member = roster_find(irc->roster, event->param[5]);
	if (member == NULL)
		return;
	moved = roster_host(irc->roster, member, event->param[3], event->param[4]);
	if (roster_account(irc->roster, member, irc_account_named(event->param[7], "0")) || moved)
		irc_account_changed(irc, member);
}

/* `352 bot #channel user host server nick flags :hops name`, from servers without WHOX. */
void irc_on_who_plain(struct irc *irc, const struct irc_event *event)
{
	struct member *member =
		event->params >= 6 ? roster_find(irc->roster, event->param[5]) : NULL;

	if (member != NULL && roster_host(irc->roster, member, event->param[2], event->param[3]))
		irc_account_changed(irc, member);
}

void irc_account_ask(struct irc *irc, struct irc_channel *channel)
{
	char target[NETWORK_CHANNEL + 24];
	struct text text = text_in(target, sizeof target);

	channel->who = false;
	text_add(&text, channel->name);
	text_add(&text, irc->support.whox ? " %tcnuhaf," IRC_ACCOUNT_TOKEN : "");
	irc_send(irc, "WHO", target, NULL);
}
