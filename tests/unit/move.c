#include "engine/move.h"

#include <string.h>

#include "tests/at.h"
#include "tests/cases.h"
#include "tests/words.h"

static struct move give(card a, card b, card c)
{
	return (struct move){ ACT_GIVE, a, { b }, c };
}

#define assert_reads(...) assert_reads_at(HERE, __VA_ARGS__)
static void assert_reads_at(AT, const char *string, struct move wanted)
{
	struct move move;
	if (!move_read(string, &english_words, &move))
		fail_at("not read: %s", string);
	if (!move_equal(move, wanted))
		fail_at("read as something else: %s", string);
}

#define assert_written(...) assert_written_at(HERE, __VA_ARGS__)
static void assert_written_at(AT, struct move move, const char *wanted)
{
	char buffer[MOVE_TEXT];
	struct text text = text_in(buffer, sizeof buffer);
	struct move again;
	move_write(&text, move);
	true_at(!text.cut);
	string_at(buffer, wanted);
	true_at(move_read(buffer, &english_words, &again));
	true_at(move_equal(move, again));
}

CASE(moves_are_written_in_english)
{
	assert_written(move_play(CARD(7, SUIT_C), CALL_NONE), "9C");
	assert_written(move_play(CARD(2, SUIT_D), CALL_MITTEN), "4D mitten");
	assert_written(move_play(CARD(2, SUIT_D), CALL_GLOVE), "4D glove");
	assert_written(move_play(CARD(2, SUIT_D), CALL_SOCK), "4D sock");
	assert_written(move_play(CARD(RANK_A, SUIT_C), CALL_KING), "AC king");
	assert_written(give(CARD(5, SUIT_H), CARD(6, SUIT_C), CARD(7, SUIT_D)), "give 7H,8C,9D");
	assert_written(give(CARD(5, SUIT_H), CARD_NONE, CARD_NONE), "give 7H");
	assert_written(move_of(ACT_PLACE, CARD(7, SUIT_C)), "place 9C");
	assert_written(move_of(ACT_DISCARD, CARD(7, SUIT_C)), "discard 9C");
	assert_written(move_of(ACT_FOREPLACE, TEN_OF_DIAMONDS), "foreplace TD");
	assert_written(move_of(ACT_KEEP, CARD_NONE), "keep");
	assert_written(move_of(ACT_DRAW, CARD_NONE), "draw");
	assert_written(move_of(ACT_TAKE, CARD_NONE), "take");
}

CASE(an_unknown_call_is_written_as_a_question_mark)
{
	char buffer[MOVE_TEXT];
	struct text text = text_in(buffer, sizeof buffer);
	move_write(&text, move_play(TEN_OF_DIAMONDS, CALL_COUNT));
	assert_string_equal(buffer, "TD ?");
}

CASE(words_of_a_move_are_read_in_both_languages)
{
	const card c = CARD(2, SUIT_D);
	static const char *const mittens[] = { "4d m", "4D MITTEN", "4d Mitaine", " 4d  mitten " };
	static const char *const gloves[] = { "4d g", "4d glove", "4d\tgant" };
	static const char *const socks[] = { "4d s", "4d c", "4d sock", "4d chausson", "4♦ sock" };
	for (size_t i = 0; i < sizeof mittens / sizeof mittens[0]; i++)
		assert_reads(mittens[i], move_play(c, CALL_MITTEN));
	for (size_t i = 0; i < sizeof gloves / sizeof gloves[0]; i++)
		assert_reads(gloves[i], move_play(c, CALL_GLOVE));
	for (size_t i = 0; i < sizeof socks / sizeof socks[0]; i++)
		assert_reads(socks[i], move_play(c, CALL_SOCK));
	assert_reads("ac roi", move_play(CARD(RANK_A, SUIT_C), CALL_KING));
	assert_reads("PLACER 4d", move_of(ACT_PLACE, c));
	assert_reads("Ecarter 4D", move_of(ACT_DISCARD, c));
	assert_reads("reserver 4d", move_of(ACT_FOREPLACE, c));
	assert_reads("Garder", move_of(ACT_KEEP, CARD_NONE));
	assert_reads("piger", move_of(ACT_DRAW, CARD_NONE));
	assert_reads("prendre", move_of(ACT_TAKE, CARD_NONE));
}

CASE(passed_cards_are_sorted_whatever_the_typed_order)
{
	const struct move wanted = give(CARD(5, SUIT_H), CARD(6, SUIT_C), CARD(7, SUIT_D));
	static const char *const ways[] = { "give 7H,8C,9D", "give 9D,8C,7H", "give 8c 9d 7h",
		"GIVE 8c, 7h ,9d", "donner 9d  7h,8c", "passer 7h 8c 9d", "Pass 9d 8c 7h",
		"give 9D,8C,7H," };
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
		assert_reads(ways[i], wanted);
	assert_reads("give 9d 7h", give(CARD(5, SUIT_H), CARD(7, SUIT_D), CARD_NONE));
	assert_reads("give 9d 7h 9d", give(CARD(5, SUIT_H), CARD(7, SUIT_D), CARD(7, SUIT_D)));
}

CASE(the_language_decides_the_meaning_of_ambiguous_letters)
{
	struct move move;
	assert_true(move_read("9c mitaine", &french_words, &move));
	assert_true(move_equal(move, move_play(CARD(7, SUIT_H), CALL_MITTEN)));
	assert_true(move_read("donner vc 10t dp", &french_words, &move));
	assert_true(move_equal(
		move, give(CARD(RANK_T, SUIT_C), CARD(RANK_J, SUIT_H), CARD(RANK_Q, SUIT_S))));
}

CASE(malformed_moves_are_refused)
{
	static const char *const strings[] = { "", " ", "mitten", "9", "9d x", "9d mittens",
		"9d mit", "9d m m", "9dm", "9d,m", "9d glove sock", "give", "give ", "give 9",
		"give 9d,,8c", "give 9d 8c 7h 6h", "give 9d 8c 7h x", "given 9d", "place",
		"place x", "place 9d 8d", "place 9d mitten", "keep 9d", "keeper", "draw draw",
		"discard", "foreplace 10", "9d\nmitten", "écarte 9d", "\xc3", "give 9d\xff",
		"9d\x01" };
	const struct move before = move_play(3, CALL_SOCK);
	for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
		struct move move = before;
		if (move_read(strings[i], &english_words, &move))
			fail_msg("read: %s", strings[i]);
		assert_true(move_equal(move, before));
	}
}

CASE(a_very_long_word_is_refused)
{
	char string[4096];
	struct move move;
	memset(string, 'm', sizeof string - 1);
	string[sizeof string - 1] = '\0';
	assert_false(move_read(string, &english_words, &move));
	memset(string, ' ', sizeof string - 1);
	assert_false(move_read(string, &english_words, &move));
	memcpy(string, "9d", 2);
	assert_true(move_read(string, &english_words, &move));
}

CASE(the_function_move_put_gives_the_same_bytes_as_an_assignment)
{
	struct move list[2];
	for (unsigned c = 0; c < CARD_COUNT; c++) {
		move_put(&list[0], move_play(0, CALL_GLOVE), (card)c);
		list[1] = move_play((card)c, CALL_GLOVE);
		assert_memory_equal(&list[0], &list[1], sizeof list[0]);
	}
}
