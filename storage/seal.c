#include "storage/seal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "storage/schema.h"
#include "storage/trials.h"

/*
 * BLOCK: a value is padded to a multiple of so many bytes, because the length of a move or of a
 * line with a hand tells something about its cards. MORE: a box has so many bytes more than the
 * padded value, for the nonce and the authenticator.
 */
enum { BLOCK = 64, NONCE = crypto_secretbox_NONCEBYTES, MORE = NONCE + crypto_secretbox_MACBYTES };

/* The text that settings.seal has sealed: a key that opens it is the right one. */
static const char word[] = "mitaines";

_Static_assert(STORE_SEAL_KEY == crypto_secretbox_KEYBYTES, "the key's size is libsodium's");

/* Makes room for a box in the store's buffer. */
static void make_room(struct store *store, size_t size)
{
	if (size <= store->room)
		return;
	store->box = memory_grow(store->box, size, 1);
	store->room = size;
}

/* Seals a value into the store's buffer. Returns the size of the box. */
static size_t seal(struct store *store, const void *value, size_t length)
{
	size_t padded = (length / BLOCK + 1) * BLOCK;
	make_room(store, padded + MORE);
	memset(store->box + MORE, 0, padded);
	memcpy(store->box + MORE, value, length);
	store->box[MORE + length] = 0x80;
	randombytes_buf(store->box, NONCE);
	crypto_secretbox_easy(
		store->box + NONCE, store->box + MORE, padded, store->box, store->key);
	return padded + MORE;
}

/* Opens a box into the store's buffer. Returns the length of the value, or -1 on failure. */
static ptrdiff_t unseal(struct store *store, const uint8_t *box, size_t size)
{
	size_t length;
	if (size <= MORE)
		return -1;
	make_room(store, size);
	if (crypto_secretbox_open_easy(store->box, box + NONCE, size - NONCE, box, store->key) !=
			0 ||
		sodium_unpad(&length, store->box, size - MORE, BLOCK) != 0)
		return -1;
	return (ptrdiff_t)length;
}

void query_bind_box(struct query *query, const void *value, size_t length)
{
	size_t size = value != NULL ? seal(query->store, value, length) : 0;
	query_bind_blob(query, value != NULL ? query->store->box : NULL, size);
}

void query_bind_box_text(struct query *query, const char *text, size_t size)
{
	size_t length = text != NULL ? strnlen(text, size) : 0;
	if (!query->error && length == size)
		query->error = STORE_REFUSED;
	if (!query->error)
		query_bind_box(query, text, length + 1);
}

void query_unbox(struct query *query, void *value, size_t size)
{
	size_t length;
	const void *box = query_bytes(query, &length);
	struct store *store = query->store;
	if (box == NULL || !store->keyed)
		return;
	ptrdiff_t opened = unseal(store, box, length);
	if (opened < 0)
		query->error = STORE_DAMAGED;
	else
		memcpy(value, store->box, (size_t)opened < size ? (size_t)opened : size);
	sodium_memzero(store->box, length);
}

void store_hash_secretly(struct store *store, const char *text, uint8_t hash[STORE_HASH])
{
	_Static_assert(STORE_SEAL_KEY == crypto_generichash_KEYBYTES, "the key's size");
	crypto_generichash(hash, STORE_HASH, (const unsigned char *)text, strlen(text), store->key,
		sizeof store->key);
}

/* ---- the key ---- */

/* The information about sealing in the table `settings`. */
struct mark {
	bool sealed; /* values are sealed */
	bool copied; /* the database has its key inside */
};

static bool opens(struct store *store, const void *box, size_t length)
{
	return box != NULL && unseal(store, box, length) == sizeof word &&
		memcmp(store->box, word, sizeof word) == 0;
}

/*
 * Reads the settings. Sets store->keyed if store->key opens the sealed values. Otherwise tries the
 * key that the database has inside, if any.
 */
static enum store_error look(struct store *store, struct mark *mark)
{
	struct query query = query_read(store, SQL_SEAL);
	*mark = (struct mark){ .sealed = false };
	if (query_row(&query)) {
		size_t length, size;
		const void *box = query_bytes(&query, &length);
		const void *key = query_bytes(&query, &size);
		mark->sealed = box != NULL;
		mark->copied = key != NULL && size == sizeof store->key;
		store->keyed = opens(store, box, length);
		if (!store->keyed && mark->copied) {
			memcpy(store->key, key, sizeof store->key);
			store->keyed = opens(store, box, length);
		}
	}
	return query_end_found(&query);
}

/* Stores `word`, sealed with store->key, and deletes a key inside the database. */
static enum store_error put_mark(struct store *store)
{
	struct query query = query_write(store, SQL_SEAL_PUT);
	query_bind_box(&query, word, sizeof word);
	return query_end(&query);
}

static enum store_error find_key(struct store *store, struct mark *mark)
{
	if (sodium_init() < 0)
		return STORE_IO;
	db_read_key(store->database, store->key);
	return look(store, mark);
}

enum store_error seal_open(struct store *store, bool *first)
{
	struct mark mark = { .sealed = false };
	enum store_error error = find_key(store, &mark);
	*first = !error && !mark.sealed;
	if (*first) {
		/* Take an existing key file, else a new key. */
		if (!db_read_key(store->database, store->key)) {
			randombytes_buf(store->key, sizeof store->key);
			error = db_write_key(store->database, store->key);
		}
		store->keyed = !error;
		return error ? error : put_mark(store);
	}
	if (!error && !store->keyed)
		error = STORE_KEYLESS;
	if (error || !mark.copied)
		return error;
	error = db_write_key(store->database, store->key);
	return error ? error : put_mark(store);
}

enum store_error seal_renew(struct store *store)
{
	randombytes_buf(store->key, sizeof store->key);
	enum store_error error = db_write_key(store->database, store->key);
	return error ? error : put_mark(store);
}

enum store_error store_unseal(struct store *store, const char *other)
{
	struct mark mark = { .sealed = false };
	enum store_error error = store->version < SEAL_VERSION ? STORE_OK : find_key(store, &mark);
	for (int i = 0; !error && mark.sealed && !store->keyed && other != NULL && i < 2; i++)
		if (db_read_key_of(other, i > 0, store->key))
			error = look(store, &mark);
	return !error && mark.sealed && !store->keyed ? STORE_KEYLESS : error;
}

void seal_close(struct store *store)
{
	sodium_memzero(store->key, sizeof store->key);
	free(store->box);
}
