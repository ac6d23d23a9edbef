#include "tests/lab/bench.h"

#include <stdio.h>
#include <stdlib.h>

#include "bot/base/memory.h"
#include "engine/mitaines.h"
#include "engine/mitaines/expert.h"
#include "tests/lab/measure.h"

enum { SOLVED = 3000, PLAYED = 10000, TRIALS = 10000, REPEATS = 41 };

/* A table, and the memory for thinking about it. */
struct worker {
	struct mitaines table;
	struct mitaines_view view;
	struct chance chance;
	struct duel_rules rules;
	struct duel duel;
	struct solver solver;
	struct expert expert;
	void *memory;
};

/* Deals the first hand of a match. */
static void deal(struct worker *worker)
{
	struct state *head = &worker->table.head;
	card deck[DECK_MAX];
	game_open(&mitaines_game, head, 0);
	/* The target is so far away that only points matter to a player, not the end of the
	 * match. */
	game_set(&mitaines_game, head, "target", "10000");
	game_start(&mitaines_game, head, DUEL_SEATS, chance_below(&worker->chance, DUEL_SEATS));
	chance_shuffle(&worker->chance, deck, game_deck(&mitaines_game, head, deck));
	mitaines_game.deal(head, deck, NULL);
}

/* Packs the table with both hands into `duel`, for the solver. */
static void pack(struct worker *worker)
{
	const struct mitaines *table = &worker->table;
	duel_set_rules(&worker->rules, &table->open.rules);
	duel_set(&worker->duel, &table->open, table->head.turn);
	for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
		worker->duel.hand[seat] = duel_pack(table->hand[seat]);
}

static const struct view *look(struct worker *worker)
{
	mitaines_game.view(&worker->table.head, worker->table.head.turn, &worker->view.head);
	return &worker->view.head;
}

/* Deals a hand, and plays it like the level `greedy` up to the last deal. */
static void reach_last_deal(struct worker *worker)
{
	deal(worker);
	while (worker->table.open.undealt > 0)
		mitaines_game.apply(
			&worker->table.head, game_greedy(&mitaines_game, look(worker)), NULL);
	pack(worker);
}

static struct worker *worker_open(void)
{
	struct worker *worker = memory_new(1, sizeof *worker);
	worker->chance.seed = 7;
	worker->memory = memory_new(1, player_memory());
	return worker;
}

static void worker_close(struct worker *worker)
{
	free(worker->memory);
	free(worker);
}

int bench_exact_lastdeal(const char *name)
{
	static const char unit[] = "ms";
	struct worker *worker = worker_open();
	static double times[SOLVED];
	double sum = 0;
	for (unsigned i = 0; i < SOLVED; i++) {
		reach_last_deal(worker);
		double begin = timing_work();
		solver_open(&worker->solver, &worker->rules, worker->duel.left);
		solver_solve(&worker->solver, &worker->duel);
		times[i] = (timing_work() - begin) * 1e3;
		sum += times[i];
	}
	printf("%s %.3f %s\n%s.mean %.4f %s\n", name, timing_percentile(times, SOLVED, 99), unit,
		name, sum / SOLVED, unit);
	worker_close(worker);
	return 0;
}

/* Lets experts play the last deal. Returns the points by which their result differs from exact
 * play, as an absolute value. */
static int play_last_deal(struct worker *worker, uint64_t seed)
{
	struct state *head = &worker->table.head;
	unsigned seat = head->turn;
	solver_open(&worker->solver, &worker->rules, worker->duel.left);
	int due = head->points[seat] - head->points[seat ^ 1] +
		solver_solve(&worker->solver, &worker->duel);
	while (head->phase == PHASE_PLAY)
		mitaines_game.apply(head,
			player_move(
				&mitaines_game, LEVEL_EXPERT, look(worker), seed, worker->memory),
			NULL);
	return abs(head->points[seat] - head->points[seat ^ 1] - due);
}

int bench_expert_lastdeal(const char *name)
{
	struct worker *worker = worker_open();
	long lost = 0;
	for (unsigned i = 0; i < PLAYED; i++) {
		reach_last_deal(worker);
		lost += play_last_deal(worker, i);
	}
	printf("%s %ld points\n", name, lost);
	worker_close(worker);
	return 0;
}

/* Runs TRIALS iterations of the expert's search at the first move of a hand. Returns iterations a
 * second. */
static double bandit_round(struct worker *worker, uint64_t seed)
{
	struct expert *expert = &worker->expert;
	struct bandit_sample sample = { .greedy = false };
	deal(worker);
	pack(worker);
	look(worker);
	double begin = timing_work();
	sample.duel = worker->duel;
	bandit_open(&expert->bandit, &worker->rules, &policy_trained, seed, &sample.duel);
	samples_open(&expert->samples, &worker->rules, &worker->view);
	belief_open(&expert->belief, &expert->samples, &policy_trained, &expert->bandit.chance);
	for (unsigned i = 0; i < TRIALS; i++) {
		uint64_t hand =
			belief_draw(&expert->belief, &expert->bandit.chance, &sample.greedy);
		sample.duel.hand[expert->samples.other] = hand;
		sample.undealt = expert->samples.hidden - duel_counts(hand);
		bandit_run(&expert->bandit, &sample);
	}
	return TRIALS / (timing_work() - begin);
}

int bench_ismcts_mitaines2(const char *name)
{
	struct worker *worker = worker_open();
	double rounds[REPEATS];
	for (unsigned i = 0; i < REPEATS; i++)
		rounds[i] = bandit_round(worker, i);
	printf("%s %.0f iterations/s\n", name, timing_percentile(rounds, REPEATS, 50));
	worker_close(worker);
	return 0;
}
