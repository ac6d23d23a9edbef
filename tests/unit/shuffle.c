/* Verifiable decks: the check value, and the inputs of a deck. */
#include "engine/shuffle.h"

#include <string.h>

#include <sodium.h>

#include "engine/game.h"
#include "engine/playout.h"
#include "tests/cases.h"
#include "tests/lab/chi_square.h"

static struct nonce nonce_of(const char *text)
{
	struct nonce nonce = { .length = (uint8_t)strlen(text) };
	memcpy(nonce.text, text, nonce.length);
	return nonce;
}

static void count_up(uint8_t seed[SHUFFLE_SEED])
{
	for (unsigned i = 0; i < SHUFFLE_SEED; i++)
		seed[i] = (uint8_t)i;
}

static struct shuffle hand_of(int64_t match, unsigned hand)
{
	return (struct shuffle){ .match = match, .hand = hand };
}

static unsigned ordered(card deck[DECK_MAX])
{
	const struct game *game = game_named("mitaines");
	uint64_t block[GAME_BLOCK / 8];
	struct state *state = (struct state *)block;
	game_open(game, state, 0);
	return game_deck(game, state, deck);
}

static void assert_hex(const uint8_t bytes[SHUFFLE_SEED], const char *wanted)
{
	char hex[2 * SHUFFLE_SEED + 1];
	struct text text = text_in(hex, sizeof hex);
	text_hex(&text, bytes, SHUFFLE_SEED);
	assert_string_equal(hex, wanted);
}

CASE(the_deck_of_a_known_seed_equals_the_published_check_value)
{
	static const char first[] = "5H 8C KD JC AC TD KS 4C 6S 5D 2S AD ";
	static const char last[] = "7S JS QC 3H 6C 3C 9C KC";
	static const char commitment[] =
		"1a5a37a6e0bcd3db3589a96b4fe9e8ae5d2b1c34d24bdc742119acd597b98a52";
	const struct nonce nonces[2] = { nonce_of("anna"), nonce_of("") };
	struct shuffle_chain chain;
	uint8_t root[SHUFFLE_SEED], seed[SHUFFLE_SEED], commit[SHUFFLE_COMMIT];
	char written[CARD_COUNT * 3];
	struct text text = text_in(written, sizeof written);
	card deck[DECK_MAX];
	count_up(root);
	shuffle_commit(hand_of(7, SHUFFLE_HANDS - 1), root, commit);
	assert_hex(commit, commitment);
	shuffle_chain_open(&chain, 7, root);
	shuffle_chain_commit(&chain, commit);
	assert_hex(commit, commitment);
	shuffle_chain_seed(&chain, 0, seed);
	assert_hex(seed, "35588ba75951a0f105c0816bb713f9e7982858e2fcd3950647eb39e5c700c771");
	shuffle_chain_seed(&chain, 1, seed);
	assert_hex(seed, "fc7e96bc9aaaeaba9dc5781e629d11cdf970faf7f55103c16ee1db84daabbc64");
	shuffle_commit(hand_of(7, 1), seed, commit);
	assert_hex(commit, commitment);
	shuffle_deck(hand_of(7, 1), seed, nonces, 2, deck, ordered(deck));
	for (unsigned i = 0; i < CARD_COUNT; i++) {
		if (i > 0)
			text_char(&text, ' ');
		card_write(&text, deck[i]);
	}
	assert_memory_equal(written, first, strlen(first));
	assert_string_equal(text.at - strlen(last), last);
}

/*
 * Each seed is the hash of the next one, and every seed leads to the commitment. So an earlier seed
 * follows from a later one, never the other way round.
 */
