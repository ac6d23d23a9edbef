/*
 * irc/state.h - one IRC network. Each part has its own header, and a file of the driver includes
 * only the parts that it uses. Other folders include irc.h only.
 */
#ifndef BOT_NET_IRC_STATE_H
#define BOT_NET_IRC_STATE_H

#include "bot/net/irc/irc.h"
#include "bot/net/irc/settings.h"

struct irc {
	struct network network;              /* must be first */
	const struct irc_settings *settings; /* owned by the configuration */
	struct irc_times times;
	struct loop *loop;
	const struct log *log;
	struct irc_address *address;
	struct irc_link *link;
	struct irc_login *login;
	struct irc_support *support;
	struct irc_self *self;
	struct irc_channels *channels;
	struct irc_members *members;
	struct irc_outgoing *outgoing;
	struct irc_sent *sent;
	struct irc_backlog *backlog;
};

/* Writes a log line about a network, or about one of its channels. */
#define irc_log(irc, level, ...) \
	log_network((irc)->log, level, (irc)->settings->common.name, __VA_ARGS__)
#define irc_log_channel(irc, level, where, ...) \
	log_about((irc)->log, level, \
		(struct log_about){ .network = (irc)->settings->common.name, .channel = (where) }, \
		__VA_ARGS__)

#endif
