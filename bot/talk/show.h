/*
 * show.h - messages that show a table or a hand and are edited in place, on networks with editing.
 * Lines there only tell major events.
 */
#ifndef BOT_TALK_SHOW_H
#define BOT_TALK_SHOW_H

#include "bot/talk/listener.h"
#include "bot/talk/render.h"

/* Topics of messages: the next one on the same topic replaces or drops the last. */
enum topic { TOPIC_NEXT, TOPIC_HAND, TOPIC_TABLE, TOPICS };

uint64_t show_topic(const struct table *table, enum topic topic);
/* True if the listener is shown the table. A private table is told in lines only. */
bool show_is_for(const struct listener *listener, const struct table *table);
/* Shows the table as bystanders see it. render says how the listener reads; its out is unused. */
void show_table(
	const struct listener *listener, const struct render *render, enum showing_place place);
/* Shows a player their hand in `words`, with cards to tap. Returns a number for `waits`, or 0. */
uint64_t show_hand(const struct listener *listener, const struct render *render,
	const struct string *words, enum showing_place place);
/* Removes the cards to tap from a shown hand, and keeps its text. */
void show_remove_buttons(const struct listener *listener, const struct table *table);
/* Finishes the messages of a hand and a table: they are never shown again. */
void show_finish(const struct listener *listener, const struct table *table);

#endif
