/*
 * player.h - AI players: what they think of the moves a seat has, and which one they make.
 *
 * A player sees a view and nothing else. Given game, level, view and seed its move is always the
 * same: iterations bound its thinking, never a clock.
 */
#ifndef ENGINE_PLAYER_H
#define ENGINE_PLAYER_H

#include "engine/game.h"

/* From the weakest to the strongest; easy is normal but for two moves in five, which are any. */
enum level { LEVEL_EASY, LEVEL_NORMAL, LEVEL_HARD, LEVEL_EXPERT, LEVEL_COUNT };

/* What a player thinks of one legal move. */
struct opinion {
	struct move move;
	float points; /* of this hand: what its side will have more than the best other side */
	float win;    /* how likely its side is to win the match, 0 to 1 */
};

/* Of all legal moves of the view's seat, in the order of view_legal. */
struct opinions {
	unsigned count;
	unsigned best; /* the move it makes */
	struct opinion opinion[MOVES_MAX];
};

/* "easy", "normal", "hard", "expert"; a constant. */
const char *level_name(enum level level);
/* The level of that name, English or French, in any case; or -1. */
int level_named(const char *name);

/* Bytes of scratch memory that thinking takes at any level, aligned for every type. */
size_t player_memory(void);
/* The move of the view's seat, whose turn it must be. memory need not be cleared. */
struct move player_move(const struct game *game, enum level level, const struct view *view,
	uint64_t seed, void *memory);
/*
 * What the strongest player thinks of every move of the view's seat, whose turn it must be; none,
 * count 0, where the game has no player stronger than greedy.
 */
void player_judge(const struct game *game, const struct view *view, uint64_t seed, void *memory,
	struct opinions *opinions);

#endif
