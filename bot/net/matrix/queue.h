/*
 * matrix/queue.h - what is still to be said on Matrix. Pure: no I/O.
 *
 * What is said to one room or person before the server takes it becomes one event, of as many
 * lines; what is shown there is one of its own, unless it is loud. Each event has a number of its
 * own, for ever, by which the server knows it again.
 */
#ifndef BOT_NET_MATRIX_QUEUE_H
#define BOT_NET_MATRIX_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/string.h"
#include "bot/net/network.h"

/*
 * QUEUE_TEXT: bytes of one event's text; more is another event. QUEUE_EVENTS: that may wait; what
 * is beyond is refused.
 */
enum { QUEUE_TEXT = 12 * 1024, QUEUE_EVENTS = 4096, QUEUE_NAME = 32 };

struct queue;

/* The thread of a command that is answered: its first event, empty: none, and the room. */
struct queue_thread {
	char event[NETWORK_CHANNEL];
	char room[NETWORK_CHANNEL];
};

/* What an event says: lines, and below them what is shown. */
struct queue_words {
	struct string text; /* lines, with LF between them */
	size_t passing;     /* bytes at their end that hold only while the bot runs */
	uint64_t about;     /* the topic of the message whose thread they belong to, or 0 */
	struct queue_thread thread;
	unsigned lines;
	uint64_t topic; /* what is shown; 0: nothing */
	uint64_t edition;
	struct string shown;
	struct string choices;
	bool loud; /* whoever it is shown to is to be told of it */
	bool anew; /* a message of its own, wherever it stood before */
	bool last; /* behind it nothing is to tell of whom it is for */
};

struct queue_event {
	struct queue_event *next;
	char name[QUEUE_NAME]; /* its number, in words: increasing as text */
	uint64_t number;
	char target[NETWORK_CHANNEL]; /* a room's id, or a person's */
	struct queue_words words;
	bool gone;                 /* the server may have it already: it stays as it is */
	bool staged;               /* changed in this batch, … */
	bool fresh;                /* … in which it began, … */
	struct queue_words before; /* … or what it was before that */
	unsigned tries, refused;
};

/* Numbers begin behind `first`; salt makes the names of this run unique. */
struct queue *queue_open(uint64_t first, uint32_t salt);
void queue_close(struct queue *queue);

/* A line more to a target; thread NULL: none. The event that holds it, NULL: it is refused. */
struct queue_event *queue_say(struct queue *queue, const char *target, const struct saying *saying,
	const struct queue_thread *thread);
/* Something shown there; likewise. What of it has not gone yet never goes. */
struct queue_event *queue_show(
	struct queue *queue, const char *target, const struct showing *showing, bool anew);
/* Adds a stored event by its name, without words. Returns NULL if the queue is full. */
struct queue_event *queue_restore(struct queue *queue, const char *name, const char *target);
/* What was staged may go, true if anything was; or is as it was before the batch. */
bool queue_release(struct queue *queue);
void queue_forget(struct queue *queue);
/* The first event to its target that may go there, of which `goes` says so. */
struct queue_event *queue_first(const struct queue *queue,
	bool (*goes)(void *context, const struct queue_event *event), void *context);
/* An event is to another target from now on. */
void queue_turn(struct queue_event *event, const char *target);
struct queue_event *queue_named(const struct queue *queue, const char *name);
/* It has been said, or never will be. */
void queue_drop(struct queue *queue, struct queue_event *event);
/* True if no more events may wait. */
bool queue_full(const struct queue *queue);
/* True if an event of that number waits. */
bool queue_holds(const struct queue *queue, uint64_t number);
/* The first event to a target, or NULL; and the first that has not gone yet. */
struct queue_event *queue_to(const struct queue *queue, const char *target);
struct queue_event *queue_here(const struct queue *queue, const char *target);
/* What waits for a target is the last for it: the event that says so, or NULL: nothing waits. */
struct queue_event *queue_end(struct queue *queue, const char *target);
/* True if queue_end was called for a target, and lines still wait for it. */
bool queue_ends(const struct queue *queue, const char *target);
/* The last event that shows something to a target, or NULL. */
struct queue_event *queue_showing(const struct queue *queue, const char *target, uint64_t topic);
/* Lines that wait for a target; NULL: for any. */
size_t queue_lines(const struct queue *queue, const char *target);

#endif
