/*
 * roster.h - who is in the bot's channels on one network, and who is who. Pure, no I/O.
 *
 * Everybody gets a key when they come and keeps it through renames; nobody gets it after them, so
 * that what is said to them reaches nobody else.
 */
#ifndef BOT_NET_IRC_ROSTER_H
#define BOT_NET_IRC_ROSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/net/irc/case.h"

/* Channels are numbers below ROSTER_CHANNELS; of more people than ROSTER_MOST no more are known. */
enum { ROSTER_CHANNELS = 256, ROSTER_MOST = 20000 };
/* Bytes of a nick on the network, NUL included: what is longer is none. */
enum { ROSTER_NICK = 48 };

/* Sightings of a member, for channels where the server does not tell that they leave; in ms. */
struct roster_sight {
	bool heard;          /* spoke in private and may be in a channel that hides people */
	uint64_t spoke;      /* number of the batch in which they spoke last */
	uint64_t seen;       /* when they spoke last, or an answer told of them */
	uint64_t asked;      /* when the bot asked for their host; 0: no answer is awaited */
	uint64_t asked_for;  /* serial of the last line staged by then */
	uint64_t sure_for;   /* lines up to this serial may go to them … */
	uint64_t sure_until; /* … until this time */
};

/* Lives until they go or rename themselves; only `sight` may be changed from outside. */
struct member {
	const char *key;                         /* network.h: valid UTF-8, no control characters */
	const char *nick;                        /* likewise: wire as people are shown it */
	const char *first;                       /* likewise: the nick they came by, folded */
	const char *wire;                        /* the nick in the bytes the network knows */
	const char *folded;                      /* wire, folded */
	char *mask;                              /* network.h: nick!user@host */
	bool bot;                                /* marked as one */
	char *account;                           /* the same kind of text as nick, or NULL */
	uint64_t channels[ROSTER_CHANNELS / 64]; /* none: they pass by, unless heard */
	uint64_t listed[ROSTER_CHANNELS / 64];   /* of these, where the server listed them */
	struct roster_sight sight;
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

/* Finds a member by their nick on the network. */
struct member *roster_find(const struct roster *roster, const char *wire);
struct member *roster_by_key(const struct roster *roster, const char *key);

/*
 * Enters a person in a channel; *came: they were in none before. Returns NULL if there are too many
 * people or the nick is bad.
 */
struct member *roster_enter(struct roster *roster, const char *wire, unsigned channel, bool *came);
/* Marks a member as listed in a channel; unmarks all there; returns the mark. */
void roster_list(struct member *member, unsigned channel);
void roster_unlist(struct roster *roster, unsigned channel);
bool roster_listed(const struct member *member, unsigned channel);
/* Enters a person who is in no channel, until roster_sweep. Returns NULL likewise. */
struct member *roster_pass(struct roster *roster, const char *wire);
/* Sets if a member is known without being in a channel; true if they passed by until now. */
bool roster_hear(struct roster *roster, struct member *member, bool heard);
/*
 * Forgets a member whose nick another person has now. Returns the other: a newcomer in the same
 * channels, listed in none; NULL if the member passed by.
 */
struct member *roster_renew(struct roster *roster, struct member *member);
/* Takes a member out of a channel. Returns true if it was the last: the caller forgets them. */
bool roster_leave(struct roster *roster, struct member *member, unsigned channel);
void roster_forget(struct roster *roster, struct member *member);
/* Renames a member to a free nick. Returns the new block; NULL if the nick is bad: no change. */
struct member *roster_rename(struct roster *roster, struct member *member, const char *wire);
/*
 * Set a member's account (NULL or empty: none), or user and host (NULL: unknown), cut to what fits.
 * Return true if it changed.
 */
bool roster_account(struct roster *roster, struct member *member, const char *account);
bool roster_host(struct roster *roster, struct member *member, const char *user, const char *host);
/* True if a member is at user@host, or is logged in to an account; NULL: to none. */
bool roster_is_at(const struct member *member, const char *user, const char *host);
bool roster_is_as(const struct member *member, const char *account);
void roster_bot(struct member *member, bool bot);
/* network.h: user@host; lives as long as the mask. */
const char *roster_origin(const struct member *member);
/* Forgets who passed by. */
void roster_sweep(struct roster *roster);

bool roster_in(const struct member *member, unsigned channel);
bool roster_passes(const struct member *member);
/* Everybody, in no order: the one after member (NULL: the first); NULL after the last. */
struct member *roster_next(const struct roster *roster, const struct member *member);

#endif
