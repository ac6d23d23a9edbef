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
 * number of tombstones followed in a row. TASK_TOMBSTONES_MS: a tombstone this many ms after the
 * last one begins a new row.
 */
enum { TASK_LEAVE_DELAY = 60000, TASK_TOMBSTONES = 3, TASK_TOMBSTONES_MS = 60 * 60 * 1000 };

/* ---- answers ---- */

/*
 * Logs that a room could not be joined. Schedules another attempt, or forgets a refused invitation.
 */
static void matrix_task_handle_not_in(struct matrix *matrix, const struct http_answer *answer)
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

/* Removes the channel's name of a room, and reports the channel as lost. */
static void matrix_task_remove_name(struct matrix *matrix, struct matrix_room *room)
{
	matrix_room_report_lost(matrix, room);
	free(room->name);
	room->name = NULL;
	matrix_store_put_kind(matrix, "room ", room->id, NULL);
}

/*
 * Makes a room the successor of the old room that had the alias before, unless the bot is in the
 * old room.
 */
static void matrix_task_move_name(struct matrix *matrix, struct matrix_room *next, const char *name)
{
	struct matrix_room *before = matrix_room_find_name(matrix, name);
	if (before == NULL || before == next || before->in)
		return;
	matrix_task_remove_name(matrix, before);
	matrix_room_replace(matrix, before, next);
}

static void matrix_task_resolved(
	struct matrix *matrix, const json_t *body, const struct http_answer *answer)
{
	const char *id = matrix_get_string(body, "room_id");
	struct matrix_room *room =
		answer->status == 200 && id != NULL ? matrix_room_find_or_add(matrix, id) : NULL;
	struct matrix_wanted *wanted = matrix_room_find_wanted(matrix, matrix->tasks->about);
	if (wanted != NULL && (room != NULL || answer->status == 404))
		wanted->resolved = true;
	if (room == NULL) {
		matrix_task_handle_not_in(matrix, answer);
		return;
	}
	if (wanted == NULL)
		return;
	/*
	 * The bot left that room because of a tombstone, and waits until the alias leads to another
	 * room.
	 */
	if (matrix_room_is_replaced(matrix, room) || room->ended) {
		wanted->due = matrix_now(matrix) + matrix_retry_delay(3 + wanted->tries++);
		return;
	}
	const char *via = json_string_value(json_array_get(json_object_get(body, "servers"), 0));
	text_copy(wanted->via, sizeof wanted->via, via != NULL ? via : "");
	wanted->due = matrix_now(matrix);
	wanted->resolve_again = false;
	matrix_task_move_name(matrix, room, wanted->name);
	/* The room was reported under its id before the alias was resolved. */
	if (room->joined_reported && strcmp(room->name, room->id) == 0)
		matrix_room_report_lost(matrix, room);
	if (!room->joined_reported)
		matrix_room_set_name(matrix, room, wanted->name);
	else if (strcmp(room->name, wanted->name) != 0)
		/* The bot is already in that room under another name. */
		wanted->due = UINT64_MAX;
}

/* Marks a room as refusing the bot, and tries to rejoin the room whose tombstone led there. */
static void matrix_task_handle_refused(struct matrix *matrix, const struct matrix_wanted *wanted)
{
	struct matrix_room *room = wanted->name[0] == '!'
		? matrix_room_find(matrix, wanted->name)
		: matrix_room_find_name(matrix, wanted->name);
	if (room == NULL)
		return;
	room->refused = true;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *before = matrix->rooms->room[i];
		if (before->next != NULL && strcmp(before->next, room->id) == 0)
			matrix_room_schedule_join(matrix, before, 0);
	}
}

static void matrix_task_joined(struct matrix *matrix, const struct http_answer *answer)
{
	struct matrix_wanted *wanted = matrix_room_find_wanted(matrix, matrix->tasks->about);
	bool refused = answer->status == 403 || answer->status == 404;
	if (wanted != NULL)
		wanted->resolve_again = refused;
	if (wanted != NULL && refused)
		matrix_task_handle_refused(matrix, wanted);
	if (wanted != NULL && answer->status == 403)
		matrix->network.events->channel_lost(&matrix->network, wanted->name);
	if (answer->status != 200)
		matrix_task_handle_not_in(matrix, answer);
	else if (wanted != NULL)
		/* A sync will show that the bot has joined. */
		wanted->due = matrix_now(matrix) + MATRIX_REQUEST_TIMEOUT;
}

