/* matrix/outgoing_send.c - sends queued events within the rate limit. */
#include <string.h>

#include "bot/net/matrix/message_json.h"
#include "bot/net/matrix/outgoing.h"
#include "bot/net/matrix/person.h"
#include "bot/net/matrix/room.h"
#include "bot/net/matrix/show.h"
#include "bot/net/matrix/state.h"
#include "engine/text.h"

/*
 * OUTGOING_TRIES: failed attempts after which an event is dropped. OUTGOING_DOUBLINGS: how often
 * the delay doubles while the server is unreachable. OUTGOING_REFUSALS: refusals (403) after which
 * an event for a wanted room is dropped. OUTGOING_REACTION_PAUSE: ms without reactions after a 429.
 * OUTGOING_AWAY: ms of a person's silence after which their turn notifies them. OUTGOING_SPARE: the
 * rate limit is nearly used up if the burst has fewer requests left than this. OUTGOING_DIRECT:
 * messages to people for each one to a room while the limit is nearly used up. OUTGOING_FELT: ms
 * that a message to a person has to wait for the limit before the log tells the operator.
 */
enum {
	OUTGOING_TRIES = 8,
	OUTGOING_DOUBLINGS = 4,
	OUTGOING_REFUSALS = 3,
	OUTGOING_REACTION_PAUSE = 60000,
	OUTGOING_AWAY = 60000,
	OUTGOING_SPARE = 4,
	OUTGOING_DIRECT = 3,
	OUTGOING_FELT = 5000
};

bool matrix_outgoing_handle_limit(struct matrix *matrix, const struct http_answer *answer)
{
	uint64_t now = matrix_now(matrix), wait = answer->wait;
	if (answer->status != 429)
		return false;
	/* Older servers give the delay in the body instead of Retry-After. */
	json_t *body = matrix_parse_answer(answer);
	double told = json_number_value(json_object_get(body, "retry_after_ms"));
	if (wait == 0 && told > 0 && told < 3600000)
		wait = (uint64_t)told;
	json_decref(body);
	matrix->outgoing->pause = now + (wait > 0 ? wait : matrix_retry_delay(2));
	matrix->shows->reactions_after = now + OUTGOING_REACTION_PAUSE;
	return true;
}

/*
 * After a 403 for a room, holds the room's events until the next sync, which tells whether the bot
 * is still in the room. Returns false if the bot does not want to be in the room and speaks through
 * no proxy, or if the event was refused OUTGOING_REFUSALS times.
 */
static bool outgoing_hold_room(struct matrix *matrix, struct queue_event *event)
{
	/* A proxy refuses an event for a room that its own syncs have not shown yet. */
	bool proxy = strcmp(matrix->settings->encryption, "proxy") == 0;
	struct matrix_room *room = matrix_room_find(matrix, matrix->outgoing->sending_room);
	if (room == NULL || (!proxy && !matrix_room_is_wanted(matrix, room)) ||
		++event->refused == OUTGOING_REFUSALS)
		return false;
	room->send_refused = true;
	return true;
}

/* True if a failed event is to be sent again later. */
static bool outgoing_needs_retry(
	struct matrix *matrix, struct queue_event *event, const struct http_answer *answer)
{
	if (matrix_outgoing_handle_limit(matrix, answer)) {
		/*
		 * The server does not have the event, so a newer text may replace it before the
		 * next attempt.
		 */
		event->was_sent = matrix->outgoing->sending_again;
		return true;
	}
	if (answer->status == 403 && outgoing_hold_room(matrix, event))
		return true;
	if (matrix_is_refusal(answer))
		return false;
	/* While the server is unreachable, directly or behind a proxy, an event is not dropped. */
	bool reached = answer->status != 0 && (answer->status < 502 || answer->status > 504);
	unsigned tries = event->tries++;
	unsigned most = reached ? OUTGOING_TRIES : OUTGOING_DOUBLINGS;
	matrix->outgoing->pause =
		matrix_now(matrix) + matrix_retry_delay(tries < most ? tries : most);
	return !reached || event->tries < OUTGOING_TRIES;
}