CASE(every_seed_of_a_chain_leads_to_the_commitment)
{
	struct shuffle_chain chain;
	uint8_t root[SHUFFLE_SEED], seed[SHUFFLE_SEED], wanted[SHUFFLE_COMMIT];
	uint8_t commit[SHUFFLE_COMMIT];
	count_up(root);
	shuffle_chain_open(&chain, 12, root);
	shuffle_chain_seed(&chain, SHUFFLE_HANDS - 1, seed);
	assert_memory_equal(seed, root, sizeof root);
	shuffle_commit(hand_of(12, SHUFFLE_HANDS - 1), root, wanted);
	for (unsigned hand = 0; hand < SHUFFLE_HANDS; hand++) {
		char bytes[64 + SHUFFLE_SEED];
		uint8_t hash[crypto_hash_sha256_BYTES];
		int label = snprintf(bytes, 64, "mitaines-fair-2|12|%u", hand);
		uint8_t before[SHUFFLE_SEED];
		memcpy(before, hand == 0 ? wanted : seed, sizeof before);
		shuffle_chain_seed(&chain, hand, seed);
		memcpy(bytes + label + 1, seed, sizeof seed);
		crypto_hash_sha256(hash, (const uint8_t *)bytes, (size_t)label + 1 + sizeof seed);
		assert_memory_equal(hash, before, sizeof before);
		if (hand % 97 != 0)
			continue;
		shuffle_commit(hand_of(12, hand), seed, commit);
		assert_memory_equal(commit, wanted, sizeof wanted);
		shuffle_commit(
			hand_of(12, hand + 1), seed, commit); /* the seed fits no other hand */
		assert_memory_not_equal(commit, wanted, sizeof wanted);
		seed[31] ^= 1;
		shuffle_commit(hand_of(12, hand), seed, commit);
		assert_memory_not_equal(commit, wanted, sizeof wanted);
		seed[31] ^= 1;
	}
}

/*
 * Another implementation computed the deck. In this shuffle, one random byte is too high by one, so
 * it must be skipped.
 */
CASE(random_bytes_too_high_for_an_even_shuffle_are_skipped)
{
	const struct nonce nonces[1] = { nonce_of("") };
	uint8_t seed[SHUFFLE_SEED];
	char written[CARD_COUNT * 3];
	struct text text = text_in(written, sizeof written);
	card deck[DECK_MAX];
	count_up(seed);
	shuffle_deck(hand_of(5, 1), seed, nonces, 1, deck, ordered(deck));
	for (unsigned i = 0; i < CARD_COUNT; i++) {
		if (i > 0)
			text_char(&text, ' ');
		card_write(&text, deck[i]);
	}
	assert_string_equal(written,
		"6H AD TD 5C AS 8S 4C JD TC KC 7D 8D 7H 3S 4H 9H JH 6S 7C 3H TS 9S 3D 9C 6C AC "
		"QS 2H 8C QC QD QH AH KS KH 3C JC KD 8H 2S 9D 5D JS 2D 4S 6D 2C TH 4D 5S 5H 7S");
}

CASE(the_shuffled_deck_depends_on_every_input)
{
	const struct nonce none[2] = { nonce_of(""), nonce_of("") };
	const struct nonce first[2] = { nonce_of("a"), nonce_of("") };
	const struct nonce second[2] = { nonce_of(""), nonce_of("a") };
	uint8_t seed[SHUFFLE_SEED], other[SHUFFLE_SEED];
	card decks[6][DECK_MAX];
	count_up(seed);
	count_up(other);
	other[31] ^= 1;
	for (unsigned i = 0; i < 6; i++)
		ordered(decks[i]);
	shuffle_deck(hand_of(7, 1), seed, none, 2, decks[0], CARD_COUNT);
	shuffle_deck(hand_of(7, 2), seed, none, 2, decks[1], CARD_COUNT);
	shuffle_deck(hand_of(8, 1), seed, none, 2, decks[2], CARD_COUNT);
	shuffle_deck(hand_of(7, 1), seed, first, 2, decks[3], CARD_COUNT);
	shuffle_deck(hand_of(7, 1), seed, second, 2, decks[4], CARD_COUNT);
	shuffle_deck(hand_of(7, 1), other, none, 2, decks[5], CARD_COUNT);
	for (unsigned i = 0; i < 6; i++)
		for (unsigned k = 0; k < i; k++)
			assert_memory_not_equal(decks[i], decks[k], CARD_COUNT);
}

