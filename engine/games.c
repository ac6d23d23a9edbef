/*
 * games.c - the list of games. It is not in game.c: the games call game.c, and two files never call
 * each other.
 */
#include "engine/game.h"

#define GAMES(X) X(mitaines) X(mitch) X(mate)

#define X(name) extern const struct game name##_game;
GAMES(X)
#undef X

#define X(name) &name##_game,
const struct game *const games[] = { GAMES(X) NULL };
#undef X

const struct game *game_named(const char *name)
{
	for (unsigned i = 0; games[i] != NULL; i++)
		if (text_same(games[i]->name, name))
			return games[i];
	return NULL;
}