/* Removes an event. If it was marked as `last`, leaves the person's direct room. */
static void outgoing_finish(struct matrix *matrix, struct queue_event *event)
{
	char target[NETWORK_CHANNEL];
	bool last = event->words.last;
	memcpy(target, event->target, sizeof target);
	matrix_outgoing_remove(matrix, event);
	if (last) {
		matrix_room_leave_user(matrix, target);
		matrix->network.events->erase_deleted(&matrix->network);
	}
}

/* Handles that the server has an event in a room. id: the event's id; NULL: unknown. */
static void outgoing_handle_sent(
	struct matrix *matrix, struct queue_event *event, const char *room, const char *id)
{
	const struct matrix_person *person = matrix_person_find(matrix, event->target);
	struct matrix_room *where = matrix_room_find(matrix, room);
	/* The person had left the direct room before: send the event again to another one. */
	if (person != NULL && where != NULL && where->in && where->leaving &&
		!matrix_room_has_member(where, person))
		return;
	/* The server ends a typing notice when the message arrives. */
	if (id != NULL && where != NULL && where->busy > 0) {
		where->busy = 0;
		where->typing_changed = true;
	}
	if (id != NULL && event->words.topic != 0 && strlen(id) < SHOWN_ID) {
		struct shown **list = &matrix->shows->shown;
		struct shown *shown = shown_find_or_add(list, event->target, event->words.topic);
		struct shown *excess = shown_find_excess(*list, event->target);
		if (excess != NULL)
			matrix_shown_drop(matrix, excess);
		if (shown_needs_new_message(shown, &event->words, room))
			shown->said = where != NULL ? where->said : 0;
		shown_record_event(shown, event, room, id);
		matrix_shown_store(matrix, shown);
	}
	outgoing_finish(matrix, event);
}

static void outgoing_send_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	struct queue_event *event =
		queue_find(matrix->outgoing->queue, matrix->outgoing->sending_name);
	matrix->outgoing->sending = NULL;
	matrix_schedule_now(matrix);
	if (matrix_handle_expired(matrix, answer) || event == NULL)
		return;
	if (answer->status != 200 && outgoing_needs_retry(matrix, event, answer))
		return;
	if (answer->status != 200) {
		const struct matrix_room *room = matrix_room_find(matrix, event->target);
		matrix_log_failure(matrix, "the server did not accept a message", answer);
		/*
		 * Send the event to another direct room of the person, or to the room's successor.
		 * The stored event keeps its target: after a restart, the old room refuses it
		 * again, and the server recognizes its transaction id in the new room.
		 */
		if (room != NULL && room->next != NULL)
			text_copy(event->target, sizeof event->target, room->next);
		else if (*event->target != '@' ||
			matrix_outgoing_find_room(matrix, event->target) ==
				matrix_room_find(matrix, matrix->outgoing->sending_room))
			outgoing_finish(matrix, event);
		return;
	}
	json_t *body = matrix_parse_answer(answer);
	outgoing_handle_sent(
		matrix, event, matrix->outgoing->sending_room, matrix_get_string(body, "event_id"));
	json_decref(body);
}

void matrix_outgoing_handle_echo(
	struct matrix *matrix, const struct matrix_room *room, const json_t *echo)
{
	const char *name = matrix_get_string(json_object_get(echo, "unsigned"), "transaction_id");
	const char *id = matrix_get_string(echo, "event_id");
	struct queue_event *event = name != NULL ? queue_find(matrix->outgoing->queue, name) : NULL;
	if (event == NULL || !event->was_sent || id == NULL)
		return;
	outgoing_handle_sent(matrix, event, room->id, id);
}

