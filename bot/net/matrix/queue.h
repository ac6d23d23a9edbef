/*
 * matrix/queue.h - the queue of outgoing messages, one Matrix event for each. Pure: no I/O.
 *
 * Lines to one target are joined into one event until the event is sent. A shown message has its
 * own event; but if the shown message notifies the person, it is joined with waiting lines. An
 * event's name is the transaction id of its request, so that the server recognizes a repeated
 * request, even after a restart.
 */
#ifndef BOT_NET_MATRIX_QUEUE_H
#define BOT_NET_MATRIX_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/base/string.h"
#include "bot/net/network.h"

/*
 * QUEUE_TEXT: maximum number of bytes of an event's text; further lines go in another event.
 * QUEUE_EVENTS: maximum number of events in the queue; further ones are refused. QUEUE_NAME: bytes
 * of an event's name. QUEUE_URL: bytes of a file's URL, NUL included.
 */
enum { QUEUE_TEXT = 12 * 1024, QUEUE_EVENTS = 4096, QUEUE_NAME = 32, QUEUE_URL = 256 };

struct queue;

/* The event to which answers to a command refer: the command, or the first event of its thread. */
struct queue_thread {
	/* id of the command, or of the first event of its thread; empty: no answer */
	char event[NETWORK_CHANNEL];
	char room[NETWORK_CHANNEL]; /* id of the message's room */
	bool is_reply;              /* the answer is a reply to the command, not part of a thread */
};

/* The content of an event: lines, and below them a shown message. */
struct queue_content {
	struct string text; /* lines separated by LF, or the bytes of a file */
	struct string file; /* name of the file; empty: no file */
	/* bytes at the end of `text` that are true only for now; dropped at a restart */
	size_t passing;
	uint64_t about; /* topic of the shown message whose thread gets the lines, or 0 */
	struct queue_thread thread;
	unsigned lines;
	uint64_t topic; /* topic of the shown message; 0: no shown message */
	uint64_t edition;
	struct string shown;
	struct string choices;
	bool notifies;    /* send a new message, which notifies the person if they are away */
	bool urgent;      /* notify the person, even if they have just said something */
	bool new_message; /* send a new message instead of an edit */
	/*
	 * the last event for a person whose data is deleted; once it is sent, the bot leaves their
	 * room
	 */
	bool last;
};

struct queue_event {
	struct queue_event *next;
	/* transaction id of the event; sorting by name also sorts by number */
	char name[QUEUE_NAME];
	uint64_t number;
	char target[NETWORK_CHANNEL]; /* the id of a room or a person */
	struct queue_content words;
	/* the server may have the event, so it must not change */
	bool was_sent;
	char url[QUEUE_URL];         /* URL of the event's uploaded file; empty: not uploaded */
	bool staged;                 /* changed in this batch */
	bool fresh;                  /* added in this batch */
	struct queue_content before; /* content to restore if the batch fails */
	unsigned tries;              /* failed attempts to send */
	unsigned refused;            /* refusals (403) of the room */
};

/*
 * Opens a queue. The first event has the number first + 1. `salt` makes the names unique to this
 * run.
 */
struct queue *queue_open(uint64_t first, uint32_t salt);
void queue_close(struct queue *queue);

/*
 * Adds a line for a target. thread NULL: no thread. Returns the event with the line, or NULL if the
 * queue is full.
 */
struct queue_event *queue_say(struct queue *queue, const char *target, const struct saying *saying,
	const struct queue_thread *thread);
/*
 * Adds a shown message for a target; replaces an unsent edition of the same topic. anew: send a new
 * message instead of an edit. Returns the event, or NULL if the queue is full.
 */
struct queue_event *queue_show(
	struct queue *queue, const char *target, const struct showing *showing, bool anew);
/*
 * Removes from the queue a shown message that would notify its target, unless the server may have
 * it already. Returns the message's event, or NULL if nothing was removed. If the event has no
 * other lines, it is then empty and queue_commit drops it.
 */
struct queue_event *queue_cancel_shown(struct queue *queue, const char *target, uint64_t topic);
/* True if an event has nothing to send. */
bool queue_is_empty(const struct queue_event *event);
/*
 * Adds a stored event by its name; the caller fills in `words`. Returns NULL if the queue is full.
 */
struct queue_event *queue_restore(struct queue *queue, const char *name, const char *target);
/*
 * Commits the changes of this batch, and drops empty events. Returns true if anything has changed.
 */
bool queue_commit(struct queue *queue);
/* Undoes the changes of this batch. */
void queue_roll_back(struct queue *queue);
/*
 * Finds the first event that may be sent: it is not staged, it is the first event for its target,
 * and `goes` returns true for it. Returns NULL if no event may be sent.
 */
struct queue_event *queue_next_ready(const struct queue *queue,
	bool (*goes)(void *context, const struct queue_event *event), void *context);
/* Finds an event by its name. Returns NULL if not found. */
struct queue_event *queue_find(const struct queue *queue, const char *name);
/* Removes and frees an event. */
void queue_drop(struct queue *queue, struct queue_event *event);
/* True if the queue has QUEUE_EVENTS events. */
bool queue_full(const struct queue *queue);
/* True if the queue has an event with this number. */
bool queue_holds(const struct queue *queue, uint64_t number);
/* Returns the first event for a target, or NULL. */
struct queue_event *queue_first_to(const struct queue *queue, const char *target);
/* Returns the first event for a target that was not sent yet, or NULL. */
struct queue_event *queue_first_unsent(const struct queue *queue, const char *target);
/*
 * Marks the last event for a target as `last`. Returns the event, or NULL if the target has none.
 */
struct queue_event *queue_mark_last(struct queue *queue, const char *target);
/* True if a queued event for a target is marked as `last`. */
bool queue_has_last(const struct queue *queue, const char *target);
/* Returns the last event that shows a topic to a target, or NULL. */
struct queue_event *queue_find_shown(const struct queue *queue, const char *target, uint64_t topic);
/* Returns the number of lines that wait for a target; target NULL: for all targets. */
size_t queue_lines(const struct queue *queue, const char *target);

#endif
