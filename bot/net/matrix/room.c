/* matrix/room.c - the rooms that the bot is in, and the rooms that it wants to join. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/base/memory.h"
#include "bot/net/matrix/name.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/room_tasks.h"
#include "bot/net/matrix/show.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"
#include "bot/net/matrix/sync.h"
#include "engine/text.h"

/*
 * All are in milliseconds. ROOM_REJOIN_DELAY: delay before the bot rejoins a room that it was
 * removed from. ROOM_SETTLES: time from the sync that shows a room's encryption until an encrypting
 * proxy certainly knows of the encryption.
 */
enum { ROOM_REJOIN_DELAY = 60000, ROOM_SETTLES = 2000 };

/* Returns the index of an id in the sorted rooms, or the index at which to insert the id. */
static size_t room_position(const struct matrix *matrix, const char *id)
{
	size_t low = 0, high = matrix->rooms->count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (strcmp(matrix->rooms->room[middle]->id, id) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct matrix_room *matrix_room_find(const struct matrix *matrix, const char *id)
{
	size_t at = id != NULL ? room_position(matrix, id) : matrix->rooms->count;
	bool there = at < matrix->rooms->count && strcmp(matrix->rooms->room[at]->id, id) == 0;
	return there ? matrix->rooms->room[at] : NULL;
}

struct matrix_room *matrix_room_find_name(const struct matrix *matrix, const char *name)
{
	for (size_t i = 0; i < matrix->rooms->count; i++)
		if (matrix->rooms->room[i]->name != NULL &&
			strcmp(matrix->rooms->room[i]->name, name) == 0)
			return matrix->rooms->room[i];
	return NULL;
}

struct matrix_room *matrix_room_find_or_add(struct matrix *matrix, const char *id)
{
	size_t at = room_position(matrix, id);
	if (at < matrix->rooms->count && strcmp(matrix->rooms->room[at]->id, id) == 0)
		return matrix->rooms->room[at];
	if (!name_is_id(id, '!') || matrix->rooms->count == MATRIX_ROOMS)
		return NULL;
	struct matrix_room **grown =
		memory_grow(matrix->rooms->room, matrix->rooms->count + 1, sizeof *grown);
	struct matrix_room *room = memory_new(1, sizeof *room);
	matrix->rooms->room = grown;
	*room = (struct matrix_room){
		.id = memory_copy(id),
		.openness = OPENNESS_UNKNOWN,
		.members_unknown = true,
		.leave_reason = STRING_EMPTY,
	};
	memmove(grown + at + 1, grown + at, (matrix->rooms->count - at) * sizeof *grown);
	grown[at] = room;
	matrix->rooms->count++;
	return room;
}

void matrix_room_set_name(struct matrix *matrix, struct matrix_room *room, const char *name)
{
	free(room->name);
	room->name = memory_copy(name);
	matrix_store_put_kind(matrix, "room ", room->id, name);
}

bool matrix_room_set_direct(
	struct matrix *matrix, struct matrix_room *room, const char *user, bool created)
{
	struct matrix_person *person = matrix_person_find_or_add(matrix, user);
	if (person == NULL)
		return false;
	/*
	 * If m.direct was read before, the room was stored as one that the person created, because
	 * m.direct does not say who created a room: delete that value.
	 */
	if (created && room->direct != NULL)
		matrix_store_put_kind(matrix, "guest ", room->id, NULL);
	free(room->direct);
	room->direct = memory_copy(user);
	room->created = created;
	room->shown = room->shown || matrix_room_has_member(room, person);
	matrix->tasks->direct_outdated |= room->in;
	if (!created) {
		matrix_store_put_kind(matrix, "guest ", room->id, user);
		return true;
	}
	/*
	 * If the person has another direct room, the bot leaves `room`, because it needs only one.
	 */
	if (person->direct != NULL && strcmp(person->direct, room->id) != 0) {
		matrix_room_schedule_leave(matrix, room);
		return true;
	}
	free(person->direct);
	person->direct = memory_copy(room->id);
	person->wanted = false;
	matrix_store_put_kind(matrix, "direct ", user, room->id);
	return true;
}

bool matrix_room_is_fit(const struct matrix *matrix, const struct matrix_room *room)
{
	bool proxy = strcmp(matrix->settings->encryption, "proxy") == 0;
	if (room->direct != NULL)
		return room->encrypted == proxy;
	return proxy || !room->encrypted;
}

/* True if the private lines of a person go to a room. The person may be NULL. */
static bool room_is_used(const struct matrix_room *room, const struct matrix_person *person)
{
	return person != NULL && person->direct != NULL && strcmp(person->direct, room->id) == 0;
}

/* True if the bot and a person are the only members of a room. */
static bool room_is_pair(const struct matrix_room *room, const struct matrix_person *person)
{
	return !room->members_unknown && room->count == 1 && matrix_room_has_member(room, person);
}

bool matrix_room_is_private(const struct matrix *matrix, const struct matrix_room *room)
{
	const struct matrix_person *person = matrix_person_find(matrix, room->direct);
	if (person == NULL || !room->in || room->leaving || !room->shown ||
		!matrix_room_is_fit(matrix, room))
		return false;
	/*
	 * Wait a moment before sending: an encrypting proxy learns by its own syncs that the room
	 * is encrypted, and may send in clear until then.
	 */
	uint64_t settles = room->encrypted ? room->encrypted_at + ROOM_SETTLES : 0;
	if (settles > matrix_now(matrix)) {
		matrix->rooms->settles = settles;
		return false;
	}
	/*
	 * The bot's own room is usable before the person joins: then they can read earlier lines.
	 * Only the bot can invite others there.
	 */
	if (room->created)
		return room->count == matrix_room_has_member(room, person);
	return room->counted && room_is_pair(room, person);
}

void matrix_room_adopt(struct matrix *matrix, struct matrix_room *room)
{
	struct matrix_sender into;
	struct matrix_person *person = matrix_person_find(matrix, room->direct);
	if (person == NULL || !room->in || room->leaving || !matrix_room_is_fit(matrix, room) ||
		!room_is_pair(room, person) || room_is_used(room, person))
		return;
	struct matrix_room *before = matrix_room_find(matrix, person->direct);
	if (before != NULL)
		matrix_room_schedule_leave(matrix, before);
	free(person->direct);
	person->direct = memory_copy(room->id);
	person->wanted = false;
	person->refused = 0;
	matrix_store_put_kind(matrix, "direct ", person->id, room->id);
	matrix->network.events->private_restored(
		&matrix->network, matrix_person_fill_sender(person, &into));
	matrix_schedule_now(matrix);
}

void matrix_room_schedule_leave(struct matrix *matrix, struct matrix_room *room)
{
	if (room->leaving)
		return;
	room->leaving = true;
	room->due = matrix_now(matrix);
	matrix_store_put_kind(matrix, "leave ", room->id, "");
	matrix_schedule_now(matrix);
}

void matrix_room_replace(
	struct matrix *matrix, struct matrix_room *old, struct matrix_room *successor)
{
	free(old->next);
	old->next = memory_copy(successor->id);
	matrix_store_put_kind(matrix, "next ", old->id, successor->id);
	if (successor->next != NULL)
		matrix_store_put_kind(matrix, "next ", successor->id, NULL);
	free(successor->next);
	successor->next = NULL;
	matrix_outgoing_redirect(matrix, old->id, successor->id);
}

/* Redirects a room's queued lines to its successor; drops them without a successor. */
static void room_redirect_lines(struct matrix *matrix, const struct matrix_room *room)
{
	if (room->next != NULL)
		matrix_outgoing_redirect(matrix, room->id, room->next);
	else
		matrix_outgoing_drop(matrix, room->id);
}

/* ---- members ---- */

bool matrix_room_has_member(const struct matrix_room *room, const struct matrix_person *person)
{
	for (unsigned i = 0; i < person->rooms; i++)
		if (person->room[i] == room)
			return true;
	return false;
}

bool matrix_room_is_shared(const struct matrix *matrix, const struct matrix_room *room)
{
	const struct matrix_person *person = matrix_person_find(matrix, room->direct);
	bool there = person != NULL && matrix_room_has_member(room, person);
	return room->direct != NULL && room->count > there;
}

void matrix_room_add_member(
	struct matrix *matrix, struct matrix_room *room, const char *user, const char *display)
{
	const struct network_events *events = matrix->network.events;
	struct matrix_sender into;
	if (strcmp(user, matrix->link->user) == 0)
		return;
	struct matrix_person *person = matrix_person_find_or_add(matrix, user);
	if (person == NULL)
		return;
	matrix_person_set_display(matrix, person, display);
	if (matrix_room_has_member(room, person))
		return;
	person->room = memory_grow(person->room, person->rooms + 1, sizeof *person->room);
	person->room[person->rooms] = room;
	room->count++;
	matrix->people->present += person->rooms == 0;
	if (person->rooms++ == 0)
		events->arrived(&matrix->network, matrix_person_fill_sender(person, &into));
	if (room->direct != NULL && strcmp(room->direct, user) == 0)
		room->shown = true;
	if (!room_is_used(room, person))
		return;
	person->refused = 0;
	events->private_restored(&matrix->network, matrix_person_fill_sender(person, &into));
}

static void room_take_member_out(
	struct matrix *matrix, struct matrix_room *room, struct matrix_person *person)
{
	struct matrix_sender into;
	unsigned i = 0;
	while (person->room[i] != room)
		i++;
	person->room[i] = person->room[--person->rooms];
	room->count--;
	if (person->rooms > 0)
		return;
	matrix->people->present--;
	matrix->people->idle++;
	matrix->network.events->departed(
		&matrix->network, matrix_person_fill_sender(person, &into), DEPARTED_CHANNEL);
}

struct matrix_person *matrix_room_clear_direct(
	struct matrix *matrix, const struct matrix_room *room)
{
	struct matrix_person *person = matrix_person_find(matrix, room->direct);
	if (!room_is_used(room, person))
		return NULL;
	free(person->direct);
	person->direct = NULL;
	matrix_store_put_kind(matrix, "direct ", person->id, NULL);
	return person;
}

bool matrix_room_drop_lines(struct matrix *matrix, struct matrix_person *person)
{
	if (!queue_has_last(matrix->outgoing->queue, person->id))
		return false;
	person->wanted = false;
	matrix_outgoing_drop(matrix, person->id);
	matrix->network.events->erase_deleted(&matrix->network);
	return true;
}

void matrix_room_leave_unsafe(struct matrix *matrix, struct matrix_room *room)
{
	struct matrix_sender into;
	matrix_room_schedule_leave(matrix, room);
	struct matrix_person *person = matrix_room_clear_direct(matrix, room);
	if (person == NULL || matrix_room_drop_lines(matrix, person))
		return;
	person->due = matrix_now(matrix) + matrix_retry_delay(++person->refused + 3);
	matrix->network.events->private_refused(
		&matrix->network, matrix_person_fill_sender(person, &into));
}

void matrix_room_leave_user(struct matrix *matrix, const char *user)
{
	const struct matrix_person *person = matrix_person_find(matrix, user);
	struct matrix_room *room = person != NULL ? matrix_room_find(matrix, person->direct) : NULL;
	if (room == NULL)
		return;
	matrix_room_schedule_leave(matrix, room);
	matrix_room_clear_direct(matrix, room);
	matrix_shown_drop_all(matrix, user, true);
}

void matrix_room_store_beside(struct matrix *matrix, const struct matrix_room *room)
{
	struct string value = STRING_EMPTY;
	json_begin_object(&value, NULL);
	json_text(&value, "room", room->beside != NULL ? room->beside : "");
	json_text(&value, "by", room->beside_by != NULL ? room->beside_by : "");
	json_number(&value, "day", room->beside_day);
	json_bool(&value, "told", room->beside_told);
	json_end(&value, '}');
	matrix_store_put_kind(matrix, "beside ", room->id, value.bytes);
	string_free(&value);
}

void matrix_room_delete_user(struct matrix *matrix, const char *user)
{
	matrix_store_put_kind(matrix, "direct ", user, NULL);
	matrix_shown_drop_all(matrix, user, true);
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		if (room->beside_by != NULL && strcmp(room->beside_by, user) == 0) {
			free(room->beside_by);
			room->beside_by = NULL;
			matrix_room_store_beside(matrix, room);
		}
		/* Keep the person of a room that the bot has not joined yet. */
		if (room->direct == NULL || room->created || !room->in ||
			strcmp(room->direct, user) != 0)
			continue;
		matrix_store_put_kind(matrix, "guest ", room->id, NULL);
		/*
		 * Do not leave a room in use yet: the bot leaves it after its last line
		 * (queue_content.last).
		 */
		if (!room_is_used(room, matrix_person_find(matrix, user)))
			matrix_room_schedule_leave(matrix, room);
	}
}

void matrix_room_remove_member(struct matrix *matrix, struct matrix_room *room, const char *user)
{
	struct matrix_person *person = matrix_person_find(matrix, user);
	if (person != NULL && matrix_room_has_member(room, person))
		room_take_member_out(matrix, room, person);
	if (room->direct != NULL && strcmp(room->direct, user) == 0 && !room->leaving)
		matrix_room_leave_unsafe(matrix, room);
}

void matrix_room_set_large(struct matrix *matrix, struct matrix_room *room, bool large)
{
	if (room->large != large)
		matrix_store_put_kind(matrix, "crowd ", room->id, large ? "" : NULL);
	room->large = large;
}

/* True if a name is the id of a room or the name of its channel. */
static bool room_is_named(const struct matrix_room *room, const char *name)
{
	return strcmp(room->id, name) == 0 || (room->name != NULL && strcmp(room->name, name) == 0);
}

struct matrix_wanted *matrix_room_find_wanted(const struct matrix *matrix, const char *name)
{
	for (size_t i = 0; i < matrix->rooms->wanteds; i++)
		if (strcmp(matrix->rooms->wanted[i].name, name) == 0)
			return &matrix->rooms->wanted[i];
	return NULL;
}

void matrix_room_handle_joined(struct matrix *matrix, struct matrix_room *room)
{
	const struct matrix_wanted *wanted = matrix_room_find_wanted(matrix, room->id);
	matrix->tasks->direct_outdated |= room->direct != NULL && !room->in;
	room->in = true;
	room->refused = false;
	for (size_t i = 0; i < matrix->rooms->wanteds; i++)
		if (room_is_named(room, matrix->rooms->wanted[i].name))
			matrix->rooms->wanted[i].tries = 0;
	if (wanted != NULL && wanted->invited)
		matrix_room_remove_wanted(matrix, room->id);
}

bool matrix_room_is_wanted(const struct matrix *matrix, const struct matrix_room *room)
{
	for (size_t i = 0; i < matrix->rooms->wanteds; i++)
		if (room_is_named(room, matrix->rooms->wanted[i].name))
			return true;
	return false;
}

void matrix_room_schedule_join(struct matrix *matrix, const struct matrix_room *room, uint64_t wait)
{
	for (size_t i = 0; i < matrix->rooms->wanteds; i++)
		if (room_is_named(room, matrix->rooms->wanted[i].name))
			matrix->rooms->wanted[i].due = matrix_now(matrix) + wait;
	matrix_schedule_now(matrix);
}

void matrix_room_report_lost(struct matrix *matrix, struct matrix_room *room)
{
	if (room->joined_reported)
		matrix->network.events->channel_lost(&matrix->network, room->name);
	room->joined_reported = false;
}

void matrix_room_handle_left(struct matrix *matrix, struct matrix_room *room)
{
	/* Rejoin a room that the bot was removed from, if the bot wants to be in it. */
	if (room->in && !room->leaving) {
		matrix_room_schedule_join(matrix, room, ROOM_REJOIN_DELAY);
		matrix_log_channel(matrix, LOG_NOTE, room->id, "no longer in room %s",
			room->name != NULL ? room->name : room->id);
	}
	matrix_room_report_lost(matrix, room);
	matrix->tasks->direct_outdated |= room->direct != NULL && room->in;
	room->in = room->leaving = room->shown = room->counted = false;
	string_clear(&room->leave_reason);
	/*
	 * No encrypted room has this room beside it any more. `beside_day` stays, because it counts
	 * towards the person's limit of rooms in a day.
	 */
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *first = matrix->rooms->room[i];
		if (first->beside == NULL || strcmp(first->beside, room->id) != 0)
			continue;
		free(first->beside);
		first->beside = NULL;
		matrix_room_store_beside(matrix, first);
	}
	matrix->rooms->unused++;
	room->members_unknown = true;
	for (size_t i = 0; i < matrix->people->count && room->count > 0; i++)
		if (matrix_room_has_member(room, matrix->people->person[i]))
			room_take_member_out(matrix, room, matrix->people->person[i]);
	json_decref(room->moved);
	room->moved = NULL;
	/* Keep the queued lines if the bot wants to rejoin: it would not say all of them again. */
	if (!matrix_room_is_wanted(matrix, room)) {
		room_redirect_lines(matrix, room);
		matrix_store_put_kind(matrix, "room ", room->id, NULL);
	}
	matrix_store_put_kind(matrix, "leave ", room->id, NULL);
	if (room->direct == NULL)
		return;
	matrix_store_put_kind(matrix, "guest ", room->id, NULL);
	if (room->sealed)
		matrix_store_put_kind(matrix, "sealed ", room->id, NULL);
	room->sealed = false;
	matrix_room_clear_direct(matrix, room);
}

