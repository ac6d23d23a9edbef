/* The worked examples of the rules of Mate, and every option. X deals and leads. */

#include "tests/mate.h"
#include "tests/cases.h"
#include "tests/examples.h"

static const char *const one[] = { "AC TC KC QC 7C AH AS AD TH TS",
	"TD KH KS KD QH QS QD 7H 7S 7D" };

/* The worked examples */

RIG_CASE(example_1_a_player_is_mated_in_the_first_trick)
{
	sit(rig, "");
	lay(rig, one[X]);
	rig_play(rig, "keep,keep,AC");
	assert_points(rig, 11, 0);
	assert_int_equal(rig_event(rig, EVENT_MATED)->seat, X);
	assert_int_equal(rig_event(rig, EVENT_MATED)->other, Y);
	assert_int_equal(rig_event(rig, EVENT_MATED)->points, 11);
	assert_int_equal(rig_event(rig, EVENT_MATED)->number, 1);
	assert_int_equal(rig_event(rig, EVENT_MATED)->how, HOW_NONE);
	assert_int_equal(rig_told(rig, EVENT_SWAP), 1);
	assert_int_equal(rig_told(rig, EVENT_HAND_END), 0);
	assert_int_equal(rig->head.turn, Y);
	assert_int_equal(mate_in(rig)->hand[Y], rig_set(one[X]));
	assert_int_equal(mate_in(rig)->hand[X], rig_set(one[Y]));
	rig_play(rig, "keep,keep,AC");
	assert_points(rig, 11, 11);
	assert_int_equal(rig_event(rig, EVENT_HAND_END)->number, 1);
	assert_int_equal(rig->head.total[X], 11);
	assert_int_equal(rig->head.total[Y], 11);
	assert_int_equal(rig->head.phase, PHASE_DEAL);
	assert_int_equal(rig->head.dealer, Y);
}

RIG_CASE(example_2_foreplacing_counts_as_a_move)
{
	sit(rig, "");
	lay(rig, one[X]);
	rig_play(rig, "foreplace TH");
	assert_int_equal(rig_event(rig, EVENT_FOREPLACE)->visible, 1 << X);
	rig_play(rig, "keep,AC");
	assert_points(rig, 22, 0);
	assert_int_equal(rig_event(rig, EVENT_UNCOVER)->seat, X);
	assert_int_equal(rig_event(rig, EVENT_UNCOVER)->cards[0], rig_move("TH").card);
	assert_int_equal(rig_event(rig, EVENT_UNCOVER)->visible, VISIBLE_ALL);
	/* Foreplaced cards return to the hand. */
	assert_int_equal(mate_in(rig)->hand[Y], rig_set(one[X]));
	sit(rig, "");
	lay(rig, one[X]);
	rig_play(rig, "keep,foreplace TD,AC");
	assert_points(rig, 11, 0);
}

RIG_CASE(example_3_a_suit_is_followed_before_a_rank)
{
	keep(rig, "", "KH AH TH 7H AC TC QC 7C AS TS");
	rig_play(rig, "KH");
	rig_refused(rig, "KC", REFUSE_FOLLOW_SUIT);
	rig_play(rig, "QH");
	assert_int_equal(rig_event(rig, EVENT_TRICK)->seat, X);
	assert_int_equal(rig_event(rig, EVENT_TRICK)->number, 1);
	assert_int_equal(rig->head.turn, X);
}

RIG_CASE(example_4_a_rank_answers_without_the_suit)
{
	const char *reds = "KD AD TD QD 7D KH AH TH QH 7H";
	keep(rig, "", reds);
	rig_play(rig, "KD");
	rig_refused(rig, "AC", REFUSE_FOLLOW_RANK);
	rig_play(rig, "KC");
	assert_int_equal(rig->head.turn, Y);
	keep(rig, "", reds);
	rig_play(rig, "KH,KS");
	assert_int_equal(rig->head.turn, X);
	keep(rig, "suits=CSHD", reds);
	rig_play(rig, "KH,KS");
	assert_int_equal(rig->head.turn, Y);
	keep(rig, "suits=CHSD", reds);
	rig_play(rig, "KD,KS");
	assert_int_equal(rig->head.turn, Y);
}

