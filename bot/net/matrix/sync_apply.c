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

static bool apply_is(const json_t *event, const char *type)
{
	const char *is = matrix_get_string(event, "type");
	return is != NULL && strcmp(is, type) == 0;
}

static bool apply_is_self(const struct matrix *matrix, const char *user)
{
	return user != NULL && strcmp(user, matrix->link->user) == 0;
}

/* ---- state ---- */

static void apply_member(struct matrix *matrix, struct matrix_room *room, const json_t *event)
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
	if (apply_is_self(matrix, user) && joins) {
		const json_t *before =
			json_object_get(json_object_get(event, "unsigned"), "prev_content");
		matrix_person_set_own_name(matrix, display);
		/*
		 * The bot joined by an invitation to a direct room that was not stored: the disk
		 * may have been full. The room's creator is its person.
		 */
		if (json_is_true(json_object_get(before, "is_direct")) && room->direct == NULL &&
			room->name == NULL && room->maker != NULL &&
			!apply_is_self(matrix, room->maker) && !matrix_room_is_wanted(matrix, room))
			matrix_room_set_direct(matrix, room, room->maker, false);
	} else if (joins) {
		matrix_room_add_member(matrix, room, user, display);
	} else if (!asked && strcmp(membership, "knock") != 0) {
		matrix_room_remove_member(matrix, room, user);
	}
	bool own = apply_is_self(matrix, matrix_get_string(event, "sender"));
	if (room->direct != NULL ? strcmp(user, room->direct) == 0 : asked && own)
		room->shown |= joins || asked;
	/*
	 * Leave a direct room if a third person is invited: that person could read private lines.
	 */
	if (asked && room->direct != NULL && !apply_is_self(matrix, user) &&
		strcmp(user, room->direct) != 0)
		matrix_encryption_leave_shared(matrix, room);
}

/* Handles a room's canonical alias, or its removal (alias NULL). The directory has to confirm it.
 */
