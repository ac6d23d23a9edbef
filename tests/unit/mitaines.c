/* The worked examples of the rules of Mitaines, and the cases that they leave open. */
#include "tests/mitaines.h"
#include "tests/cases.h"
#include "tests/examples.h"

/* Plays moves from a position and checks the points. */
#define example(...) example_at(HERE, __VA_ARGS__)
static void example_at(
	AT, const struct spot *spot, const char *moves, int32_t a, int32_t b, int32_t c)
{
	struct rig rig;
	spot_lay_at(THERE, &rig, spot);
	rig_play_at(THERE, &rig, moves);
	assert_points_at(THERE, &rig, a, b, c, 0);
}

/* Examples 1 to 8, `classic` */

CASE(example_1_a_sweep_scores_the_first_four)
{
	example(FIRST("9C 9D 4H 2S", "2D 5C", "6C 7C"), "2D", 10, 0, 0);
	example(FIRST("9C 9D TD 2S", "JH 5C", "6C 7C"), "JH", 60, 0, 0);
}

CASE(example_2_an_equal_card_sweeps_a_single_card)
{
	example(TWO("", "3C JD", "2C JS"), "3C,JS,JD", 0, 0, 0);
	example(TWO("", "JS 3C", "JD 2C"), "JS,JD", 0, 50, 0);
	example(TWO("", "5C 2C", "5H 3C"), "5C,5H", 0, 10, 0);
	example(TWO("", "5C 2C", "JD 3C"), "5C,JD", 0, 0, 0);
	example(TWO("", "TC 2C", "TD 3C"), "TC,TD", 0, 60, 0);
}

RIG_CASE(example_3_a_contract_also_scores_the_overcalled_ones_below)
{
	spot_lay(rig, TWO("3H", "6C 6D KC KD KH", "9C 9D 4D JH 2C"));
	rig_play(rig, "6C mitten,9C mitten,KC glove");
	assert_int_equal(mitaines_in(rig)->open.below, 20);
	rig_play(rig, "4D,KD,JH");
	assert_points(rig, 0, 0, 0, 0);
	rig_play(rig, "KH");
	assert_points(rig, 120, 0, 0, 0);
	assert_int_equal(mitaines_in(rig)->open.pile_count, 0);
}

CASE(example_4_a_steal_on_an_empty_pile_scores_double)
{
	example(TWO("3H", "7C 7S", "7D 2C"), "7C mitten,7D", 0, 10, 0);
	example(TWO("", "7C 7S", "7D 2C"), "7C mitten,7D", 0, 20, 0);
	example(THREE("", "7C 7S", "2C 3C", "7D 4C"), "7C mitten,2C,7D", 0, 0, 10);
}

CASE(example_5_a_glove_is_stolen)
{
	example(TWO("", "QC QD QH", "QS 2C 3C"), "QC glove,QS", 0, 200, 0);
	example(TWO("", "QC QD QH", "4S QS 2C"), "QC glove,4S,QD,QS", 0, 100, 0);
}

RIG_CASE(example_6_a_second_card_counts_without_capturing)
{
	spot_lay(rig, TWO("3H", "QC QD QH", "QS 2C 3C"));
	rig_play(rig, "QC glove,QS");
	assert_points(rig, 0, 0, 0, 0);
	assert_int_equal(mitaines_in(rig)->open.pile_count, 3);
	rig_play(rig, "QD");
	assert_points(rig, 100, 0, 0, 0);
	rig_holds(rig, A, "QH");
}

RIG_CASE(example_7_a_called_jack_does_not_sweep)
{
	spot_lay(rig, TWO("8S", "JC JD", "8H 2C"));
	rig_play(rig, "JC mitten");
	assert_int_equal(mitaines_in(rig)->open.pile_count, 2);
	rig_play(rig, "8H,JD");
	assert_points(rig, 50, 0, 0, 0);
	example(TWO("8S", "JC JD", "8H 2C"), "JC", 0, 0, 0);
}

