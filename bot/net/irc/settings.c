/* irc/settings.c - checks the settings that the configuration allows, but IRC cannot use. */
#include <string.h>

#include "bot/net/irc/irc.h"
#include "bot/net/irc/roster.h"
#include "bot/net/irc/sasl.h"
#include "bot/net/irc/text.h"
#include "config/config.h"

/* True if a name can be shown to people unchanged. */
static bool irc_is_visible(const char *name)
{
	char clean[NETWORK_CHANNEL];
	return irc_text_clean(name, clean, sizeof clean);
}

static bool irc_is_valid_nick(const char *nick)
{
	return strlen(nick) < ROSTER_NICK && irc_is_visible(nick);
}

/* Checks the SASLprep forms, which can be longer and have other characters. */
static const char *irc_sasl_settings_fault(const struct config_sasl *sasl)
{
	if (sasl->account != NULL &&
		(strlen(sasl->account) > IRC_SASL_ACCOUNT || strpbrk(sasl->account, " ,") != NULL))
		return "sasl account has spaces or is too long";
	if (sasl->password != NULL &&
		(strlen(sasl->password) > IRC_SASL_PASSWORD ||
			strpbrk(sasl->password, "\r\n") != NULL))
		return "sasl has no account, or its password is too long or has several lines";
	return NULL;
}

const char *irc_settings_fault(const struct config_network *settings)
{
	if (!irc_is_valid_nick(settings->nick))
		return "nick is not a valid nick";
	if (settings->second_nick != NULL && !irc_is_valid_nick(settings->second_nick))
		return "second_nick is not a valid nick";
	if (strlen(settings->user) >= ROSTER_NICK)
		return "user has spaces or is too long";
	const char *fault = irc_sasl_settings_fault(&settings->sasl);
	for (size_t i = 0; fault == NULL && i < settings->channels.count; i++)
		if (!irc_is_visible(settings->channels.item[i]))
			fault = "a channel's name has a space or does not begin with # & + or !";
	return fault;
}