RIG_CASE(example_5_a_mate_scores_card_value_times_trick_number)
{
	late(rig, "", 8, TWO("QC AC TC", "7D KD TS"), TWO("", ""));
	rig_play(rig, "QC");
	assert_points(rig, 24, 0);
	late(rig, "", 8, TWO("QC AC", "7D KD"), TWO("QH", "QS"));
	rig_play(rig, "QC");
	assert_points(rig, 27, 0);
	late(rig, "", 7, TWO("KC AC QC 7C", "7D QD TS AS"), TWO("", ""));
	rig_play(rig, "KC");
	assert_points(rig, 28, 0);
}

RIG_CASE(example_6_an_overmate_scores_double)
{
	late(rig, "", 9, TWO("7S", "7D KH"), TWO("AC", ""));
	rig_play(rig, "7S,7D");
	assert_int_equal(rig->head.turn, X);
	assert_int_equal(mate_in(rig)->open.trick, 10);
	rig_holds(rig, X, "7S");
	assert_int_equal(((const struct mate_view *)rig_view(rig, Y))->theirs, rig_set("7S"));
	rig_refused(rig, "AC", REFUSE_NOT_HELD);
	rig_play(rig, "7S");
	assert_points(rig, 154, 0);
	assert_int_equal(rig_event(rig, EVENT_MATED)->number, 10);
	/* The event tells that the points were doubled. */
	assert_int_equal(rig_event(rig, EVENT_MATED)->how, HOW_OVERMATE);
	assert_int_equal(rig_event(rig, EVENT_MATED)->times, 2);
}

RIG_CASE(example_7_the_ninth_card_answers_again)
{
	late(rig, "", 9, TWO("QC", "KC 7D"), TWO("AH", ""));
	rig->head.turn = Y;
	rig_play(rig, "KC,QC");
	assert_int_equal(rig->head.turn, Y);
	rig_play(rig, "7D");
	assert_points(rig, 0, 70);
	late(rig, "", 9, TWO("QC", "KC 7C"), TWO("AH", ""));
	rig->head.turn = Y;
	rig_play(rig, "KC,QC,7C,QC");
	assert_points(rig, 0, 0);
	assert_int_equal(rig_told(rig, EVENT_DRAW), 1);
	assert_int_equal(rig_told(rig, EVENT_TRICK), 1);
}

RIG_CASE(example_8_two_foreplaced_cards_allow_no_overmate)
{
	late(rig, "", 9, TWO("TD", "KH"), TWO("AH", "AC"));
	rig_play(rig, "TD");
	assert_points(rig, 100, 0);
	late(rig, "", 9, TWO("TD", "KD"), TWO("AH", "AC"));
	rig_play(rig, "TD,KD");
	assert_int_equal(rig_told(rig, EVENT_DRAW), 1);
	assert_int_equal(rig_told(rig, EVENT_UNCOVER), 2);
}

/* Foreplacing, the course of a game, refusals */

RIG_CASE(a_match_of_mate_has_four_rounds_or_two)
{
	sit(rig, "");
	for (unsigned round = 1; round <= 4; round++) {
		assert_int_equal(rig->head.phase, PHASE_DEAL);
		assert_int_equal(rig->head.dealer, round % 2 == 1 ? X : Y);
		lay(rig, one[round == 2 || round == 4]);
		assert_int_equal(rig->head.hand, round);
		assert_int_equal(rig_event(rig, EVENT_HAND)->number, round);
		rig_play(rig, "keep,keep,AC");
		rig_play(rig, round == 3 ? "keep,keep,AC" : "foreplace TH,keep,AC");
	}
	assert_int_equal(rig->head.phase, PHASE_OVER);
	assert_int_equal(rig_told(rig, EVENT_MATCH_END), 1);
	assert_int_equal(rig->head.total[X], 11 + 22 + 11 + 22);
	assert_int_equal(rig->head.total[Y], 22 + 11 + 11 + 11);
	assert_int_equal(rig->head.winners, 1 << X);
	assert_true(state_won(&rig->head, X) && !state_won(&rig->head, Y));
	sit(rig, "rounds=2");
	assert_int_equal(game_length(&mate_game, &rig->head, 0, 2), 50);
	lay(rig, one[0]);
	rig_play(rig, "keep,keep,AC,keep,keep,AC");
	lay(rig, one[1]);
	rig_play(rig, "keep,keep,AC,keep,keep,AC");
	assert_int_equal(rig_told(rig, EVENT_MATCH_END), 1);
}

