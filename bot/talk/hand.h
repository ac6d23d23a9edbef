/*
 * hand.h - the private line that shows a seat its hand: whose turn it is, what lies on the table,
 * and the cards, which are numbered by it.
 */
#ifndef BOT_TALK_HAND_H
#define BOT_TALK_HAND_H

#include "bot/talk/speech.h"

/*
 * To each seat that got cards or has the turn since the last call, one private line with its hand.
 * Whose turn comes as soon as AI players have moved is shown their new cards then, or by
 * hand_show_due, to be called where the table's due_at is over; so is who was not there, once they
 * are.
 */
void hand_show_all(struct speech *speech, struct table *table);
void hand_show_due(struct speech *speech, struct table *table);
/*
 * A seat's hand and what lies on the table, as one private line to its player; to one who sees that
 * all the time only what else they alone may know.
 */
void hand_show(struct speech *speech, struct table *table, unsigned seat);
/* The same for who has asked for it: said again where it is shown already. */
void hand_show_asked(struct speech *speech, struct table *table, unsigned seat);

#endif
