/* matrix/shown_store.c - stores the shown messages in the database, and changes both together. */
#include <string.h>

#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/show.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"

void matrix_shown_store(struct matrix *matrix, const struct shown *shown)
{
	struct string name = STRING_EMPTY, value = STRING_EMPTY;
	shown_write_name(shown, &name);
	shown_write_value(shown, &value);
	matrix_store_put_kind(matrix, "shown ", name.bytes, value.bytes);
	string_free(&name);
	string_free(&value);
}

void matrix_shown_drop(struct matrix *matrix, struct shown *shown)
{
	struct string name = STRING_EMPTY;
	shown_write_name(shown, &name);
	matrix_store_put_kind(matrix, "shown ", name.bytes, NULL);
	string_free(&name);
	shown_drop(&matrix->shows->shown, shown);
}

void matrix_shown_load(struct matrix *matrix, const char *name, const char *value)
{
	json_t *stored = json_loads(value, 0, NULL);
	shown_read(&matrix->shows->shown, name, stored);
	json_decref(stored);
}

void matrix_shown_drop_all(struct matrix *matrix, const char *target, bool all)
{
	struct shown *next;
	if (!all && queue_first_to(matrix->outgoing->queue, target) != NULL)
		return;
	for (struct shown *shown = matrix->shows->shown; shown != NULL; shown = next) {
		next = shown->next;
		if ((all || shown->over) && strcmp(shown->target, target) == 0)
			matrix_shown_drop(matrix, shown);
	}
}
