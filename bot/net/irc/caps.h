/* irc/caps.h - capabilities (IRCv3 CAP): what the server offers, what of it the bot has asked for
 * and has got. Pure. */
#ifndef BOT_NET_IRC_CAPS_H
#define BOT_NET_IRC_CAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/net/irc/line.h"

/* Those the bot has a use for, as bits. */
enum irc_cap {
	IRC_CAP_ACCOUNT_NOTIFY = 1 << 0,
	IRC_CAP_ACCOUNT_TAG = 1 << 1,
	IRC_CAP_NOTIFY = 1 << 2, /* cap-notify */
	IRC_CAP_CHGHOST = 1 << 3,
	IRC_CAP_EXTENDED_JOIN = 1 << 4,
	IRC_CAP_MESSAGE_TAGS = 1 << 5,
	IRC_CAP_MULTI_PREFIX = 1 << 6,
	IRC_CAP_SASL = 1 << 7,
	IRC_CAP_SERVER_TIME = 1 << 8,
	IRC_CAP_SETNAME = 1 << 9,
	IRC_CAP_BATCH = 1 << 10
};

/* Room for the names of all of them. */
enum { IRC_CAPS_NAMES = 160, IRC_CAPS_MECHANISMS = IRC_LINE_TEXT + 1 };

/* What a server asks for by `sts`, which is no capability to be had. */
struct irc_caps_policy {
	bool told;        /* and not taken yet */
	int port;         /* where it speaks TLS; 0: not told */
	int64_t duration; /* seconds for which to keep to TLS; below 0: not told */
};

/* Starts as zeroes. Sets of enum irc_cap. */
struct irc_caps {
	unsigned offered;
	unsigned on;
	unsigned asked;   /* and not answered yet */
	unsigned refused; /* not to be asked for again */
	bool singly;      /* the server refused several at once: one by one then */
	bool listed;      /* the first list has come whole */
	char mechanisms[IRC_CAPS_MECHANISMS]; /* of SASL, parted by commas; "": not told */
	struct irc_caps_policy policy;
};

/* Takes `CAP target SUBCOMMAND … :names`; anything else in the place of that changes nothing. */
void irc_caps_take(struct irc_caps *caps, const struct irc_line *line);
/*
 * What to ask for next: writes names parted by blanks and counts them as asked. False: nothing, or
 * an answer has to come first.
 */
bool irc_caps_ask(struct irc_caps *caps, char names[IRC_CAPS_NAMES]);
/* True if the server has told all it offers, and answered all that was asked for. */
bool irc_caps_settled(const struct irc_caps *caps);
/* True if SASL is on and the server says that it takes the mechanism. */
bool irc_caps_lists(const struct irc_caps *caps, const char *mechanism);
/* True if SASL is on and the server takes the mechanism, or has not said which it takes. */
bool irc_caps_mechanism(const struct irc_caps *caps, const char *mechanism);

#endif