RIG_CASE(example_8_a_tie_means_another_hand)
{
	example(TWO("8S 5C", "5D 5H", "2C 3C"), "5D mitten,2C,5H", 10, 0, 0);

	spot_lay(rig, TWO("", "5C", "5D"));
	rig->head.total[A] = 520;
	rig->head.total[B] = 510;
	rig_play(rig, "5C,5D");
	assert_int_equal(rig->head.total[A], 520);
	assert_int_equal(rig->head.total[B], 520);
	assert_int_equal(rig->head.phase, PHASE_DEAL);
	assert_int_equal(rig->head.winners, 0);
	assert_int_equal(rig_told(rig, EVENT_HAND_END), 1);
	assert_int_equal(rig_told(rig, EVENT_TIE), 1);
	assert_int_equal(rig_told(rig, EVENT_MATCH_END), 0);
	assert_int_equal(rig->head.dealer, A);
}

/* Examples 9 to 15, `quebec` */

/* Plays an example and checks the points. The dealer is seat 0 in the rules and seat 3 here, so
 * seat 1 of the rules is seat 0 here. */
#define quebec(...) quebec_at(HERE, __VA_ARGS__)
static void quebec_at(AT, const char *pile, const char *const *hands, const char *moves,
	int32_t one, int32_t two, int32_t three, int32_t zero)
{
	const struct spot spot = { .preset = QUEBEC,
		.options = "",
		.pile = pile,
		.hands = { hands[0], hands[1], hands[2], hands[3] } };
	struct rig rig;
	spot_lay_at(THERE, &rig, &spot);
	rig_play_at(THERE, &rig, moves);
	assert_points_at(THERE, &rig, one, two, three, zero);
}

#define held(...) held_at(HERE, __VA_ARGS__)
static void held_at(AT, const struct rig *rig, unsigned a, unsigned b, unsigned c, unsigned d)
{
	const unsigned wanted[MITAINES_SEATS] = { a, b, c, d };
	for (unsigned seat = 0; seat < MITAINES_SEATS; seat++)
		equal_at(((const struct mitaines *)&rig->head)->open.held[seat], wanted[seat]);
}

RIG_CASE(example_9_partners_exchange_cards_after_each_deal)
{
	/* In the rules, seat 1 is dealt the 1st, 5th … card, then seats 2, 3 and the dealer theirs.
	 */
	static const char deck[] = "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S "
				   "6C 6D 6H 6S 7C 7D 7H 7S 8C 8D 8H 8S";
	card first[CARD_COUNT];
	unsigned count;

	rig_open_preset(rig, &mitaines_game, QUEBEC, "", 4, 0);
	count = rig_cards(deck, first);
	rig_deal(rig, first, count);
	assert_int_equal(rig->head.turn, 1);
	held(rig, 7, 7, 7, 7);
	rig_play(rig, "give 2C 3C 4C");
	held(rig, 7, 4, 7, 10);
	assert_int_equal(rig->head.turn, 2);
	rig_play(rig, "give 6D 7D 8D");
	held(rig, 10, 4, 4, 10);
	assert_int_equal(rig->head.turn, 3);
	rig_play(rig, "give 2C 3H 4H");
	assert_int_equal(rig->head.turn, 0);
	rig_play(rig, "give 6D 7D 8D");
	held(rig, 7, 7, 7, 7);
	rig_holds(rig, 1, "2C 3H 4H 5C 6C 7C 8C");
	rig_holds(rig, 3, "2H 3C 4C 5H 6H 7H 8H");
	rig_holds(rig, 2, "2D 3D 4D 5D 6D 7D 8D");
	assert_int_equal(rig->head.turn, 1);
	for (unsigned i = 0; i < 28; i++)
		play_any(rig);
	assert_int_equal(rig_told(rig, EVENT_DEAL), 1);
	assert_int_equal(rig_event(rig, EVENT_DEAL)->number, 2);
	held(rig, 6, 6, 6, 6);
	assert_int_equal(rig->head.turn, 1);
	for (unsigned i = 0; i < 4; i++)
		play_any(rig);
	held(rig, 6, 6, 6, 6);
	for (unsigned i = 0; i < 24; i++)
		play_any(rig);
	assert_int_equal(rig_told(rig, EVENT_HAND_END), 1);
}

