/*
 * matrix/room_tasks.c - requests that join, leave, create and look up rooms, one at a time. The
 * state of the rooms shows which request is due next.
 */
#include <stdlib.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/net/matrix/encryption.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/room_tasks.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"
#include "bot/net/matrix/sync.h"
#include "engine/text.h"

/*
 * TASK_LEAVE_DELAY: maximum ms by which queued lines delay leaving a room. TASK_TOMBSTONES: maximum
 * number of tombstones followed in a row. TASK_TOMBSTONES_MS: if the last tombstone was this many
 * ms ago, the count starts again.
 */
enum { TASK_LEAVE_DELAY = 60000, TASK_TOMBSTONES = 3, TASK_TOMBSTONES_MS = 60 * 60 * 1000 };

/* ---- answers ---- */

/*
 * Logs that a room could not be joined. Schedules another attempt, or forgets a refused invitation.
 */
static void task_handle_not_in(struct matrix *matrix, const struct http_answer *answer)
{
	char what[MATRIX_ID + 32];
	struct text text = text_in(what, sizeof what);
	struct matrix_wanted *wanted = matrix_room_find_wanted(matrix, matrix->tasks->about);
	text_add(&text, "cannot join ");
	text_add(&text, matrix->tasks->about);
	matrix_log_failure(matrix, what, answer);
	if (wanted == NULL)
		return;
	if (wanted->invited && (answer->status == 403 || answer->status == 404))
		matrix_room_remove_wanted(matrix, wanted->name);
	else if (!matrix_is_refusal(answer))
		/* The server failed but did not refuse, so the delay does not grow. */
		wanted->due = matrix_now(matrix) + matrix_retry_delay(5);
	else
		wanted->due = matrix_now(matrix) + matrix_retry_delay(3 + wanted->tries++);
}

/* Finds the room that the bot wants to join. Returns NULL if its id is not known yet. */
static struct matrix_room *task_find_wanted(
	const struct matrix *matrix, const struct matrix_wanted *wanted)
{
	return wanted->name[0] == '!' ? matrix_room_find(matrix, wanted->name)
				      : matrix_room_find_name(matrix, wanted->name);
}

/* Removes the channel's name of a room, and reports the channel as lost. */
static void task_remove_name(struct matrix *matrix, struct matrix_room *room)
{
	matrix_room_report_lost(matrix, room);
	free(room->name);
	room->name = NULL;
	matrix_store_put_kind(matrix, "room ", room->id, NULL);
}

static void task_resolved(
	struct matrix *matrix, const json_t *body, const struct http_answer *answer)
{
	const char *id = matrix_get_string(body, "room_id");
	struct matrix_room *room =
		answer->status == 200 && id != NULL ? matrix_room_find_or_add(matrix, id) : NULL;
	struct matrix_wanted *wanted = matrix_room_find_wanted(matrix, matrix->tasks->about);
	if (wanted != NULL && (room != NULL || answer->status == 404))
		wanted->resolved = true;
	if (room == NULL) {
		task_handle_not_in(matrix, answer);
		return;
	}
	if (wanted == NULL)
		return;
	/*
	 * The bot left this room because of a tombstone, so it waits until the alias leads to
	 * another room.
	 */
	if (matrix_room_is_replaced(matrix, room) || room->ended) {
		wanted->due = matrix_now(matrix) + matrix_retry_delay(3 + wanted->tries++);
		return;
	}
	const char *via = json_string_value(json_array_get(json_object_get(body, "servers"), 0));
	text_copy(wanted->via, sizeof wanted->via, via != NULL ? via : "");
	wanted->due = matrix_now(matrix);
	wanted->resolve_again = false;
	/*
	 * The alias now leads to this room instead of `before`, so the room is the successor of
	 * `before`, unless the bot is still in `before`.
	 */
	struct matrix_room *before = matrix_room_find_name(matrix, wanted->name);
	if (before != NULL && before != room && !before->in) {
		task_remove_name(matrix, before);
		matrix_room_replace(matrix, before, room);
	}
	/*
	 * If the room was reported under its id before the alias was resolved, report it as lost,
	 * so that it is reported again under the alias.
	 */
	if (room->joined_reported && strcmp(room->name, room->id) == 0)
		matrix_room_report_lost(matrix, room);
	if (!room->joined_reported)
		matrix_room_set_name(matrix, room, wanted->name);
	else if (strcmp(room->name, wanted->name) != 0)
		/* The bot is already in this room under another name. */
		wanted->due = UINT64_MAX;
}

