/* Views of Mitaines for two as text without suits, and the expert's replies to them. */
#include "engine/mitaines/reply.h"

#include "engine/mitaines/duel.h"
#include "engine/player.h"
#include "tests/cases.h"
#include "tests/mitaines.h"
#include "tests/replies.h"

/* Opens a table of two and deals a random deck. */
static void open_any(struct rig *rig, unsigned preset, const char *options, struct chance *chance)
{
	rig_open_preset(
		rig, &mitaines_game, preset, options, DUEL_SEATS, chance_below(chance, DUEL_SEATS));
	for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
		rig->head.total[seat] = (int32_t)chance_below(chance, 400);
	rig_deal_any(rig, chance);
}

/* A table with other suits: card c is map[c] there. */
struct twin {
	card map[CARD_COUNT];
	struct rig rig;
};

static cards map_set(const struct twin *twin, cards set)
{
	cards mapped = 0;
	for (; set != 0; set &= set - 1)
		mapped |= card_bit(twin->map[cards_first(set)]);
	return mapped;
}

/* Exchanges the suits of each rank at random, except the ten of diamonds. */
static void exchange_suits(struct twin *twin, struct chance *chance)
{
	for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
		card equal[SUIT_COUNT];
		unsigned count = 0;
		for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
			twin->map[CARD(rank, suit)] = CARD(rank, suit);
			if (CARD(rank, suit) != TEN_OF_DIAMONDS)
				equal[count++] = CARD(rank, suit);
		}
		chance_shuffle(chance, equal, count);
		for (unsigned suit = SUIT_COUNT; suit-- > 0;)
			if (CARD(rank, suit) != TEN_OF_DIAMONDS)
				twin->map[CARD(rank, suit)] = equal[--count];
	}
}

/* Copies a table with other suits. */
static void copy_table(struct twin *twin, const struct rig *rig)
{
	struct mitaines *table = mitaines_in(&twin->rig);
	struct mitaines_open *open = &table->open;
	cards *sets[] = { &open->pile_set, &open->gone, &open->four, &open->called[0],
		&open->called[1], &open->called[2], &table->hand[0], &table->hand[1] };
	twin->rig = *rig;
	for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
		*sets[i] = map_set(twin, *sets[i]);
	for (unsigned i = 0; i < open->shown_count; i++)
		open->shown[i] = twin->map[open->shown[i]];
	for (unsigned i = 0; i < CARD_COUNT; i++)
		table->deck[i] = twin->map[table->deck[i]];
	assert_null(game_fault(&mitaines_game, &twin->rig.head));
}

static void write_view(struct rig *rig, char written[REPLY_TEXT])
{
	struct text text = text_in(written, REPLY_TEXT);
	assert_true(reply_write_view(rig_view(rig, rig->head.turn), &text));
	assert_false(text.cut);
}

/* Checks that a table and its twin have the same text, and that the reply to both is the same
 * action. */
static void assert_alike(struct rig *rig, struct twin *twin, uint64_t seed, void *memory)
{
	char here[REPLY_TEXT], there[REPLY_TEXT];
	struct move move, other;
	copy_table(twin, rig);
	write_view(rig, here);
	write_view(&twin->rig, there);
	assert_string_equal(here, there);
	unsigned reply = reply_think(rig_view(rig, rig->head.turn), seed, memory);
	assert_int_equal(reply_think(rig_view(&twin->rig, rig->head.turn), seed, memory), reply);
	assert_true(reply_find_move(rig_view(rig, rig->head.turn), reply, &move));
	assert_true(reply_find_move(rig_view(&twin->rig, rig->head.turn), reply, &other));
	assert_int_equal(duel_action(move.card, move.call), reply);
	assert_int_equal(duel_action(other.card, other.call), reply);
	assert_true(game_allows(&mitaines_game, &rig->head, move));
	assert_true(game_allows(&mitaines_game, &twin->rig.head, other));
}

CASE(equal_cards_of_other_suits_get_the_same_text_and_reply)
{
	struct chance chance = { 31 };
	void *memory = malloc(player_memory());
	struct twin twin;
	struct rig rig;
	assert_non_null(memory);
	for (unsigned i = 0; i < 40; i++) {
		open_any(&rig, i % 2 == 0 ? CLASSIC : GAMERULES, "", &chance);
		exchange_suits(&twin, &chance);
		for (unsigned left = chance_below(&chance, 48);
			left > 0 && rig.head.phase == PHASE_PLAY; left--)
			rig_play_any(&rig, &chance);
		if (rig.head.phase == PHASE_PLAY)
			assert_alike(&rig, &twin, i, memory);
	}
	free(memory);
}

