/*
 * matrix/encryption.c - deals with rooms in which the bot can't write or show hands: encrypted
 * ones, unencrypted direct rooms behind a proxy that encrypts, and direct rooms with a third
 * member.
 */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/net/matrix/encryption.h"
#include "bot/net/matrix/invitation.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/state.h"
#include "bot/net/matrix/store.h"

/* How many rooms beside encrypted ones the bot opens for one person in a day. */
enum { BESIDE_A_DAY = 2 };

/*
 * Queues a sentence for the room or person `target`. reader: id of the person who reads it; NULL:
 * all people of the room.
 */
static void encryption_say(struct matrix *matrix, const char *target, const char *reader,
	enum network_notice kind, const char *place)
{
	struct string text = STRING_EMPTY;
	matrix->network.events->add_notice(&matrix->network,
		&(struct network_notice_content){ .kind = kind, .key = reader, .room = place },
		&text);
	matrix_outgoing_add(matrix, target, SAYING(text.bytes), NULL);
	string_free(&text);
}

/* ---- direct rooms ---- */

/* Records that the server encrypts every room, and logs that once in a run. */
static void encryption_note_forced(struct matrix *matrix)
{
	if (!matrix->rooms->forced)
		matrix_log(matrix, LOG_ERROR,
			"the server encrypts every new room, so nobody can be shown their cards: "
			"set encryption_enabled_by_default_for_room_type: \"off\" in Synapse's "
			"homeserver.yaml and restart the bot, or use encryption = \"proxy\", see "
			"mitaines.conf(5)");
	matrix->rooms->forced = true;
}

static void encryption_handle_direct(struct matrix *matrix, struct matrix_room *room)
{
	struct matrix_sender into;
	struct matrix_person *person = matrix_person_find(matrix, room->direct);
	/* Wait until a sync has shown the whole room: an event that encrypts it may follow. */
	if (!room->shown || room->sealed)
		return;
	if (!room->created || !room->born_encrypted)
		encryption_say(matrix, room->id, room->direct,
			room->encrypted ? NOTICE_SEALED_DIRECT : NOTICE_OPEN_DIRECT, NULL);
	if (!room->created) {
		/* The person made the room: go on in one that the bot makes. */
		matrix_log_channel(matrix, LOG_NOTE, room->id,
			"the direct room %s of %s is %s: going on in another one", room->id,
			room->direct, room->encrypted ? "encrypted" : "not encrypted");
		matrix_room_clear_direct(matrix, room);
		matrix_room_schedule_leave(matrix, room);
		if (person == NULL)
			return;
		person->due = matrix_now(matrix);
		if (room->encrypted)
			encryption_say(matrix, person->id, person->id, NOTICE_PLAIN_DIRECT, NULL);
		else if (person->direct == NULL)
			matrix_person_request_room(matrix, person);
		return;
	}
	if (!room->born_encrypted) {
		matrix_room_leave_unsafe(matrix, room);
		return;
	}
	/* The server encrypts each room, so give up private lines to this person. */
	room->sealed = true;
	matrix_store_put_kind(matrix, "sealed ", room->id, "");
	encryption_note_forced(matrix);
	if (person == NULL || matrix_room_drop_lines(matrix, person)) {
		matrix_room_leave_unsafe(matrix, room);
		return;
	}
	matrix_outgoing_drop(matrix, person->id);
	encryption_say(matrix, room->id, person->id, NOTICE_SEALED_SERVER, NULL);
	matrix->network.events->private_refused(
		&matrix->network, matrix_person_fill_sender(person, &into));
}

bool matrix_encryption_blocks(struct matrix *matrix, struct matrix_person *person)
{
	struct matrix_room *room = matrix_room_find(matrix, person->direct);
	if (room == NULL || !room->sealed || matrix_room_is_fit(matrix, room))
		return false;
	if (matrix->rooms->forced)
		return true;
	matrix_room_clear_direct(matrix, room);
	matrix_room_schedule_leave(matrix, room);
	return false;
}

void matrix_encryption_leave_shared(struct matrix *matrix, struct matrix_room *room)
{
	if (room->leaving)
		return;
	encryption_say(matrix, room->id, room->direct, NOTICE_SHARED_DIRECT, NULL);
	matrix_room_schedule_leave(matrix, room);
	const struct matrix_person *person = matrix_room_clear_direct(matrix, room);
	if (person != NULL)
		encryption_say(matrix, person->id, person->id, NOTICE_ALONE_DIRECT, NULL);
}

/* ---- channels ---- */

/* True if a room beside an encrypted one may be opened for a person today. */
static bool encryption_may_open(struct matrix *matrix, const struct matrix_room *encrypted,
	const struct matrix_person *host)
{
	unsigned count = 0;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		const struct matrix_room *room = matrix->rooms->room[i];
		count += room != encrypted && room->beside_by != NULL &&
			room->beside_day == matrix_today() &&
			strcmp(room->beside_by, host->id) == 0;
	}
	return !matrix->rooms->forced && encrypted->beside_day != matrix_today() &&
		count < BESIDE_A_DAY && matrix_invitation_is_allowed(matrix, host);
}

