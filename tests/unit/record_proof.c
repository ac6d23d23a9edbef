/* Proofs in records: commitments, roots, seeds, nonces and their decks. */
#include <stdio.h>

#include "tests/cases.h"
#include "tests/records.h"

/* With two more digits this is a seed or a commitment. */
#define Z62 "00000000000000000000000000000000000000000000000000000000000000"

CASE(errors_in_proofs_are_reported)
{
	static const char *const unproved[] = { "nonce 0 x\n", "reveal " ZEROS "\n",
		"commit " ZEROS "\n" };
	static const char head[] = "mitaines-record 1\ngame mitaines\nmatch 7\nfair 2\n";
	static const char hand[] = "seats a b\nhand dealer=0 deck=" DECK "\n";
	static const struct {
		const char *line;
		enum record_error error;
	} cases[] = {
		{ "nonce\n", RECORD_ERROR_ARGUMENTS },
		{ "nonce 0\n", RECORD_ERROR_ARGUMENTS },
		{ "nonce 0 a b\n", RECORD_ERROR_ARGUMENTS },
		{ "nonce 2 a\n", RECORD_ERROR_NUMBER },
		{ "nonce 0 " ZEROS "0\n", RECORD_ERROR_NONCE },
		{ "commit " ZEROS "\n", RECORD_ERROR_PLACE },
		{ "reveal\n", RECORD_ERROR_ARGUMENTS },
		{ "reveal g" ZEROS "\n", RECORD_ERROR_HEX },
		{ "reveal " ZEROS "\n", RECORD_ERROR_COMMIT },
		{ "score 0 0\n", RECORD_ERROR_PLACE },
	};
	static const char *const digits[] = { "g0", "0g", "G0", "/0", "0/", ":0", "@0", "0@",
		"`0" };
	char buffer[2048];

	for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
		snprintf(buffer, sizeof buffer, "%scommit %s" Z62 "\n", head, digits[i]);
		assert_bad(buffer, 5, RECORD_ERROR_HEX);
		snprintf(buffer, sizeof buffer, "%scommit " Z62 "%s\n", head, digits[i]);
		assert_bad(buffer, 5, RECORD_ERROR_HEX);
	}
	for (size_t i = 0; i < sizeof unproved / sizeof unproved[0]; i++) {
		snprintf(buffer, sizeof buffer, "%s%s%s", head, hand, unproved[i]);
		assert_bad(buffer, 7, RECORD_ERROR_PLACE);
	}
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		snprintf(buffer, sizeof buffer, "%scommit %s\n%s%s", head, ZEROS, hand,
			cases[i].line);
		assert_bad(buffer, 8, cases[i].error);
	}
	snprintf(buffer, sizeof buffer, "%scommit %s\n%snonce 1 a\nnonce 1 b\n", head, ZEROS, hand);
	assert_bad(buffer, 9, RECORD_ERROR_PLACE);
}

CASE(errors_in_roots_are_reported)
{
	static const char head[] = "mitaines-record 1\ngame mitaines\nmatch 7\n";
	static const struct {
		const char *lines;
		unsigned line;
		enum record_error error;
	} cases[] = {
		{ "fair\n", 4, RECORD_ERROR_ARGUMENTS },
		{ "fair 0\n", 4, RECORD_ERROR_FAIR },
		{ "fair 3\n", 4, RECORD_ERROR_FAIR },
		{ "fair two\n", 4, RECORD_ERROR_FAIR },
		{ "fair 2\nfair 2\n", 5, RECORD_ERROR_PLACE },
		{ "commit " ZEROS "\n", 4, RECORD_ERROR_PLACE },
		{ "fair 1\n", 4, RECORD_ERROR_FAIR },
		{ "fair 2\ncommit 00\n", 5, RECORD_ERROR_HEX },
		{ "fair 2\ncommit " ZEROS "\ncommit " ZEROS "\n", 6, RECORD_ERROR_PLACE },
		{ "root " ZEROS "\n", 4, RECORD_ERROR_PLACE },
		{ "fair 2\nroot " ZEROS "\n", 5, RECORD_ERROR_PLACE },
		{ "fair 2\ncommit " ZEROS "\nroot\n", 6, RECORD_ERROR_ARGUMENTS },
		{ "fair 2\ncommit " ZEROS "\nroot " ZEROS "0\n", 6, RECORD_ERROR_HEX },
		{ "fair 2\ncommit " ZEROS "\nroot " ZEROS "\n", 6, RECORD_ERROR_ROOT },
		{ "fair 2\nseats a b\nhand dealer=0 deck=" DECK "\ncommit " ZEROS "\n", 7,
			RECORD_ERROR_PLACE },
		{ "fair 2\nseats a b\nhand dealer=0 deck=" DECK "\nnonce 0 a\n", 7,
			RECORD_ERROR_PLACE },
		{ "fair 2\ncommit " ZEROS "\nseats a b\nhand dealer=0 deck=" DECK "\nroot " ZEROS
		  "\n",
			8, RECORD_ERROR_PLACE },
		{ "fair 2\ncommit " ZEROS "\nseats a b\nhand dealer=0 deck=" DECK "\nreveal " ZEROS
		  "\n",
			8, RECORD_ERROR_COMMIT },
	};
	char buffer[2048];
	assert_bad("mitaines-record 1\ngame mitaines\nfair 2\ncommit " ZEROS "\n", 4,
		RECORD_ERROR_MATCH);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		snprintf(buffer, sizeof buffer, "%s%s", head, cases[i].lines);
		assert_bad(buffer, cases[i].line, cases[i].error);
	}
}

