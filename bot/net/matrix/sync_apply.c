/* matrix/sync_apply.c - applies an answer of /sync: members, messages, invitations. */
#include <string.h>
#include <strings.h>

#include "bot/base/memory.h"
#include "bot/net/matrix/encryption.h"
#include "bot/net/matrix/invitation.h"
#include "bot/net/matrix/member_list.h"
#include "bot/net/matrix/name.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/pill.h"
#include "bot/net/matrix/power.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/room_tasks.h"
#include "bot/net/matrix/show.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/sync.h"
#include "engine/text.h"

/*
 * APPLY_LINE: maximum number of bytes read of a message. APPLY_DIRECT_MEMBERS: maximum number of
 * members of a direct room, the bot included. APPLY_REASON: maximum number of bytes read of the
 * reason for a kick, NUL included.
 */
enum { APPLY_LINE = 2048, APPLY_DIRECT_MEMBERS = 2, APPLY_REASON = 200 };

#define APPLY_DIRECT "org.mitaines.direct"

static bool matrix_apply_is(const json_t *event, const char *type)
{
	const char *is = matrix_get_string(event, "type");
	return is != NULL && strcmp(is, type) == 0;
}

static bool matrix_apply_is_self(const struct matrix *matrix, const char *user)
{
	return user != NULL && strcmp(user, matrix->link->user) == 0;
}

/* True for a state event with content; a redacted event has none. */
static bool matrix_apply_is_state(const json_t *event)
{
	return matrix_get_string(event, "state_key") != NULL &&
		json_is_object(json_object_get(event, "content"));
}

/* ---- state ---- */

/*
 * Marks a room as direct if the bot joined it by such an invitation that was not stored: the disk
 * may have been full. The room's creator is its person.
 */
static void matrix_apply_own_join(
	struct matrix *matrix, struct matrix_room *room, const json_t *event)
{
	const json_t *before = json_object_get(json_object_get(event, "unsigned"), "prev_content");
	const char *maker = room->maker;
	if (json_is_true(json_object_get(before, "is_direct")) && room->direct == NULL &&
		room->name == NULL && maker != NULL && !matrix_apply_is_self(matrix, maker) &&
		!matrix_room_is_wanted(matrix, room))
		matrix_room_set_direct(matrix, room, maker, false);
}

static void matrix_apply_member(
	struct matrix *matrix, struct matrix_room *room, const json_t *event)
{
	const json_t *content = json_object_get(event, "content");
	const char *user = matrix_get_string(event, "state_key");
	const char *membership = matrix_get_string(content, "membership");
	const char *display = matrix_get_string(content, "displayname");
	if (membership == NULL)
		return;
	/* Note that this event is newer than the member list that was requested. */
	if (room->moved != NULL)
		json_object_set_new(room->moved, user, json_true());
	bool joins = strcmp(membership, "join") == 0, asked = strcmp(membership, "invite") == 0;
	if (matrix_apply_is_self(matrix, user) && joins) {
		matrix_person_set_own_name(matrix, display);
		matrix_apply_own_join(matrix, room, event);
	} else if (joins) {
		matrix_room_add_member(matrix, room, user, display);
	} else if (!asked && strcmp(membership, "knock") != 0) {
		matrix_room_remove_member(matrix, room, user);
	}
	bool own = matrix_apply_is_self(matrix, matrix_get_string(event, "sender"));
	if (room->direct != NULL ? strcmp(user, room->direct) == 0 : asked && own)
		room->shown |= joins || asked;
	/*
	 * Leave a direct room if a third person is invited: that person could read private lines.
	 */
	if (asked && room->direct != NULL && !matrix_apply_is_self(matrix, user) &&
		strcmp(user, room->direct) != 0)
		matrix_room_schedule_leave(matrix, room);
}

/* Reads the ranks of people. Ignores nonempty state keys, because more people may set those. */
static void matrix_apply_ranks(struct matrix_room *room, const json_t *event)
{
	json_t *content = json_object_get(event, "content");
	if (strcmp(matrix_get_string(event, "state_key"), "") != 0)
		return;
	if (matrix_apply_is(event, "m.room.power_levels")) {
		json_decref(room->levels);
		room->levels = json_incref(content);
	} else if (matrix_apply_is(event, "m.room.create")) {
		free(room->maker);
		room->maker = memory_copy(matrix_get_string(event, "sender"));
		json_decref(room->creators);
		room->creators = power_read_creators(matrix_get_string(event, "sender"), content);
	}
}