CASE(example_10_quebec_scores_sweeps_of_single_cards)
{
	quebec("", FOUR("JH 2C", "JC 2D", "3C 4C", "5C 6C"), "JH,JC", 0, 20, 0, 0);
	quebec("", FOUR("9S 2C", "JC 2D", "3C 4C", "5C 6C"), "9S,JC", 0, 10, 0, 0);
	quebec("", FOUR("9S 2C", "4D 2D", "JH 4C", "5C 6C"), "9S,4D,JH", 0, 0, 0, 0);
	quebec("", FOUR("TD 2C", "TC 2D", "3C 4C", "5C 6C"), "TD,TC", 0, 60, 0, 0);
}

RIG_CASE(example_11_one_card_steals_a_glove)
{
	spot_lay(rig,
		&(struct spot){ .preset = QUEBEC,
			.options = "",
			.pile = "2C 3C",
			.hands = { "8C 8D 8H", "8S 4C 5C", "6C 7C 9C", "2D 3D 4D" } });
	rig_play(rig, "8C glove,8S");
	assert_points(rig, 0, 50, 0, 0);
	assert_int_equal(mitaines_in(rig)->open.pile_count, 0);
	assert_int_equal(rig_event(rig, EVENT_CAPTURE)->how, HOW_STEAL);
}

CASE(example_12_quebec_ignores_overcalled_contracts)
{
	quebec("", FOUR("8C 8D 2C", "KC KD 2D", "5D 3C 4C", "2H 5C 6C"),
		"8C mitten,KC mitten,5D,2H,8D,KD", 0, 10, 0, 0);
}

CASE(example_13_a_caller_raises_a_mitten)
{
	quebec("", FOUR("8C 8D 8H", "3C 3D 2C", "4C 4D 2D", "5C 5D 2H"),
		"8C mitten,3C,4C,5C,8D glove,3D,4D,5D,8H", 50, 0, 0, 0);
}

CASE(example_14_jacks_make_a_glove)
{
	quebec("4C 6S", FOUR("JC JD JH", "3C 3D 2C", "4H 4D 2D", "5C 5D 2H"),
		"JC glove,3C,4D,5C,JD,3D,4H,5D,JH", 100, 0, 0, 0);
}

CASE(example_15_a_ten_left_over_scores_for_the_last_maker)
{
	/* Seat 2 of the rules steals last; the ten of diamonds is left in the pile at the end. */
	quebec("", FOUR("8C 8D 2C", "8S 3D TD", "4C 4D 2D", "5C 5D 2H"),
		"8C mitten,8S,4C,5C,2C,TD,4D,2H,8D,3D,2D,5D", 0, 60, 0, 0);
	quebec("", FOUR("8C 8D 2C", "9S 3D TD", "4C 4D 2D", "5C 5D 2H"),
		"8C,3D,4C,5C,2C,TD,4D,2H,8D,9S,2D,5D", 0, 0, 0, 0);
}

/* Cases that the examples leave open */

/* A sweep is not a contract, and a contract of one hand does not count in the next. */
RIG_CASE(a_player_who_only_swept_gets_no_points_for_the_ten_left_over)
{
	quebec("", FOUR("8C 8D 2C", "8S 3D TD", "4C 5H 2D", "5C 5D 2H"),
		"8C mitten,8S,5H,5D,2C,TD,4C,2H,8D,3D,2D,5C", 0, 60, 0, 10);
	rig_open_preset(rig, &mitaines_game, QUEBEC, "", 4, 0);
	mitaines_in(rig)->open.maker = 2;
	rig_deal(rig, NULL, 0);
	assert_int_equal(mitaines_in(rig)->open.maker, SEAT_NONE);
}

