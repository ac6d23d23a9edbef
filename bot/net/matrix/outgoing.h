/* matrix/outgoing.h - outgoing messages: the queue, its stored copy, and sending. */
#ifndef BOT_NET_MATRIX_OUTGOING_H
#define BOT_NET_MATRIX_OUTGOING_H

#include "bot/net/matrix/queue.h"
#include "bot/net/matrix/request.h"
#include "bot/net/pace.h"

struct matrix_room;

struct matrix_outgoing {
	struct queue *queue;
	/* thread of the message that network_events.message reports just now; answers go there */
	struct queue_thread reply_thread;
	struct http_request *sending;
	char sending_name[QUEUE_NAME]; /* transaction id of the event being sent */
	char sending_room[MATRIX_ID];  /* id of the room that the event is being sent to */
	bool sending_again; /* the event was sent before: the server may have it already */
	uint64_t pause;     /* after a 429 or a failure: the earliest time to send a message */
	struct pace pace;
	unsigned direct; /* messages to people since the last one to a room */
	/*
	 * ms until the rate limit lets the waiting event for a room go, see outgoing_must_yield; 0:
	 * no event has to wait
	 */
	uint64_t yield_wait;
	bool felt; /* the log has told the operator that players wait for the rate limit */
};

/* ---- outgoing_store.c ---- */

/*
 * Queues a message and stores it. target: the id of a room or person. thread NULL: no thread.
 * Returns the event's number, or 0 if the queue is full.
 */
uint64_t matrix_outgoing_add(struct matrix *matrix, const char *target, const struct saying *saying,
	const struct queue_thread *thread);
/*
 * Stores a changed event of the queue and returns its number. event NULL means that the queue was
 * full: logs that and returns 0.
 */
uint64_t matrix_outgoing_store(struct matrix *matrix, const struct queue_event *event);
/*
 * Marks the last queued event to a person: once it is sent, the bot leaves the person's room.
 * Returns false if no event is queued.
 */
bool matrix_outgoing_mark_last(struct matrix *matrix, const char *target);
/* Removes an event from the queue and the database, because it was sent or never will be. */
void matrix_outgoing_remove(struct matrix *matrix, struct queue_event *event);
/* Redirects the unsent events of a room to the room's successor `next`. */
void matrix_outgoing_redirect(struct matrix *matrix, const char *room, const char *next);
/* Drops all events and shown messages of a room or person. */
void matrix_outgoing_drop(struct matrix *matrix, const char *room);
/* Adds an event read from the database to the queue. */
void matrix_outgoing_load(struct matrix *matrix, const char *name, const char *value);

/* ---- outgoing_send.c ---- */

/*
 * Sends the next event if the rate limit allows it; otherwise lowers *then to the time when it
 * will.
 */
void matrix_outgoing_send_next(struct matrix *matrix, uint64_t *then);
/*
 * Returns the room to send a target's lines to: the target itself, or a person's direct room if it
 * is usable. Returns NULL without a usable room.
 */
struct matrix_room *matrix_outgoing_find_room(const struct matrix *matrix, const char *target);
/* Handles an event of the bot in a sync: the server has the event, so removes it from the queue. */
void matrix_outgoing_handle_echo(
	struct matrix *matrix, const struct matrix_room *room, const json_t *echo);
/* Pauses sending after a 429, the server's rate limit. Returns false for any other answer. */
bool matrix_outgoing_handle_limit(struct matrix *matrix, const struct http_answer *answer);

#endif
