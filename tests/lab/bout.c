#include "tests/lab/bout.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "engine/playout.h"
#include "engine/text.h"
#include "tests/lab/measure.h"
#include "tests/lab/pimc.h"

/* The results of one pair: all matches with the same decks, in which A and B exchange seats. */
struct tally {
	double wins[2];   /* A's wins in matches of A alone against B, and of B alone against A */
	double points[2]; /* sums over hands, of A and of B */
	unsigned hands;
};

/* The state that all workers of a bout share. One worker plays all matches of a pair. */
struct arena {
	const struct bout *bout;
	unsigned side[SEATS_MAX]; /* number of the side of each seat, from 0 */
	unsigned sides;
	struct tally *tally;
	atomic_uint next;
};

/* A thread and its own memory. */
struct worker {
	struct arena *arena;
	pthread_t thread;
	struct state *state;
	struct view *view;
	void *memory;
	struct times times[2];
};

static struct move move_random(const struct game *game, enum level level, const struct view *view,
	uint64_t seed, void *memory)
{
	struct chance chance = { seed };
	struct moves *moves = memory;
	(void)level;
	game_view_legal(game, view, moves);
	return moves->move[chance_below(&chance, moves->count)];
}

static struct move move_pimc(const struct game *game, enum level level, const struct view *view,
	uint64_t seed, void *memory)
{
	(void)game;
	(void)level;
	return pimc_move(view, seed, memory);
}

const struct fighter fighters[] = {
	{ "random", move_random, LEVEL_EASY, NULL },
	{ "easy", player_move, LEVEL_EASY, NULL },
	{ "normal", player_move, LEVEL_NORMAL, NULL },
	{ "hard", player_move, LEVEL_HARD, NULL },
	{ "expert", player_move, LEVEL_EXPERT, NULL },
	{ "pimc", move_pimc, LEVEL_EXPERT, pimc_plays },
	{ NULL, NULL, LEVEL_EASY, NULL },
};

const struct fighter *fighter_named(const char *name)
{
	for (const struct fighter *fighter = fighters; fighter->name != NULL; fighter++)
		if (text_same(fighter->name, name))
			return fighter;
	return NULL;
}

/* Returns the index of the fighter at a seat: 0 for A, 1 for B. sides: a bit for each side that A
 * plays. */
static unsigned fighter_of(const struct arena *arena, unsigned seat, unsigned sides)
{
	return sides & 1u << arena->side[seat] ? 0 : 1;
}

static void move(struct worker *worker, unsigned sides, uint64_t seed)
{
	const struct bout *bout = worker->arena->bout;
	unsigned seat = worker->state->turn;
	unsigned which = fighter_of(worker->arena, seat, sides);
	bout->game->view(worker->state, seat, worker->view);
	double begin = timing_work();
	struct move move = bout->fighter[which]->move(
		bout->game, bout->fighter[which]->level, worker->view, seed, worker->memory);
	worker->times[which].seconds += timing_work() - begin;
	worker->times[which].moves++;
	bout->game->apply(worker->state, move, NULL);
}

/* Adds the points of an ended hand: the mean of A's sides, and the mean of B's sides. */
static void tally_hand(const struct worker *worker, unsigned sides, struct tally *tally)
{
	const struct arena *arena = worker->arena;
	int count = __builtin_popcount(sides);
	double of[2] = { count, (int)arena->sides - count };
	for (unsigned seat = 0; seat < worker->state->players; seat++) {
		unsigned which = fighter_of(arena, seat, sides);
		tally->points[which] += worker->state->points[seat] / of[which];
	}
	tally->hands++;
}

/* Returns a bit for each side that won the match. In a bout of single hands, the sides with the
 * most points win. */
static unsigned winners(const struct worker *worker)
{
	const struct arena *arena = worker->arena;
	const struct state *state = worker->state;
	int32_t points[SEATS_MAX] = { 0 };
	int32_t best = INT32_MIN;
	unsigned won = 0;
	for (unsigned seat = 0; seat < state->players; seat++) {
		points[arena->side[seat]] += state->points[seat];
		if (!arena->bout->hand && (state->winners & 1u << seat))
			won |= 1u << arena->side[seat];
	}
	for (unsigned side = 0; arena->bout->hand && side < arena->sides; side++) {
		if (points[side] > best)
			won = 0;
		if (points[side] >= best)
			won |= 1u << side;
		best = points[side] > best ? points[side] : best;
	}
	return won;
}

static void play_hand(struct worker *worker, unsigned sides, uint64_t seed)
{
	const struct game *game = worker->arena->bout->game;
	struct state *state = worker->state;
	struct chance chance = { seed };
	card deck[DECK_MAX];
	unsigned size = game_deck(game, state, deck);
	chance_shuffle(&chance, deck, size);
	game->deal(state, deck, NULL);
	for (uint64_t n = 0; state->phase == PHASE_PLAY; n++)
		move(worker, sides, chance_part(seed, n));
}

/* Plays a match of a pair. sides: a bit for each side that A plays. Returns A's share of the
 * winning sides, 0 to 1. */
static double play_match(struct worker *worker, unsigned sides, uint64_t seed, struct tally *tally)
{
	const struct bout *bout = worker->arena->bout;
	memcpy(worker->state, bout->start, bout->game->state_size);
	while (worker->state->phase == PHASE_DEAL) {
		play_hand(worker, sides, chance_part(seed, worker->state->hand));
		tally_hand(worker, sides, tally);
		if (bout->hand)
			break;
	}
	unsigned won = winners(worker);
	return (double)__builtin_popcount(won & sides) / __builtin_popcount(won);
}

