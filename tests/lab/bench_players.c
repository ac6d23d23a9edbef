#include "tests/lab/bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot/base/memory.h"
#include "engine/player.h"
#include "engine/playout.h"

/* POSITIONS: number of positions of each setup. Half of them come after fewer than NEAR random
 * moves, mostly in the first hand, the others after fewer than FAR. */
enum { POSITIONS = 32, NEAR = 40, FAR = 600 };

union position {
	struct state state;
	uint64_t block[GAME_BLOCK / 8];
};

/* A position, the view of the seat to move, and what the levels think of it. */
struct study {
	union position position;
	union {
		struct view view;
		uint64_t seen[GAME_BLOCK / 8];
	};
	void *memory;
	struct opinions opinions;
	uint64_t sum;
};

static const struct configuration {
	const char *game;
	const char *preset;
	unsigned players;
} setups[] = {
	{ "mitaines", "classic", 2 },
	{ "mitaines", "classic", 3 },
	{ "mitaines", "gamerules", 2 },
	{ "mitaines", "gamerules", 4 },
	{ "mitaines", "quebec", 4 },
	{ "mitch", "banilower", 2 },
	{ "mitch", "banilower", 3 },
	{ "mate", "", 2 },
};

static void add(struct study *study, struct move move)
{
	study->sum = chance_part(study->sum,
		(uint64_t)move.act << 24 | (uint64_t)move.card << 16 | (uint64_t)move.call << 8 |
			move.third);
}

/* Adds the values of all moves to the sum: they reveal that the levels changed sooner than the best
 * move alone would. */
static void add_opinions(struct study *study)
{
	for (unsigned i = 0; i < study->opinions.count; i++) {
		const struct opinion *opinion = &study->opinions.opinion[i];
		add(study, opinion->move);
		study->sum = chance_part(study->sum, (uint64_t)opinion->win);
		study->sum = chance_part(study->sum, (uint64_t)opinion->points);
		study->sum = chance_part(study->sum, (uint64_t)opinion->error);
	}
}

static void deal(struct study *study, const struct game *game, struct chance *chance)
{
	card deck[DECK_MAX];
	struct state *state = &study->position.state;
	unsigned size = game_deck(game, state, deck);
	chance_shuffle(chance, deck, size);
	game->deal(state, deck, NULL);
}

/* Makes so many random moves, but stops before a move that would end the match. */
static void wander(
	struct study *study, const struct game *game, struct chance *chance, unsigned left)
{
	struct state *state = &study->position.state;
	struct moves moves;
	for (; left > 0; left--) {
		union position before = study->position;
		game->legal(state, &moves);
		game->apply(state, moves.move[chance_below(chance, moves.count)], NULL);
		if (state->phase == PHASE_DEAL)
			deal(study, game, chance);
		if (state->phase == PHASE_PLAY)
			continue;
		study->position = before;
		return;
	}
}

static void ponder(struct study *study, const struct configuration *setup)
{
	const struct game *game = game_named(setup->game);
	struct state *state = &study->position.state;
	struct chance chance = { 1 };
	for (unsigned i = 0; i < POSITIONS; i++) {
		game_open(game, state, (unsigned)game_preset(game, setup->preset));
		game_start(game, state, setup->players, 0);
		deal(study, game, &chance);
		wander(study, game, &chance, chance_below(&chance, i % 2 == 0 ? NEAR : FAR));
		game->view(state, state->turn, &study->view);
		for (unsigned level = LEVEL_HARD; level <= LEVEL_EXPERT; level++)
			add(study, player_move(game, level, &study->view, i, study->memory));
		player_judge(game, &study->view, i, study->memory, &study->opinions);
		add_opinions(study);
	}
}

int bench_signature(const char *name)
{
	struct study *study = memory_new(1, sizeof *study);
	study->memory = memory_new(1, player_memory());
	for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
		ponder(study, &setups[i]);
	printf("%s %" PRIu32 " hash\n", name, (uint32_t)study->sum);
	free(study->memory);
	free(study);
	return 0;
}