/* Both tens are worth the same here, so the order of the moves decides. */
RIG_CASE(the_suit_of_another_ten_does_not_decide_between_equal_moves)
{
	void *memory = malloc(player_memory());
	assert_non_null(memory);
	spot_lay(rig, TWO("", "TC TD", "2C 3C"));
	unsigned reply = reply_think(rig_view(rig, 0), 1, memory);
	spot_lay(rig, TWO("", "TD TH", "2C 3C"));
	assert_int_equal(reply_think(rig_view(rig, 0), 1, memory), reply);
	free(memory);
}

RIG_CASE(the_text_tells_what_the_seat_knows)
{
	card deck[DECK_MAX];
	char written[REPLY_TEXT];
	/* The deck has a packet for seat 0, cards to turn up and a packet for seat 1, and these
	 * three again. */
	unsigned count = rig_cards("4C 4H 9D 8S 3C 5C 5D 5H TD TS 2S 4S 7C KS 6C JC", deck);
	rig_open(rig, &mitaines_game, "", DUEL_SEATS, 1);
	rig->head.total[1] = 90;
	rig_deal(rig, deck, count);
	rig_play(rig, "4C mitten,5D glove");
	write_view(rig, written);
	assert_string_equal(written,
		"mitaines classic\n"
		"seat 0 dealer 1\n"
		"score 0 90\n"
		"shown 8 3 4 7 4m 5g\n"
		"hand 2 4 9 T TD\n");
	rig_play(rig, "TD");
	write_view(rig, written);
	assert_string_equal(written,
		"mitaines classic\n"
		"seat 1 dealer 1\n"
		"score 0 90\n"
		"shown 8 3 4 7 4m 5g TD\n"
		"hand 5 5 6 J K\n");
}

RIG_CASE(the_text_names_options_that_differ_from_the_preset)
{
	struct chance chance = { 33 };
	char written[REPLY_TEXT];
	rig_open_preset(rig, &mitaines_game, GAMERULES, "target=300 ranks=standard jacksingle=10",
		DUEL_SEATS, 0);
	rig_deal_any(rig, &chance);
	write_view(rig, written);
	assert_memory_equal(written,
		"mitaines gamerules target=300 ranks=1 jacksingle=10\nseat 1 dealer 0\n", 66);
}

RIG_CASE(a_view_of_another_kind_has_no_text)
{
	struct chance chance = { 34 };
	char written[REPLY_TEXT];
	struct text text = text_in(written, sizeof written);
	rig_open(rig, &mitaines_game, "", 3, 0);
	rig_deal_any(rig, &chance);
	assert_false(reply_write_view(rig_view(rig, rig->head.turn), &text));
	spot_lay(rig, TWO("9C", "9D 8C", "2C 3C"));
	assert_false(reply_write_view(rig_view(rig, 0), &text));
	rig_open(rig, &mitaines_game, "", DUEL_SEATS, 0);
	rig_deal_any(rig, &chance);
	mitaines_in(rig)->open.rules.pair = 11;
	assert_false(reply_write_view(rig_view(rig, rig->head.turn), &text));
	assert_string_equal(written, "");
}

/* For two of these replies the hand lacks the cards; the third number is too large. */
RIG_CASE(an_illegal_reply_gives_no_move)
{
	struct move move = move_play(CARD_NONE, CALL_NONE);
	spot_lay(rig, TWO("9C", "TD TH 8C", "2C 3C 4C"));
	const struct view *view = rig_view(rig, 0);
	assert_false(reply_find_move(view, 0, &move));
	assert_false(reply_find_move(view, RANK_T * 4 + 2, &move));
	assert_false(reply_find_move(view, UINT32_MAX, &move));
	assert_int_equal(move.card, CARD_NONE);
	assert_true(reply_find_move(view, RANK_T * 4 + 1, &move));
	assert_true(move_equal(move, rig_move("TH mitten")));
	assert_true(reply_find_move(view, DUEL_TEN * 4, &move));
	assert_true(move_equal(move, rig_move("TD")));
}

/* `make replies` compares 200 days with other compilers and processors. */
CASE(the_replies_of_two_days_are_the_known_ones)
{
	void *memory = malloc(player_memory());
	assert_non_null(memory);
	assert_true(replies_of_days(replies_known[0].days, memory) == replies_known[0].hash);
	free(memory);
}
