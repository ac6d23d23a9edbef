/*
 * player.h - AI players: their opinions about the legal moves, and the move they make
 *
 * A player gets a view, never the state. The same game, level, view and seed always give the same
 * move: a number of iterations limits the thinking, never a clock.
 */
#ifndef ENGINE_PLAYER_H
#define ENGINE_PLAYER_H

#include "engine/game.h"
#include "engine/odds.h"

/*
 * From weakest to strongest. LEVEL_EASY is LEVEL_NORMAL, except that two of five moves are random.
 */
enum level { LEVEL_EASY, LEVEL_NORMAL, LEVEL_HARD, LEVEL_EXPERT, LEVEL_COUNT };

/* OPINION_POINT: parts of a point in opinions. OPINION_UNSURE: no error is known. */
enum { OPINION_POINT = 256, OPINION_UNSURE = INT32_MAX };

/*
 * The opinion of a player about one legal move, in integers that are equal on every machine. Points
 * and error are in parts of OPINION_POINT, win is in parts of ODDS_SURE.
 */
struct opinion {
	struct move move;
	int32_t points; /* expected lead of its side over the best other side in this hand */
	int32_t win;    /* probability that its side wins the match */
	/* standard error of the difference to the points of the best move; 0: exact result */
	int32_t error;
};

/* Opinions about all legal moves of the view's seat, in the order of game_view_legal. */
struct opinions {
	unsigned count;
	unsigned best; /* index of the move that the player makes */
	struct opinion opinion[MOVES_MAX];
};

/*
 * Returns true if the best move of a position is surely better than another one: by more than three
 * standard errors or, with exact results, by half a percent of winning the match.
 */
bool opinion_is_sure(const struct opinion *best, const struct opinion *other);

/* Returns the name of a level, "easy" to "expert": a constant string. */
const char *level_name(enum level level);
/* Finds a level by its name in any case. Returns -1 if it is unknown. */
int level_named(const char *name);

/*
 * Returns the bytes of scratch memory that the functions below need in any game. The memory must be
 * aligned for every type; its content does not matter.
 */
size_t player_memory(void);
/* Returns the move of the view's seat, whose turn it must be. */
struct move player_move(const struct game *game, enum level level, const struct view *view,
	uint64_t seed, void *memory);
/*
 * Computes the opinions of LEVEL_EXPERT about every legal move of the view's seat, whose turn it
 * must be. Gives no opinions (count 0) in a game without `think`.
 */
void player_judge(const struct game *game, const struct view *view, uint64_t seed, void *memory,
	struct opinions *opinions);

#endif