RIG_CASE(a_refused_move_in_mate_gets_its_reason)
{
	sit(rig, "");
	lay(rig, one[X]);
	rig_refused(rig, "AC", REFUSE_FOREPLACE_FIRST);
	rig_refused(rig, "foreplace TD", REFUSE_NOT_HELD);
	rig_refused(rig, "foreplace 2D", REFUSE_NOT_HELD);
	rig_refused(rig, "discard AC", REFUSE_NOT_NOW);
	/* A move that no text can express: several cards to lay aside. */
	for (unsigned i = 0; i < 2; i++) {
		struct move move = rig_move("foreplace AC");
		*(i == 0 ? &move.second : &move.third) = rig_move("TC").card;
		assert_int_equal(game_check(&mate_game, rig_view(rig, X), move), REFUSE_UNREADABLE);
	}
	rig_play(rig, "keep,keep");
	rig_refused(rig, "keep", REFUSE_NOT_NOW);
	rig_refused(rig, "foreplace AC", REFUSE_NOT_NOW);
	rig_refused(rig, "TD", REFUSE_NOT_HELD);
	rig_refused(rig, "AC king", REFUSE_KING);
	rig_refused(rig, "AC mitten", REFUSE_CALL_NONE);
	rig_refused(rig, "draw", REFUSE_NOT_NOW);
	rig_refused(rig, "give AC,TC,KC", REFUSE_NOT_NOW);
}

/* Discarding */

/* Lays cards of X aside, as if X had discarded them before. */
#define laid_before(rig, set) laid_before_at(HERE, rig, set)
static void laid_before_at(AT, struct rig *rig, const char *set)
{
	struct mate *mate = mate_in(rig);
	mate->open.aside[X] = rig_set(set);
	mate->hand[X] &= ~rig_set(set);
	mate->open.laid[X] = (uint8_t)cards_count(rig_set(set));
	mate->open.held[X] = (uint8_t)cards_count(mate->hand[X]);
	true_at(game_fault(&mate_game, &rig->head) == NULL);
}

RIG_CASE(discards_count_as_moves_in_the_score_of_a_mate)
{
	late(rig, "discard=yes", 8, TWO("KC QC TC", "7D QD TS"), TWO("", ""));
	rig_play(rig, "discard TC");
	assert_int_equal(rig->head.turn, X);
	assert_int_equal(rig_event(rig, EVENT_DISCARD)->visible, VISIBLE_ALL);
	assert_int_equal(rig_event(rig, EVENT_DISCARD)->cards[0], rig_move("TC").card);
	rig_refused(rig, "discard QC", REFUSE_LAID_ALREADY);
	rig->events.count = 0;
	game_describe(&mate_game, rig_view(rig, Y), &rig->events);
	assert_int_equal(rig_event(rig, EVENT_LAID)->cards[0], rig_move("TC").card);
	assert_int_equal(rig_event(rig, EVENT_LAID)->visible, VISIBLE_ALL);
	rig_play(rig, "KC");
	assert_points(rig, 36, 0);
}

RIG_CASE(no_card_can_be_foreplaced_with_the_option_discard)
{
	sit(rig, "discard=yes");
	lay(rig, one[X]);
	assert_int_equal(rig->head.turn, X);
	rig_refused(rig, "keep", REFUSE_NOT_NOW);
	rig_refused(rig, "foreplace AC", REFUSE_NOT_NOW);
	rig_refused(rig, "discard TD", REFUSE_NOT_HELD);
	/* A discard changes which cards answer; the next turn allows another discard. */
	rig_play(rig, "TH");
	rig_refused(rig, "TD", REFUSE_FOLLOW_SUIT);
	rig_play(rig, "discard KH,7H,discard AC,TC,discard 7D,TD");
	assert_int_equal(mate_in(rig)->open.laid[X], 1);
	assert_int_equal(mate_in(rig)->open.laid[Y], 2);
}

RIG_CASE(a_discard_must_leave_an_answer)
{
	late(rig, "discard=yes", 8, TWO("KC QC TC", "7C QD TS"), TWO("", ""));
	rig_play(rig, "KC");
	rig_refused(rig, "discard 7C", REFUSE_FOLLOW_SUIT);
	rig_play(rig, "discard TS,7C");
	late(rig, "discard=yes", 8, TWO("KC QC TC", "7D KD TS"), TWO("", ""));
	rig_play(rig, "KC");
	rig_refused(rig, "discard KD", REFUSE_FOLLOW_RANK);
	/* Without a card of the suit, a card of the rank answers. */
	late(rig, "discard=yes", 8, TWO("KC QC TC", "7C KD TS"), TWO("", ""));
	rig_play(rig, "KC,discard 7C,KD");
	late(rig, "discard=yes", 10, TWO("KC", "7C"), TWO("", ""));
	rig_refused(rig, "discard KC", REFUSE_LAST_CARD);
	rig_play(rig, "KC");
	rig_refused(rig, "discard 7C", REFUSE_LAST_CARD);
}

