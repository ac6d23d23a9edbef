/* The AI players of Mate. X leads. */
#include "tests/mate.h"

#include <stdlib.h>

#include "engine/mate/solve.h"

static void the_solver_fails_without_nodes(void **state)
{
	struct mate_solver *solver = malloc(sizeof *solver);
	struct rig rig;
	int32_t lead;
	(void)state;
	assert_non_null(solver);
	late(&rig, "", 8, TWO("QC AC TC", "7D KD TS"), TWO("", ""));
	mate_solve_begin(solver, &mate_game, mate_in(&rig), 0);
	assert_false(mate_solve(solver, mate_in(&rig), &lead));
	free(solver);
}

#define assert_greedy(rig, move) assert_greedy_at(HERE, rig, move)
static void assert_greedy_at(AT, struct rig *rig, const char *move)
{
	struct move found = game_greedy(&mate_game, rig_view(rig, rig->head.turn));
	true_at(move_equal(found, rig_move_at(THERE, move)));
}

static void greedy_leads_a_card_that_is_hard_to_answer(void **state)
{
	struct rig rig;
	(void)state;
	sit(&rig, "");
	lay(&rig, "AC TC KC QC 7C AH AS AD TH TS");
	assert_greedy(&rig, "keep");
	rig_play(&rig, "keep,keep");
	/* Clubs and Aces mate: the Ace of clubs scores most. */
	assert_greedy(&rig, "AC");
	late(&rig, "", 8, TWO("QC AC 7D", "7H KD TS"), TWO("", ""));
	assert_greedy(&rig, "AC");
	late(&rig, "", 8, TWO("KC 7C QD", "QC KD TS"), TWO("", ""));
	assert_greedy(&rig, "7C");
	/* One card answers each: the lowest goes. */
	late(&rig, "", 8, TWO("KC TH QD", "QC 7H 7D"), TWO("", ""));
	assert_greedy(&rig, "QD");
	/* With King's Privilege one card answers instead of two. */
	late(&rig, "king=yes", 8, TWO("AC KC TC", "QC 7C AH"), TWO("", ""));
	assert_greedy(&rig, "AC king");
	late(&rig, "king=yes", 8, TWO("AC KC TC", "QC 7C 7H"), TWO("", ""));
	assert_greedy(&rig, "KC");
}

static void greedy_answers_cheaply(void **state)
{
	struct rig rig;
	(void)state;
	late(&rig, "", 8, TWO("KC 7C QD", "QC TC AC"), TWO("", ""));
	rig_play(&rig, "KC");
	assert_greedy(&rig, "TC");
	late(&rig, "", 8, TWO("AC 7D QD", "QC TC 7C"), TWO("", ""));
	rig_play(&rig, "AC");
	assert_greedy(&rig, "7C");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_solver_fails_without_nodes),
		cmocka_unit_test(greedy_leads_a_card_that_is_hard_to_answer),
		cmocka_unit_test(greedy_answers_cheaply),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