static void matrix_task_left(struct matrix *matrix, const struct http_answer *answer)
{
	struct matrix_room *room = matrix_room_find(matrix, matrix->tasks->about);
	if (room == NULL)
		return;
	room->due = matrix_now(matrix) + matrix_retry_delay(6);
	if (answer->status == 200 || answer->status == 403 || answer->status == 404)
		matrix_room_handle_left(matrix, room);
}

/* Handles the answer to the creation of a room beside an encrypted one. */
static void matrix_task_made_beside(
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

static void matrix_task_made(
	struct matrix *matrix, const json_t *body, const struct http_answer *answer)
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
static void matrix_task_checked(
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

/* Handles the list of a direct room's members: leaves the room if it has a third one. */
static void matrix_task_counted(
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
	if (others > 0 || matrix_is_refusal(answer))
		matrix_room_schedule_leave(matrix, room);
	else if (!room->counted)
		matrix->tasks->after[TASK_COUNT] = matrix_now(matrix) + matrix_retry_delay(4);
}

static void matrix_task_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	matrix->tasks->request = NULL;
	matrix_schedule_now(matrix);
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
		case TASK_RESOLVE: matrix_task_resolved(matrix, body, answer); break;
		case TASK_JOIN: matrix_task_joined(matrix, answer); break;
		case TASK_LEAVE: matrix_task_left(matrix, answer); break;
		case TASK_CREATE: matrix_task_made(matrix, body, answer); break;
		case TASK_CREATE_BESIDE: matrix_task_made_beside(matrix, body, answer); break;
		case TASK_COUNT: matrix_task_counted(matrix, body, answer); break;
		case TASK_CHECK_ALIAS: matrix_task_checked(matrix, body, answer); break;
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

static void matrix_task_begin(struct matrix *matrix, enum matrix_task kind, const char *about,
	const struct http_call *order)
{
	text_copy(matrix->tasks->about, sizeof matrix->tasks->about, about);
	matrix->tasks->kind = kind;
	matrix->tasks->request = matrix_begin_request(matrix, order, matrix_task_done);
}

/* Begins a request. The path is part[0], then part[1] percent-encoded, then part[2]. */
static void matrix_task_begin_path(struct matrix *matrix, enum matrix_task kind, const char *about,
	const char *const part[3], const char *method)
{
	struct string path = STRING_EMPTY;
	string_add(&path, part[0]);
	http_append_path(&path, part[1]);
	string_add(&path, part[2]);
	matrix_task_begin(
		matrix, kind, about, &(struct http_call){ .method = method, .path = path.bytes });
	string_free(&path);
}

static void matrix_task_join(
	struct matrix *matrix, const struct matrix_wanted *wanted, const char *id)
{
	struct string behind = STRING_EMPTY;
	if (wanted->via[0] != '\0') {
		string_add(&behind, "?server_name=");
		http_append_path(&behind, wanted->via);
		string_add(&behind, "&via=");
		http_append_path(&behind, wanted->via);
	}
	matrix_task_begin_path(matrix, TASK_JOIN, wanted->name,
		(const char *const[3]){ "/_matrix/client/v3/join/", id, behind.bytes }, "POST");
	string_free(&behind);
}

/* Begins to join a room, or to look up its alias. Returns false if no request is needed. */
static bool matrix_task_begin_wanted(struct matrix *matrix, struct matrix_wanted *wanted)
{
	struct matrix_room *room = wanted->name[0] == '!'
		? matrix_room_find(matrix, wanted->name)
		: matrix_room_find_name(matrix, wanted->name);
	if (room != NULL && (room->in || matrix_room_is_replaced(matrix, room))) {
		wanted->resolved = true;
		wanted->due = UINT64_MAX;
		wanted->tries = 0;
		return false;
	}
	/* Only the invitation tells whose direct room it is: store that before the bot joins. */
	if (wanted->invited && matrix->store->probing)
		return false;
	wanted->due = matrix_now(matrix) + MATRIX_REQUEST_TIMEOUT;
	if ((room != NULL && !wanted->resolve_again) || wanted->name[0] == '!')
		matrix_task_join(matrix, wanted, room != NULL ? room->id : wanted->name);
	else
		matrix_task_begin_path(matrix, TASK_RESOLVE, wanted->name,
			(const char *const[3]){
				"/_matrix/client/v3/directory/room/", wanted->name, "" },
			"GET");
	return true;
}

/*
 * Creates a direct room for a person. The room's m.room.create names the person, in case the answer
 * to this request is lost.
 */
static void matrix_task_create(struct matrix *matrix, const struct matrix_person *person)
{
	struct string body = STRING_EMPTY;
	string_add(&body, "{\"preset\":\"private_chat\",\"is_direct\":true,\"invite\":[");
	string_add_json(&body, person->id);
	string_add(&body, "],\"power_level_content_override\":{\"invite\":100},");
	if (strcmp(matrix->settings->encryption, "proxy") == 0)
		string_add(&body,
			"\"initial_state\":[{\"type\":\"m.room.encryption\",\"state_key\":\"\","
			"\"content\":{\"algorithm\":\"m.megolm.v1.aes-sha2\"}}],");
	string_add(&body, "\"creation_content\":{\"org.mitaines.direct\":");
	string_add_json(&body, person->id);
	string_add(&body, "}}");
	matrix_task_begin(matrix, TASK_CREATE, person->id,
		&(struct http_call){ .method = "POST",
			.path = "/_matrix/client/v3/createRoom",
			.body = body.bytes });
	string_free(&body);
}

/* Creates the room beside an encrypted one. */
static void matrix_task_create_beside(struct matrix *matrix, const struct matrix_room *room)
{
	struct string body = STRING_EMPTY;
	matrix_encryption_add_beside(matrix, room, &body);
	matrix_task_begin(matrix, TASK_CREATE_BESIDE, room->id,
		&(struct http_call){ .method = "POST",
			.path = "/_matrix/client/v3/createRoom",
			.body = body.bytes });
	string_free(&body);
}

/*
 * Updates m.direct. Other clients of the account find the direct rooms by m.direct, and so does the
 * bot if its database is lost.
 */
static void matrix_task_update_direct(struct matrix *matrix)
{
	struct string path = STRING_EMPTY;
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
	string_add(&path, "/_matrix/client/v3/user/");
	http_append_path(&path, matrix->link->user);
	string_add(&path, "/account_data/m.direct");
	matrix_task_begin(matrix, TASK_UPDATE_DIRECT, "",
		&(struct http_call){ .method = "PUT", .path = path.bytes, .body = body });
	matrix->tasks->direct_outdated = false;
	json_decref(people);
	free(body);
	string_free(&path);
}

/* ---- the next request ---- */

/* True if the time `due` has come; otherwise lowers *then to `due`. */
static bool matrix_task_is_due(const struct matrix *matrix, uint64_t due, uint64_t *then)
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
static bool matrix_task_is_allowed(
	const struct matrix *matrix, enum matrix_task kind, uint64_t *then)
{
	return matrix_task_is_due(matrix, matrix->tasks->after[kind], then);
}

static void matrix_task_leave(struct matrix *matrix, const struct matrix_room *room)
{
	struct string path = STRING_EMPTY, body = STRING_EMPTY;
	string_add(&path, "/_matrix/client/v3/rooms/");
	http_append_path(&path, room->id);
	string_add(&path, "/leave");
	json_begin_object(&body, NULL);
	if (room->leave_reason.length > 0)
		json_text(&body, "reason", room->leave_reason.bytes);
	json_end(&body, '}');
	matrix_task_begin(matrix, TASK_LEAVE, room->id,
		&(struct http_call){ .method = "POST", .path = path.bytes, .body = body.bytes });
	string_free(&path);
	string_free(&body);
}

static bool matrix_task_leave_next(struct matrix *matrix, uint64_t *then)
{
	if (!matrix_task_is_allowed(matrix, TASK_LEAVE, then))
		return false;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		uint64_t due = room->due;
		if (!room->leaving)
			continue;
		if (queue_first_to(matrix->outgoing->queue, room->id) != NULL)
			due += TASK_LEAVE_DELAY;
		if (!matrix_task_is_due(matrix, due, then))
			continue;
		matrix_task_leave(matrix, room);
		return true;
	}
	return false;
}

static bool matrix_task_count_next(struct matrix *matrix, uint64_t *then)
{
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *room = matrix->rooms->room[i];
		if (room->direct == NULL || room->created || !room->in || room->leaving ||
			room->counted || !matrix_room_is_fit(matrix, room))
			continue;
		if (!matrix_task_is_allowed(matrix, TASK_COUNT, then))
			return false;
		matrix_task_begin_path(matrix, TASK_COUNT, room->id,
			(const char *const[3]){ "/_matrix/client/v3/rooms/", room->id, "/members" },
			"GET");
		return true;
	}
	return false;
}

