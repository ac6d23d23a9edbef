/* matrix/kept.h - values that outlive the process, stored in the batch that changes them. */
#ifndef BOT_NET_MATRIX_STORE_H
#define BOT_NET_MATRIX_STORE_H

#include <stdbool.h>
#include <stdint.h>

struct matrix;

struct matrix_store {
	struct matrix_change *change; /* changes not yet on disk */
	uint64_t retry_time;          /* when to store the failed ones again */
	bool probing; /* a sync could not be stored: no sync until a small write succeeds */
	unsigned failed_batches; /* syncs in a row whose batch failed */
	bool loaded;             /* the stored values have been read */
};

/*
 * Stores a value in this batch; NULL deletes it. If the batch fails it is stored later, except for
 * what the rollback undoes: the sync token and queued messages.
 */
void matrix_store_put(struct matrix *matrix, const char *name, const char *value);
/* Stores a value likewise, under a name made of a kind and a rest. */
void matrix_store_put_kind(
	struct matrix *matrix, const char *kind, const char *name, const char *value);
/* Ends a batch: forgets its changes after a commit, schedules them again after a rollback. */
void matrix_store_end_batch(struct matrix *matrix, bool kept);
/* Schedules a small write after a sync could not be stored, to notice when the disk works again. */
void matrix_store_schedule_probe(struct matrix *matrix);
/* Stores failed changes once they are due; lowers *then to that time. */
void matrix_store_retry(struct matrix *matrix, uint64_t *then);
void matrix_store_close(struct matrix *matrix);

/* ---- restore.c ---- */

/* Reads all stored values at the start. Returns false if the database could not be read. */
bool matrix_restore(struct matrix *matrix);

#endif
