/* irc/support.h - what a server says of itself (ISUPPORT, numeric 005). Pure. */
#ifndef BOT_NET_IRC_SUPPORT_H
#define BOT_NET_IRC_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/net/irc/case.h"

struct irc_support {
	enum irc_case mapping; /* CASEMAPPING */
	size_t nick_length;    /* NICKLEN; 0: not told */
	size_t line_length;    /* LINELEN: bytes it relays with CR LF, 512…2048 */
	size_t joins;          /* channels in one JOIN, by TARGMAX; 0: no limit */
	struct irc_support_limit {
		char types[8];
		size_t most;
	} limit[4];    /* CHANLIMIT: channels of these types to be in; none: no limit */
	bool cprivmsg; /* CPRIVMSG and CNOTICE: who is voiced in a channel they are in … */
	bool cnotice;  /* … speaks to people in it however many they are */
	size_t modes;  /* MODES: changes of mode in one MODE; 0: no limit */
	char bot_mode; /* BOT: the letter by which a bot marks itself; 0: none */
	bool monitor;  /* MONITOR: tells when a nick comes and goes */
	bool whox;     /* WHOX: WHO takes a list of fields */
	char channel_types[8]; /* CHANTYPES */
	char prefixes[16];     /* PREFIX: marks of rank before a nick in NAMES … */
	char ranks[16];        /* … and the letters of their modes, in the same order */
	char given[32];        /* CHANMODES: letters of modes that always have a parameter … */
	char set[16];          /* … and of those that have one when they are set */
	char status[8];        /* STATUSMSG: those before a channel whose ranks alone are meant */
};

/* What holds until the server says otherwise. */
struct irc_support irc_support_default(void);
/*
 * Takes one token, `NAME=value`, `NAME` or, back to what held before, `-NAME`; an unknown or absurd
 * one changes nothing.
 */
void irc_support_take(struct irc_support *support, const char *token);

/* How many channels of that one's type one may be in; 0: no limit. And if another counts to it. */
size_t irc_support_most(const struct irc_support *support, const char *channel);
bool irc_support_alike(const struct irc_support *support, const char *channel, const char *other);
/*
 * The ranks of a mark or a letter as a bit; 0: it has none. Whether a mode that is no rank's has a
 * parameter where it is set, or taken away.
 */
unsigned irc_support_mark(const struct irc_support *support, char mark);
unsigned irc_support_rank(const struct irc_support *support, char letter);
bool irc_support_takes(const struct irc_support *support, char letter, bool plus);
/* True if a message to target goes to a channel, to all in it or to some ranks. */
bool irc_support_channel(const struct irc_support *support, const char *target);

#endif