static void room_free(struct matrix_room *room)
{
	json_decref(room->moved);
	string_free(&room->leave_reason);
	free(room->maker);
	free(room->host);
	free(room->beside);
	free(room->beside_by);
	free(room->unconfirmed_alias);
	free(room->title);
	free(room->alias);
	json_decref(room->levels);
	json_decref(room->creators);
	free(room->direct);
	free(room->next);
	free(room->name);
	free(room->id);
	free(room);
}

bool matrix_room_is_replaced(const struct matrix *matrix, const struct matrix_room *room)
{
	const struct matrix_room *next = matrix_room_find(matrix, room->next);
	return next != NULL && !next->refused;
}

static bool room_is_idle(const struct matrix *matrix, const struct matrix_room *room)
{
	bool awaited = room_is_used(room, matrix_person_find(matrix, room->direct));
	/* Keep a room that counts towards a person's limit of rooms beside encrypted ones today. */
	bool counts = room->beside != NULL ||
		(room->beside_by != NULL && room->beside_day == matrix_today());
	return !room->in && !room->leaving && !room->ended && !room->refused && !awaited &&
		!counts && !matrix_room_is_replaced(matrix, room) &&
		!matrix_room_is_wanted(matrix, room) &&
		queue_first_to(matrix->outgoing->queue, room->id) == NULL;
}

