/* mitaines/solver.c - alpha-beta search with a transposition table */
#include "engine/mitaines/solver.h"

#include <string.h>

void solver_open(struct solver *solver, const struct duel_rules *rules, unsigned left)
{
	uint64_t entries = UINT64_C(4) << left;
	solver->rules = rules;
	solver->goal = NULL;
	solver->undealt = solver->salt = 0;
	solver->mask = (size_t)(entries < SOLVER_ENTRIES ? entries : SOLVER_ENTRIES) - 1;
	memset(solver->entry, 0, (solver->mask + 1) * sizeof solver->entry[0]);
}

void solver_turn(struct solver *solver, uint64_t undealt)
{
	solver->undealt = undealt;
	solver->salt += UINT64_C(0xd6e8feb86659fd93);
}

void solver_aim(struct solver *solver, const struct solver_goal *goal)
{
	solver_turn(solver, 0);
	solver->goal = goal;
}

/*
 * Returns the value of a finished deal for the seat that would act next. Points scored in the deal
 * count only with a goal.
 */
static int end_worth(const struct solver *solver, const struct duel *duel)
{
	if (solver->goal == NULL)
		return duel_rest(&duel->pile, solver->undealt);
	int worth = solver->goal->worth(solver->goal->context, duel->points);
	return duel->turn == 0 ? worth : -worth;
}

/* Returns the key of a position. The key includes the points only if the solver has a goal. */
static uint64_t key_of(const struct solver *solver, const struct duel *duel)
{
	uint64_t pile, key;
	memcpy(&pile, &duel->pile, sizeof pile);
	key = (duel->hand[0] ^ (uint64_t)duel->turn << 63) * UINT64_C(0x9e3779b97f4a7c15);
	key = (key ^ key >> 29 ^ duel->hand[1]) * UINT64_C(0xbf58476d1ce4e5b9);
	if (solver->goal != NULL)
		pile ^= (uint64_t)(uint16_t)duel->points[0] * UINT64_C(0xff51afd7ed558ccd) +
			(uint64_t)(uint16_t)duel->points[1] * UINT64_C(0xc4ceb9fe1a85ec53);
	key = (key ^ key >> 32 ^ pile ^ solver->salt) * UINT64_C(0x94d049bb133111eb);
	return key ^ key >> 31;
}

/* Returns the sort key of an action: highest for captures, then calls, then the cheapest cards. */
static int order_value(const struct duel_rules *rules, const struct duel *duel, unsigned action)
{
	unsigned rank = duel_rank(action);
	int ten = duel_lane(action) == DUEL_TEN ? rules->ten : 0;
	int kind = duel_kind(action);
	if (kind >= 0)
		return rules->value[kind][rank];
	int capture = duel_capture(rules, duel, rank);
	if (capture >= 0)
		return 2 * (capture + duel->pile.stake + ten) + 5;
	return -ten - (rank == RANK_J ? 20 : 0) - (int)duel_count(duel->hand[duel->turn], rank);
}

/* Sorts the actions of a set, the most promising first. Returns their number. */
static unsigned sort_actions(const struct duel_rules *rules, const struct duel *duel,
	uint64_t actions, unsigned first, uint8_t sorted[DUEL_ACTIONS])
{
	int16_t value[DUEL_ACTIONS];
	unsigned count = 0;
	for (; actions != 0; actions &= actions - 1) {
		unsigned action = (unsigned)__builtin_ctzll(actions), at = count++;
		int16_t worth =
			(int16_t)(action == first ? SOLVER_FAR : order_value(rules, duel, action));
		/* cppcheck-suppress uninitvar ; entries below `at` are set */
		for (; at > 0 && value[at - 1] < worth; at--) {
			value[at] = value[at - 1];
			sorted[at] = sorted[at - 1];
		}
		value[at] = worth;
		sorted[at] = (uint8_t)action;
	}
	return count;
}

static int search(struct solver *solver, const struct duel *duel, int alpha, int beta);

/* Returns the points an action captures, minus the opponent's value afterwards. */
static int follow(
	struct solver *solver, const struct duel *duel, unsigned action, int alpha, int beta)
{
	struct duel next = *duel;
	duel_play(solver->rules, &next, action);
	int gain = solver->goal != NULL ? 0 : next.points[duel->turn] - duel->points[duel->turn];
	return gain - search(solver, &next, gain - beta, gain - alpha);
}

static int search(struct solver *solver, const struct duel *duel, int alpha, int beta)
{
	if (duel->left == 0)
		return end_worth(solver, duel);
	uint64_t actions = duel_legal(solver->rules, duel);
	if ((actions & (actions - 1)) == 0)
		return follow(solver, duel, (unsigned)__builtin_ctzll(actions), alpha, beta);

	uint64_t key = key_of(solver, duel);
	struct solver_entry *entry = &solver->entry[key & solver->mask];
	unsigned first = DUEL_ACTIONS;
	if (entry->key == key) {
		if (entry->least >= beta || entry->least == entry->most)
			return entry->least;
		if (entry->most <= alpha)
			return entry->most;
		first = entry->action;
	}
	uint8_t sorted[DUEL_ACTIONS];
	unsigned count = sort_actions(solver->rules, duel, actions, first, sorted);
	int best = -SOLVER_FAR, floor = alpha;
	unsigned found = 0;
	for (unsigned i = 0; i < count && best < beta; i++) {
		/*
		 * Most actions after the first are not better. A search with a null window proves
		 * this faster.
		 */
		int value = follow(solver, duel, sorted[i], floor, i == 0 ? beta : floor + 1);

		if (i > 0 && value > floor && value < beta)
			value = follow(solver, duel, sorted[i], value - 1, beta);
		if (value > best) {
			best = value;
			found = sorted[i];
		}
		floor = best > floor ? best : floor;
	}
	if (entry->key != key) {
		entry->key = key;
		entry->least = -SOLVER_FAR;
		entry->most = SOLVER_FAR;
	}
	entry->action = (uint8_t)found;
	if (best > alpha)
		entry->least = (int16_t)best;
	if (best < beta)
		entry->most = (int16_t)best;
	return best;
}

int solver_solve(struct solver *solver, const struct duel *duel)
{
	return search(solver, duel, -SOLVER_FAR, SOLVER_FAR);
}

int solver_action(struct solver *solver, const struct duel *duel, unsigned action)
{
	return follow(solver, duel, action, -SOLVER_FAR, SOLVER_FAR);
}
