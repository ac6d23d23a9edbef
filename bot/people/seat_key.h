/*
 * seat_key.h - the keys in links to pages: to a seat, or to a free seat for a guest. Only the hash
 * of a key is stored, sent to the pages or compared.
 */
#ifndef BOT_PEOPLE_SEAT_KEY_H
#define BOT_PEOPLE_SEAT_KEY_H

#include "bot/base/env.h"
#include "storage/seat_keys.h"

/*
 * SEAT_KEY: bytes of a key (base64url of 128 random bits). SEAT_HASH: bytes of a key's hash in
 * hexadecimal. Both with the NUL.
 */
enum { SEAT_KEY = 23, SEAT_HASH = 2 * STORE_KEY_HASH + 1 };

/* Writes 128 bits as a key. */
void seat_key_write(const uint8_t bits[16], char key[SEAT_KEY]);
/* Writes a new random key. */
void seat_key_make(const struct env *env, char key[SEAT_KEY]);
/* True if a text can be a key: 22 characters of base64url. */
bool seat_key_is_valid(const char *text);
/* Computes the hash of a key: the SHA-256 of its 22 characters. */
void seat_key_hash(const char *key, uint8_t hash[STORE_KEY_HASH]);
/* Writes the hash of a key, as seat_key_write_hash does. */
void seat_key_hash_text(const char *key, char text[SEAT_HASH]);
/* Writes a hash in lower-case hexadecimal digits. */
void seat_key_write_hash(const uint8_t hash[STORE_KEY_HASH], char text[SEAT_HASH]);
/*
 * Writes the number of a match in 64 digits, in place of a hash, for the seat that the match's
 * table offers to all. No key has such a hash.
 */
void seat_key_write_match(int64_t match, char text[SEAT_HASH]);
/* Reads a hash that seat_key_write_hash has written. Returns false for other text. */
bool seat_key_read_hash(const char *text, uint8_t hash[STORE_KEY_HASH]);

#endif
