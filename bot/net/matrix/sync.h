/* matrix/sync.h - requests /sync, the news of all rooms since a sync token, one at a time. */
#ifndef BOT_NET_MATRIX_SYNC_H
#define BOT_NET_MATRIX_SYNC_H

#include <jansson.h>
#include <stdbool.h>

#include "bot/base/string.h"

struct matrix;
struct matrix_room;

/* Bytes of a sync token, NUL included. */
enum { MATRIX_TOKEN = 4096 };
/* Milliseconds: the server's timeout for a sync without news, and the deadline beyond it. */
enum { MATRIX_SYNC_TIMEOUT = 30000, MATRIX_SYNC_GRACE = 15000 };

struct matrix_sync {
	struct string since;      /* the sync token on disk */
	struct string next_token; /* the sync token to store with this batch, or empty */
	bool whole;               /* all rooms were synced in this run */
	bool fresh;               /* the first sync of an account: its messages are old */
	bool restored; /* the database is an older copy; cleared when a token is stored */
	bool lost;     /* network_events.lost was called */
	unsigned unusable_answers; /* unusable answers in a row */
	bool too_large;            /* the last answer was too large: request one event a room */
	size_t gap_memory;         /* memory of the parsed gaps, see json_memory_estimate */
	json_t *body;              /* an answer not applied yet */
	struct matrix_gap *gap;    /* limited timelines in the answer, to be filled */
	struct matrix_gap *requested_gap; /* the gap being requested */
};

/* Begins a sync, unless one is under way or not stored yet. */
void matrix_sync_begin(struct matrix *matrix);
/* Continues an answer that waits for the members of a room. */
void matrix_sync_continue(struct matrix *matrix);
/* Ends the batch of the last answer, which is requested again unless `kept`. */
void matrix_sync_end_batch(struct matrix *matrix, bool kept);
void matrix_sync_close(struct matrix *matrix);

/* ---- sync_apply.c ---- */

/* Marks a new room as a crowd if the server says that it has many members. */
void matrix_apply_room_size(struct matrix *matrix, struct matrix_room *room, const json_t *heard);
/* Reports rooms whose name became known. */
void matrix_apply_room_names(struct matrix *matrix);
/* Applies an answer, its gaps filled. */
void matrix_apply_body(struct matrix *matrix, json_t *body);

/* ---- due_tasks.c ---- */

/* Does everything that is due and sets the timer. The context is the network. */
void matrix_run_due_tasks(void *context);

#endif
