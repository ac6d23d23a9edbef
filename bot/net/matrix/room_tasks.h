/* matrix/room_tasks.h - requests that join, leave, make and look up rooms, one at a time. */
#ifndef BOT_NET_MATRIX_ROOM_TASKS_H
#define BOT_NET_MATRIX_ROOM_TASKS_H

#include "bot/net/matrix/request.h"

struct matrix_room;

enum matrix_task {
	TASK_RESOLVE, /* an alias */
	TASK_JOIN,
	TASK_LEAVE,
	TASK_MAKE,  /* a direct room */
	TASK_CHECK, /* whether a canonical alias is the room's */
	TASK_MARK,  /* m.direct */
	TASKS
};

struct matrix_tasks {
	struct http_request *request;
	enum matrix_task kind;
	char about[MATRIX_ID]; /* a wanted room, a room, or a person */
	uint64_t after[TASKS]; /* when the next request of a kind may go: the rate limit */
	bool unmarked;         /* m.direct is out of date */
};

/* Begins the next request that is due; lowers *then to the time of a later one. */
void matrix_task_next(struct matrix *matrix, uint64_t *then);
/* Follows a tombstone to the room that replaces another one. */
void matrix_task_follow(
	struct matrix *matrix, struct matrix_room *room, const char *id, const char *via);

#endif