void matrix_room_free_unused(struct matrix *matrix)
{
	size_t kept = 0;
	/* Before the first sync, and while a sync is being read, room->in may be out of date. */
	if (matrix->rooms->unused == 0 || !matrix->sync->whole || matrix->sync->body != NULL)
		return;
	matrix->rooms->unused = 0;
	for (size_t i = 0; i < matrix->rooms->count; i++)
		matrix->rooms->room[i]->idle = room_is_idle(matrix, matrix->rooms->room[i]);
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		matrix->rooms->room[kept] = room;
		kept += !room->idle;
		if (!room->idle)
			continue;
		if (room->next != NULL)
			matrix_store_put_kind(matrix, "next ", room->id, NULL);
		if (room->beside_day != 0)
			matrix_store_put_kind(matrix, "beside ", room->id, NULL);
		matrix_room_set_large(matrix, room, false);
		room_free(room);
	}
	matrix->rooms->count = kept;
}

void matrix_room_close(struct matrix *matrix)
{
	for (size_t i = 0; i < matrix->rooms->count; i++)
		room_free(matrix->rooms->room[i]);
	free(matrix->rooms->room);
	free(matrix->rooms->wanted);
}

/* ---- rooms to join ---- */

/*
 * Finds or adds a room to join, and schedules joining it now. invited: the bot joins because of an
 * invitation. Returns NULL if the name is invalid or there are too many rooms.
 */
