/* matrix/outgoing.h - messages to rooms and people: the queue, its copy on disk, sending. */
#ifndef BOT_NET_MATRIX_OUTGOING_H
#define BOT_NET_MATRIX_OUTGOING_H

#include "bot/net/matrix/queue.h"
#include "bot/net/matrix/request.h"
#include "bot/net/pace.h"

struct matrix_room;

struct matrix_outgoing {
	struct queue *queue;
	struct queue_thread heard_in; /* the thread of the message that is reported now */
	struct http_request *sending;
	char said[QUEUE_NAME];   /* the event that is sent */
	char said_in[MATRIX_ID]; /* the room it is sent to */
	uint64_t pause;          /* no message goes before that time: the rate limit */
	struct pace pace;
};

/* ---- outgoing_store.c ---- */

/*
 * Queues a message to a room or a person by their id, in a thread or (NULL) none, and stores it.
 * Returns its number, or 0 if there are too many.
 */
uint64_t matrix_outgoing_say(struct matrix *matrix, const char *target, const struct saying *saying,
	const struct queue_thread *thread);
/* Stores a queued event that changed, and returns its number; NULL (queue full): 0. */
uint64_t matrix_outgoing_keep(struct matrix *matrix, const struct queue_event *event);
/* Ends what is told to a person with the lines that wait. Returns false if none does. */
bool matrix_outgoing_end(struct matrix *matrix, const char *target);
/* Drops an event that is sent, or never will be. */
void matrix_outgoing_over(struct matrix *matrix, struct queue_event *event);
/* Redirects the events of a room to its successor. */
void matrix_outgoing_turn(struct matrix *matrix, const char *room, const char *next);
/* Drops all events of a target. */
void matrix_outgoing_drop(struct matrix *matrix, const char *room);
/* Reads a stored event. */
void matrix_outgoing_load(struct matrix *matrix, const char *name, const char *value);

/* ---- speech.c ---- */

/* Sends the next event that may go; lowers *then to the time of a later one. */
void matrix_speech_next(struct matrix *matrix, uint64_t *then);
/* Returns the room where lines to a person or a room go now, or NULL. */
struct matrix_room *matrix_speech_room(const struct matrix *matrix, const char *target);
/* Drops an event whose echo the server has synced: it was sent. */
void matrix_speech_echo(struct matrix *matrix, const struct matrix_room *room, const json_t *heard);
/* Returns the milliseconds until that many requests may go at once. */
uint64_t matrix_speech_wait(const struct matrix *matrix, unsigned events);
/* Counts a request against the pace. */
void matrix_speech_spend(struct matrix *matrix);
/* Obeys a rate limit (429). Returns false if the answer is none. */
bool matrix_speech_later(struct matrix *matrix, const struct http_answer *answer);

#endif