/* Handles a room's canonical alias, or its removal (alias NULL). The directory has to confirm it.
 */
static void matrix_apply_alias(struct matrix *matrix, struct matrix_room *room, const char *alias)
{
	bool by_id = room->name == NULL || strcmp(room->name, room->id) == 0;
	free(room->unconfirmed_alias);
	room->unconfirmed_alias = NULL;
	if (room->alias != NULL && (alias == NULL || strcmp(alias, room->alias) != 0)) {
		free(room->alias);
		room->alias = NULL;
	}
	if (alias == NULL || !by_id || room->alias != NULL || room->direct != NULL ||
		!name_is_id(alias, '#') || matrix_room_find_name(matrix, alias) != NULL)
		return;
	room->unconfirmed_alias = memory_copy(alias);
	matrix_schedule_now(matrix);
}

/* Reads from m.room.create for what the bot has made a room, in case the answer was lost. */
static void matrix_apply_own_room(
	struct matrix *matrix, struct matrix_room *room, const json_t *content)
{
	const char *user = matrix_get_string(content, APPLY_DIRECT);
	const char *encrypted = matrix_get_string(content, MATRIX_BESIDE);
	struct matrix_room *beside = encrypted != NULL ? matrix_room_find(matrix, encrypted) : NULL;
	if (user != NULL && !room->created && !room->leaving)
		matrix_room_set_direct(matrix, room, user, true);
	if (beside != NULL && beside->in && beside->beside == NULL)
		matrix_encryption_open_beside(matrix, beside, room->id);
}

/* Handles that a user has encrypted a room. */
static void matrix_apply_encryption(
	struct matrix *matrix, struct matrix_room *room, const char *user)
{
	bool own = matrix_apply_is_self(matrix, user);
	if (!room->encrypted)
		room->encrypted_at = matrix_now(matrix);
	room->encrypted = true;
	room->born_encrypted |=
		own && !room->shown && (room->created || matrix_apply_is_self(matrix, room->maker));
	if (room->host == NULL && user != NULL && !own)
		room->host = memory_copy(user);
}

static void matrix_apply_state(struct matrix *matrix, struct matrix_room *room, const json_t *event)
{
	const json_t *content = json_object_get(event, "content");
	const char *text;
	char title[NAME_SIZE];
	if (!matrix_apply_is_state(event))
		return;
	matrix_apply_ranks(room, event);
	if (matrix_apply_is(event, "m.room.member")) {
		matrix_apply_member(matrix, room, event);
	} else if (matrix_apply_is(event, "m.room.encryption")) {
		matrix_apply_encryption(matrix, room, matrix_get_string(event, "sender"));
	} else if (matrix_apply_is(event, "m.room.join_rules")) {
		text = matrix_get_string(content, "join_rule");
		room->openness = text != NULL && strcmp(text, "public") == 0 ? OPENNESS_OPEN
									     : OPENNESS_CLOSED;
	} else if (matrix_apply_is(event, "m.room.create")) {
		if (matrix_apply_is_self(matrix, matrix_get_string(event, "sender")))
			matrix_apply_own_room(matrix, room, content);
	} else if (matrix_apply_is(event, "m.room.canonical_alias")) {
		matrix_apply_alias(matrix, room, matrix_get_string(content, "alias"));
	} else if (matrix_apply_is(event, "m.room.name")) {
		text = matrix_get_string(content, "name");
		free(room->title);
		name_first_line(text != NULL ? text : "", false, title, sizeof title);
		/* A title must not look like the alias or id of another room. */
		room->title = strchr("#!@", title[0]) == NULL ? memory_copy(title) : NULL;
	} else if (matrix_apply_is(event, "m.room.tombstone")) {
		text = matrix_get_string(content, "replacement_room");
		if (text != NULL)
			matrix_task_follow_tombstone(
				matrix, room, text, matrix_get_string(event, "sender"));
	}
}

/* Reports a room as joined, under its id if it has no other name. */
static void matrix_apply_report_channel(struct matrix *matrix, struct matrix_room *room)
{
	if (room->name == NULL)
		matrix_room_set_name(matrix, room, room->id);
	if (room->joined_reported || room->leaving)
		return;
	room->joined_reported = true;
	matrix->network.events->joined(&matrix->network, room->name);
}

/* ---- messages ---- */

