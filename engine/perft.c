#include "engine/perft.h"

#include <string.h>

uint64_t perft(const struct game *game, const struct state *state, unsigned depth, void *scratch)
{
	struct state *next = scratch;
	void *rest = (char *)scratch + game->state_size;
	struct moves moves;
	uint64_t count = 0;

	if (depth == 0)
		return 1;
	if (state->phase != PHASE_PLAY)
		return 0;
	game->legal(state, &moves);
	if (depth == 1)
		return moves.count;
	for (unsigned i = 0; i < moves.count; i++) {
		memcpy(next, state, game->state_size);
		game->apply(next, moves.move[i], NULL);
		count += perft(game, next, depth - 1, rest);
	}
	return count;
}
