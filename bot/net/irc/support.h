/* irc/support.h - a server's limits and features (ISUPPORT, numeric 005). Pure. */
#ifndef BOT_NET_IRC_SUPPORT_H
#define BOT_NET_IRC_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/net/irc/case.h"

/* Largest LINELEN that the bot accepts; it ignores a larger one. */
enum { IRC_SUPPORT_LINE_MAX = 2048 };

struct irc_support {
	enum irc_case mapping; /* CASEMAPPING: how names are compared */
	size_t nick_length;    /* NICKLEN: maximum number of bytes of a nick; 0: not given */
	size_t line_length;    /* LINELEN: bytes of a relayed line, CR LF included; 512 to 2048 */
	size_t joins;          /* TARGMAX: maximum number of channels in one JOIN; 0: no limit */
	struct irc_support_limit {
		char types[8];
		size_t most;
	} limit[4];    /* CHANLIMIT: maximum number of channels of these types; 0: no limit */
	bool cprivmsg; /* CPRIVMSG: the server has this command, which has no limit of targets */
	bool cnotice;  /* CNOTICE: the server has this command, which has no limit of targets */
	char bot_mode; /* BOT: letter of the user mode that marks bots; 0: no such mode */
	bool monitor; /* MONITOR: the server can report when a nick comes online and goes offline */
	bool whox;    /* WHOX: a WHO may name the fields of the reply */
	char channel_types[8]; /* CHANTYPES: first characters of channel names */
	char prefixes[16];     /* PREFIX: symbols of ranks, written before a nick in NAMES */
	char ranks[16];        /* PREFIX: mode letters of the ranks, in the order of `prefixes` */
	char given[32];        /* CHANMODES: modes that always have a parameter */
	char set[16];          /* CHANMODES: modes that have a parameter only when set */
	/* STATUSMSG: symbols of ranks that may stand before a channel in a target */
	char status[8];
};

/* Returns the values that apply until the server sends 005. */
struct irc_support irc_support_default(void);
/*
 * Reads one token of 005: `NAME=value`, `NAME`, or `-NAME`, which restores the default. Ignores
 * unknown names and invalid values.
 */
void irc_support_read_token(struct irc_support *support, const char *token);

/*
 * Finds the limit (CHANLIMIT) for channels of the same type as `channel`. Returns NULL if not
 * found.
 */
const struct irc_support_limit *irc_support_limit(
	const struct irc_support *support, const char *channel);
/*
 * Returns the bit of a letter: 1 shifted left by its index in `letters`, or 0 if it is not there.
 */
unsigned irc_support_bit(const char *letters, char letter);
/* Returns the bit of the rank with this mode letter, or 0. */
unsigned irc_support_mode_bit(const struct irc_support *support, char letter);
/* True if a mode that is not a rank has a parameter, when set (plus) or when unset. */
bool irc_support_has_parameter(const struct irc_support *support, char letter, bool plus);
/* True if a target is a channel, with or without symbols of ranks before it. */
bool irc_support_is_channel(const struct irc_support *support, const char *target);

#endif