RIG_CASE(a_higher_sock_overcalls_a_sock)
{
	spot_lay(rig, TWO("2H", "6C 6D 6H 6S", "5C 5D 5H 5S"));
	rig_play(rig, "6C sock");
	rig_refused(rig, "5C sock", REFUSE_CALL_LOW);
	rig_refused(rig, "5C glove", REFUSE_CALL_LOW);
	rig_refused(rig, "5C mitten", REFUSE_CALL_LOW);
	spot_lay(rig, TWO("2H", "6C 6D 6H 6S", "7C 7D 7H 7S"));
	rig_play(rig, "6C sock,7C sock,6D,7D,6H,7H,6S,7S");
	assert_points(rig, 0, 400, 0, 0);
}

CASE(each_contract_scores_its_value)
{
	example(TWO("2C 3C", "KC KD KH KS", "4C 5C 6C 7C"), "KC sock,4C,KD,5C,KH,6C,KS", 200, 0, 0);
	example(TWO("2C 3C", "JC JD JH JS", "4C 5C 6C 7C"), "JC sock,4C,JD,5C,JH,6C,JS", 300, 0, 0);
	example(TWO("2C 3C", "JC JD JH 2D", "4C 5C 6C 7C"), "JC glove,4C,JD,5C,JH", 150, 0, 0);
	quebec("2C 3C", FOUR("KC KD KH KS", "4C 5C 6C 7C", "4D 5D 6D 7D", "4H 5H 6H 7H"),
		"KC sock,4C,4D,4H,KD,5C,5D,5H,KH,6C,6D,6H,KS", 100, 0, 0, 0);
	quebec("2C 3C", FOUR("JC JD JH JS", "4C 5C 6C 7C", "4D 5D 6D 7D", "4H 5H 6H 7H"),
		"JC sock,4C,4D,4H,JD,5C,5D,5H,JH,6C,6D,6H,JS", 200, 0, 0, 0);
	quebec("2C 3C", FOUR("JC JD", "4C 5C", "4D 5D", "4H 5H"), "JC mitten,4C,4D,4H,JD", 20, 0, 0,
		0);
}

CASE(equal_cards_among_the_first_four_score)
{
	/* Every way of capturing, every position, three and four equal cards, two pairs. */
	example(FIRST("9C 4H 9D 9S", "6C 6D", "6H 2C"), "6C mitten,6H", 0, 110, 0);
	example(FIRST("9C 9D 9H 9S", "JC 6D", "6H 2C"), "JC", 200, 0, 0);
	example(FIRST("9C 4D 4H 9S", "JC 6D", "6H 2C"), "JC", 20, 0, 0);
	example(FIRST("JC 4D JH 9S", "JS 6D", "6H 2C"), "JS", 50, 0, 0);
	/* The capturing card does not count as one of the four. */
	example(FIRST("9C 4D 8H 2S", "2D 6D", "6H 2C"), "2D", 0, 0, 0);
	/* The first four cards score only once. */
	example(FIRST("9C 9D 8H 2S", "2D 6D", "6H 2C"), "2D,6H,6D", 20, 0, 0);
}

/* Plays a card that captures the first pile of `gamerules`, and checks its points. */
#define gamerules(...) gamerules_at(HERE, __VA_ARGS__)
static void gamerules_at(AT, const char *pile, const char *played, int32_t points)
{
	char hand[16];
	struct rig rig;
	snprintf(hand, sizeof hand, "%s 7C", played);
	spot_lay_at(THERE, &rig,
		&(struct spot){ .preset = GAMERULES,
			.options = "",
			.pile = pile,
			.hands = { hand, "7D 7H" },
			.first = true });
	rig_play_at(THERE, &rig, played);
	assert_points_at(THERE, &rig, points, 0, 0, 0);
	equal_at(mitaines_in(&rig)->open.pile_count, 0);
}

