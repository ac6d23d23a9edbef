/* matrix/kept.c - what outlives the bot: how far it has heard, its rooms, and what is unsaid. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/string.h"
#include "bot/net/matrix/kept.h"
#include "bot/net/matrix/request.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

/* Longer names are kept by nobody. */
enum { KEPT_NAME = 2 * MATRIX_ID };

/* A change of what is kept, of this batch or of one that failed. */
struct matrix_change {
	struct matrix_change *next;
	char *name, *value; /* value NULL: none any more */
	bool put;           /* in this batch */
};

static void change_free(struct matrix_change *change)
{
	if (change->value != NULL)
		sodium_memzero(change->value, strlen(change->value));
	free(change->value);
	free(change->name);
	free(change);
}

/* What is said, and how far was heard, is undone with its batch; the rest is so all the same. */
static bool change_lasts(const char *name, const char *value)
{
	return strcmp(name, "since") != 0 && (value == NULL || strncmp(name, "out ", 4) != 0);
}

/* False: there is no memory for it. */
static bool change_note(struct matrix *matrix, const char *name, const char *value)
{
	struct matrix_change **at = &matrix->kept->change;
	struct matrix_change *change = calloc(1, sizeof *change);
	if (change == NULL)
		return false;
	change->put = true;
	change->name = strdup(name);
	change->value = value != NULL ? strdup(value) : NULL;
	if (change->name == NULL || (value != NULL && change->value == NULL)) {
		change_free(change);
		return false;
	}
	/* What it was to be before is of no interest any more. */
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
	return true;
}

bool matrix_kept_put(struct matrix *matrix, const char *name, const char *value)
{
	/* Half of it would be kept for good. */
	bool whole = strchr(name, STRING_LOST) == NULL &&
		(value == NULL || strchr(value, STRING_LOST) == NULL);
	if (whole)
		matrix->network.events->keep(matrix->network.above, &matrix->network, name, value);
	else
		matrix->network.speechless = true;
	return whole && (!change_lasts(name, value) || change_note(matrix, name, value));
}

void matrix_kept_settle(struct matrix *matrix, bool kept)
{
	bool any = false;
	for (struct matrix_change **at = &matrix->kept->change; *at != NULL;) {
		struct matrix_change *change = *at;
		if (change->put && kept) {
			*at = change->next;
			/* That something is no more takes no disk where it never was. */
			if (matrix->kept->unkept && change->value != NULL) {
				matrix->kept->unkept = false;
				matrix_arm(matrix);
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
	matrix->kept->put = matrix_now(matrix) + matrix_patience(1);
	matrix_arm(matrix);
}

void matrix_kept_try(struct matrix *matrix)
{
	matrix->kept->unkept = true;
	change_note(matrix, "user", matrix->link->user);
	matrix_kept_settle(matrix, false);
	/* There is no memory for that: it is heard again all the same. */
	matrix->kept->unkept = matrix->kept->change != NULL;
}

void matrix_kept_again(struct matrix *matrix, uint64_t *then)
{
	bool due = matrix->kept->put <= matrix_now(matrix);
	for (struct matrix_change *change = matrix->kept->change; change != NULL;
		change = change->next) {
		if (change->put)
			continue;
		if (!due) {
			*then = matrix->kept->put < *then ? matrix->kept->put : *then;
			return;
		}
		matrix->network.events->keep(
			matrix->network.above, &matrix->network, change->name, change->value);
		change->put = true;
		/* It may be the last of a forgotten person. */
		if (change->value == NULL)
			matrix->network.events->scrub(matrix->network.above);
	}
}

void matrix_kept_close(struct matrix *matrix)
{
	struct matrix_change *change;
	while ((change = matrix->kept->change) != NULL) {
		matrix->kept->change = change->next;
		change_free(change);
	}
}

json_t *matrix_kept_read(struct matrix *matrix, const char *value)
{
	json_error_t error;
	json_t *kept = json_loads(value, 0, &error);
	/* Of a text that is wrong it is told how. */
	if (kept == NULL && error.text[0] == '\0')
		matrix->network.speechless = true;
	return kept;
}

bool matrix_kept_put_of(
	struct matrix *matrix, const char *kind, const char *name, const char *value)
{
	char whole[KEPT_NAME];
	struct text text = text_in(whole, sizeof whole);
	text_add(&text, kind);
	text_add(&text, name);
	return matrix_kept_put(matrix, whole, value);
}
