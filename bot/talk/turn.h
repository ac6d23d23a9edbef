/* turn.h - messages for the act that a game asks for, and for refused moves. */
#ifndef BOT_TALK_TURN_H
#define BOT_TALK_TURN_H

#include "bot/text/catalog.h"
#include "engine/game.h"

/* Returns the message that tells all which act the game asks of {seat}. The view is the turn's. */
enum word turn_public(const struct game *game, const struct view *view);
/* Returns the same for the player alone; it has the place {where}. */
enum word turn_asked(const struct game *game, const struct view *view);
/* Adds a sentence for each act that the player may choose instead of playing a card. */
void turn_add_offers(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct game *game, const struct view *view);
enum word turn_refusal(enum refusal refusal);

#endif