/* The check value is published for the open deal of a day. */
CASE(the_deck_of_a_daily_deal_equals_the_published_check_value)
{
	static const char first[] = "4H TH KS 2S 8D QH QD 7H 9H 9S 7S KH ";
	static const char last[] = "9D KC 3H 8S ";
	const struct nonce none[2] = { nonce_of(""), nonce_of("") };
	uint8_t seed[SHUFFLE_SEED], commit[SHUFFLE_COMMIT];
	char written[CARD_COUNT * 3 + 1];
	struct text text = text_in(written, sizeof written);
	card deck[DECK_MAX];
	count_up(seed);
	shuffle_commit_trial("daily 2026-12-01 open", seed, commit);
	assert_hex(commit, "f78aaad03f1bd74db420e3e41b0560861046bba9d88d6b130ebe0e1c8fbf5358");
	unsigned count = ordered(deck);
	shuffle_deck((struct shuffle){ .hand = 1, .trial = "daily 2026-12-01 open" }, seed, none, 2,
		deck, count);
	for (unsigned i = 0; i < count; i++) {
		card_write(&text, deck[i]);
		text_char(&text, ' ');
	}
	assert_memory_equal(written, first, strlen(first));
	assert_string_equal(written + strlen(written) - strlen(last), last);
}

/* Returns the unevenness of 20,000 shuffles of a function. */
static double unevenness(void (*shuffle)(unsigned round, card *deck))
{
	static struct chi_square chi_square;
	memset(&chi_square, 0, sizeof chi_square);
	for (unsigned round = 1; round <= 20000; round++) {
		card deck[DECK_MAX];
		ordered(deck);
		shuffle(round, deck);
		chi_square_add(&chi_square, deck);
	}
	return chi_square_chi2(&chi_square);
}

static void shuffle_fairly(unsigned round, card *deck)
{
	const struct nonce none[1] = { nonce_of("") };
	uint8_t seed[SHUFFLE_SEED];
	count_up(seed);
	shuffle_deck(hand_of(round, 1), seed, none, 1, deck, CARD_COUNT);
}

/*
 * Shuffles with a typical mistake: it skips no bytes, so numbers below 256 % limit are more
 * frequent.
 */
static void shuffle_with_every_byte(unsigned round, card *deck)
{
	struct chance chance = { chance_part(1, round) };
	for (unsigned i = CARD_COUNT - 1; i > 0; i--) {
		unsigned other = (uint8_t)chance_next(&chance) % (i + 1);
		card c = deck[i];
		deck[i] = deck[other];
		deck[other] = c;
	}
}

/* Every card lands on every position as often as chance allows. */
CASE(a_shuffle_puts_each_card_in_each_place_equally_often)
{
	double chi2 = unevenness(shuffle_fairly);
	assert_true(chi_square_chance(chi2) > 0.001 && chi_square_chance(chi2) < 0.999);
	assert_true(chi_square_chance(unevenness(shuffle_with_every_byte)) < 1e-6);
}

/* Computed with Python's hmac: the first 8 bytes of HMAC-SHA256(seed, "mitaines-think-1|7|1"). */
CASE(the_seed_of_ai_players_equals_the_published_check_value)
{
	uint8_t seed[SHUFFLE_SEED];
	for (unsigned i = 0; i < SHUFFLE_SEED; i++)
		seed[i] = (uint8_t)i;
	assert_true(shuffle_thinking(7, 1, seed) == UINT64_C(0x9890b0722a0badf5));
	assert_true(shuffle_thinking(7, 2, seed) != shuffle_thinking(7, 1, seed));
	assert_true(shuffle_thinking(8, 1, seed) != shuffle_thinking(7, 1, seed));
}

/* Computed with Python's hmac: the first 8 bytes of HMAC-SHA256(seed, text), where the text is
 * "mitaines-daily-think-1", a zero byte and "mitaines classic\n". */
CASE(the_seed_of_a_daily_reply_equals_the_published_check_value)
{
	uint8_t seed[SHUFFLE_SEED];
	for (unsigned i = 0; i < SHUFFLE_SEED; i++)
		seed[i] = (uint8_t)i;
	assert_true(
		shuffle_daily_thinking(seed, "mitaines classic\n") == UINT64_C(0x6155db9e1a04d16d));
}