static bool matrix_apply_is_edit(const json_t *event)
{
	const char *relation = matrix_get_string(
		json_object_get(json_object_get(event, "content"), "m.relates_to"), "rel_type");
	return relation != NULL && strcmp(relation, "m.replace") == 0;
}

/*
 * Returns the text of an m.text message, or NULL for other events and edits. Sets *quoted if the
 * message is a reply.
 */
static const char *matrix_apply_text(const json_t *event, bool *quoted)
{
	const json_t *content = json_object_get(event, "content");
	const json_t *relates = json_object_get(content, "m.relates_to");
	const char *kind = matrix_get_string(content, "msgtype");
	if (kind == NULL || strcmp(kind, "m.text") != 0 || matrix_apply_is_edit(event))
		return NULL;
	*quoted = json_object_get(relates, "m.in_reply_to") != NULL;
	return matrix_get_string(content, "body");
}

/*
 * Writes the first line of a message, with ids for pills. A message that mentions the bot begins
 * with the bot's nick. quoted: the message is a reply, which clients let mention the author of the
 * message before it.
 */
static void matrix_apply_read_line(struct matrix *matrix, const json_t *content, const char *body,
	bool quoted, char line[APPLY_LINE])
{
	const char *nick = matrix->people->nick;
	const json_t *mentioned =
		json_object_get(json_object_get(content, "m.mentions"), "user_ids");
	struct string text = STRING_EMPTY;
	bool called = false;
	for (size_t i = 0; !quoted && !called && i < json_array_size(mentioned); i++) {
		const char *id = json_string_value(json_array_get(mentioned, i));
		called = id != NULL && matrix_apply_is_self(matrix, id);
	}
	pill_resolve(body, matrix_get_string(content, "formatted_body"), matrix->link->user, nick,
		&text);
	name_first_line(text.bytes, quoted, line, APPLY_LINE);
	if (called && strncasecmp(line + (*line == '@'), nick, strlen(nick)) != 0) {
		string_set(&text, "@");
		string_add(&text, nick);
		string_add_char(&text, ' ');
		string_add(&text, line);
		text_copy(line, APPLY_LINE, text.bytes);
	}
	string_free(&text);
}

/*
 * Stores a message, or its thread, so that answers can go there. In a direct room, which has no
 * other talk, answers need no reference to a message without a thread.
 */
static void matrix_apply_thread(
	struct matrix *matrix, const struct matrix_room *room, const json_t *event)
{
	struct queue_thread *thread = &matrix->outgoing->reply_thread;
	const json_t *relates = json_object_get(json_object_get(event, "content"), "m.relates_to");
	const char *relation = matrix_get_string(relates, "rel_type");
	bool threaded = relation != NULL && strcmp(relation, "m.thread") == 0;
	const char *id = threaded      ? matrix_get_string(relates, "event_id")
		: room->direct == NULL ? matrix_get_string(event, "event_id")
				       : NULL;
	bool fits = id != NULL && strlen(id) < sizeof thread->event;
	text_copy(thread->event, sizeof thread->event, fits ? id : "");
	text_copy(thread->room, sizeof thread->room, room->id);
	thread->is_reply = !threaded;
}

static void matrix_apply_message(
	struct matrix *matrix, struct matrix_room *room, const json_t *event)
{
	const struct network_events *events = matrix->network.events;
	const char *user = matrix_get_string(event, "sender");
	struct matrix_sender into;
	char line[APPLY_LINE];
	bool quoted = false;
	const char *body = matrix_apply_text(event, &quoted);
	struct matrix_person *person =
		body != NULL && user != NULL && !matrix_apply_is_self(matrix, user)
		? matrix_person_find_or_add(matrix, user)
		: NULL;
	if (person == NULL || !matrix_room_is_fit(matrix, room))
		return;
	if (room->direct != NULL && strcmp(room->direct, user) != 0)
		return;
	if (room->direct != NULL) {
		matrix_person_retry_room(matrix, person);
		matrix_room_adopt(matrix, room);
	}
	matrix_apply_read_line(matrix, json_object_get(event, "content"), body, quoted, line);
	if (*line == '\0')
		return;
	/* People write in a room before the directory tells its name: it is a channel already. */
	if (room->direct == NULL)
		matrix_apply_report_channel(matrix, room);
	matrix_apply_thread(matrix, room, event);
	person->spoke = matrix_now(matrix);
	events->message(&matrix->network, matrix_person_fill_sender(person, &into),
		room->direct != NULL ? NULL : room->name, line);
	matrix->outgoing->reply_thread.event[0] = '\0';
}

