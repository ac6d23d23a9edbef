/* people.h - the people the bot deals with: a cache of what the store knows of them. */
#ifndef BOT_PEOPLE_H
#define BOT_PEOPLE_H

#include "bot/network.h"
#include "bot/words.h"
#include "storage/store.h"

struct person {
	struct network *network;
	int64_t id;         /* in the store; 0: it does not know him yet */
	char *key;          /* as in network.h */
	char *name;         /* his nick now, or when last heard of */
	struct voice voice; /* how he reads */
	uint8_t via;        /* enum via */
	bool changed;       /* written to the store in this turn */
	uint16_t seats;     /* seats he owns, plays and watches: such people are kept */
	int64_t call_after; /* ms: when he may next be told of a table that wants players */
	bool gone;          /* his connection is lost, … */
	bool split;         /* … for a split between servers, … */
	int64_t gone_since; /* … at this time on the lobby's clock, in ms */
};

struct people {
	struct person **person; /* sorted by network and key */
	size_t count;
	size_t room;
	size_t limit; /* so many are kept before people_sweep */
	struct store *store;
	struct voice voice; /* of who chose none */
	uint8_t via;
};

void people_free(struct people *people);
/*
 * The person of that key, his nick brought up to date; read from the store when he is new here.
 * NULL without memory. Lives while he has a seat, else until people_sweep.
 */
struct person *people_meet(
	struct people *people, struct network *network, const struct sender *sender);
/* Somebody met already, or NULL. */
struct person *people_find(
	const struct people *people, const struct network *network, const char *key);
/* Makes the store know him by his name of now, so that he has an id. now in unix seconds. */
enum store_error people_enlist(struct people *people, struct person *person, int64_t now);
/* Sets one preference from the word people type for it; false: no such value. Stores nothing. */
bool person_choose(struct person *person, enum store_preference what, const char *value);
/* The words person_choose takes, one by one; NULL behind the last. */
const char *person_choice(enum store_preference what, unsigned n);
/* Reads id and preferences from the store. */
void people_recall(struct people *people, struct person *person);
/* Forgets who has no seat, once there are many of them. */
void people_sweep(struct people *people);
/* The end of a turn that wrote: what was not kept on disk is read from the store again. */
void people_settle(struct people *people, bool kept);

#endif
