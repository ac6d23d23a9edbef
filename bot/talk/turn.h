/* turn.h - messages for the act that a game asks for, and for refused moves. */
#ifndef BOT_TALK_TURN_H
#define BOT_TALK_TURN_H

#include "bot/text/catalog.h"
#include "engine/game.h"

/* Returns the message to all about the act that the game asks of {seat}, the owner of the view. */
enum message turn_public_message(const struct game *game, const struct view *view);
/* Returns the same for the player alone; it has the place {where}. */
enum message turn_private_message(const struct game *game, const struct view *view);
/* Adds a sentence for each special choice of the seat to move: to call with a King, to discard. */
void turn_add_offers(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct game *game, const struct view *view);
enum message turn_refusal_message(enum refusal refusal);

#endif
