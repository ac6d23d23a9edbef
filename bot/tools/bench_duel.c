#include "bot/tools/bench_duel.h"

#include <stdio.h>
#include <stdlib.h>

#include "bot/tools/timing.h"
#include "engine/mitaines/expert.h"

enum { SOLVED = 3000, PLAYED = 10000, TRIALS = 10000, REPEATS = 41 };

/* A table, and all that it takes to think about it. */
struct desk {
	struct mitaines table;
	struct mitaines_view view;
	struct chance chance;
	struct duel_rules rules;
	struct duel duel;
	struct exact exact;
	struct expert expert;
	void *memory;
};

/* Deals the first hand of a match. */
static void deal(struct desk *desk)
{
	struct state *head = &desk->table.head;
	card deck[DECK_MAX];
	game_open(&mitaines_game, head, 0);
	/* So far away that only points count. */
	game_set(&mitaines_game, head, "target", "10000");
	game_start(&mitaines_game, head, DUEL_SEATS, chance_below(&desk->chance, DUEL_SEATS));
	chance_shuffle(&desk->chance, deck, game_deck(&mitaines_game, head, deck));
	mitaines_game.deal(head, deck, NULL);
}

/* Packs the table with both hands. */
static void pack(struct desk *desk)
{
	const struct mitaines *table = &desk->table;
	duel_set_rules(&desk->rules, &table->open.rules);
	duel_set(&desk->duel, &table->open, table->head.turn);
	for (unsigned seat = 0; seat < DUEL_SEATS; seat++)
		desk->duel.hand[seat] = duel_pack(table->hand[seat]);
}

static const struct view *look(struct desk *desk)
{
	mitaines_game.view(&desk->table.head, desk->table.head.turn, &desk->view.head);
	return &desk->view.head;
}

/* Deals, and plays as `greedy` does to the last deal. */
static void reach_last_deal(struct desk *desk)
{
	deal(desk);
	while (desk->table.open.undealt > 0)
		mitaines_game.apply(
			&desk->table.head, game_greedy(&mitaines_game, look(desk)), NULL);
	pack(desk);
}

static struct desk *desk_open(void)
{
	struct desk *desk = calloc(1, sizeof *desk);
	if (desk == NULL)
		return NULL;
	desk->chance.seed = 7;
	desk->memory = malloc(player_memory());
	if (desk->memory != NULL)
		return desk;
	free(desk);
	return NULL;
}

static void desk_close(struct desk *desk)
{
	free(desk->memory);
	free(desk);
}

int bench_exact_lastdeal(const char *name)
{
	static const char unit[] = "ms";
	struct desk *desk = desk_open();
	double *times = calloc(SOLVED, sizeof *times);
	double sum = 0;
	for (unsigned i = 0; desk != NULL && times != NULL && i < SOLVED; i++) {
		reach_last_deal(desk);
		double begin = timing_work();
		exact_open(&desk->exact, &desk->rules, desk->duel.left);
		exact_solve(&desk->exact, &desk->duel);
		times[i] = (timing_work() - begin) * 1e3;
		sum += times[i];
	}
	int status = desk == NULL || times == NULL;
	if (status == 0)
		printf("%s %.3f %s\n%s.mean %.4f %s\n", name, timing_percentile(times, SOLVED, 99),
			unit, name, sum / SOLVED, unit);
	if (desk != NULL)
		desk_close(desk);
	free(times);
	return status;
}

/* Points the first to act gets more in this hand than when both play exactly, in either sense. */
static int play_last_deal(struct desk *desk, uint64_t seed)
{
	struct state *head = &desk->table.head;
	unsigned seat = head->turn;
	exact_open(&desk->exact, &desk->rules, desk->duel.left);
	int due = head->points[seat] - head->points[seat ^ 1] +
		exact_solve(&desk->exact, &desk->duel);
	while (head->phase == PHASE_PLAY)
		mitaines_game.apply(head,
			player_move(&mitaines_game, LEVEL_EXPERT, look(desk), seed, desk->memory),
			NULL);
	return abs(head->points[seat] - head->points[seat ^ 1] - due);
}

int bench_expert_lastdeal(const char *name)
{
	struct desk *desk = desk_open();
	long lost = 0;
	if (desk == NULL)
		return 1;
	for (unsigned i = 0; i < PLAYED; i++) {
		reach_last_deal(desk);
		lost += play_last_deal(desk, i);
	}
	printf("%s %ld points\n", name, lost);
	desk_close(desk);
	return 0;
}

/* As the expert does, without what he makes of it. */
static double trial_round(struct desk *desk, uint64_t seed)
{
	struct expert *expert = &desk->expert;
	struct trial_world world = { .greedy = false };
	deal(desk);
	pack(desk);
	look(desk);
	double begin = timing_work();
	world.duel = desk->duel;
	trial_open(&expert->trial, &desk->rules, &habit_trained, seed, &world.duel);
	worlds_open(&expert->worlds, &desk->rules, &desk->view);
	guess_open(&expert->guess, &expert->worlds, &habit_trained, &expert->trial.chance);
	for (unsigned i = 0; i < TRIALS; i++) {
		uint64_t hand = guess_draw(&expert->guess, &expert->trial.chance, &world.greedy);
		world.duel.hand[expert->worlds.other] = hand;
		world.undealt = expert->worlds.hidden - duel_counts(hand);
		trial_run(&expert->trial, &world);
	}
	return TRIALS / (timing_work() - begin);
}

int bench_ismcts_mitaines2(const char *name)
{
	struct desk *desk = desk_open();
	double rounds[REPEATS];
	if (desk == NULL)
		return 1;
	for (unsigned i = 0; i < REPEATS; i++)
		rounds[i] = trial_round(desk, i);
	printf("%s %.0f iterations/s\n", name, timing_percentile(rounds, REPEATS, 50));
	desk_close(desk);
	return 0;
}
