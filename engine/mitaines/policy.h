/*
 * mitaines/policy.h - the playout policy: the fast player of play-outs. Each action falls into a
 * case and is chosen with the weight of its case. `make train` learns the weights from play against
 * itself.
 */
#ifndef ENGINE_MITAINES_POLICY_H
#define ENGINE_MITAINES_POLICY_H

#include "engine/mitaines/duel.h"
#include "engine/playout.h"

/* Cases: cards that stay on the pile, captures, calls, and cards on the opponent's contract. */
enum {
	POLICY_LIE = 0,
	POLICY_CAPTURE = POLICY_LIE + 6 * 4 * 16,
	POLICY_CALL = POLICY_CAPTURE + 6 * 16,
	POLICY_FROZEN = POLICY_CALL + 4 * 6 * 32,
	POLICY_CASES = POLICY_FROZEN + 6 * 32
};

/* The weight of each case. Legal actions are chosen in proportion to their weights. */
struct playout_policy {
	uint16_t weight[POLICY_CASES];
};

extern const struct playout_policy policy_trained;

/*
 * Returns the case of a legal action. hidden: number of cards of each lane that were never shown.
 */
unsigned policy_case(
	const struct duel_rules *rules, const struct duel *duel, uint64_t hidden, unsigned action);
/* Chooses a random action of the seat to act, from the knowledge of that seat. */
unsigned policy_choose(const struct playout_policy *policy, const struct duel_rules *rules,
	const struct duel *duel, uint64_t hidden, struct chance *chance);
/* Returns the probability of an action, in parts of POLICY_SURE. */
enum { POLICY_SURE = 1 << 16 };
uint32_t policy_share(const struct playout_policy *policy, const struct duel_rules *rules,
	const struct duel *duel, uint64_t hidden, unsigned action);
/*
 * Returns the action of the AI player `greedy`. Unlike game_greedy, does not distinguish cards of
 * one lane.
 */
unsigned policy_greedy(const struct duel_rules *rules, const struct duel *duel);

#endif
