#include "engine/shuffle.h"

#include <sodium.h>

static const char fair[] = "mitaines-fair-1|";

/* The bytes the deck is drawn from: HMAC-SHA256 of a counter, block after block. */
struct stream {
	uint8_t key[crypto_auth_hmacsha256_BYTES];
	uint8_t block[crypto_auth_hmacsha256_BYTES];
	uint32_t next; /* block */
	unsigned used; /* bytes of this one */
};

/* What a hash of a hand begins with; returns its length with the zero byte behind it. */
static size_t label(const char *purpose, int64_t match, unsigned hand, char out[64])
{
	struct text text = text_in(out, 64);
	text_add(&text, purpose);
	text_number(&text, match);
	text_char(&text, '|');
	text_number(&text, hand);
	return text_length(&text) + 1;
}

void shuffle_commit(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED],
	uint8_t commit[SHUFFLE_COMMIT])
{
	crypto_hash_sha256_state hash;
	char name[64];
	size_t length = label(fair, match, hand, name);

	crypto_hash_sha256_init(&hash);
	crypto_hash_sha256_update(&hash, (const uint8_t *)name, length);
	crypto_hash_sha256_update(&hash, seed, SHUFFLE_SEED);
	crypto_hash_sha256_final(&hash, commit);
}

static struct stream stream_open(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED],
	const struct nonce *nonces, unsigned seats)
{
	struct stream stream = { .used = sizeof stream.block };
	crypto_auth_hmacsha256_state mac;
	char name[64];
	size_t length = label(fair, match, hand, name);

	crypto_auth_hmacsha256_init(&mac, seed, SHUFFLE_SEED);
	crypto_auth_hmacsha256_update(&mac, (const uint8_t *)name, length);
	for (unsigned i = 0; i < seats; i++) {
		crypto_auth_hmacsha256_update(&mac, &nonces[i].length, 1);
		crypto_auth_hmacsha256_update(
			&mac, (const uint8_t *)nonces[i].text, nonces[i].length);
	}
	crypto_auth_hmacsha256_final(&mac, stream.key);
	return stream;
}

static uint8_t stream_byte(struct stream *stream)
{
	if (stream->used == sizeof stream->block) {
		uint32_t i = stream->next++;
		const uint8_t counter[4] = { (uint8_t)(i >> 24), (uint8_t)(i >> 16),
			(uint8_t)(i >> 8), (uint8_t)i };
		crypto_auth_hmacsha256(stream->block, counter, sizeof counter, stream->key);
		stream->used = 0;
	}
	return stream->block[stream->used++];
}

/* A number below limit, 1…256, each as likely: bytes that would favour some are passed over. */
static unsigned stream_below(struct stream *stream, unsigned limit)
{
	unsigned even = 256 - 256 % limit;
	unsigned byte = stream_byte(stream);
	while (byte >= even)
		byte = stream_byte(stream);
	return byte % limit;
}

void shuffle_deck(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED],
	const struct nonce *nonces, unsigned seats, card *deck, unsigned count)
{
	struct stream stream = stream_open(match, hand, seed, nonces, seats);
	for (unsigned i = count - 1; i > 0; i--) {
		unsigned other = stream_below(&stream, i + 1);
		card c = deck[i];
		deck[i] = deck[other];
		deck[other] = c;
	}
	sodium_memzero(&stream, sizeof stream);
}

uint64_t shuffle_thinking(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED])
{
	uint8_t hash[crypto_auth_hmacsha256_BYTES];
	crypto_auth_hmacsha256_state mac;
	char name[64];
	size_t length = label("mitaines-think-1|", match, hand, name);
	uint64_t thinking = 0;

	crypto_auth_hmacsha256_init(&mac, seed, SHUFFLE_SEED);
	crypto_auth_hmacsha256_update(&mac, (const uint8_t *)name, length - 1);
	crypto_auth_hmacsha256_final(&mac, hash);
	for (unsigned i = 0; i < 8; i++)
		thinking = thinking << 8 | hash[i];
	return thinking;
}
