/* irc/outgoing.h - lines to people and channels: the outbox, and lines that a server may refuse. */
#ifndef BOT_NET_IRC_OUTGOING_H
#define BOT_NET_IRC_OUTGOING_H

#include "bot/base/loop.h"
#include "bot/net/irc/link.h"
#include "bot/net/irc/member.h"
#include "bot/net/irc/outbox.h"
#include "bot/net/irc/window.h"

/*
 * IRC_SENT_LINES: sent lines remembered in case the server refuses them. IRC_SENT_PUBLIC: how many
 * of them are public.
 */
enum { IRC_SENT_LINES = 48, IRC_SENT_PUBLIC = 16 };

/*
 * The command by which a line of the outbox is sent. The line's target is a channel's folded name,
 * a member's key, or for a stranger a host, a blank and a nick.
 */
enum irc_send_kind {
	IRC_SEND_PUBLIC,
	IRC_SEND_PRIVATE,
	IRC_SEND_NOTICE,
	IRC_SEND_CTCP_REPLY /* reply to a CTCP request */
};

struct irc_outgoing {
	struct outbox *outbox;
	/* flow control: lines and bytes that the server has not confirmed */
	struct irc_window window;
	struct loop_timer *pace; /* timer for the next line */
	uint64_t replies;        /* rate limit for CTCP replies, see irc_clock_is_within_rate */
};

/* A line that was sent, or a part of one. */
struct irc_sent_line {
	enum irc_send_kind send_kind;
	enum outbox_target_kind target_kind;
	uint64_t serial;
	uint64_t order; /* the line's number among all lines sent, from 1 */
	char target[IRC_STRANGER_TARGET];
	/* the target as sent to the server; empty: the entry is unused */
	char wire[NETWORK_CHANNEL];
	char through[NETWORK_CHANNEL]; /* channel named in a CPRIVMSG or CNOTICE, or empty */
	char text[IRC_LINE_SENT_MAX + 1];
};

struct irc_sent {
	uint64_t sent;             /* number of lines sent */
	uint64_t sent_before_ping; /* value of `sent` at the last PING */
	uint64_t confirmed;        /* number of lines that the server has confirmed by PONG */
	/* the last lines sent; entries below IRC_SENT_PUBLIC are for public lines */
	struct irc_sent_line lines[IRC_SENT_LINES];
};

/* ---- send.c ---- */

/*
 * Remembers a line that is being sent. wire: the target as sent to the server. through: the channel
 * named in a CPRIVMSG or CNOTICE, or NULL. The caller fills in `text`.
 */
struct irc_sent_line *irc_sent_add(struct irc *irc, const struct outbox_line *line,
	const char *wire, const struct irc_channel *through);
/* Resends the last line sent to `wire` if its recipient has a new nick. Returns true if resent. */
bool irc_sent_resend_renamed(struct irc *irc, const char *wire);
/*
 * Resends the unconfirmed lines sent to a nick, now to the new nick of its previous owner, because
 * the server may have delivered them to the nick's new owner.
 */
void irc_sent_resend_unconfirmed(struct irc *irc, const char *wire);
/* Makes a member the target of the remembered lines sent to them as a stranger (`place`). */
void irc_sent_readdress(struct irc *irc, const char *place, const struct member *member);
/* True if private lines are unconfirmed and the bot uses PING to confirm lines. */
bool irc_sent_has_unconfirmed(const struct irc *irc);
/*
 * Finds a refused line by the nick it was sent to (NULL: any) and the channel of its CPRIVMSG or
 * CNOTICE (NULL: any). Servers handle lines in order, so the first unconfirmed match is the refused
 * line. Returns NULL if no line matches.
 */
struct irc_sent_line *irc_sent_find_refused(struct irc *irc, const char *wire, const char *through);
/*
 * Queues a line for sending again at time `then`. Returns false if the line is NULL or the outbox
 * is full.
 */
bool irc_sent_resend(struct irc *irc, struct irc_sent_line *said, uint64_t then);

/* ---- outgoing.c ---- */

/* Stages the reply to a CTCP request from the nick `wire`. */
void irc_stage_ctcp_reply(struct irc *irc, const char *wire, const char *text);
/* Sends the lines that rate limit and flow control allow. context: the struct irc. */
void irc_send_queued(void *context);
/* Implements network_driver.say. */
void irc_say(struct network *network, const char *name, const struct saying *saying);
/* Implements network_driver.tell. */
uint64_t irc_tell(
	struct network *network, const char *key, enum via via, const struct saying *saying);
/* Implements network_driver.waits. */
bool irc_is_waiting(struct network *network, uint64_t line);
/* Implements network_driver.private_queue_length. */
size_t irc_private_queue_length(struct network *network, const char *key);
/* Implements network_driver.send_staged. */
void irc_send_staged(struct network *network);
/* Implements network_driver.discard_staged. */
void irc_discard_staged(struct network *network);

#endif