RIG_CASE(the_last_card_is_played_again_until_the_end)
{
	late(rig, "discard=yes", 8, TWO("AS 7C QC", "7S KS TS"), TWO("", ""));
	laid_before(rig, "7C QC");
	rig_play(rig, "AS,7S");
	rig_holds(rig, X, "AS");
	rig_refused(rig, "discard AS", REFUSE_LAST_CARD);
	rig_play(rig, "AS,KS,AS,TS");
	assert_int_equal(rig_told(rig, EVENT_DRAW), 1);
	assert_points(rig, 0, 0);
}

/* Checks the points when X mates in trick `trick` with `last`. X leads this card a second time,
 * because `discards` discards have emptied X's hand. */
#define assert_overmate(...) assert_overmate_at(HERE, __VA_ARGS__)
static void assert_overmate_at(
	AT, const char *last, unsigned trick, unsigned discards, int32_t points)
{
	struct rig rig;
	struct mate *mate = mate_in(&rig);
	cards left = rig_set("KC TC QC 7C AC KH TH QH 7H AH") & ~rig_set(last);
	card y[MATE_HAND];
	unsigned still = MATE_HAND + 1 - trick;
	sit(&rig, "discard=yes");
	lay(&rig, "KC TC QC 7C AC KH TH QH 7H AH");
	mate->open.trick = (uint8_t)trick;
	mate->open.laid[X] = (uint8_t)discards;
	for (; discards > 0; discards--, left &= left - 1)
		mate->open.aside[X] |= left & -left;
	mate->open.held[X] = 0;
	mate->open.last[X] = rig_move(last).card;
	mate->open.played[X] = mate->dealt[X] & ~mate->open.aside[X];
	mate->hand[X] = rig_set(last);
	/* Y holds the first `still` of these cards, which answer neither the suit nor the rank of
	 * `last`. */
	rig_cards("7D QD 7S QS KS KD AS AD TS TD", y);
	for (unsigned i = still; i < MATE_HAND; i++)
		mate->open.played[Y] |= card_bit(y[i]);
	mate->hand[Y] = mate->dealt[Y] & ~mate->open.played[Y];
	mate->open.held[Y] = (uint8_t)still;
	true_at(game_fault(&mate_game, &rig.head) == NULL);
	rig_play_at(THERE, &rig, last);
	assert_points_at(THERE, &rig, points, 0);
}

CASE(the_score_of_an_overmate_is_the_one_in_the_rules)
{
	assert_overmate("TC", 10, 1, 10 * 11 * 2);
	assert_overmate("TC", 10, 2, 10 * 12 * 3);
	assert_overmate("AC", 9, 4, 11 * 13 * 4);
	for (int32_t discards = 1; discards <= 8; discards++)
		assert_overmate("KC", 10, (unsigned)discards, 4 * (10 + discards) * (1 + discards));
	assert_overmate("KC", 8, 3, 4 * 11 * 2);
}

/* King's Privilege */

RIG_CASE(kings_privilege_demands_an_ace)
{
	keep(rig, "king=yes", "AC TC KC QC 7H AH KH AD TH TS");
	rig_refused(rig, "TC king", REFUSE_KING);
	rig_play(rig, "AC king");
	assert_int_equal(rig_event(rig, EVENT_PLAY)->number, CALL_KING);
	rig_refused(rig, "7C", REFUSE_FOLLOW_ACE);
	rig_refused(rig, "AS king", REFUSE_KING);
	rig_play(rig, "AS");
	assert_int_equal(mate_in(rig)->open.denied[Y], 0);
	assert_int_equal(rig->head.turn, X);
	/* The privilege ends with the trick. */
	rig_play(rig, "TC,7C");
	/* Without the privilege an Ace may be led too. */
	keep(rig, "king=yes", "AC TC KC QC 7H AH KH AD TH TS");
	rig_play(rig, "AC");
	rig_refused(rig, "AS", REFUSE_FOLLOW_SUIT);
	rig_play(rig, "7C");
}

