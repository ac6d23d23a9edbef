/* turn.h - chooses the messages for what a game asks a player to do, and for refused moves. */
#ifndef BOT_TALK_TURN_H
#define BOT_TALK_TURN_H

#include "bot/text/catalog.h"
#include "engine/game.h"

/*
 * Returns the message that tells everyone what the game asks the view's owner to do. It has a
 * placeholder {seat} for the owner.
 */
enum message turn_public_message(const struct game *game, const struct view *view);
/*
 * Returns the message that tells the view's owner what the game asks them to do. It has a
 * placeholder {where} for the place of the table.
 */
enum message turn_private_message(const struct game *game, const struct view *view);
/* Returns the message that tells the view's owner the same on a page, where they tap. */
enum message turn_page_message(const struct game *game, const struct view *view);
/* Returns the message on the button of a move: "play", "call a mitten". */
enum message turn_move_message(struct move move);
/*
 * Adds a sentence for each special move that the view's owner may make, like calling with a King.
 */
void turn_add_offers(struct string *out, const struct catalog *catalog, struct locale locale,
	const struct game *game, const struct view *view);
enum message turn_refusal_message(enum refusal refusal);

#endif
