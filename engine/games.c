/* games.c - the registry of games. Apart from what is usual in them, which they call. */
#include "engine/game.h"

/* The games; the first is the default. */
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
