/* matrix/outgoing.h - outgoing messages: the queue, its copy on disk, sending. */
#ifndef BOT_NET_MATRIX_OUTGOING_H
#define BOT_NET_MATRIX_OUTGOING_H

#include "bot/net/matrix/queue.h"
#include "bot/net/matrix/request.h"
#include "bot/net/pace.h"

struct matrix_room;

struct matrix_outgoing {
	struct queue *queue;
	struct queue_thread reply_thread; /* the thread of the message that is reported now */
	struct http_request *sending;
	char sending_name[QUEUE_NAME]; /* the name of the event being sent */
	char sending_room[MATRIX_ID];  /* the room it is sent to */
	uint64_t pause;                /* the rate limit: no message goes before that time */
	struct pace pace;
};

/* ---- outgoing_store.c ---- */

/*
 * Queues a message to a room or person by id, in a thread or (NULL) none, and stores it. Returns
 * its number, or 0 if the queue is full.
 */
uint64_t matrix_outgoing_add(struct matrix *matrix, const char *target, const struct saying *saying,
	const struct queue_thread *thread);
/* Stores a queued event that changed, and returns its number. NULL logs a full queue, returns 0. */
uint64_t matrix_outgoing_store(struct matrix *matrix, const struct queue_event *event);
/* Marks the queued lines to a person as the last ones. Returns false if the person has none. */
bool matrix_outgoing_mark_last(struct matrix *matrix, const char *target);
/* Removes an event that was sent or never will be. */
void matrix_outgoing_remove(struct matrix *matrix, struct queue_event *event);
/* Redirects a room's events to its successor. */
void matrix_outgoing_redirect(struct matrix *matrix, const char *room, const char *next);
/* Drops all events of a target. */
void matrix_outgoing_drop(struct matrix *matrix, const char *room);
/* Adds a stored event to the queue. */
void matrix_outgoing_load(struct matrix *matrix, const char *name, const char *value);

/* ---- speech.c ---- */

/* Sends the next event if the pace allows it; lowers *then to the time when it does. */
void matrix_outgoing_send_next(struct matrix *matrix, uint64_t *then);
/* Returns the room for a target's lines: itself, or a person's usable direct room, or NULL. */
struct matrix_room *matrix_outgoing_find_room(const struct matrix *matrix, const char *target);
/* Removes a queued event when the sync shows that the server has it. */
void matrix_outgoing_handle_echo(
	struct matrix *matrix, const struct matrix_room *room, const json_t *heard);
/* Returns the milliseconds until the pace allows so many requests at once. */
uint64_t matrix_outgoing_delay(const struct matrix *matrix, unsigned events);
/* Counts a request against the pace. */
void matrix_outgoing_count_sent(struct matrix *matrix);
/* Obeys a rate limit. Returns false if the answer is not a 429. */
bool matrix_outgoing_handle_limit(struct matrix *matrix, const struct http_answer *answer);

#endif
