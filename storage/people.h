/*
 * people.h - networks, people, their preferences, and the matches that they left. AI players are
 * people without a network.
 */
#ifndef STORAGE_PEOPLE_H
#define STORAGE_PEOPLE_H

#include "storage/store.h"

struct store_person {
	int64_t id;
	int64_t network; /* 0: an AI player; its key is its level */
	char key[STORE_KEY];
	char name[STORE_NAME];
};

/* Returns the level of an AI player. Returns NULL for a person. */
const char *store_robot_level(const struct store_person *row);
/* Returns the level of an AI player without a name of its own. Returns NULL for all others. */
const char *store_nameless_level(const struct store_person *row);

/* A person's settings and proof of identity. An empty text means that it is not set. */
struct store_preferences {
	char lang[STORE_WORD];
	char cards[STORE_WORD];
	char advice[STORE_WORD]; /* "off": the person is not told their costliest move */
	char via[STORE_WORD];
	char seat[STORE_WORD];       /* "on": the link to the seat comes with the first hand */
	char confirm[STORE_WORD];    /* "on": a second tap confirms a card on a page */
	char address[STORE_ADDRESS]; /* the same as struct store_proof.address */
	bool claimed;                /* has a password */
};

enum store_preference {
	STORE_LANG,
	STORE_CARDS,
	STORE_ADVICE,
	STORE_VIA,
	STORE_SEAT,
	STORE_CONFIRM
};

/* Finds a network by name, or adds it. */
enum store_error store_find_or_add_network(struct store *store, const char *name, int64_t *id);
/* Finds a person by network and key, or adds them, and sets the name that others see. */
enum store_error store_find_or_add_person(struct store *store, int64_t network, const char *key,
	const char *name, int64_t now, int64_t *id);
/* Finds a person by network and key. Returns STORE_NONE if the person is not stored. */
enum store_error store_find_person(
	struct store *store, int64_t network, const char *key, int64_t *id);
/* Finds the AI player of a level, or adds it; its key and name are the level. */
enum store_error store_find_or_add_robot(
	struct store *store, const char *level, int64_t now, int64_t *id);
/* Finds the person of a network to whom a name belonged last. ASCII letters match in any case. */
enum store_error store_find_person_by_name(
	struct store *store, int64_t network, const char *name, int64_t *id);
enum store_error store_get_person_name(struct store *store, int64_t person, char name[STORE_NAME]);
enum store_error store_get_person(struct store *store, int64_t id, struct store_person *row);
/*
 * Steps to the next person of row->network with that name, by ascending id. Begin with row->id = 0.
 * ASCII letters match in any case.
 */
enum store_error store_next_namesake(
	struct store *store, const char *name, struct store_person *row);
/* Returns true if store_delete_person was called for a person; their name is then a placeholder. */
bool store_is_person_deleted(const struct store_person *row);
enum store_error store_get_preferences(
	struct store *store, int64_t person, struct store_preferences *preferences);
/* Sets a preference; NULL removes it. */
enum store_error store_set_preference(
	struct store *store, int64_t person, enum store_preference preference, const char *value);

/* Turns notifications of tables that need players on or off; off by default. */
enum store_error store_set_notified(struct store *store, int64_t person, bool wants);
/*
 * Steps to the next person of row->network with notifications on, by ascending id. Begin with
 * row->id = 0.
 */
enum store_error store_next_notified_person(struct store *store, struct store_person *row);

/*
 * Deletes a person's name, key, settings, password, addresses, leaves, unused nonces and links to
 * seats. The person's row stays, with results and a placeholder name. Used nonces stay too, because
 * decks depend on them. A later line from that key creates a new person. After the commit the bytes
 * are erased from the file and its WAL as soon as no reader needs them; only copies that SQLite
 * made when it moved rows may stay in free space, until it is reused or vacuumed.
 */
enum store_error store_delete_person(struct store *store, int64_t person);

struct store_leaver {
	unsigned leaves;  /* number of matches that the person left early, not forgiven yet */
	int64_t deserted; /* when the person last left a match and did not return; 0: never */
};

/* Counts a match that the person left before its end. */
enum store_error store_count_leave(struct store *store, int64_t person, int64_t now);
/*
 * Counts a match that the person played to its end. After each `forgiven` such matches, forgives
 * one match that they left.
 */
enum store_error store_count_finished_match(struct store *store, int64_t person, unsigned forgiven);
enum store_error store_get_leaves(struct store *store, int64_t person, struct store_leaver *leaver);

#endif
