/* matrix/index.h - a hash table from texts to entries; a to z equal A to Z. Pure. */
#ifndef BOT_NET_MATRIX_INDEX_H
#define BOT_NET_MATRIX_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INDEX_KEY = 16 };

/* Embedded in the struct to find. */
struct index_entry {
	struct index_entry *next, **back; /* back NULL: in no index */
	uint64_t hash;
	void *owner;
};

struct index {
	struct index_entry **bucket;
	size_t size, count;
	uint8_t key[INDEX_KEY]; /* random, so that chosen texts cannot fill one bucket */
};

void index_open(struct index *index, const uint8_t key[INDEX_KEY]);
void index_close(struct index *index);
/* Adds an entry under a text, which the caller keeps. Several entries may have the same text. */
void index_add(struct index *index, struct index_entry *entry, const char *text, void *owner);
/* Removes an entry; ignores one that is in no index. */
void index_remove(struct index *index, struct index_entry *entry);
/*
 * Return the first and the next entry with the hash of the text, or NULL at the end. The caller
 * compares the texts.
 */
const struct index_entry *index_first(const struct index *index, const char *text);
const struct index_entry *index_next(const struct index_entry *entry);

#endif
