/* examples.h - examples with cards, shown on the pages of rules. */
#ifndef BOT_WEB_EXAMPLES_H
#define BOT_WEB_EXAMPLES_H

#include "bot/text/catalog.h"

/* An example of a move. The tests of each game play its examples. */
struct example {
	const char *game; /* name of the game; NULL ends the list */
	enum message message;
	const char *pile, *played; /* cards on the table, and cards of the move, like "9C 2S" */
};

extern const struct example examples[];

#endif