static void task_joined(struct matrix *matrix, const struct http_answer *answer)
{
	struct matrix_wanted *wanted = matrix_room_find_wanted(matrix, matrix->tasks->about);
	bool refused = answer->status == 403 || answer->status == 404;
	if (wanted != NULL) {
		struct matrix_room *room = refused ? task_find_wanted(matrix, wanted) : NULL;
		wanted->resolve_again = refused;
		if (room != NULL)
			room->refused = true;
		/* Rejoin a room whose successor has refused the bot. */
		for (size_t i = 0; room != NULL && i < matrix->rooms->count; i++) {
			const struct matrix_room *before = matrix->rooms->room[i];
			if (before->next != NULL && strcmp(before->next, room->id) == 0)
				matrix_room_schedule_join(matrix, before, 0);
		}
		if (answer->status == 403)
			matrix->network.events->channel_lost(&matrix->network, wanted->name);
	}
	if (answer->status != 200)
		task_handle_not_in(matrix, answer);
	else if (wanted != NULL)
		/* A sync will show that the bot has joined. */
		wanted->due = matrix_now(matrix) + MATRIX_REQUEST_TIMEOUT;
}

/* Handles the answer to the creation of a room beside an encrypted one. */
static void task_made_beside(
	struct matrix *matrix, const json_t *body, const struct http_answer *answer)
{
	const char *id = matrix_get_string(body, "room_id");
	struct matrix_room *room = matrix_room_find(matrix, matrix->tasks->about);
	if (room == NULL || !room->beside_wanted)
		return;
	if (answer->status == 200 && id != NULL && matrix_room_find_or_add(matrix, id) != NULL) {
		matrix_encryption_open_beside(matrix, room, id);
		return;
	}
	matrix_log_failure(matrix, "cannot create a room beside an encrypted one", answer);
	if (matrix_is_refusal(answer))
		matrix_encryption_refuse_beside(matrix, room);
	else
		matrix->tasks->after[TASK_CREATE_BESIDE] =
			matrix_now(matrix) + matrix_retry_delay(4);
}

static void task_made(struct matrix *matrix, const json_t *body, const struct http_answer *answer)
{
	const char *id = matrix_get_string(body, "room_id");
	struct matrix_person *person = matrix_person_find(matrix, matrix->tasks->about);
	struct matrix_room *room =
		answer->status == 200 && id != NULL ? matrix_room_find_or_add(matrix, id) : NULL;
	struct matrix_sender into;
	if (person == NULL)
		return;
	if (room != NULL) {
		matrix_room_set_direct(matrix, room, person->id, true);
		return;
	}
	matrix_log_failure(matrix, "cannot create a room for private messages", answer);
	/* Count only refusals (4xx), not failures of the server. */
	bool refused = matrix_is_refusal(answer);
	if (refused && matrix_room_drop_lines(matrix, person))
		return;
	person->due = matrix_now(matrix) + matrix_retry_delay(4 + (refused ? person->refused : 0));
	person->refused += refused;
	/* 403: the person or their server refuses invitations. */
	if (answer->status == 403)
		matrix->network.events->private_refused(
			&matrix->network, matrix_person_fill_sender(person, &into));
}

/*
 * Handles the directory's answer about a canonical alias: if the directory confirms the alias,
 * people know the room by it, and a room without a name gets it as its name.
 */
static void task_checked(
	struct matrix *matrix, const json_t *body, const struct http_answer *answer)
{
	struct matrix_room *room = matrix_room_find(matrix, matrix->tasks->about);
	const char *id = matrix_get_string(body, "room_id");
	if (room == NULL || room->unconfirmed_alias == NULL)
		return;
	bool confirmed = answer->status == 200 && id != NULL && strcmp(id, room->id) == 0 &&
		matrix_room_find_name(matrix, room->unconfirmed_alias) == NULL;
	free(room->alias);
	room->alias = confirmed ? room->unconfirmed_alias : NULL;
	if (!confirmed)
		free(room->unconfirmed_alias);
	room->unconfirmed_alias = NULL;
	if (confirmed && room->name == NULL)
		matrix_room_set_name(matrix, room, room->alias);
	matrix->rooms->named = true;
}

