#include "bot/net/matrix/index.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

_Static_assert((int)INDEX_KEY == (int)crypto_shorthash_KEYBYTES, "the key is the hash's");

enum { INDEX_LEAST = 64, INDEX_PIECE = 256 };

/* Returns the hash of a text, with a to z read as A to Z. */
static uint64_t index_hash(const struct index *index, const char *text)
{
	unsigned char piece[INDEX_PIECE];
	uint64_t hash = 0, part;
	size_t length = 0;
	do {
		for (length = 0; length < sizeof piece && text[length] != '\0'; length++) {
			char c = text[length];
			piece[length] = (unsigned char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
		}
		crypto_shorthash((unsigned char *)&part, piece, length, index->key);
		hash = hash * 31 + part;
		text += length;
	} while (length == sizeof piece);
	return hash;
}

void index_open(struct index *index, const uint8_t key[INDEX_KEY])
{
	*index = (struct index){ .size = INDEX_LEAST };
	memcpy(index->key, key, INDEX_KEY);
	index->bucket = memory_new(index->size, sizeof *index->bucket);
}

void index_close(struct index *index)
{
	free(index->bucket);
	index->bucket = NULL;
}

static void index_put(struct index_entry **bucket, struct index_entry *entry)
{
	entry->next = *bucket;
	entry->back = bucket;
	if (entry->next != NULL)
		entry->next->back = &entry->next;
	*bucket = entry;
}

void index_add(struct index *index, struct index_entry *entry, const char *text, void *owner)
{
	if (index->count >= index->size) {
		size_t size = 2 * index->size;
		struct index_entry **grown = memory_new(size, sizeof *grown), *old;
		for (size_t i = 0; i < index->size; i++)
			while ((old = index->bucket[i]) != NULL) {
				index->bucket[i] = old->next;
				index_put(&grown[old->hash % size], old);
			}
		free(index->bucket);
		index->bucket = grown;
		index->size = size;
	}
	assert(index->size > 0);
	entry->hash = index_hash(index, text);
	entry->owner = owner;
	index_put(&index->bucket[entry->hash % index->size], entry);
	index->count++;
}

void index_remove(struct index *index, struct index_entry *entry)
{
	if (entry->back == NULL)
		return;
	*entry->back = entry->next;
	if (entry->next != NULL)
		entry->next->back = entry->back;
	entry->back = NULL;
	index->count--;
}

/* Returns the first entry with this hash in a bucket, from `entry` on, or NULL. */
static const struct index_entry *index_match(const struct index_entry *entry, uint64_t hash)
{
	while (entry != NULL && entry->hash != hash)
		entry = entry->next;
	return entry;
}

const struct index_entry *index_first(const struct index *index, const char *text)
{
	uint64_t hash = index_hash(index, text);
	return index_match(index->bucket[hash % index->size], hash);
}

const struct index_entry *index_next(const struct index_entry *entry)
{
	return index_match(entry->next, entry->hash);
}
