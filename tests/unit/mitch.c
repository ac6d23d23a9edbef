/* The worked examples of the rules of Mitch, and the course of a match. */
#include "tests/mitch.h"
#include "tests/cases.h"
#include "tests/examples.h"

/* The worked examples */

RIG_CASE(example_1_three_dealt_aces_skip_the_first_phase)
{
	sit(rig, "", 3);
	lay(rig, HANDS("2C 3C 4C 5C 6C", "AH AS 2D 3D 5D", "2H 3H 4H 5H 6H"), "AC 4D 9S KS");
	rig_holds(rig, P2, "2D 3D 4D 5D 9S");
	assert_int_equal(mitch_in(rig)->open.aces, 3);
	assert_true(mitch_in(rig)->open.second);
	assert_int_equal(rig_told(rig, EVENT_ACE), 3);
	assert_int_equal(rig_event(rig, EVENT_PHASE)->number, 2);
	assert_int_equal(rig_event(rig, EVENT_PHASE)->seat, P1);
	assert_int_equal(rig->head.turn, P1);
	assert_int_equal(held(rig, P1), 5);
	rig_play(rig,
		"discard 2C,discard 2D,discard 2H,discard 3C,discard 3D,discard 3H,"
		"discard 4C,discard 4D,discard 4H,discard 5C,discard 5D,discard 5H,"
		"discard 6C,discard 9S,discard 6H");
	assert_points(rig, POINTS(0, 0, 0));
	assert_int_equal(rig->head.phase, PHASE_DEAL);
}

RIG_CASE(example_2_the_second_ace_is_replaced)
{
	sit(rig, "", 3);
	lay(rig, HANDS("2C 3C 4C 5C 6C", "AH 8S 2D 3D 5D", "2H 3H 4H 5H 6H"), "7D AD 9C");
	assert_int_equal(mitch_in(rig)->open.aces, 2);
	assert_false(mitch_in(rig)->open.second);
	rig_holds(rig, P1, "2C 3C 4C 5C 6C 9C");
	assert_int_equal(rig_event(rig, EVENT_REFILL)->cards[0], rig_move("9C").card);
	assert_int_equal(rig_event(rig, EVENT_REFILL)->visible, 1 << P1);
	rig_play(rig, "discard 9C");
	assert_int_equal(rig->head.turn, P2);
	assert_int_equal(held(rig, P1), 5);
	assert_int_equal(held(rig, P2), 6);
}

RIG_CASE(example_3_the_third_ace_begins_the_second_phase)
{
	sit(rig, "", 3);
	lay(rig, HANDS("2C 3C 4C 5C 6C", "AH 8S 2D 3D 5D", "2H 3H 4H 5H 6H"), "7D 9C AD AS 8C");
	rig_play(rig, "place 9C");
	assert_int_equal(rig->head.turn, P2);
	assert_true(mitch_in(rig)->open.second);
	assert_int_equal(held(rig, P2), 5);
	assert_int_equal(rig_event(rig, EVENT_ACE)->number, 2);
	assert_int_equal(rig_event(rig, EVENT_PHASE)->seat, P2);
	rig_play(rig, "discard 2D");
	assert_int_equal(rig->head.turn, P3);
	rig_play(rig, "discard 2H");
	assert_int_equal(rig->head.turn, P1);
	assert_int_equal(held(rig, P1), 5);
}

RIG_CASE(cards_in_a_column_descend_as_in_example_4)
{
	sit(rig, "", 2);
	lay(rig, HANDS("KC 9C 4C 3C 2C", "2D 3D 4D 5D 6D"), "TC 7D 8D 9D TD JD");
	assert_int_equal(rig_event(rig, EVENT_DEAL)->number, 1);
	rig_play(rig, "place KC,discard 2D,place 9C,discard 3D,place 4C,discard 4D");
	rig_refused(rig, "place TC", REFUSE_COLUMN);
	rig_refused(rig, "place KH", REFUSE_NOT_HELD);
	rig_play(rig, "place 3C,discard 5D,place 2C");
}

RIG_CASE(example_5_a_tie_goes_to_the_higher_last_card)
{
	sit(rig, "", 2);
	lay(rig, HANDS("AD AH AS QC 9C", "KC JC 8C 4C 2C"), "7C 5C 3C");
	rig_play(rig,
		"place QC,place KC,place 9C,place JC,place 7C,place 8C,place 5C,place 4C,"
		"place 3C,place 2C");
	assert_points(rig, POINTS(4, -5));
	assert_score("", 2, HANDS("QC 9C 7C 5C 3C", "KC JC 8C 4C 2C"), POINTS(4, -5));
}