static struct matrix_wanted *room_want(struct matrix *matrix, const char *name, bool invited)
{
	struct matrix_rooms *rooms = matrix->rooms;
	struct matrix_wanted *wanted = matrix_room_find_wanted(matrix, name);
	if (wanted == NULL) {
		if (strlen(name) >= MATRIX_ID || rooms->wanteds == MATRIX_ROOMS ||
			(name[0] != '!' && (name[0] != '#' || strchr(name, ':') == NULL)))
			return NULL;
		rooms->wanted =
			memory_grow(rooms->wanted, rooms->wanteds + 1, sizeof *rooms->wanted);
		wanted = &rooms->wanted[rooms->wanteds++];
		*wanted = (struct matrix_wanted){ .invited = true };
		text_copy(wanted->name, sizeof wanted->name, name);
	}
	wanted->invited = wanted->invited && invited;
	wanted->due = matrix_now(matrix);
	wanted->tries = 0;
	matrix_schedule_now(matrix);
	return wanted;
}

bool matrix_room_add_wanted(struct matrix *matrix, const char *name)
{
	return room_want(matrix, name, false) != NULL;
}

bool matrix_room_add_invited(struct matrix *matrix, const char *id, const char *via)
{
	struct matrix_wanted *wanted = room_want(matrix, id, true);
	if (wanted != NULL)
		text_copy(wanted->via, sizeof wanted->via, via != NULL ? via : "");
	return wanted != NULL;
}

bool matrix_room_remove_wanted(struct matrix *matrix, const char *name)
{
	struct matrix_wanted *wanted = matrix_room_find_wanted(matrix, name);
	if (wanted == NULL)
		return false;
	char gone[MATRIX_ID];
	memcpy(gone, wanted->name, sizeof gone);
	*wanted = matrix->rooms->wanted[--matrix->rooms->wanteds];
	matrix->rooms->unused++;
	/* Redirect or drop the lines that waited for the bot to rejoin the room. */
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *room = matrix->rooms->room[i];
		if (!room->in && room_is_named(room, gone) && !matrix_room_is_wanted(matrix, room))
			room_redirect_lines(matrix, room);
	}
	return true;
}

void matrix_room_schedule_all(struct matrix *matrix)
{
	for (size_t i = 0; i < matrix->rooms->wanteds; i++)
		matrix->rooms->wanted[i].due = matrix_now(matrix);
}
