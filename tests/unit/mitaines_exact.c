/* Mitaines for two with open hands: the solver, and the expert in the last deal. */
#include "engine/mitaines/solver.h"

#include <stdlib.h>

#include "engine/player.h"
#include "engine/playout.h"
#include "tests/cases.h"
#include "tests/mitaines.h"

struct scene {
	struct rig rig;
	struct duel_rules rules;
	struct duel duel;
	struct solver solver;
};

/* Deals a hand and plays randomly until both players hold `held` cards in the last deal. */
static void arrive(struct scene *scene, unsigned preset, unsigned held, struct chance *chance)
{
	struct mitaines *table = mitaines_in(&scene->rig);
	rig_open_preset(&scene->rig, &mitaines_game, preset, "", DUEL_SEATS,
		chance_below(chance, DUEL_SEATS));
	rig_deal_any(&scene->rig, chance);
	while (table->open.undealt > 0 || table->open.held[table->head.turn] > held)
		rig_play_any(&scene->rig, chance);
	duel_set_rules(&scene->rules, &table->open.rules);
	duel_set(&scene->duel, &table->open, table->head.turn);
	for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
		scene->duel.hand[seat] = duel_pack(table->hand[seat]);
	solver_open(&scene->solver, &scene->rules, scene->duel.left);
}

/* Returns the points by which the seat to act gains on the other with perfect play, by exhaustive
 * search at the table. */
static int try_all(const struct mitaines *table)
{
	unsigned seat = table->head.turn, other = seat ^ 1;
	int best = INT32_MIN;
	struct moves moves;
	if (table->head.phase != PHASE_PLAY)
		return 0;
	mitaines_game.legal(&table->head, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		struct mitaines next = *table;
		int lead = table->head.points[other] - table->head.points[seat];
		mitaines_game.apply(&next.head, moves.move[i], NULL);
		lead += next.head.points[seat] - next.head.points[other];
		if (next.head.phase == PHASE_PLAY)
			lead -= try_all(&next);
		best = lead > best ? lead : best;
	}
	return best;
}

CASE(the_solver_agrees_with_exhaustive_search)
{
	struct chance chance = { 11 };
	struct scene scene;
	for (unsigned i = 0; i < 1200; i++) {
		arrive(&scene, i % 2 == 0 ? CLASSIC : GAMERULES, 1 + i % 4, &chance);
		assert_int_equal(
			solver_solve(&scene.solver, &scene.duel), try_all(mitaines_in(&scene.rig)));
	}
}

/* Two experts play the last deal to its exact value. */
CASE(experts_play_the_last_deal_perfectly)
{
	struct chance chance = { 13 };
	void *memory = malloc(player_memory());
	struct scene scene;

	assert_non_null(memory);
	for (unsigned i = 0; i < 300; i++) {
		struct mitaines *table = mitaines_in(&scene.rig);
		unsigned seat;
		int lead;
		arrive(&scene, i % 2 == 0 ? CLASSIC : GAMERULES, 6, &chance);
		seat = table->head.turn;
		lead = table->head.points[seat] - table->head.points[seat ^ 1] +
			solver_solve(&scene.solver, &scene.duel);
		while (table->head.phase == PHASE_PLAY) {
			mitaines_game.view(&table->head, table->head.turn, &scene.rig.view.head);
			mitaines_game.apply(&table->head,
				player_move(&mitaines_game, LEVEL_EXPERT, &scene.rig.view.head, i,
					memory),
				NULL);
		}
		assert_int_equal(table->head.points[seat] - table->head.points[seat ^ 1], lead);
	}
	free(memory);
}
