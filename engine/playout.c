#include "engine/playout.h"

static void swap(card *deck, unsigned i, unsigned j)
{
	card c = deck[i];
	deck[i] = deck[j];
	deck[j] = c;
}

/* Shuffles a deck. Each random number serves two swaps. */
void chance_shuffle(struct chance *chance, card *deck, unsigned count)
{
	for (unsigned i = count; i > 1; i -= 2) {
		uint64_t random = chance_next(chance);
		swap(deck, i - 1, (unsigned)((random >> 32) * i >> 32));
		swap(deck, i - 2, (unsigned)((uint32_t)random * (uint64_t)(i - 1) >> 32));
	}
}

unsigned playout_hand(const struct game *game, struct state *state, struct chance *chance)
{
	struct moves moves;
	unsigned count = 0;
	if (state->phase == PHASE_DEAL) {
		card deck[DECK_MAX];
		unsigned size = game_deck(game, state, deck);
		chance_shuffle(chance, deck, size);
		game->deal(state, deck, NULL);
	}
	for (; state->phase == PHASE_PLAY; count++) {
		game->legal(state, &moves);
		game->apply(state, moves.move[chance_below(chance, moves.count)], NULL);
	}
	return count;
}