/* Handles the list of a direct room's members: leaves the room if it has a third member. */
static void task_counted(
	struct matrix *matrix, const json_t *body, const struct http_answer *answer)
{
	const json_t *chunk = json_object_get(body, "chunk");
	struct matrix_room *room = matrix_room_find(matrix, matrix->tasks->about);
	unsigned others = 0;
	if (room == NULL || room->direct == NULL || !room->in)
		return;
	for (size_t i = 0; i < json_array_size(chunk); i++) {
		const json_t *event = json_array_get(chunk, i);
		const char *user = matrix_get_string(event, "state_key");
		const char *is = matrix_get_string(json_object_get(event, "content"), "membership");
		bool there = is != NULL && (strcmp(is, "join") == 0 || strcmp(is, "invite") == 0);
		others += there &&
			(user == NULL ||
				(strcmp(user, matrix->link->user) != 0 &&
					strcmp(user, room->direct) != 0));
	}
	if (answer->status == 200 && json_is_array(chunk))
		room->counted = others == 0;
	else
		matrix_log_failure(matrix, "cannot count the members of a direct room", answer);
	if (others > 0)
		matrix_encryption_leave_shared(matrix, room);
	else if (matrix_is_refusal(answer))
		matrix_room_schedule_leave(matrix, room);
	else if (!room->counted)
		matrix->tasks->after[TASK_COUNT] = matrix_now(matrix) + matrix_retry_delay(4);
}

static void task_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	matrix->tasks->request = NULL;
	matrix_schedule_now(matrix);
	struct matrix_room *room;
	bool unmarked = matrix->tasks->kind == TASK_UPDATE_DIRECT && answer->status != 200;
	matrix->tasks->direct_outdated |= unmarked;
	if (matrix_handle_expired(matrix, answer))
		return;
	json_t *body = matrix_parse_answer(answer);
	if (answer->status == 429) {
		/*
		 * Each kind of request has its own rate limit, so that joins do not delay direct
		 * rooms.
		 */
		matrix->tasks->after[matrix->tasks->kind] = matrix_now(matrix) +
			(answer->wait > 0 ? answer->wait : matrix_retry_delay(3));
	} else {
		switch (matrix->tasks->kind) {
		case TASK_RESOLVE: task_resolved(matrix, body, answer); break;
		case TASK_JOIN: task_joined(matrix, answer); break;
		case TASK_LEAVE:
			room = matrix_room_find(matrix, matrix->tasks->about);
			if (room != NULL)
				room->due = matrix_now(matrix) + matrix_retry_delay(6);
			if (room != NULL &&
				(answer->status == 200 || answer->status == 403 ||
					answer->status == 404))
				matrix_room_handle_left(matrix, room);
			break;
		case TASK_CREATE: task_made(matrix, body, answer); break;
		case TASK_CREATE_BESIDE: task_made_beside(matrix, body, answer); break;
		case TASK_COUNT: task_counted(matrix, body, answer); break;
		case TASK_CHECK_ALIAS: task_checked(matrix, body, answer); break;
		case TASK_UPDATE_DIRECT:
			/* Rooms often change together, so the next update waits a little. */
			matrix->tasks->after[TASK_UPDATE_DIRECT] =
				matrix_now(matrix) + matrix_retry_delay(unmarked ? 6 : 3);
			break;
		case TASKS: break;
		}
	}
	json_decref(body);
}

/* ---- requests ---- */

/* Begins a request. path: see MATRIX_PATH. body NULL: no body. */
static void task_begin(struct matrix *matrix, enum matrix_task kind, const char *about,
	const char *method, const char *const *path, const char *body)
{
	text_copy(matrix->tasks->about, sizeof matrix->tasks->about, about);
	matrix->tasks->kind = kind;
	matrix->tasks->request = matrix_begin_request(
		matrix, &(struct http_call){ .method = method, .body = body }, path, task_done);
}

/* Begins to join a room, or to look up its alias. Returns false if no request is needed. */
static bool task_begin_wanted(struct matrix *matrix, struct matrix_wanted *wanted)
{
	const struct matrix_room *room = task_find_wanted(matrix, wanted);
	if (room != NULL && (room->in || matrix_room_is_replaced(matrix, room))) {
		wanted->resolved = true;
		wanted->due = UINT64_MAX;
		wanted->tries = 0;
		return false;
	}
	/*
	 * Do not join while the disk fails: the bot must first store the person of a direct room,
	 * whom only the invitation names.
	 */
	if (wanted->invited && matrix->store->probing)
		return false;
	wanted->due = matrix_now(matrix) + MATRIX_REQUEST_TIMEOUT;
	bool via = wanted->via[0] != '\0';
	if ((room != NULL && !wanted->resolve_again) || wanted->name[0] == '!')
		task_begin(matrix, TASK_JOIN, wanted->name, "POST",
			MATRIX_PATH("client/v3/join/", room != NULL ? room->id : wanted->name,
				via ? "?server_name=" : "", wanted->via, via ? "&via=" : "",
				wanted->via),
			NULL);
	else
		task_begin(matrix, TASK_RESOLVE, wanted->name, "GET",
			MATRIX_PATH("client/v3/directory/room/", wanted->name), NULL);
	return true;
}

