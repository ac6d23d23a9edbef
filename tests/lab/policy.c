/* policy.c - trains the playout policy of Mitaines for two (engine/mitaines/policy.h) and prints
 * engine/mitaines/policy_table.c. A player that tries every action plays hands against itself, at
 * first with random playouts. After each round, the weights are fitted to the results of its
 * actions, and the next round uses these weights. The result is reproducible on one machine. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/mitaines.h"
#include "engine/mitaines/bandit.h"
#include "engine/mitaines/sample.h"
#include "tests/duel_move.h"

enum { TRIALS = 2000, EPOCHS = 12, SAMPLES = 4 * DUEL_ACTIONS * 100 * 1000 };
#define STEP 0.3

/* For each round: the number of hands, and `warmth`, the difference in points that makes one action
 * e times as likely as another. */
static const struct {
	unsigned hands;
	double warmth;
} rounds[] = { { 4000, 8 }, { 5000, 3 }, { 6000, 2 }, { 8000, 1.2 } };

/* The result of one action. The samples for all actions of one choice follow each other. */
struct sample {
	uint16_t policy_case;
	uint16_t choices; /* in a choice's first sample: its number of actions; else 0 */
	float points;
};

struct training {
	struct playout_policy policy;
	struct chance chance;
	size_t count;
	struct sample sample[SAMPLES];
	double merit[POLICY_CASES]; /* logarithm of the weight, up to a constant */
	double slope[POLICY_CASES]; /* sum of squared gradients */
};

static void note(struct training *training, const struct bandit *bandit, const struct duel *duel,
	uint64_t hidden)
{
	if (training->count + bandit->arms > SAMPLES)
		return;
	for (unsigned i = 0; i < bandit->arms; i++) {
		const struct bandit_arm *arm = &bandit->arm[i];
		training->sample[training->count++] = (struct sample){
			.policy_case =
				(uint16_t)policy_case(bandit->rules, duel, hidden, arm->action),
			.choices = (uint16_t)(i == 0 ? bandit->arms : 0),
			.points = (float)arm->points / (float)arm->tried,
		};
	}
}

/* Returns the arm that was tried most. */
static const struct bandit_arm *most_tried(const struct bandit *bandit)
{
	const struct bandit_arm *best = &bandit->arm[0];
	for (unsigned i = 1; i < bandit->arms; i++)
		if (bandit->arm[i].tried > best->tried)
			best = &bandit->arm[i];
	return best;
}

/* Tries all actions of the view's seat and notes their results. Returns the action tried most, as a
 * move. */
static struct move think(struct training *training, const struct mitaines_view *view)
{
	struct duel_rules rules;
	struct samples samples;
	struct bandit bandit;
	struct bandit_sample sample = { .greedy = false };
	uint64_t own = duel_pack(view->hand);
	duel_set_rules(&rules, &view->open.rules);
	duel_set(&sample.duel, &view->open, view->head.seat);
	sample.duel.hand[view->head.seat] = own;
	bandit_open(
		&bandit, &rules, &training->policy, chance_next(&training->chance), &sample.duel);
	if (bandit.arms == 1)
		return duel_move(view->hand, bandit.arm[0].action);
	samples_open(&samples, &rules, view);
	for (unsigned i = 0; i < TRIALS; i++) {
		uint64_t hand = samples_draw(&samples, &bandit.chance);
		sample.duel.hand[samples.other] = hand;
		sample.undealt = samples.hidden - duel_counts(hand);
		bandit_run(&bandit, &sample);
	}
	note(training, &bandit, &sample.duel, samples.hidden + duel_counts(own));
	return duel_move(view->hand, most_tried(&bandit)->action);
}

/* Plays a hand, but not its last deal, because playouts of the last deal do not use the policy. */
static void play_hand(struct training *training, unsigned dealer)
{
	struct mitaines table = { .head = { .phase = PHASE_NEW } };
	struct mitaines_view view;
	card deck[DECK_MAX];
	game_open(&mitaines_game, &table.head, 0);
	game_start(&mitaines_game, &table.head, DUEL_SEATS, dealer);
	chance_shuffle(&training->chance, deck, game_deck(&mitaines_game, &table.head, deck));
	mitaines_game.deal(&table.head, deck, NULL);
	while (table.open.undealt > 0) {
		mitaines_game.view(&table.head, table.head.turn, &view.head);
		mitaines_game.apply(&table.head, think(training, &view), NULL);
	}
}

/* Moves the merits towards weights that fit the results of one choice. */
static void learn(struct training *training, const struct sample *sample, double warmth)
{
	double now[DUEL_ACTIONS], wanted[DUEL_ACTIONS], now_sum = 0, wanted_sum = 0;
	double high = -HUGE_VAL, best = -HUGE_VAL;
	unsigned choices = sample->choices;
	for (unsigned i = 0; i < choices; i++) {
		high = fmax(high, training->merit[sample[i].policy_case]);
		best = fmax(best, (double)sample[i].points);
	}
	for (unsigned i = 0; i < choices; i++) {
		now_sum += now[i] = exp(training->merit[sample[i].policy_case] - high);
		wanted_sum += wanted[i] = exp(((double)sample[i].points - best) / warmth);
	}
	for (unsigned i = 0; i < choices; i++) {
		unsigned at = sample[i].policy_case;
		double gradient = now[i] / now_sum - wanted[i] / wanted_sum;
		training->slope[at] += gradient * gradient;
		training->merit[at] -= STEP * gradient / sqrt(training->slope[at] + 1e-3);
	}
}

static void fit(struct training *training, double warmth)
{
	memset(training->merit, 0, sizeof training->merit);
	memset(training->slope, 0, sizeof training->slope);
	for (unsigned epoch = 0; epoch < EPOCHS; epoch++)
		for (size_t i = 0; i < training->count; i += training->sample[i].choices)
			learn(training, &training->sample[i], warmth);
	for (unsigned i = 0; i < POLICY_CASES; i++) {
		double weight = 256 * exp(training->merit[i]);
		training->policy.weight[i] = (uint16_t)fmin(fmax(round(weight), 1), UINT16_MAX);
	}
}

static void print(const struct playout_policy *policy)
{
	printf("/* mitaines/policy_table.c - made by `make train`. */\n"
	       "#include \"engine/mitaines/policy.h\"\n\n"
	       "/* clang-format off */\nconst struct playout_policy policy_trained = { {");
	for (unsigned i = 0; i < POLICY_CASES; i++)
		printf("%s%u,", i % 12 == 0 ? "\n\t" : " ", (unsigned)policy->weight[i]);
	printf("\n} };\n");
}

int main(void)
{
	struct training *training = calloc(1, sizeof *training);
	if (training == NULL)
		return 1;
	for (unsigned i = 0; i < POLICY_CASES; i++)
		training->policy.weight[i] = 256;
	for (size_t round = 0; round < sizeof rounds / sizeof rounds[0]; round++) {
		training->count = 0;
		for (unsigned hand = 0; hand < rounds[round].hands; hand++)
			play_hand(training, hand % DUEL_SEATS);
		fit(training, rounds[round].warmth);
		fprintf(stderr, "round %zu: %zu actions\n", round + 1, training->count);
	}
	print(&training->policy);
	free(training);
	return 0;
}
