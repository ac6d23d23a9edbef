#include "bot/history/deal.h"

#include <sodium.h>
#include <string.h>
#include <utf8proc.h>

/* True if a character can be seen: no control character, format character or blank. */
static bool is_visible_char(utf8proc_int32_t point)
{
	switch (utf8proc_category(point)) {
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_CF:
	case UTF8PROC_CATEGORY_CS:
	case UTF8PROC_CATEGORY_ZS:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP: return false;
	default: return true;
	}
}

bool deal_read_nonce(const char *word, struct nonce *nonce)
{
	size_t length = strlen(word);
	if (length == 0 || length > SHUFFLE_NONCE)
		return false;
	for (size_t at = 0; at < length;) {
		utf8proc_int32_t point;
		utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)word + at,
			(utf8proc_ssize_t)(length - at), &point);
		if (bytes <= 0 || !is_visible_char(point))
			return false;
		at += (size_t)bytes;
	}
	nonce->length = (uint8_t)length;
	memcpy(nonce->text, word, length);
	return true;
}

enum store_error deal_load_nonces(
	struct store *store, int64_t match, unsigned hand, struct nonce nonces[SEATS_MAX])
{
	struct store_nonce rows[STORE_SEATS];
	unsigned count = 0;
	enum store_error error = store_list_nonces(store, match, hand, rows, &count);
	memset(nonces, 0, SEATS_MAX * sizeof *nonces);
	for (unsigned i = 0; error == STORE_OK && i < count; i++)
		if (rows[i].seat >= SEATS_MAX ||
			!deal_read_nonce(rows[i].text, &nonces[rows[i].seat]))
			error = STORE_DAMAGED;
	return error;
}

int64_t deal_shared_chain(const uint8_t root[SHUFFLE_SEED])
{
	/*
	 * The numbers of shared chains begin at `least`, above the number of any match. The size of
	 * their range is DECADES times `least`.
	 */
	enum { DECADES = 8 };
	const uint64_t least = UINT64_C(1000000000000000000);
	uint8_t hash[crypto_hash_sha256_BYTES];
	uint64_t number = 0;
	crypto_hash_sha256(hash, root, SHUFFLE_SEED);
	for (unsigned i = 0; i < sizeof number; i++)
		number = number << 8 | hash[i];
	return (int64_t)(least + number % (DECADES * least));
}

/* True if the seed of a hand leads to its commitment in the chain with that number. */
static bool is_seed_of_chain(int64_t chain, const struct store_hand *hand)
{
	uint8_t commitment[SHUFFLE_COMMIT];
	shuffle_commit(
		(struct shuffle){ .match = chain, .hand = hand->hand }, hand->seed, commitment);
	return memcmp(commitment, hand->commitment, sizeof commitment) == 0;
}

enum store_error deal_find_chain(struct store *store, int64_t match, int64_t *chain)
{
	struct store_hand hand;
	struct store_root root;
	unsigned count = 0;
	enum store_error error = store_list_hands(store, match, 0, &hand, 1, &count);
	if (error != STORE_OK || count == 0)
		return error != STORE_OK ? error : STORE_NONE;
	*chain = match;
	if (is_seed_of_chain(match, &hand))
		return STORE_OK;
	error = store_get_root(store, match, &root);
	if (error == STORE_OK) {
		int64_t shared = deal_shared_chain(root.root);
		if (is_seed_of_chain(shared, &hand))
			*chain = shared;
	}
	sodium_memzero(&root, sizeof root);
	return error;
}

enum store_error deal_reshuffle(struct store *store, int64_t match, int64_t chain, unsigned hand,
	const struct game *game, const struct state *state, unsigned seats, struct deal *deal)
{
	unsigned count = 0;
	enum store_error error = store_list_hands(store, match, hand, &deal->hand, 1, &count);
	if (error == STORE_OK && (count != 1 || deal->hand.hand != hand || !deal->hand.dealt))
		error = STORE_NONE;
	if (error == STORE_OK)
		error = deal_load_nonces(store, match, hand, deal->nonces);
	if (error != STORE_OK)
		return error;
	deal->size = game_deck(game, state, deal->deck);
	shuffle_deck((struct shuffle){ .match = chain, .hand = hand }, deal->hand.seed,
		deal->nonces, seats, deal->deck, deal->size);
	return STORE_OK;
}
