/* matrix/kept.h - values that outlive the process, written in the batch that changes them. */
#ifndef BOT_NET_MATRIX_KEPT_H
#define BOT_NET_MATRIX_KEPT_H

#include <stdbool.h>
#include <stdint.h>

struct matrix;

struct matrix_kept {
	struct matrix_change *change; /* changes that may not be on disk yet */
	uint64_t put;                 /* when to write the failed ones again */
	bool unkept;                  /* the disk takes nothing: no sync until it does */
	unsigned losses;              /* syncs in a row whose batch failed */
	bool loaded;                  /* the stored values have been read */
};

/*
 * Stores a value, or NULL to delete it, in this batch. If the batch fails, a later one stores it,
 * unless the value is undone with its batch.
 */
void matrix_kept_put(struct matrix *matrix, const char *name, const char *value);
/* Does the same for a name made of a kind and a rest. */
void matrix_kept_put_of(
	struct matrix *matrix, const char *kind, const char *name, const char *value);
/* Ends a batch: forgets its changes if they are on disk, else schedules them again. */
void matrix_kept_settle(struct matrix *matrix, bool kept);
/* Stores something small after a sync could not be stored, to see when the disk works again. */
void matrix_kept_try(struct matrix *matrix);
/* Stores what failed, once that is due; lowers *then to the next time. */
void matrix_kept_again(struct matrix *matrix, uint64_t *then);
void matrix_kept_close(struct matrix *matrix);

/* ---- restore.c ---- */

/* Reads all stored values at the start. Returns false if the database could not be read. */
bool matrix_restore(struct matrix *matrix);

#endif
