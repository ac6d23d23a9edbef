/* irc/scram.c - the client's side of SCRAM. */
#include "bot/net/irc/scram.h"

#include <stdlib.h>
#include <string.h>

#include "engine/text.h"

enum { IRC_SCRAM_BASE64 = sodium_base64_VARIANT_ORIGINAL, IRC_SCRAM_NUMBER = 6 };

static size_t irc_scram_size(enum irc_scram_hash hash)
{
	return hash == IRC_SCRAM_SHA_256 ? crypto_hash_sha256_BYTES : crypto_hash_sha512_BYTES;
}

static struct irc_scram_mac irc_scram_keyed(
	enum irc_scram_hash hash, const void *key, size_t length)
{
	struct irc_scram_mac mac = { .hash = hash };
	if (hash == IRC_SCRAM_SHA_256)
		crypto_auth_hmacsha256_init(&mac.of.small, key, length);
	else
		crypto_auth_hmacsha512_init(&mac.of.large, key, length);
	return mac;
}

static void irc_scram_add(struct irc_scram_mac *mac, const void *bytes, size_t length)
{
	if (mac->hash == IRC_SCRAM_SHA_256)
		crypto_auth_hmacsha256_update(&mac->of.small, bytes, length);
	else
		crypto_auth_hmacsha512_update(&mac->of.large, bytes, length);
}

static void irc_scram_end(struct irc_scram_mac *mac, uint8_t digest[IRC_SCRAM_DIGEST])
{
	if (mac->hash == IRC_SCRAM_SHA_256)
		crypto_auth_hmacsha256_final(&mac->of.small, digest);
	else
		crypto_auth_hmacsha512_final(&mac->of.large, digest);
}

/* Writes the HMAC of `text` to `digest`. */
static void irc_scram_sign(const struct irc_scram *scram, const uint8_t key[IRC_SCRAM_DIGEST],
	const char *text, uint8_t digest[IRC_SCRAM_DIGEST])
{
	struct irc_scram_mac mac = irc_scram_keyed(scram->hash, key, irc_scram_size(scram->hash));
	irc_scram_add(&mac, text, strlen(text));
	irc_scram_end(&mac, digest);
	sodium_memzero(&mac, sizeof mac);
}

static void irc_scram_hash(const struct irc_scram *scram, const uint8_t bytes[IRC_SCRAM_DIGEST],
	uint8_t digest[IRC_SCRAM_DIGEST])
{
	if (scram->hash == IRC_SCRAM_SHA_256)
		crypto_hash_sha256(digest, bytes, crypto_hash_sha256_BYTES);
	else
		crypto_hash_sha512(digest, bytes, crypto_hash_sha512_BYTES);
}

static void irc_scram_mix(
	const struct irc_scram *scram, uint8_t *mixed, const uint8_t other[IRC_SCRAM_DIGEST])
{
	for (size_t i = 0; i < irc_scram_size(scram->hash); i++)
		mixed[i] ^= other[i];
}

/*
 * Reads the value of the attribute `letter` at *at, and moves *at past the next comma. Returns
 * false if another attribute is there, or the value does not fit.
 */
static bool irc_scram_attribute(const char **at, char letter, char *value, size_t size)
{
	struct text text = text_in(value, size);
	if ((*at)[0] != letter || (*at)[1] != '=')
		return false;
	*at += 2;
	size_t length = strcspn(*at, ",");
	text_bytes(&text, *at, length);
	*at += length + ((*at)[length] == ',');
	return !text.cut && length > 0;
}

/* Decodes base64. Returns the length, or 0 if the value is malformed or too long. */
static size_t irc_scram_decode(const char *value, uint8_t *bytes, size_t most)
{
	size_t length = 0;
	if (sodium_base642bin(
		    bytes, most, value, strlen(value), NULL, &length, NULL, IRC_SCRAM_BASE64) != 0)
		return 0;
	return length;
}

/* Returns a struct text that appends to scram->said. */
static struct text irc_scram_append(struct irc_scram *scram)
{
	size_t length = strlen(scram->said);
	return text_in(scram->said + length, sizeof scram->said - length);
}

/*
 * The header is `p=KIND,,` if channel binding is used, `y,,` if the client supports it but the
 * server does not offer it, and `n,,` if the client does not support it.
 */
void irc_scram_set_binding(struct irc_scram *scram, const struct binding *binding, bool offered)
{
	bool bound = binding->kind != NULL && offered;
	char bytes[IRC_SCRAM_HEADER + BINDING_BYTES];
	struct text header = text_in(scram->header, sizeof scram->header);
	struct text all = text_in(bytes, sizeof bytes);
	text_add(&header, bound ? "p=" : binding->kind != NULL ? "y" : "n");
	text_add(&header, bound ? binding->kind : "");
	text_add(&header, ",,");
	text_add(&all, scram->header);
	text_bytes(&all, (const char *)binding->bytes, bound ? binding->length : 0);
	sodium_bin2base64(scram->bound, sizeof scram->bound, (const unsigned char *)bytes,
		text_length(&all), IRC_SCRAM_BASE64);
}

