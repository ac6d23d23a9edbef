/* listener.h - whoever hears a line: a channel, or somebody in private, each in their own way. */
#ifndef BOT_TALK_LISTENER_H
#define BOT_TALK_LISTENER_H

#include "bot/talk/watchers.h"

struct listener {
	struct network *network;
	const char *target; /* a channel's name or somebody's connection; NULL: cannot be reached */
	struct locale locale;
	uint8_t via; /* enum via */
	bool private;
	bool quiet;              /* not told of every card */
	struct watcher *watcher; /* what waits for them of the table at hand, or NULL */
	uint64_t about;          /* what is shown them in whose thread lines belong, or 0 */
	bool answered; /* a line to them may answer a command; false for news of a table */
};

/* Both live as long as whom they name, and that one's connection. */
struct listener listener_channel(const struct channel *channel);
struct listener listener_person(const struct person *person);
/* Who hears of a table first: its channel, or whoever sits at it in private. */
struct listener listener_table(const struct table *table);
/*
 * Hands a line to a listener and empties it; in private a text of several lines is as many lines.
 * Returns what the driver's `waits` knows the last by, 0: it does not wait.
 */
uint64_t listener_hear(const struct listener *listener, struct string *line);
/* The same with what holds only for now behind it, until there is more about that topic. */
uint64_t listener_hear_passing(const struct listener *listener, struct string *line,
	struct string *passing, uint64_t topic);

/* Somebody is soon to be told things in private: what that takes is done now. */
void listener_expect(const struct person *person);
/* True if their network can change what it has said. */
bool listener_shows(const struct listener *listener);
/* Shows them text, which stays; returns likewise. */
uint64_t listener_show(
	const struct listener *listener, const struct string *text, const struct showing *showing);

#endif
