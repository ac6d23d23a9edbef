/* matrix/sync.h - /sync: the server tells what is new in the rooms. One request at a time. */
#ifndef BOT_NET_MATRIX_SYNC_H
#define BOT_NET_MATRIX_SYNC_H

#include <jansson.h>
#include <stdbool.h>

#include "bot/base/string.h"

struct matrix;
struct matrix_room;

/* Bytes of a sync token, NUL included. */
enum { MATRIX_TOKEN = 4096 };
/* Milliseconds: the server's timeout for a sync without news, and the time beyond it. */
enum { MATRIX_POLL = 30000, MATRIX_GRACE = 15000 };

struct matrix_sync {
	struct string since;     /* the sync token on disk */
	struct string heard;     /* the sync token of this batch, or empty */
	bool whole;              /* all rooms were synced in this run */
	bool fresh;              /* there is no token yet: the messages are old */
	bool restored;           /* the database is an older copy, until a token is stored */
	bool lost;               /* network_events.lost was called */
	unsigned garbled;        /* answers in a row that are no JSON */
	bool much;               /* the last answer was too large: asks for less */
	size_t weight;           /* memory that filled gaps take, see json_weight */
	json_t *body;            /* an answer that is not applied yet */
	struct matrix_gap *gap;  /* limited timelines in it, still to be filled */
	struct matrix_gap *asks; /* the gap that is asked for */
};

/* Begins a sync. */
void matrix_sync_begin(struct matrix *matrix);
/* Goes on with an answer that waits for the members of a room. */
void matrix_sync_go_on(struct matrix *matrix);
/* Ends the batch of the last answer: the sync token is on disk, or the answer comes again. */
void matrix_sync_settle(struct matrix *matrix, bool kept);
void matrix_sync_close(struct matrix *matrix);

/* ---- sync_apply.c ---- */

/* Notes how many members a new room has. */
void matrix_apply_size(struct matrix *matrix, struct matrix_room *room, const json_t *heard);
/* Reports the rooms that are ready and whose name is known. */
void matrix_apply_named(struct matrix *matrix);
/* Applies an answer without gaps. */
void matrix_apply_body(struct matrix *matrix, json_t *body);

/* ---- duty.c ---- */

/* Does all that is due. The context is the network. */
void matrix_due(void *context);

#endif
