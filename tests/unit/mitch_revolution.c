/* The worked examples of the rules of Revolution, and the end of its hands. */
#include "tests/cases.h"
#include "tests/mitch.h"

enum { REVOLUTION = 1 };

static void sit_down(struct rig *rig, const char *options, unsigned players)
{
	rig_open_preset(rig, &mitch_game, REVOLUTION, options, players, players - 1);
}

#define assert_scores(...) assert_score_at(HERE, REVOLUTION, __VA_ARGS__)

/* The worked examples */

#define TABLEAUX HANDS("QC 9C 7C KH", "8C 6C JS 5S", "9H 2H TS 7S")

CASE(example_1_a_suit_is_worth_a_point_more_than_players)
{
	assert_scores("", 3, TABLEAUX, POINTS(3, 2, 2));
	assert_scores("", 4, TABLEAUX, POINTS(4, 3, 3, 0));
}

CASE(example_2_the_fifth_suit_is_the_shortest_that_won)
{
	assert_scores("fifth=yes", 3, TABLEAUX, POINTS(3, 2, 6));
	assert_scores("double=shortest", 3, TABLEAUX, POINTS(3, 2, 6));
}

CASE(example_3_two_players_have_a_fifth_suit)
{
	assert_scores("", 2, HANDS("KC 5C", "9C 7S"), POINTS(3, 5));
	assert_scores("fifth=yes", 2, HANDS("KC 5C", "9C 7S"), POINTS(3, 5));
	assert_scores("fifth=no", 2, HANDS("KC 5C", "9C 7S"), POINTS(3, 2));
}

RIG_CASE(example_4_the_fourth_ace_ends_the_hand)
{
	sit_down(rig, "", 3);
	lay(rig, HANDS("AC AD 2C 3C 4C", "2D 3D 4D 5D 6D", "2H 3H 4H 5H 6H"),
		"9C QC KC AH 7D 7H AS");
	assert_false(mitch_in(rig)->open.second);
	rig_play(rig, "place KC");
	/* The third Ace is replaced like the first two. */
	rig_holds(rig, P2, "2D 3D 4D 5D 6D 7D");
	rig_play(rig, "place 7D,place 7H");
	assert_int_equal(rig_event(rig, EVENT_ACE)->seat, P1);
	assert_int_equal(rig_event(rig, EVENT_ACE)->number, 4);
	assert_int_equal(rig_event(rig, EVENT_PHASE)->how, HOW_LAST_ACE);
	assert_int_equal(rig_told(rig, EVENT_SUIT), 3);
	assert_int_equal(rig_told(rig, EVENT_HAND_END), 1);
	assert_points(rig, POINTS(4, 4, 4));
	assert_int_equal(held(rig, P1), 5);
	assert_int_equal(rig->head.phase, PHASE_DEAL);
	assert_int_equal(rig->head.dealer, P1);
}

/* How hands and matches end */

RIG_CASE(an_idle_player_pays_no_penalty)
{
	sit_down(rig, "", 2);
	lay(rig, HANDS("AC AD AH 2C 3C", "2D 3D 4D 5D 6D"), "9C QC KC JC 7D AS");
	rig_play(rig, "discard KC,discard 7D");
	assert_points(rig, POINTS(0, 0));
	assert_int_equal(rig_told(rig, EVENT_PENALTY), 0);
}

RIG_CASE(four_dealt_aces_end_the_hand_without_a_turn)
{
	sit_down(rig, "", 3);
	lay(rig, HANDS("AC 2C 3C 4C 5C", "AD AH 4D 5D 6D", "2H 3H 4H 5H 6H"), "9C AS QC");
	assert_int_equal(rig->head.phase, PHASE_DEAL);
	assert_int_equal(rig->head.hand, 1);
	assert_int_equal(rig->head.dealer, P1);
	assert_int_equal(rig_told(rig, EVENT_HAND_END), 1);
	assert_points(rig, POINTS(0, 0, 0));
	/* The first drawn card may be the fourth Ace. */
	lay(rig, HANDS("AC 2C 3C 4C 5C", "AD AH 4D 5D 6D", "2H 3H 4H 5H 6H"), "9C TC JC AS QC");
	assert_int_equal(rig->head.phase, PHASE_DEAL);
	assert_int_equal(rig->head.hand, 2);
}

RIG_CASE(a_tie_after_four_hands_means_another_hand)
{
	sit_down(rig, "", 3);
	for (unsigned hand = 1; hand <= 5; hand++) {
		assert_int_equal(rig->head.phase, PHASE_DEAL);
		play_hand(rig, false);
		assert_int_equal(rig_told(rig, EVENT_TIE), hand >= 4);
	}
	play_hand(rig, true);
	assert_int_equal(rig->head.phase, PHASE_OVER);
	assert_int_equal(rig->head.winners, 1 << P1);
	assert_int_equal(rig_told(rig, EVENT_MATCH_END), 1);
}

RIG_CASE(a_match_has_four_hands)
{
	sit_down(rig, "", 5);
	for (unsigned hand = 1; hand <= 4; hand++)
		play_hand(rig, true);
	assert_int_equal(rig->head.phase, PHASE_OVER);
	sit_down(rig, "hands=1", 2);
	play_hand(rig, true);
	assert_int_equal(rig->head.phase, PHASE_OVER);
}

RIG_CASE(the_preset_revolution_allows_only_one_deck)
{
	game_open(&mitch_game, &rig->head, REVOLUTION);
	assert_int_equal(game_players(&mitch_game, &rig->head), 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5);
	assert_int_equal(game_set(&mitch_game, &rig->head, "decks", "2"), REFUSE_OPTION_VALUE);
	assert_int_equal(game_set(&mitch_game, &rig->head, "fifth", "maybe"), REFUSE_OPTION_VALUE);
}

/* Without hands, each drawn card is placed or discarded, up to the fourth Ace. */
RIG_CASE(the_preset_revolution_can_be_played_without_cards_in_hand)
{
	sit_down(rig, "hand=0", 2);
	lay(rig, HANDS("", ""), "KC 9D AC AD AH AS");
	rig_play(rig, "draw,place KC,place 9D");
	assert_points(rig, POINTS(3, 6));
	assert_int_equal(rig->head.phase, PHASE_DEAL);
}
