/* thought.c - makes AI players quick, in programs linked with --wrap for player_move, player_judge
 * and reply_think. */
#include "engine/game.h"
#include "engine/mitaines/reply.h"
#include "engine/player.h"
#include "engine/playout.h"

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap demands these names */
__typeof__(player_move) __real_player_move, __wrap_player_move;
__typeof__(player_judge) __wrap_player_judge;
__typeof__(reply_think) __wrap_reply_think;

struct move __wrap_player_move(const struct game *game, enum level level, const struct view *view,
	uint64_t seed, void *memory)
{
	return __real_player_move(
		game, level > LEVEL_NORMAL ? LEVEL_NORMAL : level, view, seed, memory);
}

/* Gives each legal move random values instead of computing them. */
void __wrap_player_judge(const struct game *game, const struct view *view, uint64_t seed,
	void *memory, struct opinions *opinions)
{
	struct chance chance = { seed };
	struct moves *moves = memory;
	game_view_legal(game, view, moves);
	opinions->count = moves->count;
	opinions->best = 0;
	for (unsigned i = 0; i < moves->count; i++) {
		struct opinion *opinion = &opinions->opinion[i];
		opinion->move = moves->move[i];
		opinion->points = ((int32_t)chance_below(&chance, 64) - 32) * OPINION_POINT;
		opinion->win = (int32_t)chance_below(&chance, 101) * ODDS_SURE / 100;
		opinion->error = OPINION_POINT;
		if (opinion->points > opinions->opinion[opinions->best].points)
			opinions->best = i;
	}
}
/* Returns the first legal reply, searching from a random number on. */
unsigned __wrap_reply_think(const struct view *view, uint64_t seed, void *memory)
{
	enum { REPLIES = 4 * (RANK_COUNT + 1) };
	struct chance chance = { seed };
	struct move move;
	unsigned reply = chance_below(&chance, REPLIES);
	(void)memory;
	for (unsigned i = 0; i < REPLIES && !reply_find_move(view, reply, &move); i++)
		reply = (reply + 1) % REPLIES;
	return reply;
}
/* NOLINTEND(bugprone-reserved-identifier) */