CASE(a_card_can_complete_a_group_in_the_preset_gamerules)
{
	gamerules("2C 3C 9C 9D", "9H", 100);
	gamerules("2C 9S 9C 9D", "9H", 200);
	gamerules("2C 3C JC JD", "JH", 150);
	gamerules("2C 3C TC TD", "TH", 150);
	gamerules("3C 3D 9C 9D", "9H", 110);
	gamerules("2C 3C 9C 9D", "JH", 10);
	gamerules("9S 3C 9C 9D", "9H", 100);
	gamerules("2C 3C 4C 9D", "9H", 0);
	/* In `classic` this is a sweep; the pair scores as part of the first four. */
	example(FIRST("2C 3C 9C 9D", "9H 7C", "7D 7H"), "9H", 10, 0, 0);
	/* A called card does not capture. */
	example(FIRST("2C 3C 9C 9D", "9H 9S", "7D 7H"), "9H mitten,7D,9S", 20, 0, 0);
}

/* Sets up a table of a preset with a first pile; A leads from this hand. */
static void first_pile(struct rig *rig, unsigned preset, const char *pile, const char *hand)
{
	spot_lay(rig,
		&(struct spot){ .preset = preset,
			.options = "",
			.pile = pile,
			.hands = { hand, "7D 7H" },
			.first = true });
}

/* Checks the cards that the first player keeps face up, and their number face down. */
#define captured(...) captured_at(HERE, __VA_ARGS__)
static void captured_at(
	AT, const struct spot *spot, const char *moves, const char *up, unsigned down)
{
	struct captured captured;
	struct rig rig;
	spot_lay_at(THERE, &rig, spot);
	rig_play_at(THERE, &rig, moves);
	true_at(game_captured(&mitaines_game, rig_view(&rig, A), &captured));
	true_at(captured.up == rig_set(up));
	equal_at(captured.down, down);
	true_at(game_captured(&mitaines_game, rig_view(&rig, B), &captured));
	true_at(captured.up == 0 && captured.down == 0);
}

RIG_CASE(the_capturing_player_keeps_the_cards_that_score)
{
	struct captured captured;
	const struct spot open = { .preset = GAMERULES,
		.options = "",
		.pile = "2C 3C 9C 9D",
		.hands = { "9H 7C", "7D 7H" },
		.first = true };
	captured(FIRST("9C 9D TD 2S", "JH 5C", "6C 7C"), "JH", "9C TD", 0);
	captured(FIRST("2C 3C 4C 5C", "QC QD QH", "7S 8C 9C"), "QC glove,7S,QD,8C,QH", "", 1);
	captured(FIRST("2C 3C 4C 5C", "JC JD", "7S 8C"), "JC mitten,7S,JD", "JC", 0);
	captured(FIRST("2C 3C 4C 5C", "JC JD JS 6C", "7S 8C 9C TC"), "JC glove,7S,JD,8C,JS", "JC",
		1);
	captured(FIRST("2C 3C 4C 9C", "9D 6C", "7S 8C"), "9D", "", 0);
	captured(&open, "9H", "9C 9D", 0);
	/* A pair and a double mitten; a sock of Jacks. */
	captured(FIRST("2C 3C 4C 5C", "5D 9D 7D", "9C 7C 7S"), "5D,9C,9D,7C mitten,7D", "9C 7C 7D",
		0);
	/* The pile lacks a second card for a double mitten of tens. */
	captured(FIRST("2C 3C 4C 5C", "5D TD 7D", "TC TH 7S"), "5D,TC mitten,TD", "TC TD", 0);
	captured(FIRST("2C 3C 4D 5D", "JC JD JH JS", "4C 5C 6C 7C"), "JC sock,4C,JD,5C,JH,6C,JS",
		"JC JD", 2);
	rig_open_preset(rig, &mitaines_game, QUEBEC, "", 4, 3);
	rig_deal(rig, NULL, 0);
	assert_false(game_captured(&mitaines_game, rig_view(rig, A), &captured));
}

