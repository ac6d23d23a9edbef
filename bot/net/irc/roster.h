/*
 * roster.h - the people in the bot's channels on one network. Pure, no I/O.
 *
 * Each person gets a key when they come and keeps it through renames. A key is never used again, so
 * a private line cannot reach another person with the same nick.
 */
#ifndef BOT_NET_IRC_ROSTER_H
#define BOT_NET_IRC_ROSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/net/irc/case.h"

/*
 * ROSTER_CHANNELS: limit of channels; channel numbers are smaller than this. ROSTER_MEMBERS_MAX:
 * maximum number of people in the roster.
 */
enum { ROSTER_CHANNELS = 256, ROSTER_MEMBERS_MAX = 20000 };
/*
 * ROSTER_NICK: bytes of a nick; longer nicks are rejected. ROSTER_KEY: bytes of a person's key.
 * Both include the NUL.
 */
enum { ROSTER_NICK = 48, ROSTER_KEY = 24 };

/*
 * Ranks of a member in a channel. Servers may grant several; ROSTER_ABOVE is any rank above an
 * operator's.
 */
enum roster_rank {
	ROSTER_VOICED,
	ROSTER_HALF_OPERATOR,
	ROSTER_OPERATOR,
	ROSTER_ABOVE,
	ROSTER_RANKS
};

/*
 * A member's presence in channels where the server does not announce departures. Times are in ms.
 */
struct roster_presence {
	/* kept without a known channel: the member may be in a channel that hides members */
	bool may_be_hidden;
	uint64_t last_batch; /* number of the batch with the member's last line */
	/* time of the member's last line, or of the last WHO reply about the member */
	uint64_t seen;
	uint64_t who_sent;         /* time of the bot's WHO about the member; 0: no reply awaited */
	uint64_t who_serial;       /* serial of the last line staged before the WHO */
	uint64_t confirmed_serial; /* lines up to this serial may be sent until confirmed_until */
	uint64_t confirmed_until;  /* until this time, lines up to confirmed_serial may be sent */
};

/*
 * A person. The struct is freed when the person leaves or changes nick. Other files may only change
 * `presence`.
 */
struct member {
	const char *key;    /* identifies the person, see struct sender */
	const char *nick;   /* the nick for display, see irc_text_format_name */
	const char *first;  /* the nick with which the person first came, case-folded */
	const char *wire;   /* the nick in the network's own bytes */
	const char *folded; /* the nick, case-folded by irc_case_fold */
	char *mask;         /* nick!user@host, see struct sender */
	bool bot;           /* marked as a bot by the server */
	char *account;      /* clean text; NULL: logged out or unknown */
	uint64_t channels[ROSTER_CHANNELS / 64]; /* channels of the person, one bit each */
	/* channels in which NAMES or a JOIN named the person, one bit each */
	uint64_t listed[ROSTER_CHANNELS / 64];
	/* channels in which the person has the rank, one bit each */
	uint64_t ranks[ROSTER_RANKS][ROSTER_CHANNELS / 64];
	struct roster_presence presence;
	struct member *next_by_nick;
	struct member *next_by_key;
	char strings[];
};

struct roster;

struct roster *roster_open(void);
void roster_close(struct roster *roster);
/* Forgets all members and sets the case mapping. */
void roster_clear(struct roster *roster, enum irc_case mapping);
size_t roster_count(const struct roster *roster);

/* Finds a member by nick. Returns NULL if unknown. */
struct member *roster_find(const struct roster *roster, const char *wire);
/* Finds a member by key. Returns NULL if unknown. */
struct member *roster_find_key(const struct roster *roster, const char *key);

/*
 * Adds a person to a channel. Sets *came to true if the person had no channel before and was not
 * kept by roster_set_kept. Returns NULL if there are too many people or the nick is invalid.
 */
struct member *roster_add_to_channel(
	struct roster *roster, const char *wire, unsigned channel, bool *came);
/* Marks a member as listed in a channel: NAMES or a JOIN has named them there. */
void roster_mark_listed(struct member *member, unsigned channel);
/* Removes the mark of roster_mark_listed from all members of a channel. */
void roster_clear_listed(struct roster *roster, unsigned channel);
/* True if a member is marked as listed in a channel. */
bool roster_is_listed(const struct member *member, unsigned channel);
/* Grants or takes a rank in a channel. */
void roster_set_rank(struct member *member, unsigned channel, enum roster_rank rank, bool has);
/* True if a member has the rank in a channel. */
bool roster_has_rank(const struct member *member, unsigned channel, enum roster_rank rank);
/*
 * Finds a person by nick, or adds one without a channel; roster_remove_passing removes such people.
 * Returns NULL if there are too many people or the nick is invalid.
 */
struct member *roster_add_passing(struct roster *roster, const char *wire);
/*
 * Sets whether a member is kept even without a channel. Returns true if roster_remove_passing would
 * have removed the member before, and will not now.
 */
bool roster_set_kept(struct roster *roster, struct member *member, bool is_kept);
/*
 * Replaces a member by the next person with the same nick. The new person is in the same channels,
 * but not listed in them. Returns the new member, or NULL if the old one was in the roster for this
 * batch only.
 */
struct member *roster_replace_person(struct roster *roster, struct member *member);
/*
 * Removes a member from a channel. Returns true if that was the member's last channel; the caller
 * must then remove the member.
 */
bool roster_leave(struct roster *roster, struct member *member, unsigned channel);
/* Removes and frees a member. */
void roster_remove(struct roster *roster, struct member *member);
/*
 * Renames a member to a nick that no member has, and frees the old struct. Returns the new struct,
 * or NULL if the nick is invalid; then nothing changes.
 */
struct member *roster_rename(struct roster *roster, struct member *member, const char *wire);
/* Sets a member's account; NULL or empty: logged out. Returns true if the account changed. */
bool roster_set_account(struct member *member, const char *account);
/* Sets a member's user and host, cut to fit; NULL: unknown. Returns true if they changed. */
bool roster_set_host(struct member *member, const char *user, const char *host);
/* True if a member's user and host equal `user` and `host`. */
bool roster_has_host(const struct member *member, const char *user, const char *host);
/* True if a member is logged in to this account (NULL: logged out). */
bool roster_has_account(const struct member *member, const char *account);
/* Returns a member's user@host, see struct sender; valid as long as member->mask. */
const char *roster_origin(const struct member *member);
/* Removes the members without a channel, except those kept by roster_set_kept. */
void roster_remove_passing(struct roster *roster);

/* True if a member is in a channel. */
bool roster_is_in_channel(const struct member *member, unsigned channel);
/* True if a member has no channel and is not kept by roster_set_kept. */
bool roster_is_passing(const struct member *member);
/*
 * Returns the member after `member`, in no particular order; NULL begins with the first. Returns
 * NULL after the last.
 */
struct member *roster_next(const struct roster *roster, const struct member *member);

#endif