bool irc_scram_begin(struct irc_scram *scram, enum irc_scram_hash hash, const char *account,
	const char *password, const char *nonce, char message[IRC_SCRAM_MESSAGE])
{
	struct text bare = text_in(scram->said, sizeof scram->said);
	struct text text = text_in(message, IRC_SCRAM_MESSAGE);
	scram->hash = hash;
	scram->password = irc_scram_keyed(hash, password, strlen(password));
	bool fits = text_copy(scram->nonce, sizeof scram->nonce, nonce);
	text_add(&bare, "n=");
	for (; *account != '\0'; account++)
		if (*account == '=')
			text_add(&bare, "=3D");
		else if (*account == ',')
			text_add(&bare, "=2C");
		else
			text_char(&bare, *account);
	text_add(&bare, ",r=");
	text_add(&bare, nonce);
	text_add(&text, scram->header);
	text_add(&text, scram->said);
	return fits && !bare.cut && !text.cut;
}

/*
 * Computes the first round: the HMAC of the salt and the block number 1 (function Hi of RFC 5802).
 */
static void irc_scram_first_round(struct irc_scram *scram, const uint8_t *salt, size_t length)
{
	static const uint8_t block[] = { 0, 0, 0, 1 };
	struct irc_scram_mac mac = scram->password;
	irc_scram_add(&mac, salt, length);
	irc_scram_add(&mac, block, sizeof block);
	irc_scram_end(&mac, scram->round);
	memcpy(scram->salted, scram->round, sizeof scram->salted);
	sodium_memzero(&mac, sizeof mac);
}

/*
 * Reads `r=NONCE,s=SALT,i=ROUNDS`. The nonce must begin with the bot's nonce; extensions at the end
 * are ignored.
 */
enum irc_scram_result irc_scram_read_first(struct irc_scram *scram, const char *message)
{
	char nonce[IRC_SCRAM_MESSAGE / 2], coded[IRC_SCRAM_MESSAGE / 2],
		rounds[IRC_SCRAM_NUMBER + 1];
	uint8_t salt[IRC_SCRAM_MESSAGE / 2];
	const char *at = message;
	size_t own = strlen(scram->nonce), length;
	if (!irc_scram_attribute(&at, 'r', nonce, sizeof nonce) ||
		strncmp(nonce, scram->nonce, own) != 0 || strlen(nonce) == own ||
		!irc_scram_attribute(&at, 's', coded, sizeof coded) ||
		(length = irc_scram_decode(coded, salt, sizeof salt)) == 0 ||
		strncmp(at, "i=", 2) != 0 || strlen(message) >= IRC_SCRAM_MESSAGE)
		return IRC_SCRAM_BAD_SYNTAX;
	if (!irc_scram_attribute(&at, 'i', rounds, sizeof rounds) ||
		rounds[strspn(rounds, "0123456789")] != '\0')
		return IRC_SCRAM_BAD_ROUNDS;
	long count = strtol(rounds, NULL, 10);
	if (count < IRC_SCRAM_ROUNDS_MIN || count > IRC_SCRAM_ROUNDS_MAX)
		return IRC_SCRAM_BAD_ROUNDS;
	struct text text = text_in(scram->nonce, sizeof scram->nonce);
	text_add(&text, nonce);
	text = irc_scram_append(scram);
	text_char(&text, ',');
	text_add(&text, message);
	irc_scram_first_round(scram, salt, length);
	scram->left = (unsigned)count - 1;
	return IRC_SCRAM_OK;
}

bool irc_scram_compute(struct irc_scram *scram)
{
	unsigned slice =
		scram->left < IRC_SCRAM_ROUNDS_PER_CALL ? scram->left : IRC_SCRAM_ROUNDS_PER_CALL;
	scram->left -= slice;
	while (slice-- > 0) {
		struct irc_scram_mac mac = scram->password;
		irc_scram_add(&mac, scram->round, irc_scram_size(scram->hash));
		irc_scram_end(&mac, scram->round);
		irc_scram_mix(scram, scram->salted, scram->round);
	}
	return scram->left == 0;
}

void irc_scram_write_proof(struct irc_scram *scram, char message[IRC_SCRAM_MESSAGE])
{
	char coded[sodium_base64_ENCODED_LEN(IRC_SCRAM_DIGEST, IRC_SCRAM_BASE64)];
	uint8_t key[IRC_SCRAM_DIGEST], stored[IRC_SCRAM_DIGEST], proof[IRC_SCRAM_DIGEST];
	struct text text = text_in(message, IRC_SCRAM_MESSAGE), said = irc_scram_append(scram);
	text_add(&text, "c=");
	text_add(&text, scram->bound);
	text_add(&text, ",r=");
	text_add(&text, scram->nonce);
	text_char(&said, ',');
	text_add(&said, message);
	irc_scram_sign(scram, scram->salted, "Server Key", key);
	irc_scram_sign(scram, key, scram->said, scram->expected);
	irc_scram_sign(scram, scram->salted, "Client Key", key);
	irc_scram_hash(scram, key, stored);
	irc_scram_sign(scram, stored, scram->said, proof);
	irc_scram_mix(scram, proof, key);
	text_add(&text, ",p=");
	sodium_bin2base64(
		coded, sizeof coded, proof, irc_scram_size(scram->hash), IRC_SCRAM_BASE64);
	text_add(&text, coded);
	sodium_memzero(key, sizeof key);
	sodium_memzero(stored, sizeof stored);
}

bool irc_scram_verify_server(const struct irc_scram *scram, const char *message)
{
	char coded[IRC_SCRAM_MESSAGE];
	uint8_t signature[IRC_SCRAM_DIGEST];
	size_t size = irc_scram_size(scram->hash);
	return irc_scram_attribute(&message, 'v', coded, sizeof coded) &&
		irc_scram_decode(coded, signature, sizeof signature) == size &&
		sodium_memcmp(signature, scram->expected, size) == 0;
}
