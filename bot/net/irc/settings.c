/* irc/settings.c - reads the settings of an IRC network from a configuration, and checks them. */
#include <string.h>

#include "bot/net/irc/irc.h"
#include "bot/net/irc/roster.h"
#include "bot/net/irc/sasl.h"
#include "bot/net/irc/text.h"
#include "config/config.h"

/* Longest allowed values, in bytes. */
enum { IRC_NICK_MOST = ROSTER_NICK - 1 };
enum { IRC_KEY_MOST = 100, IRC_MODES_MOST = 60, IRC_WELCOME_MOST = 400 };

/*
 * True if a word can be sent as one parameter: not empty, at most `most` bytes, no blank, control
 * character or comma.
 */
static bool irc_is_valid_word(const char *word, size_t most)
{
	if (word[0] == '\0' || strlen(word) > most)
		return false;
	for (; *word != '\0'; word++)
		if ((unsigned char)*word <= ' ' || *word == 0x7f || *word == ',')
			return false;
	return true;
}

/* True if a word is valid as a parameter and can be shown to people unchanged. */
static bool irc_is_visible_word(const char *word, size_t most)
{
	char clean[NETWORK_CHANNEL];
	return irc_is_valid_word(word, most) && irc_text_clean(word, clean, sizeof clean);
}

static bool irc_is_valid_nick(const char *nick)
{
	return irc_is_visible_word(nick, IRC_NICK_MOST) && strpbrk(nick, "!@.:") == NULL;
}

static bool irc_is_valid_host(const char *host)
{
	return irc_is_valid_word(host, 255) && strchr(host, '/') == NULL;
}

static bool irc_text(const char *text, size_t most)
{
	return strlen(text) <= most && strpbrk(text, "\r\n") == NULL;
}

static bool irc_is_short_line(const char *text)
{
	return irc_text(text, 300);
}

static const char *irc_channels_fault(const struct irc_settings *settings)
{
	if (settings->channels > ROSTER_CHANNELS)
		return "there are more than 256 channels";
	for (size_t i = 0; i < settings->channels; i++) {
		const char *name = settings->channel[i];
		if (!irc_is_visible_word(name, NETWORK_CHANNEL - 1) ||
			strchr("#&+!", name[0]) == NULL)
			return "a channel's name has a space or does not begin with # & + or !";
		if (settings->channel_key != NULL && settings->channel_key[i] != NULL &&
			!irc_is_valid_word(settings->channel_key[i], IRC_KEY_MOST))
			return "a channel's key has spaces or is too long";
		for (size_t j = 0; j < i; j++)
			if (strcmp(name, settings->channel[j]) == 0)
				return "a channel is named twice";
	}
	return NULL;
}

/* Checks accounts and passwords: each must fit in one line. */
static const char *irc_login_fault(const struct irc_settings *settings)
{
	if (settings->sasl_account != NULL &&
		!irc_is_valid_word(settings->sasl_account, IRC_SASL_ACCOUNT))
		return "sasl account has spaces or is too long";
	if (irc_sasl_has_password(settings->sasl) &&
		(settings->sasl_account == NULL || settings->sasl_password == NULL ||
			!irc_text(settings->sasl_password, IRC_SASL_PASSWORD)))
		return "sasl has no account, or its password is too long or has several lines";
	if (settings->sasl == IRC_SASL_ECDSA &&
		(settings->sasl_account == NULL || settings->sasl_key == NULL ||
			strlen(settings->sasl_key) > IRC_SASL_PATH))
		return "sasl has no account, or no key";
	if (settings->nickserv_account == NULL)
		return NULL;
	if (settings->nickserv == NULL ||
		!irc_is_valid_word(settings->nickserv, IRC_NICK_MOST + 20) ||
		!irc_is_valid_word(settings->nickserv_account, IRC_NICK_MOST + 20))
		return "nickserv or its account has spaces or is too long";
	if (settings->nickserv_password == NULL || !irc_is_short_line(settings->nickserv_password))
		return "nickserv has no password, or it is too long or has several lines";
	if (settings->nickserv_identify == NULL ||
		!irc_is_short_line(settings->nickserv_identify) ||
		settings->nickserv_regain == NULL ||
		!irc_is_short_line(settings->nickserv_regain) || settings->nickserv_ghost == NULL ||
		!irc_is_short_line(settings->nickserv_ghost) || settings->nickserv_modes == NULL ||
		settings->nickserv_answer == NULL)
		return "a text in nickserv is absent or too long";
	return NULL;
}

