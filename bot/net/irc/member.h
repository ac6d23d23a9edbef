/*
 * irc/member.h - people on the network: their identity and their presence. A stranger is a person
 * who shares no channel with the bot.
 */
#ifndef BOT_NET_IRC_MEMBER_H
#define BOT_NET_IRC_MEMBER_H

#include "bot/net/irc/line.h"
#include "bot/net/irc/roster.h"
#include "bot/net/network.h"

struct irc;
struct irc_channel;
struct outbox_line;

/* Bytes of a stranger's target in the outbox: enough for any mask of the roster. */
enum { IRC_STRANGER_TARGET = 512 };

struct irc_members {
	struct roster *roster;
	uint64_t query_time; /* the earliest time for the next WHO about a new member */
	/* key of a member whose QUIT may be a change of host, or empty */
	char changing_host[NETWORK_KEY];
	uint64_t batches; /* number of the current batch, see roster_presence.last_batch */
	bool is_kept_out; /* the bot was made to leave a channel, or cannot join one */
};

/* ---- presence.c: account and host, and whether a member is still there ---- */

/* Returns a member as a struct sender; the strings belong to the member. */
struct sender irc_sender(const struct member *member);
/*
 * Writes the outbox target of a stranger (host, blank, nick) to `place`. wire: the nick in the
 * network's own bytes. Returns `place`.
 */
const char *irc_stranger_target(
	const char *host, const char *wire, char place[IRC_STRANGER_TARGET]);
/* Writes to `place` the outbox target that a member had as a stranger. Returns `place`. */
const char *irc_stranger_target_of(const struct member *member, char place[IRC_STRANGER_TARGET]);
/* Reads host and account from a member's line. Returns true if one of them has changed. */
bool irc_account_read_line(
	const struct irc *irc, struct member *member, const struct irc_line *line);
/* Schedules a WHO about a new member, if the server reports accounts in no other way. */
void irc_account_schedule_who(
	struct irc *irc, struct irc_channel *channel, const struct member *member);
/* Sends all WHO, MODE and NAMES whose time has come. */
void irc_account_send_queries(struct irc *irc, uint64_t now);

/* Reports a member as departed and removes them from the roster. */
void irc_presence_remove(struct irc *irc, struct member *member, enum departure how);
/* If lines wait for a stranger with the member's nick and host, makes the member their target. */
void irc_presence_adopt_lines(struct irc *irc, const struct member *member);
/*
 * True if a channel may have members whom the bot does not see: it hides members (+u, +D, +d), or
 * it keeps the bot out.
 */
bool irc_presence_has_hidden(const struct irc *irc);
/*
 * Removes a member who seems to be gone. Returns false, and keeps the member, if the server would
 * have announced the departure.
 */
bool irc_presence_remove_lost(struct irc *irc, struct member *member);
/* Schedules another NAMES for a channel whose member list may be wrong. */
void irc_presence_schedule_names(struct irc *irc, struct irc_channel *channel);
/*
 * Compares a line's host and account with the member of that nick. If they differ, replaces the
 * member by the new person.
 */
void irc_presence_check_sender(struct irc *irc, const struct irc_line *line);
/* Keeps a member after a QUIT that announces a change of host, until the next line. */
void irc_presence_begin_chghost(struct irc *irc, struct member *member);
/* Forgets the member kept by irc_presence_begin_chghost, unless this line is their JOIN. */
void irc_presence_end_chghost(struct irc *irc, const struct irc_line *line);
/*
 * Makes room for a member added only because they wrote a line: removes silent members if the
 * roster is full. Returns false if the roster is still full.
 */
bool irc_presence_make_room(struct irc *irc);
/* Removes the members without a channel, if no channel hides members any more. */
void irc_presence_drop_hidden(struct irc *irc);
/*
 * True if the recipient of the line from outbox_next is known to be online. Otherwise sends a WHO
 * and defers the line until the reply.
 */
bool irc_presence_can_send(struct irc *irc, const struct outbox_line *line, uint64_t now);

/* ---- member.c: coming and going ---- */

/*
 * Adds a person in a channel, or one who wrote in private (channel NULL). line: the line that the
 * person sent, or NULL. Returns NULL if there are too many people.
 */
struct member *irc_member_add(struct irc *irc, const char *nick, struct irc_channel *channel,
	const struct irc_line *line);
/* Removes a person from a channel. */
void irc_member_part(struct irc *irc, const char *nick, const struct irc_channel *channel);

#endif
