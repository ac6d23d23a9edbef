/*
 * matrix/member_list.c - requests the members of rooms that the bot has joined, and reads them in
 * slices so that other rooms are served meanwhile.
 */
#include <string.h>

#include "bot/net/matrix/encryption.h"
#include "bot/net/matrix/member_list.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

/*
 * MEMBER_LIST_SLICE: members read per loop turn. MEMBER_LIST_TRIES: failed requests in a row after
 * which the sync no longer waits for the members of a room.
 */
enum { MEMBER_LIST_SLICE = 256, MEMBER_LIST_TRIES = 3 };

void matrix_member_list_close(struct matrix *matrix)
{
	for (unsigned i = 0; i < 2; i++) {
		struct matrix_member_list *list = &matrix->member_lists[i];
		if (list->request != NULL)
			http_cancel_request(list->request);
		member_reader_close(&list->members);
		*list = (struct matrix_member_list){ .members = { .text = STRING_EMPTY } };
	}
}

static void member_list_end(struct matrix *matrix, struct matrix_member_list *list)
{
	struct matrix_room *room = matrix_room_find(matrix, list->room);
	member_reader_close(&list->members);
	list->open = false;
	list->tries = 0;
	if (room == NULL)
		return;
	json_decref(room->moved);
	room->moved = NULL;
	room->members_unknown = false;
	matrix_room_set_large(matrix, room, list->count > MATRIX_LARGE_ROOM);
}

/* Reads a slice of members. Returns true if members are left to read. */
static bool member_list_read(
	struct matrix *matrix, struct matrix_member_list *list, struct matrix_room *room)
{
	struct string text = STRING_EMPTY;
	bool more = true;
	for (unsigned i = 0; i < MEMBER_LIST_SLICE && more && room->members_unknown; i++) {
		more = member_reader_next(&list->members, &text);
		json_t *member = more ? matrix_parse(text.bytes, text.length) : NULL;
		void *at = json_object_iter(member);
		list->count += more;
		const char *user = at != NULL ? json_object_iter_key(at) : NULL;
		const char *display = matrix_get_string(json_object_iter_value(at), "display_name");
		/*
		 * Skip people whose membership changed after the request: a sync has shown their
		 * newer state.
		 */
		if (user != NULL && json_object_get(room->moved, user) == NULL) {
			if (strcmp(user, matrix->link->user) == 0)
				matrix_person_set_own_name(matrix, display);
			else
				matrix_room_add_member(matrix, room, user, display);
		}
		json_decref(member);
	}
	string_free(&text);
	/* The bot leaves a direct room with a third member: private lines are for one person. */
	if (!matrix_room_is_shared(matrix, room))
		return more;
	matrix_encryption_leave_shared(matrix, room);
	return false;
}

static void member_list_done(
	struct matrix *matrix, struct matrix_member_list *list, const struct http_answer *answer)
{
	struct matrix_room *room = matrix_room_find(matrix, list->room);
	list->request = NULL;
	matrix_schedule_now(matrix);
	if (matrix_handle_expired(matrix, answer))
		return;
	if (answer->status == 200 && !answer->large &&
		member_reader_open(&list->members, answer->body, answer->length)) {
		list->open = true;
	} else if (answer->status == 403 || answer->status == 404 || answer->large) {
		matrix_log_failure(
			matrix, "cannot read the members of a room, going on without them", answer);
		member_list_end(matrix, list);
	} else {
		matrix_log_failure(
			matrix, "cannot read the members of a room, trying again", answer);
		member_reader_close(&list->members);
		list->failed = true;
		list->due = matrix_now(matrix) +
			(answer->wait > 0 ? answer->wait : matrix_retry_delay(3));
		if (++list->tries >= MEMBER_LIST_TRIES && room != NULL)
			room->large = true;
	}
}

static void member_list_sync_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	member_list_done(matrix, &matrix->member_lists[0], answer);
}

static void member_list_large_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	member_list_done(matrix, &matrix->member_lists[1], answer);
}

static void member_list_begin(
	struct matrix *matrix, struct matrix_member_list *list, struct matrix_room *room)
{
	text_copy(list->room, sizeof list->room, room->id);
	list->failed = false;
	list->count = 0;
	json_decref(room->moved);
	room->moved = json_object();
	list->request = matrix_begin_request(matrix,
		&(struct http_call){ .method = "GET", .most = MATRIX_SYNC_BYTES },
		MATRIX_PATH("client/v3/rooms/", room->id, "/joined_members"),
		list == matrix->member_lists ? member_list_sync_done : member_list_large_done);
	list->failed = list->request == NULL;
}

bool matrix_member_list_request(struct matrix *matrix, struct matrix_room *room)
{
	struct matrix_member_list *list = &matrix->member_lists[0];
	bool failed = list->failed;
	if (failed)
		list->failed = false;
	else if (list->request == NULL && !list->open)
		member_list_begin(matrix, list, room);
	return !failed && !list->failed;
}

void matrix_member_list_run(struct matrix *matrix, uint64_t *then)
{
	for (unsigned i = 0; i < 2; i++) {
		struct matrix_member_list *open = &matrix->member_lists[i];
		struct matrix_room *room = matrix_room_find(matrix, open->room);
		if (!open->open)
			continue;
		if (room == NULL || !member_list_read(matrix, open, room))
			member_list_end(matrix, open);
		/* A delay of zero would starve all other work of the event loop. */
		*then = matrix_now(matrix) + 1;
	}
	/* Request the members of the next large room. */
	struct matrix_member_list *list = &matrix->member_lists[1];
	uint64_t now = matrix_now(matrix);
	if (list->request != NULL || list->open || matrix->link->phase != MATRIX_CONNECTED)
		return;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		if (!room->in || !room->members_unknown || !room->large || room->leaving)
			continue;
		if (list->due <= now)
			member_list_begin(matrix, list, room);
		else
			*then = list->due < *then ? list->due : *then;
		return;
	}
}
