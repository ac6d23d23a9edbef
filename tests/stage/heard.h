/* heard.h - collects commitments and roots of decks from the bot's lines in a channel, and checks
 * that each root fits its commitment. */
#ifndef TESTS_STAGE_HEARD_H
#define TESTS_STAGE_HEARD_H

#include <stdio.h>

#include <sodium.h>

#include "engine/shuffle.h"
#include "storage/store.h"
#include "tests/stage/kept.h"

enum { DIGITS = 2 * STORE_SEED, COMMIT_DIGITS = 40, ARRIVED_MS = 1000 };

/* The first COMMIT_DIGITS digits of the commitment, and the root, as the channel heard them; each
 * "" until then. */
struct heard {
	char commit[COMMIT_DIGITS + 1];
	char root[DIGITS + 1];
};

/* Copies `count` hexadecimal digits after a key in text. Returns false if text lacks the key. */
static inline bool heard_copy(const char *text, const char *key, char *digits, size_t count)
{
	const char *found = strstr(text, key);
	if (found == NULL)
		return false;
	found += strlen(key);
	assert_int_equal(strspn(found, "0123456789abcdef"), count);
	memcpy(digits, found, count);
	digits[count] = '\0';
	return true;
}

/*
 * Copies the digits of a seed or a root after a key in text. Returns false if text lacks the key.
 */
static inline bool heard_find(const char *text, const char *key, char digits[DIGITS + 1])
{
	return heard_copy(text, key, digits, DIGITS);
}

/* Hashes the seed of a hand down the chain, as a player does who checks a deal. Fails unless the
 * last hash begins with the digits in `commit`. */
static inline void heard_opens(
	int64_t match, unsigned hand, const char *commit, const char *seed_digits)
{
	char digits[DIGITS + 1];
	uint8_t hash[crypto_hash_sha256_BYTES];
	assert_int_equal(
		sodium_hex2bin(hash, sizeof hash, seed_digits, DIGITS, NULL, NULL, NULL), 0);
	for (unsigned left = hand + 1; left-- > 0;) {
		uint8_t bytes[128];
		int label = snprintf((char *)bytes, sizeof bytes, "mitaines-fair-2|%lld|%u",
			(long long)match, left);
		memcpy(bytes + label + 1, hash, sizeof hash);
		crypto_hash_sha256(hash, bytes, (size_t)label + 1 + sizeof hash);
	}
	sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
	digits[COMMIT_DIGITS] = '\0';
	assert_string_equal(digits, commit);
}

/* Counts the words in a line that have at least COMMIT_DIGITS hexadecimal digits. */
static inline unsigned heard_words(const char *line, size_t length)
{
	unsigned found = 0;
	for (const char *at = line; at < line + length; at++) {
		size_t digits = strspn(at, "0123456789abcdef");
		found += digits >= COMMIT_DIGITS;
		at += digits;
	}
	return found;
}

/* Copies `count` digits after a key at the beginning of a channel line. Returns false if the line
 * begins otherwise. Fails if the line has other digits too. */
static inline bool heard_line(
	const char *line, size_t length, const char *key, char *digits, size_t count)
{
	const char *behind = memcmp(line, "#table: [", 9) == 0 ? strchr(line, ']') + 2 : line + 8;
	size_t before = strlen(key);
	if (memcmp(line, "#table: ", 8) != 0 || strncmp(behind, key, before) != 0)
		return false;
	assert_int_equal(heard_words(line, length), 1);
	assert_int_equal(behind + before + count + 1 - line, length);
	memcpy(digits, behind + before, count);
	digits[count] = '\0';
	return true;
}

/* Reads the channel's lines about one match into `heard`. Fails if a repeated commitment differs,
 * if a root comes before its commitment or does not fit it, or if the channel hears other
 * digits. */
static inline void heard_listen(struct stage *stage, int64_t match, struct heard *heard)
{
	char keys[2][64];
	char digits[DIGITS + 1];
	snprintf(keys[0], sizeof keys[0], "(fair.commitment match=%lld digits=", (long long)match);
	snprintf(keys[1], sizeof keys[1], "(fair.root match=%lld digits=", (long long)match);
	for (const char *line = stage_hear(stage); *line != '\0';) {
		size_t length = strcspn(line, "\n");
		if (heard_line(line, length, keys[0], digits, COMMIT_DIGITS)) {
			if (heard->commit[0] != '\0')
				assert_string_equal(heard->commit, digits);
			assert_string_equal(heard->root, "");
			memcpy(heard->commit, digits, sizeof heard->commit);
		} else if (heard_line(line, length, keys[1], digits, DIGITS)) {
			if (heard->root[0] != '\0')
				assert_string_equal(heard->root, digits);
			memcpy(heard->root, digits, sizeof digits);
			heard_opens(match, SHUFFLE_HANDS - 1, heard->commit, digits);
		} else if (*line == '#')
			assert_int_equal(heard_words(line, length), 0);
		line += length + (line[length] != '\0');
	}
}

static inline void heard_begin(struct stage *stage)
{
	case_dialog(stage, "anna: !new", "luc: !join", "anna: !start");
}

/* Plays until the hand or the match at table 1 ends. */
static inline void heard_play_hand(struct stage *stage)
{
	unsigned hand = table_state(stage_table(stage, 1))->hand;
	while (stage_table(stage, 1) != NULL && table_state(stage_table(stage, 1))->hand == hand)
		stage_play(stage, 1, 1);
}

/* Begins a match and stops it after the deal. The channel has not got the root yet. */
static inline void heard_stop(struct stage *stage)
{
	heard_begin(stage);
	stage_wait(stage, ARRIVED_MS);
	case_dialog(stage, "anna: !stop", "luc: !stop");
}

#endif
