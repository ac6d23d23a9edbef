/* matrix/room_tasks.h - requests that join, leave, create and look up rooms, one at a time. */
#ifndef BOT_NET_MATRIX_ROOM_TASKS_H
#define BOT_NET_MATRIX_ROOM_TASKS_H

#include "bot/net/matrix/request.h"

struct matrix_room;

enum matrix_task {
	TASK_RESOLVE, /* look up an alias in the directory */
	TASK_JOIN,
	TASK_LEAVE,
	TASK_CREATE,        /* create a direct room */
	TASK_CHECK_ALIAS,   /* confirm a canonical alias by the directory */
	TASK_UPDATE_DIRECT, /* update m.direct */
	TASKS
};

struct matrix_tasks {
	struct http_request *request;
	enum matrix_task kind;
	char about[MATRIX_ID]; /* the name of a room to join, the id of a room or of a person */
	uint64_t after[TASKS]; /* rate limit: the earliest next request of each kind */
	bool direct_outdated;  /* m.direct is out of date at the server */
};

/* Begins the next request that is due; lowers *then to the time of a later one. */
void matrix_task_begin_next(struct matrix *matrix, uint64_t *then);
/* Follows a tombstone of a room to its successor `id`. via is the sender's id, to find a server. */
void matrix_task_follow_tombstone(
	struct matrix *matrix, struct matrix_room *room, const char *id, const char *via);

#endif