/*
 * Applies a message or reaction. old: the event was sent before the bot joined or before the first
 * sync.
 */
static void matrix_apply_event(
	struct matrix *matrix, struct matrix_room *room, const json_t *event, bool old)
{
	if (matrix_apply_is(event, "m.room.message")) {
		room->said += !matrix_apply_is_edit(event);
		if (matrix_apply_is_self(matrix, matrix_get_string(event, "sender")))
			matrix_outgoing_handle_echo(matrix, room, event);
		else if (!old)
			matrix_apply_message(matrix, room, event);
	} else if (matrix_apply_is(event, "m.reaction") && !old) {
		matrix_show_handle_reaction(matrix, room, event);
	}
}

/* True if the bot joined by this event. False for a change of its display name. */
static bool matrix_apply_is_own_join(const struct matrix *matrix, const json_t *event)
{
	const json_t *before = json_object_get(json_object_get(event, "unsigned"), "prev_content");
	const char *is = matrix_get_string(json_object_get(event, "content"), "membership");
	const char *was = matrix_get_string(before, "membership");
	return matrix_apply_is(event, "m.room.member") &&
		matrix_apply_is_self(matrix, matrix_get_string(event, "state_key")) && is != NULL &&
		strcmp(is, "join") == 0 && (was == NULL || strcmp(was, "join") != 0);
}

/*
 * Returns how many events of a timeline are old and so not answered: all in a first sync, otherwise
 * those up to the bot's own join. The time in an event proves nothing, because the sender's
 * homeserver sets it.
 */
static size_t matrix_apply_count_old(const struct matrix *matrix, const json_t *events)
{
	size_t since = matrix->sync->fresh ? json_array_size(events) : 0;
	for (size_t i = 0; i < json_array_size(events); i++)
		if (matrix_apply_is_own_join(matrix, json_array_get(events, i)))
			since = i > since ? i : since;
	return since;
}

/* ---- rooms ---- */

/*
 * Marks a room as a direct room that a user created, if the bot has joined the room and the room
 * has no other role.
 */
static void matrix_apply_direct(struct matrix *matrix, const char *user, const char *id)
{
	struct matrix_room *room = id != NULL ? matrix_room_find(matrix, id) : NULL;
	if (room != NULL && room->in && room->direct == NULL && room->name == NULL &&
		!room->leaving && !matrix_room_is_wanted(matrix, room) &&
		!matrix_apply_is_self(matrix, user))
		matrix_room_set_direct(matrix, room, user, false);
}

/*
 * Reads m.direct. If the database is lost, only m.direct tells which direct rooms people created.
 */
static void matrix_apply_account(struct matrix *matrix, const json_t *events)
{
	for (size_t i = 0; i < json_array_size(events); i++) {
		const json_t *event = json_array_get(events, i);
		json_t *people = json_object_get(event, "content");
		if (!matrix_apply_is(event, "m.direct"))
			continue;
		for (void *at = json_object_iter(people); at != NULL;
			at = json_object_iter_next(people, at)) {
			const json_t *ids = json_object_iter_value(at);
			for (size_t k = 0; k < json_array_size(ids); k++)
				matrix_apply_direct(matrix, json_object_iter_key(at),
					json_string_value(json_array_get(ids, k)));
		}
	}
}

/* True while the directory has not yet resolved all aliases of wanted rooms. */
static bool matrix_apply_awaits_aliases(const struct matrix *matrix)
{
	for (size_t i = 0; i < matrix->rooms->wanteds; i++)
		if (matrix->rooms->wanted[i].name[0] == '#' && !matrix->rooms->wanted[i].resolved)
			return true;
	return false;
}

/* Reports a room as joined once its name is known. */
static void matrix_apply_report_joined(struct matrix *matrix, struct matrix_room *room)
{
	const struct matrix_person *person =
		room->direct != NULL ? matrix_person_find(matrix, room->direct) : NULL;
	if (!matrix_room_is_fit(matrix, room))
		return;
	if (person != NULL && person->direct == NULL)
		matrix_room_adopt(matrix, room);
	if (room->direct == NULL)
		matrix_encryption_tell_beside(matrix, room);
	/* The name may become known soon, so the room is reported later. */
	bool waits = room->name == NULL &&
		(room->unconfirmed_alias != NULL || matrix_apply_awaits_aliases(matrix));
	if (room->direct == NULL && !waits)
		matrix_apply_report_channel(matrix, room);
}

