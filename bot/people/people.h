/* people.h - the people known to the bot: a cache of their rows in the store. */
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
	int64_t id;           /* in the store; 0: not stored yet */
	char *key;            /* identifies the person in the store, see identity.h */
	char *name;           /* current or last known nick */
	char *nicks;          /* folded nicks while seated, " anna luc ", or NULL */
	char *connection;     /* network.h's key of the current or last connection, or NULL */
	char *address;        /* user@host of the current or last connection; "@": unknown */
	bool claimed;         /* a password is stored */
	struct locale chosen; /* preferences of how to read */
	uint8_t choices;      /* bits by enum store_preference: the preferences that are set */
	uint8_t via;          /* enum via */
	const struct locale *channel_locale; /* locale of their channel, for preferences not set */
	uint64_t hinted_channels;  /* channels_bit of channels that know of their private answers */
	bool is_second_connection; /* logged in, but another connection holds the account's seat */
	bool changed;              /* written to the store in this batch */
	bool spoke;                /* gave a command since the last people_run_maintenance */
	int64_t last_seen_stored;  /* unix seconds: when the store last noted that they spoke; 0:
				      never */
	bool unread;               /* could not be read from the store */
	unsigned seats;            /* how often they own or play a seat of a live table */
	unsigned references;       /* other reasons to stay in the cache: pages, watches, offers */
	int64_t next_notice_at;    /* ms: no notice of a new table before then */
	bool blocked;              /* private lines do not reach them */
	bool private_retried;      /* private lines are tried again in this batch */
	int64_t blocked_at;        /* ms: when a private line last failed */
	bool blocked_told_now;     /* in this batch the channel is told that they are blocked */
	int64_t blocked_announced_at; /* unix seconds: when the channel was last told; 0: never */
	bool connection_lost;         /* the connection is lost */
	bool split;                   /* the connection was lost in a netsplit */
	int64_t lost_since;           /* ms: when the connection was lost */
};

/* A person before this batch moved their connection, for a rollback. */
struct people_undo_step {
	struct person *person;
	char *connection;
	char *name;
	char *address;
};

/* A connection that became a person's in a batch that was rolled back. */
struct people_undone_connection {
	struct network *network;
	char *connection;
};

/* Reports that a person turned out to be another one. */
struct people_events {
	/* The connection of `from` now speaks for `to`. proved: by an account or a password. */
	void (*merged)(void *above, struct person *from, struct person *to, bool proved);
	/* True if the two have different seats at one table, so they cannot be one person. */
	bool (*has_conflict)(void *above, const struct person *from, const struct person *to);
	/* A person has a connection and can be reached. */
	void (*reached)(void *above, struct person *person);
	/* A person is a guest, because their nick belongs to `other`. */
	void (*guest)(void *above, const struct person *guest, const struct person *other);
};

/* Starts as zeros but for batch, env, events, above and via. */
struct people {
	struct participant participant; /* must be first */
	struct batch *batch;
	const struct env *env;
	const struct people_events *events;
	void *above;
	struct person **person;    /* sorted by network and key */
	struct person **connected; /* people with a connection, sorted by network and connection */
	size_t count;
	size_t connected_count;
	size_t capacity; /* capacity of both lists */
	struct people_undo_step *undo;
	size_t undo_count;
	struct people_undone_connection *undone;
	size_t undone_count;
	size_t evict_above; /* people_evict does nothing up to this count */
	int64_t expire_at;  /* unix seconds: when expired people are next deleted */
	uint8_t via;
};

void people_free(struct people *people);
/*
 * Finds a person by key. Reads a new one from the store; `name` is their nick if they are new. The
 * person lives while they have a seat, else until people_evict.
 */
struct person *people_load(
	struct people *people, struct network *network, const char *key, const char *name);
/* Finds the person of a connection, or NULL. */
struct person *people_find_by_connection(
	const struct people *people, const struct network *network, const char *connection);
/*
 * Moves a connection to a person (NULL: takes theirs away); another person loses it. A rollback
 * restores connections and the names and addresses that people had with them.
 */
void people_set_connection(struct people *people, struct person *person, const char *connection);
/*
 * Takes a connection that became a person's in a batch that was rolled back, each once. The caller
 * frees it. Returns NULL at the end.
 */
char *people_undone_connection(struct people *people, struct network **network);
/* True if a person owns or plays a seat. */
bool person_is_seated(const struct person *person);
/* True if a person can be reached now. */
bool person_is_reachable(const struct person *person);
/* True if a person can be reached now and is in that channel. */
bool person_is_in_channel(const struct person *person, const char *channel);
/* Returns a person's preferences, with the channel's locale as default. */
struct locale person_locale(const struct person *person);
void person_rename(struct person *person, const char *name);
/* Notes the nick of a seated person; forgets all nicks of a person without a seat. */
void person_note_nick(struct person *person);
/*
 * Finds the next seated person with a folded nick among their nicks since sitting down, or NULL. *n
 * starts at 0.
 */
struct person *people_next_by_nick(
	const struct people *people, const struct network *network, const char *nick, size_t *n);
void person_set_address(struct person *person, const char *address);
/* Finds a person in the cache, or NULL. */
struct person *people_find(
	const struct people *people, const struct network *network, const char *key);
/*
 * Stores the name and address of a person and sets their id. Returns false on an error; the batch
 * then rolls back.
 */
bool people_store(struct people *people, struct person *person);
/* Tries private lines to a person again. After a rollback they are blocked as before. */
void people_retry_private(struct people *people, struct person *person);
/* Notes that the channel is told that a person is blocked; counts once the batch is committed. */
void people_note_blocked_told(struct people *people, struct person *person);
/* Marks a person's row as changed in this batch; a rollback reads it again. */
void people_mark_changed(struct people *people, struct person *person);
/* Sets a preference by the word that people type, without storing it. False: unknown word. */
bool person_set_preference(struct person *person, enum store_preference what, const char *value);
/* Returns the n-th word that person_set_preference takes, or NULL after the last. */
const char *person_preference_word(enum store_preference what, unsigned n);
/* Reads a person's row. After an error it is read again when the batch ends. */
void people_reload(struct people *people, struct person *person);
/*
 * Removes people from a large cache, except people with a seat, and reachable people with a
 * password.
 */
void people_evict(struct people *people);
/*
 * Call between batches, now and then. Stores once a day that a person spoke, and deletes some
 * expired people. Commits. now: unix seconds.
 */
enum store_error people_run_maintenance(struct people *people, int64_t now);

#endif
