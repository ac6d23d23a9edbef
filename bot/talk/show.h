/*
 * show.h - shows a table or a hand in a message that is edited in place, on networks that can edit.
 * There, lines tell only the major events.
 */
#ifndef BOT_TALK_SHOW_H
#define BOT_TALK_SHOW_H

#include "bot/talk/listener.h"
#include "bot/talk/render.h"

/* The topics of lines and messages. A new message replaces the one before it on the same topic. */
enum topic { TOPIC_NEXT, TOPIC_HAND, TOPIC_TABLE, TOPICS };

/* Returns the number of a topic at a table. */
uint64_t show_topic(const struct table *table, enum topic topic);
/* True if a table is shown to a listener. A private table is only told in lines. */
bool show_is_for(const struct listener *listener, const struct table *table);
/*
 * Shows the table as bystanders see it. render: the listener's language and style; its `out` is not
 * used.
 */
void show_table(
	const struct listener *listener, const struct render *render, enum showing_place place);
/*
 * Shows a player their hand in `words`, with a button for each card. Returns the number of the
 * message for the network driver's `waits`, or 0.
 */
uint64_t show_hand(const struct listener *listener, const struct render *render,
	const struct string *words, enum showing_place place);
/* Removes the buttons from a hand that was shown. The hand's text stays. */
void show_remove_buttons(const struct listener *listener, const struct table *table);
/*
 * Ends the messages that show a hand and a table to a listener: they are never edited again, and a
 * queued hand is not sent.
 */
void show_finish(const struct listener *listener, const struct table *table);

#endif
