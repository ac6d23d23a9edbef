/* irc/member.h - people on the network: their identity, and whether they are still there. */
#ifndef BOT_NET_IRC_MEMBER_H
#define BOT_NET_IRC_MEMBER_H

#include "bot/net/irc/line.h"
#include "bot/net/irc/roster.h"
#include "bot/net/network.h"

struct irc;
struct irc_channel;
struct outbox_line;

/* IRC_STRANGER_TARGET: bytes of a stranger's target in the outbox; a roster's mask fits. */
enum { IRC_STRANGER_TARGET = 512 };

struct irc_members {
	struct roster *roster;
	uint64_t query_time;             /* the earliest time for the next WHO about a newcomer */
	char changing_host[NETWORK_KEY]; /* the member whose QUIT may be a change of host, or empty
					  */
	uint64_t batches; /* number of batches; a member who spoke in this one is there */
};

/* ---- account.c: account and host ---- */

struct sender irc_sender(const struct member *member);
/* Marks the replies to the bot's own WHO (WHOX). */
#define IRC_ACCOUNT_TOKEN "152"
/* Writes a stranger's target in the outbox (host, blank, nick), and returns it. */
const char *irc_stranger_target(
	const char *host, const char *wire, char place[IRC_STRANGER_TARGET]);
/* Writes the target that a member had as a stranger, and returns it. */
const char *irc_stranger_target_of(const struct member *member, char place[IRC_STRANGER_TARGET]);
/* Reports that a member's account or host has changed. */
void irc_account_report_change(struct irc *irc, const struct member *member);
/*
 * True if user@host (host NULL: unknown) or account (NULL: unknown, "": logged out) differ from the
 * member's without an announced change: the nick now belongs to another person.
 */
bool irc_account_is_other(
	const struct member *member, const char *user, const char *host, const char *account);
/* True if a line from a member's nick comes from another person, by its host or account. */
bool irc_account_is_other_sender(
	const struct irc *irc, const struct member *member, const struct irc_line *line);
/* Reads the flags of a WHO reply, which may have the mode of bots. */
void irc_account_read_flags(const struct irc *irc, struct member *member, const char *flags);
/* Sends a WHO about a channel or a nick. */
void irc_account_send_who(struct irc *irc, const char *whom);
/* Reads host and account from a member's line. Returns true if one of them has changed. */
bool irc_account_read_line(struct irc *irc, struct member *member, const struct irc_line *line);
/* Schedules a WHO for a newcomer, if the server tells accounts in no other way. */
void irc_account_schedule_who(
	struct irc *irc, struct irc_channel *channel, const struct member *member);
/* Sends each WHO, MODE and NAMES that is due. */
void irc_account_send_queries(struct irc *irc, uint64_t now);

/* ---- presence.c: whether a member is still there ---- */

/* Reports a member as gone, and forgets them. */
void irc_presence_remove(struct irc *irc, struct member *member, enum departure how);
/* Turns lines that wait for a stranger with this nick and host into lines to the member. */
void irc_presence_adopt_lines(struct irc *irc, const struct member *member);
/* True if the bot is in a channel that hides members (+u, +D). */
bool irc_presence_has_hidden(const struct irc *irc);
/* Forgets a member who seems to be gone. Returns false if the server would have announced it. */
bool irc_presence_remove_lost(struct irc *irc, struct member *member);
/* Schedules another NAMES for a channel whose members are uncertain. */
void irc_presence_schedule_names(struct irc *irc, struct irc_channel *channel);
/* Compares a line with the member of its nick; if another person sent it, the member has gone. */
void irc_presence_check_sender(struct irc *irc, const struct irc_line *line);
/* Keeps a member after a QUIT that announces a change of host, until the next line. */
void irc_presence_begin_chghost(struct irc *irc, struct member *member);
/* Forgets the member kept by irc_presence_begin_chghost, unless this line is their JOIN. */
void irc_presence_end_chghost(struct irc *irc, const struct irc_line *line);
/* True if one more member may be known just by speaking; forgets old ones if needed. */
bool irc_presence_make_room(struct irc *irc);
/* Notes that a member did something, so their lines may go at the end of this batch. */
void irc_presence_record_line(struct irc *irc, struct member *member);
/* Forgets members without a channel, once no channel hides members. */
void irc_presence_drop_hidden(struct irc *irc);
/*
 * True if the line from outbox_next would reach its person. Otherwise the bot sends WHO, and the
 * line waits for the answer.
 */
bool irc_presence_can_send(struct irc *irc, const struct outbox_line *line, uint64_t now);

/* ---- member.c: coming and going ---- */

/*
 * Adds a person in a channel, or one who wrote in private (channel NULL). line is the person's
 * line, or NULL. Returns NULL if there are too many people.
 */
struct member *irc_member_add(struct irc *irc, const char *nick, struct irc_channel *channel,
	const struct irc_line *line);
/* Removes a person from a channel. */
void irc_member_part(struct irc *irc, const char *nick, const struct irc_channel *channel);

#endif