/* A wrong root is an error, except in a reader that does not verify. */
CASE(a_wrong_root_is_an_error_only_when_verifying)
{
	assert_good("mitaines-record 1\ngame mitaines\nmatch 7\nfair 2\ncommit " ZEROS
		    "\nroot " ZEROS "\nseats a b\n");
}

/* The check value: commitment and root in the head, a hand with its nonce. */
#define CHAINED \
	"mitaines-record 1\ngame mitaines classic\nmatch 7\nfair 2\n" \
	"commit 1a5a37a6e0bcd3db3589a96b4fe9e8ae5d2b1c34d24bdc742119acd597b98a52\n"
#define CHAINED_ROOT "root 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
#define CHAINED_SEED "reveal fc7e96bc9aaaeaba9dc5781e629d11cdf970faf7f55103c16ee1db84daabbc64\n"

/* Writes CHAINED, `root`, the seats and hand 1, and then `rest`. Returns `buffer`. */
static const char *chained(char *buffer, size_t size, const char *root, const char *rest)
{
	const struct nonce nonces[2] = { { 4, "anna" }, { 0, "" } };
	struct text text = text_in(buffer, size);
	uint8_t root_bytes[SHUFFLE_SEED], seed[SHUFFLE_SEED];
	struct shuffle_chain chain;
	uint64_t block[GAME_BLOCK / 8];
	card deck[DECK_MAX];
	for (unsigned i = 0; i < SHUFFLE_SEED; i++)
		root_bytes[i] = (uint8_t)i;
	game_open(games[0], (struct state *)block, 0);
	shuffle_chain_open(&chain, 7, root_bytes);
	shuffle_chain_seed(&chain, 1, seed);
	shuffle_deck((struct shuffle){ .match = 7, .hand = 1 }, seed, nonces, 2, deck,
		game_deck(games[0], (struct state *)block, deck));
	text_add(&text, CHAINED);
	text_add(&text, root);
	text_add(&text, "seats a b\n");
	record_add_hand(&text, 1, deck, CARD_COUNT);
	text_add(&text, rest);
	return buffer;
}

CASE(the_root_of_a_match_proves_every_deck)
{
	static const struct {
		const char *root;
		const char *rest;
		unsigned proved;
	} good[] = {
		{ CHAINED_ROOT, "nonce 0 anna\n", 1 },
		{ CHAINED_ROOT, "nonce\t0 anna\n", 1 },
		{ CHAINED_ROOT, "nonce 0 anna\n# nothing\n\n5H\n", 1 },
		{ "", "nonce 0 anna\n" CHAINED_SEED, 1 },
		{ "", "nonce 0 anna\n", 0 },
		{ "", "", 0 },
	};
	static const struct {
		const char *root;
		const char *rest;
		unsigned line;
		enum record_error error;
	} bad[] = {
		/* The error is reported in the line of the hand, wherever its nonces end. */
		{ CHAINED_ROOT, "", 8, RECORD_ERROR_DECK },
		{ CHAINED_ROOT, "nonce 0 anna\nnonce 1 luc\n", 8, RECORD_ERROR_DECK },
		{ CHAINED_ROOT, "nonce 0 luc\n5H\n", 8, RECORD_ERROR_DECK },
		{ "", "nonce 0 luc\n" CHAINED_SEED, 9, RECORD_ERROR_DECK },
		{ CHAINED_ROOT, "nonce 0 anna\n" CHAINED_SEED, 10, RECORD_ERROR_PLACE },
		{ CHAINED_ROOT CHAINED_ROOT, "", 7, RECORD_ERROR_PLACE },
	};
	char buffer[2048];
	struct record record;
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		chained(buffer, sizeof buffer, good[i].root, good[i].rest);
		enum record_step step = read_text(&record, buffer, true);
		if (step == RECORD_FAILED)
			fail_msg("%zu, line %u: %s", i, record.line,
				record_error_words(record.error));
		assert_int_equal(record.proved, good[i].proved);
		assert_good(buffer);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		chained(buffer, sizeof buffer, bad[i].root, bad[i].rest);
		assert_int_equal(read_text(&record, buffer, true), RECORD_FAILED);
		assert_int_equal(record.error, bad[i].error);
		assert_int_equal(record.line, bad[i].line);
	}
}
