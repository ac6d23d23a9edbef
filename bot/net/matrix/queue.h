/*
 * matrix/queue.h - the queue of outgoing messages, one Matrix event for each. Pure: no I/O.
 *
 * Lines to one target are joined into one event until it is sent. A shown message has an event of
 * its own; only one that notifies is joined with waiting lines. An event's name is the transaction
 * id of its request, so that the server recognizes a repeated one, even after a restart.
 */
#ifndef BOT_NET_MATRIX_QUEUE_H
#define BOT_NET_MATRIX_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/string.h"
#include "bot/net/network.h"

/*
 * QUEUE_TEXT: bytes of an event's text, more begins another event. QUEUE_EVENTS: the queue's
 * length, more is refused.
 */
enum { QUEUE_TEXT = 12 * 1024, QUEUE_EVENTS = 4096, QUEUE_NAME = 32 };

struct queue;

/* The thread of a command to answer: its first event, empty for no thread, and its room. */
struct queue_thread {
	char event[NETWORK_CHANNEL];
	char room[NETWORK_CHANNEL];
};

/* The text of an event: lines, and below them a shown message. */
struct queue_content {
	struct string text; /* lines separated by LF */
	size_t passing;     /* bytes at the end of text that a restart drops */
	uint64_t about;     /* the topic of the shown message whose thread the lines go in, or 0 */
	struct queue_thread thread;
	unsigned lines;
	uint64_t topic; /* the topic of the shown message, or 0 */
	uint64_t edition;
	struct string shown;
	struct string choices;
	bool notifies;    /* notifies the person */
	bool new_message; /* sent as a new message, not as an edit */
	bool last; /* the last event for a forgotten person: the bot then leaves their room */
};

struct queue_event {
	struct queue_event *next;
	char name[QUEUE_NAME]; /* the transaction id; as text in the order of numbers */
	uint64_t number;
	char target[NETWORK_CHANNEL]; /* the id of a room or a person */
	struct queue_content words;
	bool was_sent; /* sent at least once: it must not change, as the server may have it */
	bool staged;   /* changed in this batch */
	bool fresh;    /* added in this batch */
	struct queue_content before; /* the text to restore if the batch fails */
	unsigned tries, refused;
};

/* Opens a queue. Numbers begin behind `first`; salt makes the names of this run unique. */
struct queue *queue_open(uint64_t first, uint32_t salt);
void queue_close(struct queue *queue);

/* Adds a line for a target; thread NULL: none. Returns its event, or NULL if the queue is full. */
struct queue_event *queue_say(struct queue *queue, const char *target, const struct saying *saying,
	const struct queue_thread *thread);
/* Adds a shown message likewise. It replaces an edition of the same topic that was not sent yet. */
struct queue_event *queue_show(
	struct queue *queue, const char *target, const struct showing *showing, bool anew);
/* Adds a stored event by its name, without words. Returns NULL if the queue is full. */
struct queue_event *queue_restore(struct queue *queue, const char *name, const char *target);
/* Commit or roll back this batch's changes. queue_commit returns true if there were any. */
bool queue_commit(struct queue *queue);
void queue_roll_back(struct queue *queue);
/* Finds the first event that may be sent: not staged, first for its target, and `goes` is true. */
struct queue_event *queue_next_ready(const struct queue *queue,
	bool (*goes)(void *context, const struct queue_event *event), void *context);
/* Redirects an event to another target. */
void queue_redirect(struct queue_event *event, const char *target);
struct queue_event *queue_find(const struct queue *queue, const char *name);
/* Removes and frees an event. */
void queue_drop(struct queue *queue, struct queue_event *event);
bool queue_full(const struct queue *queue);
/* True if an event has that number. */
bool queue_holds(const struct queue *queue, uint64_t number);
/* Return the first event for a target, or the first one not sent yet, or NULL. */
struct queue_event *queue_first_to(const struct queue *queue, const char *target);
struct queue_event *queue_first_unsent(const struct queue *queue, const char *target);
/* Marks the last event for a target as `last`. Returns it, or NULL if the target has no event. */
struct queue_event *queue_mark_last(struct queue *queue, const char *target);
/* True if a queued event for a target is marked as `last`. */
bool queue_has_last(const struct queue *queue, const char *target);
/* Returns the last event that shows a topic to a target, or NULL. */
struct queue_event *queue_find_shown(const struct queue *queue, const char *target, uint64_t topic);
/* Returns the number of lines that wait for a target, or (NULL) for all. */
size_t queue_lines(const struct queue *queue, const char *target);

#endif
