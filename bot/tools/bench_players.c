#include "bot/tools/bench_players.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/player.h"
#include "engine/playout.h"

enum { POSITIONS = 16, FAR = 40 }; /* of each setup; moves into a hand */

union position {
	struct state state;
	uint64_t block[GAME_BLOCK / 8];
};

/* A position, what who is to move sees of it, and what they think with. */
struct study {
	union position position;
	union {
		struct view view;
		uint64_t seen[GAME_BLOCK / 8];
	};
	void *memory;
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

/* Deals, and goes some way into the hand by moves made blindly. */
static void arrange(struct study *study, const struct game *game, const struct configuration *setup,
	struct chance *chance)
{
	card deck[DECK_MAX];
	struct moves moves;
	struct state *state = &study->position.state;
	game_open(game, state, (unsigned)game_preset(game, setup->preset));
	game_start(game, state, setup->players, 0);
	unsigned size = game_deck(game, state, deck);
	chance_shuffle(chance, deck, size);
	game->deal(state, deck, NULL);
	for (unsigned left = chance_below(chance, FAR); left > 0; left--) {
		union position before = study->position;
		game->legal(state, &moves);
		game->apply(state, moves.move[chance_below(chance, moves.count)], NULL);
		if (state->phase == PHASE_PLAY)
			continue;
		study->position = before;
		break;
	}
}

static void ponder(struct study *study, const struct configuration *setup)
{
	const struct game *game = game_named(setup->game);
	struct chance chance = { 1 };
	for (unsigned i = 0; i < POSITIONS; i++) {
		arrange(study, game, setup, &chance);
		game->view(&study->position.state, study->position.state.turn, &study->view);
		for (unsigned level = LEVEL_HARD; level <= LEVEL_EXPERT; level++)
			add(study, player_move(game, level, &study->view, i, study->memory));
	}
}

int bench_signature(const char *name)
{
	struct study *study = calloc(1, sizeof *study);
	void *memory = malloc(player_memory());
	if (study != NULL && memory != NULL) {
		study->memory = memory;
		for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
			ponder(study, &setups[i]);
		printf("%s %" PRIu32 " hash\n", name, (uint32_t)study->sum);
	}
	int status = study == NULL || memory == NULL;
	free(study);
	free(memory);
	return status;
}