/*
 * Updates m.direct. Other clients of the account find the direct rooms by m.direct, and so does the
 * bot if its database is lost.
 */
static void task_update_direct(struct matrix *matrix)
{
	json_t *people = json_object();
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *room = matrix->rooms->room[i];
		if (room->direct == NULL || !room->in || room->leaving)
			continue;
		if (json_object_get(people, room->direct) == NULL)
			json_object_set_new(people, room->direct, json_array());
		json_array_append_new(json_object_get(people, room->direct), json_string(room->id));
	}
	char *body = json_dumps(people, JSON_COMPACT);
	task_begin(matrix, TASK_UPDATE_DIRECT, "", "PUT",
		MATRIX_PATH("client/v3/user/", matrix->link->user, "/account_data/m.direct"), body);
	matrix->tasks->direct_outdated = false;
	json_decref(people);
	free(body);
}

/* ---- the next request ---- */

/* True if the time `due` has come; otherwise lowers *then to `due`. */
static bool task_is_due(const struct matrix *matrix, uint64_t due, uint64_t *then)
{
	if (due <= matrix_now(matrix))
		return true;
	if (due < *then)
		*then = due;
	return false;
}

/*
 * True if the rate limit allows a kind of request now; otherwise lowers *then to the time when it
 * will.
 */
static bool task_is_allowed(const struct matrix *matrix, enum matrix_task kind, uint64_t *then)
{
	return task_is_due(matrix, matrix->tasks->after[kind], then);
}

static bool task_leave_next(struct matrix *matrix, uint64_t *then)
{
	struct string body = STRING_EMPTY;
	if (!task_is_allowed(matrix, TASK_LEAVE, then))
		return false;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		uint64_t due = room->due;
		if (!room->leaving)
			continue;
		if (queue_first_to(matrix->outgoing->queue, room->id) != NULL)
			due += TASK_LEAVE_DELAY;
		if (!task_is_due(matrix, due, then))
			continue;
		json_begin_object(&body, NULL);
		if (room->leave_reason.length > 0)
			json_text(&body, "reason", room->leave_reason.bytes);
		json_end(&body, '}');
		task_begin(matrix, TASK_LEAVE, room->id, "POST",
			MATRIX_PATH("client/v3/rooms/", room->id, "/leave"), body.bytes);
		string_free(&body);
		return true;
	}
	return false;
}

static bool task_count_next(struct matrix *matrix, uint64_t *then)
{
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *room = matrix->rooms->room[i];
		if (room->direct == NULL || room->created || !room->in || room->leaving ||
			room->counted || !matrix_room_is_fit(matrix, room))
			continue;
		if (!task_is_allowed(matrix, TASK_COUNT, then))
			return false;
		task_begin(matrix, TASK_COUNT, room->id, "GET",
			MATRIX_PATH("client/v3/rooms/", room->id, "/members"), NULL);
		return true;
	}
	return false;
}

static bool task_make_next(struct matrix *matrix, uint64_t *then)
{
	struct matrix_person **at = &matrix->people->wanting, *person;
	struct string body = STRING_EMPTY;
	if (!task_is_allowed(matrix, TASK_CREATE, then))
		return false;
	while ((person = *at) != NULL) {
		if (!person->wanted || person->direct != NULL) {
			person->listed = false;
			*at = person->next_wanted;
		} else if (task_is_due(matrix, person->due, then)) {
			break;
		} else {
			at = &person->next_wanted;
		}
	}
	if (person == NULL)
		return false;
	string_add(&body, "{\"preset\":\"private_chat\",\"is_direct\":true,\"invite\":[");
	string_add_json(&body, person->id);
	string_add(&body, "],\"power_level_content_override\":{\"invite\":100},");
	if (strcmp(matrix->settings->encryption, "proxy") == 0)
		string_add(&body,
			"\"initial_state\":[{\"type\":\"m.room.encryption\",\"state_key\":\"\","
			"\"content\":{\"algorithm\":\"m.megolm.v1.aes-sha2\"}}],");
	string_add(&body, "\"creation_content\":{\"" MATRIX_DIRECT "\":");
	string_add_json(&body, person->id);
	string_add(&body, "}}");
	task_begin(matrix, TASK_CREATE, person->id, "POST", MATRIX_PATH("client/v3/createRoom"),
		body.bytes);
	string_free(&body);
	return true;
}