static void apply_alias(struct matrix *matrix, struct matrix_room *room, const char *alias)
{
	/*
	 * A room without an alias is named by an id: its own, or the id of the room that it
	 * replaced.
	 */
	bool by_id = room->name == NULL || room->name[0] == '!';
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

/* Applies a state event. Ignores other events, and redacted ones, which have no content. */
static void apply_state(struct matrix *matrix, struct matrix_room *room, const json_t *event)
{
	json_t *content = json_object_get(event, "content");
	const char *key = matrix_get_string(event, "state_key"),
		   *sender = matrix_get_string(event, "sender"), *text;
	bool own = apply_is_self(matrix, sender);
	char title[NAME_SIZE];
	if (key == NULL || !json_is_object(content))
		return;
	if (apply_is(event, "m.room.member")) {
		apply_member(matrix, room, event);
	} else if (apply_is(event, "m.room.encryption")) {
		if (!room->encrypted)
			room->encrypted_at = matrix_now(matrix);
		room->encrypted = true;
		room->born_encrypted |= own && !room->shown &&
			(room->created || apply_is_self(matrix, room->maker));
		if (room->host == NULL && sender != NULL && !own)
			room->host = memory_copy(sender);
	} else if (apply_is(event, "m.room.join_rules")) {
		text = matrix_get_string(content, "join_rule");
		room->openness = text != NULL && strcmp(text, "public") == 0 ? OPENNESS_OPEN
									     : OPENNESS_CLOSED;
	} else if (apply_is(event, "m.room.power_levels") && *key == '\0') {
		/*
		 * Power levels count only with an empty state key: more people may set events with
		 * another key.
		 */
		json_decref(room->levels);
		room->levels = json_incref(content);
	} else if (apply_is(event, "m.room.create")) {
		if (*key == '\0') {
			free(room->maker);
			room->maker = memory_copy(sender);
			json_decref(room->creators);
			room->creators = power_read_creators(sender, content);
		}
		/*
		 * If the answer to the creation of a room was lost, the content tells what the bot
		 * created it for.
		 */
		const char *user = matrix_get_string(content, MATRIX_DIRECT);
		if (own && user != NULL && !room->created && !room->leaving)
			matrix_room_set_direct(matrix, room, user, true);
		struct matrix_room *encrypted =
			matrix_room_find(matrix, matrix_get_string(content, MATRIX_BESIDE));
		if (own && encrypted != NULL && encrypted->in && encrypted->beside == NULL)
			matrix_encryption_open_beside(matrix, encrypted, room->id);
	} else if (apply_is(event, "m.room.canonical_alias")) {
		apply_alias(matrix, room, matrix_get_string(content, "alias"));
	} else if (apply_is(event, "m.room.name")) {
		text = matrix_get_string(content, "name");
		free(room->title);
		name_first_line(text != NULL ? text : "", false, title, sizeof title);
		/* A title must not look like the alias or id of another room. */
		room->title = strchr("#!@", title[0]) == NULL ? memory_copy(title) : NULL;
	} else if (apply_is(event, "m.room.tombstone")) {
		text = matrix_get_string(content, "replacement_room");
		if (text != NULL)
			matrix_task_follow_tombstone(matrix, room, text, sender);
	}
}

/*
 * Reports a room as joined, under its id if it has no other name; or as lost, if the bot may not
 * write there.
 */
static void apply_report_channel(struct matrix *matrix, struct matrix_room *room)
{
	/* A room that the bot leaves may have been replaced: its successor then has its name. */
	if (room->leaving)
		return;
	if (room->name == NULL)
		matrix_room_set_name(matrix, room, room->id);
	bool was_mute = room->mute;
	room->mute = !power_allows_messages(room->levels, room->creators, matrix->link->user);
	if (room->mute) {
		if (!was_mute)
			matrix_log_channel(matrix, LOG_WARN, room->id,
				"the bot may not write in %s: give it the power level that "
				"messages need there",
				room->name);
		matrix_room_report_lost(matrix, room);
		return;
	}
	if (room->joined_reported)
		return;
	room->joined_reported = true;
	matrix->network.events->joined(&matrix->network, room->name);
}

/* ---- messages ---- */

static bool apply_is_edit(const json_t *event)
{
	const char *relation = matrix_get_string(
		json_object_get(json_object_get(event, "content"), "m.relates_to"), "rel_type");
	return relation != NULL && strcmp(relation, "m.replace") == 0;
}

/*
 * Writes the first line of a message, with ids for pills. A line that mentions the bot begins with
 * the bot's nick. quoted: the message is a reply; its m.mentions do not count, because clients
 * mention the author of the earlier message there.
 */
static void apply_read_line(struct matrix *matrix, const json_t *content, const char *body,
	bool quoted, char line[APPLY_LINE])
{
	const char *nick = matrix->people->nick;
	const json_t *mentioned =
		json_object_get(json_object_get(content, "m.mentions"), "user_ids");
	struct string text = STRING_EMPTY;
	bool called = false;
	for (size_t i = 0; !quoted && !called && i < json_array_size(mentioned); i++) {
		const char *id = json_string_value(json_array_get(mentioned, i));
		called = id != NULL && apply_is_self(matrix, id);
	}
	name_resolve_pills(body, matrix_get_string(content, "formatted_body"), matrix->link->user,
		nick, &text);
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

/* Reports an m.text message, unless it is an edit. */
static void apply_message(struct matrix *matrix, struct matrix_room *room, const json_t *event)
{
	const json_t *content = json_object_get(event, "content");
	const json_t *relates = json_object_get(content, "m.relates_to");
	const char *user = matrix_get_string(event, "sender"),
		   *body = matrix_get_string(content, "body"),
		   *kind = matrix_get_string(content, "msgtype"),
		   *relation = matrix_get_string(relates, "rel_type");
	struct matrix_sender into;
	char line[APPLY_LINE];
	if (body == NULL || kind == NULL || strcmp(kind, "m.text") != 0 || apply_is_edit(event))
		return;
	struct matrix_person *person = matrix_person_find_or_add(matrix, user);
	if (person == NULL || !matrix_room_is_fit(matrix, room))
		return;
	if (room->direct != NULL && strcmp(room->direct, user) != 0)
		return;
	if (room->direct != NULL) {
		matrix_person_retry_room(matrix, person);
		matrix_room_adopt(matrix, room);
	}
	bool quoted = json_object_get(relates, "m.in_reply_to") != NULL;
	apply_read_line(matrix, content, body, quoted, line);
	if (*line == '\0')
		return;
	/* A room whose alias the directory has not confirmed yet is a channel too. */
	if (room->direct == NULL)
		apply_report_channel(matrix, room);
	/*
	 * Answers go to the message, or to its thread if it has one. In a direct room, where people
	 * talk only to the bot, answers refer only to threads.
	 */
	struct queue_thread *thread = &matrix->outgoing->reply_thread;
	bool threaded = relation != NULL && strcmp(relation, "m.thread") == 0;
	const char *id = threaded      ? matrix_get_string(relates, "event_id")
		: room->direct == NULL ? matrix_get_string(event, "event_id")
				       : NULL;
	bool fits = id != NULL && strlen(id) < sizeof thread->event;
	text_copy(thread->event, sizeof thread->event, fits ? id : "");
	text_copy(thread->room, sizeof thread->room, room->id);
	thread->is_reply = !threaded;
	person->spoke = matrix_now(matrix);
	matrix->network.events->message(&matrix->network, matrix_person_fill_sender(person, &into),
		room->direct != NULL ? NULL : room->name, line);
	thread->event[0] = '\0';
}

/* ---- rooms ---- */

/*
 * Reads m.direct. If the database is lost, only m.direct tells which direct rooms people created:
 * those that the bot has joined and that have no other role.
 */
static void apply_account(struct matrix *matrix, const json_t *events)
{
	size_t i, k;
	json_t *event, *ids, *id;
	const char *user;
	json_array_foreach (events, i, event) {
		if (!apply_is(event, "m.direct"))
			continue;
		json_object_foreach (json_object_get(event, "content"), user, ids) {
			json_array_foreach (ids, k, id) {
				struct matrix_room *room =
					matrix_room_find(matrix, json_string_value(id));
				if (room != NULL && room->in && room->direct == NULL &&
					room->name == NULL && !room->leaving &&
					!matrix_room_is_wanted(matrix, room) &&
					!apply_is_self(matrix, user))
					matrix_room_set_direct(matrix, room, user, false);
			}
		}
	}
}

/* Reports a room as joined once its name is known. */
static void apply_report_joined(struct matrix *matrix, struct matrix_room *room)
{
	const struct matrix_person *person = matrix_person_find(matrix, room->direct);
	if (!matrix_room_is_fit(matrix, room))
		return;
	if (person != NULL && person->direct == NULL)
		matrix_room_adopt(matrix, room);
	if (room->direct != NULL)
		return;
	matrix_encryption_tell_beside(matrix, room);
	/* The name may become known soon: the directory has not yet resolved all aliases. */
	bool waits = room->unconfirmed_alias != NULL;
	for (size_t i = 0; i < matrix->rooms->wanteds; i++)
		waits = waits ||
			(matrix->rooms->wanted[i].name[0] == '#' &&
				!matrix->rooms->wanted[i].resolved);
	if (room->name != NULL || !waits)
		apply_report_channel(matrix, room);
}

/* Reports all joined rooms. */
static void apply_report_all(struct matrix *matrix)
{
	for (size_t i = 0; i < matrix->rooms->count; i++)
		if (matrix->rooms->room[i]->in)
			apply_report_joined(matrix, matrix->rooms->room[i]);
}

void matrix_apply_room_names(struct matrix *matrix)
{
	if (!matrix->rooms->named || matrix->sync->body != NULL)
		return;
	matrix->rooms->named = false;
	apply_report_all(matrix);
}

/* Returns the server's count of a room's members, or 0 if the server gives none. */
static double apply_member_count(const json_t *part)
{
	return json_number_value(
		json_object_get(json_object_get(part, "summary"), "m.joined_member_count"));
}

void matrix_apply_room_size(struct matrix *matrix, struct matrix_room *room, const json_t *part)
{
	if (room->members_unknown && apply_member_count(part) > MATRIX_LARGE_ROOM)
		matrix_room_set_large(matrix, room, true);
}

/* Applies the state of a room. This is done for all rooms before messages are applied. */
static void apply_room(struct matrix *matrix, struct matrix_room *room, const json_t *part)
{
	const json_t *state = json_object_get(json_object_get(part, "state"), "events");
	for (size_t i = 0; i < json_array_size(state); i++)
		apply_state(matrix, room, json_array_get(state, i));
	/*
	 * The first sync has the whole state of each room, so it also shows the bot's own rooms
	 * whole.
	 */
	if (!matrix->sync->whole && (room->created || apply_is_self(matrix, room->maker)))
		room->shown = true;
	/* The bot leaves a direct room with a third member: private lines are for one person. */
	if (room->direct != NULL && apply_member_count(part) > APPLY_DIRECT_MEMBERS)
		matrix_encryption_leave_shared(matrix, room);
}

/*
 * Returns the index of the first event that the bot answers. In a first sync, the bot answers no
 * event. If the events show that the bot joined the room, the first is that join, or in a direct
 * room the bot's invitation, because clients send a person's first message together with the
 * invitation. The time in an event proves nothing, because the sender's homeserver sets it.
 */
static size_t apply_find_since(
	const struct matrix *matrix, const struct matrix_room *room, const json_t *events)
{
	size_t since = 0, invited = SIZE_MAX, i;
	json_t *event;
	if (matrix->sync->fresh)
		return json_array_size(events);
	json_array_foreach (events, i, event) {
		const char *is = matrix_get_string(json_object_get(event, "content"), "membership");
		const char *was = matrix_get_string(
			json_object_get(json_object_get(event, "unsigned"), "prev_content"),
			"membership");
		if (!apply_is(event, "m.room.member") || is == NULL ||
			!apply_is_self(matrix, matrix_get_string(event, "state_key")))
			continue;
		if (strcmp(is, "invite") == 0)
			invited = room->direct != NULL ? i : SIZE_MAX;
		else if (strcmp(is, "join") != 0)
			invited = SIZE_MAX;
		else if (was == NULL || strcmp(was, "join") != 0)
			/*
			 * A join after a join only changes the bot's display name, so it does not
			 * count.
			 */
			since = invited < i ? invited : i;
	}
	return since;
}

static void apply_timeline(struct matrix *matrix, struct matrix_room *room, const json_t *part)
{
	const json_t *events = json_object_get(json_object_get(part, "timeline"), "events");
	json_t *event;
	size_t i;
	size_t since = apply_find_since(matrix, room, events);
	json_array_foreach (events, i, event) {
		apply_state(matrix, room, event);
		if (apply_is(event, "m.room.message")) {
			room->said += !apply_is_edit(event);
			if (apply_is_self(matrix, matrix_get_string(event, "sender")))
				matrix_outgoing_handle_echo(matrix, room, event);
			else if (i >= since)
				apply_message(matrix, room, event);
		} else if (apply_is(event, "m.reaction") && i >= since) {
			matrix_show_handle_reaction(matrix, room, event);
		}
	}
	apply_report_joined(matrix, room);
	/* Leave a direct room that a third person has joined. */
	if (matrix_room_is_shared(matrix, room))
		matrix_encryption_leave_shared(matrix, room);
}

/* ---- removals ---- */

/* Tells the operators with a direct room that a user has removed the bot from a channel. */
static void apply_tell_removal(
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
static void apply_removal(struct matrix *matrix, const struct matrix_room *room, const json_t *part)
{
	const json_t *events = json_object_get(json_object_get(part, "timeline"), "events");
	const char *name = room->name != NULL ? room->name : room->id;
	char line[APPLY_REASON];
	struct string reason = STRING_EMPTY;
	const json_t *event = NULL;
	for (size_t i = 0; i < json_array_size(events); i++)
		if (apply_is(json_array_get(events, i), "m.room.member") &&
			apply_is_self(
				matrix, matrix_get_string(json_array_get(events, i), "state_key")))
			event = json_array_get(events, i);
	const char *user = matrix_get_string(event, "sender");
	const json_t *content = json_object_get(event, "content");
	const char *told = matrix_get_string(content, "reason");
	const char *membership = matrix_get_string(content, "membership");
	if (user == NULL || apply_is_self(matrix, user))
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
		apply_tell_removal(matrix, name, user, reason.bytes);
	string_free(&reason);
}

/* ---- the answer ---- */

void matrix_apply_body(struct matrix *matrix, json_t *body)
{
	const json_t *rooms = json_object_get(body, "rooms");
	json_t *joined = json_object_get(rooms, "join"), *part;
	struct matrix_room *room;
	const char *id;
	json_object_foreach (json_object_get(rooms, "leave"), id, part) {
		room = matrix_room_find(matrix, id);
		if (room != NULL && room->in && !room->leaving)
			apply_removal(matrix, room, part);
		if (room != NULL && (room->in || room->leaving))
			matrix_room_handle_left(matrix, room);
	}
	/* The bot is no longer in the rooms that a full sync does not list. */
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		room = matrix->rooms->room[i];
		bool kept = !matrix->sync->whole &&
			(room->name != NULL || room->direct != NULL || room->leaving);
		if ((!matrix->sync->whole || matrix->sync->fresh) && (room->in || kept) &&
			json_object_get(joined, room->id) == NULL)
			matrix_room_handle_left(matrix, room);
	}
	/*
	 * Mark all rooms as joined first: the bot does not follow a tombstone to a room that it is
	 * in.
	 */
	json_object_foreach (joined, id, part)
		if ((room = matrix_room_find(matrix, id)) != NULL)
			matrix_room_handle_joined(matrix, room);
	apply_account(matrix, json_object_get(json_object_get(body, "account_data"), "events"));
	json_object_foreach (joined, id, part)
		if ((room = matrix_room_find(matrix, id)) != NULL)
			apply_room(matrix, room, part);
	/*
	 * Report all joined rooms, because sync_schedule_retry may have marked them as not
	 * reported.
	 */
	apply_report_all(matrix);
	json_object_foreach (joined, id, part)
		if ((room = matrix_room_find(matrix, id)) != NULL)
			apply_timeline(matrix, room, part);
	/*
	 * Check this after all timelines: they can show that a room is direct, or that its person
	 * has left.
	 */
	for (size_t i = 0; i < matrix->rooms->count; i++)
		if (matrix->rooms->room[i]->in &&
			!matrix_room_is_fit(matrix, matrix->rooms->room[i]))
			matrix_encryption_handle_unfit(matrix, matrix->rooms->room[i]);
	json_object_foreach (json_object_get(rooms, "invite"), id, part)
		matrix_invitation_handle(matrix, id, part);
	matrix_schedule_now(matrix);
}
