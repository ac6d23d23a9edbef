/* people.h - the people the bot deals with: a cache of what the store knows of them. */
#ifndef BOT_PEOPLE_PEOPLE_H
#define BOT_PEOPLE_PEOPLE_H

#include "bot/base/env.h"
#include "bot/net/network.h"
#include "bot/text/catalog.h"
#include "storage/batch.h"
#include "storage/people.h"

/* Seconds after which an address is somebody's, see store_address. */
enum { PEOPLE_SETTLED = 24 * 60 * 60 };

struct person {
	struct network *network;
	int64_t id;       /* in the store; 0: it does not know them yet */
	char *key;        /* who they are to the store: identity.h */
	char *name;       /* their nick now, or when last heard of */
	char *nicks;      /* their folded nicks while seated, " anna luc "; or NULL */
	char *connection; /* network.h's key of where they are, or were last, spoken to, or NULL */
	char *address;    /* user@host of that, or of the last one; "@": not known */
	bool claimed;     /* the store has a word that proves who they are */
	struct locale chosen;        /* how they want to read, … */
	uint8_t choices;             /* … bits by enum store_preference: where they said so */
	uint8_t via;                 /* enum via */
	const struct locale *around; /* how their channel reads: for what they did not choose */
	uint64_t hinted;      /* the channels where they know of answers in private, a bit each */
	bool second;          /* logged in, but another connection has their account's seat */
	bool changed;         /* written to the store in this batch */
	bool spoke;           /* gave a command that the store was not told of yet */
	int64_t noted;        /* when it was told of one, in unix seconds; 0: not lately */
	bool unread;          /* the store could not say what it knows of them */
	unsigned seats;       /* of live tables that they own or play, … */
	unsigned held;        /* … and what else they are kept for: pages, watches, offers */
	int64_t call_after;   /* ms: when they may next be told of a table that wants players */
	bool blocked;         /* private lines do not reach them, … */
	bool tried;           /* … but in this batch they are tried again, … */
	int64_t blocked_at;   /* … as of this time in ms, … */
	bool named;           /* … and all are told so in this batch, … */
	int64_t blocked_told; /* … and were at this time in unix seconds; 0: never */
	bool gone;            /* their connection is lost, … */
	bool split;           /* … for a split between servers, … */
	int64_t gone_since;   /* … at this time on the lobby's clock, in ms */
};

/* What somebody's connection, and who they are by it, was before this batch changed it. */
struct people_step {
	struct person *person;
	char *connection;
	char *name;
	char *address;
};

/* Behind a connection somebody was found in a batch that failed. */
struct people_unmet {
	struct network *network;
	char *connection;
};

/* What follows from somebody being found to be another person than they were taken for. */
struct people_events {
	/* Who was spoken to as `from` is spoken to as `to`; proved: by an account or a password. */
	void (*became)(void *above, struct person *from, struct person *to, bool proved);
	/* True if they have seats at one table that are not the same: they cannot be one. */
	bool (*apart)(void *above, const struct person *from, const struct person *to);
	/* Somebody has a connection, by which they can be reached. */
	void (*reached)(void *above, struct person *person);
	/* Somebody is a guest, as they cannot be the other, whose nick they have. */
	void (*guest)(void *above, const struct person *guest, const struct person *other);
};

/* Starts as zeros but for the batch, env, via and whom to report to. */
struct people {
	struct participant participant; /* must be first */
	struct batch *batch;
	const struct env *env;
	const struct people_events *events;
	void *above;
	struct person **person; /* sorted by network and key */
	struct person **heard;  /* of these who has a connection, sorted by network and it */
	size_t count;
	size_t hearing;
	size_t room; /* in both */
	struct people_step *step;
	size_t steps;
	struct people_unmet *unmet;
	size_t unmets;
	size_t limit;      /* so many are kept before people_sweep */
	int64_t expire_at; /* unix seconds: when the store next removes who only passed by */
	uint8_t via;
};

void people_free(struct people *people);
/*
 * The person of that key, read from the store when they are new here; name is for who has none yet.
 * Lives while they have a seat, else until people_sweep.
 */
struct person *people_meet(
	struct people *people, struct network *network, const char *key, const char *name);
/* Whoever is spoken to through that connection, or NULL. */
struct person *people_at(
	const struct people *people, const struct network *network, const char *connection);
/*
 * They are spoken to through that connection and no other (NULL: not at all), and nobody else
 * through it. Should the batch fail, connections are as before, and those who had another go by
 * the name and address they had with it.
 */
void people_connect(struct people *people, struct person *person, const char *connection);
/*
 * A connection behind which somebody was found in a batch that failed, each of them once; the
 * caller frees it. NULL: there is none.
 */
char *people_unmet(struct people *people, struct network **network);
/* True if somebody owns or plays a seat. */
bool person_is_seated(const struct person *person);
/* True if they can be spoken to now. */
bool person_is_here(const struct person *person);
/* True if they can be spoken to now, and are in that channel. */
bool person_is_in(const struct person *person, const char *channel);
/* How they read. */
struct locale person_locale(const struct person *person);
/* They go by that name, or come from that address, now. */
void person_rename(struct person *person, const char *name);
/* Notes the nick of a seated person; forgets all nicks of a person without a seat. */
void person_note_nick(struct person *person);
/*
 * Returns the next seated person who has had a folded nick since they sat down, or NULL. *n starts
 * at 0.
 */
struct person *people_called(
	const struct people *people, const struct network *network, const char *nick, size_t *n);
void person_move(struct person *person, const char *address);
/* Somebody met already, or NULL. */
struct person *people_find(
	const struct people *people, const struct network *network, const char *key);
/* Makes the store know somebody by their name and address of now, so that they have an id; false:
 * the batch fails.
 */
bool people_enlist(struct people *people, struct person *person);
/* Private lines to somebody are tried again, in this batch: should it fail, in another. */
void people_try(struct people *people, struct person *person);
/* In this batch all are told that they do not reach them: should it fail, they were not told. */
void people_name(struct people *people, struct person *person);
/* What the store knows of somebody is changed in this batch: should it fail, it is read again. */
void people_change(struct people *people, struct person *person);
/* Sets one preference from the word people type for it; false: no such value. Stores nothing. */
bool person_choose(struct person *person, enum store_preference what, const char *value);
/* The words person_choose takes, one by one; NULL behind the last. */
const char *person_choice(enum store_preference what, unsigned n);
/* Reads from the store what it knows of them; what it cannot say is asked again after a batch. */
void people_recall(struct people *people, struct person *person);
/*
 * Forgets, once there are many of them, who has no seat, unless they proved by a word who they are
 * and can be spoken to.
 */
void people_sweep(struct people *people);
/*
 * Between batches, now and then: tells the store who was heard of, once a day each, and has it
 * remove who only passed by, some at a time. now: unix seconds.
 */
enum store_error people_age(struct people *people, int64_t now);

#endif
