/*
 * matrix/sync.h - requests /sync: the new events of all rooms since a sync token. One request at a
 * time.
 */
#ifndef BOT_NET_MATRIX_SYNC_H
#define BOT_NET_MATRIX_SYNC_H

#include <jansson.h>
#include <stdbool.h>

#include "bot/base/string.h"

struct matrix;
struct matrix_room;

/* Maximum number of bytes of a sync token, NUL included. */
enum { MATRIX_TOKEN = 4096 };
/*
 * In milliseconds. MATRIX_SYNC_TIMEOUT: how long the server waits for new events before it answers.
 * MATRIX_SYNC_GRACE: how much longer the bot waits for that answer.
 */
enum { MATRIX_SYNC_TIMEOUT = 30000, MATRIX_SYNC_GRACE = 15000 };

struct matrix_sync {
	struct string since;      /* sync token on disk; empty: none */
	struct string next_token; /* sync token that this batch stores, or empty */
	bool whole;               /* all rooms were synced since the bot started */
	bool fresh;               /* this is the first sync of the account: its messages are old */
	/* the database is an older copy that was restored; cleared once a sync is stored */
	bool restored;
	bool lost;                 /* network_events.lost was called */
	unsigned unusable_answers; /* number of unusable answers in a row */
	bool too_large;         /* the last answer was too large: request only one event per room */
	size_t gap_memory;      /* bytes of memory of the parsed gaps, see json_memory_estimate */
	json_t *body;           /* an answer that is not applied yet, or NULL */
	struct matrix_gap *gap; /* list of gaps before limited timelines in the answer */
	struct matrix_gap *requested_gap; /* the gap being requested */
};

/*
 * Goes on with an answer that waited for the members of a room, or begins a sync, unless a sync is
 * under way or not stored yet.
 */
void matrix_sync_begin(struct matrix *matrix);
/*
 * Ends the batch that applied an answer. Unless it was committed, the same sync is requested again.
 */
void matrix_sync_end_batch(struct matrix *matrix, bool committed);
void matrix_sync_close(struct matrix *matrix);

/* ---- sync_apply.c ---- */

/* Marks a room with unknown members as large if the server's count is above MATRIX_LARGE_ROOM. */
void matrix_apply_room_size(struct matrix *matrix, struct matrix_room *room, const json_t *part);
/* Reports the joined rooms whose name became known. */
void matrix_apply_room_names(struct matrix *matrix);
/* Applies an answer whose gaps are filled. */
void matrix_apply_body(struct matrix *matrix, json_t *body);

#endif
