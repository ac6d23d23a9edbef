/* irc/address.c - chooses the server to connect to, and applies STS policies. */
#include "bot/net/irc/address.h"
#include "bot/net/irc/link.h"
#include "bot/net/irc/login.h"
#include "bot/net/irc/state.h"

char *irc_address_host(const struct irc *irc)
{
	size_t server = irc->address->server;
	return server > 0 && server <= irc->settings->more_hosts.count
		? irc->settings->more_hosts.item[server - 1]
		: irc->settings->server.host;
}

bool irc_address_apply_sts(struct irc *irc)
{
	struct irc_caps_policy policy = irc->login->caps.policy;
	const struct network *network = &irc->network;
	irc->login->caps.policy = (struct irc_caps_policy){ .received = false };
	if (policy.received && irc->address->secure && policy.duration >= 0)
		network->events->set_sts_policy(
			network, irc_address_host(irc), irc->address->port, policy.duration);
	if (!policy.received || irc->address->secure || policy.port <= 0)
		return false;
	irc->address->sts = (unsigned)policy.port;
	irc->address->same_server = true;
	conn_drop(irc->link->conn, "the server requires TLS (STS)");
	return true;
}
