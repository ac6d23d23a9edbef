#include "tests/lab/bench.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/match/fit.h"
#include "engine/playout.h"
#include "tests/lab/measure.h"

/* STRENGTHS: number of strengths of people, in equal steps from `easy` to `expert`. MATCHES: number
 * of matches of each person; the second half counts. */
enum { STRENGTHS = 6, MATCHES = 20, THREADS = 2 };

/* The state that all threads share. */
struct village {
	unsigned people; /* number of people of each strength */
	atomic_uint next;
	atomic_uint won[STRENGTHS], early[STRENGTHS];
};

/* A thread's match and its memory. */
struct arena {
	union any_state state;
	union any_view seen;
	void *memory;
	struct chance chance;
};

/* Returns the level for one move. A person between two levels moves now like the lower one, now
 * like the higher one. */
static enum level level_of(struct arena *arena, unsigned strength)
{
	unsigned steps = strength * (LEVEL_COUNT - 1);
	unsigned level = steps / (STRENGTHS - 1), part = steps % (STRENGTHS - 1);
	return chance_below(&arena->chance, STRENGTHS - 1) < part ? level + 1 : level;
}

static void play_hand(struct arena *arena, unsigned strength, enum level level)
{
	const struct game *game = games[0];
	struct state *state = &arena->state.state;
	card deck[DECK_MAX];
	unsigned size = game_deck(game, state, deck);
	chance_shuffle(&arena->chance, deck, size);
	game->deal(state, deck, NULL);
	while (state->phase == PHASE_PLAY) {
		enum level mover = state->turn == 0 ? level_of(arena, strength) : level;
		game->view(state, state->turn, &arena->seen.view);
		game->apply(state,
			player_move(game, mover, &arena->seen.view, chance_next(&arena->chance),
				arena->memory),
			NULL);
	}
}

/* Plays all matches of a person. */
static void play_person(struct village *village, struct arena *arena, unsigned strength)
{
	struct store_robot_match matches[MATCHES] = { { .won = false } };
	struct state *state = &arena->state.state;
	for (unsigned n = 0; n < MATCHES; n++) {
		struct store_robot_match *next = &matches[MATCHES - 1 - n];
		enum level level =
			fit_choose(next + 1, n, chance_below(&arena->chance, 1000) / 1000.0);
		game_open(games[0], state, 0);
		game_start(games[0], state, 2, chance_below(&arena->chance, 2));
		while (state->phase == PHASE_DEAL)
			play_hand(arena, strength, level);
		*next = (struct store_robot_match){ .won = game_won(games[0], state, 0),
			.seats = 2,
			.winners = 1,
			.levels = level };
		atomic_fetch_add(
			n < MATCHES / 2 ? &village->early[strength] : &village->won[strength],
			next->won);
	}
}

static void *work(void *context)
{
	struct village *village = context;
	struct arena *arena = memory_new(1, sizeof *arena);
	unsigned person;
	arena->memory = memory_new(1, player_memory());
	while ((person = atomic_fetch_add(&village->next, 1)) < village->people * STRENGTHS) {
		arena->chance.seed = chance_part(1, person);
		play_person(village, arena, person % STRENGTHS);
	}
	free(arena->memory);
	free(arena);
	return NULL;
}

int bench_fit(const char *name)
{
	static struct village village;
	pthread_t threads[THREADS];
	const char *people = getenv("FIT_PEOPLE");
	village.people = (people != NULL ? (unsigned)strtoul(people, NULL, 10) : 300) / STRENGTHS;
	for (unsigned i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, work, &village) != 0)
			bench_fail(name, "no thread");
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (unsigned i = 0; i < STRENGTHS; i++)
		printf("%s.%u %.1f %% (matches 1 to 10: %.1f)\n", name, i,
			100.0 * village.won[i] / village.people / (MATCHES / 2.0),
			100.0 * village.early[i] / village.people / (MATCHES / 2.0));
	return 0;
}