/* Checks the cards kept by a player who sweeps a card of the other player with a Jack. */
static void captured_by_jack(const char *options, const char *other, const char *up)
{
	char moves[RIG_WORD];
	const struct spot spot = { .options = options,
		.pile = "2C 3C 4C 5C",
		.hands = { "5D JD 2H", other },
		.first = true };
	snprintf(moves, sizeof moves, "5D,%.2s,JD", other);
	captured(&spot, moves, up, 0);
	snprintf(moves, sizeof moves, "JD");
	captured(&spot, moves, "", 0);
}

CASE(a_kept_card_counts_no_more_than_the_sweep_scored)
{
	captured_by_jack("jacksingle=10", "6C 7C 3D", "6C");
	captured_by_jack("jacksingle=10", "QC 7C 3D", "QC");
	captured_by_jack("jackpair=50", "JC 7C 3D", "JC");
	/* A Jack would count 50, and no other card is left for the points. */
	captured_by_jack("jackpair=10", "JC 7C 3D", "");
	captured_by_jack("jackpair=20", "JC 7C 3D", "");
	captured_by_jack("jacksingle=10", "TD 7C 3D", "TD");
}

static struct move canonical(struct rig *rig, const char *text)
{
	return game_canonical(&mitaines_game, rig_view(rig, rig->head.turn), rig_move(text));
}

RIG_CASE(a_group_may_be_called_by_its_name)
{
	first_pile(rig, GAMERULES, "2C 3C 9C 9D", "9H 2D");
	assert_true(move_equal(canonical(rig, "9H glove"), rig_move("9H")));
	assert_true(move_equal(canonical(rig, "9H"), rig_move("9H")));
	/* Only the canonical form is a legal move. */
	rig_refused(rig, "9H glove", REFUSE_CALL_CARDS);
	/* Other calls and moves stay as they are. */
	assert_true(move_equal(canonical(rig, "9H mitten"), rig_move("9H mitten")));
	assert_true(move_equal(canonical(rig, "9H sock"), rig_move("9H sock")));
	assert_true(move_equal(canonical(rig, "2D mitten"), rig_move("2D mitten")));
	assert_true(move_equal(canonical(rig, "QD glove"), rig_move("QD glove")));
	assert_true(move_equal(canonical(rig, "give 9H,2D,QD"), rig_move("give 9H,2D,QD")));
	struct move none = move_play(CARD_NONE, CALL_GLOVE);
	assert_true(move_equal(
		game_canonical(&mitaines_game, rig_view(rig, rig->head.turn), none), none));
	first_pile(rig, GAMERULES, "2C 9S 9C 9D", "9H 2D");
	assert_true(move_equal(canonical(rig, "9H sock"), rig_move("9H")));
	first_pile(rig, CLASSIC, "2C 3C 9C 9D", "9H 2D");
	assert_true(move_equal(canonical(rig, "9H glove"), rig_move("9H glove")));
}

/* An overcalled contract cannot be completed, and its caller is free. */
RIG_CASE(the_caller_of_an_overcalled_contract_is_free_to_play_any_card)
{
	spot_lay(rig, THREE("3H", "6C 6D 2C", "9C 9D 4D", "6H KC KD"));
	rig_play(rig, "6C mitten,9C mitten");
	const struct event *overcall = rig_event(rig, EVENT_OVERCALL);
	assert_int_equal(overcall->seat, 1);
	assert_int_equal(overcall->other, 0);
	assert_int_equal(overcall->number, CALL_MITTEN);
	assert_int_equal(overcall->cards[0], rig_move("6C").card);
	rig_play(rig, "6H,6D");
	assert_int_equal(rig_told(rig, EVENT_OVERCALL), 0);
	assert_points(rig, 0, 0, 0, 0);
	rig_play(rig, "9D");
	assert_points(rig, 0, 20, 0, 0);
	/* The caller may steal the higher contract, and scores the overcalled one too. */
	example(THREE("3H", "6C 6D 9H", "9C 9D 4D", "2H KC KD"), "6C mitten,9C mitten,2H,9H", 20, 0,
		0);
	/* Contracts on an earlier pile do not count. */
	example(THREE("3H", "6C 6D 9H 5C", "9C 9D 5D 5H", "2H KC KD 2C"),
		"6C mitten,9C mitten,2H,9H,5D mitten,KC,5C", 30, 0, 0);
}

