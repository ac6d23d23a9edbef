/* heard.h - what a channel heard of deals that anybody can check, and that it fits. */
#ifndef TESTS_STAGE_HEARD_H
#define TESTS_STAGE_HEARD_H

#include <stdio.h>

#include <sodium.h>

#include "bot/match/shuffle.h"
#include "storage/store.h"
#include "tests/stage/kept.h"

enum { DIGITS = 2 * STORE_SEED, ARRIVED_MS = 11000 };

/* What a channel heard in a match: of each hand its commitment and seed, or "". */
struct heard {
	char commit[32][DIGITS + 1];
	char seed[32][DIGITS + 1];
};

/* Copies the digits that are told with a key somewhere in text; false: that is not there. */
static inline bool heard_find(const char *text, const char *key, char digits[DIGITS + 1])
{
	const char *found = strstr(text, key);
	if (found == NULL)
		return false;
	found += strlen(key);
	assert_int_equal(strspn(found, "0123456789abcdef"), DIGITS);
	memcpy(digits, found, DIGITS);
	digits[DIGITS] = '\0';
	return true;
}

/* The same of the commitment to a hand, 0: to the draw. */
static inline bool heard_commitment(const char *text, unsigned hand, char digits[DIGITS + 1])
{
	char key[64];
	snprintf(key, sizeof key, "(fair.hand hand=%u digits=", hand);
	return heard_find(text, hand == 0 ? "(fair.draw digits=" : key, digits);
}

/* And of its seed. */
static inline bool heard_seed(const char *text, unsigned hand, char digits[DIGITS + 1])
{
	char key[64];
	snprintf(key, sizeof key, "(fair.hand.seed hand=%u digits=", hand);
	return heard_find(text, hand == 0 ? "(fair.draw.seed digits=" : key, digits);
}

/* Checks a seed against its commitment, both as they were said. */
static inline void heard_opens(
	int64_t match, unsigned hand, const char *commit, const char *seed_digits)
{
	uint8_t bytes[128];
	char digits[DIGITS + 1];
	uint8_t seed[STORE_SEED];
	uint8_t hash[crypto_hash_sha256_BYTES];
	int label = snprintf(
		(char *)bytes, sizeof bytes, "mitaines-fair-1|%lld|%u", (long long)match, hand);
	assert_int_equal(
		sodium_hex2bin(seed, sizeof seed, seed_digits, DIGITS, NULL, NULL, NULL), 0);
	memcpy(bytes + label + 1, seed, sizeof seed);
	crypto_hash_sha256(hash, bytes, (size_t)label + 1 + sizeof seed);
	sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
	assert_string_equal(digits, commit);
}

/*
 * Reads what was said: a commitment repeated is the same, a seed comes once its commitment was said
 * and fits it.
 */
static inline void heard_listen(struct stage *stage, int64_t match, struct heard *heard)
{
	char digits[DIGITS + 1];
	const char *text = stage_hear(stage);
	for (unsigned hand = 0; hand < 32; hand++) {
		if (heard_commitment(text, hand, digits)) {
			if (heard->commit[hand][0] != '\0')
				assert_string_equal(heard->commit[hand], digits);
			assert_string_equal(heard->seed[hand], "");
			memcpy(heard->commit[hand], digits, sizeof digits);
		}
		if (heard_seed(text, hand, digits)) {
			assert_string_not_equal(heard->commit[hand], "");
			memcpy(heard->seed[hand], digits, sizeof digits);
			heard_opens(match, hand, heard->commit[hand], digits);
		}
	}
}

static inline void heard_begin(struct stage *stage)
{
	stage_say(stage, "anna", "!new");
	stage_say(stage, "luc", "!join");
	stage_say(stage, "anna", "!start");
}

/* Plays until the hand of table 1 ends, or the match does. */
static inline void heard_play_hand(struct stage *stage)
{
	unsigned hand = table_state(stage_table(stage, 1))->hand;
	while (stage_table(stage, 1) != NULL && table_state(stage_table(stage, 1))->hand == hand)
		stage_play(stage, 1, 1);
}

#endif
