/* irc/type.c - IRC as a network type. */
#include "bot/net/irc/irc.h"
#include "config/config.h"

static const char *irc_type_fault(const struct config_network *config)
{
	const struct irc_settings settings = irc_settings_of(config);
	return irc_settings_fault(&settings);
}

static struct network *irc_type_open(const struct config_network *config, struct loop *loop,
	const struct log *log, const struct network_events *events, void *above)
{
	const struct irc_settings settings = irc_settings_of(config);
	struct irc *irc = irc_open(loop, log, &settings, events, above);
	return irc != NULL ? irc_network(irc) : NULL;
}

const struct network_type irc_type = {
	.name = "irc",
	.fault = irc_type_fault,
	.open = irc_type_open,
};
