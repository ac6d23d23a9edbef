/*
 * show.h - what is shown of a table, and of a hand, on a network that can change what it has said:
 * there lines are only for what changes much.
 */
#ifndef BOT_TALK_SHOW_H
#define BOT_TALK_SHOW_H

#include "bot/talk/listener.h"
#include "bot/talk/render.h"

/* What is shown, or told until there is more to say about it: who is next, a hand, a table. */
enum topic { TOPIC_NEXT, TOPIC_HAND, TOPIC_TABLE, TOPICS };

uint64_t show_topic(const struct table *table, enum topic topic);
/* True if the listener is shown the table; who is alone there hears all of it. */
bool show_is_for(const struct listener *listener, const struct table *table);
/* Shows the table as bystanders see it; render, which has no out, says how the listener reads. */
void show_table(
	const struct listener *listener, const struct render *render, enum showing_place place);
/*
 * Shows a seat's hand in these words to its player, and what they may tap. Returns what the
 * driver's `waits` knows it by.
 */
uint64_t show_hand(const struct listener *listener, const struct render *render,
	const struct string *words, enum showing_place place);
/* A hand that is shown stays as it is, but nothing of it can be tapped. */
void show_past(const struct listener *listener, const struct table *table);
/* Neither is shown again. */
void show_end(const struct listener *listener, const struct table *table);

#endif
