/* lane.h - the queues of an outbox. Only for outbox.c. */
#ifndef BOT_NET_LANE_H
#define BOT_NET_LANE_H

#include <string.h>

#include "bot/net/outbox.h"

/*
 * First in, first out; last is not valid while first is NULL. What waits to go is a queue of lanes:
 * of each target only the first line stands in it, with the target's others behind it as `more`.
 */
struct queue {
	struct outbox_line *first;
	struct outbox_line *last;
};

static inline void queue_put(struct queue *queue, struct outbox_line *line)
{
	line->next = NULL;
	if (queue->first == NULL)
		queue->first = line;
	else
		queue->last->next = line;
	queue->last = line;
}

static inline struct outbox_line *queue_take(struct queue *queue)
{
	struct outbox_line *line = queue->first;
	if (line != NULL)
		queue->first = line->next;
	return line;
}

static inline struct outbox_line *lane_find(const struct queue *lanes, const char *target)
{
	struct outbox_line *lane = lanes->first;
	while (lane != NULL && strcmp(lane->target, target) != 0)
		lane = lane->next;
	return lane;
}

/* Takes the first line; the rest of its lane goes to the end of others. */
static inline struct outbox_line *lane_take(struct queue *lanes, struct queue *others)
{
	struct outbox_line *line = queue_take(lanes);
	if (line != NULL && line->more != NULL) {
		line->more->tail = line->tail;
		queue_put(others, line->more);
	}
	return line;
}

#endif