/* Plays all matches of a pair. A plays each side once, alone against B. With more than two sides, B
 * does the same against A. */
static void play_pair(struct worker *worker, uint64_t seed, struct tally *tally)
{
	unsigned sides = worker->arena->sides, all = (1u << sides) - 1;
	for (unsigned side = 0; side < sides; side++) {
		tally->wins[0] += play_match(worker, 1u << side, seed, tally);
		if (sides > 2)
			tally->wins[1] += play_match(worker, all ^ 1u << side, seed, tally);
	}
}

static void *work(void *context)
{
	struct worker *worker = context;
	struct arena *arena = worker->arena;
	unsigned pair;
	while ((pair = atomic_fetch_add(&arena->next, 1)) < arena->bout->pairs)
		play_pair(worker, chance_part(arena->bout->seed, pair), &arena->tally[pair]);
	return NULL;
}

static void worker_open(struct worker *worker, struct arena *arena)
{
	*worker = (struct worker){
		.arena = arena,
		.state = memory_new(1, arena->bout->game->state_size),
		.view = memory_new(1, arena->bout->game->view_size),
		.memory = memory_new(1, player_memory()),
	};
}

static void worker_close(struct worker *worker)
{
	free(worker->state);
	free(worker->view);
	free(worker->memory);
}

/* Plays all pairs on `count` threads. */
static void employ(
	struct arena *arena, struct worker *workers, unsigned count, struct times times[2])
{
	for (unsigned i = 0; i < count; i++) {
		worker_open(&workers[i], arena);
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
			bench_fail("arena", "no thread");
	}
	for (unsigned i = 0; i < count; i++) {
		pthread_join(workers[i].thread, NULL);
		for (unsigned k = 0; k < 2; k++) {
			times[k].moves += workers[i].times[k].moves;
			times[k].seconds += workers[i].times[k].seconds;
		}
		worker_close(&workers[i]);
	}
}

/* Returns the ratio of two sums over pairs, with its standard error. */
static struct figure ratio(const struct tally *tally, unsigned pairs,
	double (*sum)(const struct tally *tally), double (*size)(const struct tally *tally))
{
	double sums = 0, sizes = 0, squares = 0;
	for (unsigned i = 0; i < pairs; i++) {
		sums += sum(&tally[i]);
		sizes += size(&tally[i]);
	}
	for (unsigned i = 0; i < pairs; i++) {
		double off = sum(&tally[i]) - sums / sizes * size(&tally[i]);
		squares += off * off;
	}
	double error = pairs > 1 ? sqrt(squares * pairs / (pairs - 1)) / sizes : 0;
	return (struct figure){ sums / sizes, error };
}

static double wins_of(const struct tally *tally)
{
	return tally->wins[0] + tally->wins[1];
}

static double wins_alone(const struct tally *tally)
{
	return tally->wins[0];
}

static double wins_of_others(const struct tally *tally)
{
	return tally->wins[1];
}

static double one(const struct tally *tally)
{
	(void)tally;
	return 1;
}

static double ahead_of(const struct tally *tally)
{
	return tally->points[0] - tally->points[1];
}

static double hands_of(const struct tally *tally)
{
	return tally->hands;
}

/* Returns A's share of the wins. `matches`: number of matches that `wins` counts in each pair. */
static struct figure share(
	const struct arena *arena, unsigned matches, double (*wins)(const struct tally *tally))
{
	struct figure figure = ratio(arena->tally, arena->bout->pairs, wins, one);
	return (struct figure){ figure.value / matches, figure.error / matches };
}

static void sum_up(const struct arena *arena, struct outcome *outcome)
{
	unsigned pairs = arena->bout->pairs, sides = arena->sides;
	outcome->sides = sides;
	outcome->wins = share(arena, sides > 2 ? 2 * sides : sides, wins_of);
	outcome->alone = share(arena, sides, wins_alone);
	outcome->others = share(arena, sides, sides > 2 ? wins_of_others : wins_alone);
	outcome->ahead = ratio(arena->tally, pairs, ahead_of, hands_of);
	for (unsigned i = 0; i < pairs; i++) {
		outcome->hands += arena->tally[i].hands;
		outcome->points[0] += arena->tally[i].points[0];
		outcome->points[1] += arena->tally[i].points[1];
	}
	outcome->points[0] /= (double)outcome->hands;
	outcome->points[1] /= (double)outcome->hands;
}

/* Numbers the sides from 0 in the order of their first seats. */
static void find_sides(struct arena *arena)
{
	const struct bout *bout = arena->bout;
	for (unsigned seat = 0; seat < bout->start->players; seat++) {
		unsigned other = 0;
		while (other < seat && !game_partners(bout->game, bout->start, other, seat))
			other++;
		arena->side[seat] = other < seat ? arena->side[other] : arena->sides++;
	}
}

void bout_fight(const struct bout *bout, struct outcome *outcome)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned threads = processors < 1 ? 1 : (unsigned)processors;
	struct worker *workers = memory_new(threads, sizeof *workers);
	struct arena arena = { .bout = bout,
		.tally = memory_new(bout->pairs, sizeof *arena.tally) };
	*outcome = (struct outcome){ .hands = 0 };
	find_sides(&arena);
	employ(&arena, workers, threads, outcome->times);
	sum_up(&arena, outcome);
	free(arena.tally);
	free(workers);
}
