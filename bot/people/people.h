/* people.h - the people known to the bot; caches their rows in the store. */
#ifndef BOT_PEOPLE_PEOPLE_H
#define BOT_PEOPLE_PEOPLE_H

#include "bot/base/env.h"
#include "bot/net/network.h"
#include "bot/text/catalog.h"
#include "storage/batch.h"
#include "storage/people.h"

/* Seconds after which an address counts as a person's own, see store_address. */
enum { PEOPLE_ADDRESS_SECONDS = 24 * 60 * 60 };

struct person {
	struct network *network;
	int64_t id;      /* id in the store; 0: not stored yet */
	char *key;       /* the person's key in the store, see identity.h */
	char *name;      /* current or last known nick */
	char *full_name; /* name at tables of other networks: "luc (matrix)" */
	/* nicks used since sitting down, folded, like " anna luc "; NULL without a seat */
	char *nicks;
	char *connection;     /* key (network.h) of the current or last connection, or NULL */
	char *address;        /* user@host of the current or last connection; "@": unknown */
	bool claimed;         /* the person has set a password */
	struct locale chosen; /* language and card style that the person chose */
	uint8_t spoken;       /* 1 + language of the sentence that is being answered; 0: none */
	/* 1 + language of the person's last command word in private; 0: unknown */
	uint8_t typed;
	uint8_t choices;   /* bit set by enum store_preference: preferences that the person chose */
	uint8_t advice;    /* 1: after a match the bot tells the person their costliest move */
	uint8_t via;       /* enum via: message or notice */
	uint8_t seat_link; /* 1: the first hand of a match comes with a link to the person's seat */
	uint8_t confirm;   /* 1: on a page, a second tap confirms a card */
	/* locale of the person's channel; default for preferences not chosen */
	const struct locale *channel_locale;
	/* ms: earliest time to tell a channel that the bot answered the person in private */
	int64_t next_hint_at;
	/* the person chose a level of the AI players at their private table */
	bool named_level;
	bool welcomed; /* the person knows how to begin, or has been told */
	/* bit set of the acts explained to the person, see first_act.c */
	uint8_t explained;
	/* the person has logged in, but another connection has the account's seat */
	bool is_second_connection;
	bool changed; /* the row was written to the store in this batch */
	/* the person gave a command since people_store_last_seen last ran */
	bool spoke;
	int64_t last_seen_stored; /* unix seconds: the last_seen that the store has; 0: none */
	bool unread;              /* the row could not be read from the store */
	unsigned seats;           /* number of seats of live tables that the person owns or plays */
	/* number of other uses that keep the person cached: pages, watches, offers */
	unsigned references;
	/* ms: earliest time of the next notice of a new table to the person */
	int64_t next_notice_at;
	bool blocked;          /* private lines do not reach the person */
	bool private_retried;  /* this batch tries private lines to the person again */
	int64_t blocked_at;    /* ms: when a private line last failed */
	bool blocked_told_now; /* this batch tells the channel that the person is blocked */
	/* unix seconds: when a channel was last told that the person is blocked; 0: never */
	int64_t blocked_announced_at;
	bool connection_lost; /* the person lost the connection and is not back */
	bool split;           /* the connection was lost in a netsplit */
	int64_t lost_since;   /* ms: when the connection was lost */
};

/* A person's connection, name and address before this batch changed them, for a rollback. */
struct people_undo_step {
	struct person *person;
	char *connection;
	char *name;
	char *address;
};

/* A connection that a rolled back batch had given to a person. */
struct people_undone_connection {
	struct network *network;
	char *connection;
};

/* Functions that people and identity call. `above` is the member `above` of struct people. */
struct people_events {
	/*
	 * The connection of `from` now speaks for `to`: both are one person. proved: an account or
	 * a password shows it.
	 */
	void (*merged)(void *above, struct person *from, struct person *to, bool proved);
	/*
	 * Returns true if the two people have different seats at one table, and so cannot be one
	 * person.
	 */
	bool (*has_conflict)(void *above, const struct person *from, const struct person *to);
	/* A person has got a connection and can be reached. */
	void (*reached)(void *above, struct person *person);
	/* A new person is a stranger, because their nick belongs to `other`. */
	void (*stranger)(void *above, const struct person *stranger, const struct person *other);
};

