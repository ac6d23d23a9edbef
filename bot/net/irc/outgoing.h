/* irc/outgoing.h - lines to people and channels: the outbox, and lines that a server may refuse. */
#ifndef BOT_NET_IRC_OUTGOING_H
#define BOT_NET_IRC_OUTGOING_H

#include "bot/base/loop.h"
#include "bot/net/irc/link.h"
#include "bot/net/irc/member.h"
#include "bot/net/irc/window.h"
#include "bot/net/outbox.h"

/* IRC_SENT_LINES: lines remembered in case the server refuses them; IRC_SENT_PUBLIC: public ones.
 */
enum { IRC_SENT_LINES = 48, IRC_SENT_PUBLIC = 16 };

/*
 * The command of a line in the outbox. Its target is a channel's folded name, a member's key, or
 * for a stranger a host, a blank and a nick.
 */
enum irc_send_kind {
	IRC_SEND_PUBLIC,
	IRC_SEND_PRIVATE,
	IRC_SEND_NOTICE,
	IRC_SEND_CTCP_REPLY /* answer to a CTCP request */
};

struct irc_outgoing {
	struct outbox *outbox;
	struct irc_window window; /* lines and bytes sent that the server has not confirmed */
	struct loop_timer *pace;  /* timer for the next line */
	uint64_t
		replies; /* rate limit for answers to CTCP requests, see irc_clock_is_within_rate */
};

/* A line that was sent, or a part of one. */
struct irc_sent_line {
	enum irc_send_kind way;
	enum outbox_target_kind whom;
	uint64_t serial;
	uint64_t order; /* number among all lines sent, from 1 */
	char target[IRC_STRANGER_TARGET];
	char wire[NETWORK_CHANNEL];    /* name of the target as sent; empty: the entry is unused */
	char through[NETWORK_CHANNEL]; /* channel of a CPRIVMSG or CNOTICE, or empty */
	char text[IRC_LINE_SENT_MAX + 1];
};

struct irc_sent {
	uint64_t sent;             /* lines sent */
	uint64_t sent_before_ping; /* lines sent before the last PING */
	uint64_t confirmed;        /* lines that the server has confirmed by PONG */
	struct irc_sent_line lines[IRC_SENT_LINES]; /* the last lines sent, public ones first */
};

/* ---- sent_lines.c ---- */

/* Remembers a line that is being sent; the caller fills in the text. */
struct irc_sent_line *irc_sent_add(struct irc *irc, const struct outbox_line *line,
	const char *wire, const struct irc_channel *through);
/* Sends the last line to a nick again if its person has another nick now. Returns true if so. */
bool irc_sent_resend_renamed(struct irc *irc, const char *wire);
/*
 * Sends unconfirmed lines to a nick's previous owner again: they may have gone to the person now
 * using the nick.
 */
void irc_sent_resend_unconfirmed(struct irc *irc, const char *wire);
/* Readdresses remembered lines when a stranger becomes a member. */
void irc_sent_readdress(struct irc *irc, const char *place, const struct member *member);
/* True if private lines are unconfirmed, and a PING would confirm them. */
bool irc_sent_has_unconfirmed(const struct irc *irc);
/*
 * Finds the line that the server refused, by its nick (NULL: any) and channel of CPRIVMSG or
 * CNOTICE (NULL: any). Servers handle lines in order, so it is the first unconfirmed one. Returns
 * NULL if no line fits.
 */
struct irc_sent_line *irc_sent_find_refused(struct irc *irc, const char *wire, const char *through);
/* Sends a line again at a later time. Returns false if the line is NULL or the outbox is full. */
bool irc_sent_resend(struct irc *irc, struct irc_sent_line *said, uint64_t then);

/* ---- speech.c ---- */

/* Stages the answer to a CTCP request. */
void irc_stage_ctcp_reply(struct irc *irc, const char *wire, const char *text);
/* Sends the lines that the rate limit allows. */
void irc_send_queued(struct irc *irc);
/* Implement members of network_driver. */
void irc_say(struct network *network, const char *name, const struct saying *saying);
uint64_t irc_tell(
	struct network *network, const char *key, enum via via, const struct saying *saying);
bool irc_is_waiting(struct network *network, uint64_t line);
size_t irc_private_queue_length(struct network *network, const char *key);
void irc_send_staged(struct network *network);
void irc_discard_staged(struct network *network);

#endif
