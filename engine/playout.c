/* playout.c - uniformly random play. */
#include "engine/playout.h"

/* One random number serves two swaps. */
void chance_shuffle(struct chance *chance, card *deck, unsigned count)
{
	for (unsigned i = count - 1; i > 0; i--) {
		unsigned j = chance_below(chance, i + 1);
		card c = deck[i];

		deck[i] = deck[j];
		deck[j] = c;
	}
}

unsigned playout_hand(const struct game *game, struct state *state, struct chance *chance)
{
	struct moves moves;
	unsigned count = 0;

	if (state->phase == PHASE_DEAL) {
		card deck[DECK_MAX];

		chance_shuffle(chance, deck, game->deck(state, deck));
		game->deal(state, deck, NULL);
	}
	for (; state->phase == PHASE_PLAY; count++) {
		game->legal(state, &moves);
		game->apply(state, moves.move[chance_below(chance, moves.count)], NULL);
	}
	return count;
}