struct matrix_room *matrix_outgoing_find_room(const struct matrix *matrix, const char *target)
{
	if (*target != '@')
		return matrix_room_find(matrix, target);
	const struct matrix_person *person = matrix_person_find(matrix, target);
	struct matrix_room *room = person != NULL ? matrix_room_find(matrix, person->direct) : NULL;
	return room != NULL && matrix_room_is_private(matrix, room) ? room : NULL;
}

/*
 * True if an event for a room has to wait because the rate limit is nearly used up. Players need
 * their hands first, and lines that wait are joined, so that the room needs fewer requests. Answers
 * and the end of a match do not wait.
 */
static bool outgoing_must_yield(struct matrix *matrix, const struct queue_event *event)
{
	struct matrix_outgoing *outgoing = matrix->outgoing;
	uint64_t wait = pace_delay(&outgoing->pace, matrix_now(matrix), OUTGOING_SPARE);
	if (wait == 0 || outgoing->direct >= OUTGOING_DIRECT ||
		event->words.thread.event[0] != '\0')
		return false;
	for (const struct shown *shown = matrix->shows->shown; shown != NULL; shown = shown->next)
		if (shown->over && strcmp(shown->target, event->target) == 0)
			return false;
	outgoing->yield_wait = wait;
	return true;
}

/* True if an event may be sent to its target now. If a person has no direct room, requests one. */
static bool outgoing_is_ready(void *context, const struct queue_event *event)
{
	struct matrix *matrix = context;
	const char *target = event->target;
	const struct matrix_room *room = matrix_outgoing_find_room(matrix, target);
	/*
	 * If an event was sent to a room before the room was replaced, send it there again, even if
	 * the bot has left the room: only there does the server recognize the event.
	 */
	if (*target != '@')
		return room != NULL &&
			((room->in && !room->send_refused) ||
				(event->was_sent && room->next != NULL)) &&
			!outgoing_must_yield(matrix, event);
	struct matrix_person *person = matrix_person_find(matrix, target);
	if (person != NULL && person->direct == NULL)
		matrix_person_request_room(matrix, person);
	return room != NULL && !room->send_refused;
}

/* Writes the JSON content of an event: lines and a shown message, or an edit of a shown message. */
static void outgoing_format(const struct matrix *matrix, const struct queue_event *event,
	const char *room, struct string *body)
{
	const struct queue_content *words = &event->words;
	const struct matrix_person *person = matrix_person_find(matrix, event->target);
	/* After saying something, a person looks at the room, so a turn does not notify them. */
	bool away = person == NULL || person->spoke == 0 ||
		matrix_now(matrix) - person->spoke >= OUTGOING_AWAY;
	bool pings = *event->target == '@' && (words->urgent || (words->notifies && away));
	const struct shown *shown = shown_find(matrix->shows->shown, event->target, words->topic);
	const struct shown *root = words->about != 0
		? shown_find(matrix->shows->shown, event->target, words->about)
		: NULL;
	bool changes = words->topic != 0 && !shown_needs_new_message(shown, words, room);
	bool answers = words->thread.event[0] != '\0' && strcmp(words->thread.room, room) == 0;
	const struct string *head = changes ? &shown->head : &words->text;
	struct string text = STRING_EMPTY;
	string_add(&text, head->bytes);
	string_add(&text, head->length > 0 && words->shown.length > 0 ? "\n" : "");
	string_add(&text, words->shown.bytes);
	bool is_file = words->file.length > 0;
	message_json_add(body,
		&(struct message_content){
			.text = is_file ? words->file.bytes : text.bytes,
			.file = is_file ? event->url : NULL,
			.mention = pings ? event->target : NULL,
			.changes = changes ? shown->event : NULL,
			.thread = root != NULL && root->event[0] != '\0' ? root->event
				: answers && !words->thread.is_reply     ? words->thread.event
									 : NULL,
			.reply = answers && words->thread.is_reply ? words->thread.event : NULL,
		});
	string_free(&text);
}