/* Reports all joined rooms. */
static void matrix_apply_report_all(struct matrix *matrix)
{
	for (size_t i = 0; i < matrix->rooms->count; i++)
		if (matrix->rooms->room[i]->in)
			matrix_apply_report_joined(matrix, matrix->rooms->room[i]);
}

void matrix_apply_room_names(struct matrix *matrix)
{
	if (!matrix->rooms->named || matrix->sync->body != NULL)
		return;
	matrix->rooms->named = false;
	matrix_apply_report_all(matrix);
}

/* Returns the server's count of a room's members, or 0 if the server gives none. */
static double matrix_apply_member_count(const json_t *part)
{
	return json_number_value(
		json_object_get(json_object_get(part, "summary"), "m.joined_member_count"));
}

void matrix_apply_room_size(struct matrix *matrix, struct matrix_room *room, const json_t *part)
{
	if (room->members_unknown && matrix_apply_member_count(part) > MATRIX_LARGE_ROOM)
		matrix_room_set_large(matrix, room, true);
}

/*
 * Marks a room as joined. This is done for all rooms before tombstones are read, because the bot
 * does not follow a tombstone to a joined room.
 */
static void matrix_apply_mark_joined(
	struct matrix *matrix, struct matrix_room *room, const json_t *part)
{
	(void)part;
	matrix_room_handle_joined(matrix, room);
}

/* Applies the state of a room. This is done for all rooms before messages are applied. */
static void matrix_apply_room(struct matrix *matrix, struct matrix_room *room, const json_t *part)
{
	const json_t *state = json_object_get(json_object_get(part, "state"), "events");
	for (size_t i = 0; i < json_array_size(state); i++)
		matrix_apply_state(matrix, room, json_array_get(state, i));
	/* The first sync has the whole state of all rooms that are there. */
	if (!matrix->sync->whole && (room->created || matrix_apply_is_self(matrix, room->maker)))
		room->shown = true;
	/* The bot leaves a direct room with a third member: private lines are for one person. */
	if (room->direct != NULL && matrix_apply_member_count(part) > APPLY_DIRECT_MEMBERS)
		matrix_room_schedule_leave(matrix, room);
}

static void matrix_apply_timeline(
	struct matrix *matrix, struct matrix_room *room, const json_t *part)
{
	const json_t *events = json_object_get(json_object_get(part, "timeline"), "events");
	size_t since = matrix_apply_count_old(matrix, events);
	for (size_t i = 0; i < json_array_size(events); i++) {
		const json_t *event = json_array_get(events, i);
		matrix_apply_state(matrix, room, event);
		matrix_apply_event(matrix, room, event, i < since);
	}
	matrix_apply_report_joined(matrix, room);
	/* Leave a direct room that a third person has joined. */
	if (matrix_room_is_shared(matrix, room))
		matrix_room_schedule_leave(matrix, room);
}

/* Calls a function for each joined room in the answer. */
static void matrix_apply_each(struct matrix *matrix, const json_t *rooms,
	void (*take)(struct matrix *matrix, struct matrix_room *room, const json_t *part))
{
	for (void *at = json_object_iter(json_object_get(rooms, "join")); at != NULL;
		at = json_object_iter_next(json_object_get(rooms, "join"), at)) {
		const char *id = json_object_iter_key(at);
		json_t *value = json_object_iter_value(at);
		struct matrix_room *room = matrix_room_find(matrix, id);
		if (room != NULL)
			take(matrix, room, value);
	}
}

/* ---- removals ---- */

/* Tells the operators with a direct room that a user has removed the bot from a channel. */
static void matrix_apply_tell_removal(
	struct matrix *matrix, const char *room, const char *user, const char *reason)
{
	struct matrix_sender into;
	for (size_t i = 0; i < matrix->people->count; i++) {
		const struct matrix_person *person = matrix->people->person[i];
		struct string text = STRING_EMPTY;
		if (person->direct == NULL ||
			!matrix->network.events->is_operator(
				&matrix->network, matrix_person_fill_sender(person, &into)))
			continue;
		matrix->network.events->add_notice(&matrix->network,
			&(struct network_notice_content){ .kind = NOTICE_REMOVED,
				.key = person->id,
				.room = room,
				.name = user,
				.reason = reason },
			&text);
		matrix_outgoing_add(matrix, person->id, SAYING(text.bytes), NULL);
		string_free(&text);
	}
}

