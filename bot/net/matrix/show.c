/*
 * matrix/show.c - messages that are edited in place, choices that people tap, and typing notices.
 */
#include <limits.h>
#include <string.h>

#include "bot/base/json.h"
#include "bot/net/matrix/encryption.h"
#include "bot/net/matrix/message_json.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/show.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

/*
 * SHOW_NEAR_MESSAGES: if more messages than this follow a shown message, SHOWING_IF_NEAR sends it
 * anew. SHOW_RESERVED_REQUESTS: requests within the rate limit that only messages may use, not
 * reactions. SHOW_TYPING_MS: duration of a typing notice, in ms.
 */
enum { SHOW_NEAR_MESSAGES = 20, SHOW_RESERVED_REQUESTS = 3, SHOW_TYPING_MS = 60000 };

static uint64_t show_to(struct matrix *matrix, const char *target, const struct showing *showing)
{
	const struct matrix_room *room = matrix_outgoing_find_room(matrix, target);
	const struct shown *stands = shown_find(matrix->shows->shown, target, showing->topic);
	const struct queue_event *event =
		queue_find_shown(matrix->outgoing->queue, target, showing->topic);
	if (stands != NULL && (room == NULL || strcmp(room->id, stands->room) != 0))
		stands = NULL;
	/*
	 * Text and choices of the newest edition, which is queued or already sent; NULL: no
	 * edition.
	 */
	const char *text = event != NULL ? event->words.shown.bytes
		: stands != NULL         ? stands->text.bytes
					 : NULL;
	const char *choices = event != NULL ? event->words.choices.bytes
		: stands != NULL            ? stands->choices.bytes
					    : NULL;
	bool told = (stands != NULL && stands->notified_edition == showing->edition) ||
		(event != NULL && event->words.notifies &&
			event->words.edition == showing->edition);
	bool below = showing->place == SHOWING_BELOW ||
		(showing->place == SHOWING_IF_NEAR && stands != NULL &&
			room->said - stands->said > SHOW_NEAR_MESSAGES);
	struct showing now = *showing;
	now.notifies = showing->notifies && (below || !told);
	bool same = text != NULL && strcmp(text, showing->text) == 0 &&
		strcmp(choices, showing->choices != NULL ? showing->choices : "") == 0;
	if (same && !now.notifies && !below)
		return event != NULL ? event->number : 0;
	return matrix_outgoing_store(
		matrix, queue_show(matrix->outgoing->queue, target, &now, below));
}

uint64_t matrix_show(
	struct network *network, const char *target, bool private, const struct showing *showing)
{
	struct matrix *matrix = (struct matrix *)network;
	struct matrix_person *person = private ? matrix_person_find(matrix, target) : NULL;
	const struct matrix_room *room = private ? NULL : matrix_room_find_name(matrix, target);
	if (private ? person == NULL || matrix_encryption_blocks(matrix, person)
		    : room == NULL || !room->in || room->leaving ||
				!matrix_room_is_fit(matrix, room))
		return 0;
	const char *id = private ? person->id : room->id;
	struct shown *shown = shown_find(matrix->shows->shown, id, showing->topic);
	if (showing->text == NULL) {
		/* Without a text, only withdraw the choices of the shown message. */
		if (shown != NULL && shown->choices.length > 0) {
			string_clear(&shown->choices);
			matrix_shown_store(matrix, shown);
		}
		return 0;
	}
	if (showing->text[0] != '\0')
		return show_to(matrix, id, showing);
	/* The message is over: an unsent edition must not notify the person. */
	const struct queue_event *event =
		queue_cancel_shown(matrix->outgoing->queue, id, showing->topic);
	if (event != NULL)
		matrix_outgoing_store(matrix, event);
	if (shown != NULL) {
		shown->over = true;
		matrix_shown_store(matrix, shown);
		matrix_shown_drop_all(matrix, id, false);
	}
	return 0;
}

void matrix_show_expect(struct network *network, const char *key)
{
	struct matrix *matrix = (struct matrix *)network;
	struct matrix_person *person = matrix_person_find(matrix, key);
	if (person == NULL || person->direct != NULL)
		return;
	matrix_person_request_room(matrix, person);
	matrix_schedule_now(matrix);
}

void matrix_show_handle_reaction(
	struct matrix *matrix, const struct matrix_room *room, const json_t *event)
{
	const json_t *relates = json_object_get(json_object_get(event, "content"), "m.relates_to");
	const char *user = matrix_get_string(event, "sender"),
		   *kind = matrix_get_string(relates, "rel_type");
	const char *id = matrix_get_string(relates, "event_id"),
		   *key = matrix_get_string(relates, "key");
	struct matrix_sender into;
	struct string line = STRING_EMPTY;
	if (user == NULL || kind == NULL || id == NULL || key == NULL ||
		strcmp(kind, "m.annotation") != 0)
		return;
	struct shown *shown = shown_find_event(matrix->shows->shown, id);
	struct matrix_person *person = matrix_person_find(matrix, user);
	if (person != NULL)
		person->spoke = matrix_now(matrix);
	if (shown == NULL || person == NULL || strcmp(shown->target, user) != 0 ||
		strcmp(shown->room, room->id) != 0)
		return;
	int choice = shown_find_choice(shown, key);
	/*
	 * The choices were withdrawn, so the tap chooses nothing. Report it as an empty message: it
	 * shows that the person is back.
	 */
	if (shown->choices.length == 0 && shown->tapped == 0)
		matrix->network.events->message(
			&matrix->network, matrix_person_fill_sender(person, &into), NULL, "");
	/*
	 * A choice counts once. Taps while an edit waits are ignored, because the choices are about
	 * to change.
	 */
	if (choice < 0 || shown->tapped & UINT64_C(1) << choice ||
		queue_find_shown(matrix->outgoing->queue, user, shown->topic) != NULL)
		return;
	shown->tapped |= UINT64_C(1) << choice;
	matrix_shown_store(matrix, shown);
	shown_add_choice_line(shown, (unsigned)choice, &line);
	matrix->network.events->message(
		&matrix->network, matrix_person_fill_sender(person, &into), NULL, line.bytes);
	string_free(&line);
}