static void outgoing_upload_done(void *context, const struct http_answer *answer)
{
	struct matrix *matrix = context;
	struct queue_event *event =
		queue_find(matrix->outgoing->queue, matrix->outgoing->sending_name);
	matrix->outgoing->sending = NULL;
	matrix_schedule_now(matrix);
	if (matrix_handle_expired(matrix, answer) || event == NULL ||
		(answer->status != 200 && outgoing_needs_retry(matrix, event, answer)))
		return;
	json_t *body = answer->status == 200 ? matrix_parse_answer(answer) : NULL;
	const char *url = matrix_get_string(body, "content_uri");
	if (url != NULL && strlen(url) < sizeof event->url) {
		text_copy(event->url, sizeof event->url, url);
	} else {
		struct string *text = &event->words.text;
		matrix_log_failure(matrix, "the server took no file, so it goes as text", answer);
		string_clear(&event->words.file);
		/* Cut the text at the end of a line, so that it fits into a message. */
		if (text->length > QUEUE_TEXT) {
			size_t length = QUEUE_TEXT;
			while (length > 0 && text->bytes[length] != '\n')
				length--;
			string_keep_range(text, 0, length);
			string_add(text, "\n…");
		}
	}
	json_decref(body);
}

void matrix_outgoing_send_next(struct matrix *matrix, uint64_t *then)
{
	struct matrix_outgoing *outgoing = matrix->outgoing;
	uint64_t now = matrix_now(matrix);
	if (outgoing->sending != NULL || matrix->link->phase != MATRIX_CONNECTED)
		return;
	outgoing->yield_wait = 0;
	struct queue_event *event = queue_next_ready(outgoing->queue, outgoing_is_ready, matrix);
	uint64_t wait = event != NULL ? pace_delay(&outgoing->pace, now, 0) : outgoing->yield_wait;
	uint64_t due = now + wait > outgoing->pause ? now + wait : outgoing->pause;
	if (due > now && (event != NULL || wait > 0))
		*then = due < *then ? due : *then;
	if (event == NULL)
		return;
	if (due > now) {
		if (due - now < OUTGOING_FELT || outgoing->felt || *event->target != '@')
			return;
		outgoing->felt = true;
		matrix_log(matrix, LOG_WARN,
			"players wait for the rate limit (pace: %g messages a second): an admin of "
			"the server can lift it for the bot, see RATE LIMITS in mitaines.conf(5)",
			1e6 / (double)outgoing->pace.step);
		return;
	}
	text_copy(outgoing->sending_name, sizeof outgoing->sending_name, event->name);
	/* Uploads do not count against the server's rate limit. */
	if (event->words.file.length > 0 && event->url[0] == '\0') {
		outgoing->sending = matrix_begin_request(matrix,
			&(struct http_call){ .method = "POST",
				.body = event->words.text.bytes,
				.type = "text/plain; charset=utf-8" },
			MATRIX_PATH("media/v3/upload?filename=", event->words.file.bytes),
			outgoing_upload_done);
		return;
	}
	pace_count(&outgoing->pace, now);
	outgoing->direct = *event->target == '@' ? outgoing->direct + 1 : 0;
	const struct matrix_room *room = matrix_outgoing_find_room(matrix, event->target);
	struct string body = STRING_EMPTY;
	outgoing_format(matrix, event, room->id, &body);
	outgoing->sending_again = event->was_sent;
	event->was_sent = true;
	text_copy(outgoing->sending_room, sizeof outgoing->sending_room, room->id);
	outgoing->sending = matrix_begin_request(matrix,
		&(struct http_call){ .method = "PUT", .body = body.bytes },
		MATRIX_PATH("client/v3/rooms/", room->id, "/send/m.room.message/", event->name),
		outgoing_send_done);
	string_free(&body);
}
