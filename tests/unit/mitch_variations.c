/* Mitch: every variation, and the AI player. */
#include "tests/cases.h"
#include "tests/mitch.h"

static struct move greedy(struct rig *rig)
{
	return game_greedy(&mitch_game, rig_view(rig, rig->head.turn));
}

#define assert_greedy(rig, move) assert_greedy_at(HERE, rig, move)
static void assert_greedy_at(AT, struct rig *rig, const char *move)
{
	true_at(move_equal(greedy(rig), rig_move_at(THERE, move)));
}

RIG_CASE(the_option_draw_either_allows_the_top_discard)
{
	sit(rig, "draw=either", 2);
	lay(rig, HANDS("2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D"), "7C 7D 8D");
	rig_holds(rig, P1, "2C 3C 4C 5C 6C 7C");
	rig_refused(rig, "take", REFUSE_EMPTY_PILE);
	rig_play(rig, "discard 2C");
	assert_int_equal(held(rig, P2), 5);
	rig_refused(rig, "place 2D", REFUSE_DRAW_FIRST);
	rig_refused(rig, "discard 2D", REFUSE_DRAW_FIRST);
	rig_play(rig, "take");
	assert_int_equal(rig_event(rig, EVENT_TAKE)->cards[0], rig_move("2C").card);
	rig_holds(rig, P2, "2C 2D 3D 4D 5D 6D");
	rig_refused(rig, "take", REFUSE_EMPTY_PILE);
	rig_refused(rig, "draw", REFUSE_NOT_NOW);
	rig_play(rig, "discard 6D,draw");
	rig_holds(rig, P1, "3C 4C 5C 6C 7C 7D");
	rig_refused(rig, "take", REFUSE_NOT_NOW);
	/* Everyone saw the taken card and knows it until it is played. */
	rig_play(rig, "discard 7D,take");
	assert_int_equal(mitch_in(rig)->open.taken[P2], rig_set("2C 7D"));
	rig_play(rig, "discard 7D");
	assert_int_equal(mitch_in(rig)->open.taken[P2], rig_set("2C"));
	assert_int_equal(rig->head.turn, P1);
}

RIG_CASE(with_draw_place_only_a_fitting_discard_may_be_taken)
{
	sit(rig, "draw=place", 2);
	lay(rig, HANDS("2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D"), "7C 7D 8D 9D");
	rig_play(rig, "discard 5C");
	rig_play(rig, "take");
	assert_int_equal(rig->head.turn, P1);
	assert_int_equal(held(rig, P2), 5);
	assert_int_equal(mitch_in(rig)->open.placed[P2], rig_set("5C"));
	assert_int_equal(rig_told(rig, EVENT_PLACE), 1);
	/* P1 has drawn: the pile is empty. */
	rig_refused(rig, "take", REFUSE_EMPTY_PILE);
	rig_play(rig, "discard 6C");
	/* P2 has drawn, for 6C doesn't fit on 5C. */
	rig_refused(rig, "take", REFUSE_PLACE_TAKEN);
	rig_holds(rig, P2, "2D 3D 4D 5D 6D 8D");
	rig_play(rig, "discard 8D,draw,place 9D");
}

RIG_CASE(no_card_is_drawn_in_the_second_phase)
{
	sit(rig, "draw=either", 2);
	lay(rig, HANDS("AC AD 2C 3C 4C", "2D 3D 4D 5D 6D"), "5C 6C 7C 8D AS");
	rig_play(rig, "place 7C,discard 2D");
	rig_play(rig, "draw");
	assert_true(mitch_in(rig)->open.second);
	assert_int_equal(rig->head.turn, P1);
	rig_refused(rig, "take", REFUSE_NOT_NOW);
	rig_play(rig, "discard 2C");
	rig_refused(rig, "draw", REFUSE_NOT_NOW);
	/* The pile is empty, but the refusal names the second phase. */
	sit(rig, "draw=either", 2);
	lay(rig, HANDS("AC AD 2C 3C 4C", "2D 3D 4D 5D 6D"), "5C 6C 7C AS");
	rig_play(rig, "place 7C");
	assert_true(mitch_in(rig)->open.second);
	assert_int_equal(mitch_in(rig)->open.pile_count, 0);
	rig_refused(rig, "take", REFUSE_NOT_NOW);
}

CASE(ties_are_reversed_by_the_option_ties_low)
{
	assert_score("ties=low", 2, HANDS("QC 9C 7C 5C 3C", "KC JC 8C 4C 2C"), POINTS(-5, 4));
	assert_score("ties=low", 2, HANDS("QC 9C 7C", "KC 2C"), POINTS(4, -2));
}

