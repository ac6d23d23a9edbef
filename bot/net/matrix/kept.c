/* matrix/kept.c - what outlives the bot: how far it has heard, its rooms, and what is unsaid. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/net/matrix/state.h"
#include "engine/text.h"

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

static void change_note(struct matrix *matrix, const char *name, const char *value)
{
	struct matrix_change **at = &matrix->change;
	struct matrix_change *change = calloc(1, sizeof *change);
	if (change == NULL)
		return;
	change->put = true;
	change->name = strdup(name);
	change->value = value != NULL ? strdup(value) : NULL;
	if (change->name == NULL || (value != NULL && change->value == NULL)) {
		change_free(change);
		return;
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
}

void matrix_kept_put(struct matrix *matrix, const char *name, const char *value)
{
	matrix->network.events->keep(matrix->network.above, &matrix->network, name, value);
	if (change_lasts(name, value))
		change_note(matrix, name, value);
}

void matrix_kept_settle(struct matrix *matrix, bool kept)
{
	bool any = false;
	for (struct matrix_change **at = &matrix->change; *at != NULL;) {
		struct matrix_change *change = *at;
		if (change->put && kept) {
			*at = change->next;
			/* That something is no more takes no disk where it never was. */
			if (matrix->unkept && change->value != NULL) {
				matrix->unkept = false;
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
	matrix->put = matrix_now(matrix) + matrix_patience(1);
	matrix_arm(matrix);
}

void matrix_kept_try(struct matrix *matrix)
{
	matrix->unkept = true;
	change_note(matrix, "user", matrix->user);
	matrix_kept_settle(matrix, false);
	/* There is no memory for that: it is heard again all the same. */
	matrix->unkept = matrix->change != NULL;
}

void matrix_kept_again(struct matrix *matrix, uint64_t *then)
{
	bool due = matrix->put <= matrix_now(matrix);
	for (struct matrix_change *change = matrix->change; change != NULL; change = change->next) {
		if (change->put)
			continue;
		if (!due) {
			*then = matrix->put < *then ? matrix->put : *then;
			return;
		}
		matrix->network.events->keep(
			matrix->network.above, &matrix->network, change->name, change->value);
		change->put = true;
	}
}

void matrix_kept_close(struct matrix *matrix)
{
	struct matrix_change *change;
	while ((change = matrix->change) != NULL) {
		matrix->change = change->next;
		change_free(change);
	}
}

void matrix_kept_put_of(
	struct matrix *matrix, const char *kind, const char *name, const char *value)
{
	struct string whole = STRING_EMPTY;
	string_add(&whole, kind);
	string_add(&whole, name);
	/* By half a name nothing is kept: then nothing of the batch is. */
	if (string_lost(&whole))
		matrix->network.speechless = true;
	else
		matrix_kept_put(matrix, whole.bytes, value);
	string_free(&whole);
}

static void matrix_kept_since(struct matrix *matrix, const char *name, const char *value)
{
	(void)name;
	string_clear(&matrix->since);
	string_add(&matrix->since, value);
}

static void matrix_kept_session(struct matrix *matrix, const char *name, const char *value)
{
	(void)name;
	matrix_session_load(matrix, value);
}

static void matrix_kept_room(struct matrix *matrix, const char *id, const char *name)
{
	struct matrix_room *room = matrix_room_get(matrix, id);
	if (room != NULL && room->name == NULL)
		room->name = strdup(name);
}

/* For whom the bot made a room. */
static void matrix_kept_direct(struct matrix *matrix, const char *user, const char *id)
{
	struct matrix_room *room = matrix_room_get(matrix, id);
	struct matrix_person *person = matrix_person_get(matrix, user);
	if (room == NULL || person == NULL || room->direct != NULL || person->direct != NULL)
		return;
	room->direct = strdup(user);
	room->mine = true;
	person->direct = strdup(id);
}

/* Who has made a room for the bot. */
static void matrix_kept_guest(struct matrix *matrix, const char *id, const char *user)
{
	struct matrix_room *room = matrix_room_get(matrix, id);
	if (room != NULL && room->direct == NULL)
		room->direct = strdup(user);
}

/* It was to be left. */
static void matrix_kept_leave(struct matrix *matrix, const char *id, const char *value)
{
	struct matrix_room *room = matrix_room_get(matrix, id);
	(void)value;
	if (room != NULL)
		room->leaving = true;
}

static const struct {
	const char *kind;
	void (*load)(struct matrix *matrix, const char *name, const char *value);
} kinds[] = {
	{ "since", matrix_kept_since },
	{ "session", matrix_kept_session },
	{ "room ", matrix_kept_room },
	{ "direct ", matrix_kept_direct },
	{ "guest ", matrix_kept_guest },
	{ "leave ", matrix_kept_leave },
	{ "out ", matrix_speech_load },
	{ "shown ", matrix_show_load },
};

static void matrix_kept_take(struct matrix *matrix, const char *name, const char *value)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		size_t length = strlen(kinds[i].kind);
		if (strncmp(name, kinds[i].kind, length) == 0)
			kinds[i].load(matrix, name + length, value);
	}
}

/* Calls with each that is kept. */
static void matrix_kept_each(struct matrix *matrix,
	void (*each)(struct matrix *matrix, const char *name, const char *value))
{
	struct string after = STRING_EMPTY, name = STRING_EMPTY, value = STRING_EMPTY;
	while (matrix->network.events->kept(
		matrix->network.above, &matrix->network, after.bytes, &name, &value)) {
		each(matrix, name.bytes, value.bytes);
		string_clear(&after);
		string_add(&after, name.bytes);
	}
	string_free(&after);
	string_free(&name);
	string_free(&value);
}

static void matrix_kept_drop(struct matrix *matrix, const char *name, const char *value)
{
	(void)value;
	matrix_kept_put(matrix, name, NULL);
}

/* True if all of it is another account's. */
static bool matrix_kept_foreign(struct matrix *matrix)
{
	struct string name = STRING_EMPTY, value = STRING_EMPTY;
	/* No other name stands between these two. */
	bool there = matrix->network.events->kept(
		matrix->network.above, &matrix->network, "use", &name, &value);
	bool foreign =
		there && strcmp(name.bytes, "user") == 0 && strcmp(value.bytes, matrix->user) != 0;
	string_free(&name);
	string_free(&value);
	return foreign;
}

void matrix_kept_load(struct matrix *matrix)
{
	matrix->loaded = true;
	if (matrix_kept_foreign(matrix))
		matrix_kept_each(matrix, matrix_kept_drop);
	else
		matrix_kept_each(matrix, matrix_kept_take);
	matrix_kept_put(matrix, "user", matrix->user);
}
