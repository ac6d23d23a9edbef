/* line_queue.h - queues of waiting lines. Only for outbox.c. */
#ifndef BOT_NET_LINE_QUEUE_H
#define BOT_NET_LINE_QUEUE_H

#include <string.h>

#include "bot/net/outbox.h"

/*
 * A first-in, first-out queue; `last` is valid only while `first` is not NULL. In a queue of lines
 * to be sent, each entry is the first line to one target; the other lines to that target are in its
 * list `more`.
 */
struct line_queue {
	struct outbox_line *first;
	struct outbox_line *last;
};

/* Appends a line to a queue. */
static inline void queue_put(struct line_queue *queue, struct outbox_line *line)
{
	line->next = NULL;
	if (queue->first == NULL)
		queue->first = line;
	else
		queue->last->next = line;
	queue->last = line;
}

/* Takes the first line out of a queue. Returns NULL if the queue is empty. */
static inline struct outbox_line *queue_take(struct line_queue *queue)
{
	struct outbox_line *line = queue->first;
	if (line != NULL)
		queue->first = line->next;
	return line;
}

static inline struct outbox_line *line_queue_find(
	const struct line_queue *queue, const char *target)
{
	struct outbox_line *head = queue->first;
	while (head != NULL && strcmp(head->target, target) != 0)
		head = head->next;
	return head;
}

/* Takes the first line out of a queue. The other lines to its target go to the end of `others`. */
static inline struct outbox_line *line_queue_take_turn(
	struct line_queue *queue, struct line_queue *others)
{
	struct outbox_line *line = queue_take(queue);
	if (line != NULL && line->more != NULL) {
		line->more->tail = line->tail;
		queue_put(others, line->more);
	}
	return line;
}

#endif
