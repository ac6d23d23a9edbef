/* hand.h - shows players their turn, the table and their numbered cards, in a private line. */
#ifndef BOT_TALK_HAND_H
#define BOT_TALK_HAND_H

#include "bot/talk/speech.h"

/*
 * Shows players their hand if they have the turn, new cards, or news for them alone. If only AI
 * players move before a player's turn, new cards are not shown yet: hand_show_due does that.
 */
void hand_show_all(struct speech *speech, struct table *table);
/*
 * Shows new cards that hand_show_all held back. Call it repeatedly once hands_due_at has passed,
 * because players may return later.
 */
void hand_show_due(struct speech *speech, struct table *table);
/*
 * Shows a player their hand and the table in one private line. In a terminal window, which shows
 * both already, only numbers the cards.
 */
void hand_show(struct speech *speech, struct table *table, unsigned seat);
/*
 * Shows a player their hand because they asked for it: below all later lines, even if it was shown
 * before.
 */
void hand_show_requested(struct speech *speech, struct table *table, unsigned seat);

#endif