static bool matrix_task_make_next(struct matrix *matrix, uint64_t *then)
{
	struct matrix_person **at = &matrix->people->wanting, *person;
	if (!matrix_task_is_allowed(matrix, TASK_CREATE, then))
		return false;
	while ((person = *at) != NULL) {
		if (!person->wanted || person->direct != NULL) {
			person->listed = false;
			*at = person->next_wanted;
		} else if (matrix_task_is_due(matrix, person->due, then)) {
			matrix_task_create(matrix, person);
			return true;
		} else {
			at = &person->next_wanted;
		}
	}
	return false;
}

static bool matrix_task_make_beside_next(struct matrix *matrix, uint64_t *then)
{
	struct matrix_room *found = NULL;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		room->beside_wanted = room->beside_wanted && room->in && room->beside_by != NULL;
		found = room->beside_wanted ? room : found;
	}
	if (found == NULL || !matrix_task_is_allowed(matrix, TASK_CREATE, then) ||
		!matrix_task_is_allowed(matrix, TASK_CREATE_BESIDE, then))
		return false;
	matrix_task_create_beside(matrix, found);
	return true;
}

static bool matrix_task_join_next(struct matrix *matrix, uint64_t *then)
{
	if (!matrix_task_is_allowed(matrix, TASK_JOIN, then) ||
		!matrix_task_is_allowed(matrix, TASK_RESOLVE, then))
		return false;
	for (size_t i = 0; i < matrix->rooms->wanteds; i++)
		if (matrix_task_is_due(matrix, matrix->rooms->wanted[i].due, then) &&
			matrix_task_begin_wanted(matrix, &matrix->rooms->wanted[i]))
			return true;
	return false;
}