RIG_CASE(example_6_each_suit_has_a_winner)
{
	sit(rig, "", 3);
	lay(rig, HANDS("QC 9C 7C KH 2D", "8C 6C JS 5S 3D", "AC AD AS TS 7S"), "9H 2H 4D");
	rig_play(rig,
		"place QC,place 8C,place 9H,place 9C,place 6C,place 2H,place 7C,place JS,"
		"place TS,place KH,place 5S,place 7S,discard 2D,discard 3D,discard 4D");
	assert_points(rig, POINTS(3, -4, 8));
	assert_int_equal(rig_told(rig, EVENT_SUIT), 3);
	assert_int_equal(rig_told(rig, EVENT_PENALTY), 2);
	assert_int_equal(rig_event(rig, EVENT_PENALTY)->how, HOW_UNWON);
	assert_int_equal(rig_event(rig, EVENT_HAND_END)->number, 1);
}

RIG_CASE(example_7_an_idle_player_pays_a_penalty)
{
	sit(rig, "", 3);
	lay(rig, HANDS("QC 9C 7C KH AC", "8C 6C JS 5S AD", "9H 2H TS 7S 4D"), "2D 3D 8D 9D TD AH");
	rig_play(rig,
		"place QC,discard 9D,place 9H,place 9C,place 8C,place 2H,place 7C,place 6C,"
		"place TS,place KH,place JS,place 7S,discard 2D,place 5S,discard 4D,"
		"discard 8D,discard 3D,discard TD");
	assert_points(rig, POINTS(3, -14, 8));
	assert_int_equal(rig_told(rig, EVENT_PENALTY), 3);
}

RIG_CASE(example_8_the_third_ace_spares_the_penalty)
{
	sit(rig, "", 3);
	lay(rig, HANDS("AC AD 2C 3C 4C", "2D 3D 4D 5D 6D", "2H 3H 4H 5H 6H"),
		"5C 6C 7C 7D AS KS QS");
	rig_play(rig, "place 7C,place 7D");
	assert_true(mitch_in(rig)->open.second);
	rig_play(rig,
		"discard 2H,discard 2C,discard 2D,discard 3H,discard 3C,discard 3D,"
		"discard 4H,discard 4C,discard 4D,discard 5H,discard 5C,discard 5D,"
		"discard 6H,discard 6C,discard 6D");
	assert_points(rig, POINTS(4, 4, 0));
}

/* Turns, matches and refusals */

RIG_CASE(two_idle_turns_cost_one_penalty)
{
	sit(rig, "", 2);
	lay(rig, HANDS("AC AD 2C 3C 4C", "2D 3D 4D 5D 6D"), "5C 6C 7C 7D 8C 8D AS");
	rig_play(rig,
		"discard 7C,place 7D,discard 8C,discard 8D,discard 2C,discard 2D,"
		"discard 3C,discard 3D,discard 4C,discard 4D,place 5C,discard 5D,"
		"discard 6C,discard 6D");
	assert_points(rig, POINTS(4 - 10, 4));
	assert_int_equal(rig_event(rig, EVENT_PENALTY)->how, HOW_IDLE);
	assert_int_equal(rig_event(rig, EVENT_PENALTY)->points, -10);
}

RIG_CASE(a_refused_move_in_mitch_gets_its_reason)
{
	sit(rig, "", 2);
	lay(rig, HANDS("2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D"), "7C");
	rig_refused(rig, "place AC", REFUSE_ACE);
	rig_refused(rig, "discard AS", REFUSE_ACE);
	rig_refused(rig, "place 2D", REFUSE_NOT_HELD);
	rig_refused(rig, "draw", REFUSE_NOT_NOW);
	rig_refused(rig, "take", REFUSE_NOT_NOW);
	rig_refused(rig, "2C", REFUSE_NOT_NOW);
	rig_refused(rig, "keep", REFUSE_NOT_NOW);
	rig_refused(rig, "foreplace 2C", REFUSE_NOT_NOW);
	/* A move that no text can express: several cards to place. */
	for (unsigned i = 0; i < 2; i++) {
		struct move move = rig_move("place 2C");
		*(i == 0 ? &move.second : &move.third) = rig_move("place 3C").card;
		assert_int_equal(
			game_check(&mitch_game, rig_view(rig, P1), move), REFUSE_UNREADABLE);
	}
	rig_refused(rig, "give 2C,3C,4C", REFUSE_NOT_NOW);
	assert_int_equal(game_check(&mitch_game, rig_view(rig, SEAT_NONE), rig_move("place 2C")),
		REFUSE_NOT_NOW);
}

