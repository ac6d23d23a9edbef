/* irc/support.h - a server's limits and features (ISUPPORT, numeric 005). Pure. */
#ifndef BOT_NET_IRC_SUPPORT_H
#define BOT_NET_IRC_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/net/irc/case.h"

struct irc_support {
	enum irc_case mapping; /* CASEMAPPING */
	size_t nick_length;    /* NICKLEN; 0: not given */
	size_t line_length;    /* LINELEN: bytes of a relayed line with CR LF, 512…2048 */
	size_t joins;          /* channels in one JOIN, by TARGMAX; 0: no limit */
	struct irc_support_limit {
		char types[8];
		size_t most;
	} limit[4];            /* CHANLIMIT: most channels of these types; 0: no limit */
	bool cprivmsg;         /* CPRIVMSG: lifts the limit of targets for ranked clients */
	bool cnotice;          /* CNOTICE: the same for notices */
	size_t modes;          /* MODES: mode changes in one MODE; 0: no limit */
	char bot_mode;         /* BOT: the mode letter of bots; 0: none */
	bool monitor;          /* MONITOR: the server reports when a nick comes and goes */
	bool whox;             /* WHOX: a query may list the wanted fields of the reply */
	char channel_types[8]; /* CHANTYPES */
	char prefixes[16];     /* PREFIX: rank prefixes before a nick in NAMES */
	char ranks[16];        /* PREFIX: the mode letters of these ranks, in the same order */
	char given[32];        /* CHANMODES: letters of modes that always have a parameter */
	char set[16];          /* CHANMODES: letters of modes with a parameter only when set */
	char status[8]; /* STATUSMSG: prefixes before a channel that limit a message to ranks */
};

/* Returns the values that hold until the server says otherwise. */
struct irc_support irc_support_default(void);
/*
 * Reads one token: `NAME=value`, `NAME`, or `-NAME`, which restores the default. An unknown or
 * absurd token changes nothing.
 */
void irc_support_read_token(struct irc_support *support, const char *token);

/*
 * irc_support_channel_limit returns the limit of channels of a channel's type, or 0 for no limit.
 * irc_support_is_same_limit is true if two channels count towards the same limit.
 */
size_t irc_support_channel_limit(const struct irc_support *support, const char *channel);
bool irc_support_is_same_limit(
	const struct irc_support *support, const char *channel, const char *other);
/*
 * irc_support_prefix_bit and irc_support_mode_bit return the bit of a rank's prefix or letter, or
 * 0. irc_support_has_parameter is true if another mode has a parameter when set (plus), or unset.
 */
unsigned irc_support_prefix_bit(const struct irc_support *support, char mark);
unsigned irc_support_mode_bit(const struct irc_support *support, char letter);
bool irc_support_has_parameter(const struct irc_support *support, char letter, bool plus);
/* True if a target is a channel, or a channel with status prefixes. */
bool irc_support_is_channel(const struct irc_support *support, const char *target);

#endif
