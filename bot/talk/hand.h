/* hand.h - the private line that shows a player their turn, the table and their numbered cards. */
#ifndef BOT_TALK_HAND_H
#define BOT_TALK_HAND_H

#include "bot/talk/speech.h"

/*
 * Shows a hand to each player with the turn, new cards, or news for them alone. New cards wait
 * while only AI players move before their owner's turn: hand_show_due shows them after the table's
 * due_at, and to absent players when they are back.
 */
void hand_show_all(struct speech *speech, struct table *table);
void hand_show_due(struct speech *speech, struct table *table);
/*
 * Shows a player their hand and the table in one private line. In a terminal window, which shows
 * both, it only numbers the cards.
 */
void hand_show(struct speech *speech, struct table *table, unsigned seat);
/* The same after a request: shows the hand below all later lines, even if it was shown before. */
void hand_show_requested(struct speech *speech, struct table *table, unsigned seat);

#endif