RIG_CASE(the_kings_privilege_is_answered_in_suit_if_no_ace_is_held)
{
	keep(rig, "king=yes", "AC TC KC QC AS AH KH AD TH TS");
	rig_play(rig, "AC king");
	rig_refused(rig, "7D", REFUSE_FOLLOW_SUIT);
	rig_play(rig, "7C");
	assert_int_equal(mate_in(rig)->open.denied[Y], CARDS_OF_RANK(RANK_A));
	assert_int_equal(rig->head.turn, X);
	keep(rig, "king=yes", one[X]);
	rig_play(rig, "AC king");
	assert_points(rig, 11, 0);
}

/* The AI player greedy */

#define assert_greedy(rig, move) assert_greedy_at(HERE, rig, move)
static void assert_greedy_at(AT, struct rig *rig, const char *move)
{
	struct move found = game_greedy(&mate_game, rig_view(rig, rig->head.turn));
	true_at(move_equal(found, rig_move_at(THERE, move)));
}

RIG_CASE(the_greedy_player_leads_a_card_that_is_hard_to_answer)
{
	sit(rig, "");
	lay(rig, "AC TC KC QC 7C AH AS AD TH TS");
	assert_greedy(rig, "keep");
	rig_play(rig, "keep,keep");
	/* Y can answer neither clubs nor Aces: the Ace of clubs scores most. */
	assert_greedy(rig, "AC");
	late(rig, "", 8, TWO("QC AC 7D", "7H KD TS"), TWO("", ""));
	assert_greedy(rig, "AC");
	late(rig, "", 8, TWO("KC 7C QD", "QC KD TS"), TWO("", ""));
	assert_greedy(rig, "7C");
	/* Y can answer each card with one card, so the lowest is led. */
	late(rig, "", 8, TWO("KC TH QD", "QC 7H 7D"), TWO("", ""));
	assert_greedy(rig, "QD");
	/* With King's Privilege Y can answer the Ace with one card instead of two. */
	late(rig, "king=yes", 8, TWO("AC KC TC", "QC 7C AH"), TWO("", ""));
	assert_greedy(rig, "AC king");
	late(rig, "king=yes", 8, TWO("AC KC TC", "QC 7C 7H"), TWO("", ""));
	assert_greedy(rig, "KC");
}

RIG_CASE(the_greedy_player_answers_with_the_cheapest_card)
{
	late(rig, "", 8, TWO("KC 7C QD", "QC TC AC"), TWO("", ""));
	rig_play(rig, "KC");
	assert_greedy(rig, "TC");
	late(rig, "", 8, TWO("AC 7D QD", "QC TC 7C"), TWO("", ""));
	rig_play(rig, "AC");
	assert_greedy(rig, "7C");
}

/* The examples on the rules page of Mate */

RIG_CASE(the_examples_of_the_rules_page_are_true)
{
	const struct example *rank = example_at_page(MSG_WEB_EXAMPLE_RANK);
	const struct example *suits = example_at_page(MSG_WEB_EXAMPLE_SUITS);
	const struct example *mated = example_at_page(MSG_WEB_EXAMPLE_MATE);
	assert_int_equal(examples_of("mate"), 3);
	keep(rig, "", "AD TD KD QD 7D AC TC QC 7C 7S");
	rig_play(rig, rank->pile);
	assert_int_equal(cards_count(rig_set(rank->played)), 1);
	rig_play(rig, rank->played);
	assert_int_equal(rig->head.turn, Y);
	keep(rig, "", "AH TH KH 7H AC TC QC 7C 7S 7D");
	rig_play(rig, suits->pile);
	assert_int_equal(rig_set(suits->played) & ~mate_in(rig)->hand[Y], 0);
	rig_refused(rig, "KC", REFUSE_FOLLOW_SUIT);
	rig_play(rig, "QH");
	assert_int_equal(rig->head.turn, X);
	late(rig, "", 8, TWO("QH AH AD", mated->played), TWO("", ""));
	rig_play(rig, mated->pile);
	assert_int_equal(rig_event(rig, EVENT_MATED)->points, rig->head.points[X]);
	assert_says(mated, rig->head.points[X]);
	assert_says(mated, rig_event(rig, EVENT_MATED)->number);
}
