/* matrix/room_tasks.h - requests that join, leave, create and look up rooms, one at a time. */
#ifndef BOT_NET_MATRIX_ROOM_TASKS_H
#define BOT_NET_MATRIX_ROOM_TASKS_H

#include "bot/net/matrix/request.h"

struct matrix_room;

enum matrix_task {
	TASK_RESOLVE, /* look up an alias in the room directory */
	TASK_JOIN,
	TASK_LEAVE,
	TASK_CREATE,        /* create a direct room */
	TASK_CREATE_BESIDE, /* create a room beside an encrypted one */
	TASK_CHECK_ALIAS,   /* check that the directory confirms a canonical alias */
	TASK_COUNT,         /* count the members of a direct room that a person made */
	TASK_UPDATE_DIRECT, /* update m.direct in the account data */
	TASKS               /* number of kinds */
};

struct matrix_tasks {
	struct http_request *request;
	enum matrix_task kind;
	/* subject of the request: name of a room to join, or id of a room or person */
	char about[MATRIX_ID];
	uint64_t after[TASKS]; /* earliest time for the next request of each kind */
	bool direct_outdated;  /* the server's m.direct is out of date */
};

/* Begins the next request that is due, or lowers *then to the time when one will be due. */
void matrix_task_begin_next(struct matrix *matrix, uint64_t *then);
/*
 * Follows a tombstone of a room to the successor `id`. via: the tombstone's sender, whose server is
 * asked for the room.
 */
void matrix_task_follow_tombstone(
	struct matrix *matrix, struct matrix_room *room, const char *id, const char *via);

#endif
