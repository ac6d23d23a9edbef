/* irc/type.c - IRC as a type of network: what its configuration makes of it. */
#include "bot/net/irc/state.h"
#include "config/config.h"

static enum irc_sasl_choice irc_type_sasl(const struct config_network *config)
{
	const char *mechanism = config->sasl.mechanism;
	return mechanism != NULL ? irc_sasl_named(mechanism) : IRC_SASL_NONE;
}

static struct irc_settings irc_type_settings(const struct config_network *config)
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
		.sasl = irc_type_sasl(config),
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

static const char *irc_type_fault(const struct config_network *config)
{
	const struct irc_settings settings = irc_type_settings(config);
	return irc_settings_fault(&settings);
}

static struct network *irc_type_open(const struct config_network *config, struct loop *loop,
	const struct log *log, const struct network_events *events, void *above)
{
	const struct irc_settings settings = irc_type_settings(config);
	struct irc *irc = irc_open(loop, log, &settings, events, above);
	return irc != NULL ? irc_network(irc) : NULL;
}

const struct network_type irc_type = {
	.name = "irc",
	.fault = irc_type_fault,
	.open = irc_type_open,
};

/* ---- while it runs ---- */

void irc_type_change(
	struct network *network, const struct config_network *config, const char *reason)
{
	const struct irc_settings settings = irc_type_settings(config);
	irc_change((struct irc *)network, &settings, reason);
}

void irc_type_quit(struct network *network, const char *reason)
{
	irc_quit((struct irc *)network, reason);
}

bool irc_type_gone(const struct network *network)
{
	return irc_gone((const struct irc *)network);
}

void irc_type_close(struct network *network)
{
	irc_close((struct irc *)network);
}