RIG_CASE(the_option_decks_sets_the_number_of_players)
{
	struct state *head = &rig->head;
	game_open(&mitch_game, head, 0);
	assert_int_equal(game_players(&mitch_game, head), 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5);
	assert_int_equal(game_start(&mitch_game, head, 6, 0), REFUSE_PLAYERS);
	assert_int_equal(game_start(&mitch_game, head, 1, 0), REFUSE_PLAYERS);
	assert_int_equal(game_start(&mitch_game, head, 3, 3), REFUSE_PLAYERS);
	assert_int_equal(game_start(&mitch_game, head, UINT32_MAX, 0), REFUSE_PLAYERS);
	assert_int_equal(game_set(&mitch_game, head, "decks", "2"), REFUSE_NONE);
	assert_int_equal(
		game_players(&mitch_game, head), 1 << 6 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 10);
	assert_int_equal(game_start(&mitch_game, head, 5, 0), REFUSE_PLAYERS);
	assert_int_equal(head->phase, PHASE_NEW);
	assert_int_equal(game_start(&mitch_game, head, 10, 9), REFUSE_NONE);
}

RIG_CASE(a_match_has_as_many_hands_as_players)
{
	rig_open(rig, &mitch_game, "", 3, 1);
	for (unsigned hand = 1; hand <= 3; hand++) {
		assert_int_equal(rig->head.phase, PHASE_DEAL);
		assert_int_equal(rig->head.dealer, hand % 3);
		play_hand(rig, true);
		assert_int_equal(rig->head.hand, hand);
	}
	assert_int_equal(rig->head.phase, PHASE_OVER);
	assert_int_equal(rig->head.winners, 1);
	assert_true(rig->head.total[0] > rig->head.total[1]);
	assert_int_equal(rig_told(rig, EVENT_MATCH_END), 1);
	assert_int_equal(
		game_check(&mitch_game, rig_view(rig, 0), rig_move("place 2C")), REFUSE_NOT_NOW);
}

RIG_CASE(the_player_with_the_highest_card_deals)
{
	card deck[DECK_MAX];
	uint8_t order[SEATS_MAX] = { 9, 9, 9 };
	game_open(&mitch_game, &rig->head, 0);
	rig->events.count = 0;
	rig_cards("AS 9C JD", deck);
	assert_int_equal(game_draw(&mitch_game, &rig->head, 3, deck, order, &rig->events), P3);
	assert_int_equal(rig_told(rig, EVENT_DRAWN), 3);
	assert_int_equal(order[P1], P1);
	assert_int_equal(order[P2], P2);
	assert_int_equal(order[P3], P3);
	rig_cards("KC 9C KD 3S 2S", deck);
	assert_int_equal(game_draw(&mitch_game, &rig->head, 3, deck, order, &rig->events), P1);
	assert_int_equal(rig_told(rig, EVENT_DRAWN), 8);
	/* A player with a lower card leaves the draw, even if the others then draw lower cards. */
	rig->events.count = 0;
	rig_cards("2C KC KD AC AD 3S 2S", deck);
	assert_int_equal(game_draw(&mitch_game, &rig->head, 3, deck, order, &rig->events), P2);
	assert_int_equal(rig_told(rig, EVENT_DRAWN), 7);
}

RIG_CASE(the_draw_for_the_dealer_ends_with_the_deck)
{
	card deck[DECK_MAX];
	uint8_t order[SEATS_MAX];
	game_open(&mitch_game, &rig->head, 0);
	assert_int_equal(game_set(&mitch_game, &rig->head, "decks", "2"), REFUSE_NONE);
	memset(deck, CARD(RANK_K, SUIT_S), sizeof deck);
	rig->events.count = 0;
	assert_int_equal(game_draw(&mitch_game, &rig->head, 10, deck, order, &rig->events), 0);
}

/* The examples on the rules page of Mitch */

RIG_CASE(the_examples_of_the_rules_page_are_true)
{
	const struct example *column = example_at_page(MSG_WEB_EXAMPLE_COLUMN);
	const struct example *suit = example_at_page(MSG_WEB_EXAMPLE_SUIT);
	char hand[32], move[32];
	assert_int_equal(examples_of("mitch"), 2);
	sit(rig, "", 2);
	snprintf(hand, sizeof hand, "%s %s 2C", column->pile, column->played);
	lay(rig, HANDS(hand, "2D 3D 4D 5D 6D"), "TC 7D 8D 9D TD JD");
	assert_int_equal(rig_set(column->pile), rig_set("KC 9C 4C"));
	rig_play(rig, "place KC,discard 2D,place 9C,discard 3D,place 4C,discard 4D");
	rig_refused(rig, "place TC", REFUSE_COLUMN);
	snprintf(move, sizeof move, "place %s", column->played);
	rig_play(rig, move);
	assert_score("", 2, HANDS(suit->pile, suit->played), POINTS(4, -5));
	assert_says(suit, 4);
	assert_says(suit, 5);
}