CASE(a_contract_called_on_a_pile_with_cards_never_scores_double)
{
	/* The pile was not empty when the live contract was called. */
	example(THREE("", "6C 6D", "9C 9D", "9H 2C"), "6C mitten,9C mitten,9H", 0, 0, 20);
	quebec("", FOUR("8C 8D", "8S 3D", "4C 4D", "5C 5D"), "8C mitten,8S", 0, 10, 0, 0);
}

CASE(options_of_the_table_change_the_points)
{
	example(OPTIONS("jackpair=10", "", "JC 2C", "JD 3C"), "JC,JD", 0, 10, 0);
	example(OPTIONS("jackpair=20", "", "JC 2C", "JD 3C"), "JC,JD", 0, 20, 0);
	example(OPTIONS("jacksingle=10", "", "5C 2C", "JD 3C"), "5C,JD", 0, 10, 0);
	example(OPTIONS("jacksingle=10", "4C", "5C 2C", "JD 3C"), "5C,JD", 0, 0, 0);
}

RIG_CASE(the_option_ranks_changes_the_order)
{
	spot_lay(rig, TWO("3H", "AC AD", "JC JD"));
	rig_play(rig, "AC mitten,JC mitten");
	spot_lay(rig, TWO("3H", "TC TH", "QC QD"));
	rig_play(rig, "TC mitten,QC mitten");
	spot_lay(rig, TWO("3H", "JC JD", "AC AD"));
	rig_play(rig, "JC mitten");
	rig_refused(rig, "AC mitten", REFUSE_CALL_LOW);
	spot_lay(rig, OPTIONS("ranks=standard", "3H", "JC JD", "QC QD"));
	rig_play(rig, "JC mitten,QC mitten");
	spot_lay(rig, OPTIONS("ranks=standard", "3H", "QC QD", "JC JD"));
	rig_play(rig, "QC mitten");
	rig_refused(rig, "JC mitten", REFUSE_CALL_LOW);
	/* Jacks keep their power to sweep and their values. */
	example(OPTIONS("ranks=standard", "3H 4H", "JC JD", "QC QD"), "JC mitten,QC,JD", 50, 0, 0);
	example(OPTIONS("ranks=standard", "3H TD", "JC JD", "QC QD"), "JC", 50, 0, 0);
}

/* Plays an example of the rules page, and checks the points of `seat`, which the page names. */
static void play_from_page(
	const struct example *example, const struct spot *spot, const char *moves, unsigned seat)
{
	struct rig rig;
	spot_lay(&rig, spot);
	rig_play(&rig, moves);
	assert_true(rig.head.points[seat] > 0);
	assert_int_equal(mitaines_in(&rig)->open.pile_count, 0);
	assert_says(example, rig.head.points[seat]);
}

CASE(the_examples_of_the_rules_page_are_true)
{
	const struct example *sweep = example_at_page(MSG_WEB_EXAMPLE_SWEEP);
	const struct example *single = example_at_page(MSG_WEB_EXAMPLE_SINGLE);
	const struct example *mitten = example_at_page(MSG_WEB_EXAMPLE_MITTEN);
	char hand[32], other[32], moves[32];
	assert_int_equal(examples_of("mitaines"), 3);
	snprintf(hand, sizeof hand, "%s 5C", sweep->played);
	play_from_page(sweep, FIRST(sweep->pile, hand, "6C 7C"), sweep->played, A);
	snprintf(hand, sizeof hand, "%s 5C", single->played);
	play_from_page(single, TWO(single->pile, hand, "6C 7C"), single->played, A);
	snprintf(hand, sizeof hand, "%s 7S", mitten->pile);
	snprintf(other, sizeof other, "%s 5C", mitten->played);
	snprintf(moves, sizeof moves, "%s mitten,%s", mitten->pile, mitten->played);
	play_from_page(mitten, TWO("", hand, other), moves, B);
}
