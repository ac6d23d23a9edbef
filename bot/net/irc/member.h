/* irc/member.h - people on the network: their identity, and whether they are still there. */
#ifndef BOT_NET_IRC_MEMBER_H
#define BOT_NET_IRC_MEMBER_H

#include "bot/net/irc/line.h"
#include "bot/net/irc/roster.h"
#include "bot/net/network.h"

struct irc;
struct irc_channel;
struct outbox_line;

/* IRC_STATE_PLACE: bytes of a stranger's target in the outbox; a roster's mask fits. */
enum { IRC_STATE_PLACE = 512 };

struct irc_members {
	struct roster *roster;
	uint64_t ask;             /* the earliest time for the next WHO about a newcomer */
	char moving[NETWORK_KEY]; /* the member whose QUIT may be a change of host, or empty */
	uint64_t batches;         /* number of batches; a member who spoke in this one is there */
};

/* ---- account.c: account and host ---- */

struct sender irc_sender(const struct member *member);
/* Marks the replies to the bot's own WHO (WHOX). */
#define IRC_ACCOUNT_TOKEN "152"
/* Writes a stranger's target in the outbox (host, blank, nick), and returns it. */
const char *irc_place(const char *host, const char *wire, char place[IRC_STATE_PLACE]);
/* Writes the target that a member had as a stranger, and returns it. */
const char *irc_place_of(const struct member *member, char place[IRC_STATE_PLACE]);
/* Reports that a member's account or host has changed. */
void irc_account_changed(struct irc *irc, const struct member *member);
/*
 * True if user@host (host NULL: unknown) or account (NULL: unknown, "": logged out) differ from the
 * member's without an announced change: the nick now belongs to another person.
 */
bool irc_account_is_other(
	const struct member *member, const char *user, const char *host, const char *account);
/* True if a line from a member's nick comes from another person, by its host or account. */
bool irc_account_parts(
	const struct irc *irc, const struct member *member, const struct irc_line *line);
/* Reads the flags of a WHO reply, which may have the mode of bots. */
void irc_account_flags(const struct irc *irc, struct member *member, const char *flags);
/* Sends a WHO about a channel or a nick. */
void irc_account_who(struct irc *irc, const char *whom);
/* Reads host and account from a member's line. Returns true if one of them has changed. */
bool irc_account_learn(struct irc *irc, struct member *member, const struct irc_line *line);
/* Schedules a WHO for a newcomer, if the server tells accounts in no other way. */
void irc_account_wonder(struct irc *irc, struct irc_channel *channel, const struct member *member);
/* Sends each WHO, MODE and NAMES that is due. */
void irc_account_ask(struct irc *irc, uint64_t now);

/* ---- sight.c: whether a member is still there ---- */

/* Reports a member as gone, and forgets them. */
void irc_went(struct irc *irc, struct member *member, enum departure how);
/* Turns lines that wait for a stranger with this nick and host into lines to the member. */
void irc_adopt(struct irc *irc, const struct member *member);
/* True if the bot is in a channel that hides members (+u, +D). */
bool irc_sight_hides(const struct irc *irc);
/* Forgets a member who seems to be gone. Returns false if the server would have announced it. */
bool irc_sight_lost(struct irc *irc, struct member *member);
/* Schedules another NAMES for a channel whose members are uncertain. */
void irc_sight_doubt(struct irc *irc, struct irc_channel *channel);
/* Compares a line with the member of its nick; if another person sent it, the member has gone. */
void irc_sight_compare(struct irc *irc, const struct irc_line *line);
/* Keeps a member after a QUIT that announces a change of host, until the next line. */
void irc_sight_move(struct irc *irc, struct member *member);
/* Forgets the member kept by irc_sight_move, unless this line is their JOIN. */
void irc_sight_settle(struct irc *irc, const struct irc_line *line);
/* True if one more member may be known just by speaking; forgets old ones if needed. */
bool irc_sight_room(struct irc *irc);
/* Notes that a member did something, so their lines may go at the end of this batch. */
void irc_sight_spoke(struct irc *irc, struct member *member);
/* Forgets members without a channel, once no channel hides members. */
void irc_sight_unhide(struct irc *irc);
/*
 * True if the line from outbox_next would reach its person. Otherwise the bot sends WHO, and the
 * line waits for the answer.
 */
bool irc_sight_sure(struct irc *irc, const struct outbox_line *line, uint64_t now);

/* ---- member.c: coming and going ---- */

/*
 * Adds a person in a channel, or one who wrote in private (channel NULL). line is the person's
 * line, or NULL. Returns NULL if there are too many people.
 */
struct member *irc_came(struct irc *irc, const char *nick, struct irc_channel *channel,
	const struct irc_line *line);
/* Removes a person from a channel. */
void irc_parted(struct irc *irc, const char *nick, const struct irc_channel *channel);

#endif