static void show_offered(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	struct shown *shown = shown_find_event(matrix->shows->shown, matrix->shows->offered);
	matrix->outgoing->sending = NULL;
	matrix_schedule_now(matrix);
	if (matrix_handle_expired(matrix, answer) || matrix_outgoing_handle_limit(matrix, answer) ||
		shown == NULL)
		return;
	/* After a refused reaction, no more reactions are added to this message. */
	shown->offered = answer->status == 200 ? shown->offered + 1 : shown_count_choices(shown);
	matrix_shown_store(matrix, shown);
}

void matrix_show_add_reaction(struct matrix *matrix, uint64_t *then)
{
	uint64_t now = matrix_now(matrix);
	if (matrix->outgoing->sending != NULL || matrix->link->phase != MATRIX_CONNECTED)
		return;
	for (const struct shown *shown = matrix->shows->shown; shown != NULL; shown = shown->next) {
		const struct matrix_room *room = matrix_room_find(matrix, shown->room);
		if (shown_count_choices(shown) <= shown->offered || room == NULL ||
			!matrix_room_is_private(matrix, room) ||
			queue_first_to(matrix->outgoing->queue, shown->target) != NULL)
			continue;
		/*
		 * The first reaction waits until the rate limit allows a full burst: else reactions
		 * would use up what the next hands need. Each later one leaves room for a few
		 * messages.
		 */
		uint64_t due = now +
			pace_delay(&matrix->outgoing->pace, now,
				shown->offered > 0 ? SHOW_RESERVED_REQUESTS : UINT_MAX);
		due = due > matrix->shows->reactions_after ? due : matrix->shows->reactions_after;
		due = due > matrix->outgoing->pause ? due : matrix->outgoing->pause;
		if (due > now) {
			*then = due < *then ? due : *then;
			continue;
		}
		struct string name = STRING_EMPTY, body = STRING_EMPTY;
		/* A repeated request has the same transaction id, so the server ignores it. */
		string_add(&name, shown->name);
		string_add_char(&name, '.');
		string_add_number(&name, shown->offered);
		message_json_add_reaction(&body, shown->event, shown_choice_key(shown->offered));
		text_copy(matrix->shows->offered, sizeof matrix->shows->offered, shown->event);
		pace_count(&matrix->outgoing->pace, now);
		matrix->outgoing->sending = matrix_begin_request(matrix,
			&(struct http_call){ .method = "PUT", .body = body.bytes },
			MATRIX_PATH(
				"client/v3/rooms/", shown->room, "/send/m.reaction/", name.bytes),
			show_offered);
		string_free(&name);
		string_free(&body);
		return;
	}
}

void matrix_show_busy(struct network *network, const char *target, bool private)
{
	struct matrix *matrix = (struct matrix *)network;
	struct matrix_room *room = private ? matrix_outgoing_find_room(matrix, target)
					   : matrix_room_find_name(matrix, target);
	uint64_t now = matrix_now(matrix);
	if (room == NULL || room->busy > now)
		return;
	room->busy = now + SHOW_TYPING_MS;
	room->typing_changed = true;
	matrix_schedule_now(matrix);
}

static void show_typed(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	(void)answer; /* a lost typing notice does no harm */
	matrix->shows->typing = NULL;
	matrix_schedule_now(matrix);
}

void matrix_show_send_typing(struct matrix *matrix)
{
	if (matrix->shows->typing != NULL || matrix->link->phase != MATRIX_CONNECTED)
		return;
	for (size_t i = 0; i < matrix->rooms->count; i++) {
		struct matrix_room *room = matrix->rooms->room[i];
		struct string body = STRING_EMPTY;
		if (!room->typing_changed || !room->in)
			continue;
		json_begin_object(&body, NULL);
		json_bool(&body, "typing", room->busy > 0);
		if (room->busy > 0)
			json_number(&body, "timeout", SHOW_TYPING_MS);
		json_end(&body, '}');
		room->typing_changed = false;
		matrix->shows->typing = matrix_begin_request(matrix,
			&(struct http_call){ .method = "PUT", .body = body.bytes },
			MATRIX_PATH("client/v3/rooms/", room->id, "/typing/", matrix->link->user),
			show_typed);
		string_free(&body);
		return;
	}
}
