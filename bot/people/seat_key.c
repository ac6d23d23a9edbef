#include "bot/people/seat_key.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "engine/text.h"

enum { SEAT_KEY_BYTES = 16 };

_Static_assert(STORE_KEY_HASH == crypto_hash_sha256_BYTES, "a key's hash is a SHA-256");

void seat_key_write(const uint8_t bits[SEAT_KEY_BYTES], char key[SEAT_KEY])
{
	sodium_bin2base64(
		key, SEAT_KEY, bits, SEAT_KEY_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void seat_key_make(const struct env *env, char key[SEAT_KEY])
{
	uint8_t random[32];
	env_entropy(env, random);
	seat_key_write(random, key);
	sodium_memzero(random, sizeof random);
}

bool seat_key_is_valid(const char *text)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	return strlen(text) == SEAT_KEY - 1 && text[strspn(text, letters)] == '\0';
}

void seat_key_hash(const char *key, uint8_t hash[STORE_KEY_HASH])
{
	crypto_hash_sha256(hash, (const unsigned char *)key, strlen(key));
}

void seat_key_hash_text(const char *key, char text[SEAT_HASH])
{
	uint8_t hash[STORE_KEY_HASH];
	seat_key_hash(key, hash);
	seat_key_write_hash(hash, text);
}

void seat_key_write_hash(const uint8_t hash[STORE_KEY_HASH], char text[SEAT_HASH])
{
	struct text digits = text_in(text, SEAT_HASH);
	text_hex(&digits, hash, STORE_KEY_HASH);
}

void seat_key_write_match(int64_t match, char text[SEAT_HASH])
{
	snprintf(text, SEAT_HASH, "%0*jd", SEAT_HASH - 1, (intmax_t)match);
}

bool seat_key_read_hash(const char *text, uint8_t hash[STORE_KEY_HASH])
{
	size_t length;
	return strlen(text) == SEAT_HASH - 1 &&
		sodium_hex2bin(hash, STORE_KEY_HASH, text, SEAT_HASH - 1, NULL, &length, NULL) ==
		0 &&
		length == STORE_KEY_HASH;
}