CASE(the_shortest_winning_suit_scores_double)
{
	/* Hearts and spades are two cards each; hearts end in the 2. */
	assert_score("double=shortest", 3, HANDS("QC 9C 7C KH", "8C 6C JS 5S", "9H 2H TS 7S"),
		POINTS(3, -4, 12));
	assert_score("double=shortest", 2, HANDS("KC 2C", "KD QD 2D 4S"), POINTS(4, 4 + 8));
	/* The columns are 9 2 and T 2: the second lowest card decides. */
	assert_score("double=shortest", 2, HANDS("9C 2C", "TD 2D"), POINTS(8, 4));
	assert_score("double=shortest", 2, HANDS("9C 2C", "9D 2D 8H 3H"), POINTS(8, 8 + 4));
	assert_score("double=shortest", 2, HANDS("", ""), POINTS(0, 0));
}

CASE(ties_with_two_decks_are_decided_by_all_cards_of_a_column)
{
	static const char *const none = "";
	/* 3C is lowest in both; the second lowest card, 6C, wins. */
	assert_score("decks=2", 6, HANDS("KC 6C 3C", "QC 5C 3C", none, none, none, none),
		POINTS(4, -3, 0, 0, 0, 0));
	assert_score("decks=2 ties=low", 6, HANDS("KC 6C 3C", "QC 5C 3C", none, none, none, none),
		POINTS(-3, 4, 0, 0, 0, 0));
	assert_score("decks=2", 6, HANDS("KC 5C 3C", "QC 5C 3C", "9C 5C", none, none, none),
		POINTS(4, -3, -2, 0, 0, 0));
	assert_score("decks=2", 6, HANDS("KC 5C 3C", "KC 5C 3C", "9D", "QC JC TC", none, none),
		POINTS(-3, -3, 4, 4, 0, 0));
	/* Identical columns both win, and double together. */
	assert_score("decks=2", 6, HANDS("KC 5C 3C", "KC 5C 3C", "9D", none, none, none),
		POINTS(4, 4, 4, 0, 0, 0));
	assert_score("decks=2 double=shortest", 6,
		HANDS("KC 5C", "KC 5C", "9D 8D 7D", none, none, none), POINTS(8, 8, 4, 0, 0, 0));
}