static bool task_make_beside_next(struct matrix *matrix, uint64_t *then)
{
	struct string body = STRING_EMPTY;
	struct matrix_room *found = NULL;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		room->beside_wanted = room->beside_wanted && room->in && room->beside_by != NULL;
		found = room->beside_wanted ? room : found;
	}
	if (found == NULL || !task_is_allowed(matrix, TASK_CREATE, then) ||
		!task_is_allowed(matrix, TASK_CREATE_BESIDE, then))
		return false;
	matrix_encryption_add_beside(matrix, found, &body);
	task_begin(matrix, TASK_CREATE_BESIDE, found->id, "POST",
		MATRIX_PATH("client/v3/createRoom"), body.bytes);
	string_free(&body);
	return true;
}

static bool task_join_next(struct matrix *matrix, uint64_t *then)
{
	if (!task_is_allowed(matrix, TASK_JOIN, then) ||
		!task_is_allowed(matrix, TASK_RESOLVE, then))
		return false;
	for (size_t i = 0; i < matrix->rooms->wanteds; i++)
		if (task_is_due(matrix, matrix->rooms->wanted[i].due, then) &&
			task_begin_wanted(matrix, &matrix->rooms->wanted[i]))
			return true;
	return false;
}

static bool task_check_next(struct matrix *matrix, uint64_t *then)
{
	if (!task_is_allowed(matrix, TASK_CHECK_ALIAS, then))
		return false;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *room = matrix->rooms->room[i];
		if (room->unconfirmed_alias == NULL || !room->in)
			continue;
		task_begin(matrix, TASK_CHECK_ALIAS, room->id, "GET",
			MATRIX_PATH("client/v3/directory/room/", room->unconfirmed_alias), NULL);
		return true;
	}
	return false;
}

void matrix_task_begin_next(struct matrix *matrix, uint64_t *then)
{
	/* Nothing is due before the first sync, which shows the rooms that the bot is in. */
	if (matrix->tasks->request != NULL || matrix->link->phase != MATRIX_CONNECTED ||
		!matrix->sync->whole)
		return;
	/* Direct rooms and joins go first, because people wait for them; leaving can wait. */
	if (task_count_next(matrix, then) || task_make_next(matrix, then) ||
		task_make_beside_next(matrix, then) || task_check_next(matrix, then) ||
		task_join_next(matrix, then) || task_leave_next(matrix, then))
		return;
	if (matrix->tasks->direct_outdated && task_is_allowed(matrix, TASK_UPDATE_DIRECT, then))
		task_update_direct(matrix);
}

void matrix_task_follow_tombstone(
	struct matrix *matrix, struct matrix_room *room, const char *id, const char *via)
{
	struct matrix_room *next = *id == '!' ? matrix_room_find_or_add(matrix, id) : NULL;
	const char *server = via != NULL ? strchr(via, ':') : NULL;
	if (next == NULL || next == room || room->leaving)
		return;
	if (matrix_now(matrix) - room->followed_at > TASK_TOMBSTONES_MS)
		room->tombstones = 0;
	bool in_a_row = room->tombstones >= TASK_TOMBSTONES;
	if (room->direct != NULL || next->direct != NULL || next->in || next->refused ||
		matrix_room_is_replaced(matrix, next) || in_a_row) {
		matrix->rooms->unused++;
		matrix_log_channel(matrix, LOG_WARN, room->id,
			"room %s was replaced by %s; the bot does not join the new room: it "
			"is in use, refused the bot, or is one of too many in a row",
			room->id, id);
		if (room->direct == NULL && !in_a_row)
			return;
		room->ended = room->direct == NULL;
		if (room->name != NULL)
			task_remove_name(matrix, room);
		matrix_room_schedule_leave(matrix, room);
		/* The alias may lead to another room now. */
		matrix_room_schedule_all(matrix);
		return;
	}
	next->tombstones = room->tombstones + 1;
	next->followed_at = matrix_now(matrix);
	if (room->name != NULL && next->name == NULL)
		matrix_room_set_name(matrix, next, room->name);
	matrix_room_replace(matrix, room, next);
	if (room->name != NULL && strcmp(room->name, next->name) == 0)
		task_remove_name(matrix, room);
	matrix_log_channel(matrix, LOG_NOTE, room->id,
		"room %s was replaced by %s; the bot joins the new room", room->id, id);
	matrix_room_schedule_leave(matrix, room);
	if (next->in)
		return;
	matrix_room_add_invited(matrix, id, server != NULL ? server + 1 : NULL);
	/*
	 * If the wanted rooms also have an entry for the channel itself, try that now too: unlike
	 * the entry just added, it remains if the server refuses to let the bot join.
	 */
	matrix_room_schedule_join(matrix, next, 0);
}
