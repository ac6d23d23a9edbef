/* people.h - networks, people and what they prefer. AI players are people without a network. */
#ifndef STORAGE_PEOPLE_H
#define STORAGE_PEOPLE_H

#include "storage/store.h"

struct store_person {
	int64_t id;
	int64_t network; /* 0: an AI player, whose key is its level */
	char key[STORE_KEY];
	char name[STORE_NAME];
};

/* How somebody wants to be spoken to, and how they can be known; empty: not set. */
struct store_preferences {
	char lang[STORE_WORD];
	char cards[STORE_WORD];
	char via[STORE_WORD];
	char address[STORE_ADDRESS]; /* as in store_proof */
	bool claimed;                /* store_proof has a claim */
};

enum store_preference { STORE_LANG, STORE_CARDS, STORE_VIA };

/* The network of that name, created when new. */
enum store_error store_network(struct store *store, const char *name, int64_t *id);
/* The person a network knows by key, created when new; name is what others are shown from now. */
enum store_error store_person(struct store *store, int64_t network, const char *key,
	const char *name, int64_t now, int64_t *id);
/* The same without writing anything; STORE_NONE: not stored yet. */
enum store_error store_person_known(
	struct store *store, int64_t network, const char *key, int64_t *id);
/* The AI player of that level, created when new; its key and name are the level. */
enum store_error store_robot(struct store *store, const char *level, int64_t now, int64_t *id);
/* Who took that name last on a network, ASCII letters in any case; STORE_NONE: nobody. */
enum store_error store_person_named(
	struct store *store, int64_t network, const char *name, int64_t *id);
enum store_error store_person_name(struct store *store, int64_t person, char name[STORE_NAME]);
/* Reads a person; STORE_NONE: nobody has that id. */
enum store_error store_person_of(struct store *store, int64_t id, struct store_person *row);
/* True if a person was forgotten: the name is made up. */
bool store_forgotten(const struct store_person *row);
enum store_error store_preferences(
	struct store *store, int64_t person, struct store_preferences *preferences);
/* value NULL: no longer set. */
enum store_error store_prefer(
	struct store *store, int64_t person, enum store_preference preference, const char *value);

/* True if somebody wants to be told when a table wants players; not, unless they said so. */
enum store_error store_notify(struct store *store, int64_t person, bool wants);
/* Steps to the one of row->network who wants to with the next higher id: row->id = 0 begins. */
enum store_error store_notified(struct store *store, struct store_person *row);

/*
 * Removes what tells who somebody was: their name, their key, what they prefer, what they gave for
 * shuffles and never counted; from the file too, its log and nearly all of its free space, once
 * the batch and whoever reads meanwhile are done (what SQLite may have copied while it moved rows
 * stays until that place is used again, or all of it is vacuumed). Their results stay, under a
 * made-up name, and what counted in shuffles, as the decks follow from it; whoever comes by that
 * key is somebody new.
 */
enum store_error store_forget(struct store *store, int64_t person);

#endif