RIG_CASE(identical_cards_cannot_be_placed_on_each_other)
{
	struct moves moves;
	unsigned kings = 0;
	sit(rig, "decks=2", 6);
	lay(rig,
		HANDS("KC KC 2C 3C 4C", "2D 2D 3D 3D 4D", "2H 3H 4H 5H 6H", "2S 3S 4S 5S 6S",
			"7C 8C 9C TC JC", "7D 8D 9D TD JD"),
		"QC QD QH QS 7H 7S 8H 8S");
	rig_holds(rig, P1, "2C 3C 4C QC KC KC");
	rig_holds(rig, P2, "2D 2D 3D 3D 4D");
	mitch_game.legal(&rig->head, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		kings += move_equal(moves.move[i], rig_move("place KC"));
	assert_int_equal(kings, 1);
	rig_play(rig, "place KC,discard QD,discard QH,discard QS,discard 7H,discard 7S");
	rig_holds(rig, P1, "2C 3C 4C QC KC 8H");
	rig_refused(rig, "place KC", REFUSE_COLUMN);
	rig_play(rig, "discard KC,discard 2D");
	rig_holds(rig, P2, "2D 3D 3D 4D 8S");
}

RIG_CASE(the_option_hand_sets_the_number_of_cards_in_a_hand)
{
	sit(rig, "hand=3", 2);
	lay(rig, HANDS("2C 3C AC", "2D 3D 4D"), "4C 5C 5D");
	rig_holds(rig, P1, "2C 3C 4C 5C");
	sit(rig, "hand=9", 5);
	rig_deal(rig, NULL, 0);
	assert_int_equal(held(rig, P2), 9);
}

RIG_CASE(mitch_can_be_played_without_cards_in_hand)
{
	sit(rig, "hand=0", 2);
	lay(rig, HANDS("", ""), "KC AC QC QD AD AS");
	rig_refused(rig, "place KC", REFUSE_DRAW_FIRST);
	rig_refused(rig, "take", REFUSE_NOT_NOW);
	rig_play(rig, "draw");
	rig_holds(rig, P1, "KC");
	rig_holds(rig, P2, "");
	rig_play(rig, "place KC,place QC");
	rig_refused(rig, "place QC", REFUSE_NOT_HELD);
	rig_play(rig, "discard QD");
	assert_int_equal(rig->head.phase, PHASE_DEAL);
	assert_points(rig, POINTS(4, -1));
	/* With three Aces on top no player has a turn. */
	lay(rig, HANDS("", ""), "AC AD AH");
	assert_greedy(rig, "draw");
	rig_play(rig, "draw");
	assert_int_equal(rig->head.phase, PHASE_OVER);
	assert_points(rig, POINTS(0, 0));
	assert_int_equal(rig->head.winners, 1 << P1);
	sit(rig, "hand=0 draw=either", 2);
	lay(rig, HANDS("", ""), "KC AC QC QD AD AS");
	rig_refused(rig, "take", REFUSE_EMPTY_PILE);
	rig_play(rig, "draw");
}

RIG_CASE(columns_in_the_preset_highlow_ascend_or_descend)
{
	sit(rig, "highlow=yes", 2);
	lay(rig, HANDS("5C 8C 6C TC 3D", "2H 3H 4H 5H 6H"), "9D 7H 5D 8H 4D 9H 2S TH 3S JH");
	rig_play(rig, "place 5C,discard 2H,place 8C,discard 3H");
	rig_refused(rig, "place 6C", REFUSE_COLUMN_RISES);
	rig_play(rig, "place TC,discard 4H,place 5D,discard 5H,place 4D,discard 6H");
	rig_refused(rig, "place 9D", REFUSE_COLUMN_RISES);
	rig_play(rig, "place 3D");
	rig->events.count = 0;
	game_describe(&mitch_game, rig_view(rig, P2), &rig->events);
	assert_int_equal(rig_event(rig, EVENT_COLUMN)->cards[0], rig_move("5C").card);
	assert_int_equal(rig_event(rig, EVENT_COLUMN)->cards[2], rig_move("TC").card);
}

CASE(ties_in_the_preset_highlow_go_to_the_column_with_more_room)
{
	const char *options = "highlow=yes";
	/* The Jack is two ranks from the King, and the 5 three ranks from the 2. */
	assert_score(options, 2, HANDS("8C TC JC", "9C 6C 5C"), POINTS(-3, 4));
	assert_score(options, 2, HANDS("8C 9C TC", "7C 6C 4C"), POINTS(4, -3));
	/* Both columns end two ranks from their limit: the descending one wins. */
	assert_score(options, 2, HANDS("8C TC JC", "9C 6C 4C"), POINTS(-3, 4));
	assert_score(options, 2, HANDS("9C 6C 4C", "8C TC JC"), POINTS(4, -3));
	assert_score(options, 2, HANDS("2C 9C TC", "3C 4C JC"), POINTS(4, -3));
	/* A single card counts as descending. */
	assert_score(options, 2, HANDS("QC", "9C"), POINTS(4, -1));
	assert_score("highlow=yes ties=low", 2, HANDS("8C TC JC", "9C 6C 5C"), POINTS(4, -3));
	assert_score("highlow=yes ties=low", 2, HANDS("8C TC JC", "9C 6C 4C"), POINTS(-3, 4));
	assert_score("highlow=yes decks=2", 6, HANDS("2C 9C JC", "2C TC JC", "", "", "", ""),
		POINTS(4, -3, 0, 0, 0, 0));
	assert_score("highlow=yes decks=2", 6, HANDS("2C 9C JC", "2C 9C JC", "", "", "", ""),
		POINTS(4, 4, 0, 0, 0, 0));
}

/* The AI player */

RIG_CASE(the_greedy_player_builds_without_gaps)
{
	sit(rig, "", 2);
	lay(rig, HANDS("JC 7C 6C 3C 2C", "2D 3D 4D 5D 6D"), "8C 7H QC 9H KC");
	assert_greedy(rig, "place JC");
	rig_play(rig, "place JC");
	/* Any card starts a column; the first suit goes first. */
	assert_greedy(rig, "place 7H");
	rig_play(rig, "discard 2D");
	/* The 8 skips ten and 9. */
	assert_greedy(rig, "place 8C");
	rig_play(rig, "discard 8C,discard 3D");
	/* The 7 would skip three ranks. */
	rig_holds(rig, P1, "2C 3C 6C 7C QC KC");
	assert_greedy(rig, "discard 2C");
}

RIG_CASE(the_greedy_player_draws_or_takes_the_top_discard)
{
	sit(rig, "draw=either", 2);
	lay(rig, HANDS("2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D"), "KD 9H 8H");
	rig_play(rig, "place KD,discard 2D");
	assert_greedy(rig, "draw");
	rig_play(rig, "draw,discard 8H");
	assert_greedy(rig, "take");
}

RIG_CASE(the_greedy_player_builds_an_ascending_column)
{
	sit(rig, "highlow=yes", 2);
	lay(rig, HANDS("4C 6C 9C QC KC", "2D 3D 4D 5D 6D"), "7C 2H JC 3H TC");
	rig_play(rig, "place 4C,discard 2D");
	assert_greedy(rig, "place 7C");
	rig_play(rig, "place 7C,discard 3D");
	assert_greedy(rig, "place TC");
}
