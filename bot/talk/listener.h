/*
 * listener.h - a listener: the channel or person that gets a line, with their language and style.
 */
#ifndef BOT_TALK_LISTENER_H
#define BOT_TALK_LISTENER_H

#include "bot/talk/recipients.h"

struct listener {
	struct network *network;
	/* name of a channel, or key of a connection; NULL: the listener cannot be reached */
	const char *target;
	struct locale locale;
	uint8_t via; /* enum via: message or notice */
	bool private;
	bool quiet;                  /* the listener gets no line for each single card */
	struct recipient *recipient; /* the listener's pending news of a table, or NULL */
	/* topic of the shown message whose thread gets the lines; 0: no thread */
	uint64_t thread_topic;
	/* true: lines may answer the running command; false: lines are news of a table */
	bool is_answer;
	/* lines notify the listener, even if the listener has just said something */
	bool urgent;
};

/* Returns a listener for a channel, valid as long as the channel. */
struct listener listener_channel(const struct channel *channel);
/* Returns a listener for a person, valid as long as the person and their connection. */
struct listener listener_person(const struct person *person);
/*
 * Returns the listener that gets a table's news first: its channel, or the person at a private
 * table.
 */
struct listener listener_table(const struct table *table);
/* Sends a line and empties it. In private, each \n begins another line. */
void listener_send(const struct listener *listener, struct string *line);
/*
 * Sends a line like listener_send, followed by `transient`. The network drops `transient` if a
 * newer line on the topic comes before it is sent. Returns the number of the last line for the
 * network driver's `waits`, or 0 if no line is queued.
 */
uint64_t listener_send_droppable(const struct listener *listener, struct string *line,
	struct string *transient, uint64_t topic);
/*
 * Prepares the network for private lines to a person, for example by opening a room. Does nothing
 * if the network needs no preparation.
 */
void listener_prepare(const struct person *person);
/* Shows to the first listener of a table that an AI player is thinking, if the network can. */
void listener_show_typing(const struct table *table);
/* True if the listener's network can edit sent messages. */
bool listener_can_edit(const struct listener *listener);
/*
 * Shows a message that can be edited in place later. Returns its number for the network driver's
 * `waits`, or 0 if nothing is queued.
 */
uint64_t listener_show(
	const struct listener *listener, const struct string *text, const struct showing *showing);

#endif
