/* irc/type.c - IRC as a network type. */
#include "bot/net/irc/irc.h"

static struct network *irc_type_open(const struct config_network *config, struct loop *loop,
	const struct log *log, const struct network_events *events, void *above)
{
	struct irc *irc = irc_open(loop, log, config, events, above);
	return irc != NULL ? irc_network(irc) : NULL;
}

const struct network_type irc_type = {
	.name = "irc",
	.fault = irc_settings_fault,
	.open = irc_type_open,
};
