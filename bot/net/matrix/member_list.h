/* matrix/member_list.h - the list of a room's members, requested whole and read in slices. */
#ifndef BOT_NET_MATRIX_MEMBER_LIST_H
#define BOT_NET_MATRIX_MEMBER_LIST_H

#include "bot/net/matrix/member_reader.h"
#include "bot/net/matrix/request.h"

struct matrix_room;

/* A room with more members than this is large: syncs do not wait for its member list. */
enum { MATRIX_LARGE_ROOM = 1000 };

/*
 * A member list being requested or read. A network has two: the first for the room that the sync
 * waits for, the second for large rooms.
 */
struct matrix_member_list {
	struct http_request *request;
	char room[MATRIX_ID];
	struct member_reader members;
	bool open;    /* an answer is being read, in slices */
	bool failed;  /* the last request failed */
	uint64_t due; /* after a failure: when to request the members of a large room again */
	/* failed requests in a row */
	unsigned tries;
	size_t count; /* members read so far */
};

/*
 * Requests the members of a room, unless a request is under way. Returns false if the last request
 * failed.
 */
bool matrix_member_list_request(struct matrix *matrix, struct matrix_room *room);
/*
 * Reads a slice of members, and requests the members of the next large room. Lowers *then to the
 * time at which to call again.
 */
void matrix_member_list_run(struct matrix *matrix, uint64_t *then);
void matrix_member_list_close(struct matrix *matrix);

#endif
