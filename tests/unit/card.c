#include "engine/card.h"

#include <string.h>

#include "tests/at.h"
#include "tests/cases.h"
#include "tests/words.h"

#define assert_reads(...) assert_reads_at(HERE, __VA_ARGS__)
static void assert_reads_at(
	AT, const struct move_words *words, const char *string, card wanted, size_t length)
{
	const char *at = string;
	card c = CARD_NONE;
	if (!card_read(&at, words, &c))
		fail_at("not read: %s", string);
	equal_at(c, wanted);
	equal_at(at - string, length);
}

#define assert_refuses(...) assert_refuses_at(HERE, __VA_ARGS__)
static void assert_refuses_at(AT, const char *string)
{
	const char *at = string;
	card c = 77;
	if (card_read(&at, &english_words, &c) || card_read(&at, &french_words, &c))
		fail_at("read: %s", string);
	true_at(at == string);
	equal_at(c, 77);
}

CASE(english_cards_are_read)
{
	assert_reads(&english_words, "9d", CARD(7, SUIT_D), 2);
	assert_reads(&english_words, "10D", TEN_OF_DIAMONDS, 3);
	assert_reads(&english_words, "td", TEN_OF_DIAMONDS, 2);
	assert_reads(&english_words, "kc", CARD(RANK_K, SUIT_C), 2);
	assert_reads(&english_words, "as rest", CARD(RANK_A, SUIT_S), 2);
	assert_reads(&english_words, "JH,QH", CARD(RANK_J, SUIT_H), 2);
}

CASE(french_cards_are_read)
{
	assert_reads(&french_words, "vp", CARD(RANK_J, SUIT_S), 2);
	assert_reads(&french_words, "DC", CARD(RANK_Q, SUIT_H), 2);
	assert_reads(&french_words, "rt", CARD(RANK_K, SUIT_C), 2);
	assert_reads(&french_words, "AK", CARD(RANK_A, SUIT_D), 2);
	assert_reads(&french_words, "10k", TEN_OF_DIAMONDS, 3);
	assert_reads(&french_words, "tt", CARD(RANK_T, SUIT_C), 2);
}

CASE(only_the_suit_letter_c_depends_on_the_language)
{
	assert_reads(&english_words, "9c", CARD(7, SUIT_C), 2);
	assert_reads(&french_words, "9c", CARD(7, SUIT_H), 2);
	assert_reads(&english_words, "9k", CARD(7, SUIT_D), 2);
	assert_reads(&french_words, "9d", CARD(7, SUIT_D), 2);
	assert_reads(&english_words, "vh", CARD(RANK_J, SUIT_H), 2);
	assert_reads(&french_words, "jh", CARD(RANK_J, SUIT_H), 2);
}

CASE(suit_symbols_are_read)
{
	static const struct {
		const char *symbol;
		unsigned suit;
	} cases[] = {
		{ "♣", SUIT_C },
		{ "♦", SUIT_D },
		{ "♥", SUIT_H },
		{ "♠", SUIT_S },
		{ "♧", SUIT_C },
		{ "♢", SUIT_D },
		{ "♡", SUIT_H },
		{ "♤", SUIT_S },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char buffer[16];
		struct text text = text_in(buffer, sizeof buffer);
		text_add(&text, "10");
		text_add(&text, cases[i].symbol);
		assert_reads(&french_words, buffer, CARD(RANK_T, cases[i].suit), 5);
		text_add(&text, "\xef\xb8\x8f");
		assert_reads(&english_words, buffer, CARD(RANK_T, cases[i].suit), 8);
		text_add(&text, " JD");
		assert_reads(&english_words, buffer, CARD(RANK_T, cases[i].suit), 8);
	}
}

CASE(malformed_cards_are_refused)
{
	static const char *const strings[] = { "", " ", "9", "d", "10", "1d", "0d", "11d", "9x",
		"xd", "9dd", "9d9", "9d0", "9da", "9dZ", "9dz", "9 d", "100d", "9♦x", "9♦1",
		"9\xe2\x99", "9\xe2\x99\xa8", "9\xe2", "9\xef\xb8\x8f", "\xe2\x99\xa6", "T", "1",
		"-9d", "９d" };
	for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
		assert_refuses(strings[i]);
}

CASE(cards_in_a_set_are_counted_and_listed)
{
	cards set = card_bit(CARD(RANK_J, SUIT_C)) | card_bit(CARD(RANK_J, SUIT_S)) |
		card_bit(CARD(0, SUIT_H)) | card_bit(CARD(RANK_A, SUIT_S));
	assert_int_equal(cards_count(CARDS_ALL), CARD_COUNT);
	assert_int_equal(cards_count(set), 4);
	assert_int_equal(cards_first(set), CARD(0, SUIT_H));
	assert_int_equal(cards_count_of_rank(set, RANK_J), 2);
	assert_int_equal(cards_count_of_rank(set, RANK_A), 1);
	assert_int_equal(cards_count_of_rank(set, RANK_K), 0);
	for (unsigned rank = 0; rank < RANK_COUNT; rank++)
		for (cards four = 0; four < 16; four++)
			assert_int_equal(cards_count_of_rank(four << rank * 4, rank),
				(four & 1) + (four >> 1 & 1) + (four >> 2 & 1) + (four >> 3));
}
