/* matrix/store.h - stores values in the database, in the batch that changes them. */
#ifndef BOT_NET_MATRIX_STORE_H
#define BOT_NET_MATRIX_STORE_H

#include <stdbool.h>
#include <stdint.h>

struct matrix;

struct matrix_store {
	struct matrix_change *change; /* list of changes not yet on disk */
	uint64_t retry_time;          /* when to store changes of failed batches again */
	bool probing; /* a sync could not be stored: no sync begins until a small write succeeds */
	unsigned failed_batches; /* number of syncs in a row whose batch failed */
	bool loaded;             /* the stored values were read at the start */
};

/*
 * Stores a value under a name, in this batch; value NULL deletes the name. If the batch fails, the
 * value is stored again later, unless it is a sync token or a queued message, which the rollback
 * undoes.
 */
void matrix_store_put(struct matrix *matrix, const char *name, const char *value);
/* Stores a value like matrix_store_put, under the name `kind` followed by `name`. */
void matrix_store_put_kind(
	struct matrix *matrix, const char *kind, const char *name, const char *value);
/*
 * Ends a batch: forgets its changes after a commit, schedules them for another batch after a
 * rollback.
 */
void matrix_store_end_batch(struct matrix *matrix, bool committed);
/*
 * Schedules a small write after a sync could not be stored; its success shows that the disk works
 * again.
 */
void matrix_store_schedule_probe(struct matrix *matrix);
/*
 * Stores the changes of failed batches again if they are due; otherwise lowers *then to the time
 * when they will be.
 */
void matrix_store_retry(struct matrix *matrix, uint64_t *then);
void matrix_store_close(struct matrix *matrix);

/* ---- restore.c ---- */

/* Reads all stored values. Returns false if the database cannot be read. */
bool matrix_restore(struct matrix *matrix);

#endif