static void encryption_leave(struct matrix *matrix, struct matrix_room *room)
{
	matrix_log_channel(matrix, LOG_WARN, room->id,
		"%s is encrypted: the bot cannot play there and leaves",
		room->name != NULL ? room->name : room->id);
	encryption_say(matrix, room->id, NULL, NOTICE_SEALED_CHANNEL, NULL);
	if (room->name != NULL)
		matrix_room_remove_wanted(matrix, room->name);
	matrix_room_remove_wanted(matrix, room->id);
	matrix_room_schedule_leave(matrix, room);
}

/* Finds the encrypted room beside which the bot opened `beside`. Returns NULL if not found. */
static struct matrix_room *encryption_find_first(
	const struct matrix *matrix, const struct matrix_room *beside)
{
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		if (room->beside != NULL && strcmp(room->beside, beside->id) == 0)
			return room;
	}
	return NULL;
}

static void encryption_handle_channel(struct matrix *matrix, struct matrix_room *room)
{
	struct matrix_room *first = encryption_find_first(matrix, room);
	if (first != NULL) {
		/* A room beside an encrypted one is encrypted too: leave both. */
		if (room->born_encrypted)
			encryption_note_forced(matrix);
		matrix_room_report_lost(matrix, room);
		matrix_room_schedule_leave(matrix, room);
		free(first->beside);
		first->beside = NULL;
		matrix_room_store_beside(matrix, first);
		if (first->in && !first->leaving)
			encryption_leave(matrix, first);
		return;
	}
	const struct matrix_person *host = matrix_person_find(matrix, room->host);
	if (room->beside != NULL || room->beside_wanted)
		return;
	/*
	 * Drop the queued lines: the bot must not send them in clear to a room that is now
	 * encrypted.
	 */
	matrix_outgoing_drop(matrix, room->id);
	matrix_room_report_lost(matrix, room);
	if (host == NULL || !encryption_may_open(matrix, room, host)) {
		encryption_leave(matrix, room);
		return;
	}
	free(room->beside_by);
	room->beside_by = memory_copy(host->id);
	room->beside_day = matrix_today();
	room->beside_wanted = true;
	matrix_room_store_beside(matrix, room);
	matrix_schedule_now(matrix);
}

void matrix_encryption_handle_unfit(struct matrix *matrix, struct matrix_room *room)
{
	if (room->leaving)
		return;
	if (room->direct != NULL)
		encryption_handle_direct(matrix, room);
	else
		encryption_handle_channel(matrix, room);
}

void matrix_encryption_add_beside(
	struct matrix *matrix, const struct matrix_room *room, struct string *body)
{
	struct string title = STRING_EMPTY;
	const struct matrix_person *host = matrix_person_find(matrix, room->beside_by);
	const char *place = room->title != NULL ? room->title
		: host != NULL                  ? host->nick
						: room->id;
	matrix->network.events->add_notice(&matrix->network,
		&(struct network_notice_content){ .kind = NOTICE_BESIDE_TITLE, .room = place },
		&title);
	/*
	 * This preset gives the invited person the same power level as the room's creator, the bot.
	 */
	string_add(body, "{\"preset\":\"trusted_private_chat\",\"invite\":[");
	string_add_json(body, room->beside_by);
	string_add(body, "],\"name\":");
	string_add_json(body, title.bytes);
	string_add(body,
		",\"initial_state\":[{\"type\":\"m.room.join_rules\",\"state_key\":\"\","
		"\"content\":{\"join_rule\":\"restricted\",\"allow\":[{\"type\":"
		"\"m.room_membership\",\"room_id\":");
	string_add_json(body, room->id);
	string_add(body,
		"}]}},{\"type\":\"m.room.history_visibility\",\"state_key\":\"\",\"content\":"
		"{\"history_visibility\":\"joined\"}}],\"creation_content\":{\"" MATRIX_BESIDE
		"\":");
	string_add_json(body, room->id);
	string_add(body, "}}");
	string_free(&title);
}

void matrix_encryption_open_beside(
	struct matrix *matrix, struct matrix_room *room, const char *beside)
{
	room->beside_wanted = false;
	if (room->beside != NULL && strcmp(room->beside, beside) == 0)
		return;
	free(room->beside);
	room->beside = memory_copy(beside);
	room->beside_told = false;
	matrix_room_store_beside(matrix, room);
}

void matrix_encryption_tell_beside(struct matrix *matrix, const struct matrix_room *beside)
{
	struct string link = STRING_EMPTY;
	const char *server = strchr(matrix->link->user, ':');
	struct matrix_room *room = beside->shown ? encryption_find_first(matrix, beside) : NULL;
	if (room == NULL || room->beside_told || !room->in)
		return;
	room->beside_told = true;
	matrix_room_store_beside(matrix, room);
	string_add(&link, "https://matrix.to/#/");
	http_append_path(&link, beside->id);
	string_add(&link, "?via=");
	http_append_path(&link, server != NULL ? server + 1 : "");
	encryption_say(matrix, room->id, NULL, NOTICE_SEALED_BESIDE, link.bytes);
	matrix_log_channel(matrix, LOG_NOTE, room->id,
		"%s is encrypted: the bot has opened %s beside it for %s", room->id, beside->id,
		room->beside_by != NULL ? room->beside_by : "nobody");
	string_free(&link);
}

void matrix_encryption_refuse_beside(struct matrix *matrix, struct matrix_room *room)
{
	room->beside_wanted = false;
	encryption_leave(matrix, room);
}
