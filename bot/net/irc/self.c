/* irc/self.c - compares names by the case mapping, and sets the bot's own nick. */
#include <string.h>

#include "bot/net/irc/self.h"
#include "bot/net/irc/state.h"
#include "bot/net/irc/support.h"
#include "bot/net/irc/text.h"
#include "engine/text.h"

bool irc_is_same_name(const struct irc *irc, const char *name, const char *other)
{
	char folded[NETWORK_CHANNEL], other_folded[NETWORK_CHANNEL];
	return irc_case_fold(irc->support->mapping, name, folded, sizeof folded) &&
		irc_case_fold(irc->support->mapping, other, other_folded, sizeof other_folded) &&
		strcmp(folded, other_folded) == 0;
}

bool irc_is_self(const struct irc *irc, const char *nick)
{
	return irc_is_same_name(irc, nick, irc->self->wire);
}

/* Nicks of RELAYMSG look like `luc/discord`; servers refuse a slash in other nicks. */
bool irc_is_relayed(const char *nick)
{
	return strchr(nick, '/') != NULL;
}

void irc_set_own_nick(struct irc *irc, const char *wire)
{
	text_copy(irc->self->wire, sizeof irc->self->wire, wire);
	irc_text_clean(irc->self->wire, irc->self->nick, sizeof irc->self->nick);
}

void irc_wanted_nick(const struct irc *irc, char nick[NETWORK_NICK])
{
	size_t most = irc->support->nick_length;
	text_copy(nick, most > 0 && most < NETWORK_NICK ? most + 1 : NETWORK_NICK,
		irc->settings->nick);
}
