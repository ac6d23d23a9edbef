#include "engine/shuffle.h"

#include <sodium.h>
#include <string.h>

/* The random bytes of a deck: HMAC-SHA256 of a counter, block by block. */
struct stream {
	uint8_t key[crypto_auth_hmacsha256_BYTES];
	uint8_t block[crypto_auth_hmacsha256_BYTES];
	uint32_t next; /* number of the next block */
	unsigned used; /* used bytes of this block */
};

/* Writes the beginning of a hashed text, PURPOSE-SCHEME|MATCH|HAND. Returns its length. */
static size_t label(
	const char *purpose, unsigned scheme, int64_t match, unsigned hand, char out[64])
{
	struct text text = text_in(out, 64);
	text_add(&text, purpose);
	text_number(&text, scheme);
	text_char(&text, '|');
	text_number(&text, match);
	text_char(&text, '|');
	text_number(&text, hand);
	return text_length(&text);
}

/* Writes the label of a shuffle. Returns its length with the terminating zero byte. */
static size_t shuffle_label(struct shuffle shuffle, char out[64])
{
	if (shuffle.trial == NULL)
		return label("mitaines-fair-", 2, shuffle.match, shuffle.hand, out) + 1;
	struct text text = text_in(out, 64);
	text_add(&text, "mitaines-fair-2|");
	text_add(&text, shuffle.trial);
	text_char(&text, '|');
	text_number(&text, shuffle.hand);
	return text_length(&text) + 1;
}

/*
 * Hashes the seed of a hand to the seed of the hand before; the hash for hand 0 is the commitment.
 * out may be equal to seed.
 */
static void step(struct shuffle shuffle, const uint8_t seed[SHUFFLE_SEED], uint8_t *out)
{
	crypto_hash_sha256_state hash;
	char name[64];
	size_t length = shuffle_label(shuffle, name);

	crypto_hash_sha256_init(&hash);
	crypto_hash_sha256_update(&hash, (const uint8_t *)name, length);
	crypto_hash_sha256_update(&hash, seed, SHUFFLE_SEED);
	crypto_hash_sha256_final(&hash, out);
}

/* Walks down the chain from the seed of one hand to the seed of an earlier or equal one. */
static void walk(int64_t match, unsigned from, unsigned to, uint8_t seed[SHUFFLE_SEED])
{
	for (unsigned hand = from; hand > to; hand--)
		step((struct shuffle){ .match = match, .hand = hand }, seed, seed);
}

void shuffle_chain_open(
	struct shuffle_chain *chain, int64_t match, const uint8_t root[SHUFFLE_SEED])
{
	uint8_t seed[SHUFFLE_SEED];
	unsigned hand = SHUFFLE_HANDS - 1;
	chain->match = match;
	memcpy(seed, root, sizeof seed);
	for (unsigned i = SHUFFLE_HANDS / SHUFFLE_STRIDE; i-- > 0;) {
		unsigned kept = (i + 1) * SHUFFLE_STRIDE - 1;
		walk(match, hand, kept, seed);
		memcpy(chain->seed[i], seed, sizeof seed);
		hand = kept;
	}
	sodium_memzero(seed, sizeof seed);
}

void shuffle_chain_seed(
	const struct shuffle_chain *chain, unsigned hand, uint8_t seed[SHUFFLE_SEED])
{
	unsigned i = hand / SHUFFLE_STRIDE;
	memcpy(seed, chain->seed[i], SHUFFLE_SEED);
	walk(chain->match, (i + 1) * SHUFFLE_STRIDE - 1, hand, seed);
}

void shuffle_commit(
	struct shuffle shuffle, const uint8_t seed[SHUFFLE_SEED], uint8_t commit[SHUFFLE_COMMIT])
{
	memcpy(commit, seed, SHUFFLE_SEED);
	walk(shuffle.match, shuffle.hand, 0, commit);
	step((struct shuffle){ .match = shuffle.match }, commit, commit);
}

void shuffle_commit_trial(
	const char *trial, const uint8_t seed[SHUFFLE_SEED], uint8_t commit[SHUFFLE_COMMIT])
{
	step((struct shuffle){ .trial = trial }, seed, commit);
}

void shuffle_chain_commit(const struct shuffle_chain *chain, uint8_t commit[SHUFFLE_COMMIT])
{
	shuffle_commit((struct shuffle){ .match = chain->match, .hand = SHUFFLE_STRIDE - 1 },
		chain->seed[0], commit);
}

static struct stream stream_open(struct shuffle shuffle, const uint8_t seed[SHUFFLE_SEED],
	const struct nonce *nonces, unsigned seats)
{
	struct stream stream = { .used = sizeof stream.block };
	crypto_auth_hmacsha256_state mac;
	char name[64];
	size_t length = shuffle_label(shuffle, name);

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

/* Returns a number below limit, 1…256. Skips bytes that would make some numbers likelier. */
static unsigned stream_below(struct stream *stream, unsigned limit)
{
	unsigned even = 256 - 256 % limit;
	unsigned byte = stream_byte(stream);
	while (byte >= even)
		byte = stream_byte(stream);
	return byte % limit;
}

void shuffle_deck(struct shuffle shuffle, const uint8_t seed[SHUFFLE_SEED],
	const struct nonce *nonces, unsigned seats, card *deck, unsigned count)
{
	struct stream stream = stream_open(shuffle, seed, nonces, seats);
	for (unsigned i = count - 1; i > 0; i--) {
		unsigned other = stream_below(&stream, i + 1);
		card c = deck[i];
		deck[i] = deck[other];
		deck[other] = c;
	}
	sodium_memzero(&stream, sizeof stream);
}

/* Returns the first 8 bytes, most significant first, of HMAC-SHA256(seed, name, text). */
static uint64_t thinking(
	const uint8_t seed[SHUFFLE_SEED], const char *name, size_t length, const char *text)
{
	uint8_t hash[crypto_auth_hmacsha256_BYTES];
	crypto_auth_hmacsha256_state mac;
	uint64_t thought = 0;
	crypto_auth_hmacsha256_init(&mac, seed, SHUFFLE_SEED);
	crypto_auth_hmacsha256_update(&mac, (const uint8_t *)name, length);
	crypto_auth_hmacsha256_update(&mac, (const uint8_t *)text, strlen(text));
	crypto_auth_hmacsha256_final(&mac, hash);
	for (unsigned i = 0; i < 8; i++)
		thought = thought << 8 | hash[i];
	return thought;
}

uint64_t shuffle_thinking(int64_t match, unsigned hand, const uint8_t seed[SHUFFLE_SEED])
{
	char name[64];
	size_t length = label("mitaines-think-", 1, match, hand, name);
	return thinking(seed, name, length, "");
}

uint64_t shuffle_daily_thinking(const uint8_t seed[SHUFFLE_SEED], const char *view)
{
	static const char name[] = "mitaines-daily-think-1";
	return thinking(seed, name, sizeof name, view);
}
