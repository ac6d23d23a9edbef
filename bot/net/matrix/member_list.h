/* matrix/census.h - the list of a room's members, requested whole and read in slices. */
#ifndef BOT_NET_MATRIX_MEMBER_LIST_H
#define BOT_NET_MATRIX_MEMBER_LIST_H

#include "bot/net/matrix/member_reader.h"
#include "bot/net/matrix/request.h"

struct matrix_room;

/* A room with more members is a crowd: syncs do not wait for its members. */
enum { MATRIX_LARGE_ROOM = 1000 };

/* A network has two: one for the room that the sync waits for, one for crowds. */
struct matrix_member_list {
	struct http_request *request;
	char room[MATRIX_ID];
	struct member_reader members;
	bool open;    /* an answer is being read */
	bool failed;  /* the request failed */
	uint64_t due; /* when to ask again for the members of a crowd */
	unsigned tries;
	size_t count; /* members read so far */
};

/* Requests the members of a room, unless that is under way. Returns false if that failed. */
bool matrix_member_list_request(struct matrix *matrix, struct matrix_room *room);
/* Reads some members and requests a crowd's members; lowers *then to the next time for that. */
void matrix_member_list_run(struct matrix *matrix, uint64_t *then);
void matrix_member_list_close(struct matrix *matrix);

#endif
