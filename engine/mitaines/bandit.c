#include "engine/mitaines/bandit.h"

#include "engine/odds.h"

/*
 * CURIOSITY: the exploration constant, in 256ths of a point. The tree is only one play deep. A
 * deeper tree played worse, because its opponent reacts to cards that the real opponent cannot see.
 */
enum { CURIOSITY = 37 * 256 };

/* Sets the radius. The logarithm and the roots are integers, equal on every machine. */
static void set_radius(struct bandit *bandit)
{
	uint32_t logarithm = 32 - (uint32_t)__builtin_clz(bandit->tried + 1);
	bandit->radius = odds_root(CURIOSITY * CURIOSITY * logarithm);
}

void bandit_open(struct bandit *bandit, const struct duel_rules *rules,
	const struct playout_policy *policy, uint64_t seed, const struct duel *duel)
{
	bandit->rules = rules;
	bandit->policy = policy;
	bandit->chance.seed = seed;
	bandit->tried = 0;
	bandit->arms = 0;
	set_radius(bandit);
	for (uint64_t actions = duel_legal(rules, duel); actions != 0; actions &= actions - 1)
		bandit->arm[bandit->arms++] =
			(struct bandit_arm){ .action = (uint8_t)__builtin_ctzll(actions) };
}

/* Returns the first untried arm, otherwise the arm with the highest confidence bound. */
static struct bandit_arm *choose(struct bandit *bandit)
{
	struct bandit_arm *best = NULL;
	int32_t most = INT32_MIN;
	for (unsigned i = 0; i < bandit->arms; i++) {
		struct bandit_arm *arm = &bandit->arm[i];
		if (arm->tried == 0)
			return arm;
		int32_t bound = arm->mean + (int32_t)(bandit->radius * arm->spread >> 16);
		if (bound > most) {
			most = bound;
			best = arm;
		}
	}
	return best;
}

/*
 * Plays a deal to its end, beginning with `action`. Returns the lead of the seat to act, in points.
 */
static int play_out(struct bandit *bandit, const struct bandit_sample *sample, unsigned action)
{
	const struct duel_rules *rules = bandit->rules;
	struct duel duel = sample->duel;
	unsigned seat = duel.turn;
	uint64_t hidden = sample->undealt + duel_counts(duel.hand[0]) + duel_counts(duel.hand[1]);
	for (;;) {
		duel_play(rules, &duel, action);
		hidden -= UINT64_C(1) << duel_lane(action) * 4;
		if (duel.left == 0)
			break;
		action = sample->greedy && duel.turn != seat
			? policy_greedy(rules, &duel)
			: policy_choose(bandit->policy, rules, &duel, hidden, &bandit->chance);
	}
	int rest = duel_rest(&duel.pile, sample->undealt);
	return duel.points[seat] - duel.points[seat ^ 1] + (duel.turn == seat ? rest : -rest);
}

void bandit_run(struct bandit *bandit, const struct bandit_sample *sample)
{
	struct bandit_arm *arm = choose(bandit);
	int points = play_out(bandit, sample, arm->action);
	arm->tried++;
	arm->points += points;
	arm->squares += (uint64_t)(points * points);
	arm->mean = arm->points * 256 / (int32_t)arm->tried;
	arm->spread = odds_root(UINT32_MAX / arm->tried);
	bandit->tried++;
	if ((bandit->tried & (bandit->tried + 1)) == 0)
		set_radius(bandit);
}