/* Logs who removed the bot from a room, and tells operators if the room is configured. */
static void matrix_apply_removal(
	struct matrix *matrix, const struct matrix_room *room, const json_t *part)
{
	const json_t *events = json_object_get(json_object_get(part, "timeline"), "events");
	const char *name = room->name != NULL ? room->name : room->id;
	char line[APPLY_REASON];
	struct string reason = STRING_EMPTY;
	const json_t *event = NULL;
	for (size_t i = 0; i < json_array_size(events); i++)
		if (matrix_apply_is(json_array_get(events, i), "m.room.member") &&
			matrix_apply_is_self(
				matrix, matrix_get_string(json_array_get(events, i), "state_key")))
			event = json_array_get(events, i);
	const char *user = matrix_get_string(event, "sender");
	const json_t *content = json_object_get(event, "content");
	const char *told = matrix_get_string(content, "reason");
	const char *membership = matrix_get_string(content, "membership");
	if (user == NULL || matrix_apply_is_self(matrix, user))
		return;
	name_first_line(told != NULL ? told : "", false, line, sizeof line);
	if (line[0] != '\0') {
		string_add_char(&reason, '(');
		string_add(&reason, line);
		string_add_char(&reason, ')');
	}
	bool banned = membership != NULL && strcmp(membership, "ban") == 0;
	matrix_log_channel(matrix, LOG_WARN, room->id, "%s %s the bot from %s%s%s", user,
		banned ? "bans" : "kicks", name, reason.length > 0 ? " " : "", reason.bytes);
	if (matrix_room_is_wanted(matrix, room))
		matrix_apply_tell_removal(matrix, name, user, reason.bytes);
	string_free(&reason);
}

/* ---- the answer ---- */

/* Handles that the bot is no longer in the rooms that a full sync does not list. */
static void matrix_apply_drop_unlisted(struct matrix *matrix, const json_t *rooms)
{
	const json_t *joined = json_object_get(rooms, "join");
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		bool kept = !matrix->sync->whole &&
			(room->name != NULL || room->direct != NULL || room->leaving);
		if ((room->in || kept) && json_object_get(joined, room->id) == NULL)
			matrix_room_handle_left(matrix, room);
	}
}

void matrix_apply_body(struct matrix *matrix, json_t *body)
{
	const json_t *rooms = json_object_get(body, "rooms");
	for (void *at = json_object_iter(json_object_get(rooms, "leave")); at != NULL;
		at = json_object_iter_next(json_object_get(rooms, "leave"), at)) {
		const char *id = json_object_iter_key(at);
		struct matrix_room *room = matrix_room_find(matrix, id);
		if (room != NULL && room->in && !room->leaving)
			matrix_apply_removal(matrix, room, json_object_iter_value(at));
		if (room != NULL && (room->in || room->leaving))
			matrix_room_handle_left(matrix, room);
	}
	if (!matrix->sync->whole || matrix->sync->fresh)
		matrix_apply_drop_unlisted(matrix, rooms);
	matrix_apply_each(matrix, rooms, matrix_apply_mark_joined);
	matrix_apply_account(
		matrix, json_object_get(json_object_get(body, "account_data"), "events"));
	matrix_apply_each(matrix, rooms, matrix_apply_room);
	/*
	 * Report all joined rooms, because matrix_sync_schedule_retry may have marked them as not
	 * reported.
	 */
	matrix_apply_report_all(matrix);
	matrix_apply_each(matrix, rooms, matrix_apply_timeline);
	/* Only now, because a timeline can tell that a room is direct, or that its person left. */
	for (size_t i = 0; i < matrix->rooms->count; i++)
		if (matrix->rooms->room[i]->in &&
			!matrix_room_is_fit(matrix, matrix->rooms->room[i]))
			matrix_encryption_handle_unfit(matrix, matrix->rooms->room[i]);
	for (void *at = json_object_iter(json_object_get(rooms, "invite")); at != NULL;
		at = json_object_iter_next(json_object_get(rooms, "invite"), at))
		matrix_invitation_handle(
			matrix, json_object_iter_key(at), json_object_iter_value(at));
	matrix_schedule_now(matrix);
}
