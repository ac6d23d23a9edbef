/*
 * matrix/census.c - requests the members of rooms that the bot joined and reads them in slices, so
 * that other rooms are served meanwhile.
 */
#include <string.h>

#include "bot/net/matrix/census.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

/*
 * CENSUS_SLICE: members read at a time. CENSUS_TRIES: failed requests after which the sync stops
 * waiting for the members of a room.
 */
enum { CENSUS_SLICE = 256, CENSUS_TRIES = 3 };

void matrix_census_close(struct matrix *matrix)
{
	for (unsigned i = 0; i < 2; i++) {
		struct matrix_census *census = &matrix->census[i];
		if (census->request != NULL)
			http_cancel(census->request);
		members_close(&census->members);
		*census = (struct matrix_census){ .members = { .text = STRING_EMPTY } };
	}
}

static void matrix_census_end(struct matrix *matrix, struct matrix_census *census)
{
	struct matrix_room *room = matrix_room_find(matrix, census->room);
	members_close(&census->members);
	census->open = false;
	census->tries = 0;
	if (room == NULL)
		return;
	json_decref(room->moved);
	room->moved = NULL;
	room->unread = false;
	matrix_room_crowd(matrix, room, census->count > MATRIX_CROWD);
}

static void matrix_census_member(
	struct matrix *matrix, struct matrix_room *room, const char *user, const char *display)
{
	if (json_object_get(room->moved, user) != NULL)
		return;
	if (strcmp(user, matrix->link->user) == 0)
		matrix_person_own_name(matrix, display);
	else
		matrix_room_enter(matrix, room, user, display);
}

/* Reads a slice of members. Returns true if there are more. */
static bool matrix_census_take(
	struct matrix *matrix, struct matrix_census *census, struct matrix_room *room)
{
	struct string text = STRING_EMPTY;
	bool more = true;
	for (unsigned i = 0; i < CENSUS_SLICE && more && room->unread; i++) {
		more = members_next(&census->members, &text);
		json_t *member = more ? matrix_parse(text.bytes, text.length) : NULL;
		void *at = json_object_iter(member);
		census->count += more;
		if (at != NULL)
			matrix_census_member(matrix, room, json_object_iter_key(at),
				matrix_text(json_object_iter_value(at), "display_name"));
		json_decref(member);
	}
	string_free(&text);
	/* Private lines are for one person: leave a direct room with a third member. */
	if (!matrix_room_is_shared(matrix, room))
		return more;
	matrix_room_leave(matrix, room);
	return false;
}

static void matrix_census_done(
	struct matrix *matrix, struct matrix_census *census, const struct http_answer *answer)
{
	struct matrix_room *room = matrix_room_find(matrix, census->room);
	census->request = NULL;
	matrix_arm(matrix);
	if (answer->status == 401) {
		matrix_expired(matrix, answer);
	} else if (answer->status == 200 && !answer->large &&
		members_open(&census->members, answer->body, answer->length)) {
		census->open = true;
	} else if (answer->status == 403 || answer->status == 404 || answer->large) {
		matrix_complain(matrix, "going on without the members of a room", answer);
		matrix_census_end(matrix, census);
	} else {
		matrix_complain(matrix, "cannot get the members of a room", answer);
		members_close(&census->members);
		census->failed = true;
		census->due =
			matrix_now(matrix) + (answer->wait > 0 ? answer->wait : matrix_patience(3));
		if (++census->tries >= CENSUS_TRIES && room != NULL)
			room->crowd = true;
	}
}

static void census_awaited(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	matrix_census_done(matrix, &matrix->census[0], answer);
}

static void census_beside(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	matrix_census_done(matrix, &matrix->census[1], answer);
}

static void matrix_census_ask(
	struct matrix *matrix, struct matrix_census *census, struct matrix_room *room)
{
	struct string path = STRING_EMPTY;
	struct text name = text_in(census->room, sizeof census->room);
	text_add(&name, room->id);
	census->failed = false;
	census->count = 0;
	json_decref(room->moved);
	room->moved = json_object();
	string_add(&path, "/_matrix/client/v3/rooms/");
	http_part(&path, room->id);
	string_add(&path, "/joined_members");
	const struct http_order order = {
		.method = "GET", .path = path.bytes, .most = MATRIX_SYNC
	};
	census->request = matrix_ask(
		matrix, &order, census == matrix->census ? census_awaited : census_beside);
	census->failed = census->request == NULL;
	string_free(&path);
}

bool matrix_census_await(struct matrix *matrix, struct matrix_room *room)
{
	struct matrix_census *census = &matrix->census[0];
	bool failed = census->failed;
	if (failed)
		census->failed = false;
	else if (census->request == NULL && !census->open)
		matrix_census_ask(matrix, census, room);
	return !failed && !census->failed;
}

/* Requests the members of the next crowd. */
static void matrix_census_beside(struct matrix *matrix, uint64_t *then)
{
	struct matrix_census *census = &matrix->census[1];
	uint64_t now = matrix_now(matrix);
	if (census->request != NULL || census->open || matrix->link->phase != MATRIX_ON)
		return;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		if (!room->in || !room->unread || !room->crowd || room->leaving)
			continue;
		if (census->due <= now)
			matrix_census_ask(matrix, census, room);
		else
			*then = census->due < *then ? census->due : *then;
		return;
	}
}

void matrix_census_next(struct matrix *matrix, uint64_t *then)
{
	for (unsigned i = 0; i < 2; i++) {
		struct matrix_census *census = &matrix->census[i];
		struct matrix_room *room = matrix_room_find(matrix, census->room);
		if (!census->open)
			continue;
		if (room == NULL || !matrix_census_take(matrix, census, room))
			matrix_census_end(matrix, census);
		/* A delay of zero would starve everything else. */
		*then = matrix_now(matrix) + 1;
	}
	matrix_census_beside(matrix, then);
}
