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

/* ROSTER_CHANNELS: channels have numbers below it. ROSTER_MEMBERS_MAX: people known at once. */
enum { ROSTER_CHANNELS = 256, ROSTER_MEMBERS_MAX = 20000 };
/* ROSTER_NICK: bytes of a nick, NUL included; longer nicks are rejected. */
enum { ROSTER_NICK = 48 };

/* When a member was last seen, for channels where the server does not announce leaving. In ms. */
struct roster_presence {
	bool may_be_hidden;  /* wrote in private, and may be in a channel that hides members */
	uint64_t last_batch; /* number of the batch of their last line */
	uint64_t seen;       /* time of their last line, or of a WHO reply about them */
	uint64_t who_sent;   /* time of the bot's WHO about them; 0: no reply is awaited */
	uint64_t who_serial; /* serial of the last line staged before that WHO */
	uint64_t confirmed_serial; /* lines up to this serial may be sent */
	uint64_t confirmed_until;  /* until this time, lines up to sure_for may be sent */
};

/* A person. Freed when they go or change nick; other files may only change `sight`. */
struct member {
	const char *key;                         /* identifies the person, see struct sender */
	const char *nick;                        /* `wire` for display, see irc_text_format_name */
	const char *first;                       /* the folded nick by which they came */
	const char *wire;                        /* the nick in the network's own bytes */
	const char *folded;                      /* `wire` in the form of irc_case_fold */
	char *mask;                              /* nick!user@host, see struct sender */
	bool bot;                                /* marked as a bot by the server */
	char *account;                           /* clean text; NULL: logged out or unknown */
	uint64_t channels[ROSTER_CHANNELS / 64]; /* bits of their channels */
	uint64_t listed[ROSTER_CHANNELS / 64];   /* bits of channels that listed them */
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

/* Finds a member by nick. */
struct member *roster_find(const struct roster *roster, const char *wire);
struct member *roster_find_key(const struct roster *roster, const char *key);

/*
 * Adds a person to a channel; sets *came unless they were kept before. Returns NULL if there are
 * too many people or the nick is bad.
 */
struct member *roster_add_to_channel(
	struct roster *roster, const char *wire, unsigned channel, bool *came);
/* Mark a member as listed in a channel, unmark all its members, and return the mark. */
void roster_mark_listed(struct member *member, unsigned channel);
void roster_clear_listed(struct roster *roster, unsigned channel);
bool roster_is_listed(const struct member *member, unsigned channel);
/* Adds a person without a channel, until roster_remove_passing. Returns NULL like
 * roster_add_to_channel. */
struct member *roster_add_passing(struct roster *roster, const char *wire);
/* Sets whether a member is kept without a channel. Returns true if they start to be kept. */
bool roster_set_kept(struct roster *roster, struct member *member, bool heard);
/*
 * Forgets a member whose nick now belongs to another person. Returns that person, added to the same
 * channels but listed in none, or NULL if the member was known for this batch only.
 */
struct member *roster_replace_person(struct roster *roster, struct member *member);
/* Removes a member from a channel. Returns true if it was the last; the caller forgets them. */
bool roster_leave(struct roster *roster, struct member *member, unsigned channel);
void roster_remove(struct roster *roster, struct member *member);
/* Renames a member to a free nick. Returns the new struct; NULL, unchanged, if the nick is bad. */
struct member *roster_rename(struct roster *roster, struct member *member, const char *wire);
/*
 * Set a member's account (NULL or empty: logged out) or user and host (NULL: unknown), cut to fit.
 * Return true if it changed.
 */
bool roster_set_account(struct roster *roster, struct member *member, const char *account);
bool roster_set_host(
	struct roster *roster, struct member *member, const char *user, const char *host);
/* True if a member is at user@host, or logged in to an account (NULL: logged out). */
bool roster_has_host(const struct member *member, const char *user, const char *host);
bool roster_has_account(const struct member *member, const char *account);
void roster_set_bot(struct member *member, bool bot);
/* Returns a member's user@host, see struct sender; valid as long as the mask. */
const char *roster_origin(const struct member *member);
/* Forgets the members without a channel, except those kept by roster_set_kept. */
void roster_remove_passing(struct roster *roster);

bool roster_is_in_channel(const struct member *member, unsigned channel);
bool roster_is_passing(const struct member *member);
/* Iterates over all members in no order: NULL gives the first, and NULL follows the last. */
struct member *roster_next(const struct roster *roster, const struct member *member);

#endif
