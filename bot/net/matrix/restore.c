/* matrix/restore.c - reads the stored values of the network at the start. */
#include <string.h>

#include "bot/base/memory.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/session.h"
#include "bot/net/matrix/show.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"
#include "bot/net/matrix/sync.h"

static void restore_since(struct matrix *matrix, const char *name, const char *value)
{
	(void)name;
	string_set(&matrix->sync->since, value);
}

static void restore_session(struct matrix *matrix, const char *name, const char *value)
{
	(void)name;
	matrix_session_load(matrix, value);
}

static void restore_room(struct matrix *matrix, const char *id, const char *name)
{
	struct matrix_room *room = matrix_room_find_or_add(matrix, id);
	if (room != NULL && room->name == NULL)
		room->name = memory_copy(name);
}

/* Restores the direct room that the bot created for a person. */
static void restore_direct(struct matrix *matrix, const char *user, const char *id)
{
	struct matrix_room *room = matrix_room_find_or_add(matrix, id);
	struct matrix_person *person = matrix_person_find_or_add(matrix, user);
	if (room == NULL || person == NULL || room->direct != NULL || person->direct != NULL)
		return;
	room->direct = memory_copy(user);
	room->created = room->shown = true;
	person->direct = memory_copy(id);
}

/* Restores a direct room that a person created. */
static void restore_guest_room(struct matrix *matrix, const char *id, const char *user)
{
	struct matrix_room *room = matrix_room_find_or_add(matrix, id);
	if (room != NULL && room->direct == NULL)
		room->direct = memory_copy(user);
	/*
	 * If the person's private lines go to this room, restore_direct has marked it as created by
	 * the bot.
	 */
	if (room != NULL)
		room->created = false;
}

/* Restores the mark of a direct room that the server has encrypted. */
static void restore_sealed(struct matrix *matrix, const char *id, const char *value)
{
	struct matrix_room *room = matrix_room_find_or_add(matrix, id);
	(void)value;
	if (room != NULL)
		room->sealed = true;
}

/* Restores the room that the bot opened beside an encrypted one. */
static void restore_beside(struct matrix *matrix, const char *id, const char *value)
{
	struct matrix_room *room = matrix_room_find_or_add(matrix, id);
	json_t *stored = json_loads(value, 0, NULL);
	const char *beside = matrix_get_string(stored, "room"),
		   *by = matrix_get_string(stored, "by");
	if (room != NULL && room->beside_day == 0) {
		room->beside = beside != NULL && *beside != '\0' ? memory_copy(beside) : NULL;
		room->beside_by = by != NULL && *by != '\0' ? memory_copy(by) : NULL;
		room->host = room->beside_by != NULL ? memory_copy(room->beside_by) : NULL;
		room->beside_told = json_is_true(json_object_get(stored, "told"));
		room->beside_day = json_integer_value(json_object_get(stored, "day"));
	}
	json_decref(stored);
}

/* Restores the mark of a room that the bot is to leave. */
static void restore_leave(struct matrix *matrix, const char *id, const char *value)
{
	struct matrix_room *room = matrix_room_find_or_add(matrix, id);
	(void)value;
	if (room != NULL)
		room->leaving = true;
}

static void restore_large(struct matrix *matrix, const char *id, const char *value)
{
	struct matrix_room *room = matrix_room_find_or_add(matrix, id);
	(void)value;
	if (room != NULL)
		room->large = true;
}

/* Restores the successor of a room, unless the chain of successors would become a cycle. */
static void restore_next(struct matrix *matrix, const char *id, const char *name)
{
	struct matrix_room *room = matrix_room_find_or_add(matrix, id);
	const struct matrix_room *next = matrix_room_find_or_add(matrix, name);
	const struct matrix_room *at = next;
	while (at != NULL && at != room)
		at = matrix_room_find(matrix, at->next);
	if (room != NULL && next != NULL && room->next == NULL && at == NULL)
		room->next = memory_copy(name);
}

static const struct {
	const char *kind;
	void (*load)(struct matrix *matrix, const char *name, const char *value);
} kinds[] = {
	{ "since", restore_since },
	{ "session", restore_session },
	{ "room ", restore_room },
	{ "next ", restore_next },
	{ "direct ", restore_direct },
	{ "guest ", restore_guest_room },
	{ "sealed ", restore_sealed },
	{ "beside ", restore_beside },
	{ "leave ", restore_leave },
	{ "crowd ", restore_large },
	{ "out ", matrix_outgoing_load },
	{ "shown ", matrix_shown_load },
};

static void restore_delete_all(struct matrix *matrix, const char *name, const char *value)
{
	(void)value;
	matrix_store_put(matrix, name, NULL);
}

static void restore_value(struct matrix *matrix, const char *name, const char *value)
{
	/*
	 * If the database is an older copy, its queued lines were sent or dropped since: delete
	 * them.
	 */
	bool waits = strncmp(name, "out ", 4) == 0;
	if (matrix->sync->restored && waits)
		restore_delete_all(matrix, name, value);
	if (matrix->sync->restored && (waits || strcmp(name, "since") == 0))
		return;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		size_t length = strlen(kinds[i].kind);
		if (strncmp(name, kinds[i].kind, length) == 0)
			kinds[i].load(matrix, name + length, value);
	}
}

/* Calls a function with each stored value. */
static void restore_each(struct matrix *matrix,
	void (*each)(struct matrix *matrix, const char *name, const char *value))
{
	struct string after = STRING_EMPTY, name = STRING_EMPTY, value = STRING_EMPTY;
	while (!matrix->network.storage_failed &&
		matrix->network.events->load_next_value(
			&matrix->network, after.bytes, &name, &value)) {
		each(matrix, name.bytes, value.bytes);
		string_set(&after, name.bytes);
	}
	string_free(&after);
	string_free(&name);
	string_free(&value);
}

/*
 * Reads the value stored under a name. `before` is a text that sorts just before the name. Returns
 * false if the value is absent. On a read error, sets network.storage_failed and returns false.
 */
static bool restore_find(
	struct matrix *matrix, const char *before, const char *name, struct string *value)
{
	struct string found = STRING_EMPTY;
	bool there =
		matrix->network.events->load_next_value(&matrix->network, before, &found, value);
	there = there && strcmp(found.bytes, name) == 0;
	string_free(&found);
	return there;
}

bool matrix_restore(struct matrix *matrix)
{
	struct string value = STRING_EMPTY;
	matrix->sync->restored = restore_find(matrix, "restore", "restored", &value);
	if (matrix->sync->restored)
		matrix_log(matrix, LOG_WARN,
			"the database was restored from a copy: skipping the messages sent since "
			"the copy was made");
	/* If the stored values belong to another account, delete them. */
	bool foreign = restore_find(matrix, "use", "user", &value) &&
		strcmp(value.bytes, matrix->link->user) != 0;
	restore_each(matrix, foreign ? restore_delete_all : restore_value);
	matrix_store_put(matrix, "user", matrix->link->user);
	matrix->store->loaded = !matrix->network.storage_failed;
	string_free(&value);
	return matrix->store->loaded;
}
