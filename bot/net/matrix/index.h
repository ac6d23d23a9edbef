/* matrix/index.h - finds entries by a text, in any case, as fast in a crowd as among few. Pure. */
#ifndef BOT_NET_MATRIX_INDEX_H
#define BOT_NET_MATRIX_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INDEX_KEY = 16 };

/* Lies in the struct that is found by it. */
struct index_entry {
	struct index_entry *next, **back; /* back NULL: in no index */
	uint64_t hash;
	void *owner;
};

struct index {
	struct index_entry **bucket;
	size_t size, count;
	uint8_t key[INDEX_KEY]; /* random: chosen texts do not end up in one bucket */
};

void index_open(struct index *index, const uint8_t key[INDEX_KEY]);
void index_close(struct index *index);
/* Adds an entry under a text, which the caller keeps; several may have the same. */
void index_add(struct index *index, struct index_entry *entry, const char *text, void *owner);
/* Takes an entry out; one that is in no index is ignored. */
void index_remove(struct index *index, struct index_entry *entry);
/*
 * The first entry whose text may be this one, and the next; NULL behind the last. The caller
 * compares the texts.
 */
const struct index_entry *index_first(const struct index *index, const char *text);
const struct index_entry *index_next(const struct index_entry *entry);

#endif