static bool matrix_task_check_next(struct matrix *matrix, uint64_t *then)
{
	if (!matrix_task_is_allowed(matrix, TASK_CHECK_ALIAS, then))
		return false;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *room = matrix->rooms->room[i];
		if (room->unconfirmed_alias == NULL || !room->in)
			continue;
		matrix_task_begin_path(matrix, TASK_CHECK_ALIAS, room->id,
			(const char *const[3]){
				"/_matrix/client/v3/directory/room/", room->unconfirmed_alias, "" },
			"GET");
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
	if (matrix_task_count_next(matrix, then) || matrix_task_make_next(matrix, then) ||
		matrix_task_make_beside_next(matrix, then) ||
		matrix_task_check_next(matrix, then) || matrix_task_join_next(matrix, then) ||
		matrix_task_leave_next(matrix, then))
		return;
	if (matrix->tasks->direct_outdated &&
		matrix_task_is_allowed(matrix, TASK_UPDATE_DIRECT, then))
		matrix_task_update_direct(matrix);
}

/*
 * Logs a tombstone that is not followed. Leaves the room if it is a direct room, or if the chain of
 * tombstones is too long.
 */
static void matrix_task_ignore_tombstone(
	struct matrix *matrix, struct matrix_room *room, const char *id)
{
	matrix_log_channel(matrix, LOG_WARN, room->id,
		"room %s was replaced by %s; the bot does not join the new room: it "
		"is in use, refused the bot, or is one of too many in a row",
		room->id, id);
	if (room->direct == NULL && room->tombstones < TASK_TOMBSTONES)
		return;
	room->ended = room->direct == NULL;
	if (room->name != NULL)
		matrix_task_remove_name(matrix, room);
	matrix_room_schedule_leave(matrix, room);
	/* The alias may lead to another room now. */
	matrix_room_schedule_all(matrix);
}

/*
 * True if a tombstone may be followed from a room to `next`. False if one of them is a direct room;
 * if the bot is in `next`; if `next` refused the bot or has been replaced itself; or if
 * TASK_TOMBSTONES tombstones in a row were followed.
 */
static bool matrix_task_can_follow(
	const struct matrix *matrix, const struct matrix_room *room, const struct matrix_room *next)
{
	return room->direct == NULL && next->direct == NULL && !next->in && !next->refused &&
		!matrix_room_is_replaced(matrix, next) && room->tombstones < TASK_TOMBSTONES;
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
	if (!matrix_task_can_follow(matrix, room, next)) {
		matrix->rooms->unused++;
		matrix_task_ignore_tombstone(matrix, room, id);
		return;
	}
	next->tombstones = room->tombstones + 1;
	next->followed_at = matrix_now(matrix);
	if (room->name != NULL && next->name == NULL)
		matrix_room_set_name(matrix, next, room->name);
	matrix_room_replace(matrix, room, next);
	if (room->name != NULL && strcmp(room->name, next->name) == 0)
		matrix_task_remove_name(matrix, room);
	matrix_log_channel(matrix, LOG_NOTE, room->id,
		"room %s was replaced by %s; the bot joins the new room", room->id, id);
	matrix_room_schedule_leave(matrix, room);
	if (next->in)
		return;
	matrix_room_add_invited(matrix, id, server != NULL ? server + 1 : NULL);
	/*
	 * The channel's own entry among the wanted rooms is tried now too. It remains if the
	 * invitation is refused.
	 */
	matrix_room_schedule_join(matrix, next, 0);
}
