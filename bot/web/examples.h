/* examples.h - what rules mean, with cards: the examples on their pages. */
#ifndef BOT_WEB_EXAMPLES_H
#define BOT_WEB_EXAMPLES_H

#include "bot/text/catalog.h"

/* Cards that lie there, and those that meet them, "9C 2S"; the tests of a game play it. */
struct example {
	const char *game;
	enum word word;
	const char *pile, *played;
};

/* Ended by one of no game. */
extern const struct example examples[];

#endif