/* Checks the texts that are sent unchanged: each must be one line. */
static const char *irc_raw_lines_fault(const struct irc_settings *settings)
{
	if (settings->modes != NULL && !irc_is_valid_word(settings->modes, IRC_MODES_MOST))
		return "modes have spaces or are too long";
	for (size_t i = 0; i < settings->welcomes; i++)
		if (!irc_text(settings->welcome[i], IRC_WELCOME_MOST))
			return "an entry of after_welcome is too long or has several lines";
	return NULL;
}

const char *irc_settings_fault(const struct irc_settings *settings)
{
	if (settings->host == NULL || !irc_is_valid_host(settings->host))
		return "host is neither a name nor an address";
	for (size_t i = 0; i < settings->mores; i++)
		if (!irc_is_valid_host(settings->more[i]))
			return "one of more_hosts is neither a name nor an address";
	if (settings->port < 1 || settings->port > 65535)
		return "port is not between 1 and 65535";
	if (settings->nick == NULL || !irc_is_valid_nick(settings->nick))
		return "nick is not a valid nick";
	if (settings->second_nick != NULL && !irc_is_valid_nick(settings->second_nick))
		return "second_nick is not a valid nick";
	if (settings->user != NULL &&
		(!irc_is_valid_word(settings->user, IRC_NICK_MOST) || settings->user[0] == ':'))
		return "user has spaces or is too long";
	if (settings->realname != NULL && !irc_is_short_line(settings->realname))
		return "realname is too long or has several lines";
	if (settings->password != NULL && !irc_is_short_line(settings->password))
		return "password is too long or has several lines";
	if (irc_raw_lines_fault(settings) != NULL)
		return irc_raw_lines_fault(settings);
	return irc_login_fault(settings) != NULL ? irc_login_fault(settings)
						 : irc_channels_fault(settings);
}

static enum irc_sasl_kind irc_sasl_has_settings(const struct config_network *config)
{
	const char *mechanism = config->sasl.mechanism;
	return mechanism != NULL ? irc_sasl_find_mechanism(mechanism) : IRC_SASL_NONE;
}

struct irc_settings irc_settings_of(const struct config_network *config)
{
	return (struct irc_settings){
		.name = config->name,
		.host = config->host,
		.more = (const char *const *)config->more_hosts.item,
		.mores = config->more_hosts.count,
		.port = config->port,
		.tls = config->tls,
		.ca_file = config->ca_file,
		.fingerprint = config->tls_fingerprint,
		.certificate = config->client_certificate,
		.key = config->client_key,
		.source = config->source_address,
		.proxy = config->proxy,
		.nick = config->nick,
		.second_nick = config->second_nick,
		.modes = config->modes,
		.welcome = (const char *const *)config->after_welcome.item,
		.welcomes = config->after_welcome.count,
		.user = config->user,
		.realname = config->realname,
		.password = config->password,
		.sasl = irc_sasl_has_settings(config),
		.sasl_account = config->sasl.account,
		.sasl_password = config->sasl.password,
		.sasl_key = config->sasl.key,
		.require_sasl = config->require_sasl,
		.nickserv = config->nickserv.service,
		.nickserv_account = config->nickserv.account,
		.nickserv_password = config->nickserv.password,
		.nickserv_identify = config->nickserv.identify,
		.nickserv_regain = config->nickserv.regain,
		.nickserv_ghost = config->nickserv.ghost,
		.nickserv_modes = config->nickserv.modes,
		.nickserv_answer = config->nickserv.answer,
		.channel = (const char *const *)config->channels.item,
		.channel_key = (const char *const *)config->channels.key,
		.channels = config->channels.count,
		.stays_out = !config->rejoin_after_kick,
		.burst = config->pace.burst,
		.per_second = config->pace.per_second,
	};
}
