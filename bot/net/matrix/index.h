/*
 * matrix/index.h - a hash table that finds entries by a text, ignoring the case of ASCII letters.
 * Pure.
 */
#ifndef BOT_NET_MATRIX_INDEX_H
#define BOT_NET_MATRIX_INDEX_H

#include <stddef.h>
#include <stdint.h>

enum { INDEX_KEY = 16 };

/* An entry of an index, embedded in the struct to find. */
struct index_entry {
	struct index_entry *next, **back; /* `back` NULL: the entry is in no index */
	uint64_t hash;
	void *owner;
};

struct index {
	struct index_entry **bucket;
	size_t size, count;
	/* random, so that an attacker cannot choose texts that fill one bucket */
	uint8_t key[INDEX_KEY];
};

void index_open(struct index *index, const uint8_t key[INDEX_KEY]);
void index_close(struct index *index);
/*
 * Adds an entry under a text; the text itself is not stored. Several entries may have the same
 * text.
 */
void index_add(struct index *index, struct index_entry *entry, const char *text, void *owner);
/* Removes an entry; ignores one that is in no index. */
void index_remove(struct index *index, struct index_entry *entry);
/*
 * Returns the first entry with the hash of a text, or NULL. Another text may have the same hash, so
 * the caller compares the texts.
 */
const struct index_entry *index_first(const struct index *index, const char *text);
/* Returns the next entry with the same hash, or NULL at the end. */
const struct index_entry *index_next(const struct index_entry *entry);

#endif
