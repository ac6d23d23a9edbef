/* matrix/census.h - the list of a room's members, requested and read in slices. */
#ifndef BOT_NET_MATRIX_CENSUS_H
#define BOT_NET_MATRIX_CENSUS_H

#include "bot/net/matrix/members.h"
#include "bot/net/matrix/request.h"

struct matrix_room;

/* Members beyond which a room is a crowd. */
enum { MATRIX_CROWD = 1000 };

/* A network has two: one for a room that the sync waits for, one for a crowd. */
struct matrix_census {
	struct http_request *request;
	char room[MATRIX_ID];
	struct members members;
	bool open;    /* members are still to be read */
	bool failed;  /* the request failed */
	uint64_t due; /* when to ask again, in a crowd */
	unsigned tries;
	size_t count; /* of members so far */
};

/* Asks for the members of a room, unless that is under way. Returns false if it failed. */
bool matrix_census_await(struct matrix *matrix, struct matrix_room *room);
/* Reads a slice of the members, and asks for the members of a crowd. */
void matrix_census_next(struct matrix *matrix, uint64_t *then);
void matrix_census_close(struct matrix *matrix);

#endif
