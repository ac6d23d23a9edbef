/* player.c - the levels of the AI players */
#include "engine/player.h"

#include "engine/playout.h"
#include "engine/text.h"

enum {
	EASY_MOVES = 5,
	EASY_SLIPS = 2
}; /* LEVEL_EASY makes EASY_SLIPS of EASY_MOVES moves at random */

static const char *const names[LEVEL_COUNT] = { "easy", "normal", "hard", "expert" };

const char *level_name(enum level level)
{
	return names[level];
}

int level_named(const char *name)
{
	int level = LEVEL_COUNT - 1;
	while (level >= 0 && !text_same(names[level], name))
		level--;
	return level;
}

bool opinion_is_sure(const struct opinion *best, const struct opinion *other)
{
	int64_t lost = (int64_t)best->points - other->points;
	return lost > 3 * (int64_t)other->error ||
		(other->error == 0 && best->win - other->win >= ODDS_SURE / 200);
}

size_t player_memory(void)
{
	size_t most = sizeof(struct moves);
	for (unsigned i = 0; games[i] != NULL; i++)
		most = games[i]->think_memory > most ? games[i]->think_memory : most;
	return most;
}

struct move player_move(const struct game *game, enum level level, const struct view *view,
	uint64_t seed, void *memory)
{
	struct chance chance = { seed };
	struct opinions opinions;
	if (level == LEVEL_EASY && chance_below(&chance, EASY_MOVES) < EASY_SLIPS) {
		struct moves *moves = memory;
		game_view_legal(game, view, moves);
		return moves->move[chance_below(&chance, moves->count)];
	}
	if (level < LEVEL_HARD || game->think == NULL)
		return game_greedy(game, view);
	game->think(game, view, level, seed, memory, &opinions);
	return opinions.opinion[opinions.best].move;
}

void player_judge(const struct game *game, const struct view *view, uint64_t seed, void *memory,
	struct opinions *opinions)
{
	opinions->count = opinions->best = 0;
	if (game->think != NULL)
		game->think(game, view, LEVEL_EXPERT, seed, memory, opinions);
}
