/* irc/caps.h - capability negotiation (IRCv3 CAP). Pure. */
#ifndef BOT_NET_IRC_CAPS_H
#define BOT_NET_IRC_CAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/net/irc/line.h"

/* The capabilities that the bot uses. */
enum irc_cap {
	IRC_CAP_ACCOUNT_NOTIFY = 1 << 0,
	IRC_CAP_ACCOUNT_TAG = 1 << 1,
	IRC_CAP_CAP_NOTIFY = 1 << 2,
	IRC_CAP_CHGHOST = 1 << 3,
	IRC_CAP_EXTENDED_JOIN = 1 << 4,
	IRC_CAP_MESSAGE_TAGS = 1 << 5,
	IRC_CAP_MULTI_PREFIX = 1 << 6,
	IRC_CAP_SASL = 1 << 7,
	IRC_CAP_SERVER_TIME = 1 << 8,
	IRC_CAP_SETNAME = 1 << 9,
	IRC_CAP_BATCH = 1 << 10
};

/* IRC_CAPS_NAMES: bytes for the names of all capabilities. */
enum { IRC_CAPS_NAMES = 160, IRC_CAPS_MECHANISMS = IRC_LINE_TEXT + 1 };

/* An STS policy. The server announces it like a capability, but the bot cannot request it. */
struct irc_caps_policy {
	bool received;    /* a policy was received and is not handled yet */
	int port;         /* TLS port; 0: not given */
	int64_t duration; /* seconds to keep using TLS; negative: not given */
};

/* The state of the negotiation; sets are bits of enum irc_cap. Starts as zeroes. */
struct irc_caps {
	unsigned offered; /* capabilities that the server offers */
	unsigned on;      /* capabilities that the server has acknowledged */
	unsigned asked;   /* capabilities requested, answer awaited */
	unsigned refused; /* capabilities refused; not requested again */
	/* the server refused a request for several; now the bot requests one at a time */
	bool one_at_a_time;
	bool listed; /* the server's first list (LS) is complete */
	/* SASL mechanisms, separated by commas; empty: no list received */
	char mechanisms[IRC_CAPS_MECHANISMS];
	struct irc_caps_policy policy;
};

/* Reads `CAP target SUBCOMMAND … :names`; other lines change nothing. */
void irc_caps_read(struct irc_caps *caps, const struct irc_line *line);
/*
 * Writes the next capabilities to request, separated by blanks, and marks them as requested.
 * Returns false if nothing is left to request, or while an answer is awaited.
 */
bool irc_caps_next_request(struct irc_caps *caps, char names[IRC_CAPS_NAMES]);
/* True if SASL is on and the server lists the mechanism. */
bool irc_caps_has_mechanism(const struct irc_caps *caps, const char *mechanism);
/* True if SASL is on and the server lists the mechanism or has sent no list. */
bool irc_caps_can_use_mechanism(const struct irc_caps *caps, const char *mechanism);

#endif
