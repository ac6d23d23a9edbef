/* refusal.h - tells a player why a move is refused. */
#ifndef BOT_COMMAND_REFUSAL_H
#define BOT_COMMAND_REFUSAL_H

#include "bot/command/command.h"
#include "bot/talk/render.h"

/* Adds the sentence that refuses a move of the render's seat: why, and which moves are allowed. */
void refusal_add(const struct render *render, struct move move, enum message why);
/* Tells the player of a seat, the caller, why their move is refused and which moves are allowed. */
void refusal_tell(struct request *request, struct table *table, unsigned seat, struct move move,
	enum message why);
/*
 * Tells the caller why they cannot use a card: one that their sentence names, or if it names no
 * card, the first one in the hand that they cannot use. It must be their turn. Returns false, and
 * tells nothing, if they can use them all.
 */
bool refusal_explain(struct request *request, struct table *table, unsigned seat);

#endif
