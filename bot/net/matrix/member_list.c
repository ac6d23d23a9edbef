/*
 * matrix/census.c - requests the members of rooms that the bot joined and reads them in slices, so
 * that other rooms are served meanwhile.
 */
#include <string.h>

#include "bot/net/matrix/member_list.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

/*
 * MEMBER_LIST_SLICE: members read at a time. MEMBER_LIST_TRIES: failed requests after which the
 * sync stops waiting for the members of a room.
 */
enum { MEMBER_LIST_SLICE = 256, MEMBER_LIST_TRIES = 3 };

void matrix_member_list_close(struct matrix *matrix)
{
	for (unsigned i = 0; i < 2; i++) {
		struct matrix_member_list *census = &matrix->member_lists[i];
		if (census->request != NULL)
			http_cancel_request(census->request);
		member_reader_close(&census->members);
		*census = (struct matrix_member_list){ .members = { .text = STRING_EMPTY } };
	}
}

static void matrix_member_list_end(struct matrix *matrix, struct matrix_member_list *census)
{
	struct matrix_room *room = matrix_room_find(matrix, census->room);
	member_reader_close(&census->members);
	census->open = false;
	census->tries = 0;
	if (room == NULL)
		return;
	json_decref(room->moved);
	room->moved = NULL;
	room->members_unknown = false;
	matrix_room_set_large(matrix, room, census->count > MATRIX_LARGE_ROOM);
}

static void matrix_member_list_add(
	struct matrix *matrix, struct matrix_room *room, const char *user, const char *display)
{
	if (json_object_get(room->moved, user) != NULL)
		return;
	if (strcmp(user, matrix->link->user) == 0)
		matrix_person_set_own_name(matrix, display);
	else
		matrix_room_add_member(matrix, room, user, display);
}

/* Reads a slice of members. Returns true if there are more. */
static bool matrix_member_list_read(
	struct matrix *matrix, struct matrix_member_list *census, struct matrix_room *room)
{
	struct string text = STRING_EMPTY;
	bool more = true;
	for (unsigned i = 0; i < MEMBER_LIST_SLICE && more && room->members_unknown; i++) {
		more = member_reader_next(&census->members, &text);
		json_t *member = more ? matrix_parse(text.bytes, text.length) : NULL;
		void *at = json_object_iter(member);
		census->count += more;
		if (at != NULL)
			matrix_member_list_add(matrix, room, json_object_iter_key(at),
				matrix_get_string(json_object_iter_value(at), "display_name"));
		json_decref(member);
	}
	string_free(&text);
	/* Private lines are for one person: leave a direct room with a third member. */
	if (!matrix_room_is_shared(matrix, room))
		return more;
	matrix_room_schedule_leave(matrix, room);
	return false;
}

static void matrix_member_list_done(
	struct matrix *matrix, struct matrix_member_list *census, const struct http_answer *answer)
{
	struct matrix_room *room = matrix_room_find(matrix, census->room);
	census->request = NULL;
	matrix_schedule_now(matrix);
	if (answer->status == 401) {
		matrix_handle_expired(matrix, answer);
	} else if (answer->status == 200 && !answer->large &&
		member_reader_open(&census->members, answer->body, answer->length)) {
		census->open = true;
	} else if (answer->status == 403 || answer->status == 404 || answer->large) {
		matrix_log_failure(
			matrix, "cannot read the members of a room, going on without them", answer);
		matrix_member_list_end(matrix, census);
	} else {
		matrix_log_failure(
			matrix, "cannot read the members of a room, trying again", answer);
		member_reader_close(&census->members);
		census->failed = true;
		census->due = matrix_now(matrix) +
			(answer->wait > 0 ? answer->wait : matrix_retry_delay(3));
		if (++census->tries >= MEMBER_LIST_TRIES && room != NULL)
			room->large = true;
	}
}

static void member_list_sync_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	matrix_member_list_done(matrix, &matrix->member_lists[0], answer);
}

static void member_list_large_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	matrix_member_list_done(matrix, &matrix->member_lists[1], answer);
}

static void matrix_member_list_begin(
	struct matrix *matrix, struct matrix_member_list *census, struct matrix_room *room)
{
	struct string path = STRING_EMPTY;
	struct text name = text_in(census->room, sizeof census->room);
	text_add(&name, room->id);
	census->failed = false;
	census->count = 0;
	json_decref(room->moved);
	room->moved = json_object();
	string_add(&path, "/_matrix/client/v3/rooms/");
	http_append_path(&path, room->id);
	string_add(&path, "/joined_members");
	const struct http_call order = {
		.method = "GET", .path = path.bytes, .most = MATRIX_SYNC_BYTES
	};
	census->request = matrix_begin_request(matrix, &order,
		census == matrix->member_lists ? member_list_sync_done : member_list_large_done);
	census->failed = census->request == NULL;
	string_free(&path);
}

bool matrix_member_list_request(struct matrix *matrix, struct matrix_room *room)
{
	struct matrix_member_list *census = &matrix->member_lists[0];
	bool failed = census->failed;
	if (failed)
		census->failed = false;
	else if (census->request == NULL && !census->open)
		matrix_member_list_begin(matrix, census, room);
	return !failed && !census->failed;
}

/* Requests the members of the next crowd. */
static void matrix_member_list_large(struct matrix *matrix, uint64_t *then)
{
	struct matrix_member_list *census = &matrix->member_lists[1];
	uint64_t now = matrix_now(matrix);
	if (census->request != NULL || census->open || matrix->link->phase != MATRIX_CONNECTED)
		return;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		if (!room->in || !room->members_unknown || !room->large || room->leaving)
			continue;
		if (census->due <= now)
			matrix_member_list_begin(matrix, census, room);
		else
			*then = census->due < *then ? census->due : *then;
		return;
	}
}

void matrix_member_list_run(struct matrix *matrix, uint64_t *then)
{
	for (unsigned i = 0; i < 2; i++) {
		struct matrix_member_list *census = &matrix->member_lists[i];
		struct matrix_room *room = matrix_room_find(matrix, census->room);
		if (!census->open)
			continue;
		if (room == NULL || !matrix_member_list_read(matrix, census, room))
			matrix_member_list_end(matrix, census);
		/* A delay of zero would starve everything else. */
		*then = matrix_now(matrix) + 1;
	}
	matrix_member_list_large(matrix, then);
}
