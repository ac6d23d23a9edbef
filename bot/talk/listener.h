/* listener.h - the receiver of a line: a channel, or a person in private, and how they read. */
#ifndef BOT_TALK_LISTENER_H
#define BOT_TALK_LISTENER_H

#include "bot/talk/watchers.h"

struct listener {
	struct network *network;
	const char *target; /* a channel's name or a connection; NULL: unreachable */
	struct locale locale;
	uint8_t via; /* enum via */
	bool private;
	bool quiet;              /* gets no line for every card */
	struct watcher *watcher; /* their pending news of the table, or NULL */
	uint64_t thread_topic;   /* topic of the shown message whose thread gets the lines, or 0 */
	bool is_answer;          /* a line may answer a command; false for news of a table */
};

/* Returns a channel or person as a listener, valid as long as they and their connection. */
struct listener listener_channel(const struct channel *channel);
struct listener listener_person(const struct person *person);
/* Returns the first listener of a table's news: its channel, or the person at a private table. */
struct listener listener_table(const struct table *table);
/*
 * Sends a line and empties it; in private each \n begins another line. Returns the number by which
 * the driver's `waits` knows the last one, or 0 if it is not queued.
 */
uint64_t listener_send(const struct listener *listener, struct string *line);
/* The same with `passing` behind it, dropped if more is said on that topic before it is sent. */
uint64_t listener_send_droppable(const struct listener *listener, struct string *line,
	struct string *passing, uint64_t topic);

/* Prepares the network for private lines to a person, if that takes time. */
void listener_prepare(const struct person *person);
/* True if the listener's network can edit messages. */
bool listener_can_edit(const struct listener *listener);
/* Shows a message that is edited in place. Returns a number for `waits`, or 0. */
uint64_t listener_show(
	const struct listener *listener, const struct string *text, const struct showing *showing);

#endif
