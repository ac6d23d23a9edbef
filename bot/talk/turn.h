/* turn.h - the words for what a game asks of whoever has the turn, and for why it refuses a move.
 */
#ifndef BOT_TALK_TURN_H
#define BOT_TALK_TURN_H

#include "bot/text/catalog.h"
#include "engine/game.h"

/* What the view's seat, whose turn it is, has to do, told to all: the word has the place {seat}. */
enum word turn_public(const struct game *game, const struct view *view);
/* The same told to themselves: the word has the place {where}. */
enum word turn_asked(const struct game *game, const struct view *view);
/* Adds what the view's seat, whose turn it is, may do beside playing a card, a sentence each. */
void turn_add_offers(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct game *game, const struct view *view);
/* Why a game refuses something. */
enum word turn_refusal(enum refusal refusal);

#endif
