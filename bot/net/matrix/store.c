/* matrix/store.c - stores values in the current batch, and again after a rollback. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/base/string.h"
#include "bot/net/matrix/request.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"
#include "engine/text.h"

/* Bytes of a stored name, NUL included. */
enum { MATRIX_STORE_NAME = 2 * MATRIX_ID };

/* A changed value of the current batch, or of a batch that failed. */
struct matrix_change {
	struct matrix_change *next;
	char *name, *value; /* value NULL: delete the name */
	bool put;           /* the change is in the current batch */
};

static void change_free(struct matrix_change *change)
{
	if (change->value != NULL)
		sodium_memzero(change->value, strlen(change->value));
	free(change->value);
	free(change->name);
	free(change);
}

static void change_add(struct matrix *matrix, const char *name, const char *value)
{
	struct matrix_change **at = &matrix->store->change;
	struct matrix_change *change = memory_new(1, sizeof *change);
	change->put = true;
	change->name = memory_copy(name);
	change->value = memory_copy(value);
	/* The new change replaces older changes of the same name. */
	while (*at != NULL) {
		struct matrix_change *other = *at;
		if (strcmp(other->name, name) != 0) {
			at = &other->next;
			continue;
		}
		*at = other->next;
		change_free(other);
	}
	*at = change;
}

void matrix_store_put(struct matrix *matrix, const char *name, const char *value)
{
	matrix->network.events->store_value(&matrix->network, name, value);
	/*
	 * After a failed batch the value is stored again, unless it is a sync token or an outgoing
	 * message; the deletion of an outgoing message is repeated.
	 */
	if (strcmp(name, "since") != 0 && (value == NULL || strncmp(name, "out ", 4) != 0))
		change_add(matrix, name, value);
}

void matrix_store_end_batch(struct matrix *matrix, bool committed)
{
	bool any = false;
	for (struct matrix_change **at = &matrix->store->change; *at != NULL;) {
		struct matrix_change *change = *at;
		if (change->put && committed) {
			*at = change->next;
			/*
			 * A deletion needs no disk space, so its success does not show that the
			 * disk works.
			 */
			if (matrix->store->probing && change->value != NULL) {
				matrix->store->probing = false;
				matrix_schedule_now(matrix);
			}
			change_free(change);
			continue;
		}
		any = any || change->put;
		change->put = false;
		at = &change->next;
	}
	if (!any)
		return;
	matrix->store->retry_time = matrix_now(matrix) + matrix_retry_delay(1);
	matrix_schedule_now(matrix);
}

void matrix_store_schedule_probe(struct matrix *matrix)
{
	matrix->store->probing = true;
	change_add(matrix, "user", matrix->link->user);
	matrix_store_end_batch(matrix, false);
}

void matrix_store_retry(struct matrix *matrix, uint64_t *then)
{
	bool due = matrix->store->retry_time <= matrix_now(matrix);
	for (struct matrix_change *change = matrix->store->change; change != NULL;
		change = change->next) {
		if (change->put)
			continue;
		if (!due) {
			*then = matrix->store->retry_time < *then ? matrix->store->retry_time
								  : *then;
			return;
		}
		matrix->network.events->store_value(&matrix->network, change->name, change->value);
		change->put = true;
		/*
		 * The value may be the last one about a deleted person, so erase it from
		 * the files.
		 */
		if (change->value == NULL)
			matrix->network.events->erase_deleted(&matrix->network);
	}
}

void matrix_store_close(struct matrix *matrix)
{
	struct matrix_change *change;
	while ((change = matrix->store->change) != NULL) {
		matrix->store->change = change->next;
		change_free(change);
	}
}

void matrix_store_put_kind(
	struct matrix *matrix, const char *kind, const char *name, const char *value)
{
	char whole[MATRIX_STORE_NAME];
	struct text text = text_in(whole, sizeof whole);
	text_add(&text, kind);
	text_add(&text, name);
	matrix_store_put(matrix, whole, value);
}
