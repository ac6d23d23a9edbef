/* player.c - AI players by level. */
#include "engine/player.h"

#include "engine/playout.h"
#include "engine/text.h"

enum { EASY_SLIPS = 4 }; /* of so many moves, easy makes one without a thought */

static const char *const names[LEVEL_COUNT] = {
	[LEVEL_EASY] = "easy",
	[LEVEL_NORMAL] = "normal",
	[LEVEL_HARD] = "hard",
	[LEVEL_EXPERT] = "expert",
};

const char *level_name(enum level level)
{
	return names[level];
}

int level_named(const char *name)
{
	for (int i = 0; i < LEVEL_COUNT; i++)
		if (text_same(names[i], name))
			return i;
	return -1;
}

size_t player_memory(void)
{
	return sizeof(struct moves);
}

struct move player_move(const struct game *game, enum level level, const struct view *view,
	uint64_t seed, void *memory)
{
	struct chance chance = { seed };
	struct moves *moves = memory;

	if (level > LEVEL_EASY || chance_below(&chance, EASY_SLIPS) > 0)
		return game->greedy(view);
	game->view_legal(view, moves);
	return moves->move[chance_below(&chance, moves->count)];
}