/* All people in memory. Starts as zeros, except batch, env, events, above and via. */
struct people {
	struct participant participant; /* must be the first member */
	struct batch *batch;
	const struct env *env;
	const struct people_events *events;
	void *above;
	struct person **person;    /* all people, sorted by network and key */
	struct person **connected; /* people with a connection, sorted by network and connection */
	size_t count;
	size_t connected_count;
	size_t capacity; /* room in each of the two lists */
	struct people_undo_step *undo;
	size_t undo_count;
	struct people_undone_connection *undone;
	size_t undone_count;
	size_t evict_above; /* people_evict does nothing while `count` is at most this number */
	uint8_t via;
};

void people_free(struct people *people);
/*
 * Finds a person by key, or adds them to memory with their row from the store. name: the nick of a
 * new person. people_evict may free a person without a seat or another use.
 */
struct person *people_load(
	struct people *people, struct network *network, const char *key, const char *name);
/* Finds the person who speaks through a connection. Returns NULL if not found. */
struct person *people_find_by_connection(
	const struct people *people, const struct network *network, const char *connection);
/*
 * Gives a connection to a person and takes it from any other. connection NULL: only takes the
 * person's connection away. A rollback restores the connections, and the people's names and
 * addresses.
 */
void people_set_connection(struct people *people, struct person *person, const char *connection);
/*
 * Takes the next connection that a rolled back batch had given to a person. The caller frees it.
 * Returns NULL if none is left.
 */
char *people_undone_connection(struct people *people, struct network **network);
/* True for a guest: a person without a chat client. person NULL: an AI player. */
bool person_is_guest(const struct person *person);
/* True if a person owns or plays a seat. */
bool person_is_seated(const struct person *person);
/* True if a person can be reached now. */
bool person_is_reachable(const struct person *person);
/* True if a person can be reached now and is in this channel. */
bool person_is_in_channel(const struct person *person, const char *channel);
/*
 * Returns a person's locale: the language of the sentence that is being answered, their own
 * choices, the language of the command words that they type, and the channel's locale for the rest.
 */
struct locale person_locale(const struct person *person);
void person_rename(struct person *person, const char *name);
/*
 * Adds the current nick of a seated person to `nicks`. Clears `nicks` of a person without a seat.
 */
void person_note_nick(struct person *person);
/*
 * Finds the next seated person with a nick among their nicks since sitting down. nick: folded. *n
 * starts at 0. Returns NULL if not found.
 */
struct person *people_next_by_nick(
	const struct people *people, const struct network *network, const char *nick, size_t *n);
void person_set_address(struct person *person, const char *address);
/* Finds a person in memory by key. Returns NULL if not found. */
struct person *people_find(
	const struct people *people, const struct network *network, const char *key);
/*
 * Stores a person's name and address, and sets the id of a new person. Returns false on an error;
 * the batch then rolls back.
 */
bool people_store(struct people *people, struct person *person);
/*
 * Allows another try of private lines to a blocked person. After a rollback the person is blocked
 * as before.
 */
void people_retry_private(struct people *people, struct person *person);
/*
 * Notes that this batch tells the channel that a person is blocked. A rollback discards the note.
 */
void people_note_blocked_told(struct people *people, struct person *person);
/* Marks a person's row as changed in this batch, so that a rollback reads the row again. */
void people_mark_changed(struct people *people, struct person *person);
/*
 * Sets a preference by a word that the person typed, without storing it. Returns false for an
 * unknown word.
 */
bool person_set_preference(struct person *person, enum store_preference what, const char *value);
/*
 * Returns the n-th word that person_set_preference accepts for a preference, or NULL after the
 * last.
 */
const char *person_preference_word(enum store_preference what, unsigned n);
/* Reads a person's row from the store. After an error the row is read again when the batch ends. */
void people_reload(struct people *people, struct person *person);
/*
 * Removes people from memory if there are many. Keeps people with a seat or another use, and
 * reachable people with a password.
 */
void people_evict(struct people *people);
/* Stores that people gave commands, once a day for each person, and commits. now: Unix seconds. */
enum store_error people_store_last_seen(struct people *people, int64_t now);
/*
 * Deletes some people not seen for long, and commits. Sets *more if more such people may be left.
 * now: Unix seconds.
 */
enum store_error people_delete_expired(struct people *people, int64_t now, bool *more);

#endif
